// What the sweep keeps between its runs: how each of its steps went last, and how far the walk over each bucket has come.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const sweepSteps = sqliteTable('sweep_steps', {
  name: text().primaryKey(),
  ran_at: integer().notNull(),
  took_ms: integer().notNull(),
  /** How much the last run did. */
  count: integer().notNull(),
  /** When it last failed, and with what; kept until it fails again. */
  failed_at: integer(),
  error: text(),
});

export const bucketWalks = sqliteTable('bucket_walks', {
  region: text().primaryKey(),
  /** The walk goes on behind this key; empty: at the beginning. */
  position: text().notNull(),
  started_at: integer().notNull(),
  /** When the walk last came to the end of the bucket. */
  finished_at: integer(),
  /** Of the walk under way. */
  objects: integer().notNull(),
  removed: integer().notNull(),
  lost: integer().notNull(),
});

export type SweepStepRow = typeof sweepSteps.$inferSelect;
export type BucketWalkRow = typeof bucketWalks.$inferSelect;
