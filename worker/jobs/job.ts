// A job as seen from outside, pure.

import type { JobObject, JobSummary, ResultDelivery } from '#contract/api.ts';
import type { JobError, Progress, Warning } from '#contract/processor.ts';
import { isTerminal } from '#contract/jobs.ts';
import type { FileRow } from '../files/file-table.ts';
import { isoTime } from '../files/file.ts';
import type { JobRow } from './job-table.ts';
import type { JobSummaryRow } from './list.ts';

export function jobObject(row: JobRow, results: readonly FileRow[], delivery?: ResultDelivery): JobObject {
  return {
    ...jobSummary(row),
    params: parse<Record<string, unknown>>(row.params) ?? {},
    ...(results.length > 0 ? { result_files: results.map(resultFile) } : {}),
    ...(delivery ? { delivery } : {}),
    warnings: parse<Warning[]>(row.warnings) ?? [],
    ...(row.report ? { report: parse<Record<string, unknown>>(row.report) } : {}),
  };
}

export function jobSummary(row: JobSummaryRow): JobSummary {
  return {
    job_id: row.id,
    status: row.state,
    type: row.type,
    file_id: row.file_id,
    region: row.region,
    created_at: isoTime(row.created_at),
    ...(row.started_at !== null ? { started_at: isoTime(row.started_at) } : {}),
    ...(row.completed_at !== null ? { completed_at: isoTime(row.completed_at) } : {}),
    ...(row.expires_at !== null ? { expires_at: isoTime(row.expires_at) } : {}),
    attempts: row.attempts,
    ...(row.batch_id ? { batch_id: row.batch_id } : {}),
    ...(row.result_file_id ? { result_file_id: row.result_file_id } : {}),
    progress: progressOf(row),
    ...(row.error ? { error: { code: 'job_failed', ...(parse<JobError>(row.error) as JobError) } } : {}),
    ...(row.metrics ? { metrics: parse<Record<string, number>>(row.metrics) } : {}),
    ...(row.metadata ? { metadata: parse<Record<string, string>>(row.metadata) } : {}),
  };
}

function resultFile(row: FileRow): NonNullable<JobObject['result_files']>[number] {
  return {
    file_id: row.id,
    filename: row.filename,
    content_type: row.content_type,
    size_bytes: row.size_bytes,
    sha256: row.sha256 ?? '',
  };
}

export function progressOf(row: Pick<JobSummaryRow, 'state' | 'progress'>): Progress {
  if (row.state === 'succeeded') return { ...(parse<Progress>(row.progress) ?? {}), percent: 100, stage: 'done' };
  if (row.state === 'queued') return { percent: 0, stage: 'waiting' };
  return parse<Progress>(row.progress) ?? { percent: 0, stage: isTerminal(row.state) ? row.state : 'starting' };
}

function parse<T>(json: string | null): T | undefined {
  return json === null ? undefined : (JSON.parse(json) as T);
}
