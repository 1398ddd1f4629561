// Writes a batch with all its jobs, or nothing: the first statement has the conditions, and every other one asks whether it was written. Rows come
// as lists of JSON, so that a thousand of them are a few statements with few values.

import type { Refusal } from '../result.ts';
import { type PreparedJob } from '../jobs/accept.ts';
import { inChunks } from '../cells/json-chunks.ts';
import { boundIn } from '../cells/share-limits.ts';
import type { Deps } from '../deps.ts';
import { withinQuota } from '../jobs/job-rows.ts';
import { type AnnounceDeps, batchWithManyEvents } from '../webhooks/announce.ts';
import { jobEvent } from '../webhooks/job-event.ts';
import type { BatchRow } from './batch-table.ts';

/** An item has either. */
export interface Item {
  readonly position: number;
  readonly job?: PreparedJob;
  readonly refusal?: Refusal;
}

interface Bounds {
  readonly queuedMax: number;
  /** Jobs in the month; undefined: no quota. */
  readonly monthMax: number | undefined;
}

/** @param also Further statements, each guarded by itself. @returns whether the batch was written */
export async function insertBatch(
  deps: AnnounceDeps & Pick<Deps, 'cells'>,
  batch: BatchRow,
  items: readonly Item[],
  bounds: Bounds,
  also: readonly D1PreparedStatement[],
): Promise<boolean> {
  const jobs = items.flatMap(({ job }) => (job ? [job] : []));
  const rows = jobs.map(({ row }) => ({ ...row, batch_id: batch.id, parked: 1, wake_at: null }));
  const changes = [
    insertGuard(deps, batch, jobs, bounds),
    ...insertRows(deps, 'jobs', batch.id, rows),
    ...insertRows(
      deps,
      'job_sources',
      batch.id,
      jobs.flatMap(({ row, further }) => further.map((file_id, i) => ({ job_id: row.id, position: i + 1, file_id }))),
    ),
    ...insertRows(
      deps,
      'result_deliveries',
      batch.id,
      jobs.flatMap(({ delivery }) => delivery ?? []),
    ),
    ...insertRows(deps, 'batch_items', batch.id, items.map(rowOf(batch.id))),
    ...also,
  ];
  const guard = { sql: '', values: [] };
  const many = rows.map((row) => jobEvent(deps, row, { state: 'queued', nowMs: row.created_at, guard }));
  const [inserted] = await batchWithManyEvents(deps, changes, { many, guard: { sql: IS_WRITTEN, values: [batch.id] } });
  return inserted?.meta.changes === 1;
}

const IS_WRITTEN = 'EXISTS (SELECT 1 FROM batches WHERE id = ?)';

/** The batch's own row, unless the account's queue has not enough room, its quota is used up, or a file is gone. */
function insertGuard(
  deps: AnnounceDeps & Pick<Deps, 'cells'>,
  batch: BatchRow,
  jobs: readonly PreparedJob[],
  { queuedMax, monthMax }: Bounds,
): D1PreparedStatement {
  const { account_id, created_at } = batch;
  const steps = jobs.reduce((sum, { row }) => sum + row.steps, 0);
  const quota = monthMax === undefined ? { sql: 'TRUE', values: [] } : withinQuota(deps, { account_id, created_at, steps }, monthMax);
  const queued = boundIn(deps, account_id, 'queued', queuedMax);
  const fileIds = new Set(jobs.flatMap(({ row, further }) => [row.file_id, ...further]));
  const columns = Object.keys(batch);
  return deps.db
    .prepare(
      `INSERT INTO batches (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
       WHERE (SELECT count(*) FROM jobs WHERE account_id = ? AND state = 'queued') + ? <= ${queued.sql}
         AND NOT EXISTS (SELECT 1 FROM json_each(?) n WHERE NOT EXISTS (SELECT 1 FROM files WHERE id = n.value AND state = 'uploaded'))
         AND ${quota.sql}`,
    )
    .bind(...Object.values(batch), account_id, jobs.length, ...queued.values, JSON.stringify([...fileIds]), ...quota.values);
}

/** @param rows all with the same columns */
function insertRows(deps: AnnounceDeps, table: string, batchId: string, rows: readonly object[]): D1PreparedStatement[] {
  const columns = Object.keys(rows[0] ?? {});
  return inChunks(rows).map((chunk) =>
    deps.db
      .prepare(
        `INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${columns.map((name) => `value ->> '${name}'`).join(', ')} FROM json_each(?) WHERE ${IS_WRITTEN}`,
      )
      .bind(chunk, batchId),
  );
}

function rowOf(batchId: string): (item: Item) => object {
  return ({ position, job, refusal }) => ({
    batch_id: batchId,
    position,
    job_id: job?.row.id ?? null,
    refusal: refusal ? JSON.stringify({ code: refusal.code, message: refusal.message ?? '', details: refusal.details }) : null,
  });
}
