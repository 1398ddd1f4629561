// SQL of what has happened lately (activity.ts, metrics.ts). Each statement reads an index, and a bounded number of jobs.

import { DURATION_BOUNDS_MS, LAST_FAILURES } from '#contract/activity.ts';

const HOUR_MS = 3_600_000;
const WEBHOOKS_MAX = 50;
export const ACCOUNTS_MAX = 20;

export const OUTCOMES = ['succeeded', 'failed', 'cancelled', 'expired'] as const;

/** The latest or the first jobs that ended after a time: two values, the time and how many. A result that has expired was a success. */
const ended = (order: 'DESC' | 'ASC'): string => `SELECT id, type, region, error, request_id, created_at, started_at, completed_at,
    CASE WHEN state = 'expired' AND result_file_id IS NOT NULL THEN 'succeeded' ELSE state END AS outcome
  FROM jobs WHERE completed_at IS NOT NULL AND completed_at > ?1 ORDER BY completed_at ${order} LIMIT ?2`;
const ENDED = ended('DESC');

/** The nearest rank. */
const at = (percent: number, rank: string, value: string): string =>
  `max(CASE WHEN ${rank} = (n * ${percent} + 99) / 100 THEN ${value} END)`;

/** Jobs in each bucket of a histogram, as JSON. */
const counts = (value: string): string =>
  `json_array(${[...DURATION_BOUNDS_MS, undefined]
    .map((bound, i) => {
      const above = i === 0 ? undefined : `${value} > ${DURATION_BOUNDS_MS[i - 1]}`;
      const within = bound === undefined ? undefined : `${value} <= ${bound}`;
      return `sum(${[above, within].filter((part) => part !== undefined).join(' AND ')})`;
    })
    .join(', ')})`;

/** Of each operation, and of all of them under an empty name. */
function durationsOf(order: 'DESC' | 'ASC'): string {
  const times = (name: 'queue' | 'run', rank: string) =>
    `${at(50, rank, `${name}_ms`)} AS ${name}_p50, ${at(95, rank, `${name}_ms`)} AS ${name}_p95, sum(${name}_ms) AS ${name}_sum, ${counts(`${name}_ms`)} AS ${name}_counts`;
  return `WITH ended AS MATERIALIZED (SELECT type, max(0, started_at - created_at) AS queue_ms, max(0, completed_at - started_at) AS run_ms
      FROM (${ended(order)}) WHERE started_at IS NOT NULL),
    named AS (SELECT * FROM ended UNION ALL SELECT '', queue_ms, run_ms FROM ended),
    ranked AS (SELECT type, queue_ms, run_ms, count(*) OVER (PARTITION BY type) AS n,
      row_number() OVER (PARTITION BY type ORDER BY queue_ms) AS q, row_number() OVER (PARTITION BY type ORDER BY run_ms) AS r FROM named)
    SELECT type, max(n) AS jobs, ${times('queue', 'q')}, ${times('run', 'r')} FROM ranked GROUP BY type ORDER BY type`;
}

/** The times of each of these jobs: two values, as for STATEMENTS.durations. */
function timesOf(order: 'DESC' | 'ASC'): string {
  return `SELECT type, max(0, started_at - created_at) AS queue_ms, max(0, completed_at - started_at) AS run_ms
    FROM (${ended(order)}) WHERE started_at IS NOT NULL`;
}
export const TIMES = timesOf('DESC');
export const TIMES_OF_HOUR = timesOf('ASC');

/** Two values, as for STATEMENTS.durations: the beginning of the hour, and how many. What it counts only grows until the next one. */
export const ENDED_THIS_HOUR = durationsOf('ASC');

export const STATEMENTS = {
  hours: `SELECT completed_at / ${HOUR_MS} AS hour, type, outcome, count(*) AS jobs FROM (${ENDED}) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  durations: durationsOf('DESC'),
  failures: `SELECT reason, count(*) AS jobs, json_group_array(json_object('job_id', id, 'operation', type, 'request_id', request_id,
      'completed_at', completed_at)) FILTER (WHERE latest <= ${LAST_FAILURES}) AS last
    FROM (SELECT *, row_number() OVER (PARTITION BY reason ORDER BY completed_at DESC) AS latest
      FROM (SELECT *, coalesce(error ->> 'reason', 'unknown') AS reason FROM (${ENDED}) WHERE outcome = 'failed'))
    GROUP BY reason ORDER BY jobs DESC, reason`,
  webhooks: `SELECT w.id, w.account_id, a.name AS account_name, w.url, w.failing_since, w.disabled_reason,
      (SELECT d.log ->> '$[#-1]' FROM deliveries d WHERE d.webhook_id = w.id AND d.attempts > 0 ORDER BY d.seq DESC LIMIT 1) AS last_attempt
    FROM webhooks w JOIN accounts a ON a.id = w.account_id
    WHERE w.failing_since IS NOT NULL OR w.disabled_reason = 'failing' ORDER BY coalesce(w.failing_since, w.updated_at) LIMIT ${WEBHOOKS_MAX}`,
  accounts: `SELECT u.account_id, a.name, sum(u.jobs) AS jobs, sum(u.failed) AS failed, sum(u.pages) AS pages,
      sum(u.input_bytes) AS input_bytes, sum(u.output_bytes) AS output_bytes
    FROM usage_days u INDEXED BY usage_days_day JOIN accounts a ON a.id = u.account_id WHERE u.day >= ?1 GROUP BY u.account_id
    ORDER BY jobs DESC, u.account_id LIMIT ${ACCOUNTS_MAX}`,
} as const;

/** One value: the day. */
export const ENDED_TODAY = `SELECT type, ${[...OUTCOMES, 'pages', 'input_bytes', 'output_bytes']
  .map((name) => `sum(${name}) AS ${name}`)
  .join(', ')} FROM usage_days WHERE day = ? GROUP BY type ORDER BY type`;
