// The table of endpoints: where a customer wants events sent, which, and how they are signed.

import type { DisabledReason } from '#contract/webhooks.ts';
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '../accounts/account-table.ts';

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    account_id: text()
      .notNull()
      .references(() => accounts.id),
    url: text().notNull(),
    /** JSON: names of events, or ["*"]. */
    events: text().notNull(),
    description: text(),
    enabled: integer().notNull(),
    disabled_reason: text().$type<DisabledReason>(),
    /** Sealed `whsec_…`, bound to the id. */
    secret_sealed: text().notNull(),
    previous_secret_sealed: text(),
    /** Until when deliveries also carry a signature of the previous secret. */
    previous_secret_until: integer(),
    /** The first failure after the last success. */
    failing_since: integer(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [
    index('webhooks_account').on(table.account_id, table.created_at),
    index('webhooks_given_up')
      .on(table.updated_at)
      .where(sql`disabled_reason IN ('gone', 'failing')`),
  ],
);

export type WebhookRow = typeof webhooks.$inferSelect;
