// Jobs of one customer for a soak: each uploads its own file, runs, fetches its result and deletes both. What the service refuses for a moment is asked
// again, as a client of ours does, with the same Idempotency-Key.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../support/simulation/arrivals.ts';
import { type Answer, call, jsonHeaders } from '../api/edge-client.ts';
import { draw } from './open-loop.ts';

export interface Customer {
  readonly base: string;
  readonly key: string;
  readonly source: Uint8Array;
}

/** What is counted while it goes on. */
export interface Tally {
  /** Of every call: when it was made and how long it took, in milliseconds; its status, 0 for a broken connection. */
  readonly calls: { readonly at: number; readonly ms: number; readonly status: number; readonly waits: boolean }[];
  readonly ended: {
    readonly jobId: string;
    readonly status: string;
    readonly reason: string | undefined;
    readonly at: number;
    readonly totalMs: number;
    readonly queueMs: number;
  }[];
  /** Jobs that did not end in the time that is given to all of them, and calls that were refused for good. */
  readonly lost: string[];
  /** Results that could not be fetched. */
  missing: number;
}

export function newTally(): Tally {
  return { calls: [], ended: [], lost: [], missing: 0 };
}

const PATIENCE_MS = 600_000;
const PAUSE_MS = 500;

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly created_at: string;
  readonly started_at?: string;
  readonly result_file_id?: string;
  readonly error?: { readonly reason?: string };
}

/** Runs one job from its upload to the deletion of all that it left. */
export async function soakJob({ base, key, source }: Customer, region: string, random: Random, tally: Tally): Promise<void> {
  const from = performance.now();
  const ask = async (method: string, path: string, body?: object) => askAgain(tally, method, `${base}${path}`, key, body);
  const file = await ask('POST', '/files', { filename: 'soak.pdf', content_type: 'application/pdf', size_bytes: source.length, region });
  const { file_id, upload_url } = read<{ file_id: string; upload_url: string }>(file, tally, 'file') ?? {};
  if (file_id === undefined || upload_url === undefined) return;
  const put = await askAgain(tally, 'PUT', upload_url, key, source);
  if (put?.status !== 200) return void tally.lost.push(`upload ${put?.status}`);
  const kind = draw(random);
  const created = read<Job>(await ask('POST', `/jobs/${kind.path}`, { file_id, ...kind.params }), tally, kind.name);
  if (!created) return;
  const job = await waitForEnd(ask, created.job_id);
  if (!job) return void tally.lost.push(created.job_id);
  tally.ended.push({
    jobId: job.job_id,
    status: job.status,
    reason: job.error?.reason,
    at: from,
    totalMs: performance.now() - from,
    queueMs: Date.parse(job.started_at ?? job.created_at) - Date.parse(job.created_at),
  });
  if (job.status === 'succeeded') {
    const address = read<{ download_url: string }>(await ask('GET', `/files/${job.result_file_id}/download`), tally, 'download');
    const result = address && (await askAgain(tally, 'GET', address.download_url, key));
    if (result?.status !== 200) tally.missing += 1;
    await ask('DELETE', `/files/${job.result_file_id}`);
  }
  await ask('DELETE', `/files/${file_id}`);
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer | undefined>;

async function waitForEnd(ask: Ask, jobId: string): Promise<Job | undefined> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const answer = await ask('GET', `/jobs/${jobId}?wait=10`);
    if (answer?.status !== 200) return undefined;
    const job = JSON.parse(answer.body) as Job;
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
  return undefined;
}

function read<T>(answer: Answer | undefined, { lost }: Tally, what: string): T | undefined {
  if (answer && answer.status < 300) return JSON.parse(answer.body) as T;
  lost.push(`${what} ${answer?.status}: ${answer?.body.slice(0, 200)}`);
  return undefined;
}

/** @returns the first answer that is none of a moment; undefined: there was none in time */
async function askAgain(tally: Tally, method: string, url: string, key: string, body?: object | Uint8Array): Promise<Answer | undefined> {
  const isBytes = body instanceof Uint8Array;
  const headers: Record<string, string> = isBytes
    ? { 'Content-Type': 'application/pdf' }
    : { ...jsonHeaders(key), ...(method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {}) };
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const at = performance.now();
    const answer = await call(method, url, headers, isBytes || body === undefined ? body : JSON.stringify(body)).catch(() => undefined);
    tally.calls.push({ at, ms: performance.now() - at, status: answer?.status ?? 0, waits: url.includes('?wait=') });
    const isForNow =
      !answer || answer.status >= 500 || answer.status === 429 || (answer.status === 409 && answer.body.includes('in_progress'));
    if (!isForNow) return answer;
    await sleep(PAUSE_MS);
  }
  return undefined;
}
