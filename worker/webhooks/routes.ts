// HTTP of webhooks: each handler reads the request, calls one verb and answers its result.

import { ChangeWebhook, CreateWebhook, DeliveriesQuery, RecoverDeliveries, RotateSecret } from '#contract/webhooks.ts';
import { answer, answerEmpty, answerRefusal, answerResult } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';
import { readJson, validate } from '../http/read-body.ts';
import { listDeliveries } from './list-deliveries.ts';
import { recoverDeliveries, redeliver, sendTestEvent } from './redeliver.ts';
import { changeWebhook, registerWebhook, removeWebhook, rotateSecret } from './register.ts';
import { findOwnWebhook, listWebhooks, withHealth } from './webhook-rows.ts';
import { webhookObject } from './webhook.ts';

export async function handleCreateWebhook(c: AppContext): Promise<Response> {
  const fields = await readJson(c.req.raw, CreateWebhook);
  if (!fields.ok) return answerRefusal(c, fields.refusal);
  const created = await registerWebhook(c.get('deps'), accountOf(c), fields.value);
  if (!created.ok) return answerRefusal(c, created.refusal);
  return answer(c, 201, created.value, { Location: `/v1/webhooks/${created.value.webhook_id}` });
}

/** An account has so few that one page holds them all. */
export async function handleListWebhooks(c: AppContext): Promise<Response> {
  const rows = await withHealth(c.get('deps'), accountOf(c), await listWebhooks(c.get('deps'), accountOf(c)));
  const nowMs = c.get('deps').now();
  return answer(c, 200, { data: rows.map((row) => webhookObject(row, nowMs)), has_more: false, next_cursor: null });
}

export async function handleReadWebhook(c: AppContext): Promise<Response> {
  const found = await findOwnWebhook(c.get('deps'), accountOf(c), webhookOf(c));
  if (!found.ok) return answerRefusal(c, found.refusal);
  const [webhook = found.value] = await withHealth(c.get('deps'), accountOf(c), [found.value]);
  return answer(c, 200, webhookObject(webhook, c.get('deps').now()));
}

export async function handleChangeWebhook(c: AppContext): Promise<Response> {
  const fields = await readJson(c.req.raw, ChangeWebhook);
  if (!fields.ok) return answerRefusal(c, fields.refusal);
  return answerResult(c, 200, await changeWebhook(c.get('deps'), accountOf(c), webhookOf(c), fields.value));
}

export async function handleDeleteWebhook(c: AppContext): Promise<Response> {
  const removed = await removeWebhook(c.get('deps'), accountOf(c), webhookOf(c));
  return removed.ok ? answerEmpty(c) : answerRefusal(c, removed.refusal);
}

export async function handleRotateSecret(c: AppContext): Promise<Response> {
  const fields = await readJson(c.req.raw, RotateSecret);
  if (!fields.ok) return answerRefusal(c, fields.refusal);
  return answerResult(c, 200, await rotateSecret(c.get('deps'), accountOf(c), webhookOf(c), fields.value.grace_seconds));
}

export async function handleTestWebhook(c: AppContext): Promise<Response> {
  return answerResult(c, 202, await sendTestEvent(c.get('deps'), accountOf(c), webhookOf(c)));
}

export async function handleListDeliveries(c: AppContext): Promise<Response> {
  const query = validate(DeliveriesQuery, c.req.query());
  if (!query.ok) return answerRefusal(c, query.refusal);
  return answerResult(c, 200, await listDeliveries(c.get('deps'), accountOf(c), webhookOf(c), query.value));
}

export async function handleRedeliver(c: AppContext): Promise<Response> {
  return answerResult(c, 202, await redeliver(c.get('deps'), accountOf(c), webhookOf(c), c.req.param('delivery_id') ?? ''));
}

export async function handleRecoverDeliveries(c: AppContext): Promise<Response> {
  const fields = await readJson(c.req.raw, RecoverDeliveries);
  if (!fields.ok) return answerRefusal(c, fields.refusal);
  return answerResult(c, 202, await recoverDeliveries(c.get('deps'), accountOf(c), webhookOf(c), Date.parse(fields.value.since)));
}

function accountOf(c: AppContext): string {
  return c.get('caller').accountId;
}

function webhookOf(c: AppContext): string {
  return c.req.param('webhook_id') ?? '';
}
