// Real scans and the checklist of hostile and odd PDFs go through `ocr`: each gives a sound document with its pictures untouched, or a clear
// reason, in bounded time. Runs only where the corpus is.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scoreText } from '../../bench/quality/ocr-score.ts';
import { JobFailure } from '../../processor/failure.ts';
import { listOcrLanguages } from '../../processor/recognition/engine.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { endPdfium } from '../../processor/pdf/pdfium-thread.ts';
import { CORPUS, sampleCorpus } from '../support/corpus.ts';
import { decryptPdf, hasPdfJudges, qpdfCheck, textOfPdf } from '../support/judge-pdf.ts';
import { type OcrRun, runOcr } from '../support/run-ocr.ts';

const JOB_MS_MAX = 60_000;
const PAGES = '1';
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', tif: 'image/tiff', pdf: 'application/pdf' };

interface Row {
  readonly name: string;
  readonly outcome: string;
  readonly ms: number;
  readonly missed?: number;
}
const rows: Row[] = [];
const list = (folder: string, ending: RegExp) =>
  existsSync(join(CORPUS, folder)) ? readdirSync(join(CORPUS, folder)).filter((name) => ending.test(name)) : [];
const installed = existsSync(CORPUS) ? (await listOcrLanguages('auto')).languages : [];

const scans = list('scan', /\.(?:pdf|jpe?g|png|tiff?)$/).flatMap((name) => {
  const language = /^udhr-(\w{3})-/.exec(name)?.[1] ?? (name.startsWith('ocrd-') ? 'deu' : 'eng');
  return installed.includes(language) && existsSync(join(CORPUS, 'scan', name.replace(/\.\w+$/, '.gt.txt'))) ? [{ name, language }] : [];
});

afterAll(async () => {
  await endPdfium();
  const outcomes = Map.groupBy(rows, ({ outcome }) => outcome);
  console.log(`${rows.length} files: ${[...outcomes].map(([outcome, of]) => `${outcome} ${of.length}`).join(', ')}`);
  const slowest = rows.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(`slowest: ${slowest.map(({ name, ms }) => `${name} ${Math.round(ms)} ms`).join(', ')}`);
  console.log(
    `missed words: ${rows.flatMap(({ name, missed }) => (missed === undefined ? [] : `${name} ${(missed * 100).toFixed(1)} %`)).join(', ')}`,
  );
});

async function ocr(name: string, ...args: Parameters<typeof runOcr> extends [unknown, ...infer R] ? R : never): Promise<OcrRun | string> {
  const start = performance.now();
  let outcome = 'succeeded';
  try {
    return await runOcr(readFileSync(join(CORPUS, name)), ...args);
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    outcome = error.reason;
    return outcome;
  } finally {
    rows.push({ name, outcome, ms: performance.now() - start });
  }
}

describe.skipIf(scans.length === 0 || !hasPdfJudges)('ocr over real scans', () => {
  const chosen = new Set(
    sampleCorpus(
      scans.map(({ name }) => name),
      2,
    ),
  );
  it.each(scans.filter(({ name }) => chosen.has(name)))(
    '$name: a sound PDF with the words of the page',
    async ({ name, language }) => {
      const contentType = TYPES[(name.split('.').at(-1) ?? '').slice(0, 3)] ?? '';
      const run = await ocr(join('scan', name), { languages: [language] }, { contentType });
      if (typeof run === 'string') throw new Error(`failed: ${run}`);
      expect(qpdfCheck(run.bytes).status).toBe(0);
      expect(run.report.pages.every(({ status }) => status === 'ocr' || status === 'skipped_text')).toBe(true);
      const truth = readFileSync(join(CORPUS, 'scan', name.replace(/\.\w+$/, '.gt.txt')), 'utf8');
      const { missedWords } = scoreText(truth, textOfPdf(run.bytes));
      rows.push({ name, outcome: 'scored', ms: 0, missed: missedWords });
      // Type of the nineteenth century, noise and 100 dpi included: what must not happen is a lost page.
      expect(missedWords).toBeLessThan(0.9);
    },
    JOB_MS_MAX * 2,
  );
});

describe.skipIf(!hasPdfJudges)('ocr over odd and hostile PDFs', () => {
  const odd = list('pdf', /^ocr-.*\.pdf$/).map((name) => join('pdf', name));
  const bad = list('bad', /\.pdf$/).map((name) => join('bad', name));
  it.each([...sampleCorpus(odd, 3), ...sampleCorpus(bad, 5)])(
    '%s: pictures untouched, sound or a clear reason, in bounded time',
    async (name) => {
      const source = readFileSync(join(CORPUS, name));
      const run = await ocr(name, { pages: PAGES, on_signature: 'invalidate' }, { limits: { processing_ms: JOB_MS_MAX } });
      expect(rows.at(-1)?.ms).toBeLessThan(JOB_MS_MAX);
      if (typeof run === 'string') {
        expect(run).not.toBe('internal');
        return;
      }
      const after = qpdfCheck(run.bytes);
      if (after.status === 2) expect(qpdfCheck(source).status, after.output).toBe(2);
      const result = Buffer.from(run.bytes);
      // What only a repair by qpdf opens has no streams of its own to look for.
      const opened = await openPdf(decryptPdf(source, undefined), { needs: 'read', pagesMax: 2000 }).catch((error: unknown) => {
        if (error instanceof JobFailure && run.warnings.some(({ code }) => code === 'repaired')) return undefined;
        throw error;
      });
      for (const stream of opened?.description.streams ?? []) {
        if (stream.dict.toString().includes('/Subtype /Image')) expect(result.includes(Buffer.from(stream.getContents()))).toBe(true);
      }
    },
    JOB_MS_MAX * 2,
  );

  it('nothing that the files name was read, fetched or written', () => {
    expect(readdirSync('/tmp').filter((name) => name.startsWith('pdfapi-canary-'))).toEqual([]);
  });
});
