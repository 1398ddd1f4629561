// Runs the `ocr` operation on bytes as a job's child process would, and gives back all that it said.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { OcrParams } from '#contract/params/ocr-params.ts';
import type { JobLimits, Progress, Warning } from '#contract/processor.ts';
import { handleOcr } from '../../processor/operations/ocr/ocr.ts';

export interface OcrRun {
  readonly bytes: Buffer;
  readonly filename: string;
  readonly contentType: string;
  readonly report: OcrReport;
  readonly warnings: readonly Warning[];
  readonly progress: readonly Progress[];
}

export interface OcrReport extends Record<string, unknown> {
  readonly totals: Record<string, number | null>;
  readonly pages: readonly { page: number; status: string; confidence: number | null; rotation: number; words: number; ms: number }[];
  readonly pages_without_text: string;
  readonly verification?: Record<string, unknown>;
}

export interface RunOptions {
  readonly contentType?: string;
  readonly limits?: Partial<JobLimits>;
  readonly engine?: 'auto' | 'native' | 'wasm';
  readonly filename?: string;
  readonly onProgress?: (step: Progress) => void;
}

/** @throws JobFailure as the operation */
export async function runOcr(bytes: Uint8Array, params: z.input<typeof OcrParams> = {}, options: RunOptions = {}): Promise<OcrRun> {
  const { contentType = 'application/pdf', engine = 'auto', filename = 'scan.pdf' } = options;
  const workDir = mkdtempSync(join(tmpdir(), 'ocr-job-'));
  const [warnings, progress]: [Warning[], Progress[]] = [[], []];
  try {
    const path = join(workDir, 'source');
    writeFileSync(path, bytes);
    const result = await handleOcr(
      {
        workDir,
        limits: { processing_ms: 120_000, pages: 1000, output_bytes: 500_000_000, ...options.limits },
        progress: (step) => {
          progress.push(step);
          options.onProgress?.(step);
        },
        warn: (warning) => warnings.push(warning),
        settings: { ocrEngine: engine },
      },
      [{ path, filename, contentType, sizeBytes: bytes.length, sha256: '' }],
      OcrParams.parse(params),
    );
    const [file] = result.files;
    if (!file) throw new Error('there is no result');
    const report = JSON.parse(JSON.stringify(result.report)) as OcrReport;
    return { bytes: readFileSync(file.path), filename: file.filename, contentType: file.contentType, report, warnings, progress };
  } finally {
    rmSync(workDir, { recursive: true });
  }
}
