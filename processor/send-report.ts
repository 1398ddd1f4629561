// The last message of an attempt: its outcome. Tried again while the lease lasts; without an answer the lease lapses, and the
// Worker gives the job to another processor.

import { LIMITS } from '#contract/limits.ts';
import { type JobMetrics, JobReport, type RunJob } from '#contract/processor.ts';
import { JobStopped, postSigned, retryTransient, type SigningDeps, WorkerRefused } from './call-worker.ts';
import { JobFailure } from './failure.ts';
import { describeError, type Log } from './log.ts';
import { startDeadline } from './sandbox/deadline.ts';

type Warnings = Extract<JobReport, { outcome: 'failed' }>['warnings'];

class ReportTooLarge extends Error {
  override readonly name = 'ReportTooLarge';
}

export function failedReport(job: RunJob, failure: JobFailure, warnings: Warnings, metrics: Partial<JobMetrics>): JobReport {
  return {
    ...attemptOf(job),
    outcome: 'failed',
    error: {
      reason: failure.reason,
      message: failure.message.slice(0, 1000),
      retryable: failure.retryable,
      ...(failure.page !== undefined && { page: failure.page }),
      ...(failure.details !== undefined && { details: failure.details }),
    },
    warnings,
    metrics,
  };
}

export function attemptOf(job: RunJob): { job_id: string; attempt: number; attempt_token: string } {
  return { job_id: job.job_id, attempt: job.attempt, attempt_token: job.attempt_token };
}

/** @returns `internal` when the Worker would refuse the report for its size or shape */
export function faultOf(report: JobReport): JobFailure | undefined {
  const parsed = JobReport.safeParse(report);
  if (!parsed.success) return new JobFailure('internal', { cause: parsed.error });
  const isTooLarge = Buffer.byteLength(JSON.stringify(report)) > LIMITS.reportBytesMax;
  return isTooLarge ? new JobFailure('internal', { cause: new ReportTooLarge() }) : undefined;
}

export type ReportFate = 'accepted' | 'stale' | 'result_missing' | 'unheard';

/** @param withinMs after this the Worker has given up on the attempt. */
export async function sendReport(
  deps: SigningDeps & { readonly log: Log },
  job: RunJob,
  report: JobReport,
  withinMs: number,
): Promise<ReportFate> {
  using deadline = startDeadline(Math.max(1, Math.floor(withinMs)));
  const { signal } = deadline;
  try {
    const response = await retryTransient(signal, () => postSigned(deps, job, job.report_url, report, signal));
    await response.body?.cancel();
    return 'accepted';
  } catch (error) {
    if (error instanceof JobStopped) return 'stale';
    if (error instanceof WorkerRefused && error.status === 422) return 'result_missing';
    deps.log.error('report_unheard', { cause: describeError(error) });
    return 'unheard';
  }
}
