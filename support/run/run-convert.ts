// Runs the `convert` operation as a job's process does, in a directory of its own, and gives back what came out.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConvertParams } from '#contract/params/convert-params.ts';
import { FILE_TYPES, type UploadType } from '#contract/files.ts';
import type { Progress, Warning } from '#contract/processor.ts';
import { handleConvert } from '../../processor/operations/convert/convert.ts';

export interface ConvertOutcome {
  readonly bytes: Uint8Array;
  readonly filename: string;
  readonly contentType: string;
  readonly report: Record<string, unknown>;
  readonly pages: number | undefined;
  readonly warnings: readonly Warning[];
  /** Codes of the warnings. */
  readonly codes: readonly string[];
  readonly progress: readonly Progress[];
}

export interface ConvertLimits {
  readonly pages?: number;
  readonly processing_ms?: number;
  readonly output_bytes?: number;
}

/** Where a test does not say otherwise, text flows: that saves it a layout of what it does not look at. */
const FLOWS = { layout: 'flow' };

/** A converter that stays warm sees all that is in it, as it would see the directory of a slot. */
export const JOBS = mkdtempSync(join(tmpdir(), 'convert-'));
process.on('exit', () => rmSync(JOBS, { recursive: true, force: true }));

function isRead(contentType: UploadType, { target_format }: Record<string, unknown>): boolean {
  return target_format === 'docx' && (contentType === 'application/pdf' || contentType.startsWith('image/'));
}

export async function convert(
  source: Uint8Array | string,
  contentType: UploadType,
  params: Record<string, unknown> = {},
  limits: ConvertLimits = {},
  ocrEngine: 'auto' | 'native' | 'wasm' = 'auto',
): Promise<ConvertOutcome> {
  const workDir = mkdtempSync(join(JOBS, 'job-'));
  const warnings: Warning[] = [];
  const progress: Progress[] = [];
  try {
    const path = join(workDir, `source-0.${FILE_TYPES[contentType].extension}`);
    const bytes = typeof source === 'string' ? Buffer.from(source) : source;
    writeFileSync(path, bytes);
    const context = {
      workDir,
      limits: { pages: 500, processing_ms: 60_000, output_bytes: 200_000_000, ...limits },
      progress: (step: Progress) => void progress.push(step),
      warn: (warning: Warning) => void warnings.push(warning),
      settings: { ocrEngine },
    };
    const file = { path, filename: `source.${FILE_TYPES[contentType].extension}`, contentType, sizeBytes: bytes.length, sha256: '' };
    const result = await handleConvert(
      context,
      [file],
      ConvertParams.parse({ target_format: 'pdf', ...(isRead(contentType, params) && FLOWS), ...params }),
    );
    const [first] = result.files;
    if (!first) throw new Error('no result');
    return {
      bytes: readFileSync(first.path),
      filename: first.filename,
      contentType: first.contentType,
      report: result.report,
      pages: result.pages,
      warnings,
      codes: warnings.map(({ code }) => code),
      progress,
    };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
