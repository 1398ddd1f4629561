// SQL of what has happened lately (activity.ts, metrics.ts). Each statement reads an index, and a bounded number of jobs.

import { LAST_FAILURES } from '#contract/activity.ts';

const HOUR_MS = 3_600_000;
const WEBHOOKS_MAX = 50;
const ACCOUNTS_MAX = 20;

export const OUTCOMES = ['succeeded', 'failed', 'cancelled', 'expired'] as const;

/** The latest jobs that ended after a time: two values, the time and how many. A result that has expired was a success. */
const ENDED = `SELECT id, type, region, error, request_id, created_at, started_at, completed_at,
    CASE WHEN state = 'expired' AND result_file_id IS NOT NULL THEN 'succeeded' ELSE state END AS outcome
  FROM jobs WHERE completed_at IS NOT NULL AND completed_at > ?1 ORDER BY completed_at DESC LIMIT ?2`;

/** The nearest rank. */
const at = (percent: number, rank: string, value: string): string =>
  `max(CASE WHEN ${rank} = (n * ${percent} + 99) / 100 THEN ${value} END)`;

export const STATEMENTS = {
  hours: `SELECT completed_at / ${HOUR_MS} AS hour, type, outcome, count(*) AS jobs FROM (${ENDED}) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  durations: `WITH ended AS (SELECT type, max(0, started_at - created_at) AS queue_ms, max(0, completed_at - started_at) AS run_ms
      FROM (${ENDED}) WHERE started_at IS NOT NULL),
    ranked AS (SELECT type, queue_ms, run_ms, count(*) OVER (PARTITION BY type) AS n,
      row_number() OVER (PARTITION BY type ORDER BY queue_ms) AS q, row_number() OVER (PARTITION BY type ORDER BY run_ms) AS r FROM ended)
    SELECT type, max(n) AS jobs, ${at(50, 'q', 'queue_ms')} AS queue_p50, ${at(95, 'q', 'queue_ms')} AS queue_p95,
      ${at(50, 'r', 'run_ms')} AS run_p50, ${at(95, 'r', 'run_ms')} AS run_p95 FROM ranked GROUP BY type ORDER BY type`,
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
