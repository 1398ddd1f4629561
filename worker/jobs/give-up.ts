// Ends jobs that nothing will finish: waiting past the queue's budget, lost by their processor too often, or cancelled while lost.

import { FAILURES } from '#contract/failures.ts';
import { LIMITS } from '#contract/limits.ts';
import type { JobError } from '#contract/processor.ts';
import type { Deps, Region } from '../deps.ts';
import { erasePrefix } from '../files/erase.ts';
import { resultPrefix } from '../files/file.ts';
import { endJob } from './job-rows.ts';
import type { JobRow } from './job-table.ts';
import { keepSourceUntil } from './retention-of-source.ts';

type GiveUpDeps = Pick<Deps, 'cell' | 'gates' | 'replicas' | 'db' | 'now' | 'newId' | 'config' | 'deliveryQueue' | 'log'>;

/** @param job A row that waits or whose lease has lapsed. @returns whether the job ended. */
export async function giveUpIfDone(deps: GiveUpDeps, region: Region, job: JobRow): Promise<boolean> {
  const nowMs = deps.now();
  // A waiting job may also have been asked to stop: its processor refused it while the request came in.
  if (job.cancel_requested_at !== null) return end(deps, region, job, 'cancelled', nowMs);
  if (job.state === 'queued' && nowMs - job.created_at >= LIMITS.queuedMsMax) {
    return endJob(deps, job, { state: 'expired', nowMs, onlyQueued: true });
  }
  if (job.state !== 'running') return false;
  if (job.attempts < LIMITS.jobAttemptsMax) return false;
  return end(deps, region, job, 'failed', nowMs);
}

async function end(deps: GiveUpDeps, region: Region, job: JobRow, state: 'failed' | 'cancelled', nowMs: number): Promise<boolean> {
  const { message, retryable } = FAILURES.processor_lost;
  const error: JobError = { reason: 'processor_lost', message, retryable };
  const ended = await endJob(deps, job, {
    state,
    nowMs,
    lapsedAt: nowMs,
    ...(state === 'failed'
      ? { set: { error: JSON.stringify(error) }, facts: { error: { code: 'job_failed', reason: error.reason, message } } }
      : {}),
    also: [await keepSourceUntil(deps, job, nowMs)],
  });
  if (ended) await erasePrefix(region.bucket, resultPrefix(job.id));
  return ended;
}
