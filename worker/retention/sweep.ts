// The safety net behind queue and clock: sends lost messages again, handles lapsed leases, ends what waited too long, erases what has
// expired. Each step is bounded and goes on in the next run; a step that fails does not stop the others.

import { TEST_EVENT } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import { dayOf } from '../calendar.ts';
import { spreadStale } from '../cells/copy-account.ts';
import { noteSizes } from '../cells/home.ts';
import { evenSome } from '../cells/share-limits.ts';
import type { Deps } from '../deps.ts';
import { confirmUpload } from '../files/confirm.ts';
import { expireFile } from '../files/erase.ts';
import type { FileRow } from '../files/file-table.ts';
import { expireJobs } from '../jobs/expire.ts';
import { sendJob, wakeParked } from '../jobs/wake.ts';
import { carryDueResults } from '../result-deliveries/deliver-result.ts';
import { carryDueDeliveries } from '../webhooks/deliver.ts';
import { removeEventsOf } from '../webhooks/event-table.ts';
import { spreadGivenUp } from '../webhooks/given-up.ts';
import { cancelSourceless } from './cancel-sourceless.ts';
import { forgetRows } from './forget.ts';
import { noteStep } from './note-step.ts';
import { reconcileBuckets } from './reconcile.ts';

type SweepDeps = Pick<
  Deps,
  'cell' | 'cells' | 'gates' | 'replicas' | 'db' | 'orm' | 'now' | 'newId' | 'config' | 'regions' | 'deliveryQueue' | 'log'
>;

const JOBS_PER_RUN = 200;
const FILES_PER_RUN = 100;
const DELIVERIES_PER_RUN = 1000;
const RESULTS_PER_RUN = 200;
const ROWS_PER_RUN = 1000;
const BATCHES_PER_RUN = 20;
/** Each is some ten queries. */
const COPIES_PER_RUN = 20;
const SHARES_PER_RUN = 10;

interface SweepCount {
  readonly resent: number;
  readonly woken: number;
  readonly expired_files: number;
  readonly expired_jobs: number;
  readonly cancelled_sourceless: number;
  readonly reconciled: number;
  readonly forgotten: number;
  readonly results: number;
  readonly deliveries: number;
  readonly removed_rows: number;
}

/** Of one cell; with the default one what cells have of each other's. */
export async function sweepCell(deps: SweepDeps): Promise<Record<string, number>> {
  const counts = { ...(await sweep(deps)) };
  return deps.cells.areSeveral && deps.cell.name === deps.cells.global.cell.name ? { ...counts, ...(await sweepCopies(deps)) } : counts;
}

/** What cells have of each other's: copies and shares. */
async function sweepCopies(deps: SweepDeps): Promise<Record<string, number>> {
  const { global } = deps.cells;
  const given_up = await step(global, 'given_up', async () => spreadGivenUp(deps));
  const copies = await step(global, 'copies', async () => spreadStale(deps, COPIES_PER_RUN));
  const evened = await step(global, 'shares', async () => evenSome(global, SHARES_PER_RUN));
  await step(global, 'sizes', async () => noteSizes(deps));
  return { given_up, copies, evened };
}

async function sweep(deps: SweepDeps): Promise<SweepCount> {
  const resent = await step(deps, 'resend', resendJobs);
  const woken = await step(deps, 'wake', wakeRegions);
  const expired_files = await step(deps, 'expire_files', expireFiles);
  const expired_jobs = await step(deps, 'expire_jobs', async () => expireJobs(deps, FILES_PER_RUN));
  const cancelled_sourceless = await step(deps, 'cancel_sourceless', cancelSourceless);
  const reconciled = await step(deps, 'reconcile', reconcileBuckets);
  const removed_rows = await removeOldRows(deps);
  const forgotten = await step(deps, 'forget', forgetRows);
  // Last, so that late deliveries do not hold up what the steps above announced.
  const results = await step(deps, 'result_deliveries', async () => carryDueResults(deps, RESULTS_PER_RUN));
  const deliveries = await step(deps, 'deliveries', async () => carryDueDeliveries(deps, DELIVERIES_PER_RUN));
  return { resent, woken, expired_files, expired_jobs, cancelled_sourceless, reconciled, forgotten, results, deliveries, removed_rows };
}

async function step(deps: SweepDeps, name: string, run: (deps: SweepDeps) => Promise<number>): Promise<number> {
  const startedAt = deps.now();
  let count = 0;
  let failure: unknown;
  try {
    count = await run(deps);
  } catch (cause) {
    failure = cause;
    deps.log.error('sweep.step_failed', cause, { step: name });
  }
  try {
    await noteStep(deps, name, { startedAt, count, failure });
  } catch (cause) {
    deps.log.error('sweep.step_not_noted', cause, { step: name });
  }
  return count;
}

/** Jobs without any news since wake_at: never sent, lost by the queue, or with a lapsed lease. */
async function resendJobs(deps: SweepDeps): Promise<number> {
  const nowMs = deps.now();
  const due = await deps.db
    .prepare(
      `UPDATE jobs SET wake_at = ? WHERE seq IN (SELECT seq FROM jobs WHERE wake_at <= ? AND wake_at IS NOT NULL ORDER BY wake_at LIMIT ?)
       RETURNING id, region`,
    )
    .bind(nowMs + LIMITS.resendAfterMs, nowMs, JOBS_PER_RUN)
    .all<{ id: string; region: string }>();
  for (const job of due.results) {
    const region = deps.regions.get(job.region);
    if (region) await sendJob(deps, region, job.id);
  }
  return due.results.length;
}

/** Rows that may be removed, table by table; an index serves each condition. */
async function removeOldRows(deps: SweepDeps): Promise<number> {
  const nowMs = deps.now();
  const auditEnd = nowMs - LIMITS.auditKeptMs;
  const olds = [
    // With its items.
    ['batches', 'completed_at <= ?', nowMs - LIMITS.rowsKeptMs, BATCHES_PER_RUN],
    ['result_deliveries', 'completed_at <= ?', nowMs - LIMITS.rowsKeptMs, ROWS_PER_RUN],
    ['usage_days', 'day <= ?', dayOf(auditEnd), ROWS_PER_RUN],
    ['idempotent_requests', 'created_at <= ?', nowMs - LIMITS.idempotencyKeptMs, ROWS_PER_RUN],
  ] as const;
  let removed = await step(deps, 'remove_audit', async () => removeAudit(deps, auditEnd));
  for (const [table, condition, end, rowsMax] of olds) {
    removed += await step(deps, `remove_${table}`, async () => {
      const statement = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ?)`;
      return (await deps.db.prepare(statement).bind(end, rowsMax).run()).meta.changes;
    });
  }
  // After the batches, whose items go with them.
  removed += await step(deps, 'remove_jobs', async () => removeJobs(deps, nowMs - LIMITS.rowsKeptMs));
  removed += await step(deps, 'remove_deliveries', async () => removeDeliveries(deps, nowMs - LIMITS.rowsKeptMs));
  return removed;
}

/** With what was told of them. A succeeded job stays until its results have expired, an item of a batch as long as the batch. */
async function removeJobs({ db }: SweepDeps, end: number): Promise<number> {
  const { results } = await db
    .prepare(
      `SELECT id FROM jobs WHERE state IN ('failed', 'cancelled', 'expired') AND completed_at <= ?
         AND (batch_id IS NULL OR batch_id NOT IN (SELECT id FROM batches)) LIMIT ?`,
    )
    .bind(end, ROWS_PER_RUN)
    .all<{ id: string }>();
  if (results.length === 0) return 0;
  const ids = results.map(({ id }) => id);
  const [, removed] = await db.batch([
    removeEventsOf(db, ids),
    db.prepare('DELETE FROM jobs WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify(ids)),
  ]);
  return removed?.meta.changes ?? 0;
}

/** Without an index, as in removeAudit. A test's event is told by its delivery alone; all others go with their jobs and files. */
async function removeDeliveries({ db }: SweepDeps, end: number): Promise<number> {
  const old = `(SELECT rowid FROM (SELECT rowid, created_at FROM deliveries ORDER BY rowid LIMIT ?) WHERE created_at <= ?) AND state <> 'pending'`;
  const [, removed] = await db.batch([
    db
      .prepare(`DELETE FROM events WHERE event = ? AND cause IN (SELECT cause FROM deliveries WHERE event = ? AND rowid IN ${old})`)
      .bind(TEST_EVENT, TEST_EVENT, ROWS_PER_RUN, end),
    db.prepare(`DELETE FROM deliveries WHERE rowid IN ${old}`).bind(ROWS_PER_RUN, end),
  ]);
  return removed?.meta.changes ?? 0;
}

/** Without an index: rows are only added, so the first rows are the oldest. */
async function removeAudit({ db }: SweepDeps, end: number): Promise<number> {
  const statement = `DELETE FROM audit WHERE rowid IN
    (SELECT rowid FROM (SELECT rowid, created_at FROM audit ORDER BY rowid LIMIT ?) WHERE created_at <= ?)`;
  return (await db.prepare(statement).bind(ROWS_PER_RUN, end).run()).meta.changes;
}

async function wakeRegions(deps: SweepDeps): Promise<number> {
  let woken = 0;
  for (const region of deps.regions.values()) woken += await wakeParked(deps, region, () => true);
  return woken + (await wakeOverdue(deps));
}

/** Parked jobs past the queue's budget get a message, so that they end even when no slot ever becomes free. */
async function wakeOverdue(deps: SweepDeps): Promise<number> {
  const nowMs = deps.now();
  const changed = await deps.db
    .prepare(`UPDATE jobs SET parked = 2, wake_at = ? WHERE parked = 1 AND parked > 0 AND created_at <= ?`)
    .bind(nowMs, nowMs - LIMITS.queuedMsMax)
    .run();
  return changed.meta.changes;
}

async function expireFiles(deps: SweepDeps): Promise<number> {
  const due = await deps.db
    .prepare(
      `SELECT * FROM files WHERE expires_at <= ? AND state IN ('awaiting_upload', 'uploaded')
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.file_id = files.id AND jobs.state IN ('queued', 'running'))
         AND NOT EXISTS (SELECT 1 FROM job_sources s JOIN jobs ON jobs.id = s.job_id
           WHERE s.file_id = files.id AND jobs.state IN ('queued', 'running'))
       ORDER BY expires_at LIMIT ?`,
    )
    .bind(deps.now(), FILES_PER_RUN)
    .all<FileRow>();
  let expired = 0;
  for (const file of due.results) {
    // One file whose region does not answer must not keep the others.
    try {
      if (await expireUnlessArrived(deps, file)) expired += 1;
    } catch (cause) {
      deps.log.error('sweep.file_failed', cause, { file_id: file.id, region: file.region });
    }
  }
  return expired;
}

async function expireUnlessArrived(deps: SweepDeps, file: FileRow): Promise<boolean> {
  // Bytes that went straight to R2 may have arrived in time without anybody having asked for the file since.
  const confirmed = await confirmUpload(deps, file);
  if (confirmed.ok && confirmed.value.expires_at > deps.now()) return false;
  return expireFile(deps, file);
}
