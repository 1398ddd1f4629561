// How the Worker reaches the courier, which makes the calls to customers' receivers: by an address (local, self-hosted, tests), or the
// container through its Durable Object. Every message is signed in both.

import { type Deliver, Delivered } from '#contract/courier.ts';
import { signMessage } from '#contract/internal-signature.ts';
import { INTERNAL_HEADERS } from '#contract/processor.ts';

export interface CourierGateway {
  /** `unreachable` says nothing about the receiver: the attempt may not even have been made. */
  readonly deliver: (message: Deliver) => Promise<Delivered | { readonly outcome: 'unreachable'; readonly cause: unknown }>;
}

type Reach = (path: string, init: RequestInit) => Promise<Response>;

const PATH = '/deliver';
/** Beyond the receiver's own time. */
const SLACK_MS = 10_000;

export function makeCourierGateway(reach: Reach, secret: Promise<CryptoKey>, now: () => number): CourierGateway {
  return {
    deliver: async (message) => {
      const body = JSON.stringify(message);
      const timestamp = now();
      try {
        const response = await reach(PATH, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            [INTERNAL_HEADERS.timestamp]: String(timestamp),
            [INTERNAL_HEADERS.signature]: await signMessage(await secret, { method: 'POST', path: PATH, body }, timestamp),
          },
          signal: AbortSignal.timeout(message.timeout_ms + SLACK_MS),
        });
        if (response.status === 200) return Delivered.parse(await response.json());
        await response.body?.cancel();
        return { outcome: 'unreachable', cause: new Error(`the courier answered ${response.status}`) };
      } catch (cause) {
        return { outcome: 'unreachable', cause };
      }
    },
  };
}
