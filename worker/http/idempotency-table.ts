// The table of requests that came with an Idempotency-Key: inserted before the work, completed with its answer.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const idempotentRequests = sqliteTable(
  'idempotent_requests',
  {
    account_id: text().notNull(),
    /** Method and path. */
    target: text().notNull(),
    key: text().notNull(),
    /** HMAC-SHA-256 of the API key's id and the canonical request, hexadecimal: identifies both, reveals neither. */
    fingerprint: text().notNull(),
    /** Whoever holds it may complete or release the row. */
    token: text().notNull(),
    /** Until when the holder counts as at work. */
    lease_until: integer().notNull(),
    /** HTTP status of the answer; null: it has not come yet. */
    status: integer(),
    /** Sealed: an answer may hold what is shown only once. */
    answer: text(),
    created_at: integer().notNull(),
    /** In which cell the answer is kept, where that is another (account-cell-table.ts); its row has the same key there. */
    cell: text(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.target, table.key] }),
    index('idempotent_requests_created').on(table.created_at),
  ],
);

export type IdempotentRequestRow = typeof idempotentRequests.$inferSelect;
