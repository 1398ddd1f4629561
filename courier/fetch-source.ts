// Fetches a customer's file from an address: follows redirects, judges each address as the first one, and gives the body on while it comes. It
// holds nothing of it, sends nothing but the address, and cuts off what is too long or too slow.

import type { IncomingMessage } from 'node:http';
import type { FetchFailed, FetchSource } from '#contract/courier.ts';
import { LIMITS } from '#contract/limits.ts';
import { judgeTarget } from './judge-target.ts';
import { errorOf, openRequest } from './open-request.ts';
import type { ResolveName } from './resolve.ts';

export interface FetchDeps {
  readonly resolveName: ResolveName;
  readonly allowLoopback: boolean;
}

type Fetched = { readonly ok: true; readonly answer: IncomingMessage } | ({ readonly ok: false } & FetchFailed);

const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'pdf-processing-api-fetch/1' };
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/** @param signal ends the whole fetch, the body included */
export async function fetchSource(deps: FetchDeps, message: FetchSource, signal: AbortSignal): Promise<Fetched> {
  const allowLoopback = deps.allowLoopback && message.allow_loopback === true;
  let { url } = message;
  for (let redirects = 0; redirects <= LIMITS.sourceRedirectsMax; redirects++) {
    const judged = await judgeTarget(deps.resolveName, url, allowLoopback, signal);
    if (!judged.ok) return judged;
    const { target, addresses } = judged;
    const asked = await ask(openRequest({ method: 'GET', target, addresses, headers: HEADERS }), signal);
    if (!asked.ok || asked.answer.statusCode === 200) return asked;
    const { statusCode: status = 0, headers } = asked.answer;
    asked.answer.destroy();
    if (!REDIRECTS.includes(status)) return { ok: false, error: 'status', status };
    const next = URL.canParse(headers.location ?? '', url) ? new URL(headers.location ?? '', url) : undefined;
    if (!next || headers.location === undefined) return { ok: false, error: 'redirects' };
    url = next.href;
  }
  return { ok: false, error: 'redirects' };
}

/** Until the head of the answer is there. */
async function ask(sent: ReturnType<typeof openRequest>, signal: AbortSignal): Promise<Fetched> {
  return new Promise((resolve) => {
    const onTimeout = (): void => {
      resolve({ ok: false, error: 'timeout' });
      sent.destroy();
    };
    if (signal.aborted) return onTimeout();
    signal.addEventListener('abort', onTimeout);
    sent.on('error', (cause) => resolve({ ok: false, error: errorOf(cause) }));
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ ok: false, error: 'status', status: answer.statusCode ?? 101 });
    });
    sent.on('response', (answer) => {
      answer.on('close', () => signal.removeEventListener('abort', onTimeout));
      resolve({ ok: true, answer });
    });
    sent.end();
    return undefined;
  });
}
