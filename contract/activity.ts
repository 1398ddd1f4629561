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
/** Upper bounds of the buckets of a histogram; what took longer is in one more. */
export const DURATION_BOUNDS_MS = [100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000, 1_800_000] as const;
export const LAST_FAILURES = 3;
export const USE_DAYS = 7;

export const ActivityQuery = z.strictObject({ hours: z.coerce.number().int().min(1).max(ACTIVITY_HOURS_MAX).default(ACTIVITY_HOURS_MAX) });

/** `counts`: jobs in each bucket of `bounds_ms`, and those above. */
const Times = z.object({ p50: count, p95: count, sum: count, counts: z.array(count).length(DURATION_BOUNDS_MS.length + 1) });
const Durations = z.object({ jobs: count, queue_ms: Times, run_ms: Times });

export const Activity = z.object({
  from: timestamp,
  to: timestamp,
  /** Only the latest ACTIVITY_JOBS_MAX jobs are in it. */
  truncated: z.boolean(),
  /** Jobs that ended, by the hour (UTC) of their end. */
  hours: z.array(z.object({ hour: timestamp, operation, outcome: z.enum(JOB_STATES), jobs: count })),
  /** Of jobs that ended, in milliseconds: from their creation to the start of the last attempt, and from there to the end. */
  durations: z.array(Durations.extend({ operation })),
  /** Of all operations together; absent when no job has ended. */
  overall: Durations.optional(),
  bounds_ms: z.array(count),
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
