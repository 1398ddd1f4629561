// Events: one row for each state that a job enters and one for each file that ends, written in the same batch as the change. The
// bodies are what receivers read; they never hold document text or addresses.

import { z } from 'zod';
import { FAILURE_REASONS } from './failures.ts';
import { idPattern } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { JOB_STATES, type JobState } from './jobs.ts';
import { Progress } from './processor.ts';

/** An expired job has no event of its own: `file.expired` reports each of its files, once. */
export type AnnouncedState = Exclude<JobState, 'expired'>;

/** The event of each state and its place in the job's life. A state is announced once per job, however often it is entered. */
export const STATE_EVENTS = {
  queued: { event: 'job.queued', sequence: 1 },
  running: { event: 'job.running', sequence: 2 },
  succeeded: { event: 'job.succeeded', sequence: 3 },
  failed: { event: 'job.failed', sequence: 3 },
  cancelled: { event: 'job.cancelled', sequence: 3 },
} as const satisfies Record<AnnouncedState, { event: string; sequence: number }>;

export type JobEventName = (typeof STATE_EVENTS)[AnnouncedState]['event'];
const JOB_EVENT_NAMES = Object.values(STATE_EVENTS).map((row) => row.event) as [JobEventName, ...JobEventName[]];

/** What an endpoint can subscribe to; `*` is all of them, future ones included. */
export const EVENT_NAMES = [...JOB_EVENT_NAMES, 'file.expired', 'batch.completed'] as const;
/** Sent only on request, and only to the endpoint of that request. */
export const TEST_EVENT = 'webhook.test';

/** Items of a batch by their state; `refused` have no job. */
export const BatchCounts = z.object({
  total: z.int(),
  refused: z.int(),
  ...(Object.fromEntries(JOB_STATES.map((state) => [state, z.int()])) as Record<JobState, z.ZodInt>),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

const eventId = z.string().regex(idPattern('event'));
const jobId = z.string().regex(idPattern('job'));

export const JobEvent = z.object({
  event: z.enum(JOB_EVENT_NAMES),
  event_id: eventId,
  created_at: z.iso.datetime(),
  job_id: jobId,
  job_type: z.string(),
  status: z.enum(JOB_STATES),
  sequence: z.int(),
  file_id: z.string().optional(),
  result_file_id: z.string().optional(),
  error: z.object({ code: z.literal('job_failed'), reason: openEnum(FAILURE_REASONS), message: z.string() }).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type JobEvent = z.infer<typeof JobEvent>;

export const PROGRESS_EVENT = 'job.progress';

/** Only in the stream of a job's events: how far it is, whenever that changes. It has no identifier, and is kept nowhere. */
export const ProgressEvent = z.object({
  event: z.literal(PROGRESS_EVENT),
  job_id: jobId,
  status: z.enum(JOB_STATES),
  attempts: z.int(),
  progress: Progress,
});
export type ProgressEvent = z.infer<typeof ProgressEvent>;

/** What the stream of a job's events says. */
export const StreamedEvent = z.discriminatedUnion('event', [JobEvent, ProgressEvent]);

export const FileEvent = z.object({
  event: z.literal('file.expired'),
  event_id: eventId,
  created_at: z.iso.datetime(),
  file_id: z.string().regex(idPattern('file')),
  job_id: z.string().optional().describe('The job that produced the file'),
  reason: openEnum(['retention', 'deleted']),
});
export type FileEvent = z.infer<typeof FileEvent>;

export const TestEvent = z.object({
  event: z.literal(TEST_EVENT),
  event_id: eventId,
  created_at: z.iso.datetime(),
  webhook_id: z.string().regex(idPattern('webhook')),
});
export type TestEvent = z.infer<typeof TestEvent>;

/** Once for a batch, when the last of its jobs has ended. */
export const BatchEvent = z.object({
  event: z.literal('batch.completed'),
  event_id: eventId,
  created_at: z.iso.datetime(),
  batch_id: z.string().regex(idPattern('batch')),
  counts: BatchCounts,
  metadata: z.record(z.string(), z.string()).optional(),
});
export type BatchEvent = z.infer<typeof BatchEvent>;

export const WebhookEvent = z.discriminatedUnion('event', [JobEvent, FileEvent, BatchEvent, TestEvent]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;
