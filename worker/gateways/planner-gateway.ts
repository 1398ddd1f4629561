// How the Worker reaches a region's language model: the Workers AI binding, or any endpoint with the chat-completions protocol; each through
// an AI Gateway where the operator has one. Neither a request nor an answer is logged, and nothing an endpoint does is thrown.

import { LIMITS } from '#contract/limits.ts';
import { type ModelAnswer, readCompletion, retryAfterMs } from '#contract/planning/model-answer.ts';
import { chatBody, type ModelRequest } from '#contract/planning/model-request.ts';

export interface PlannerGateway {
  readonly model: string;
  /** How many requests the region's jobs may have under way together. */
  readonly requestsAtOnce: number;
  /** Never rejects. */
  readonly ask: (request: ModelRequest, withinMs: number) => Promise<ModelAnswer>;
}

/** The part of Cloudflare's `Ai` that is used. */
export interface WorkersAi {
  readonly run: (model: string, input: Record<string, unknown>, options?: Record<string, unknown>) => Promise<unknown>;
}

interface Shared {
  readonly model: string;
  readonly requestsAtOnce: number;
}

/** @param gateway the name of an AI Gateway of the account, which then keeps no log of the request */
export function workersAiPlanner(ai: WorkersAi, gateway: string | undefined, { model, requestsAtOnce }: Shared): PlannerGateway {
  const options = gateway === undefined ? {} : { gateway: { id: gateway, skipCache: true, collectLog: false } };
  return {
    model,
    requestsAtOnce,
    ask: async (request, withinMs) => {
      const { model: _, ...input } = chatBody(model, request);
      try {
        const answer = await within(withinMs, async () => ai.run(model, input, options));
        return completed(model, answer);
      } catch (cause) {
        return { status: statusOf(cause) };
      }
    },
  };
}

export interface Endpoint {
  /** Up to and with its version segment. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** Of an AI Gateway that asks for it. */
  readonly gatewayToken: string | undefined;
}

export function endpointPlanner({ baseUrl, key, gatewayToken }: Endpoint, { model, requestsAtOnce }: Shared): PlannerGateway {
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(gatewayToken === undefined ? {} : { 'cf-aig-authorization': `Bearer ${gatewayToken}`, 'cf-aig-collect-log': 'false' }),
  };
  return {
    model,
    requestsAtOnce,
    ask: async (request, withinMs) => {
      try {
        // A redirect would carry the key and the document to another host.
        const init = { method: 'POST', headers, body: JSON.stringify(chatBody(model, request)), redirect: 'manual' } as const;
        const signal = AbortSignal.timeout(withinMs);
        const response = await fetch(`${baseUrl.replace(/\/$/, '')}/chat/completions`, { ...init, signal });
        if (response.status === 200) return completed(model, await readJson(response));
        await response.body?.cancel();
        const waitMs = retryAfterMs(response.headers.get('retry-after'));
        return { status: response.status < 400 ? 502 : response.status, ...(waitMs === undefined ? {} : { retry_after_ms: waitMs }) };
      } catch (cause) {
        return { status: statusOf(cause) };
      }
    },
  };
}

function completed(model: string, answer: unknown): ModelAnswer {
  const completion = readCompletion(model, answer);
  return completion ? { status: 200, completion } : { status: 502 };
}

function statusOf(cause: unknown): number {
  return cause instanceof Error && cause.name === 'TimeoutError' ? 504 : 502;
}

/** @returns undefined for what is no JSON, or too long. */
async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.getReader();
  const parts: string[] = [];
  const decoder = new TextDecoder();
  let left: number = LIMITS.modelAnswerBytesMax;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    left -= read.value.byteLength;
    if (left < 0) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(decoder.decode(read.value, { stream: true }));
  }
  try {
    return JSON.parse(parts.join(''));
  } catch {
    return undefined;
  }
}

async function within<T>(ms: number, step: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DOMException('no answer in time', 'TimeoutError')), ms);
  try {
    return await Promise.race([step(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
