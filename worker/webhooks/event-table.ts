// The table of events: what happened, written in the same batch as the change. `cause` is unique, so nothing is reported twice.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const events = sqliteTable(
  'events',
  {
    id: text().primaryKey(),
    account_id: text().notNull(),
    event: text().notNull(),
    /** `job_…:running`: the subject and the state that it entered. */
    cause: text().notNull().unique(),
    job_id: text(),
    file_id: text(),
    created_at: integer().notNull(),
    /** JSON: the payload as a receiver reads it. */
    body: text().notNull(),
  },
  (table) => [index('events_account_created').on(table.account_id, table.created_at), index('events_job').on(table.job_id)],
);
