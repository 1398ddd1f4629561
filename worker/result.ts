// How a verb answers: a value, or a refusal (the caller's doing) from the closed table of codes. Failures of the world are thrown.

import type { ErrorCode } from '#contract/errors.ts';
import type { RefusedField } from '#contract/params/submission.ts';

export interface Refusal {
  readonly code: ErrorCode;
  /** For the caller, instead of the table's sentence. */
  readonly message?: string;
  readonly details?: readonly RefusedField[];
  readonly headers?: Readonly<Record<string, string>>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(code: ErrorCode, message?: string, more: Omit<Refusal, 'code' | 'message'> = {}): Result<never> {
  return { ok: false, refusal: { code, ...(message === undefined ? {} : { message }), ...more } };
}

export function refuseField(field: string, issue: string, message: string): Result<never> {
  return refuse('invalid_request', message, { details: [{ field, issue, message }] });
}
