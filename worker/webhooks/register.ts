// Registers, changes and deletes endpoints, and rotates their secrets. A URL is judged here by what its text shows; where its name
// leads is judged by the courier at every call.

import { LIMITS } from '#contract/limits.ts';
import { judgeUrl } from '#contract/public-address.ts';
import type { ChangeWebhook, CreatedWebhook, CreateWebhook, WebhookObject } from '#contract/webhooks.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';
import { seal } from '../seal.ts';
import { makeSecret, SECRET_BYTES } from './signature.ts';
import { deleteWebhook, findOwnWebhook, insertWebhook, replaceSecret, updateWebhook } from './webhook-rows.ts';
import type { WebhookRow } from './webhook-table.ts';
import { webhookObject } from './webhook.ts';

type RegisterDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes' | 'config'>;

export async function registerWebhook(deps: RegisterDeps, accountId: string, fields: CreateWebhook): Promise<Result<CreatedWebhook>> {
  const allowed = checkUrl(deps, fields.url);
  if (!allowed.ok) return allowed;
  const id = deps.newId('webhook');
  const secret = makeSecret(deps.randomBytes(SECRET_BYTES));
  const nowMs = deps.now();
  const row: WebhookRow = {
    id,
    account_id: accountId,
    url: fields.url,
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
  const allowed = fields.url === undefined ? ok(undefined) : checkUrl(deps, fields.url);
  if (!allowed.ok) return allowed;
  const nowMs = deps.now();
  const movesOrWakes = fields.enabled === true || (fields.url !== undefined && fields.url !== found.value.url);
  const row = await updateWebhook(deps, webhookId, {
    updated_at: nowMs,
    ...(fields.url === undefined ? {} : { url: fields.url }),
    ...(fields.events === undefined ? {} : { events: JSON.stringify(fields.events) }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.enabled === undefined ? {} : { enabled: fields.enabled ? 1 : 0, disabled_reason: fields.enabled ? null : 'requested' }),
    // Another receiver, or one that was put in order, begins without a history.
    ...(movesOrWakes ? { failing_since: null } : {}),
  });
  return row ? ok(webhookObject(row, nowMs)) : refuse('not_found', 'There is no such webhook.');
}

export async function removeWebhook(deps: Pick<Deps, 'db'>, accountId: string, webhookId: string): Promise<Result<object>> {
  return (await deleteWebhook(deps, accountId, webhookId)) ? ok({}) : refuse('not_found', 'There is no such webhook.');
}

/** @param graceSeconds For how long deliveries also carry a signature of the secret that was current until now. */
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
  const row = await replaceSecret(deps, webhookId, sealed, graceSeconds === 0 ? null : nowMs + graceSeconds * 1000, nowMs);
  return row ? ok({ ...webhookObject(row, nowMs), secret }) : refuse('not_found', 'There is no such webhook.');
}

function checkUrl(deps: Pick<Deps, 'config'>, url: string): Result<undefined> {
  const judged = judgeUrl(url, deps.config.allowLocalWebhooks);
  return judged.ok ? ok(undefined) : refuseField('url', 'not_allowed', `The URL ${judged.reason}.`);
}
