// The table of results on their way to addresses that the customer named (`deliver_to`), one after the other. The row is the truth, the queue only carries its job's id:
//   next_attempt_at               when the next attempt is due; null: none is
//   claim_token, claimed_until    who makes the attempt that is under way, and until when it counts as under way
//   wake_at                       when the sweep sends a queue message if nothing has happened (as jobs.wake_at)
// It names its job without a reference: it ends when the job ends or after, and is removed like any row.

import type { ResultDeliveryState } from '#contract/api.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const resultDeliveries = sqliteTable(
  'result_deliveries',
  {
    job_id: text().primaryKey(),
    account_id: text().notNull(),
    /** JSON of url and headers, AES-GCM sealed, since they are a permission; null once the delivery has ended. */
    address_sealed: text(),
    state: text().$type<ResultDeliveryState>().notNull(),
    /** Of the result that is under way. */
    attempts: integer().notNull().default(0),
    /** Results that have arrived: the next one is under way. */
    delivered: integer().notNull().default(0),
    next_attempt_at: integer(),
    wake_at: integer(),
    claim_token: text(),
    claimed_until: integer(),
    /** Of the last attempt that failed: code, and the status that the receiver answered. */
    error: text(),
    status: integer(),
    completed_at: integer(),
  },
  (table) => [
    index('result_deliveries_wake')
      .on(table.wake_at)
      .where(sql`wake_at IS NOT NULL`),
    index('result_deliveries_completed').on(table.completed_at),
  ],
);

export type ResultDeliveryRow = typeof resultDeliveries.$inferSelect;
