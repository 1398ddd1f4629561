// Lists the jobs of an account. What can be long (parameters, report, warnings, result files) is not even read: `GET /jobs/{id}` has it.

import type { z } from 'zod';
import type { JobListQuery } from '#contract/api.ts';
import type { JobState } from '#contract/jobs.ts';
import type { Condition, ListRequest } from '../http/list-statement.ts';
import type { JobRow } from './job-table.ts';

const SUMMARY_COLUMNS = [
  'id',
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
  if (query.status !== undefined) where.push({ sql: stateCondition(query.status), values: [] });
  if (query.type !== undefined) where.push({ sql: 'type = ?', values: [query.type] });
  return { table: 'jobs', columns: SUMMARY_COLUMNS.join(', '), where, owner: [accountId], query };
}

/** A partial index serves a query only when its own condition stands in it word for word. */
function stateCondition(state: JobState): string {
  const unsuccessful = state === 'failed' || state === 'cancelled';
  return unsuccessful ? `state IN ('failed', 'cancelled') AND state = '${state}'` : `state = '${state}'`;
}
