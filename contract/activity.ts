// What the service has done lately, for its operator: jobs by hour, times, failures, endpoints that fail, accounts by use.

import { z } from 'zod';
import { idPattern } from './ids.ts';
import { JOB_STATES } from './jobs.ts';
import { OPERATION_NAMES } from './operations.ts';

const timestamp = z.iso.datetime();
const count = z.int().min(0);
const operation = z.enum(OPERATION_NAMES);

const ACTIVITY_HOURS_MAX = 24;
/** Jobs that are looked at, the latest ones: what a request may cost. */
export const ACTIVITY_JOBS_MAX = 50_000;
export const LAST_FAILURES = 3;
export const USE_DAYS = 7;

export const ActivityQuery = z.strictObject({ hours: z.coerce.number().int().min(1).max(ACTIVITY_HOURS_MAX).default(ACTIVITY_HOURS_MAX) });

const Quantiles = z.object({ p50: count, p95: count });

export const Activity = z.object({
  from: timestamp,
  to: timestamp,
  /** Only the latest ACTIVITY_JOBS_MAX jobs are in it. */
  truncated: z.boolean(),
  /** Jobs that ended, by the hour (UTC) of their end. */
  hours: z.array(z.object({ hour: timestamp, operation, outcome: z.enum(JOB_STATES), jobs: count })),
  /** Of jobs that ended, in milliseconds: from their creation to the start of the last attempt, and from there to the end. */
  durations: z.array(z.object({ operation, jobs: count, queue_ms: Quantiles, run_ms: Quantiles })),
  failures: z.array(
    z.object({
      reason: z.string(),
      jobs: count,
      last: z.array(z.object({ job_id: z.string(), operation, request_id: z.string().optional(), completed_at: timestamp })),
    }),
  ),
  /** Endpoints whose last delivery failed, and those that were disabled for it; longest first. */
  webhooks: z.array(
    z.object({
      webhook_id: z.string().regex(idPattern('webhook')),
      account_id: z.string(),
      account_name: z.string(),
      url: z.string(),
      failing_since: timestamp.optional(),
      disabled_reason: z.string().optional(),
      last_attempt: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  /** The accounts with most jobs of the last USE_DAYS days. */
  accounts: z.array(
    z.object({
      account_id: z.string(),
      name: z.string(),
      jobs: count,
      failed: count,
      pages: count,
      input_bytes: count,
      output_bytes: count,
    }),
  ),
});
export type Activity = z.output<typeof Activity>;
