// How the Worker reaches the courier, which makes the calls to customers' receivers: by an address (local, self-hosted, tests), or the
// container through its Durable Object. Every message is signed in both.

import { type Deliver, Delivered, FetchFailed, type FetchSource, type PutResult } from '#contract/courier.ts';
import { signMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS } from '#contract/processor.ts';

interface Unreachable {
  readonly outcome: 'unreachable';
  readonly cause: unknown;
}

export interface CourierGateway {
  /** `unreachable` says nothing about the receiver: the attempt may not even have been made. */
  readonly deliver: (message: Deliver) => Promise<Delivered | Unreachable>;
  /** `busy`: the account fetches as many files as it may. The body breaks off when the source does. */
  readonly fetchSource: (
    message: FetchSource,
  ) => Promise<
    | { readonly outcome: 'fetched'; readonly body: ReadableStream<Uint8Array> }
    | ({ readonly outcome: 'failed' } & FetchFailed)
    | { readonly outcome: 'busy' }
    | Unreachable
  >;
  readonly putResult: (message: PutResult) => Promise<Delivered | { readonly outcome: 'busy' } | Unreachable>;
}

type Reach = (path: string, init: RequestInit) => Promise<Response>;

/** Beyond the receiver's own time. */
const SLACK_MS = 10_000;

export function makeCourierGateway(reach: Reach, secret: Promise<CryptoKey>, now: () => number): CourierGateway {
  const send = async (path: string, message: { readonly timeout_ms: number }): Promise<Response> => {
    const body = JSON.stringify(message);
    const timestamp = now();
    return reach(path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        [INTERNAL_HEADERS.timestamp]: String(timestamp),
        [INTERNAL_HEADERS.signature]: await signMessage(await secret, { method: 'POST', path, body }, timestamp),
      },
      signal: AbortSignal.timeout(message.timeout_ms + SLACK_MS),
    });
  };
  const refused = async (response: Response): Promise<Unreachable> => {
    await response.body?.cancel();
    return { outcome: 'unreachable', cause: new Error(`the courier answered ${response.status}`) };
  };
  return {
    deliver: async (message) => {
      try {
        const response = await send('/deliver', message);
        return response.status === 200 ? Delivered.parse(await response.json()) : await refused(response);
      } catch (cause) {
        return { outcome: 'unreachable', cause };
      }
    },
    putResult: async (message) => {
      try {
        const response = await send('/put', message);
        if (response.status === 200) return Delivered.parse(await response.json());
        const unreachable = await refused(response);
        return response.status === 429 ? { outcome: 'busy' } : unreachable;
      } catch (cause) {
        return { outcome: 'unreachable', cause };
      }
    },
    fetchSource: async (message) => {
      try {
        const response = await send('/fetch', message);
        if (response.status === 200 && response.body) return { outcome: 'fetched', body: response.body };
        if (response.status === 422) return { outcome: 'failed', ...FetchFailed.parse(await response.json()) };
        const unreachable = await refused(response);
        return response.status === 429 ? { outcome: 'busy' } : unreachable;
      } catch (cause) {
        return { outcome: 'unreachable', cause };
      }
    },
  };
}
