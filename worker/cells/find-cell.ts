// Where a row lives: in the cell that its identifier names. One from before there were cells names none: it is looked for in the default cell, and
// then in the others, where `operator cells move` may have brought it.

import { cellCodeOf } from '#contract/ids.ts';
import type { Deps } from '../deps.ts';

/** What is asked for by an identifier → its table. */
const TABLES = { file: 'files', job: 'jobs', batch: 'batches', delivery: 'deliveries', deadLetter: 'dead_letters' } as const;
export type CellKind = keyof typeof TABLES;

/** @returns the default cell for an identifier that nothing has. */
export async function cellOf(deps: Pick<Deps, 'cells'>, kind: CellKind, id: string): Promise<Deps> {
  const { areSeveral, global, all, byCode } = deps.cells;
  const code = cellCodeOf(id);
  if (!areSeveral) return global;
  if (code !== '') return byCode.get(code) ?? global;
  // In this order: a row that is moved is in the next cells before it leaves the default one.
  for (const cell of all) if (await cell.db.prepare(`SELECT 1 FROM ${TABLES[kind]} WHERE id = ?`).bind(id).first()) return cell;
  return global;
}

/** The cells in which an account may have rows, the default one first. */
export async function cellsOf(deps: Pick<Deps, 'cells'>, accountId: string): Promise<readonly Deps[]> {
  const { areSeveral, global, byName } = deps.cells;
  if (!areSeveral) return [global];
  const { results } = await global.db
    .prepare('SELECT cell FROM account_cells WHERE account_id = ? ORDER BY cell')
    .bind(accountId)
    .all<{ cell: string }>();
  return [global, ...results.flatMap(({ cell }) => byName.get(cell) ?? [])];
}
