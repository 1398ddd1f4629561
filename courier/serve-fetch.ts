// Answers the Worker's request for a source: with the bytes as they come, or with the reason why there are none. One account has a share of what all
// may fetch at a time.

import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FetchSource } from '#contract/courier.ts';
import { LIMITS } from '#contract/limits.ts';
import { type FetchDeps, fetchSource } from './fetch-source.ts';

interface Refused {
  readonly status: 422 | 429 | 503;
  readonly body: object;
}

/** Undefined: the bytes were sent, or broke off. */
type ServeFetch = (message: FetchSource, response: ServerResponse) => Promise<Refused | undefined>;

/** @param fetchesMax at a time, so that webhooks never wait for slow sources */
export function makeServeFetch(deps: FetchDeps, fetchesMax: number, log: (line: Readonly<Record<string, unknown>>) => void): ServeFetch {
  /** Under way, by account. */
  const fetches = new Map<string, number>();
  const countOf = (account: string): number => fetches.get(account) ?? 0;
  return async (message, response) => {
    const { account_id: account } = message;
    if (countOf(account) >= LIMITS.sourceFetchesMax) return { status: 429, body: {} };
    if ([...fetches.values()].reduce((sum, count) => sum + count, 0) >= fetchesMax) return { status: 503, body: {} };
    fetches.set(account, countOf(account) + 1);
    try {
      const signal = AbortSignal.timeout(message.timeout_ms);
      const fetched = await fetchSource(deps, message, signal);
      if (!fetched.ok) {
        const { ok: _, ...failed } = fetched;
        log({ level: 'info', event: 'fetch_failed', ...failed });
        return { status: 422, body: failed };
      }
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      // A body that breaks off breaks off the answer.
      const event = await pipeline(beginOf(fetched.answer, message.bytes_max), response, { signal }).then(
        () => 'fetched',
        () => 'fetch_broken',
      );
      log({ level: 'info', event });
      return undefined;
    } finally {
      if (countOf(account) > 1) fetches.set(account, countOf(account) - 1);
      else fetches.delete(account);
    }
  };
}

async function* beginOf(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer, void, undefined> {
  let left = bytesMax;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
}
