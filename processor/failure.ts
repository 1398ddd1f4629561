// How processing fails: one error type that carries the closed reason. Thrown where the cause is known, caught only by run-job.

import { FAILURES, type FailureReason } from '#contract/failures.ts';

/** Which check of an edit plan, or of the edited document, found the fault. */
export type EditCheck =
  // Checks of the plan, before anything is changed.
  | 'instruction'
  | 'schema'
  | 'source'
  | 'unresolved'
  | 'pages'
  | 'located'
  | 'conflicts'
  | 'policy'
  | 'derivation'
  // Checks of single operations while they are carried out, and of the result.
  | 'edit'
  | 'fit'
  | 'glyphs'
  | 'redaction'
  | 'verify';

/** What a caller needs for trying again with less, or in another way. The customer reads the same in `details`, without `kind`. */
export type Refused =
  | {
      readonly kind: 'edit';
      readonly check: EditCheck;
      /** Identifier of the operation that caused it. */
      readonly operation?: string;
      readonly operations?: readonly string[];
    }
  | {
      readonly kind: 'archive';
      /** The rules of PDF/A that the document cannot be made to follow. */
      readonly reasons: readonly {
        readonly rule: string;
        readonly clause: string;
        readonly count: number;
        readonly places: readonly string[];
      }[];
    };

export interface FailureOptions {
  /** What a customer reads instead of the default message. Never document text, a path of this machine or a secret. */
  readonly message?: string;
  /** 1-based. */
  readonly page?: number;
  readonly refused?: Refused;
  /** For the customer only; follows the fields of `refused`. */
  readonly details?: Record<string, unknown>;
  readonly cause?: unknown;
}

export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly reason: FailureReason;
  readonly retryable: boolean;
  readonly page: number | undefined;
  readonly refused: Refused | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(reason: FailureReason, options: FailureOptions = {}) {
    super(options.message ?? FAILURES[reason].message, { cause: options.cause });
    this.reason = reason;
    this.retryable = FAILURES[reason].retryable;
    this.page = options.page;
    this.refused = options.refused;
    this.details = options.refused ? { ...detailsOf(options.refused), ...options.details } : options.details;
  }
}

/** The same failure, with more for the customer. */
export function addDetails({ reason, message, page, refused, details, cause }: JobFailure, more: Record<string, unknown>): JobFailure {
  return new JobFailure(reason, {
    message,
    cause,
    details: { ...details, ...more },
    ...(page !== undefined && { page }),
    ...(refused && { refused }),
  });
}

/** What the customer sees: all but its kind. */
function detailsOf(refused: Refused): Record<string, unknown> {
  return Object.fromEntries(Object.entries(refused).filter(([name]) => name !== 'kind'));
}

/** A file is not what it was when it was opened. No JobFailure: code that expects a damaged document must not take it for one. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** No room on the device, over the quota, or over the limit of a file's size. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whatever was thrown, as the failure of a job. */
export function toJobFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  if (error instanceof FileChanged) return new JobFailure('file_changed', { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new JobFailure(DISK_FULL.has(code) ? 'disk_full' : 'internal', { cause: error });
}
