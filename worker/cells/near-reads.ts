// Reads near the caller: where databases have read replicas, what only shows is read from the nearest one that holds all that the account has
// written. How far that is the account's gate knows, which every request asks anyway. It knows it by heart only: a gate that has forgotten says so
// by saying nothing, and the primary is asked.

import { drizzle } from 'drizzle-orm/d1';
import type { Deps } from '../deps.ts';
import type { NearDatabase, ReplicatedDatabase } from '../gateways/replicas.ts';
import { type Bookmarks, gateOf } from '../limits/gate.ts';

export interface NearReads {
  readonly deps: Deps;
  /** Cell → what was read there, of the cells of which the gate knew nothing. */
  readonly learned: () => Bookmarks;
}

/** @param bookmarks what the account's gate knows. @returns the same dependencies, but for reading only */
export function nearReads(deps: Deps, bookmarks: Bookmarks): NearReads {
  const opened = new Map<string, NearDatabase>();
  const nearOf = new Map<Deps, Deps>();
  const near = (each: Deps): Deps => {
    const known = nearOf.get(each);
    if (known) return known;
    const name = each.cell.name;
    const database = each.replicas?.near(bookmarks[name]);
    if (!database) return each;
    if (bookmarks[name] === undefined) opened.set(name, database);
    const made = { ...each, db: database.db, orm: drizzle(database.db), cells };
    nearOf.set(each, made);
    return made;
  };
  const { areSeveral, all, byName, byCode } = deps.cells;
  const cells: Deps['cells'] = {
    areSeveral,
    get global() {
      return near(deps.cells.global);
    },
    get all() {
      return all.map(near);
    },
    byName: mapped(byName, near),
    byCode: mapped(byCode, near),
  };
  return {
    deps: near(deps),
    learned: () => {
      const learned: Record<string, string> = {};
      for (const [name, { bookmark }] of opened) {
        const seen = bookmark();
        if (seen !== undefined) learned[name] = seen;
      }
      return learned;
    },
  };
}

/** Few are asked for: what is not, is not opened. */
function mapped(source: Deps['cells']['byName'], near: (deps: Deps) => Deps): Deps['cells']['byName'] {
  return {
    get: (key) => {
      const found = source.get(key);
      return found && near(found);
    },
  };
}

const noted = new WeakMap<ReplicatedDatabase, Map<string, string>>();
const NOTED_MAX = 10_000;

export type NoteDeps = Pick<Deps, 'cell' | 'gates' | 'replicas'>;

/**
 * What these accounts have written in the cell until now: from here on they read no less. To be awaited before anybody hears of it.
 * @param memory of the gate that was asked before; undefined: it was not
 */
export async function noteWritten({ cell, gates, replicas }: NoteDeps, accountIds: Iterable<string>, memory?: string): Promise<void> {
  const newest = replicas?.newest();
  if (!replicas || newest === undefined) return;
  const known = noted.get(replicas) ?? new Map<string, string>();
  noted.set(replicas, known);
  for (const accountId of new Set(accountIds)) {
    const mark = `${newest} ${memory ?? ''}`;
    if (known.get(accountId) === mark) continue;
    await gateOf(gates, accountId).noteBookmarks({ [cell.name]: newest }, memory);
    if (known.size >= NOTED_MAX) known.clear();
    known.set(accountId, mark);
  }
}
