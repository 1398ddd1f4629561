// Announces a change: runs its statements, its event, and a delivery of that event to each endpoint that wants it, in one batch. So there
// is no change without its event, no event without its deliveries, and neither twice. The queue messages follow; the sweep sends a lost
// one again (deliveries.wake_at).

import { LIMITS } from '#contract/limits.ts';
import type { BatchEvent, WebhookEvent } from '#contract/events.ts';
import { inChunks } from '../cells/json-chunks.ts';
import { type NoteDeps, noteWritten } from '../cells/near-reads.ts';
import type { Deps } from '../deps.ts';

/** Without `newId`. */
export type TellDeps = NoteDeps & Pick<Deps, 'db' | 'deliveryQueue' | 'log'>;
export type AnnounceDeps = TellDeps & Pick<Deps, 'newId'>;

export interface NewEvent {
  readonly accountId: string;
  /** `job_…:running`: the subject and its new state. Written once. */
  readonly cause: string;
  readonly jobId?: string | null;
  readonly fileId?: string | null;
  readonly createdAt: number;
  readonly body: WebhookEvent | Omit<BatchEvent, 'counts'>;
  /** A condition that only the change in the same batch can make true: it holds if the change happened. */
  readonly guard: { readonly sql: string; readonly values: readonly (string | number)[] };
  /** What the rows say when the event is written: an expression of a JSON object, whose fields the body gets (RFC 7396; null: it has none). */
  readonly fields?: { readonly sql: string; readonly values: readonly (string | number)[] };
  /** Only to this endpoint, even if it does not subscribe to the event. */
  readonly onlyTo?: string;
}

/** @returns the results of `changes`, in order. */
export async function batchWithEvents(
  deps: TellDeps,
  changes: readonly D1PreparedStatement[],
  events: readonly NewEvent[],
): Promise<D1Result[]> {
  return runAndCarry(deps, events, changes, [
    ...events.map((event) => insertEvent(deps, event)),
    ...events.map((event) => insertDeliveries(deps, event.cause, event.onlyTo)),
  ]);
}

/**
 * The same for many events of jobs at once, in few statements. The guards of the events are not read: `guard` holds for each of them, and may
 * name its job as `job_id`.
 */
export async function batchWithManyEvents(
  deps: TellDeps,
  changes: readonly D1PreparedStatement[],
  { many, guard, last }: { readonly many: readonly NewEvent[]; readonly guard: NewEvent['guard']; readonly last?: NewEvent },
): Promise<D1Result[]> {
  const rows = many.map(({ accountId, cause, jobId, fileId, createdAt, body }) => ({
    id: body.event_id,
    account_id: accountId,
    event: body.event,
    cause,
    job_id: jobId,
    file_id: fileId,
    created_at: createdAt,
    body: JSON.stringify(body),
  }));
  const inserts = inChunks(rows).map((chunk) =>
    deps.db
      .prepare(
        `INSERT OR IGNORE INTO events (${EVENT_COLUMNS.join(', ')})
         SELECT * FROM (SELECT ${WRITTEN_COLUMNS.map((name) => `value ->> '${name}' AS ${name}`).join(', ')},
           EXISTS (SELECT 1 FROM webhooks WHERE account_id = value ->> 'account_id') FROM json_each(?)) AS new
         WHERE ${guard.sql}`,
      )
      .bind(chunk, ...guard.values),
  );
  const causes = JSON.stringify(rows.map(({ cause }) => cause));
  return runAndCarry(deps, many, changes, [
    ...inserts,
    ...(last ? [insertEvent(deps, last), insertDeliveries(deps, last.cause)] : []),
    insertDeliveriesOf(deps, { sql: 'e.cause IN (SELECT value FROM json_each(?))', values: [causes] }, SUBSCRIBES),
  ]);
}

const WRITTEN_COLUMNS = ['id', 'account_id', 'event', 'cause', 'job_id', 'file_id', 'created_at', 'body'] as const;
const EVENT_COLUMNS = [...WRITTEN_COLUMNS, 'wanted'] as const;

async function runAndCarry(
  deps: TellDeps,
  events: readonly NewEvent[],
  changes: readonly D1PreparedStatement[],
  told: readonly D1PreparedStatement[],
): Promise<D1Result[]> {
  const results = await deps.db.batch<{ id: string }>([...changes, ...told]);
  // Whoever hears of it may look at once.
  await noteWritten(
    deps,
    events.map(({ accountId }) => accountId),
  );
  const created = results.slice(changes.length).flatMap(({ results: rows }) => rows);
  await carry(
    deps,
    created.map((row) => row.id),
  );
  return results.slice(0, changes.length);
}

function insertEvent(deps: Pick<Deps, 'db'>, event: NewEvent): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT OR IGNORE INTO events (${EVENT_COLUMNS.join(', ')})
       SELECT ?, ?, ?, ?, ?, ?, ?, ${event.fields ? `json_patch(?, (${event.fields.sql}))` : '?'},
         EXISTS (SELECT 1 FROM webhooks WHERE account_id = ?) WHERE ${event.guard.sql}`,
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
      ...(event.fields?.values ?? []),
      event.accountId,
      ...event.guard.values,
    );
}

/** The identifiers are made in the statement: which endpoints there are is known only there. The cell is that of the event (contract/ids.ts). */
export const NEW_DELIVERY_ID = `'dlv_' || CASE WHEN substr(e.id, 5, 1) GLOB '[A-Zg-z]' THEN substr(e.id, 5, 2) || lower(hex(randomblob(15)))
  ELSE lower(hex(randomblob(16))) END`;
export const SUBSCRIBES = `EXISTS (SELECT 1 FROM json_each(w.events) WHERE value IN ('*', e.event))`;

function insertDeliveries(deps: Pick<Deps, 'db'>, cause: string, onlyTo?: string): D1PreparedStatement {
  const [wanted, values] = onlyTo === undefined ? [SUBSCRIBES, [cause]] : ['w.id = ?', [cause, onlyTo]];
  return insertDeliveriesOf(deps, { sql: 'e.cause = ?', values }, wanted);
}

function insertDeliveriesOf(deps: Pick<Deps, 'db'>, of: { sql: string; values: readonly string[] }, wanted: string): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT OR IGNORE INTO deliveries (id, webhook_id, event_id, event, cause, state, next_attempt_at, wake_at, created_at)
       SELECT ${NEW_DELIVERY_ID}, w.id, e.id, e.event, e.cause, 'pending', e.created_at, e.created_at + ?, e.created_at
       FROM events e JOIN webhooks w ON w.account_id = e.account_id WHERE ${of.sql} AND w.enabled = 1 AND ${wanted}
       RETURNING id`,
    )
    .bind(LIMITS.resendAfterMs, ...of.values);
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
