// Cancels what is left of a batch: its waiting jobs at once, in a few statements for all of them, its running jobs by asking their processors.

import type { Deps } from '../deps.ts';
import { stopProcessor } from '../jobs/cancel.ts';
import type { JobRow } from '../jobs/job-table.ts';
import { retentionEndOf } from '../jobs/retention-of-source.ts';
import { type WakeDeps, wakeParked } from '../jobs/wake.ts';
import { dayOf } from '../calendar.ts';
import { dropResultDeliveries } from '../result-deliveries/result-delivery-rows.ts';
import { refuse, type Result } from '../result.ts';
import { batchWithManyEvents } from '../webhooks/announce.ts';
import { jobEvent } from '../webhooks/job-event.ts';
import { type CountedBatch, findOwnBatch } from './batch.ts';
import { batchCompleted, completeBatch } from './complete.ts';

type CancelDeps = WakeDeps & Pick<Deps, 'newId' | 'regions' | 'deliveryQueue'>;

export async function cancelBatch(deps: CancelDeps, accountId: string, batchId: string): Promise<Result<CountedBatch>> {
  const found = await findOwnBatch(deps, accountId, batchId);
  if (!found.ok) return found;
  if (found.value.completed_at !== null) return refuse('job_not_cancellable', 'The batch is completed.');
  const jobs = await openJobs(deps, batchId);
  await cancelWaiting(deps, found.value, jobs);
  await Promise.all(jobs.filter(({ state }) => state === 'running').map(async (job) => stopProcessor(deps, job)));
  // Jobs whose turn had come held slots that others may have now.
  for (const name of new Set(jobs.map(({ region }) => region))) {
    const region = deps.regions.get(name);
    if (region) await wakeParked(deps, region);
  }
  return findOwnBatch(deps, accountId, batchId);
}

async function openJobs(deps: CancelDeps, batchId: string): Promise<readonly JobRow[]> {
  const { results } = await deps.db
    .prepare(`SELECT * FROM jobs WHERE batch_id = ? AND state IN ('queued', 'running')`)
    .bind(batchId)
    .all<JobRow>();
  return results;
}

/**
 * All in one transaction. A job that starts, or is given back, after it was read here is not in the list; it has been asked to stop like every
 * other, so it ends with its next message (give-up.ts) or heartbeat.
 */
async function cancelWaiting(deps: CancelDeps, batch: CountedBatch, jobs: readonly JobRow[]): Promise<void> {
  const nowMs = deps.now();
  const waiting = jobs.filter(({ state }) => state === 'queued');
  const ids = JSON.stringify(waiting.map(({ id }) => id));
  const changes = [
    deps.db.prepare('UPDATE batches SET cancel_requested_at = coalesce(cancel_requested_at, ?) WHERE id = ?').bind(nowMs, batch.id),
    // Before the statement that ends them: these are the jobs that it will end.
    countCancelled(deps, batch.id, ids, nowMs),
    deps.db
      .prepare(
        `UPDATE jobs SET state = 'cancelled', completed_at = ?1, cancel_requested_at = coalesce(cancel_requested_at, ?1), attempt_token = NULL,
           lease_until = NULL, wake_at = NULL, parked = 0, password_sealed = NULL
         WHERE batch_id = ?2 AND state = 'queued' AND id IN (SELECT value FROM json_each(?3))`,
      )
      .bind(nowMs, batch.id, ids),
    deps.db
      .prepare(
        `UPDATE jobs SET cancel_requested_at = coalesce(cancel_requested_at, ?) WHERE batch_id = ? AND state IN ('queued', 'running')`,
      )
      .bind(nowMs, batch.id),
    await keepSources(deps, batch, nowMs),
    dropResultDeliveries(deps, batch.id, nowMs),
    completeBatch(deps, batch.id, nowMs),
  ];
  const guard = { sql: `EXISTS (SELECT 1 FROM jobs WHERE id = job_id AND state = 'cancelled' AND completed_at = ?)`, values: [nowMs] };
  const many = waiting.map((job) => jobEvent(deps, job, { state: 'cancelled', nowMs, guard }));
  await batchWithManyEvents(deps, changes, { many, guard, last: batchCompleted(deps, batch, nowMs) });
}

function countCancelled(deps: CancelDeps, batchId: string, ids: string, nowMs: number): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT INTO usage_days (account_id, day, key_id, type, jobs, cancelled, pages, input_bytes, output_bytes, processing_ms)
       SELECT account_id, ?, coalesce(key_id, ''), type, sum(steps), sum(steps), 0, 0, 0, 0 FROM jobs
       WHERE batch_id = ? AND state = 'queued' AND id IN (SELECT value FROM json_each(?)) GROUP BY account_id, key_id, type
       ON CONFLICT (account_id, day, key_id, type) DO UPDATE SET jobs = jobs + excluded.jobs, cancelled = cancelled + excluded.cancelled`,
    )
    .bind(dayOf(nowMs), batchId, ids);
}

/** The sources of the jobs that have just ended live as long as results would. */
async function keepSources(deps: CancelDeps, batch: CountedBatch, nowMs: number): Promise<D1PreparedStatement> {
  const account = await deps.db
    .prepare('SELECT plan, plan_overrides FROM accounts WHERE id = ?')
    .bind(batch.account_id)
    .first<{ plan: string; plan_overrides: string | null }>();
  if (!account) throw new Error(`no account ${batch.account_id}`);
  return deps.db
    .prepare(
      `UPDATE files SET expires_at = ?1 WHERE state = 'uploaded' AND id IN (
         SELECT file_id FROM jobs WHERE batch_id = ?2 AND state = 'cancelled' AND completed_at = ?3
         UNION SELECT s.file_id FROM job_sources s JOIN jobs j ON j.id = s.job_id
           WHERE j.batch_id = ?2 AND j.state = 'cancelled' AND j.completed_at = ?3)`,
    )
    .bind(retentionEndOf(deps, account, nowMs), batch.id, nowMs);
}
