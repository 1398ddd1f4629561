// Tables of accounts and their keys. Column names are the row's own names: rows are snake_case, times are epoch milliseconds.

import type { KeyMode } from '#contract/keys.ts';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const accounts = sqliteTable('accounts', {
  id: text().primaryKey(),
  name: text().notNull(),
  plan: text().notNull(),
  /** JSON: Partial<Plan>. */
  plan_overrides: text(),
  /** The region of files uploaded with `auto`; null: near the caller. */
  default_region: text(),
  /** Raised through the account's gate before every change of the account or its keys. */
  epoch: integer().notNull().default(0),
  suspended_at: integer(),
  created_at: integer().notNull(),
});

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    mode: text().$type<KeyMode>().notNull().default('live'),
    /** HMAC-SHA-256(pepper, key), hexadecimal. */
    hash: text().notNull().unique(),
    last4: text().notNull(),
    /** JSON: string[]. */
    scopes: text().notNull(),
    created_at: integer().notNull(),
    expires_at: integer(),
    revoked_at: integer(),
    /** The key that took its place when it was rotated. */
    replaced_by: text(),
    /** Written at most every few minutes. */
    last_used_at: integer(),
  },
  (table) => [index('api_keys_account').on(table.account_id, table.created_at, table.id)],
);

export type AccountRow = typeof accounts.$inferSelect;
export type ApiKeyRow = typeof apiKeys.$inferSelect;
