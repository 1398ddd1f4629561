// Lists the batches of an account.

import type { z } from 'zod';
import type { BatchListQuery, BatchObject } from '#contract/api.ts';
import type { Condition, ListRequest } from '../http/list-statement.ts';
import { BATCH_COLUMNS } from './batch-table.ts';

/** Literals: a partial index serves a query only when the query has its condition word for word. */
const STATUS_CONDITIONS: Readonly<Record<BatchObject['status'], string>> = {
  running: 'completed_at IS NULL AND cancel_requested_at IS NULL',
  cancelling: 'completed_at IS NULL AND cancel_requested_at IS NOT NULL',
  completed: 'completed_at IS NOT NULL',
};

export function batchList(accountId: string, query: z.output<typeof BatchListQuery>): ListRequest {
  const where: Condition[] = [{ sql: 'account_id = ?', values: [accountId] }];
  const { status } = query;
  if (status !== undefined) where.push({ sql: STATUS_CONDITIONS[status], values: [] });
  // Nearly every batch is completed: those are found by walking through all of them.
  const index = status === undefined || status === 'completed' ? 'batches_account_created' : 'batches_open';
  return { table: 'batches AS b', index, columns: BATCH_COLUMNS, where, owner: [accountId], query };
}
