// What is repeated, and after how long.

import { type ApiError, ConnectionError } from './errors.ts';

const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 8_000;
/** A `Retry-After` beyond this is the caller's business: a quota of the month, for example. */
const OBEYED_MS_MAX = 90_000;

/** Refusals that say nothing about the request itself. */
const PASSING_CODES = new Set(['idempotency_in_progress', 'file_not_ready', 'rate_limited', 'unavailable', 'internal_error']);
/** What a body that was cut on its way looks like at the other end. */
const CUT_CODES = new Set(['size_mismatch', 'checksum_mismatch']);

/**
 * @param attempt of those that failed, from 0
 * @param isUpload the body is bytes whose length or hash the service knows
 * @returns how long to wait before the next one; undefined: there is none
 */
export function pauseBefore(failure: unknown, attempt: number, isUpload: boolean): number | undefined {
  if (failure instanceof ConnectionError) return backoff(attempt);
  if (!isApiError(failure)) return undefined;
  const isPassing = PASSING_CODES.has(failure.code) || failure.status === 408 || failure.status >= 500;
  if (!isPassing && !(isUpload && CUT_CODES.has(failure.code))) return undefined;
  const asked = retryAfterMs(failure.headers);
  if (asked === undefined) return backoff(attempt);
  // Jitter beyond it: those that were refused together do not come back together.
  return asked > OBEYED_MS_MAX ? undefined : Math.max(asked, backoff(attempt) / 4) + Math.random() * Math.min(1_000, asked / 4);
}

/** Grows by half a turn to a full one, so that callers who failed together part. */
export function backoff(attempt: number): number {
  const full = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** attempt);
  return full / 2 + (Math.random() * full) / 2;
}

function isApiError(failure: unknown): failure is ApiError {
  return failure instanceof Error && 'status' in failure && 'headers' in failure;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** @throws the signal's reason when it is aborted */
export async function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
