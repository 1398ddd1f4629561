// How long the content of a job is kept once it is terminal: the plan's retention, counted from the end (specification, "Limits").

import { planOf } from '../plan.ts';
import type { Deps } from '../deps.ts';
import type { JobRow } from './job-table.ts';

const HOUR_MS = 3_600_000;

async function retentionEnd(deps: Pick<Deps, 'db' | 'config'>, accountId: string, nowMs: number): Promise<number> {
  const account = await deps.db
    .prepare('SELECT plan, plan_overrides FROM accounts WHERE id = ?')
    .bind(accountId)
    .first<{ plan: string; plan_overrides: string | null }>();
  if (!account) throw new Error(`no account ${accountId}`);
  return retentionEndOf(deps, account, nowMs);
}

export function retentionEndOf(
  deps: Pick<Deps, 'config'>,
  account: { readonly plan: string; readonly plan_overrides: string | null },
  nowMs: number,
): number {
  return nowMs + planOf(deps.config.plans, account).retention_hours * HOUR_MS;
}

/** A statement for the batch that ends a job: its sources live as long as its results. */
export async function keepSourceUntil(deps: Pick<Deps, 'db' | 'config'>, job: JobRow, nowMs: number): Promise<D1PreparedStatement> {
  return keepSource(deps, job, nowMs, await retentionEnd(deps, job.account_id, nowMs));
}

export function keepSource(deps: Pick<Deps, 'db'>, job: JobRow, completedAt: number, until: number): D1PreparedStatement {
  return deps.db
    .prepare(
      `UPDATE files SET expires_at = ? WHERE id IN (SELECT ? UNION SELECT file_id FROM job_sources WHERE job_id = ?)
         AND state = 'uploaded' AND EXISTS (SELECT 1 FROM jobs WHERE id = ? AND completed_at = ?)`,
    )
    .bind(until, job.file_id, job.id, job.id, completedAt);
}
