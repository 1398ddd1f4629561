// The table of processor instances: what each instance of a region's pool said last. A row is knowledge, not configuration: which instances
// there may be is configured, and one without a row has never answered.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const processorInstances = sqliteTable(
  'processor_instances',
  {
    /** `eu-0`: the region and the place in its pool. */
    name: text().primaryKey(),
    region: text().notNull(),
    /** Jobs that it runs at once, as it says; null: it has not said. */
    slots: integer(),
    /** When it last took or refused a job; null: never, or it did not answer since. Exact to SEEN_EXACT_MS. */
    seen_at: integer(),
    /** It was full although it should not have been, or did not answer: until then it comes last, and takes no more than `avoid_slots`. */
    avoid_until: integer(),
    avoid_slots: integer(),
  },
  (table) => [index('processor_instances_region').on(table.region)],
);

export type InstanceRow = typeof processorInstances.$inferSelect;
