// Runs the `ai-edit` operation on bytes as a job's child process would, and gives back all that it said.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { AiEditParams } from '#contract/params/ai-edit-params.ts';
import type { EditPlan } from '#contract/params/edit-plan.ts';
import type { JobLimits, Progress, Warning } from '#contract/processor.ts';
import { handleAiEdit } from '../../processor/operations/ai-edit/ai-edit.ts';
import { askEndpoint, type ModelEndpoint } from '../../processor/ask-model.ts';

export interface EditReport extends Record<string, unknown> {
  readonly plan: EditPlan;
  readonly plan_id?: string;
  readonly changes: readonly {
    op: string;
    operation: string;
    page?: number;
    bbox?: number[];
    before?: string;
    after?: string;
    renumbered?: readonly { before: string; after: string }[];
  }[];
  readonly matches: readonly { page: number; text: string; before: string; after: string; boxes: number[][] }[];
  readonly skipped: readonly { operation: string; reason: string }[];
  readonly fidelity: Record<string, unknown>;
  readonly verification: Record<string, unknown>;
}

export interface EditRun {
  readonly bytes: Buffer;
  readonly filename: string;
  readonly contentType: string;
  readonly report: EditReport;
  readonly warnings: readonly Warning[];
  readonly progress: readonly Progress[];
}

export interface EditRunOptions {
  readonly limits?: Partial<JobLimits>;
  readonly planner?: ModelEndpoint;
  readonly filename?: string;
  /** What the job's `images` name. */
  readonly pictures?: readonly { readonly bytes: Uint8Array; readonly contentType: 'image/jpeg' | 'image/png' }[];
}

/** @throws JobFailure as the operation */
export async function runEdit(
  bytes: Uint8Array,
  params: string | z.input<typeof AiEditParams>,
  options: EditRunOptions = {},
): Promise<EditRun> {
  const workDir = mkdtempSync(join(tmpdir(), 'edit-job-'));
  const warnings: Warning[] = [];
  const progress: Progress[] = [];
  try {
    const path = join(workDir, 'source');
    writeFileSync(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const pictures = (options.pictures ?? []).map(({ bytes: data, contentType }, index) => {
      const file = join(workDir, `picture-${index}`);
      writeFileSync(file, data);
      return { path: file, filename: `picture-${index + 1}`, contentType, sizeBytes: data.length, sha256: '' };
    });
    const result = await handleAiEdit(
      {
        jobId: 'job_of_the_test',
        workDir,
        limits: { processing_ms: 120_000, pages: 1000, output_bytes: 500_000_000, ...options.limits },
        progress: (said) => progress.push(said),
        warn: (warning) => warnings.push(warning),
        settings: { ocrEngine: 'auto' },
        ...(options.planner && { askModel: askEndpoint(options.planner, new AbortController().signal) }),
        startedAtMs: Date.UTC(2026, 10, 21, 8, 30),
      },
      [{ path, filename: options.filename ?? 'letter.pdf', contentType: 'application/pdf', sizeBytes: bytes.length, sha256 }, ...pictures],
      AiEditParams.parse(typeof params === 'string' ? { instruction: params } : params),
    );
    const [file] = result.files;
    if (!file) throw new Error('there is no result');
    const report = JSON.parse(JSON.stringify(result.report)) as EditReport;
    return { bytes: readFileSync(file.path), filename: file.filename, contentType: file.contentType, report, warnings, progress };
  } finally {
    rmSync(workDir, { recursive: true });
  }
}
