// The results of a batch as one ZIP that is written while it is read: rows come in pages, and one object is open at a time. The manifest comes last,
// so it says what the archive has: a file that ended on the way is named as missing.

import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { isoTime } from '../files/file.ts';
import { type ZipEntry, uniqueNames, zipStream } from '../files/zip-stream.ts';
import { ok, refuse, type Result } from '../result.ts';
import { batchObject, type CountedBatch } from './batch.ts';

type ResultDeps = Pick<Deps, 'db' | 'now' | 'regions'>;

const ITEMS_PER_PAGE = 50;

/** @returns file_not_ready before the batch is completed, file_too_large for too many results, expired when none is left */
export async function zipResults(deps: ResultDeps, batch: CountedBatch): Promise<Result<ReadableStream<Uint8Array>>> {
  if (batch.completed_at === null) return refuse('file_not_ready', 'The batch is not completed.');
  const { count, bytes } = await measureUsable(deps, batch.id);
  const { batchResultsMax: countMax, batchResultsBytesMax: bytesMax } = LIMITS;
  if (count > countMax || bytes > bytesMax)
    return refuse(
      'file_too_large',
      `The batch has ${count} results of ${bytes} bytes; an archive holds ${countMax} of ${bytesMax} bytes. Fetch them job by job.`,
    );
  if (count === 0 && batch.succeeded + batch.expired > 0) return refuse('expired', 'The results of the batch have expired.');
  return ok(zipStream(entriesOf(deps, batch)));
}

async function measureUsable(deps: ResultDeps, batchId: string): Promise<{ count: number; bytes: number }> {
  const row = await deps.db
    .prepare(
      `SELECT count(*) AS count, coalesce(sum(f.size_bytes), 0) AS bytes FROM jobs j JOIN files f ON f.job_id = j.id WHERE j.batch_id = ? AND j.state = 'succeeded'
         AND f.state = 'uploaded' AND f.expires_at > ?`,
    )
    .bind(batchId, deps.now())
    .first<{ count: number; bytes: number }>();
  return row ?? { count: 0, bytes: 0 };
}

interface ItemRow {
  readonly position: number;
  readonly refusal: string | null;
  readonly job_id: string | null;
  readonly type: string | null;
  readonly state: string | null;
  readonly file_id: string | null;
  readonly error: string | null;
  readonly metadata: string | null;
}

async function* entriesOf(deps: ResultDeps, batch: CountedBatch): AsyncGenerator<ZipEntry, void, undefined> {
  const manifest: string[] = [];
  for (let start = 0; start < batch.total; start += ITEMS_PER_PAGE) {
    const { items, files } = await readResults(deps, batch.id, start);
    for (const item of items) {
      const listed: object[] = [];
      const own = files.filter(({ job_id }) => job_id === item.job_id);
      const names = uniqueNames(own.map(({ filename }) => filename));
      for (const [i, file] of own.entries()) {
        const path = `${String(item.position).padStart(4, '0')}/${names[i] ?? file.id}`;
        const body = await openResult(deps, file);
        const { id, content_type, size_bytes, sha256 } = file;
        listed.push({ file_id: id, content_type, size_bytes, sha256, ...(body ? { path } : { missing: true }) });
        if (body) yield { name: path, modifiedMs: file.created_at, open: async () => body };
      }
      manifest.push(JSON.stringify(itemOf(item, listed)));
    }
  }
  const bytes = new TextEncoder().encode(
    `${JSON.stringify({ ...batchObject(batch), archived_at: isoTime(deps.now()) }).slice(0, -1)},"items":[\n${manifest.join(',\n')}\n]}\n`,
  );
  yield { name: 'manifest.json', modifiedMs: deps.now(), open: async () => new Blob([bytes]).stream() as ReadableStream<Uint8Array> };
}

function itemOf(item: ItemRow, files: readonly object[]): object {
  const { position, refusal, job_id, type, state, file_id, error, metadata } = item;
  if (job_id === null) return { position, status: 'refused', error: JSON.parse(refusal ?? '') as unknown };
  return {
    position,
    status: state,
    operation: type,
    job_id,
    file_id,
    ...(error === null ? {} : { error: JSON.parse(error) as unknown }),
    ...(metadata === null ? {} : { metadata: JSON.parse(metadata) as unknown }),
    files,
  };
}

async function readResults(deps: ResultDeps, batchId: string, start: number): Promise<{ items: ItemRow[]; files: FileRow[] }> {
  const page = [batchId, start, start + ITEMS_PER_PAGE];
  const [items, files] = await deps.db.batch([
    deps.db
      .prepare(
        `SELECT i.position, i.refusal, i.job_id, j.type, j.state, j.file_id, j.error, j.metadata
         FROM batch_items i LEFT JOIN jobs j ON j.id = i.job_id
         WHERE i.batch_id = ? AND i.position >= ? AND i.position < ? ORDER BY i.position`,
      )
      .bind(...page),
    deps.db
      .prepare(
        `SELECT f.* FROM batch_items i JOIN jobs j ON j.id = i.job_id AND j.state = 'succeeded' JOIN files f ON f.job_id = j.id
         WHERE i.batch_id = ? AND i.position >= ? AND i.position < ? ORDER BY f.rowid`,
      )
      .bind(...page),
  ]);
  return { items: (items?.results ?? []) as ItemRow[], files: (files?.results ?? []) as FileRow[] };
}

/** Undefined: its bytes have ended. */
async function openResult(deps: ResultDeps, file: FileRow): Promise<ReadableStream<Uint8Array> | undefined> {
  if (file.state !== 'uploaded' || file.expires_at <= deps.now() || file.object_key === null) return undefined;
  const object = await deps.regions.get(file.region)?.bucket.get(file.object_key);
  return object?.body;
}
