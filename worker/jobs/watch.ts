// Waits for a job to change its state: looks again at growing intervals, so that a quick job is told of quickly and a long one is cheap.

import type { Deps } from '../deps.ts';
import type { Result } from '../result.ts';
import { isTerminal } from '#contract/jobs.ts';
import { findOwnJob, type JobView } from './job-rows.ts';

const FIRST_PAUSE_MS = 25;
const PAUSE_MS_MAX = 1000;
const PAUSE_GROWTH = 1.6;

export async function watchJob(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  jobId: string,
  waitSeconds: number,
): Promise<Result<JobView>> {
  const first = await findOwnJob(deps, accountId, jobId);
  if (!first.ok || waitSeconds === 0 || isTerminal(first.value.job.state)) return first;
  const until = deps.now() + waitSeconds * 1000;
  let latest: Result<JobView> = first;
  for (let pauseMs = FIRST_PAUSE_MS; deps.now() < until; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * PAUSE_GROWTH)) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, Math.max(0, until - deps.now()))));
    latest = await findOwnJob(deps, accountId, jobId);
    if (!latest.ok || latest.value.job.state !== first.value.job.state) return latest;
  }
  return latest;
}
