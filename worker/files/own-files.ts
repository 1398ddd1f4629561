// The files that a request names: each row is read once, and asked once whether its bytes have arrived.

import { noSuch } from '#contract/ids.ts';
import type { Deps } from '../deps.ts';
import { refuse, type Result } from '../result.ts';
import { requireUploaded } from './confirm.ts';
import { findOwnFiles } from './file-rows.ts';
import type { FileRow } from './file-table.ts';

export interface OwnFiles {
  /** Reads many rows at once, so that `find` need not. */
  readonly load: (fileIds: readonly string[]) => Promise<void>;
  /** A file whose bytes can be used now; not_found for an unknown id and for another account's alike. */
  readonly find: (fileId: string) => Promise<Result<FileRow>>;
  /** Whether uploads were left that nobody looked at. */
  readonly isExhausted: () => boolean;
}

/** @param confirmedMax How many uploads that went straight to the bucket are looked at; beyond it they are file_not_ready. */
export function ownFiles(deps: Pick<Deps, 'db' | 'orm' | 'now' | 'regions'>, accountId: string, confirmedMax: number = Infinity): OwnFiles {
  const rows = new Map<string, FileRow | undefined>();
  const found = new Map<string, Result<FileRow>>();
  let confirmed = 0;
  const load = async (fileIds: readonly string[]): Promise<void> => {
    const unread = [...new Set(fileIds)].filter((id) => !rows.has(id));
    const read = await findOwnFiles(deps, accountId, unread);
    for (const id of unread) rows.set(id, read.get(id));
  };
  const judge = async (fileId: string): Promise<Result<FileRow>> => {
    await load([fileId]);
    const row = rows.get(fileId);
    if (!row) return refuse('not_found', noSuch('file', fileId));
    if (row.state === 'awaiting_upload' && (confirmed += 1) > confirmedMax)
      return refuse('file_not_ready', 'Nobody has looked at the upload yet.');
    return requireUploaded(deps, row);
  };
  return {
    load,
    isExhausted: () => confirmed > confirmedMax,
    find: async (fileId) => {
      const result = found.get(fileId) ?? (await judge(fileId));
      found.set(fileId, result);
      return result;
    },
  };
}
