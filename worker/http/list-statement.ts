// The statement of a list, pure: newest first by (created_at, id), behind the position where the page before ended.

import type { ListQuery } from '#contract/lists.ts';

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export interface ListRequest {
  /** Table and columns are written by us, never by a caller. The table has `id` and `created_at`. */
  readonly table: string;
  /** The index that serves the conditions. Named, because the planner does not know how the rows are distributed. */
  readonly index: string;
  readonly columns: string;
  /** Whose list it is, and further conditions, each served by an index that goes on with (created_at, id). */
  readonly where: readonly Condition[];
  /** What the cursor is bound to: the account, and anything else that names the list (a webhook's deliveries). */
  readonly owner: readonly string[];
  /** The validated query with its filters. */
  readonly query: ListQuery;
}

export interface Position {
  readonly createdAt: number;
  readonly id: string;
}

/** One row more than the page holds, to know whether there are more. */
export function listStatement(request: ListRequest, after: Position | undefined): Condition {
  const { query } = request;
  const conditions: Condition[] = [...request.where];
  if (query.created_after !== undefined) conditions.push({ sql: 'created_at > ?', values: [Date.parse(query.created_after)] });
  if (query.created_before !== undefined) conditions.push({ sql: 'created_at < ?', values: [Date.parse(query.created_before)] });
  if (after) conditions.push({ sql: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] });
  return {
    sql: `SELECT ${request.columns} FROM ${request.table} INDEXED BY ${request.index} WHERE ${conditions.map((condition) => condition.sql).join(' AND ')}
          ORDER BY created_at DESC, id DESC LIMIT ?`,
    values: [...conditions.flatMap((condition) => condition.values), query.limit + 1],
  };
}
