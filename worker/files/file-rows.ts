// SQL of files. A transition is one guarded statement; the answer is whether one row changed.

import { noSuch } from '#contract/ids.ts';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { type Result, ok, refuse } from '../result.ts';
import { type AnnounceDeps, batchWithEvents } from '../webhooks/announce.ts';
import { fileExpired } from '../webhooks/file-event.ts';
import { type FileRow, files } from './file-table.ts';

type Db = Pick<Deps, 'orm'>;

export async function findFile(deps: Db, fileId: string): Promise<FileRow | undefined> {
  const [row] = await deps.orm.select().from(files).where(eq(files.id, fileId));
  return row;
}

/** not_found for an unknown id and for another account's alike. */
export async function findOwnFile(deps: Pick<Deps, 'db'>, accountId: string, fileId: string): Promise<Result<FileRow>> {
  const row = await deps.db.prepare('SELECT * FROM files WHERE id = ? AND account_id = ?').bind(fileId, accountId).first<FileRow>();
  return row ? ok(row) : refuse('not_found', noSuch('file', fileId));
}

/** Those of the account among them, by their ids. */
export async function findOwnFiles(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  if (fileIds.length === 0) return new Map();
  const found = await deps.db
    .prepare('SELECT * FROM files WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))')
    .bind(accountId, JSON.stringify(fileIds))
    .all<FileRow>();
  return new Map(found.results.map((row) => [row.id, row]));
}

/** Whether the bytes of a file can be used now. */
export function requireBytes(file: FileRow, nowMs: number): Result<FileRow> {
  if (file.state === 'deleted') return refuse('expired', 'The file was deleted.');
  if (file.state === 'expired' || file.expires_at <= nowMs) return refuse('expired', 'The file has expired.');
  if (file.state === 'awaiting_upload') return refuse('file_not_ready', 'The bytes of the file have not arrived yet.');
  return ok(file);
}

export async function insertFile(deps: Db, row: FileRow): Promise<void> {
  await deps.orm.insert(files).values(row);
}

interface ArrivedBytes {
  readonly objectKey: string;
  readonly etag: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly uploadedAt: number;
  readonly expiresAt: number;
}

/** awaiting_upload → uploaded, once. */
export async function markUploaded(deps: Db, fileId: string, bytes: ArrivedBytes): Promise<boolean> {
  const changed = await deps.orm
    .update(files)
    .set({
      state: 'uploaded',
      object_key: bytes.objectKey,
      etag: bytes.etag,
      size_bytes: bytes.sizeBytes,
      sha256: bytes.sha256,
      uploaded_at: bytes.uploadedAt,
      expires_at: bytes.expiresAt,
    })
    .where(and(eq(files.id, fileId), eq(files.state, 'awaiting_upload')));
  return changed.meta.changes === 1;
}

/**
 * awaiting_upload | uploaded → deleted | expired, once, announced in the same batch.
 * @param then A statement directly behind the change, guarded by `changes()`.
 */
export async function markGone(
  deps: AnnounceDeps,
  file: FileRow,
  state: 'deleted' | 'expired',
  nowMs: number,
  then: readonly D1PreparedStatement[] = [],
): Promise<boolean> {
  const update = deps.db
    .prepare(`UPDATE files SET state = ?, deleted_at = ? WHERE id = ? AND state IN ('awaiting_upload', 'uploaded')`)
    .bind(state, nowMs, file.id);
  const [updated] = await batchWithEvents(deps, [update, ...then], [fileExpired(deps, file, state, nowMs)]);
  return updated?.meta.changes === 1;
}
