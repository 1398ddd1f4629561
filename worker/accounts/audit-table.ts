// The audit log: who did what to what, written in the batch of the change. Rows are only added; the sweep removes them at their end.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '#contract/keys.ts';

export const audit = sqliteTable(
  'audit',
  {
    id: text().primaryKey(),
    account_id: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** The key that did it; null: the operator. */
    actor_key_id: text(),
    subject_id: text().notNull(),
    /** JSON. Never a key, an address or content. */
    details: text().notNull(),
    request_id: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [
    index('audit_account_created').on(table.account_id, table.created_at, table.id),
    index('audit_account_action').on(table.account_id, table.action, table.created_at, table.id),
  ],
);

export type AuditRow = typeof audit.$inferSelect;
