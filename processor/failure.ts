// How processing fails: one error type that carries the closed reason. Thrown where the cause is known, caught only by run-job.

import { FAILURES, type FailureReason } from '#contract/failures.ts';

export interface FailureOptions {
  /** What a customer reads instead of the table's sentence. Never document text, a path of this machine or a secret. */
  readonly message?: string;
  /** 1-based. */
  readonly page?: number;
  readonly details?: Record<string, unknown>;
  readonly cause?: unknown;
}

export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly reason: FailureReason;
  readonly retryable: boolean;
  readonly page: number | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(reason: FailureReason, options: FailureOptions = {}) {
    super(options.message ?? FAILURES[reason].message, { cause: options.cause });
    this.reason = reason;
    this.retryable = FAILURES[reason].retryable;
    this.page = options.page;
    this.details = options.details;
  }
}
