// What a test needs that calls an operation in its own process: a work directory, and PDFium's thread, warm before and ended after.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';

/** Call once, at the top of a test file. @returns the directory, which is removed when the file's tests have run. */
export function useWorkDir(): string {
  const workDir = mkdtempSync(join(tmpdir(), 'test-'));
  beforeAll(warmUpPdfium);
  afterAll(async () => {
    rmSync(workDir, { recursive: true, force: true });
    await endPdfium();
  });
  return workDir;
}
