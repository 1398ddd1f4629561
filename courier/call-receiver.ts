// One HTTP call to a receiver, at addresses that were judged before. It follows no redirect, keeps no connection, reads a bounded part
// of the answer, and ends in time whatever the receiver does.

import type { IncomingMessage } from 'node:http';
import type { CallError } from '#contract/courier.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Target } from '#contract/public-address.ts';
import { errorOf, openRequest } from './open-request.ts';

interface Call {
  readonly target: Target;
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Called =
  | { readonly outcome: 'answered'; readonly status: number; readonly excerpt: string }
  | { readonly outcome: 'failed'; readonly error: CallError };

/** The status decides; the time for the body has its own bound. */
const ANSWER_BODY_MS = 2000;

export async function callReceiver(call: Call, signal: AbortSignal): Promise<Called> {
  return new Promise((resolve) => {
    const sent = openRequest({ ...call, method: 'POST', headers: { ...call.headers, 'content-length': Buffer.byteLength(call.body) } });
    const end = (called: Called): void => {
      signal.removeEventListener('abort', onTimeout);
      resolve(called);
      sent.destroy();
    };
    const onTimeout = (): void => end({ outcome: 'failed', error: 'timeout' });
    if (signal.aborted) return onTimeout();
    signal.addEventListener('abort', onTimeout);
    sent.on('error', (cause) => end({ outcome: 'failed', error: errorOf(cause) }));
    // A receiver that wants to speak another protocol has answered, and not with success.
    sent.on('upgrade', (response) => end({ outcome: 'answered', status: response.statusCode ?? 101, excerpt: '' }));
    sent.on('response', (response) => {
      signal.removeEventListener('abort', onTimeout);
      void readExcerpt(response).then((excerpt) => end({ outcome: 'answered', status: response.statusCode ?? 0, excerpt }));
    });
    sent.end(call.body);
    return undefined;
  });
}

/** The part of the body that came in time, as text. Never rejects: the status is known, the body is not needed. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const slow = setTimeout(() => response.destroy(), ANSWER_BODY_MS);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length >= LIMITS.webhookAnswerBytesRead) break;
    }
  } catch {
    // The connection broke, or the body took too long: what arrived before is kept.
  } finally {
    clearTimeout(slow);
  }
  return printable(Buffer.concat(chunks).subarray(0, LIMITS.webhookAnswerBytesKept));
}

/** Text for a log that people read: no control characters except line breaks and tabs, no half characters. */
function printable(bytes: Buffer): string {
  // oxlint-disable-next-line no-control-regex -- the control characters are what is replaced
  return bytes.toString('utf8').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}
