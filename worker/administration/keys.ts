// HTTP of API keys for the account's own administration. A key hands out only what it has itself: no scope that it does not have and no
// time beyond its own end, neither by creating a key nor by rotating one.

import { CreateKey, type KeyObject, RotateKey } from '#contract/keys.ts';
import { ListQuery } from '#contract/lists.ts';
import { mayGrant, type Scope } from '#contract/scopes.ts';
import type { ApiKeyRow } from '../accounts/account-table.ts';
import { issueKey, type IssuedKey, revokeKey, rotateKey } from '../accounts/change-keys.ts';
import { findOwnKey, keyObject, scopesOf } from '../accounts/key-rows.ts';
import { answer, answerRefusal } from '../http/answer.ts';
import { actorOf, type AppContext, type Caller } from '../http/context.ts';
import { answerPage, readPage } from '../http/list.ts';
import { readJson, validate } from '../http/read-body.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

export async function handleCreateKey(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const caller = c.get('caller');
  const body = await readJson(c.req.raw, CreateKey);
  if (!body.ok) return answerRefusal(c, body.refusal);
  const { expires_at, ...fields } = body.value;
  // Without an end of its own the new key gets that of the calling key; the answer shows it.
  const expiresAt = expires_at === undefined ? caller.keyEndsAt : Date.parse(expires_at);
  const grantable = checkGrant(caller, fields.scopes, expiresAt);
  if (!grantable.ok) return answerRefusal(c, grantable.refusal);
  if (expiresAt !== null && expiresAt <= deps.now()) {
    const refused = refuseField('expires_at', 'range', '`expires_at` is not in the future.');
    if (!refused.ok) return answerRefusal(c, refused.refusal);
  }
  const issued = await issueKey(deps, actorOf(c), caller.accountId, { ...fields, expiresAt });
  if (!issued.ok) return answerRefusal(c, issued.refusal);
  return answer(c, 201, newKeyObject(issued.value, deps.now()), { Location: `/v1/keys/${issued.value.row.id}` });
}

export async function handleListKeys(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const { accountId } = c.get('caller');
  const query = validate(ListQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  const page = await readPage<ApiKeyRow>([deps], {
    table: 'api_keys',
    index: 'api_keys_account',
    columns: '*',
    where: [{ sql: 'account_id = ?', values: [accountId] }],
    owner: [accountId],
    query: query.value,
  });
  return page.ok ? answerPage(c, page.value, (row) => keyObject(row, deps.now())) : answerRefusal(c, page.refusal);
}

export async function handleReadKey(c: AppContext): Promise<Response> {
  const found = await ownKey(c);
  return found.ok ? answer(c, 200, keyObject(found.value, c.get('deps').now())) : answerRefusal(c, found.refusal);
}

export async function handleRotateKey(c: AppContext): Promise<Response> {
  const deps = c.get('deps');
  const body = await readJson(c.req.raw, RotateKey);
  if (!body.ok) return answerRefusal(c, body.refusal);
  const found = await ownKey(c);
  if (!found.ok) return answerRefusal(c, found.refusal);
  const grantable = checkGrant(c.get('caller'), scopesOf(found.value), found.value.expires_at);
  if (!grantable.ok) return answerRefusal(c, grantable.refusal);
  const rotated = await rotateKey(deps, actorOf(c), found.value, body.value.grace_seconds);
  if (!rotated.ok) return answerRefusal(c, rotated.refusal);
  const replaces = { key_id: found.value.id, expires_at: new Date(rotated.value.oldEndsAt).toISOString() };
  const headers = { Location: `/v1/keys/${rotated.value.row.id}` };
  return answer(c, 201, { ...newKeyObject(rotated.value, deps.now()), replaces }, headers);
}

export async function handleRevokeKey(c: AppContext): Promise<Response> {
  const found = await ownKey(c);
  if (!found.ok) return answerRefusal(c, found.refusal);
  await revokeKey(c.get('deps'), actorOf(c), found.value);
  return answer(c, 200, { key_id: found.value.id, revoked: true });
}

async function ownKey(c: AppContext): Promise<Result<ApiKeyRow>> {
  return findOwnKey(c.get('deps'), c.get('caller').accountId, c.req.param('key_id') ?? '');
}

/** @param endsAt of the key that the caller would hand out; null: it would have no end. */
function checkGrant(caller: Pick<Caller, 'scopes' | 'keyEndsAt'>, wanted: readonly string[], endsAt: number | null): Result<undefined> {
  const missing = wanted.filter((scope) => !mayGrant(caller.scopes, scope as Scope));
  if (missing.length > 0) return refuse('forbidden', `The API key cannot hand out scopes that it does not have: ${missing.join(', ')}.`);
  const { keyEndsAt } = caller;
  if (keyEndsAt === null || (endsAt !== null && endsAt <= keyEndsAt)) return ok(undefined);
  const wantedEnd = endsAt === null ? 'has no end' : `ends at ${new Date(endsAt).toISOString()}`;
  const message = `The API key ends at ${new Date(keyEndsAt).toISOString()} (expires_at) and cannot hand out one that ${wantedEnd}.`;
  return refuse('forbidden', message);
}

function newKeyObject(issued: IssuedKey, nowMs: number): KeyObject & { key: string } {
  return { ...keyObject(issued.row, nowMs), key: issued.key };
}
