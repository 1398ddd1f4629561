// Asks the operator's language model on behalf of a job, which has neither network nor key: one request body out, one answer back.

import { fetchBounded } from './bounded-fetch.ts';
import type { ModelAnswer } from './sandbox/child-messages.ts';

export interface ModelEndpoint {
  /** Up to and including its version segment, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

export type AskModel = (body: string) => Promise<ModelAnswer>;

/** A plan takes two rounds, each of which may be repeated without structured output. */
const CALLS_MAX = 4;
const CALL_MS_MAX = 60_000;

/** @returns a function that asks for one job only; it never rejects. @param signal ends a request in progress. */
export function makeAskModel({ baseUrl, apiKey }: ModelEndpoint, signal: AbortSignal): AskModel {
  let calls = 0;
  return async (body) => {
    if (++calls > CALLS_MAX) return { status: 429, body: '' };
    try {
      const response = await fetchBounded(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS_MAX)]),
      });
      return { status: response.status, body: await response.text() };
    } catch {
      // Unreachable, too slow, too long, a redirect: the planner treats all as an endpoint that does not answer.
      return { status: 503, body: '' };
    }
  };
}
