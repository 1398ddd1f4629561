// What must hold for every answer of a kind.

import { expect } from 'vitest';
import { BASE_PATH, type Route, ROUTES } from '#contract/api.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { idPattern } from '#contract/ids.ts';
import { errorsOf } from '#contract/reference/openapi.ts';

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly docs: string;
  readonly details?: readonly { field: string; issue: string; message: string }[];
}

/** The status that belongs to the code, the shape of the specification, and one request id in header and body. */
export async function expectError(response: Response, code: ErrorCode): Promise<ErrorBody> {
  const text = await response.text();
  expect({ status: response.status, body: text }).toMatchObject({ status: ERRORS[code].status });
  expectDeclared(response, code);
  const { error } = JSON.parse(text) as { error: ErrorBody };
  expect(error).toMatchObject({ code, retryable: ERRORS[code].retryable });
  expect(error.message).not.toBe('');
  expect(error.request_id).toMatch(idPattern('request'));
  expect(response.headers.get('x-request-id')).toBe(error.request_id);
  expectJsonHeaders(response);
  return error;
}

/** The contract's table names the code for a route of that path: what is answered is documented. */
function expectDeclared(response: Response, code: ErrorCode): void {
  const path = new URL(response.url || 'http://unknown/').pathname;
  const routes = (Object.values(ROUTES) as Route[]).filter((route) => patternOf(route).test(path));
  if (routes.length > 0 && code !== 'method_not_allowed') expect(routes.flatMap(errorsOf)).toContain(code);
}

function patternOf(route: Route): RegExp {
  return new RegExp(`^${BASE_PATH}${route.path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

export function expectJsonHeaders(response: Response): void {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-request-id')).toMatch(idPattern('request'));
}

/** Looks again until the value is the expected one; the assertion shows the last value. */
export async function eventually<T>(look: () => Promise<T> | T, wanted: (value: T) => boolean, withinMs = 20_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (wanted(value) || Date.now() > until) {
      expect(wanted(value), `still ${JSON.stringify(value)} after ${withinMs} ms`).toBe(true);
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
