// The table of deliveries: one event on its way to one endpoint. The row is the truth, the queue only carries its id:
//   next_attempt_at               when the next attempt is due; null: none is
//   claim_token, claimed_until    who makes the attempt that is under way, and until when it counts as under way
//   wake_at                       when the sweep sends a queue message if nothing has happened (as jobs.wake_at)

import type { DeliveryState } from '#contract/webhooks.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const deliveries = sqliteTable(
  'deliveries',
  {
    /** Order of creation, and the cursor of the list. */
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    webhook_id: text().notNull(),
    event_id: text().notNull(),
    event: text().notNull(),
    /** The key of the event. Null: written by an earlier version. */
    cause: text(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull().default(0),
    /** Attempts of the schedule that have failed; a redelivery starts the schedule again. */
    step: integer().notNull().default(0),
    next_attempt_at: integer(),
    wake_at: integer(),
    claim_token: text(),
    claimed_until: integer(),
    created_at: integer().notNull(),
    completed_at: integer(),
    /** JSON: DeliveryAttempt[], the latest ones. */
    log: text().notNull().default('[]'),
  },
  (table) => [
    uniqueIndex('deliveries_once').on(table.webhook_id, table.event_id),
    index('deliveries_webhook').on(table.webhook_id, table.seq),
    index('deliveries_wake')
      .on(table.wake_at)
      .where(sql`wake_at IS NOT NULL`),
    index('deliveries_claimed')
      .on(table.webhook_id, table.claimed_until)
      .where(sql`claimed_until IS NOT NULL`),
  ],
);

export type DeliveryRow = typeof deliveries.$inferSelect;
