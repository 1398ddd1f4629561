// Settles what a processor reports. Only the current attempt can move the job; any other is stale: it changes nothing, and what it sent is
// removed.

import { isTerminal } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import type { JobError, JobReport, ResultFile } from '#contract/processor.ts';
import { toHex } from '#contract/internal-signature.ts';
import { auditChange, refusedByPolicy } from '../accounts/audit.ts';
import type { Deps, Region } from '../deps.ts';
import { erasePrefix } from '../files/erase.ts';
import { resultKey, resultPrefix } from '../files/file.ts';
import { bothRecords, joinRecords, recordsElsewhere, SOURCE_RECORDS } from '../files/known-records.ts';
import { carryResults } from '../result-deliveries/deliver-result.ts';
import { type AttemptRef, endJob, findJob, releaseAttempt } from './job-rows.ts';
import type { JobRow } from './job-table.ts';
import { keepSource, retentionEndOf } from './retention-of-source.ts';
import { sendJob, wakeAfter, type WakeDeps } from './wake.ts';

type Settled = 'accepted' | 'stale' | 'result_missing';

type SettleDeps = WakeDeps & Pick<Deps, 'newId' | 'regions' | 'deliveryQueue'>;

const RETRY_SECONDS = 2;

/** A job with the fields that decide how long its content is kept. */
interface ReportedJob extends JobRow {
  readonly plan: string;
  readonly plan_overrides: string | null;
  readonly source_records: string | null;
}

export async function settleJob(deps: SettleDeps, report: JobReport): Promise<Settled> {
  const job = await findReportedJob(deps, report.job_id);
  const settled = job ? await settle(deps, job, report) : 'stale';
  deps.log.info('job.reported', {
    job_id: report.job_id,
    attempt: report.attempt,
    outcome: report.outcome,
    reason: report.outcome === 'failed' ? report.error.reason : undefined,
    settled,
    request_id: job?.request_id ?? undefined,
    traceparent: job?.traceparent ?? undefined,
  });
  return settled;
}

async function findReportedJob(deps: SettleDeps, jobId: string): Promise<ReportedJob | undefined> {
  const row = await deps.db
    .prepare(`SELECT j.*, a.plan, a.plan_overrides, ${SOURCE_RECORDS} FROM jobs j JOIN accounts a ON a.id = j.account_id WHERE j.id = ?`)
    .bind(jobId)
    .first<ReportedJob>();
  return row ?? undefined;
}

async function settle(deps: SettleDeps, job: ReportedJob, report: JobReport): Promise<Settled> {
  const region = deps.regions.get(job.region);
  if (!region) throw new Error(`job ${job.id} is in the region ${job.region}, which is not configured`);
  const ref: AttemptRef = { jobId: job.id, attempt: report.attempt, token: report.attempt_token };
  // A stale attempt gets its answer before anything else is judged; the guarded statements below decide the races.
  const settled = isCurrent(job, ref) ? await apply(deps, region, job, ref, report) : 'stale';
  if (settled === 'stale') await discardAttempt(deps, region, ref);
  if (settled === 'accepted') await wakeAfter(deps, region, job.account_id);
  return settled;
}

function isCurrent(job: JobRow, ref: AttemptRef): boolean {
  return job.state === 'running' && job.attempt === ref.attempt && job.attempt_token === ref.token;
}

async function apply(deps: SettleDeps, region: Region, job: ReportedJob, ref: AttemptRef, report: JobReport): Promise<Settled> {
  switch (report.outcome) {
    case 'succeeded':
      return succeed(deps, region, job, ref, report);
    case 'failed':
      return fail(deps, region, job, ref, report);
    case 'cancelled':
      return job.cancel_requested_at === null ? handBack(deps, region, ref) : cancelled(deps, region, job, ref);
    case 'handed_back':
      return job.cancel_requested_at === null ? handBack(deps, region, ref) : cancelled(deps, region, job, ref);
  }
}

async function succeed(
  deps: SettleDeps,
  region: Region,
  job: ReportedJob,
  ref: AttemptRef,
  report: Extract<JobReport, { outcome: 'succeeded' }>,
): Promise<Settled> {
  const etags = await Promise.all(report.results.map((result) => checkResult(region, ref, result)));
  if (etags.includes(undefined)) return 'result_missing';
  const nowMs = deps.now();
  const expiresAt = retentionEndOf(deps, job, nowMs);
  const fileIds = report.results.map(() => deps.newId('file'));
  const resultFileId = fileIds[0] ?? '';
  const known = bothRecords(job.source_records, await recordsElsewhere(deps, job));
  const records = joinRecords(known, report.report['records']);
  const metrics = { ...report.metrics, queue_ms: Math.max(0, (job.started_at ?? nowMs) - job.created_at) };
  const ended = await endJob(deps, job, {
    state: 'succeeded',
    nowMs,
    ref,
    set: {
      result_file_id: resultFileId,
      expires_at: expiresAt,
      report: JSON.stringify(report.report),
      warnings: JSON.stringify(report.warnings),
      metrics: JSON.stringify(metrics),
    },
    facts: { resultFileId },
    also: [
      ...report.results.map((result, i) =>
        insertResult(deps, job, ref, result, {
          id: fileIds[i] ?? '',
          etag: etags[i] ?? '',
          resultFileId,
          nowMs,
          expiresAt,
          records,
        }),
      ),
      keepSource(deps, job, nowMs, expiresAt),
    ],
  });
  if (ended && job.delivers) await carryResults(deps, [job.id]);
  // The results of an earlier attempt that was lost after sending them are still there.
  if (ended && ref.attempt > 1) await erasePrefix(region.bucket, resultPrefix(job.id), attemptPrefix(ref));
  return ended ? 'accepted' : 'stale';
}

/** Whether the reported object exists with its size and hash. @returns its ETag. */
async function checkResult(region: Region, ref: AttemptRef, result: ResultFile): Promise<string | undefined> {
  const object = await region.bucket.head(resultKey(ref.jobId, ref.attempt, result.index));
  const sha256 = object?.checksums.sha256 ? toHex(object.checksums.sha256) : undefined;
  return object && object.size === result.size_bytes && sha256 === result.sha256 ? object.httpEtag : undefined;
}

function insertResult(
  deps: SettleDeps,
  job: JobRow,
  ref: AttemptRef,
  result: ResultFile,
  to: { id: string; etag: string; resultFileId: string; nowMs: number; expiresAt: number; records: string | null },
): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT INTO files (id, account_id, region, state, filename, content_type, size_bytes, sha256, object_key, etag, job_id, created_at,
         uploaded_at, expires_at, records)
       SELECT ?, ?, ?, 'uploaded', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM jobs WHERE id = ? AND result_file_id = ?)`,
    )
    .bind(
      to.id,
      job.account_id,
      job.region,
      result.filename,
      result.content_type,
      result.size_bytes,
      result.sha256,
      resultKey(job.id, ref.attempt, result.index),
      to.etag,
      job.id,
      to.nowMs,
      to.nowMs,
      to.expiresAt,
      to.records,
      job.id,
      to.resultFileId,
    );
}

async function fail(
  deps: SettleDeps,
  region: Region,
  job: ReportedJob,
  ref: AttemptRef,
  report: Extract<JobReport, { outcome: 'failed' }>,
): Promise<Settled> {
  const { error } = report;
  if (error.retryable && job.attempts < LIMITS.jobAttemptsMax && job.cancel_requested_at === null) {
    if (!(await releaseAttempt(deps, ref, deps.now() + LIMITS.resendAfterMs, true))) return 'stale';
    deps.log.info('job.retried', { job_id: job.id, attempt: ref.attempt, reason: error.reason });
    await sendJob(deps, region, job.id, RETRY_SECONDS);
    await erasePrefix(region.bucket, attemptPrefix(ref));
    return 'accepted';
  }
  if (job.cancel_requested_at !== null && error.retryable) return cancelled(deps, region, job, ref);
  const nowMs = deps.now();
  const expiresAt = retentionEndOf(deps, job, nowMs);
  const ended = await endJob(deps, job, {
    state: 'failed',
    nowMs,
    ref,
    set: {
      error: JSON.stringify(error satisfies JobError),
      warnings: JSON.stringify(report.warnings),
      metrics: JSON.stringify(report.metrics),
    },
    facts: { error: { code: 'job_failed', reason: error.reason, message: error.message } },
    also: [...(error.reason === 'policy_violation' ? [auditRefusal(deps, job, error)] : []), keepSource(deps, job, nowMs, expiresAt)],
  });
  if (ended) await erasePrefix(region.bucket, resultPrefix(job.id));
  return ended ? 'accepted' : 'stale';
}

/** Comes after the statement that counts the end, which changes a row if and only if the job ended. */
function auditRefusal(deps: SettleDeps, job: JobRow, error: JobError): D1PreparedStatement {
  const actor = { keyId: job.key_id, requestId: job.request_id ?? '' };
  return auditChange(deps, actor, refusedByPolicy(job.account_id, job.id, error.message));
}

async function cancelled(deps: SettleDeps, region: Region, job: ReportedJob, ref: AttemptRef): Promise<Settled> {
  const nowMs = deps.now();
  const expiresAt = retentionEndOf(deps, job, nowMs);
  const ended = await endJob(deps, job, { state: 'cancelled', nowMs, ref, also: [keepSource(deps, job, nowMs, expiresAt)] });
  if (ended) await erasePrefix(region.bucket, resultPrefix(job.id));
  return ended ? 'accepted' : 'stale';
}

async function handBack(deps: SettleDeps, region: Region, ref: AttemptRef): Promise<Settled> {
  if (!(await releaseAttempt(deps, ref, deps.now() + LIMITS.resendAfterMs, false))) return 'stale';
  await sendJob(deps, region, ref.jobId);
  await erasePrefix(region.bucket, attemptPrefix(ref));
  return 'accepted';
}

/** Removes what a stale attempt sent, unless it is the attempt whose report was accepted (a repeated report). */
async function discardAttempt(deps: SettleDeps, region: Region, ref: AttemptRef): Promise<void> {
  const job = await findJob(deps, ref.jobId);
  const keeps = job?.attempt === ref.attempt && (job.state === 'succeeded' || !isTerminal(job.state));
  if (!keeps) await erasePrefix(region.bucket, attemptPrefix(ref));
}

function attemptPrefix(ref: AttemptRef): string {
  return `${resultPrefix(ref.jobId)}${ref.attempt}/`;
}
