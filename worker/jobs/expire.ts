// Ends the life of succeeded jobs whose results are gone: succeeded → expired. What the job did stays readable, and its
// time of completion stays. Each file reports its own end.

import type { Deps } from '../deps.ts';
import { expireResult } from './job-rows.ts';
import type { JobRow } from './job-table.ts';

/** @returns how many jobs expired, at most `jobsMax`. */
export async function expireJobs(deps: Pick<Deps, 'db' | 'now'>, jobsMax: number): Promise<number> {
  const nowMs = deps.now();
  const due = await deps.db
    .prepare(`SELECT * FROM jobs WHERE state = 'succeeded' AND expires_at <= ? ORDER BY expires_at LIMIT ?`)
    .bind(nowMs, jobsMax)
    .all<JobRow>();
  let expired = 0;
  for (const job of due.results) if (await expireResult(deps, job, nowMs)) expired += 1;
  return expired;
}
