// Tables of cells. In the global database: in which cells an account works, and how large their databases are. In each cell: what it holds of an
// account.

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** In the global database. */
export const accountCells = sqliteTable(
  'account_cells',
  {
    account_id: text().notNull(),
    /** As the configuration calls it. */
    cell: text().notNull(),
    region: text().notNull(),
    /** 1: new files of the region go there. */
    is_home: integer().notNull(),
    /** Raised in the batch of every change of what the cell has copies of. */
    version: integer().notNull(),
    /** The version that the cell has for sure. */
    copied: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.cell] }),
    uniqueIndex('account_cells_home')
      .on(table.account_id, table.region)
      .where(sql`is_home = 1`),
    index('account_cells_stale')
      .on(table.account_id)
      .where(sql`copied < version`),
  ],
);

/** In the global database; noted by the sweep. */
export const cellSizes = sqliteTable('cell_sizes', {
  cell: text().primaryKey(),
  bytes: integer().notNull(),
  noted_at: integer().notNull(),
});

/**
 * In every database where an account of several cells works: the version of the copies, and the cell's shares of the account's limits. The shares of
 * all cells together are never more than the plan allows (share-limits.ts).
 */
export const accountCopies = sqliteTable('account_copies', {
  account_id: text().primaryKey(),
  version: integer().notNull(),
  /** Jobs that may wait. */
  queued: integer().notNull(),
  /** Jobs that may run. */
  running: integer().notNull(),
  /** Jobs of a calendar month; null: the plan has had no quota. */
  month: integer(),
});

export type AccountCellRow = typeof accountCells.$inferSelect;
