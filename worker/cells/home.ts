// In which cell of a region an account's new files are stored: its home there, chosen when it first works in the region and kept as long as the cell
// takes new files and has room. What is elsewhere stays there and can be read.

import type { Deps } from '../deps.ts';
import type { Plan } from '../plan.ts';
import { chooseHome } from './choose-home.ts';
import { copyAccount } from './copy-account.ts';

export interface Settler {
  readonly accountId: string;
  readonly plan: Plan;
}

/** A home that has moved may be used for so long; nothing is lost by it. */
const CACHE_MS = 30_000;
const CACHE_ENTRIES_MAX = 10_000;
const cache = new WeakMap<Deps['cells'], Map<string, { readonly home: Deps; readonly until: number }>>();

/** @returns the default cell for a region that has no cells */
export async function homeOf(deps: Pick<Deps, 'cells' | 'now'>, settler: Settler, region: string): Promise<Deps> {
  const [first, ...others] = deps.cells.all.filter(({ cell }) => cell.region === region);
  if (!first) return deps.cells.global;
  const known = cache.get(deps.cells) ?? new Map<string, { home: Deps; until: number }>();
  cache.set(deps.cells, known);
  const key = `${settler.accountId}/${region}`;
  const cached = known.get(key);
  if (cached && cached.until > deps.now()) return cached.home;
  const home = await findHome(deps, settler, region, [first, ...others]);
  if (known.size >= CACHE_ENTRIES_MAX) known.clear();
  known.set(key, { home, until: deps.now() + CACHE_MS });
  return home;
}

async function findHome(
  { cells }: Pick<Deps, 'cells'>,
  settler: Settler,
  region: string,
  ofRegion: readonly [Deps, ...Deps[]],
): Promise<Deps> {
  const { db } = cells.global;
  const [places, sizes] = await db.batch<{ cell: string; copied: number; bytes: number }>([
    db
      .prepare('SELECT cell, copied FROM account_cells WHERE account_id = ? AND region = ? AND is_home = 1')
      .bind(settler.accountId, region),
    db.prepare('SELECT cell, bytes FROM cell_sizes'),
  ]);
  const bytesOf = new Map((sizes?.results ?? []).map(({ cell, bytes }) => [cell, bytes]));
  const place = places?.results[0];
  const present = place && cells.byName.get(place.cell);
  const chosen = chooseHome(present, ofRegion, bytesOf);
  if (place && present === chosen) {
    if (place.copied === 0) await copyAccount({ cells }, settler.accountId, place.cell);
    return chosen;
  }
  return settle({ cells }, settler, { region, from: place?.cell, to: chosen });
}

interface Settling {
  readonly region: string;
  /** The home until now. */
  readonly from: string | undefined;
  readonly to: Deps;
}

/** Of two first files at once one decides. */
async function settle({ cells }: Pick<Deps, 'cells'>, settler: Settler, { region, from, to }: Settling): Promise<Deps> {
  const { accountId, plan } = settler;
  const { db } = cells.global;
  const isHome = 'account_id = ? AND region = ? AND is_home = 1';
  const results = await db.batch<{ cell: string }>([
    // Until now all that the plan allows was the default cell's; whatever works elsewhere gets its share from there.
    db
      .prepare('INSERT OR IGNORE INTO account_copies (account_id, version, queued, running, month) VALUES (?, 0, ?, ?, ?)')
      .bind(accountId, plan.queued_jobs, plan.running_jobs, plan.jobs_per_month ?? null),
    db.prepare(`UPDATE account_cells SET is_home = 0 WHERE ${isHome} AND cell = ?`).bind(accountId, region, from ?? ''),
    db
      .prepare(
        `INSERT INTO account_cells (account_id, cell, region, is_home, version, copied) SELECT ?, ?, ?, 1, 1, 0
         WHERE NOT EXISTS (SELECT 1 FROM account_cells WHERE ${isHome}) ON CONFLICT (account_id, cell) DO UPDATE SET is_home = 1`,
      )
      .bind(accountId, to.cell.name, region, accountId, region),
    db.prepare(`SELECT cell FROM account_cells WHERE ${isHome}`).bind(accountId, region),
  ]);
  const name = results[3]?.results[0]?.cell ?? to.cell.name;
  await copyAccount({ cells }, accountId, name);
  return cells.byName.get(name) ?? to;
}

/** For rows of an account that come to a cell: it becomes one of the account's cells, and its home where the account has none in the region. */
export async function placeAccount({ cells }: Pick<Deps, 'cells'>, accountId: string, { cell }: Deps): Promise<void> {
  const { db } = cells.global;
  const [, places] = await db.batch<{ copied: number }>([
    db
      .prepare(
        `INSERT OR IGNORE INTO account_cells (account_id, cell, region, is_home, version, copied)
         SELECT ?1, ?2, ?3, NOT EXISTS (SELECT 1 FROM account_cells WHERE account_id = ?1 AND region = ?3 AND is_home = 1), 1, 0`,
      )
      .bind(accountId, cell.name, cell.region ?? ''),
    db.prepare('SELECT copied FROM account_cells WHERE account_id = ? AND cell = ?').bind(accountId, cell.name),
  ]);
  if (places?.results[0]?.copied === 0) await copyAccount({ cells }, accountId, cell.name);
}

/** For the sweep. @returns how many cells answered */
export async function noteSizes(deps: Pick<Deps, 'cells' | 'now' | 'log'>): Promise<number> {
  const { all, global } = deps.cells;
  let noted = 0;
  for (const { cell, db } of all) {
    try {
      const { meta } = await db.prepare('SELECT 1').run();
      await global.db
        .prepare('INSERT OR REPLACE INTO cell_sizes (cell, bytes, noted_at) VALUES (?, ?, ?)')
        .bind(cell.name, meta.size_after, deps.now())
        .run();
      noted += 1;
    } catch (cause) {
      deps.log.error('cell.size_not_noted', cause, { cell: cell.name });
    }
  }
  return noted;
}
