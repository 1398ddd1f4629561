// The table of events: what happened, written in the same batch as the change. `cause` is the key, so nothing is reported twice, and the events
// of a job lie together. A job has four or five of them, so each is one row and nothing else (the table is WITHOUT ROWID, which drizzle-kit
// cannot say: migrations/), but for accounts with endpoints, whose events can be asked for again.

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const events = sqliteTable(
  'events',
  {
    /** `job_…:running`: the subject and the state that it entered. */
    cause: text().primaryKey(),
    id: text().notNull(),
    account_id: text().notNull(),
    event: text().notNull(),
    job_id: text(),
    file_id: text(),
    created_at: integer().notNull(),
    /** JSON: the payload as a receiver reads it. */
    body: text().notNull(),
    /** 1: the account had an endpoint when it was written. */
    wanted: integer().notNull().default(0),
  },
  (table) => [
    index('events_wanted')
      .on(table.account_id, table.created_at)
      .where(sql`wanted = 1`),
  ],
);

/** The statement that removes all that was told of these jobs, files or endpoints: the key of an event begins with its subject. */
export function removeEventsOf(db: D1Database, ids: readonly string[]): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM events WHERE cause IN
         (SELECT e.cause FROM json_each(?) AS s CROSS JOIN events AS e WHERE e.cause >= s.value || ':' AND e.cause < s.value || ';')`,
    )
    .bind(JSON.stringify(ids));
}
