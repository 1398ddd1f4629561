// Registers, changes and deletes endpoints, and rotates their secrets. A URL is judged here by its text; the courier judges at every call
// where its name leads.

import { LIMITS } from '#contract/limits.ts';
import { judgeUrl } from '#contract/public-address.ts';
import type { ChangeWebhook, CreatedWebhook, CreateWebhook, WebhookObject } from '#contract/webhooks.ts';
import { spreadAccount } from '../cells/copy-account.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';
import { seal } from '../seal.ts';
import { makeSecret, SECRET_BYTES } from './signature.ts';
import { deleteWebhook, findOwnWebhook, insertWebhook, replaceSecret, updateWebhook } from './webhook-rows.ts';
import type { WebhookRow } from './webhook-table.ts';
import { webhookObject } from './webhook.ts';

type RegisterDeps = Pick<Deps, 'cells' | 'log' | 'db' | 'now' | 'newId' | 'randomBytes' | 'config'>;

export async function registerWebhook(deps: RegisterDeps, accountId: string, fields: CreateWebhook): Promise<Result<CreatedWebhook>> {
  const url = normaliseUrl(deps, 'url', fields.url);
  if (!url.ok) return url;
  const id = deps.newId('webhook');
  const secret = makeSecret(deps.randomBytes(SECRET_BYTES));
  const nowMs = deps.now();
  const row: WebhookRow = {
    id,
    account_id: accountId,
    url: url.value,
    events: JSON.stringify(fields.events),
    description: fields.description ?? null,
    enabled: 1,
    disabled_reason: null,
    secret_sealed: await seal(deps.config.sealingSecret, 'webhook secret', id, secret),
    previous_secret_sealed: null,
    previous_secret_until: null,
    failing_since: null,
    created_at: nowMs,
    updated_at: nowMs,
  };
  if (!(await insertWebhook(deps, row, LIMITS.webhooksPerAccountMax))) {
    return refuse('invalid_request', `An account has at most ${LIMITS.webhooksPerAccountMax} webhooks.`);
  }
  await spreadAccount(deps, accountId);
  return ok({ ...webhookObject(row, nowMs), secret });
}

export async function changeWebhook(
  deps: RegisterDeps,
  accountId: string,
  webhookId: string,
  fields: ChangeWebhook,
): Promise<Result<WebhookObject>> {
  const found = await findOwnWebhook(deps, accountId, webhookId);
  if (!found.ok) return found;
  const url = fields.url === undefined ? ok(undefined) : normaliseUrl(deps, 'url', fields.url);
  if (!url.ok) return url;
  const nowMs = deps.now();
  const movesOrWakes = fields.enabled === true || (url.value !== undefined && url.value !== found.value.url);
  const row = await updateWebhook(deps, found.value, {
    updated_at: nowMs,
    ...(url.value === undefined ? {} : { url: url.value }),
    ...(fields.events === undefined ? {} : { events: JSON.stringify(fields.events) }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.enabled === undefined ? {} : { enabled: fields.enabled ? 1 : 0, disabled_reason: fields.enabled ? null : 'requested' }),
    // A new receiver, or one that was repaired, starts without a history.
    ...(movesOrWakes ? { failing_since: null } : {}),
  });
  if (!row) return refuse('not_found', 'There is no such webhook.');
  await spreadAccount(deps, accountId);
  return ok(webhookObject(row, nowMs));
}

export async function removeWebhook(
  deps: Pick<Deps, 'cells' | 'db' | 'log'>,
  accountId: string,
  webhookId: string,
): Promise<Result<object>> {
  if (!(await deleteWebhook(deps, accountId, webhookId))) return refuse('not_found', 'There is no such webhook.');
  await spreadAccount(deps, accountId);
  return ok({});
}

/** @param graceSeconds How long deliveries are also signed with the secret that was current until now. */
export async function rotateSecret(
  deps: RegisterDeps,
  accountId: string,
  webhookId: string,
  graceSeconds: number,
): Promise<Result<CreatedWebhook>> {
  const found = await findOwnWebhook(deps, accountId, webhookId);
  if (!found.ok) return found;
  const secret = makeSecret(deps.randomBytes(SECRET_BYTES));
  const sealed = await seal(deps.config.sealingSecret, 'webhook secret', webhookId, secret);
  const nowMs = deps.now();
  const row = await replaceSecret(deps, found.value, sealed, graceSeconds === 0 ? null : nowMs + graceSeconds * 1000, nowMs);
  if (!row) return refuse('not_found', 'There is no such webhook.');
  await spreadAccount(deps, accountId);
  return ok({ ...webhookObject(row, nowMs), secret });
}

/** The URL parser ignores line breaks, tabs and spaces at the ends: the called URL would not be the one that was sent. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const NOT_IN_A_URL = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/;

/**
 * @param field as details name it
 * @returns the address as the URL standard writes it: the stored and shown URL is the one that is called.
 */
export function normaliseUrl(deps: Pick<Deps, 'config'>, field: string, text: string): Result<string> {
  const refused = (reason: string) => refuseField(field, 'not_allowed', `The URL ${reason}.`);
  if (NOT_IN_A_URL.test(text)) return refused('holds a control character or a space');
  const judged = judgeUrl(text, deps.config.allowLocalWebhooks);
  if (!judged.ok) return refused(judged.reason);
  const { href } = judged.target.url;
  // Percent-encoding makes it longer.
  if (href.length > LIMITS.webhookUrlCharsMax) return refused(`is longer than ${LIMITS.webhookUrlCharsMax} characters when it is encoded`);
  return ok(href);
}
