// SQL of deliveries. A claim lets one consumer make the attempt; the claim's token guards what it settles, so a lapsed one changes
// nothing.

import { LIMITS } from '#contract/limits.ts';
import type { DeliveryAttempt, DisabledReason } from '#contract/webhooks.ts';
import type { Deps } from '../deps.ts';
import type { DeliveryRow } from './delivery-table.ts';
import { endWaiting } from './webhook-rows.ts';

type Db = Pick<Deps, 'db'>;

/** A delivery with all that its attempt needs. */
export interface Consignment extends DeliveryRow {
  readonly body: string;
  readonly url: string;
  readonly enabled: number;
  readonly secret_sealed: string;
  readonly previous_secret_sealed: string | null;
  readonly previous_secret_until: number | null;
  readonly traceparent: string | null;
}

/** @returns the delivery, if it exists, and whether the caller is to make its attempt. */
export async function claimDelivery(
  deps: Db,
  deliveryId: string,
  token: string,
  nowMs: number,
  until: number,
): Promise<{ claimed: boolean; delivery: Consignment | undefined }> {
  const [claimed, found] = await deps.db.batch<Consignment>([
    deps.db
      .prepare(
        `UPDATE deliveries SET claim_token = ?, claimed_until = ?, wake_at = ?, attempts = attempts + 1
         WHERE id = ? AND state = 'pending' AND next_attempt_at <= ? AND (claimed_until IS NULL OR claimed_until <= ?)
           AND EXISTS (SELECT 1 FROM webhooks w WHERE w.id = deliveries.webhook_id AND w.enabled = 1)
           AND (SELECT count(*) FROM deliveries o WHERE o.webhook_id = deliveries.webhook_id AND o.claimed_until > ?) < ?`,
      )
      .bind(token, until, until, deliveryId, nowMs, nowMs, nowMs, LIMITS.webhookAttemptsAtOnce),
    deps.db
      .prepare(
        `SELECT d.*, e.body, w.url, w.enabled, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until, j.traceparent
         FROM deliveries d JOIN events e ON e.cause = coalesce(d.cause, (SELECT cause FROM events WHERE id = d.event_id))
           JOIN webhooks w ON w.id = d.webhook_id LEFT JOIN jobs j ON j.id = e.job_id
         WHERE d.id = ?`,
      )
      .bind(deliveryId),
  ]);
  return { claimed: claimed?.meta.changes === 1, delivery: found?.results[0] };
}

interface Outcome {
  readonly attempt: DeliveryAttempt;
  readonly nowMs: number;
  /** When the next attempt is due; undefined: there is none. */
  readonly nextAttemptAt: number | undefined;
  readonly wakeAt: number | undefined;
}

/** The attempt succeeded: the delivery is done and the endpoint is well. */
export async function settleDelivered(deps: Db, delivery: Consignment, token: string, outcome: Outcome): Promise<boolean> {
  const [, settled] = await deps.db.batch([
    deps.db
      .prepare(`UPDATE webhooks SET failing_since = NULL WHERE id = ? AND url = ? AND failing_since IS NOT NULL AND ${HOLDS_CLAIM}`)
      .bind(delivery.webhook_id, delivery.url, delivery.id, token),
    settle(deps, delivery, token, outcome, { state: 'delivered', step: delivery.step }),
  ]);
  return settled?.meta.changes === 1;
}

/**
 * The attempt failed: the next one is set, or there is none. The endpoint is disabled when the receiver said 410, or after
 * LIMITS.webhookFailingMsMax with nothing but failures; then the deliveries that wait for it have failed too. An answer of a former URL
 * says nothing about the present one.
 */
export async function settleFailed(deps: Db, delivery: Consignment, token: string, outcome: Outcome, gone: boolean): Promise<boolean> {
  const { webhook_id: webhookId, url } = delivery;
  const disable = (reason: DisabledReason, condition: string, ...values: number[]) =>
    deps.db
      .prepare(
        `UPDATE webhooks SET enabled = 0, disabled_reason = ?, updated_at = ? WHERE id = ? AND url = ? AND enabled = 1 AND ${HOLDS_CLAIM}
           AND ${condition}`,
      )
      .bind(reason, outcome.nowMs, webhookId, url, delivery.id, token, ...values);
  const state = outcome.nextAttemptAt === undefined ? 'failed' : 'pending';
  const results = await deps.db.batch([
    deps.db
      .prepare(`UPDATE webhooks SET failing_since = ? WHERE id = ? AND url = ? AND failing_since IS NULL AND ${HOLDS_CLAIM}`)
      .bind(outcome.nowMs, webhookId, url, delivery.id, token),
    gone ? disable('gone', 'TRUE') : disable('failing', 'failing_since <= ?', outcome.nowMs - LIMITS.webhookFailingMsMax),
    settle(deps, delivery, token, outcome, { state, step: delivery.step + 1 }),
    endWaiting(deps, webhookId, outcome.nowMs),
  ]);
  return results[2]?.meta.changes === 1;
}

const HOLDS_CLAIM = 'EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND claim_token = ?)';

function settle(
  deps: Db,
  delivery: Consignment,
  token: string,
  outcome: Outcome,
  { state, step }: Pick<DeliveryRow, 'state' | 'step'>,
): D1PreparedStatement {
  return deps.db
    .prepare(
      `UPDATE deliveries SET state = ?, step = ?, next_attempt_at = ?, wake_at = ?, completed_at = ?, claim_token = NULL, claimed_until = NULL,
         log = json_insert(CASE WHEN json_array_length(log) >= ? THEN json_remove(log, '$[0]') ELSE log END, '$[#]', json(?))
       WHERE id = ? AND claim_token = ?`,
    )
    .bind(
      state,
      step,
      outcome.nextAttemptAt ?? null,
      outcome.wakeAt ?? null,
      state === 'pending' ? null : outcome.nowMs,
      LIMITS.webhookAttemptsLogged,
      JSON.stringify(outcome.attempt),
      delivery.id,
      token,
    );
}

/** The attempt was not made, and not because of the receiver: it does not count. */
export async function releaseDelivery(deps: Db, deliveryId: string, token: string, nextAttemptAt: number, wakeAt: number): Promise<void> {
  await deps.db
    .prepare(
      `UPDATE deliveries SET claim_token = NULL, claimed_until = NULL, attempts = attempts - 1, next_attempt_at = ?, wake_at = ?
       WHERE id = ? AND claim_token = ?`,
    )
    .bind(nextAttemptAt, wakeAt, deliveryId, token)
    .run();
}

/** Deliveries that are due and have no message: a later attempt, a lost message, a lapsed claim. */
export async function takeDueDeliveries(deps: Db, nowMs: number, deliveriesMax: number): Promise<string[]> {
  const due = await deps.db
    .prepare(
      `UPDATE deliveries SET wake_at = ?
       WHERE seq IN (SELECT seq FROM deliveries WHERE wake_at <= ? AND wake_at IS NOT NULL ORDER BY wake_at LIMIT ?) RETURNING id`,
    )
    .bind(nowMs + LIMITS.resendAfterMs, nowMs, deliveriesMax)
    .all<{ id: string }>();
  return due.results.map((row) => row.id);
}
