// The Idempotency-Key of a POST: the row is inserted before the work and completed with its answer, so that of any number of equal requests
// one does the work and the others get its answer. Runs behind authentication and scope. Without the header it does nothing.
// An answer belongs to the API key that asked: it may hold a secret, and another key of the account may not have been given it.
//
// A row whose answer never came is leased: after LIMITS.idempotencyLeaseMs the next request with the key does the work again. Where the work
// is a batch of its own (a job), `keepAnswer` puts the answer into that batch, and "done but not answered" cannot be.

import type { MiddlewareHandler, Next } from 'hono';
import { toHex } from '#contract/internal-signature.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { type Result, ok, refuse, refuseField } from '../result.ts';
import { answerRefusal, answerStored } from './answer.ts';
import { canonicalJson } from './canonical-json.ts';
import type { AppContext, AppTypes } from './context.ts';
import {
  completeRequest,
  completion,
  findKept,
  findRequest,
  type Guard,
  noteKept,
  releaseRequest,
  reserveRequest,
  type RequestRef,
} from './idempotency-rows.ts';
import { parseKey } from './idempotency-key.ts';
import { isForm } from './multipart.ts';
import { readBounded } from './read-body.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { parseStrictJson } from './strict-json.ts';

const HEADER = 'idempotency-key';
/** Headers that are part of a stored answer. */
const KEPT_HEADERS = ['Location', 'Retry-After'];
/** Not an outcome of the request itself: the same request may get another answer a moment later. */
const UNKEPT_STATUSES = [401, 403, 424, 429];
const IN_PROGRESS_SECONDS = '1';
const MALFORMED = `Idempotency-Key holds 1 to ${LIMITS.idempotencyKeyCharsMax} printable ASCII characters, quoted or bare.`;
const REUSED = 'The Idempotency-Key was used for a request with other content, or by another API key of the account.';

/** @param bytesMax of a JSON body */
export function idempotency(bytesMax: number): MiddlewareHandler<AppTypes> {
  return async (c, next) => handleKeyed(c, next, bytesMax);
}

async function handleKeyed(c: AppContext, next: Next, bytesMax: number): Promise<Response | undefined> {
  const header = c.req.header(HEADER);
  if (header === undefined) {
    await next();
    return undefined;
  }
  const deps = c.get('deps');
  const request = await readKeyedRequest(c, header, bytesMax);
  if (!request.ok) return answerRefusal(c, request.refusal);
  const ref = request.value;
  if (!(await reserveRequest(deps, ref))) return answerKnown(c, deps, ref);
  const kept = await keptOrRelease(deps, ref);
  if (kept) {
    await noteKept(deps, ref);
    return answerStored(c, kept);
  }

  c.set('idempotentRequest', ref);
  await next();
  if (c.get('idempotentRequest') === undefined) return undefined;
  // The work is done: whether the answer can be kept does not change it.
  await keep(c.get('deps'), ref, c.res.clone()).catch((cause: unknown) => {
    deps.log.error('idempotency.not_kept', cause, { request_id: c.get('requestId') });
  });
  return undefined;
}

/** Nothing is done yet: where the cell's database does not answer, the next request has not to wait for the end of the lease. */
async function keptOrRelease(deps: Deps, ref: RequestRef): Promise<StoredAnswer | undefined> {
  try {
    return await findKept(deps, ref);
  } catch (cause) {
    await releaseRequest(deps, ref);
    throw cause;
  }
}

/** A statement for the batch of the work itself, or undefined when the request has no Idempotency-Key. @param guard A condition that holds once the work is done. */
export async function keepAnswer(c: AppContext, answer: StoredAnswer, guard: Guard): Promise<D1PreparedStatement | undefined> {
  const ref = c.get('idempotentRequest');
  return ref && completion(c.get('deps'), ref, answer, guard);
}

/** The batch with that statement has done the work. */
export async function answerIsKept(c: AppContext): Promise<void> {
  const ref = c.get('idempotentRequest');
  c.set('idempotentRequest', undefined);
  if (ref)
    await noteKept(c.get('deps'), ref).catch((cause: unknown) => {
      c.get('deps').log.error('idempotency.not_noted', cause, { request_id: c.get('requestId') });
    });
}

/**
 * For a handler whose request is a form that it has read: takes the Idempotency-Key for it, if it has one.
 * @param content the same for equal requests only
 * @returns the answer of an equal request that is done; undefined: this one is to do the work, and to release the key if it does not
 */
export async function reserveForm(c: AppContext, content: unknown): Promise<Result<StoredAnswer | undefined>> {
  const deps = c.get('deps');
  const named = formKeyOf(c);
  if (!named.ok || named.value === undefined) return named as Result<undefined>;
  const { accountId, keyId } = c.get('caller');
  const target = `${c.req.method} ${new URL(c.req.url).pathname}`;
  const fingerprint = await fingerprintOf(deps, keyId, '', new TextEncoder().encode(JSON.stringify(content)));
  const ref = { accountId, target, key: named.value, token: deps.newId('request'), fingerprint };
  if (await reserveRequest(deps, ref)) {
    const kept = await keptOrRelease(deps, ref);
    if (kept) await noteKept(deps, ref);
    else c.set('idempotentRequest', ref);
    return ok(kept);
  }
  const known = await findRequest(deps, ref);
  return known && known.fingerprint !== fingerprint
    ? refuse('idempotency_key_reused', REUSED)
    : known?.answer
      ? ok(known.answer)
      : refuse('idempotency_in_progress', undefined, { headers: { 'Retry-After': IN_PROGRESS_SECONDS } });
}

/** The work was refused: the key is free for another request. */
export async function releaseForm(c: AppContext): Promise<void> {
  const ref = c.get('idempotentRequest');
  if (ref) await releaseRequest(c.get('deps'), ref);
}

/** Undefined: the request has none. */
export function formKeyOf(c: AppContext): Result<string | undefined> {
  const header = c.req.header(HEADER);
  const key = header === undefined ? undefined : parseKey(header);
  return header !== undefined && key === undefined ? refuseField('Idempotency-Key', 'malformed', MALFORMED) : ok(key);
}

async function readKeyedRequest(c: AppContext, header: string, bytesMax: number): Promise<Result<RequestRef>> {
  const key = parseKey(header);
  if (key === undefined) {
    return refuseField('Idempotency-Key', 'malformed', MALFORMED);
  }
  if (isForm(c.req.header('content-type') ?? '')) {
    // A client that is still sending a small form reads the answer rather than a closed connection.
    await readBounded(c.req.raw, LIMITS.jsonBodyBytesMax);
    const message =
      'Idempotency-Key cannot be used with multipart/form-data: create the record with a JSON body; the PUT of its bytes may be repeated.';
    return refuseField('Idempotency-Key', 'unsupported', message);
  }
  const bytes = await readBounded(c.req.raw, bytesMax);
  if (!bytes) return refuse('request_too_large', `The JSON body of this request holds at most ${bytesMax} bytes.`);
  const url = new URL(c.req.url);
  const { method, headers } = c.req.raw;
  c.req.raw = new Request(c.req.url, { method, headers, ...(bytes.byteLength > 0 ? { body: bytes } : {}) });
  const deps = c.get('deps');
  const { accountId, keyId } = c.get('caller');
  const fingerprint = await fingerprintOf(deps, keyId, url.search, bytes);
  return ok({ accountId, target: `${method} ${url.pathname}`, key, token: deps.newId('request'), fingerprint });
}

/** Of the caller and the request. Keyed, because a body may hold a password: nobody can guess it from the fingerprint alone. */
async function fingerprintOf(deps: Pick<Deps, 'config'>, keyId: string, search: string, body: Uint8Array): Promise<string> {
  const parsed = parseStrictJson(body);
  const text = parsed.ok ? canonicalJson(parsed.value) : toHex(await crypto.subtle.digest('SHA-256', body));
  const subject = new TextEncoder().encode(`idempotency\n${keyId}\n${search}\n${parsed.ok}\n${text}`);
  return toHex(await crypto.subtle.sign('HMAC', await deps.config.addressSecret, subject));
}

async function answerKnown(c: AppContext, deps: Deps, ref: RequestRef): Promise<Response> {
  const known = await findRequest(deps, ref);
  if (known && known.fingerprint !== ref.fingerprint) {
    return answerRefusal(c, { code: 'idempotency_key_reused', message: REUSED });
  }
  // No row: the request that was at work has just been refused; this one may try again.
  if (!known?.answer) return answerRefusal(c, { code: 'idempotency_in_progress', headers: { 'Retry-After': IN_PROGRESS_SECONDS } });
  return answerStored(c, known.answer);
}

async function keep(deps: Deps, ref: RequestRef, response: Response): Promise<void> {
  if (response.status >= 500 || UNKEPT_STATUSES.includes(response.status)) return releaseRequest(deps, ref);
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return completeRequest(deps, ref, { status: response.status, body: await response.text(), headers: Object.fromEntries(headers) });
}
