// Answers the Worker's requests to carry bytes: a source to it, with the bytes as they come, or a result to a customer's address. One account has a
// share of what all may have carried at a time.

import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FetchSource, PutResult } from '#contract/courier.ts';
import { LIMITS } from '#contract/limits.ts';
import { type FetchDeps, fetchSource } from './fetch-source.ts';
import { putResult } from './put-result.ts';

interface Answer {
  readonly status: 200 | 422 | 429 | 502 | 503;
  readonly body: object;
}

type Log = (line: Readonly<Record<string, unknown>>) => void;

interface Carrier {
  /** Undefined: the bytes were sent, or broke off. */
  readonly fetch: (message: FetchSource, response: ServerResponse) => Promise<Answer | undefined>;
  readonly put: (message: PutResult) => Promise<Answer | undefined>;
}

/** @param atOnceMax so that webhooks never wait for slow addresses */
export function makeCarrier(deps: FetchDeps, atOnceMax: number, log: Log): Carrier {
  /** Under way, by account. */
  const counts = new Map<string, number>();
  const countOf = (account: string): number => counts.get(account) ?? 0;
  const withShare = async (account: string, carry: () => Promise<Answer | undefined>): Promise<Answer | undefined> => {
    if (countOf(account) >= LIMITS.sourceFetchesMax) return { status: 429, body: {} };
    if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= atOnceMax) return { status: 503, body: {} };
    counts.set(account, countOf(account) + 1);
    try {
      return await carry();
    } finally {
      if (countOf(account) > 1) counts.set(account, countOf(account) - 1);
      else counts.delete(account);
    }
  };
  return {
    fetch: async (message, response) => withShare(message.account_id, async () => carrySource(deps, message, response, log)),
    put: async (message) => withShare(message.account_id, async () => carryResult(deps, message, log)),
  };
}

async function carrySource(deps: FetchDeps, message: FetchSource, response: ServerResponse, log: Log): Promise<Answer | undefined> {
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
}

async function carryResult(deps: FetchDeps, message: PutResult, log: Log): Promise<Answer> {
  const startedAt = performance.now();
  const called = await putResult(deps, message, AbortSignal.timeout(message.timeout_ms));
  if (!called) return { status: 502, body: {} };
  const delivered = { ...called, duration_ms: Math.round(performance.now() - startedAt) };
  log({ level: 'info', event: 'put', ...delivered });
  return { status: 200, body: delivered };
}

async function* beginOf(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer, void, undefined> {
  let left = bytesMax;
  for await (const chunk of body) {
    yield chunk.subarray(0, left);
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
}
