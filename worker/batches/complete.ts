// The end of a batch: noted in the batch of statements that ends its last job, so that it is noted and told once.

import type { BatchEvent } from '#contract/events.ts';
import type { Deps } from '../deps.ts';
import { COUNTS_OF_B } from './batch-table.ts';
import type { NewEvent } from '../webhooks/announce.ts';

/** Behind the statement that ended one of its jobs: does nothing while another has not ended. */
export function completeBatch(deps: Pick<Deps, 'db'>, batchId: string, nowMs: number): D1PreparedStatement {
  return deps.db
    .prepare(
      `UPDATE batches SET completed_at = ?1 WHERE id = ?2 AND completed_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = ?2 AND state = 'queued')
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = ?2 AND state = 'running')`,
    )
    .bind(nowMs, batchId);
}

/** Written only if the batch is complete, and never twice. */
export function batchCompleted(
  deps: Pick<Deps, 'newId'>,
  batch: { readonly id: string; readonly account_id: string },
  nowMs: number,
): NewEvent {
  const body: Omit<BatchEvent, 'counts'> = {
    event: 'batch.completed',
    event_id: deps.newId('event'),
    created_at: new Date(nowMs).toISOString(),
    batch_id: batch.id,
  };
  return {
    accountId: batch.account_id,
    cause: `${batch.id}:completed`,
    createdAt: nowMs,
    body,
    fields: {
      sql: `SELECT json_object('counts', ${COUNTS_OF_B}, 'metadata', json(b.metadata)) FROM batches b WHERE b.id = ?`,
      values: [batch.id],
    },
    guard: { sql: 'EXISTS (SELECT 1 FROM batches WHERE id = ? AND completed_at = ?)', values: [batch.id, nowMs] },
  };
}
