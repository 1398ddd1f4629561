// The tables of batches. The jobs of a batch name it (`jobs.batch_id`) and are jobs like any other; a batch has no state of its own but when its
// last job ended.

import { JOB_STATES } from '#contract/jobs.ts';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '../accounts/account-table.ts';

export const batches = sqliteTable(
  'batches',
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id),
    total: integer().notNull(),
    /** Items that were never accepted. */
    refused: integer().notNull(),
    created_at: integer().notNull(),
    cancel_requested_at: integer(),
    /** When the last of its jobs ended; written once, in the batch that ended that job. */
    completed_at: integer(),
    metadata: text(),
  },
  (table) => [
    index('batches_completed').on(table.completed_at),
    index('batches_account_created').on(table.account_id, table.created_at, table.id),
    index('batches_open')
      .on(table.account_id, table.created_at, table.id)
      .where(sql`completed_at IS NULL`),
  ],
);

export const batchItems = sqliteTable(
  'batch_items',
  {
    batch_id: text()
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    /** In the request, from 0. */
    position: integer().notNull(),
    /** Null: the item was refused. */
    job_id: text(),
    /** JSON: code, message and details of the refusal. */
    refusal: text(),
  },
  (table) => [primaryKey({ columns: [table.batch_id, table.position] })],
);

export type BatchRow = typeof batches.$inferSelect;
export type BatchItemRow = typeof batchItems.$inferSelect;

/** An expression of a JSON object with the fields of BatchCounts, for a batch that the statement calls `b`. */
export const COUNTS_OF_B = `json_object('total', b.total, 'refused', b.refused, ${JOB_STATES.map(
  (state) => `'${state}', (SELECT count(*) FROM jobs WHERE batch_id = b.id AND state = '${state}')`,
).join(', ')})`;

/** As it is read: with its counts as JSON. */
export type ReadBatchRow = BatchRow & { readonly counts: string };
/** Of a batch that the statement calls `b`. */
export const BATCH_COLUMNS = `b.*, ${COUNTS_OF_B} AS counts`;
