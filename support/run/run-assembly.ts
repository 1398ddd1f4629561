// Runs `split`, `merge`, `pages`, `flatten`, `stamp`, `protect` and `unlock` as a job's process does, in a directory of its own, and gives back what came out.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlattenParams } from '#contract/params/flatten-params.ts';
import { MergeParams } from '#contract/params/merge-params.ts';
import { PagesParams } from '#contract/params/pages-params.ts';
import { ProtectParams, UnlockParams } from '#contract/params/protect-params.ts';
import { StampParams } from '#contract/params/stamp-params.ts';
import { SplitParams } from '#contract/params/split-params.ts';
import type { Warning } from '#contract/processor.ts';
import { handleFlatten } from '../../processor/operations/flatten/flatten.ts';
import { handleMerge } from '../../processor/operations/merge/merge.ts';
import type { OperationContext, OperationResult, SourceFile } from '../../processor/operations/operation.ts';
import { handlePages } from '../../processor/operations/pages/pages.ts';
import { handleProtect } from '../../processor/operations/protect/protect.ts';
import { handleUnlock } from '../../processor/operations/protect/unlock.ts';
import { handleStamp } from '../../processor/operations/stamp/stamp.ts';
import { handleSplit } from '../../processor/operations/split/split.ts';

export interface AssemblyOutcome {
  readonly files: readonly { readonly filename: string; readonly contentType: string; readonly bytes: Uint8Array }[];
  readonly report: Record<string, unknown>;
  readonly pages: number | undefined;
  readonly warnings: readonly Warning[];
}

export interface MergeFile {
  readonly bytes: Uint8Array;
  readonly filename?: string;
  readonly contentType?: string;
  readonly pages?: string;
  readonly title?: string;
}

type Limits = Partial<OperationContext['limits']>;

export function split(bytes: Uint8Array, params: Record<string, unknown>, limits: Limits = {}): Promise<AssemblyOutcome> {
  return run([{ bytes, filename: 'report.pdf' }], limits, (context, sources) => handleSplit(context, sources, SplitParams.parse(params)));
}

export function merge(files: readonly MergeFile[], params: Record<string, unknown> = {}, limits: Limits = {}): Promise<AssemblyOutcome> {
  const named = files.map(({ pages, title }) => ({
    file_id: `file_${'0'.repeat(22)}`,
    ...(pages ? { pages } : {}),
    ...(title ? { title } : {}),
  }));
  return run(files, limits, (context, sources) => handleMerge(context, sources, MergeParams.parse({ files: named, ...params })));
}

export function pages(
  bytes: Uint8Array,
  steps: readonly unknown[],
  more: Record<string, unknown> = {},
  limits: Limits = {},
): Promise<AssemblyOutcome> {
  return run([{ bytes, filename: 'report.pdf' }], limits, (context, sources) =>
    handlePages(context, sources, PagesParams.parse({ steps, ...more })),
  );
}

export function flatten(bytes: Uint8Array, params: Record<string, unknown> = {}): Promise<AssemblyOutcome> {
  return run([{ bytes, filename: 'report.pdf' }], {}, (context, sources) => handleFlatten(context, sources, FlattenParams.parse(params)));
}

export function protect(bytes: Uint8Array, params: Record<string, unknown>): Promise<AssemblyOutcome> {
  return run([{ bytes, filename: 'report.pdf' }], {}, (context, sources) => handleProtect(context, sources, ProtectParams.parse(params)));
}

export function stamp(bytes: Uint8Array, marks: readonly object[], files: readonly MergeFile[] = []): Promise<AssemblyOutcome> {
  const named = files.map(() => ({ file_id: `file_${'0'.repeat(22)}` }));
  return run([{ bytes, filename: 'report.pdf' }, ...files], {}, (context, sources) =>
    handleStamp(context, sources, StampParams.parse({ marks, ...(named.length > 0 ? { files: named } : {}) })),
  );
}

export function unlock(bytes: Uint8Array, params: Record<string, unknown> = {}): Promise<AssemblyOutcome> {
  return run([{ bytes, filename: 'report.pdf' }], {}, (context, sources) => handleUnlock(context, sources, UnlockParams.parse(params)));
}

async function run(
  files: readonly MergeFile[],
  limits: Limits,
  handle: (context: OperationContext, sources: readonly [SourceFile, ...SourceFile[]]) => Promise<OperationResult>,
): Promise<AssemblyOutcome> {
  const workDir = mkdtempSync(join(tmpdir(), 'assembly-'));
  const warnings: Warning[] = [];
  const context: OperationContext = {
    workDir,
    limits: { pages: 10_000, processing_ms: 60_000, output_bytes: 1e9, ...limits },
    progress: () => {},
    warn: (warning) => void warnings.push(warning),
  };
  try {
    const sources = files.map(({ bytes, filename = 'source.pdf', contentType = 'application/pdf' }, index) => {
      const path = join(workDir, `source-${index}`);
      writeFileSync(path, bytes);
      return { path, filename, contentType, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    });
    const result = await handle(context, sources as [SourceFile, ...SourceFile[]]);
    return {
      files: result.files.map(({ path, ...named }) => ({ ...named, bytes: readFileSync(path) })),
      report: result.report,
      pages: result.pages,
      warnings,
    };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}
