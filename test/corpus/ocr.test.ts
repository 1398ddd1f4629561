// Real scans and the checklist of hostile and odd PDFs go through `ocr`: each gives a sound document with its pictures untouched, or a clear
// reason, in bounded time. Runs only where the corpus is.

import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { scoreText } from '../../support/judges/quality/ocr-score.ts';
import { JobFailure } from '../../processor/failure.ts';
import { listOcrLanguages } from '../../processor/recognition/engine.ts';
import { openPdf } from '../../processor/pdf/open.ts';
import { endPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { listCorpus, listFolder, readCorpus, readGroundTruth, sampleCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { decryptPdf, hasPdfJudges, qpdfCheck, textOfPdf } from '../../support/judges/judge-pdf.ts';
import { type OcrRun, runOcr } from '../../support/run/run-ocr.ts';

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
const found = listFolder('scan', ['.pdf', '.jpg', '.jpeg', '.png', '.tif', '.tiff']);
const installed = found.length > 0 ? (await listOcrLanguages('auto')).languages : [];

const scans = found.flatMap((name) => {
  const language = /^udhr-(\w{3})-/.exec(name)?.[1] ?? (name.startsWith('ocrd-') ? 'deu' : 'eng');
  const truth = readGroundTruth(`scan/${name}`);
  return truth !== undefined && installed.includes(language) ? [{ name, language, truth }] : [];
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
    return await runOcr(readCorpus(name), ...args);
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    outcome = error.reason;
    return outcome;
  } finally {
    rows.push({ name, outcome, ms: performance.now() - start });
  }
}

const odd = sampleCorpus(
  listCorpus('pdf', ['.pdf']).filter((name) => name.startsWith('pdf/ocr-')),
  2,
);
const bad = sampleCorpus(listCorpus('bad', ['.pdf']), 3);
const chosen = sampleCorpus(
  scans.map(({ name }) => name),
  2,
);

describeCorpus('ocr over real scans', chosen, hasPdfJudges, () => {
  test.each(scans.filter(({ name }) => chosen.includes(name)))(
    '$name: a sound PDF with the words of the page',
    async ({ name, language, truth }) => {
      const contentType = TYPES[(name.split('.').at(-1) ?? '').slice(0, 3)] ?? '';
      const run = await ocr(`scan/${name}`, { languages: [language] }, { contentType });
      if (typeof run === 'string') throw new Error(`failed: ${run}`);
      expect(qpdfCheck(run.bytes).status).toBe(0);
      expect(run.report.pages.every(({ status }) => status === 'ocr' || status === 'skipped_text')).toBe(true);
      const { missedWords } = scoreText(truth, textOfPdf(run.bytes));
      rows.push({ name, outcome: 'scored', ms: 0, missed: missedWords });
      // Type of the nineteenth century, noise and 100 dpi included: what must not happen is a lost page.
      expect(missedWords).toBeLessThan(0.9);
    },
    JOB_MS_MAX * 2,
  );
});

describeCorpus('ocr over odd and hostile PDFs', [...odd, ...bad], hasPdfJudges, () => {
  test.each([...odd, ...bad])(
    '%s: pictures untouched, sound or a clear reason, in bounded time',
    async (name) => {
      const source = readCorpus(name);
      const run = await ocr(name, { pages: PAGES, on_signature: 'invalidate' }, { limits: { processing_ms: JOB_MS_MAX } });
      // The service ends a job at its limit; here each step ends by itself, when it has worked for its time.
      expect(rows.at(-1)?.ms).toBeLessThan(JOB_MS_MAX * 2);
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
    JOB_MS_MAX * 3,
  );

  test('nothing that the files name was read, fetched or written', () => {
    expect(readdirSync('/tmp').filter((name) => name.startsWith('pdfapi-canary-'))).toEqual([]);
  });
});
