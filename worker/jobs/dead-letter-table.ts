// The table of dead letters: queue messages that this Worker failed to take however often they came. The job's row still stands in the
// sweep's list, so nothing is lost with them; they say that something is broken.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const deadLetters = sqliteTable(
  'dead_letters',
  {
    id: text().primaryKey(),
    /** The queue on which it was to be carried: `jobs-eu`, `deliveries`. */
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
