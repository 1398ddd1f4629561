// A batch as seen from outside, and where it is read.

import { noSuch } from '#contract/ids.ts';
import type { BatchObject } from '#contract/api.ts';
import type { BatchCounts } from '#contract/events.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { ok, refuse, type Result } from '../result.ts';
import { BATCH_COLUMNS, type BatchRow, type ReadBatchRow } from './batch-table.ts';

export type CountedBatch = BatchRow & BatchCounts;

/** not_found for an unknown id and for another account's alike. */
export async function findOwnBatch(deps: Pick<Deps, 'db'>, accountId: string, batchId: string): Promise<Result<CountedBatch>> {
  const row = await deps.db
    .prepare(`SELECT ${BATCH_COLUMNS} FROM batches b WHERE b.id = ? AND b.account_id = ?`)
    .bind(batchId, accountId)
    .first<ReadBatchRow>();
  if (!row) return refuse('not_found', noSuch('batch', batchId));
  return ok(countsOf(row));
}

export function countsOf({ counts, ...batch }: ReadBatchRow): CountedBatch {
  return { ...batch, ...(JSON.parse(counts) as BatchCounts) };
}

export function batchObject(row: CountedBatch): BatchObject {
  const { total, refused, queued, running, succeeded, failed, cancelled, expired } = row;
  return {
    batch_id: row.id,
    status: row.completed_at !== null ? 'completed' : row.cancel_requested_at !== null ? 'cancelling' : 'running',
    counts: { total, refused, queued, running, succeeded, failed, cancelled, expired },
    progress: { percent: Math.floor((100 * (total - queued - running)) / total) },
    created_at: isoTime(row.created_at),
    ...(row.completed_at === null ? {} : { completed_at: isoTime(row.completed_at) }),
    ...(row.metadata === null ? {} : { metadata: JSON.parse(row.metadata) as Record<string, string> }),
  };
}
