// The messages between Worker and processor. Dispatch is compatible one version forward and back: readers ignore fields they do not know.
//
//   Worker → processor   POST   /jobs               RunJob          202 taken · 503 + Retry-After no free slot · 401 bad signature · 400
//                               202 and 503 say how many slots the processor has (SaidByProcessor), as does GET /readyz
//   Worker → processor   DELETE /jobs/{job_id}      CancelJob       202 (also when the job is not here)
//   processor → Worker   GET    RunJob.sources[].url               200 the source's bytes · 401 · 409 attempt is stale
//   processor → Worker   PUT    RunJob.results_url + '/' + index    200 {sha256,size_bytes} · 400 · 401 · 409 · 413
//                               with Content-Length and Repr-Digest: sha-256=:…: (RFC 9530), 400 without;
//                               bytes that differ are not stored, 500: the processor sends them again
//   processor → Worker   POST   RunJob.heartbeat_url  Heartbeat     200 HeartbeatAnswer · 401 · 409 attempt is stale: stop, discard
//   processor → Worker   POST   RunJob.report_url     JobReport     200 · 401 · 409 attempt is stale: discard · 422 result missing
//   processor → Worker   POST   RunJob.model_url      AskModel      200 ModelAnswer, whatever the model's endpoint answered · 401 · 409 attempt is
//                               stale · 429 no more for this job · 503 + Retry-After too many ask at once
//
// Every JSON message in either direction is signed (INTERNAL_HEADERS, see internal-signature.ts). The source and result addresses
// carry their own signature in the query and expire with the attempt.

import { z } from 'zod';
import { FAILURE_REASONS } from './failures.ts';
import { OPERATION_NAMES } from './operations.ts';
import { ModelRequest } from './planning/model-request.ts';
import { Isolation } from './processor-capabilities.ts';

export const Warning = z.object({
  code: z.string().max(64),
  message: z.string().max(1000),
  page: z.int().positive().optional(),
  step: z.int().positive().optional(),
});
export type Warning = z.infer<typeof Warning>;

export const Progress = z.object({
  percent: z.int().min(0).max(100),
  stage: z.string().max(64),
  pages_done: z.int().nonnegative().optional(),
  pages_total: z.int().nonnegative().optional(),
  /** Of a pipeline: which step runs, from 1. */
  step: z.int().positive().optional(),
  steps_total: z.int().positive().optional(),
});
export type Progress = z.infer<typeof Progress>;

export const JobLimits = z.object({
  processing_ms: z.int().positive(),
  pages: z.int().positive(),
  output_bytes: z.int().positive(),
  /** Classes of records (edit-policy.ts) that the account may edit. */
  editable_records: z.array(z.string()).optional(),
  /** Classes of records that a source is known to be, even if its text no longer shows it. */
  source_records: z.array(z.string()).optional(),
  /** How long this attempt may wait for a language model. */
  planning_ms: z.int().positive().optional(),
});
export type JobLimits = z.infer<typeof JobLimits>;

const AttemptRef = z.object({
  job_id: z.string(),
  attempt: z.int().positive(),
  /** Names one attempt; a message with an older one is stale and changes nothing. */
  attempt_token: z.string().min(16).max(128),
});

export const RunJob = AttemptRef.extend({
  type: z.enum(OPERATION_NAMES),
  params: z.record(z.string(), z.unknown()),
  sources: z
    .array(
      z.object({
        file_id: z.string(),
        url: z.url(),
        filename: z.string(),
        content_type: z.string(),
        size_bytes: z.int().positive(),
        sha256: z.string(),
      }),
    )
    .min(1),
  /** Whose job it is. Programs that stay warm between jobs stay so for one account only. */
  account_id: z.string().optional(),
  results_url: z.url(),
  heartbeat_url: z.url(),
  report_url: z.url(),
  /** Where the attempt may ask the region's language model; absent where there is none. */
  model_url: z.url().optional(),
  limits: JobLimits,
  lease_ms: z.int().positive(),
  request_id: z.string().optional(),
  traceparent: z.string().optional(),
});
export type RunJob = z.infer<typeof RunJob>;

/** In the answers to RunJob and of GET /readyz: the Worker's only source for how many jobs a processor takes. */
export const SaidByProcessor = z.object({
  slots: z.int().positive().max(1000).optional(),
  isolation: Isolation.optional(),
  version: z.string().max(64).optional(),
});

export const CancelJob = AttemptRef;
export type CancelJob = z.infer<typeof CancelJob>;

export const Heartbeat = AttemptRef.extend({ progress: Progress });
export type Heartbeat = z.infer<typeof Heartbeat>;

export const HeartbeatAnswer = z.object({ lease_ms: z.int().positive(), cancel: z.boolean() });
export type HeartbeatAnswer = z.infer<typeof HeartbeatAnswer>;

/** `within_ms`: how long the job waits for the answer. */
export const AskModel = AttemptRef.extend({ request: ModelRequest, within_ms: z.int().positive() });
export type AskModel = z.infer<typeof AskModel>;

export const ResultFile = z.object({
  index: z.int().nonnegative(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ResultFile = z.infer<typeof ResultFile>;

export const JobMetrics = z.object({
  input_bytes: z.int().nonnegative(),
  output_bytes: z.int().nonnegative(),
  pages: z.int().nonnegative().optional(),
  processing_ms: z.number().nonnegative(),
  peak_memory_bytes: z.int().nonnegative().optional(),
});
export type JobMetrics = z.infer<typeof JobMetrics>;

export const JobError = z.object({
  reason: z.enum(FAILURE_REASONS),
  message: z.string().max(1000),
  retryable: z.boolean(),
  page: z.int().positive().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type JobError = z.infer<typeof JobError>;

export const JobReport = z.discriminatedUnion('outcome', [
  AttemptRef.extend({
    outcome: z.literal('succeeded'),
    results: z.array(ResultFile).min(1),
    /** The evidence of the operation: what was done and how it was verified. */
    report: z.record(z.string(), z.unknown()),
    warnings: z.array(Warning),
    metrics: JobMetrics,
  }),
  AttemptRef.extend({ outcome: z.literal('failed'), error: JobError, warnings: z.array(Warning), metrics: JobMetrics.partial() }),
  AttemptRef.extend({ outcome: z.literal('cancelled') }),
  /** The processor stops before the job is done (SIGTERM): the job goes back to the queue and the attempt does not count. */
  AttemptRef.extend({ outcome: z.literal('handed_back') }),
]);
export type JobReport = z.infer<typeof JobReport>;

export const INTERNAL_HEADERS = { timestamp: 'x-internal-timestamp', signature: 'x-internal-signature' } as const;
