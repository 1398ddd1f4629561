// How the Worker reaches one processor: one port, two ways. With an address (local, self-hosted, tests) it is a plain fetch; without one
// it is a container, through its Durable Object. Every message is signed in both.

import { type Isolation, ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import { INTERNAL_HEADERS, type CancelJob, type RunJob, SaidByProcessor } from '#contract/processor.ts';
import { signMessage } from '#contract/internal-signature.ts';

/** What an answer of a processor says about the processor itself. */
interface Said {
  readonly slots: number | undefined;
  readonly isolation: Isolation | undefined;
  readonly version: string | undefined;
}

type DispatchAnswer =
  | { readonly kind: 'taken'; readonly slots: number | undefined }
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number; readonly slots: number | undefined }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

export interface ProcessorGateway {
  readonly dispatch: (message: RunJob) => Promise<DispatchAnswer>;
  /** Asks the processor to stop an attempt now; the heartbeat's answer says the same a little later, so a failure is harmless. */
  readonly cancel: (message: CancelJob) => Promise<boolean>;
  /** Undefined when it does not answer. */
  readonly readiness: () => Promise<(Said & { readonly ready: boolean }) | undefined>;
  /** What is installed there; undefined when it does not answer, or not in this form. */
  readonly capabilities: () => Promise<ProcessorCapabilities | undefined>;
}

/** Anything that answers a request: `fetch` itself or a container's Durable Object. */
export type Reach = (path: string, init: RequestInit) => Promise<Response>;

const DISPATCH_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 3_000;

export function makeProcessorGateway(reach: Reach, secret: Promise<CryptoKey>, now: () => number): ProcessorGateway {
  async function send(method: string, path: string, message: unknown, timeoutMs: number): Promise<Response> {
    const body = JSON.stringify(message);
    const timestamp = now();
    return reach(path, {
      method,
      body,
      headers: {
        'content-type': 'application/json',
        [INTERNAL_HEADERS.timestamp]: String(timestamp),
        [INTERNAL_HEADERS.signature]: await signMessage(await secret, { method, path, body }, timestamp),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  return {
    dispatch: async (message) => {
      try {
        const response = await send('POST', '/jobs', message, DISPATCH_TIMEOUT_MS);
        const { slots } = await saidIn(response);
        if (response.status === 202) return { kind: 'taken', slots };
        if (response.status === 503) return { kind: 'busy', retryAfterSeconds: Number(response.headers.get('retry-after')) || 1, slots };
        return { kind: 'unreachable', cause: new Error(`the processor answered ${response.status}`) };
      } catch (cause) {
        return { kind: 'unreachable', cause };
      }
    },
    cancel: async (message) => {
      try {
        const response = await send('DELETE', `/jobs/${message.job_id}`, message, PROBE_TIMEOUT_MS);
        await response.body?.cancel();
        return response.ok;
      } catch {
        return false;
      }
    },
    readiness: async () => {
      try {
        const response = await reach('/readyz', { method: 'GET', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
        return { ready: response.ok, ...(await saidIn(response)) };
      } catch {
        return undefined;
      }
    },
    capabilities: async () => {
      try {
        const response = await reach('/capabilities', { method: 'GET', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
        return response.ok ? ProcessorCapabilities.safeParse(await response.json()).data : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** An answer without it, or without a body, is an answer all the same. */
async function saidIn(response: Response): Promise<Said> {
  const body: unknown = await response.json().catch(() => undefined);
  const { slots, isolation, version } = SaidByProcessor.safeParse(body).data ?? {};
  return { slots, isolation, version };
}
