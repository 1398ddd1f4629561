// The messages between Worker and courier, the program that calls customers' receivers.
//
//   Worker → courier   POST /deliver   Deliver   200 Delivered · 400 · 401 bad signature · 413 · 503 full
//
//   Worker → courier   POST /fetch     FetchSource   200 the bytes · 422 FetchFailed · 400 · 401 · 413 · 429 the account's share · 503 full
//   Worker → courier   POST /put       PutResult     200 Delivered · 400 · 401 · 413 · 429 the account's share · 502 no bytes from us · 503 full
//
// The message is signed (INTERNAL_HEADERS, see internal-signature.ts). 200: the attempt was made or refused, with any outcome. Any other
// status is the courier's own failure and says nothing about the receiver.

import { z } from 'zod';
import { LIMITS } from './limits.ts';

export const Deliver = z.object({
  url: z.string().max(LIMITS.webhookUrlCharsMax),
  headers: z.record(z.string().regex(/^[a-z-]{1,64}$/), z.string().max(1024)),
  body: z.string(),
  timeout_ms: z.int().min(1).max(LIMITS.webhookTimeoutMs),
  /** Development: the receiver may be on this machine. The courier must allow it too. */
  allow_loopback: z.boolean().optional(),
});
export type Deliver = z.infer<typeof Deliver>;

/** Why no answer came. */
export const CALL_ERRORS = {
  url_refused: 'The URL is not one that the service calls.',
  address_refused: 'The name resolves to an address that is not public.',
  name_not_resolved: 'The name does not resolve.',
  connection_failed: 'No connection, or it was closed before an answer.',
  tls_failed: 'The TLS handshake failed, or the certificate is not valid for the name.',
  timeout: 'No answer in time.',
  malformed_answer: 'The answer is not HTTP.',
} as const;
export type CallError = keyof typeof CALL_ERRORS;

export const Delivered = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    status: z.int(),
    duration_ms: z.int().nonnegative(),
    /** The beginning of the answer's body, as text. */
    excerpt: z.string(),
  }),
  z.object({
    outcome: z.literal('failed'),
    error: z.enum(Object.keys(CALL_ERRORS) as [CallError, ...CallError[]]),
    duration_ms: z.int().nonnegative(),
  }),
]);
export type Delivered = z.infer<typeof Delivered>;

/** Room for a body and its headers: events are smaller than a request. */
export const COURIER_MESSAGE_BYTES_MAX = 256 * 1024;

export const FetchSource = z.object({
  url: z.string().max(LIMITS.webhookUrlCharsMax),
  /** Whose file it is: one account has a share of the calls. */
  account_id: z.string(),
  /** The body is cut off behind so many bytes, which the Worker notices. */
  bytes_max: z.int().min(1),
  timeout_ms: z.int().min(1).max(LIMITS.sourceFetchMs),
  allow_loopback: z.boolean().optional(),
});
export type FetchSource = z.infer<typeof FetchSource>;

/** Why there are no bytes: no answer, one that is no file, or too many redirects. */
export const FETCH_ERRORS = {
  ...CALL_ERRORS,
  status: 'The answer is not 200.',
  redirects: `More than ${LIMITS.sourceRedirectsMax} redirects, or one to no address.`,
} as const;
export type FetchError = keyof typeof FETCH_ERRORS;

export const FetchFailed = z.object({
  error: z.enum(Object.keys(FETCH_ERRORS) as [FetchError, ...FetchError[]]),
  status: z.int().optional(),
});
export type FetchFailed = z.infer<typeof FetchFailed>;

export const PutResult = z.object({
  url: z.string().max(LIMITS.webhookUrlCharsMax),
  headers: z.record(z.string().regex(/^[a-z0-9-]{1,64}$/), z.string().max(1024)),
  /** Where the courier reads the bytes: an address of the Worker's own. */
  source_url: z.url(),
  size_bytes: z.int().min(0),
  account_id: z.string(),
  timeout_ms: z.int().min(1).max(LIMITS.sourceFetchMs),
  allow_loopback: z.boolean().optional(),
});
export type PutResult = z.infer<typeof PutResult>;
