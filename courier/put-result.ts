// Puts a result to a customer's address: reads it from the Worker, whose address comes in the signed message, and gives it on while it comes. It holds
// nothing of it and follows no redirect.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { PutResult } from '#contract/courier.ts';
import type { Called } from './call-receiver.ts';
import type { FetchDeps } from './fetch-source.ts';
import { judgeTarget } from './judge-target.ts';
import { errorOf, openRequest } from './open-request.ts';

/** Undefined: the bytes could not be read, which says nothing about the receiver. */
export async function putResult(deps: FetchDeps, message: PutResult, signal: AbortSignal): Promise<Called | undefined> {
  const allowLoopback = deps.allowLoopback && message.allow_loopback === true;
  const judged = await judgeTarget(deps.resolveName, message.url, allowLoopback, signal);
  if (!judged.ok) return { outcome: 'failed', error: judged.error };
  const source = await fetch(message.source_url, { signal, redirect: 'error' }).catch(() => undefined);
  if (!source?.body || source.status !== 200) return undefined;
  const headers = { ...message.headers, 'content-length': message.size_bytes };
  const sent = openRequest({ method: 'PUT', target: judged.target, addresses: judged.addresses, headers });
  return new Promise((resolve) => {
    const end = (called: Called): void => {
      signal.removeEventListener('abort', onTimeout);
      resolve(called);
      sent.destroy();
    };
    const onTimeout = (): void => end({ outcome: 'failed', error: 'timeout' });
    signal.addEventListener('abort', onTimeout);
    sent.on('error', (cause) => end({ outcome: 'failed', error: signal.aborted ? 'timeout' : errorOf(cause) }));
    sent.on('upgrade', (response) => end({ outcome: 'answered', status: response.statusCode ?? 101, excerpt: '' }));
    // The answer may come before the whole body was sent: it decides.
    sent.on('response', (response) => end({ outcome: 'answered', status: response.statusCode ?? 0, excerpt: '' }));
    pipeline(Readable.fromWeb(source.body as ReadableStream), sent).catch(() => undefined);
  });
}
