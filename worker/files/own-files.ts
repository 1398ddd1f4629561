// The files that a request names: each row is read once, and asked once whether its bytes have arrived.

import { cellCodeOf, noSuch } from '#contract/ids.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';
import { requireUploaded } from './confirm.ts';
import { findOwnFiles } from './file-rows.ts';
import type { FileRow } from './file-table.ts';

export interface OwnFiles {
  /** Reads many rows at once, so that `find` need not. */
  readonly load: (fileIds: readonly string[]) => Promise<void>;
  /** A file whose bytes can be used now; not_found for an unknown id and for another account's alike. */
  readonly find: (fileId: string) => Promise<Result<FileRow>>;
  /**
   * A refusal for a file that was found, but in another cell than this one: what one request works on lies together.
   * @param field that names it
   */
  readonly refuseElsewhere: (field: string, file: FileRow) => Result<never> | undefined;
  /** Whether uploads were left that nobody looked at. */
  readonly isExhausted: () => boolean;
}

/** @param confirmedMax How many uploads that went straight to the bucket are looked at; beyond it they are file_not_ready. */
export function ownFiles(
  deps: Pick<Deps, 'cell' | 'cells' | 'db' | 'orm' | 'now' | 'regions'>,
  accountId: string,
  confirmedMax: number = Infinity,
): OwnFiles {
  const rows = new Map<string, FileRow | undefined>();
  const found = new Map<string, Result<FileRow>>();
  const elsewhere = new Set<string>();
  let confirmed = 0;
  const load = async (fileIds: readonly string[]): Promise<void> => {
    const unread = [...new Set(fileIds)].filter((id) => !rows.has(id));
    const read = await findOwnFiles(deps, accountId, unread);
    for (const id of unread) rows.set(id, read.get(id));
    for (const row of await findInOtherCells(
      deps,
      accountId,
      unread.filter((id) => !read.has(id)),
    )) {
      rows.set(row.id, row);
      elsewhere.add(row.id);
    }
  };
  const judge = async (fileId: string): Promise<Result<FileRow>> => {
    await load([fileId]);
    const row = rows.get(fileId);
    if (!row) return refuse('not_found', noSuch('file', fileId));
    if (elsewhere.has(fileId)) return ok(row);
    if (row.state === 'awaiting_upload' && (confirmed += 1) > confirmedMax)
      return refuse('file_not_ready', 'Nobody has looked at the upload yet.');
    return requireUploaded(deps, row);
  };
  return {
    load,
    refuseElsewhere: (field, file) => {
      if (!elsewhere.has(file.id)) return undefined;
      const where = deps.cell.region === file.region ? `another part of the region ${file.region}` : `the region ${file.region}`;
      return refuseField(
        field,
        'other_region',
        `The file is stored in ${where}, and not with the first file of the request: upload it again.`,
      );
    },
    isExhausted: () => confirmed > confirmedMax,
    find: async (fileId) => {
      const result = found.get(fileId) ?? (await judge(fileId));
      found.set(fileId, result);
      return result;
    },
  };
}

/** Files whose identifiers name another cell. */
async function findInOtherCells(
  { cell, cells }: Pick<Deps, 'cell' | 'cells'>,
  accountId: string,
  fileIds: readonly string[],
): Promise<readonly FileRow[]> {
  if (!cells.areSeveral) return [];
  const byCell = Map.groupBy(fileIds, (id) => cells.byCode.get(cellCodeOf(id)) ?? cells.global);
  const others = [...byCell].filter(([other]) => other.cell.name !== cell.name);
  const found = await Promise.all(others.map(async ([other, ids]) => findOwnFiles(other, accountId, ids)));
  return found.flatMap((rows) => [...rows.values()]);
}
