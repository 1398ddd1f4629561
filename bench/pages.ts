// `npm run bench:pages`: does a Word document made from a PDF look like its pages? Real PDFs of every kind are converted to docx by us and by
// LibreOffice's import, laid out by LibreOffice, drawn by poppler and compared with the source. PAGES_FILES: how many files; PAGES_ONLY: names with
// commas between; PAGES_LAYOUT: `flow` instead of
// `pages`; PAGES_ALONE=1: without LibreOffice's import; PAGES_SHEETS: a folder for pictures of source and result side by side. Writes bench/results/.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLibreOffice } from '../processor/tools/libreoffice.ts';
import { endPdfium } from '../processor/pdf/pdfium/pdfium-thread.ts';
import { convertWithSoffice } from '../support/judges/soffice.ts';
import { convert } from '../support/run/run-convert.ts';
import { writeResult } from './measure.ts';
import { choosePdfs, type Source } from './pages/choose.ts';
import { compareFile, type FileFigures } from './pages/compare-file.ts';
import { summarise } from './pages/summary.ts';
import { writeSheet } from './pages/sheet.ts';

const TIME_MS_MAX = 300_000;
const LAYOUT = process.env['PAGES_LAYOUT'] ?? 'pages';
const SHEETS = process.env['PAGES_SHEETS'];

/** The same for everybody: each file is laid out in a run of its own, because one that fails would end the others. */
function layOut(docx: Uint8Array | undefined): Uint8Array | undefined {
  return docx && convertWithSoffice({ files: { 'result.docx': docx }, to: 'pdf', timeMsMax: TIME_MS_MAX })['result'];
}

async function convertOurs({ name, bytes }: Source): Promise<Uint8Array | undefined> {
  try {
    return (await convert(bytes, 'application/pdf', { target_format: 'docx', ocr: true, layout: LAYOUT }, { processing_ms: TIME_MS_MAX }))
      .bytes;
  } catch (error) {
    process.stderr.write(`${name}: ${String(error)}\n`);
    return undefined;
  }
}

function convertTheirs({ bytes }: Source): Uint8Array | undefined {
  return convertWithSoffice({ files: { 'source.pdf': bytes }, to: 'docx', infilter: 'writer_pdf_import', timeMsMax: TIME_MS_MAX })[
    'source'
  ];
}

const contestants: Record<string, (source: Source) => Promise<Uint8Array | undefined> | Uint8Array | undefined> = {
  ours: convertOurs,
  ...(process.env['PAGES_ALONE'] === undefined ? { 'soffice import': convertTheirs } : {}),
};

const rows: FileFigures[] = [];
const folder = mkdtempSync(join(tmpdir(), 'bench-pages-'));
try {
  for (const source of choosePdfs()) {
    for (const [contestant, make] of Object.entries(contestants)) {
      const docx = await make(source);
      const pdf = layOut(docx);
      const figures = compareFile({ contestant, source, docx, pdf, folder });
      rows.push(figures);
      process.stderr.write(`${JSON.stringify(figures)}\n`);
      if (SHEETS !== undefined && contestant === 'ours' && pdf) await writeSheet(source, pdf, SHEETS);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeResult('pages', summarise(rows));
await endLibreOffice();
await endPdfium();
process.exit(0);
