// Sends again on request: one delivery, everything that failed or was missed since a time, or an event made to test an endpoint.

import { TEST_EVENT } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Delivery } from '#contract/webhooks.ts';
import { cellOf, cellsOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, type Result } from '../result.ts';
import { type AnnounceDeps, batchWithEvents, carry, NEW_DELIVERY_ID, SUBSCRIBES } from './announce.ts';
import type { DeliveryRow } from './delivery-table.ts';
import { findEnabledWebhook } from './webhook-rows.ts';
import { deliveryObject, isoTime } from './webhook.ts';

type RedeliverDeps = Pick<Deps, 'cells' | 'db' | 'now' | 'deliveryQueue' | 'log'>;

/** Starts the schedule again, now. An attempt that is under way counts as the requested one. */
export async function redeliver(deps: RedeliverDeps, accountId: string, webhookId: string, deliveryId: string): Promise<Result<Delivery>> {
  const webhook = await findEnabledWebhook(deps, accountId, webhookId);
  if (!webhook.ok) return webhook;
  const nowMs = deps.now();
  const { db } = await cellOf(deps, 'delivery', deliveryId);
  const [begun, found] = await db.batch<DeliveryRow>([
    db
      .prepare(`UPDATE deliveries SET ${BEGIN_AGAIN} WHERE id = ? AND webhook_id = ? AND (claimed_until IS NULL OR claimed_until <= ?)`)
      .bind(nowMs, nowMs + LIMITS.resendAfterMs, deliveryId, webhookId, nowMs),
    db.prepare('SELECT * FROM deliveries WHERE id = ? AND webhook_id = ?').bind(deliveryId, webhookId),
  ]);
  const row = found?.results[0];
  if (!row) return refuse('not_found', 'There is no such delivery.');
  if (begun?.meta.changes === 1) await carry(deps, [deliveryId]);
  return ok(deliveryObject(row));
}

const BEGIN_AGAIN = `state = 'pending', step = 0, completed_at = NULL, claim_token = NULL, claimed_until = NULL, next_attempt_at = ?, wake_at = ?`;

/** Half of what one call sends are failed deliveries, half are events that the endpoint wants and never had. */
const HALF = LIMITS.webhookRecoveredMax / 2;

export async function recoverDeliveries(
  deps: RedeliverDeps,
  accountId: string,
  webhookId: string,
  sinceMs: number,
): Promise<Result<{ recovered: number; has_more: boolean }>> {
  const webhook = await findEnabledWebhook(deps, accountId, webhookId);
  if (!webhook.ok) return webhook;
  let recovered = 0;
  let has_more = false;
  for (const { db } of await cellsOf(deps, accountId)) {
    if (recovered >= LIMITS.webhookRecoveredMax) return ok({ recovered, has_more: true });
    const parts = await recoverIn({ ...deps, db }, webhookId, sinceMs);
    recovered += parts.flat().length;
    has_more ||= parts.some((part) => part.length === HALF);
  }
  return ok({ recovered, has_more });
}

/** In one database. @returns the deliveries that begin again, and those that are new */
async function recoverIn(deps: RedeliverDeps, webhookId: string, sinceMs: number): Promise<{ id: string }[][]> {
  const nowMs = deps.now();
  const wakeAt = nowMs + LIMITS.resendAfterMs;
  const [failed, missed] = await deps.db.batch<{ id: string }>([
    deps.db
      .prepare(
        `UPDATE deliveries SET ${BEGIN_AGAIN} WHERE seq IN (SELECT seq FROM deliveries
           WHERE webhook_id = ? AND state = 'failed' AND event <> ? AND created_at >= ? ORDER BY seq LIMIT ?) RETURNING id`,
      )
      .bind(nowMs, wakeAt, webhookId, TEST_EVENT, sinceMs, HALF),
    deps.db
      .prepare(
        `INSERT OR IGNORE INTO deliveries (id, webhook_id, event_id, event, cause, state, next_attempt_at, wake_at, created_at)
         SELECT ${NEW_DELIVERY_ID}, w.id, e.id, e.event, e.cause, 'pending', ?1, ?2, e.created_at
         FROM webhooks w JOIN events e ON e.account_id = w.account_id
         WHERE w.id = ?3 AND e.wanted = 1 AND e.created_at >= max(?4, w.created_at) AND e.event <> ?5 AND ${SUBSCRIBES}
           AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id AND d.event_id = e.id)
         ORDER BY e.created_at LIMIT ?6 RETURNING id`,
      )
      .bind(nowMs, wakeAt, webhookId, sinceMs, TEST_EVENT, HALF),
  ]);
  const parts = [failed?.results ?? [], missed?.results ?? []];
  await carry(
    deps,
    parts.flat().map((row) => row.id),
  );
  return parts;
}

/** Writes an event for this endpoint alone; it is delivered like all others. */
export async function sendTestEvent(
  deps: AnnounceDeps & Pick<Deps, 'now'>,
  accountId: string,
  webhookId: string,
): Promise<Result<Delivery>> {
  const webhook = await findEnabledWebhook(deps, accountId, webhookId);
  if (!webhook.ok) return webhook;
  const nowMs = deps.now();
  const eventId = deps.newId('event');
  const event = {
    accountId,
    cause: `${webhookId}:test:${eventId}`,
    createdAt: nowMs,
    body: { event: TEST_EVENT, event_id: eventId, created_at: isoTime(nowMs), webhook_id: webhookId },
    guard: { sql: 'EXISTS (SELECT 1 FROM webhooks WHERE id = ? AND enabled = 1)', values: [webhookId] },
    onlyTo: webhookId,
  } as const;
  await batchWithEvents(deps, [], [event]);
  const row = await deps.db
    .prepare('SELECT * FROM deliveries WHERE webhook_id = ? AND event_id = ?')
    .bind(webhookId, eventId)
    .first<DeliveryRow>();
  return row ? ok(deliveryObject(row)) : refuse('not_found', 'There is no such webhook.');
}
