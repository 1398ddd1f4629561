// The table of dead letters: queue messages that this Worker could not take in all attempts. The job's row is still in the sweep's list, so
// nothing is lost with them; they show that something is broken.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const deadLetters = sqliteTable(
  'dead_letters',
  {
    id: text().primaryKey(),
    /** The queue that carried it: `jobs-eu`, `deliveries`. */
    queue: text().notNull(),
    /** Null: the message names none. */
    job_id: text(),
    /** The message as JSON, its beginning. */
    body: text().notNull(),
    received_at: integer().notNull(),
    replayed_at: integer(),
  },
  (table) => [index('dead_letters_received').on(table.received_at)],
);

export type DeadLetterRow = typeof deadLetters.$inferSelect;
