// Real and hostile files through `convert`: office documents, pages and texts to PDF, PDFs to pictures. Each gives a result that independent programs
// find whole, or a clear reason, in bounded time; nothing that a file names is read, fetched or written. Runs only where the corpus is.

import { readdirSync } from 'node:fs';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { CONVERSIONS } from '#contract/params/conversions.ts';
import { FILE_TYPES, type UploadType } from '#contract/files.ts';
import { JobFailure } from '../../processor/failure.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../processor/tools/libreoffice.ts';
import { listCorpus, readCorpus, readCorpusPasswords, readExpectations, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../support/judges/judge-pdf.ts';
import { convert, type ConvertOutcome } from '../../support/run/run-convert.ts';

/** The service ends a job at its limit; here each step ends by itself, when it has worked for its time. */
const JOB_MS_MAX = 100_000;
const TYPES = new Map(Object.entries(FILE_TYPES).map(([type, { extension }]) => [extension as string, type as UploadType]));

const passwords = readCorpusPasswords();

const rows: { readonly name: string; readonly outcome: string; readonly ms: number }[] = [];

async function run(name: string, params: Record<string, unknown>): Promise<ConvertOutcome | JobFailure> {
  const start = performance.now();
  let outcome = 'succeeded';
  try {
    const type = TYPES.get(name.split('.').pop() ?? '') ?? 'application/pdf';
    return await convert(readCorpus(name), type, params, { pages: 500, processing_ms: 45_000 });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    outcome = error.reason;
    return error;
  } finally {
    rows.push({ name, outcome, ms: performance.now() - start });
  }
}

/** Tests that run beside have those with the number of a process. */
const CANARY_OF_FILES = /^pdfapi-canary-(?!(?:html|print|sheets|sources)-\d)\D/;

afterEach(() => {
  expect(rows.at(-1)?.ms).toBeLessThan(JOB_MS_MAX);
  expect(readdirSync('/tmp').filter((name) => CANARY_OF_FILES.test(name))).toEqual([]);
});
afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
  const outcomes = Map.groupBy(rows, ({ outcome }) => outcome);
  const slowest = rows.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  console.log(`${rows.length} files: ${[...outcomes].map(([outcome, of]) => `${outcome} ${of.length}`).join(', ')}`);
  console.log(`slowest: ${slowest.map(({ name, ms }) => `${name} ${Math.round(ms)} ms`).join(', ')}`);
});

const documents = listCorpus('office', ['.docx', '.odt', '.html', '.txt']);
const hostile = listCorpus('bad', ['.docx', '.html', '.txt', '.png', '.jpg']);
const pages = [...listCorpus('pdf', ['.pdf']), ...listCorpus('bad', ['.pdf'])];
const expected = readExpectations();

describeCorpus('real documents to PDF', documents, hasPdfJudges, () => {
  test.each(sampleCorpus(documents, 3))('%s', async (name) => {
    const result = await run(name, { target_format: 'pdf' });
    if (result instanceof JobFailure) {
      // A document behind a password; nothing else is refused.
      expect(result.reason).toBe('unsupported_feature');
      return;
    }
    expect(qpdfCheck(result.bytes).status).toBe(0);
    const { words_in: wordsIn } = result.report as { words_in?: number };
    if (wordsIn !== undefined && wordsIn > 50 && !/jpn|hin/.test(name)) {
      expect(textOfPdf(result.bytes).match(/\S+/g)?.length ?? 0).toBeGreaterThan(wordsIn * 0.9);
    }
  });
});

describeCorpus('hostile documents and pictures to PDF', hostile, hasPdfJudges, () => {
  test.each(sampleCorpus(hostile, 4))('%s', async (name) => {
    const result = await run(name, { target_format: 'pdf' });
    const isRefused = result instanceof JobFailure;
    if (expected.get(name)?.outcome === 'reject') expect(isRefused).toBe(true);
    if (expected.get(name)?.outcome === 'ok') expect(isRefused).toBe(false);
    if (isRefused) return expect(result.reason).not.toBe('internal');
    expect(qpdfCheck(result.bytes).status).toBe(0);
    expect(textOfPdf(result.bytes)).not.toMatch(/root:x:0:0|canary/i);
  });
});

describeCorpus('real and hostile PDFs to pictures', pages, true, () => {
  test.each(sampleCorpus(pages, 4))('%s', async (name) => {
    const password = passwords.get(name);
    const result = await run(name, { target_format: 'jpg', pages: '1', dpi: 100, ...(password !== undefined && { password }) });
    if (result instanceof JobFailure) {
      expect(result.reason).not.toBe('internal');
      if (name.startsWith('pdf/'))
        expect(['encrypted_pdf', 'password_incorrect', 'corrupt_file', 'page_too_large']).toContain(result.reason);
      return;
    }
    const files = result.contentType === 'application/zip' ? Object.values(unzipSync(result.bytes)) : [result.bytes];
    for (const file of files) expect((await sharp(file, { limitInputPixels: false }).stats()).channels.length).toBeGreaterThan(0);
  });
});

test('the matrix holds every type of the corpus', () => {
  for (const extension of ['pdf', 'docx', 'odt', 'html', 'txt', 'png', 'jpg', 'tiff', 'rtf'])
    expect(CONVERSIONS).toHaveProperty([TYPES.get(extension) ?? '']);
  rows.push({ name: 'matrix', outcome: 'succeeded', ms: 0 });
});
