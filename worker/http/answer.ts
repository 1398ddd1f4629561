// The only file that writes a status: values and refusals become responses here.

import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ERRORS, type ErrorCode, sectionOf } from '#contract/errors.ts';
import type { Refusal, Result } from '../result.ts';
import type { AppContext } from './context.ts';
import type { StoredAnswer } from './stored-answer.ts';

/** 503 is also the answer of a readiness probe, where it is not an error of the request. */
type SuccessStatus = 200 | 201 | 202 | 503;

export function answer<T extends object>(c: AppContext, status: SuccessStatus, body: T, headers: Record<string, string> = {}): Response {
  setJsonHeaders(c);
  return c.json(body, status, headers);
}

/** A text that is the same for everyone. */
export function answerText(c: AppContext, text: string, contentType: string, headers: Record<string, string> = {}): Response {
  c.header('X-Content-Type-Options', 'nosniff');
  return c.body(text, 200, { 'Cache-Control': 'no-cache', ...headers, 'Content-Type': contentType });
}

export function answerEmpty(c: AppContext): Response {
  setJsonHeaders(c);
  return c.body(null, 204);
}

export function answerResult<T extends object>(c: AppContext, status: SuccessStatus, result: Result<T>): Response {
  return result.ok ? answer(c, status, result.value) : answerRefusal(c, result.refusal);
}

export function answerRefusal(c: AppContext, refusal: Refusal): Response {
  const row = ERRORS[refusal.code];
  setJsonHeaders(c);
  for (const [name, value] of Object.entries(headersOf(refusal))) c.header(name, value);
  return c.json(
    {
      error: {
        code: refusal.code,
        message: refusal.message ?? row.meaning,
        request_id: c.get('requestId'),
        retryable: row.retryable,
        docs: new URL(`/docs/guides/${sectionOf(refusal.code)}`, c.req.url).href,
        ...(refusal.details ? { details: refusal.details } : {}),
      },
    },
    row.status as ContentfulStatusCode,
  );
}

/** The stored answer as it was, except that an error carries the identifier of the present request. */
export function answerStored(c: AppContext, stored: StoredAnswer): Response {
  setJsonHeaders(c);
  for (const [name, value] of Object.entries(stored.headers)) c.header(name, value);
  c.header('Idempotent-Replayed', 'true');
  c.header('Content-Type', 'application/json');
  const body = stored.status < 400 ? stored.body : withRequestId(stored.body, c.get('requestId'));
  return c.body(body, stored.status as ContentfulStatusCode);
}

function withRequestId(body: string, requestId: string): string {
  const { error } = JSON.parse(body) as { error: object };
  return JSON.stringify({ error: { ...error, request_id: requestId } });
}

/** Headers that go with a code wherever it is answered. */
const CODE_HEADERS: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthorized: { 'WWW-Authenticate': 'Bearer' },
  unavailable: { 'Retry-After': '5' },
  rate_limited: { 'Retry-After': '5' },
  file_not_ready: { 'Retry-After': '1' },
};

function headersOf(refusal: Refusal): Record<string, string> {
  return { ...CODE_HEADERS[refusal.code], ...refusal.headers };
}

function setJsonHeaders(c: AppContext): void {
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
}
