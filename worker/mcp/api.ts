// The API as a tool calls it: requests to this Worker's own routes, with the caller's key. So a tool can do what its caller can, is counted and
// limited as that caller is, and is refused in the same words.

import type { z } from 'zod';
import type { ApiError, JobObject } from '#contract/api.ts';
import type { AppContext } from '../http/context.ts';

export type Dispatch = (c: AppContext, request: Request) => Promise<Response>;
type Refused = z.infer<typeof ApiError>['error'];

/** The API said no. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly error: Refused;

  constructor(error: Refused) {
    super(error.message);
    this.error = error;
  }
}

/** Of the request to the tools. A call of a tool makes one POST at most, so its Idempotency-Key is that of the call. */
const PASSED_ON = ['authorization', 'cf-connecting-ip', 'traceparent', 'idempotency-key'] as const;

export interface Api {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body: object) => Promise<T>;
  /** At an address that the API answered: here, or presigned at the bucket. */
  readonly fetchBytes: (url: string, range: { readonly start: number; readonly bytes: number }) => Promise<Response>;
  /** The job when it has ended, or as it is when `untilMs` has come or the client has gone. */
  readonly waitFor: (jobId: string, untilMs: number, signal: AbortSignal) => Promise<JobObject>;
}

const POLL_SECONDS_MAX = 20;

export function makeApi(c: AppContext, dispatch: Dispatch): Api {
  const { origin } = new URL(c.req.url);
  const now = c.get('deps').now;
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const own = new Headers(headers);
    if (body !== undefined && !(body instanceof FormData)) own.set('content-type', 'application/json');
    const init = { method, headers: own, ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }) };
    const request = new Request(`${origin}/v1${path}`, { ...init, cf: c.req.raw.cf as CfProperties });
    const response = await dispatch(c, request);
    const answer: unknown = await response.json();
    if (!response.ok) throw new ApiRefusal((answer as { error: Refused }).error);
    return answer as T;
  };
  const get = async <T>(path: string) => send<T>('GET', path);
  return {
    get,
    post: async (path, body) => send('POST', path, body),
    fetchBytes: async (url, { start, bytes }) => {
      const request = new Request(url, { headers: { range: `bytes=${start}-${start + bytes - 1}` } });
      return new URL(url).origin === origin ? dispatch(c, request) : fetch(request);
    },
    waitFor: async (jobId, untilMs, signal) => {
      for (;;) {
        const wait = Math.max(0, Math.min(POLL_SECONDS_MAX, Math.floor((untilMs - now()) / 1000)));
        const job = await get<JobObject>(`/jobs/${encodeURIComponent(jobId)}?wait=${wait}`);
        if ((job.status !== 'queued' && job.status !== 'running') || wait === 0 || signal.aborted) return job;
      }
    },
  };
}
