// What the service has done lately. Each figure is one statement over an index, and over a bounded number of jobs, however many there are.

import { type Activity, ACTIVITY_JOBS_MAX, USE_DAYS } from '#contract/activity.ts';
import type { JobState } from '#contract/jobs.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { STATEMENTS } from './statements.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Rows {
  readonly hours: { hour: number; type: OperationName; outcome: JobState; jobs: number };
  readonly durations: { type: OperationName; jobs: number; queue_p50: number; queue_p95: number; run_p50: number; run_p95: number };
  readonly failures: { reason: string; jobs: number; last: string };
  readonly webhooks: {
    id: string;
    account_id: string;
    account_name: string;
    url: string;
    failing_since: number | null;
    disabled_reason: string | null;
    last_attempt: string | null;
  };
  readonly accounts: Activity['accounts'][number];
}

interface Failure {
  readonly job_id: string;
  readonly operation: OperationName;
  readonly request_id: string | null;
  readonly completed_at: number;
}

export async function readActivity(deps: Pick<Deps, 'db' | 'now'>, { hours }: { readonly hours: number }): Promise<Activity> {
  const nowMs = deps.now();
  const fromMs = nowMs - hours * HOUR_MS;
  const window = [fromMs, ACTIVITY_JOBS_MAX];
  const since = new Date(nowMs - (USE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const values = { hours: window, durations: window, failures: window, webhooks: [], accounts: [since] } as const;
  const names = Object.keys(STATEMENTS) as (keyof Rows)[];
  const results = await deps.db.batch(names.map((name) => deps.db.prepare(STATEMENTS[name]).bind(...values[name])));
  const rows = <N extends keyof Rows>(name: N) => (results[names.indexOf(name)]?.results ?? []) as Rows[N][];
  const ended = rows('hours');
  return {
    from: isoTime(fromMs),
    to: isoTime(nowMs),
    truncated: ended.reduce((sum, { jobs }) => sum + jobs, 0) >= ACTIVITY_JOBS_MAX,
    hours: ended.map(({ hour, type, outcome, jobs }) => ({ hour: isoTime(hour * HOUR_MS), operation: type, outcome, jobs })),
    durations: rows('durations').map(({ type, jobs, queue_p50, queue_p95, run_p50, run_p95 }) => ({
      operation: type,
      jobs,
      queue_ms: { p50: queue_p50, p95: queue_p95 },
      run_ms: { p50: run_p50, p95: run_p95 },
    })),
    failures: rows('failures').map(({ reason, jobs, last }) => ({ reason, jobs, last: (JSON.parse(last) as Failure[]).map(failureOf) })),
    webhooks: rows('webhooks').map(webhookOf),
    accounts: rows('accounts'),
  };
}

function failureOf({ request_id, completed_at, ...failure }: Failure): Activity['failures'][number]['last'][number] {
  return { ...failure, ...(request_id === null ? {} : { request_id }), completed_at: isoTime(completed_at) };
}

function webhookOf(row: Rows['webhooks']): Activity['webhooks'][number] {
  const { id, account_id, account_name, url, failing_since, disabled_reason, last_attempt } = row;
  return {
    webhook_id: id,
    account_id,
    account_name,
    url,
    ...(failing_since === null ? {} : { failing_since: isoTime(failing_since) }),
    ...(disabled_reason === null ? {} : { disabled_reason }),
    ...(last_attempt === null ? {} : { last_attempt: JSON.parse(last_attempt) as Record<string, unknown> }),
  };
}
