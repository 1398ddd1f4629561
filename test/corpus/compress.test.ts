// Every PDF of the corpus goes through `compress`: none grows, none breaks, none loses text or anything a reader can use, as independent programs see
// it. Runs only where the corpus is.

import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMPRESS_QUALITIES } from '#contract/params/compress-params.ts';
import { JobFailure } from '../../processor/failure.ts';
import { listCorpus, readCorpus, readCorpusPasswords, sampleCorpus } from '../../support/corpus.ts';
import { ALL_FILES } from '../../support/everything.ts';
import { decryptPdf, hasPdfJudges, qpdfCheck, textOfPdf } from '../../support/judges/judge-pdf.ts';
import { onBusyMachine } from '../support/busy-machine.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { compressBytes, type CompressedBytes } from '../support/compress-bytes.ts';
import { useWorkDir } from '../support/work-dir.ts';

const JOB_MS_MAX = onBusyMachine(60_000);

const workDir = useWorkDir();
const passwords = readCorpusPasswords();
const real = [...listCorpus('pdf', ['.pdf']), ...listCorpus('scan', ['.pdf'])];
const hostile = listCorpus('bad', ['.pdf']);
const ratios: number[] = [];

afterAll(() => {
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`${ratios.length} results, geometric mean ratio ${mean.toFixed(3)}`);
});

async function compress(bytes: Uint8Array, name: string, quality: (typeof COMPRESS_QUALITIES)[number]): Promise<CompressedBytes | string> {
  try {
    const options = { workDir, pagesMax: 2000, quality, linearize: false, strict: false, onSignature: 'invalidate' } as const;
    return await compressBytes(bytes, { ...options, password: passwords.get(name) });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return error.reason;
  }
}

/** What qpdf's own reading of the file says of outlines, annotations, fields, attachments, labels and pages. */
function qpdfCounts(bytes: Uint8Array): Record<string, number> | undefined {
  const path = join(workDir, 'counted.pdf');
  writeFileSync(path, bytes);
  const keys = ['pages', 'acroform', 'attachments', 'outlines', 'pagelabels'];
  const run = spawnSync('qpdf', ['--json=2', ...keys.map((key) => `--json-key=${key}`), path], { maxBuffer: 512 * 1024 * 1024 });
  if (run.status === 2 || run.stdout.length === 0) return undefined;
  const told = JSON.parse(run.stdout.toString()) as {
    pages: readonly { images: readonly unknown[] }[];
    acroform: { fields: readonly unknown[] };
    attachments: object;
    outlines: readonly unknown[];
    pagelabels: readonly unknown[];
  };
  return {
    pages: told.pages.length,
    fields: told.acroform.fields.length,
    attachments: Object.keys(told.attachments).length,
    outlines: told.outlines.length,
    pagelabels: told.pagelabels.length,
  };
}

describeCorpus('compress over real PDFs', real, hasPdfJudges, () => {
  test.each(sampleCorpus(real, 3))('%s: smaller or the same, and whole', async (name) => {
    const bytes = readCorpus(name);
    const start = performance.now();
    const levels = ALL_FILES ? COMPRESS_QUALITIES : (['balanced'] as const);
    for (const quality of levels) {
      const result = await compress(bytes, name, quality);
      if (typeof result === 'string') {
        expect(['encrypted_pdf', 'corrupt_file']).toContain(result);
        return;
      }
      ratios.push(result.bytes.length / bytes.length);
      expect(result.bytes.length).toBeLessThanOrEqual(bytes.length);
      if (!result.changed) continue;
      const source = decryptPdf(bytes, passwords.get(name));
      const after = qpdfCheck(result.bytes);
      if (after.status !== 0) expect(qpdfCheck(source).status, after.output).toBe(after.status);
      const text = textOfPdf(source);
      // Nothing at all: poppler cannot open the source, so it has nothing to compare.
      if (text !== '') expect(textOfPdf(result.bytes)).toBe(text);
      const counts = qpdfCounts(source);
      if (counts) expect(qpdfCounts(result.bytes)).toEqual(counts);
    }
    expect(performance.now() - start).toBeLessThan(JOB_MS_MAX * levels.length);
  });
});

describeCorpus('compress over hostile PDFs', hostile, hasPdfJudges, () => {
  test.each(sampleCorpus(hostile, 4))('%s: a sound result or a clear reason, in bounded time', async (name) => {
    const bytes = readCorpus(name);
    const start = performance.now();
    const result = await compress(bytes, name, 'balanced');
    expect(performance.now() - start).toBeLessThan(JOB_MS_MAX);
    expect(result).not.toBe('internal');
    if (typeof result === 'string') return;
    expect(result.bytes.length).toBeLessThanOrEqual(bytes.length);
    if (qpdfCheck(result.bytes).status === 2) expect(qpdfCheck(bytes).status).toBe(2);
  });

  test('nothing that the files name was read, fetched or written', () => {
    expect(readdirSync('/tmp').filter((name) => name.startsWith('pdfapi-canary-'))).toEqual([]);
  });
});
