// Counters of usage: a row for each account, day (UTC), key and type of job, raised in the batch that ends a job. They outlive the jobs.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { OperationName } from '#contract/operations.ts';

const count = () => integer().notNull().default(0);

export const usageDays = sqliteTable(
  'usage_days',
  {
    account_id: text().notNull(),
    /** YYYY-MM-DD */
    day: text().notNull(),
    key_id: text().notNull(),
    type: text().$type<OperationName>().notNull(),
    jobs: count(),
    succeeded: count(),
    failed: count(),
    cancelled: count(),
    expired: count(),
    pages: count(),
    input_bytes: count(),
    output_bytes: count(),
    processing_ms: count(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.day, table.key_id, table.type] }), index('usage_days_day').on(table.day)],
);

export type UsageDayRow = typeof usageDays.$inferSelect;
