// `node bench/pages/times.ts`: what does the look of the page cost? The same real PDFs are converted to docx with `flow` (no layout) and with
// `pages` (laid out and compared, up to three rounds), in turn, in one process that is warm. Files with pages read by OCR are left out: recognition
// has a bench of its own. PAGES_FILES, PAGES_ONLY: which;
// TIMES_ROUNDS: how often (3); TIMES_PAGES_MIN: only files of so many pages. Writes bench/results/.

import { spawnSync } from 'node:child_process';
import { endLibreOffice, renewLibreOffice } from '../../processor/tools/libreoffice.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { convert, type ConvertOutcome } from '../../support/run/run-convert.ts';
import { interleave, median, quantile, round, writeResult } from '../measure.ts';
import { choosePdfs, type Source } from './choose.ts';

const TIME_MS_MAX = 300_000;
const PAGES_MIN = Number(process.env['TIMES_PAGES_MIN'] ?? 1);
const ROUNDS = Number(process.env['TIMES_ROUNDS'] ?? 3);
/** Pages: of longer files only so many, shorter ones are not counted as files of ten pages. */
const TEN = 10;
const TEN_MIN = 8;

function pagesOf(path: string): number {
  return Number(/^Pages:\s+(\d+)/m.exec(spawnSync('pdfinfo', [path], { encoding: 'utf8' }).stdout)?.[1] ?? 0);
}

interface Row {
  readonly name: string;
  readonly pages: number;
  readonly flow_ms: number;
  readonly pages_ms: number;
  readonly flow_ms_a_page: number;
  /** What the layouts and the comparison take above `flow`. */
  readonly more_ms: number;
  readonly layout: unknown;
}

async function run({ bytes, path }: Source, layout: string): Promise<ConvertOutcome> {
  const pages = pagesOf(path) > TEN ? { pages: `1-${TEN}` } : {};
  return convert(bytes, 'application/pdf', { target_format: 'docx', ocr: true, layout, ...pages }, { processing_ms: TIME_MS_MAX });
}

/** Pages whose text was read by OCR. */
function recognisedPages({ report }: ConvertOutcome): number {
  return (report['recognition'] as { totals?: { ocr?: number } } | undefined)?.totals?.ocr ?? 0;
}

async function measure(source: Source): Promise<Row | undefined> {
  const first = await run(source, 'pages');
  if (recognisedPages(first) > 0) return undefined;
  await renewLibreOffice();
  const contestants = { flow: () => run(source, 'flow'), pages: () => run(source, 'pages'), 'between jobs': renewLibreOffice };
  const times = await interleave(contestants, ROUNDS, 0);
  const [flow, pages] = [median(times['flow'] ?? []), median(times['pages'] ?? [])];
  const count = first.pages ?? 1;
  return {
    name: source.name,
    pages: count,
    flow_ms: Math.round(flow),
    pages_ms: Math.round(pages),
    flow_ms_a_page: round(flow / count, 1),
    more_ms: Math.round(pages - flow),
    layout: first.report['layout'],
  };
}

const rows: Row[] = [];
for (const source of choosePdfs()) {
  if (pagesOf(source.path) < PAGES_MIN) continue;
  const row = await measure(source);
  if (row) rows.push(row);
  process.stderr.write(`${JSON.stringify(row ?? source.name)}\n`);
}
const ten = rows.filter(({ pages }) => pages >= TEN_MIN);
const sum = (values: readonly number[]) => values.reduce((one, two) => one + two, 0);
writeResult('pages-times', {
  files: rows.length,
  pages: sum(rows.map(({ pages }) => pages)),
  flow: {
    ms_a_page_of_all: round(sum(rows.map((row) => row.flow_ms)) / sum(rows.map(({ pages }) => pages)), 1),
    median_ms_a_page: median(rows.map((row) => row.flow_ms_a_page)),
  },
  'loop, files of 8 to 10 pages': {
    files: ten.length,
    median_more_ms: Math.round(median(ten.map((row) => row.more_ms))),
    p90_more_ms: Math.round(
      quantile(
        ten.map((row) => row.more_ms),
        0.9,
      ),
    ),
  },
  rows,
});
await endLibreOffice();
await endPdfium();
process.exit(0);
