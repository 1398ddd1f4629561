// Real documents divided into their pages and joined again: the same text, the same look page by page, hardly larger. A sample by default.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unzipSync } from 'fflate';
import { JobFailure } from '../../processor/failure.ts';
import { listCorpus, readCorpus, readCorpusPasswords } from '../../support/corpus.ts';
import { decryptPdf, pagesDrawnDifferently, qpdfCheck, textOfPdf } from '../../support/judges/judge-pdf.ts';
import { merge, split } from '../../support/run/run-assembly.ts';
import { thinned } from '../../support/everything.ts';
import { useWorkDir } from '../support/work-dir.ts';

useWorkDir();
const passwords = readCorpusPasswords();
const PAGES_MAX = 100;
/** What is no document, or may not be changed. */
const REFUSED = [
  'encrypted_pdf',
  'password_incorrect',
  'corrupt_file',
  'signed_document',
  'page_limit',
  'empty_file',
  'type_mismatch',
  'pixel_limit',
  'page_too_large',
  'decompression_limit',
];

/** Files to merge have to be two at least: a document of one page is divided in vain. */
const SAMPLE_EVERY = 12;

describe('split by page and merged again', () => {
  test.each(thinned(listCorpus('pdf', ['.pdf']), SAMPLE_EVERY))('%s', async (name) => {
    const bytes = readCorpus(name);
    const password = passwords.get(name);
    const secret = password === undefined ? {} : { password };
    let parts: Uint8Array[];
    try {
      const { files, report } = await split(
        bytes,
        { pages: 'each', output: 'zip', on_signature: 'invalidate', ...secret },
        { pages: PAGES_MAX },
      );
      // Who is late with a page, or cannot read the source, says so: nothing is called verified, or different, that was not seen.
      const { result, not_compared_in_time } = report['verification'] as { result: string; not_compared_in_time?: number };
      const isSeen = not_compared_in_time === undefined && textOfPdf(decryptPdf(bytes, password)) !== '';
      expect(isSeen ? ['verified'] : ['verified', 'incomplete']).toContain(result);
      parts = Object.values(unzipSync(files[0]!.bytes));
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      expect(REFUSED).toContain(error.reason);
      return;
    }
    const first = parts[0]!;
    const merged = parts.length === 1 ? first : (await merge(parts.map((part) => ({ bytes: part })))).files[0]!.bytes;
    const source = decryptPdf(bytes, password);
    const text = textOfPdf(source);
    // A judge that reads no page of the source says nothing of the result.
    if (text !== '') {
      expect(textOfPdf(merged)).toBe(text);
      expect(pagesDrawnDifferently(source, merged, { dpi: 40, lastPage: 20 })).toEqual([]);
    }
    if (qpdfCheck(source).status === 0) expect(qpdfCheck(merged).status).toBe(0);
    expect(merged.length).toBeLessThanOrEqual(Math.max(packedSize(source), bytes.length) * 1.1 + 1000);
  });
});

/** What qpdf makes of it: a file that has parts twice, or misses its end, says nothing of size. */
function packedSize(bytes: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    const path = join(folder, 'in.pdf');
    writeFileSync(path, bytes);
    const run = spawnSync('qpdf', ['--object-streams=generate', path, '-'], { maxBuffer: 1e9 });
    return run.stdout.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
