// What the operator sees of jobs and dead letters: everything but secrets.

import type { DeadLetter, OperatorJob, StuckJob } from '#contract/operator.ts';
import { cellOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import type { DeadLetterRow } from '../jobs/dead-letter-table.ts';
import { findJob } from '../jobs/job-rows.ts';
import type { JobRow } from '../jobs/job-table.ts';
import { ok, refuse, type Result } from '../result.ts';
import { type Listed, listed } from './listed.ts';

const MINUTE_MS = 60_000;

export async function readJob(deps: Pick<Deps, 'cells'>, jobId: string): Promise<Result<OperatorJob>> {
  const row = await findJob(await cellOf(deps, 'job', jobId), jobId);
  return row ? ok(operatorJob(row)) : refuse('not_found', 'There is no such job.');
}

function operatorJob(row: JobRow): OperatorJob {
  return {
    job_id: row.id,
    account_id: row.account_id,
    key_id: row.key_id,
    type: row.type,
    status: row.state,
    region: row.region,
    file_id: row.file_id,
    params: JSON.parse(row.params) as Record<string, unknown>,
    has_password: row.password_sealed !== null,
    attempt: row.attempt,
    attempts: row.attempts,
    ...(row.instance === null ? {} : { instance: row.instance }),
    parked: row.parked === 0 ? 'no' : row.parked === 1 ? 'waits' : 'woken',
    created_at: isoTime(row.created_at),
    ...timeOf('started_at', row.started_at),
    ...timeOf('completed_at', row.completed_at),
    ...timeOf('expires_at', row.expires_at),
    ...timeOf('lease_until', row.lease_until),
    ...timeOf('wake_at', row.wake_at),
    ...timeOf('cancel_requested_at', row.cancel_requested_at),
    ...jsonOf('progress', row.progress),
    ...jsonOf('error', row.error),
    warnings: row.warnings === null ? [] : (JSON.parse(row.warnings) as unknown[]),
    ...jsonOf('report', row.report),
    ...jsonOf('metrics', row.metrics),
    ...(row.result_file_id === null ? {} : { result_file_id: row.result_file_id }),
    ...(row.request_id === null ? {} : { request_id: row.request_id }),
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  };
}

/** Broken jobs first, jobs that only wait behind a limit last; then oldest first. @param query.queued_minutes How long a job may wait without counting as stuck. */
export async function listStuckJobs(
  deps: Pick<Deps, 'cells' | 'now'>,
  query: { queued_minutes: number; limit: number },
): Promise<Listed<StuckJob>> {
  const nowMs = deps.now();
  const inCell = async ({ db }: Pick<Deps, 'db'>) =>
    db
      .prepare(
        `SELECT j.*, a.name AS account_name FROM jobs j JOIN accounts a ON a.id = j.account_id
       WHERE (j.state = 'running' AND j.lease_until <= ?1) OR (j.state = 'queued' AND (j.parked > 0 OR j.created_at <= ?2))
       ORDER BY j.state = 'queued', j.parked > 0, j.seq LIMIT ?3`,
      )
      .bind(nowMs, nowMs - query.queued_minutes * MINUTE_MS, query.limit + 1)
      .all<JobRow & { account_name: string }>();
  const parts = await Promise.all(deps.cells.all.map(inCell));
  const rows = parts.flatMap(({ results }) => results);
  // Of one database they are in this order.
  const rank = ({ state, parked }: JobRow) => (state === 'queued' ? 1 + Number(parked > 0) : 0);
  const sorted = parts.length === 1 ? rows : rows.toSorted((a, b) => rank(a) - rank(b) || a.created_at - b.created_at);
  return listed(sorted.map(stuckJob), query.limit);
}

function stuckJob(row: JobRow & { account_name: string }): StuckJob {
  return {
    job_id: row.id,
    account_id: row.account_id,
    account_name: row.account_name,
    type: row.type,
    status: row.state,
    region: row.region,
    attempts: row.attempts,
    created_at: isoTime(row.created_at),
    ...timeOf('lease_until', row.lease_until),
    ...timeOf('wake_at', row.wake_at),
    reason: row.state === 'running' ? 'lease_lapsed' : row.parked > 0 ? 'parked' : 'queued_long',
  };
}

export async function listDeadLetters(
  deps: Pick<Deps, 'cells'>,
  query: { replayed: 'yes' | 'no' | 'all'; limit: number },
): Promise<Listed<DeadLetter>> {
  const inCell = async ({ db }: Pick<Deps, 'db'>) =>
    db
      .prepare(
        `SELECT d.*, j.state AS job_state FROM dead_letters d LEFT JOIN jobs j ON j.id = d.job_id
       WHERE ?1 = 'all' OR (d.replayed_at IS NULL) = (?1 = 'no') ORDER BY d.received_at DESC, d.id LIMIT ?2`,
      )
      .bind(query.replayed, query.limit + 1)
      .all<DeadLetterRow & { job_state: JobRow['state'] | null }>();
  const parts = await Promise.all(deps.cells.all.map(inCell));
  const rows = parts.flatMap(({ results }) => results);
  return listed(
    (parts.length === 1 ? rows : rows.toSorted((a, b) => b.received_at - a.received_at)).map((row) => ({
      dead_letter_id: row.id,
      queue: row.queue,
      ...(row.job_id === null ? {} : { job_id: row.job_id }),
      ...(row.job_state === null ? {} : { job_status: row.job_state }),
      body: row.body,
      received_at: isoTime(row.received_at),
      ...timeOf('replayed_at', row.replayed_at),
    })),
    query.limit,
  );
}

function timeOf<N extends string>(name: N, ms: number | null): { [K in N]?: string } {
  return ms === null ? {} : ({ [name]: isoTime(ms) } as { [K in N]?: string });
}

function jsonOf<N extends string>(name: N, json: string | null): { [K in N]?: Record<string, unknown> } {
  return json === null ? {} : ({ [name]: JSON.parse(json) as unknown } as { [K in N]?: Record<string, unknown> });
}
