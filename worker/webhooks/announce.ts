// Announces a change: runs its statements, its event, and a delivery of that event to each endpoint that wants it, in one batch. So there
// is no change without its event, no event without its deliveries, and neither twice. The queue messages follow; the sweep sends a lost
// one again (deliveries.wake_at).

import { LIMITS } from '#contract/limits.ts';
import type { WebhookEvent } from '#contract/events.ts';
import type { Deps } from '../deps.ts';

export type AnnounceDeps = Pick<Deps, 'db' | 'newId' | 'deliveryQueue' | 'log'>;

export interface NewEvent {
  readonly accountId: string;
  /** `job_…:running`: the subject and its new state. Written once. */
  readonly cause: string;
  readonly jobId?: string | null;
  readonly fileId?: string | null;
  readonly createdAt: number;
  readonly body: WebhookEvent;
  /** A condition that only the change in the same batch can make true: it holds if the change happened. */
  readonly guard: { readonly sql: string; readonly values: readonly (string | number)[] };
  /** Only to this endpoint, even if it does not subscribe to the event. */
  readonly onlyTo?: string;
}

/** @returns the results of `changes`, in order. */
export async function batchWithEvent(
  deps: Pick<Deps, 'db' | 'deliveryQueue' | 'log'>,
  changes: readonly D1PreparedStatement[],
  event: NewEvent,
): Promise<D1Result[]> {
  const results = await deps.db.batch<{ id: string }>([...changes, insertEvent(deps, event), insertDeliveries(deps, event)]);
  const created = results[changes.length + 1]?.results ?? [];
  await carry(
    deps,
    created.map((row) => row.id),
  );
  return results.slice(0, changes.length);
}

function insertEvent(deps: Pick<Deps, 'db'>, event: NewEvent): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT OR IGNORE INTO events (id, account_id, event, cause, job_id, file_id, created_at, body)
       SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE ${event.guard.sql}`,
    )
    .bind(
      event.body.event_id,
      event.accountId,
      event.body.event,
      event.cause,
      event.jobId ?? null,
      event.fileId ?? null,
      event.createdAt,
      JSON.stringify(event.body),
      ...event.guard.values,
    );
}

/** The identifiers are made in the statement: which endpoints there are is known only there. */
export const NEW_DELIVERY_ID = `'dlv_' || lower(hex(randomblob(16)))`;
export const SUBSCRIBES = `EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN ('*', e.event))`;

function insertDeliveries(deps: Pick<Deps, 'db'>, event: NewEvent): D1PreparedStatement {
  const wanted = event.onlyTo === undefined ? SUBSCRIBES : 'w.id = ?';
  return deps.db
    .prepare(
      `INSERT OR IGNORE INTO deliveries (id, webhook_id, event_id, event, state, next_attempt_at, wake_at, created_at)
       SELECT ${NEW_DELIVERY_ID}, w.id, e.id, e.event, 'pending', e.created_at, e.created_at + ?, e.created_at
       FROM events e JOIN webhooks w ON w.account_id = e.account_id WHERE e.id = ? AND w.enabled = 1 AND ${wanted}
       RETURNING id`,
    )
    .bind(LIMITS.resendAfterMs, event.body.event_id, ...(event.onlyTo === undefined ? [] : [event.onlyTo]));
}

/** The most that the queue takes at once. */
const MESSAGES_MAX = 100;

/** Sends a queue message for each delivery. One that the queue does not take is sent again by the sweep. */
export async function carry(deps: Pick<Deps, 'deliveryQueue' | 'log'>, deliveryIds: readonly string[], delaySeconds = 0): Promise<void> {
  for (let start = 0; start < deliveryIds.length; start += MESSAGES_MAX) {
    const messages = deliveryIds.slice(start, start + MESSAGES_MAX).map((delivery_id) => ({ body: { delivery_id } }));
    try {
      await deps.deliveryQueue.sendBatch(messages, delaySeconds > 0 ? { delaySeconds } : {});
    } catch (cause) {
      deps.log.error('delivery.send_failed', cause, { deliveries: messages.length });
    }
  }
}
