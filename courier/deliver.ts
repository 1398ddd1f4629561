// One delivery: judge the URL, resolve and judge its name, call. All within one time limit.

import type { Deliver, Delivered } from '#contract/courier.ts';
import { judgeUrl } from '#contract/public-address.ts';
import { type Called, callReceiver } from './call-receiver.ts';
import { type ResolveName, resolveTarget } from './resolve.ts';

interface DeliverDeps {
  readonly resolveName: ResolveName;
  /** Whether this courier may call its own machine at all. */
  readonly allowLoopback: boolean;
}

export async function deliver(deps: DeliverDeps, message: Deliver): Promise<Delivered> {
  const startedAt = performance.now();
  const called = await call(deps, message);
  return { ...called, duration_ms: Math.round(performance.now() - startedAt) };
}

async function call(deps: DeliverDeps, message: Deliver): Promise<Called> {
  const allowLoopback = deps.allowLoopback && message.allow_loopback === true;
  const judged = judgeUrl(message.url, allowLoopback);
  if (!judged.ok) return { outcome: 'failed', error: 'url_refused' };
  const { target } = judged;
  const signal = AbortSignal.timeout(message.timeout_ms);
  const resolved = await untilAborted(resolveTarget(deps.resolveName, target, allowLoopback, signal), signal);
  if (resolved === undefined) return { outcome: 'failed', error: 'timeout' };
  if (!resolved.ok) return { outcome: 'failed', error: resolved.error };
  return callReceiver({ target, addresses: resolved.addresses, headers: message.headers, body: message.body }, signal);
}

/** Undefined when the time ran out first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
