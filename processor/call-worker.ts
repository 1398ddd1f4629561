// Calls from the processor to the Worker: what an answer means for the job, and which faults are worth another try.
// 409 always means that the attempt is stale. An address is never logged: it contains its signature.

import { setTimeout as delay } from 'node:timers/promises';
import { type SigningKey, signMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS, type RunJob } from '#contract/processor.ts';

export type StopCause = 'cancelled' | 'stale' | 'lease_lost' | 'handed_back';

/** The job must end now, whatever its state. Thrown on a 409; also the reason of a job's abort signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly stopCause: StopCause;

  constructor(stopCause: StopCause) {
    super(stopCause);
    this.stopCause = stopCause;
  }
}

/** No answer, a 5xx answer, or bytes that arrived damaged: the next try can succeed. */
export class TransientFault extends Error {
  override readonly name = 'TransientFault';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** An answer that repeating the request will not change. */
export class WorkerRefused extends Error {
  override readonly name = 'WorkerRefused';
  readonly status: number;
  readonly code: string;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
    this.code = `http_${status}`;
  }
}

export interface SigningDeps {
  readonly key: SigningKey;
  readonly now: () => number;
}

/** Waits between tries: 6.3 s in total, enough for a Worker to restart. */
const RETRY_DELAYS_MS = [100, 200, 400, 800, 1600, 3200];

/** Tries again after a TransientFault, a few times and until `signal` aborts. @throws what the last try threw, or the signal's reason. */
export async function retryTransient<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error;
      signal.throwIfAborted();
    }
    await delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  return attempt();
}

/**
 * One request. It carries the job's request_id and trace.
 * @throws JobStopped on 409, TransientFault, WorkerRefused on any other answer that is not 2xx, the signal's reason when it aborts.
 */
export async function requestOnce(job: RunJob, address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const headers = new Headers(init.headers);
  // Sources are compressed already, and messages are small: compressing them costs both sides more than it saves.
  headers.set('accept-encoding', 'identity');
  if (job.request_id !== undefined) headers.set('x-request-id', job.request_id);
  if (job.traceparent !== undefined) headers.set('traceparent', job.traceparent);
  const response = await orTransient(signal, () => fetch(address, { ...init, headers, redirect: 'error', signal }));
  if (response.ok) return response;
  await response.body?.cancel().catch(() => {});
  if (response.status === 409) throw new JobStopped('stale');
  if (response.status >= 500 || response.status === 429 || response.status === 408) throw new TransientFault(`http_${response.status}`);
  throw new WorkerRefused(response.status);
}

/** One signed JSON message. @throws like requestOnce. */
export async function postSigned(
  deps: SigningDeps,
  job: RunJob,
  address: string,
  message: unknown,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(address);
  const body = JSON.stringify(message);
  const timestampMs = deps.now();
  const signature = await signMessage(deps.key, { method: 'POST', path: url.pathname + url.search, body }, timestampMs);
  const headers = {
    'content-type': 'application/json',
    [INTERNAL_HEADERS.timestamp]: String(timestampMs),
    [INTERNAL_HEADERS.signature]: signature,
  };
  return requestOnce(job, address, { method: 'POST', headers, body }, signal);
}

/** Runs a step that talks over the network; a fault of the network becomes a TransientFault. */
export async function orTransient<T>(signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    signal.throwIfAborted();
    throw new TransientFault('network', cause);
  }
}
