// What the service has done lately. Each figure is one statement over an index, and over a bounded number of jobs, however many there are.

import { type Activity, ACTIVITY_JOBS_MAX, DURATION_BOUNDS_MS, USE_DAYS } from '#contract/activity.ts';
import type { JobState } from '#contract/jobs.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { addUpBy, addUpFailures, type DurationRow, durationsOf, type FailureRow, type TimesRow } from './merge-activity.ts';
import { ACCOUNTS_MAX, ENDED_THIS_HOUR, STATEMENTS, TIMES, TIMES_OF_HOUR } from './statements.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Rows {
  readonly hours: { hour: number; type: OperationName; outcome: JobState; jobs: number };
  readonly durations: DurationRow;
  readonly failures: FailureRow;
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

type Part = { readonly [N in keyof Rows]: Rows[N][] };

export async function readActivity(deps: Pick<Deps, 'cells' | 'now'>, { hours }: { readonly hours: number }): Promise<Activity> {
  const nowMs = deps.now();
  const fromMs = nowMs - hours * HOUR_MS;
  const parts = await Promise.all(deps.cells.all.map(async (cell) => readPart(cell, nowMs, fromMs)));
  const rows = parts.length === 1 && parts[0] ? parts[0] : await merge(deps, parts, fromMs);
  return {
    from: isoTime(fromMs),
    to: isoTime(nowMs),
    truncated: parts.some((part) => part.hours.reduce((sum, { jobs }) => sum + jobs, 0) >= ACTIVITY_JOBS_MAX),
    hours: rows.hours.map(({ hour, type, outcome, jobs }) => ({ hour: isoTime(hour * HOUR_MS), operation: type, outcome, jobs })),
    ...describeDurations(rows.durations),
    bounds_ms: [...DURATION_BOUNDS_MS],
    failures: rows.failures.map(({ reason, jobs, last }) => ({ reason, jobs, last: (JSON.parse(last) as Failure[]).map(failureOf) })),
    webhooks: rows.webhooks.map(webhookOf),
    accounts: rows.accounts,
  };
}

async function readPart({ db }: Pick<Deps, 'db'>, nowMs: number, fromMs: number): Promise<Part> {
  const window = [fromMs, ACTIVITY_JOBS_MAX];
  const since = new Date(nowMs - (USE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const values = { hours: window, durations: window, failures: window, webhooks: [], accounts: [since] } as const;
  const names = Object.keys(STATEMENTS) as (keyof Rows)[];
  const results = await db.batch(names.map((name) => db.prepare(STATEMENTS[name]).bind(...values[name])));
  return Object.fromEntries(names.map((name, i) => [name, results[i]?.results ?? []])) as unknown as Part;
}

async function merge({ cells }: Pick<Deps, 'cells'>, parts: readonly Part[], fromMs: number): Promise<Part> {
  const all = <N extends keyof Rows>(name: N): Rows[N][] => parts.flatMap((part) => part[name]);
  const webhooks = new Map(all('webhooks').map((row) => [row.id, row]));
  return {
    hours: addUpBy(all('hours'), ['hour', 'type', 'outcome'], ['jobs']).toSorted((a, b) => a.hour - b.hour),
    durations: durationsOf(await readTimes(cells.all, TIMES, fromMs)),
    failures: addUpFailures(all('failures')),
    webhooks: [...webhooks.values()].toSorted((a, b) => (a.failing_since ?? 0) - (b.failing_since ?? 0)),
    accounts: addUpBy(all('accounts'), ['account_id'], ['jobs', 'failed', 'pages', 'input_bytes', 'output_bytes'])
      .toSorted((a, b) => b.jobs - a.jobs)
      .slice(0, ACCOUNTS_MAX),
  };
}

async function readTimes(cells: readonly Pick<Deps, 'db'>[], statement: string, fromMs: number): Promise<TimesRow[]> {
  const parts = await Promise.all(cells.map(({ db }) => db.prepare(statement).bind(fromMs, ACTIVITY_JOBS_MAX).all<TimesRow>()));
  return parts.flatMap(({ results }) => results);
}

function describeDurations(rows: readonly DurationRow[]): Pick<Activity, 'durations' | 'overall'> {
  const overall = rows.find(({ type }) => type === '');
  return {
    durations: rows.flatMap((row) => (row.type === '' ? [] : [{ operation: row.type, ...timesOf(row) }])),
    ...(overall && { overall: timesOf(overall) }),
  };
}

function timesOf(row: DurationRow): NonNullable<Activity['overall']> {
  return {
    jobs: row.jobs,
    queue_ms: { p50: row.queue_p50, p95: row.queue_p95, sum: row.queue_sum, counts: JSON.parse(row.queue_counts) as number[] },
    run_ms: { p50: row.run_p50, p95: row.run_p95, sum: row.run_sum, counts: JSON.parse(row.run_counts) as number[] },
  };
}

/** Of the jobs that ended since the hour (UTC) began, the first ones. */
export async function readTimesOfHour({ cells, now }: Pick<Deps, 'cells' | 'now'>): Promise<Activity['durations']> {
  const began = Math.floor(now() / HOUR_MS) * HOUR_MS;
  if (cells.areSeveral) return describeDurations(durationsOf(await readTimes(cells.all, TIMES_OF_HOUR, began))).durations;
  const { results } = await cells.global.db.prepare(ENDED_THIS_HOUR).bind(began, ACTIVITY_JOBS_MAX).all<DurationRow>();
  return describeDurations(results).durations;
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
