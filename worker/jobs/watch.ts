// Waits for a job to change its state. It looks at growing intervals: a quick job is reported quickly, and a long one is cheap.

import type { Deps } from '../deps.ts';
import type { Result } from '../result.ts';
import { isTerminal, type JobState } from '#contract/jobs.ts';
import { findOwnJob, type JobView } from './job-rows.ts';

const FIRST_PAUSE_MS = 40;
const PAUSE_MS_MAX = 1000;
const PAUSE_GROWTH = 1.7;

export async function watchJob(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  jobId: string,
  waitSeconds: number,
): Promise<Result<JobView>> {
  const first = await findOwnJob(deps, accountId, jobId);
  if (!first.ok || waitSeconds === 0 || isTerminal(first.value.job.state)) return first;
  const until = deps.now() + waitSeconds * 1000;
  for (let pauseMs = FIRST_PAUSE_MS; deps.now() < until; pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * PAUSE_GROWTH)) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, Math.max(0, until - deps.now()))));
    if ((await readState(deps, jobId)) !== first.value.job.state) break;
  }
  return findOwnJob(deps, accountId, jobId);
}

/** Reads only the state: the row may hold a long report. */
export async function readState(deps: Pick<Deps, 'db'>, jobId: string): Promise<JobState | null> {
  return deps.db.prepare('SELECT state FROM jobs WHERE id = ?').bind(jobId).first<JobState>('state');
}
