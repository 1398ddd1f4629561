// The items of a batch in the order of the request, a page at a time.

import type { z } from 'zod';
import type { BatchItemObject, BatchItemsQuery } from '#contract/api.ts';
import type { Page } from '#contract/lists.ts';
import type { Deps } from '../deps.ts';
import { openCursor, signCursor } from '../http/list.ts';
import { jobSummary } from '../jobs/job.ts';
import { type JobSummaryRow, SUMMARY_COLUMNS } from '../jobs/list.ts';
import { ok, type Result } from '../result.ts';
import type { BatchItemRow } from './batch-table.ts';

type ItemRow = Pick<BatchItemRow, 'position' | 'refusal'> & Omit<JobSummaryRow, 'id'> & { readonly id: string | null };

/** @param batchId of a batch that the caller may read */
export async function readItems(
  deps: Pick<Deps, 'db' | 'config'>,
  batchId: string,
  query: z.output<typeof BatchItemsQuery>,
): Promise<Result<Page<BatchItemObject>>> {
  const binding = `${batchId}/${query.status ?? ''}`;
  const after = await openCursor(deps, query.cursor, binding);
  if (!after.ok) return after;
  const rows = await deps.db
    .prepare(
      `SELECT i.position, i.refusal, ${SUMMARY_COLUMNS.map((name) => `j.${name}`).join(', ')}
       FROM batch_items i LEFT JOIN jobs j ON j.id = i.job_id
       WHERE i.batch_id = ? AND i.position > ?${conditionOf(query.status)} ORDER BY i.position LIMIT ?`,
    )
    .bind(batchId, after.value?.createdAt ?? -1, query.limit + 1)
    .all<ItemRow>();
  const shown = rows.results.slice(0, query.limit);
  const has_more = rows.results.length > shown.length;
  const last = shown.at(-1);
  const next_cursor = has_more && last ? await signCursor(deps, { createdAt: last.position, id: '' }, binding) : null;
  return ok({ data: shown.map(itemObject), has_more, next_cursor });
}

function conditionOf(status: z.output<typeof BatchItemsQuery>['status']): string {
  if (status === undefined) return '';
  return status === 'refused' ? ' AND i.job_id IS NULL' : ` AND j.state = '${status}'`;
}

function itemObject({ position, refusal, ...job }: ItemRow): BatchItemObject {
  if (job.id === null) return { position, status: 'refused', error: JSON.parse(refusal ?? '') as NonNullable<BatchItemObject['error']> };
  return { position, status: job.state, job: jobSummary({ ...job, id: job.id }) };
}
