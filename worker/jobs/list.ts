// Lists the jobs of an account. Fields that can be long (parameters, report, warnings, result files) are not read: `GET /jobs/{id}` has them.

import type { z } from 'zod';
import type { JobListQuery } from '#contract/api.ts';
import type { JobState } from '#contract/jobs.ts';
import type { Condition, ListRequest } from '../http/list-statement.ts';
import type { JobRow } from './job-table.ts';

export const SUMMARY_COLUMNS = [
  'id',
  'batch_id',
  'type',
  'file_id',
  'region',
  'state',
  'attempts',
  'created_at',
  'started_at',
  'completed_at',
  'expires_at',
  'progress',
  'error',
  'metrics',
  'result_file_id',
  'metadata',
] as const satisfies readonly (keyof JobRow)[];
export type JobSummaryRow = Pick<JobRow, (typeof SUMMARY_COLUMNS)[number]>;

export function jobList(accountId: string, query: z.output<typeof JobListQuery>): ListRequest {
  const where: Condition[] = [{ sql: 'account_id = ?', values: [accountId] }];
  if (query.file_id !== undefined) where.push({ sql: 'file_id = ?', values: [query.file_id] });
  // A literal: a partial index serves a query only when the query has its condition word for word.
  if (query.status !== undefined) where.push({ sql: `state = '${query.status}'`, values: [] });
  if (query.type !== undefined) where.push({ sql: 'type = ?', values: [query.type] });
  const index = query.file_id === undefined ? INDEX_OF_STATUS[query.status ?? 'any'] : 'jobs_file';
  return { table: 'jobs', index, columns: SUMMARY_COLUMNS.join(', '), where, owner: [accountId], query };
}

/** Nearly every job is expired, or succeeded and recent: those are found by walking through all of them. */
const INDEX_OF_STATUS = {
  any: 'jobs_account_created',
  queued: 'jobs_queued',
  running: 'jobs_running',
  succeeded: 'jobs_account_created',
  failed: 'jobs_failed',
  cancelled: 'jobs_cancelled',
  expired: 'jobs_account_created',
} as const satisfies Record<JobState | 'any', string>;
