// One delivery: judge the URL, resolve and judge its name, call. All within one time limit.

import type { Deliver, Delivered } from '#contract/courier.ts';
import { type Called, callReceiver } from './call-receiver.ts';
import { judgeTarget } from './judge-target.ts';
import type { ResolveName } from './resolve.ts';

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
  const signal = AbortSignal.timeout(message.timeout_ms);
  const judged = await judgeTarget(deps.resolveName, message.url, allowLoopback, signal);
  if (!judged.ok) return { outcome: 'failed', error: judged.error };
  return callReceiver({ ...judged, headers: message.headers, body: message.body }, signal);
}
