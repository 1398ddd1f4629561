// Asks a language model on behalf of a job, which has neither network nor key: this processor's own endpoint (AI_BASE_URL), or the Worker, which
// has the region's. A request is checked before it is passed on, since the job's process reads hostile documents.

import { LIMITS } from '#contract/limits.ts';
import { ModelAnswer, readCompletion, retryAfterMs } from '#contract/planning/model-answer.ts';
import { chatBody } from '#contract/planning/model-request.ts';
import type { AskModel as AskModelMessage, RunJob } from '#contract/processor.ts';
import { fetchBounded } from './bounded-fetch.ts';
import { JobStopped, postSigned, type SigningDeps, TransientFault, WorkerRefused } from './call-worker.ts';
import type { AskModel } from './sandbox/child-messages.ts';

export interface ModelEndpoint {
  /** Up to and including its version segment, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

const BUSY_MS = 1000;

/** @returns a function that asks for one job only; it never rejects. @param signal ends a request in progress. */
export function askEndpoint({ baseUrl, apiKey, model }: ModelEndpoint, signal: AbortSignal): AskModel {
  let requests = 0;
  return async (request, withinMs) => {
    if (++requests > LIMITS.modelRequestsPerJob) return { status: 429 };
    const deadline = AbortSignal.timeout(Math.min(withinMs, LIMITS.modelRequestMsMax));
    try {
      const response = await fetchAgain(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify(chatBody(model, request)),
        signal: AbortSignal.any([signal, deadline]),
      });
      const waitMs = retryAfterMs(response.headers.get('retry-after'));
      const text = await response.text();
      if (response.status !== 200) return { status: response.status, ...(waitMs !== undefined && { retry_after_ms: waitMs }) };
      const completion = readCompletion(model, parseJson(text));
      return completion ? { status: 200, completion } : { status: 502 };
    } catch {
      // Unreachable, too slow, too long, a redirect.
      return { status: deadline.aborted ? 504 : 502 };
    }
  };
}

const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Once more where the other side has closed a connection that was kept open meanwhile, as it may (RFC 9112 9.3.1): planning takes longer than it waits. */
const fetchAgain: typeof fetchBounded = async (...asked) => {
  try {
    return await fetchBounded(...asked);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof Error) || !('code' in cause) || !CLOSED.has(String(cause.code))) throw error;
    return fetchBounded(...asked);
  }
};

/** The same by the Worker. A job whose attempt is stale hears 409: its own messages end it. */
export function askWorker(deps: SigningDeps, job: RunJob, modelUrl: string, signal: AbortSignal): AskModel {
  const { job_id, attempt, attempt_token } = job;
  return async (request, withinMs) => {
    const message = { job_id, attempt, attempt_token, request, within_ms: withinMs } satisfies AskModelMessage;
    const deadline = AbortSignal.timeout(Math.min(withinMs, LIMITS.modelRequestMsMax));
    try {
      const response = await postSigned(deps, job, modelUrl, message, AbortSignal.any([signal, deadline]));
      return ModelAnswer.safeParse(parseJson(await response.text())).data ?? { status: 502 };
    } catch (error) {
      if (error instanceof JobStopped) return { status: 409 };
      if (error instanceof WorkerRefused) return { status: error.status };
      if (!(error instanceof TransientFault)) return { status: 504 };
      // Too many ask at once, or the Worker starts anew.
      return error.code === 'http_429' ? { status: 429 } : { status: 503, retry_after_ms: BUSY_MS };
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
