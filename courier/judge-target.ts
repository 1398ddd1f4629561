// Whether a URL may be called, and where: its text first, then every address of its name. Every call begins here, that to a redirect too.

import type { CallError } from '#contract/courier.ts';
import { judgeUrl, type Target } from '#contract/public-address.ts';
import { type ResolveName, resolveTarget } from './resolve.ts';

type JudgedTarget =
  | { readonly ok: true; readonly target: Target; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly error: CallError };

export async function judgeTarget(
  resolveName: ResolveName,
  url: string,
  allowLoopback: boolean,
  signal: AbortSignal,
): Promise<JudgedTarget> {
  const judged = judgeUrl(url, allowLoopback);
  if (!judged.ok) return { ok: false, error: 'url_refused' };
  const { target } = judged;
  const resolved = await untilAborted(resolveTarget(resolveName, target, allowLoopback, signal), signal);
  if (resolved === undefined) return { ok: false, error: 'timeout' };
  return resolved.ok ? { ok: true, target, addresses: resolved.addresses } : resolved;
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
