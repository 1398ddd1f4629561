// One HTTP call to a receiver, at addresses that were judged before. It follows no redirect, keeps no connection, reads a bounded part
// of the answer, and ends in time whatever the receiver does.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { isIPv6, type LookupFunction } from 'node:net';
import type { CallError } from '#contract/courier.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Target } from '#contract/public-address.ts';

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
/** Per address where there are several; Node's own 250 ms gives up on receivers that are merely far away. */
const CONNECT_MS = 3000;

export async function callReceiver(call: Call, signal: AbortSignal): Promise<Called> {
  return new Promise((resolve) => {
    const sent = open(call);
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

function open({ target, addresses, headers, body }: Call): ClientRequest {
  const { url, host, isLiteral, port } = target;
  // Only the judged addresses; the port is the URL's.
  const lookup: LookupFunction = (_host, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
  const options: RequestOptions & { servername?: string; autoSelectFamilyAttemptTimeout: number } = {
    method: 'POST',
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body), connection: 'close' },
    agent: false,
    lookup,
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
    setHost: false,
    ...(isLiteral ? {} : { servername: host }),
  };
  return url.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
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

function errorOf(cause: Error & { code?: string }): CallError {
  const code = cause.code ?? '';
  if (code.startsWith('HPE_')) return 'malformed_answer';
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || CERTIFICATE_CODES.has(code) || code === 'EPROTO') return 'tls_failed';
  return 'connection_failed';
}

/** OpenSSL's verification results, as Node names them. */
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'PATH_LENGTH_EXCEEDED',
]);
