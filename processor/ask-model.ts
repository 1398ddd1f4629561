// Asks the operator's language model on behalf of a job, which has neither a network nor the key: one request body out, one answer back.

import { fetchBounded } from './bounded-fetch.ts';
import type { ModelAnswer } from './sandbox/child-messages.ts';

export interface ModelEndpoint {
  /** Up to and with its version segment, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

export type AskModel = (body: string) => Promise<ModelAnswer>;

/** A plan takes two rounds, each of which may be asked again without structured output. */
const CALLS_MAX = 4;
const CALL_MS_MAX = 60_000;

/** @returns what asks for one job and no other; it never rejects. @param signal ends what is under way. */
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
      // Unreachable, too slow, too long, a redirect: to the planner it is an endpoint that does not answer.
      return { status: 503, body: '' };
    }
  };
}
