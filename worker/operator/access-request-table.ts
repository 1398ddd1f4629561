// The table of requests for access: what a company said about itself, and what was decided.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AccessRequestState } from '#contract/access.ts';

export const accessRequests = sqliteTable(
  'access_requests',
  {
    id: text().primaryKey(),
    state: text().$type<AccessRequestState>().notNull(),
    company_name: text().notNull(),
    contact_email: text().notNull(),
    website: text().notNull(),
    use_case: text().notNull(),
    monthly_volume: integer().notNull(),
    /** JSON: string[]. */
    file_types: text().notNull(),
    average_file_bytes: integer().notNull(),
    security_requirements: text(),
    needs_dpa: integer().notNull(),
    preferred_region: text().notNull(),
    needs_webhooks: integer().notNull(),
    needs_batch: integer().notNull(),
    custom_limits: text(),
    /** HMAC of the network that it came from: it can be counted, and not read back. */
    network_hash: text().notNull(),
    created_at: integer().notNull(),
    decided_at: integer(),
    decision_note: text(),
    account_id: text(),
  },
  (table) => [
    index('access_requests_state').on(table.state, table.created_at),
    index('access_requests_network').on(table.network_hash, table.created_at),
  ],
);

export type AccessRequestRow = typeof accessRequests.$inferSelect;
