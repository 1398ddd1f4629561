// Cancels jobs: a waiting one at once, a running one by asking its processor; and every job of a file that was deleted.

import { FAILURES } from '#contract/failures.ts';
import { isTerminal } from '#contract/jobs.ts';
import type { JobError } from '#contract/processor.ts';
import type { Deps } from '../deps.ts';
import { erasePrefix } from '../files/erase.ts';
import { resultPrefix } from '../files/file.ts';
import { ok, refuse, type Result } from '../result.ts';
import { endJob, findOwnJob, type JobView, requestCancel } from './job-rows.ts';
import type { JobRow } from './job-table.ts';
import { keepSourceUntil } from './retention-of-source.ts';
import { wakeAfter, type WakeDeps, wakeParked } from './wake.ts';

type CancelDeps = WakeDeps & Pick<Deps, 'newId' | 'regions' | 'deliveryQueue'>;

interface Cancelled extends JobView {
  /** False: the job is running and was asked to stop. */
  readonly done: boolean;
}

export async function cancelJob(deps: CancelDeps, accountId: string, jobId: string): Promise<Result<Cancelled>> {
  const found = await findOwnJob(deps, accountId, jobId);
  if (!found.ok) return found;
  const { job } = found.value;
  if (isTerminal(job.state)) return refuse('job_not_cancellable', `The job is ${job.state}.`);
  const nowMs = deps.now();
  if (job.state === 'queued') {
    await endJob(deps, job, { state: 'cancelled', nowMs, onlyQueued: true, also: [await keepSourceUntil(deps, job, nowMs)] });
    // A job whose turn had come holds a slot until its message arrives: the slot is free for another job now.
    const region = deps.regions.get(job.region);
    if (region && job.parked > 0) await wakeParked(deps, region);
  } else if (await requestCancel(deps, jobId, nowMs)) {
    await stopProcessor(deps, job);
  }
  const now = await findOwnJob(deps, accountId, jobId);
  if (!now.ok) return now;
  // The job may have left the state in which it was read: then the second read shows its present one.
  if (now.value.job.state === 'cancelled') return ok({ ...now.value, done: true });
  if (now.value.job.state === 'running') return ok({ ...now.value, done: false });
  if (now.value.job.state === 'queued') return cancelJob(deps, accountId, jobId);
  return refuse('job_not_cancellable', `The job is ${now.value.job.state}.`);
}

/** Ends every job that still needs the file, at once: their results would be derived from deleted content. */
export async function cancelJobsOfFile(deps: CancelDeps, fileId: string): Promise<void> {
  const jobs = await deps.db
    .prepare(
      `SELECT * FROM jobs WHERE id IN (SELECT id FROM jobs WHERE file_id = ?1 UNION SELECT job_id FROM job_sources WHERE file_id = ?1)
         AND state IN ('queued', 'running')`,
    )
    .bind(fileId)
    .all<JobRow>();
  const { message, retryable } = FAILURES.source_deleted;
  const error: JobError = { reason: 'source_deleted', message, retryable };
  for (const job of jobs.results) {
    const ended = await endJob(deps, job, {
      state: 'cancelled',
      nowMs: deps.now(),
      set: { error: JSON.stringify(error) },
      facts: { error: { code: 'job_failed', reason: 'source_deleted', message } },
    });
    const region = deps.regions.get(job.region);
    if (!ended || !region) continue;
    if (job.state === 'running') await stopProcessor(deps, job);
    await erasePrefix(region.bucket, resultPrefix(job.id));
    await wakeAfter(deps, region, job.account_id);
  }
}

/** Tells the processor of a running job that was asked to stop; it is told again with its next heartbeat. */
export async function stopProcessor(deps: CancelDeps, job: JobRow): Promise<void> {
  const region = deps.regions.get(job.region);
  if (!region || job.attempt_token === null || job.instance === null) return;
  await region.pool.reach(job.instance).cancel({ job_id: job.id, attempt: job.attempt, attempt_token: job.attempt_token });
}
