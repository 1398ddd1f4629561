// The messages between the processor and a job's child process over the IPC channel.
// The child reads hostile documents, so its messages are checked like any other input.

import { z } from 'zod';
import { FAILURE_REASONS } from '#contract/failures.ts';
import type { ModelAnswer } from '#contract/planning/model-answer.ts';
import { ModelRequest } from '#contract/planning/model-request.ts';
import type { SingleOperationName } from '#contract/operations.ts';
import { type JobLimits, Progress, Warning } from '#contract/processor.ts';
import type { ErrorDescription } from '../log.ts';

interface TaskSource {
  readonly path: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Of the processor, for its operations: they do not read the environment. */
export interface OperationSettings {
  /** `auto`: the program tesseract where it is installed, WebAssembly otherwise. */
  readonly ocrEngine: 'auto' | 'native' | 'wasm';
  /** Resident memory that the whole process group of a job may take. */
  readonly jobMemoryBytesMax?: number | undefined;
}

/** Asks the language model that the operator has. Never rejects. */
export type AskModel = (request: ModelRequest, withinMs: number) => Promise<ModelAnswer>;

/** Processor → child: tasks one at a time, and answers to a task's requests. */
export type ToChild = ChildTask | { readonly kind: 'model_answer'; readonly id: number; readonly answer: ModelAnswer };

export interface ChildTask {
  readonly jobId: string;
  /** A warm program that has seen one account's documents never gets another's. */
  readonly account: string;
  readonly type: SingleOperationName;
  /** Already checked against the operation's table row. */
  readonly params: Record<string, unknown>;
  readonly sources: readonly [TaskSource, ...TaskSource[]];
  readonly limits: JobLimits;
  readonly workDir: string;
  readonly settings: OperationSettings;
  /** Whether a language model can be asked. It gets neither its address nor its key. */
  readonly hasModel?: boolean;
  /** The clock of the processor when the operation was started. */
  readonly startedAtMs: number;
}

const Description: z.ZodType<ErrorDescription> = z.custom<ErrorDescription>((value) => typeof value === 'object' && value !== null);

/** Pids of programs that the child keeps for its next job. */
const Residents = z.array(z.int().positive()).max(4);

/** Child → processor. */
export const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('progress'), progress: Progress }),
  z.object({ kind: z.literal('warning'), warning: Warning }),
  z.object({ kind: z.literal('ask_model'), id: z.int(), request: ModelRequest, withinMs: z.int().positive() }),
  z.object({
    kind: z.literal('done'),
    files: z.array(z.object({ path: z.string(), filename: z.string().min(1), contentType: z.string().min(1) })).min(1),
    report: z.record(z.string(), z.unknown()),
    pages: z.int().nonnegative().optional(),
    rssBytes: z.int().nonnegative(),
    residents: Residents,
  }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(FAILURE_REASONS),
    message: z.string(),
    page: z.int().positive().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    residents: Residents,
    /** For the log only. */
    description: Description,
  }),
  /** The child ends because of an unhandled error. */
  z.object({ kind: z.literal('broken'), description: Description }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;

export interface TaskResult {
  readonly files: readonly { readonly path: string; readonly filename: string; readonly contentType: string }[];
  readonly report: Record<string, unknown>;
  readonly pages: number | undefined;
}
