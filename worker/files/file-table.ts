// The table of files: uploads and results alike. The row decides what an object is; `object_key` names it in the region's bucket.

import type { FileState } from '#contract/files.ts';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { sql } from 'drizzle-orm';
import { accounts } from '../accounts/account-table.ts';

export const files = sqliteTable(
  'files',
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id),
    region: text().notNull(),
    state: text().$type<FileState>().notNull(),
    filename: text().notNull(),
    content_type: text().notNull(),
    /** As declared; equal to the object's size once the state is `uploaded`. */
    size_bytes: integer().notNull(),
    /** Hexadecimal. As declared, if at all; of the object once the state is `uploaded`. */
    sha256: text(),
    object_key: text(),
    etag: text(),
    /** The job that produced this file; null for an upload. */
    job_id: text(),
    created_at: integer().notNull(),
    upload_expires_at: integer(),
    uploaded_at: integer(),
    /** When the bytes are erased and the state becomes `expired`. */
    expires_at: integer().notNull(),
    deleted_at: integer(),
    /** JSON: the customer's own map. */
    metadata: text(),
    /** Classes of records (edit-policy.ts) that a result is known to be, separated by commas: it stays what its sources were. */
    records: text(),
  },
  (table) => [
    index('files_account_created').on(table.account_id, table.created_at, table.id),
    index('files_account_state').on(table.account_id, table.state, table.created_at, table.id),
    index('files_of_job')
      .on(table.job_id)
      .where(sql`job_id IS NOT NULL`),
    index('files_expiring')
      .on(table.expires_at)
      .where(sql`state IN ('awaiting_upload', 'uploaded')`),
    index('files_object')
      .on(table.region, table.object_key)
      .where(sql`state = 'uploaded'`),
    // The same bytes are the same record, also when they are uploaded again.
    index('files_records')
      .on(table.account_id, table.sha256)
      .where(sql`records IS NOT NULL`),
    index('files_ended')
      .on(table.deleted_at)
      .where(sql`state IN ('deleted', 'expired')`),
  ],
);

export type FileRow = typeof files.$inferSelect;
