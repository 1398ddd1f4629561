// Events: one row for each state a job enters, written in the same batch as the change.

import { z } from 'zod';
import { FAILURE_REASONS } from './failures.ts';
import { idPattern } from './ids.ts';
import { JOB_STATES, type JobState } from './jobs.ts';

/** The event of each state and its place in the job's life. A state is announced once per job, however often it is entered. */
export const STATE_EVENTS = {
  queued: { event: 'job.queued', sequence: 1 },
  running: { event: 'job.running', sequence: 2 },
  succeeded: { event: 'job.succeeded', sequence: 3 },
  failed: { event: 'job.failed', sequence: 3 },
  cancelled: { event: 'job.cancelled', sequence: 3 },
  expired: { event: 'file.expired', sequence: 4 },
} as const satisfies Record<JobState, { event: string; sequence: number }>;

export type JobEventName = (typeof STATE_EVENTS)[JobState]['event'];

export const JobEvent = z.object({
  event: z.enum(Object.values(STATE_EVENTS).map((row) => row.event) as [JobEventName, ...JobEventName[]]),
  event_id: z.string().regex(idPattern('event')),
  created_at: z.iso.datetime(),
  job_id: z.string().regex(idPattern('job')),
  job_type: z.string(),
  status: z.enum(JOB_STATES),
  sequence: z.int(),
  file_id: z.string().optional(),
  result_file_id: z.string().optional(),
  error: z.object({ code: z.literal('job_failed'), reason: z.enum(FAILURE_REASONS), message: z.string() }).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type JobEvent = z.infer<typeof JobEvent>;
