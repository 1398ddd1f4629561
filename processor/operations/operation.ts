// What an operation is: a function from source files and checked parameters to result files and evidence.
// It runs in a job's own child process, reads its sources and writes its results inside `workDir`, and uses nothing else.
// Cancelling and time limits need no cooperation: the process group is killed.

import type { OperationName, OperationParams } from '#contract/operations.ts';
import type { JobLimits, Progress, Warning } from '#contract/processor.ts';
import type { AskModel, OperationSettings } from '../sandbox/child-messages.ts';

export interface OperationContext {
  readonly jobId?: string;
  /** Names the account in this processor; absent outside of jobs. */
  readonly account?: string;
  /** Absolute path of a directory that holds only this job and is removed after it. */
  readonly workDir: string;
  readonly limits: JobLimits;
  readonly progress: (progress: Progress) => void;
  readonly warn: (warning: Warning) => void;
  /** Absent where nothing is set: each setting then has its default. */
  readonly settings?: OperationSettings;
  /** Absent where the operator has no language model. */
  readonly askModel?: AskModel;
  /** For dates in a result: operations have no clock. Absent outside of jobs. */
  readonly startedAtMs?: number;
}

export interface SourceFile {
  /** Absolute, inside `workDir`. */
  readonly path: string;
  /** As the customer named it; only for naming the result, never part of a path. */
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface OperationResult {
  /** At least one; `path` is inside `workDir`. */
  readonly files: readonly { readonly path: string; readonly filename: string; readonly contentType: string }[];
  /** The evidence: what was done and how it was verified. At most 256 KiB as JSON. */
  readonly report: Record<string, unknown>;
  readonly pages?: number;
}

/** @throws JobFailure with a reason of the closed list; anything else is reported as `internal`. */
export type Operation<N extends OperationName> = (
  context: OperationContext,
  sources: readonly [SourceFile, ...SourceFile[]],
  params: OperationParams<N>,
) => Promise<OperationResult>;
