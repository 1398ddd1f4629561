// Opens one HTTP request to addresses that were judged before, and to no other.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ClientRequest, RequestOptions } from 'node:http';
import { isIPv6, type LookupFunction } from 'node:net';
import type { CallError } from '#contract/courier.ts';
import type { Target } from '#contract/public-address.ts';

interface Opening {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly target: Target;
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Per address where there are several; Node's own 250 ms gives up on receivers that are merely far away. */
const CONNECT_MS = 3000;

/** The caller ends the request. No redirect is followed, and the connection is not kept. */
export function openRequest({ method, target, addresses, headers }: Opening): ClientRequest {
  const { url, host, isLiteral, port } = target;
  // Only the judged addresses; the port is the URL's.
  const lookup: LookupFunction = (_host, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
  const options: RequestOptions & { servername?: string; autoSelectFamilyAttemptTimeout: number } = {
    method,
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: 'close' },
    agent: false,
    lookup,
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
    setHost: false,
    ...(isLiteral ? {} : { servername: host }),
  };
  return url.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
}

export function errorOf(cause: Error & { code?: string }): CallError {
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
