// Lists the deliveries of an endpoint, newest first.

import type { z } from 'zod';
import { CELL_CODE } from '#contract/ids.ts';
import type { DeliveriesQuery, DeliveryList } from '#contract/webhooks.ts';
import { cellsOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import { ok, refuseField, type Result } from '../result.ts';
import type { DeliveryRow } from './delivery-table.ts';
import { findOwnWebhook } from './webhook-rows.ts';
import { deliveryObject } from './webhook.ts';

export async function listDeliveries(
  deps: Pick<Deps, 'cells' | 'db'>,
  accountId: string,
  webhookId: string,
  query: z.output<typeof DeliveriesQuery>,
): Promise<Result<DeliveryList>> {
  const webhook = await findOwnWebhook(deps, accountId, webhookId);
  if (!webhook.ok) return webhook;
  const positions = query.cursor === undefined ? {} : positionsOf(query.cursor);
  if (positions === undefined) return refuseField('cursor', 'invalid', 'The cursor does not come from this list.');
  const cells = await cellsOf(deps, accountId);
  const parts = await Promise.all(cells.map(async (cell) => readPart(cell, webhookId, query, positions[cell.cell.code])));
  const rows = merge(parts);
  const page = rows.slice(0, query.limit);
  const has_more = rows.length > query.limit;
  const next = { ...positions };
  for (const { code, seq } of page) next[code] = seq;
  return ok({ data: page.map(deliveryObject), has_more, next_cursor: has_more ? cursorOf(next) : null });
}

/** The code of a cell → where the page before ended there. */
type Positions = Record<string, number>;
type ListedRow = DeliveryRow & { readonly code: string };

async function readPart(
  { db, cell }: Deps,
  webhookId: string,
  { status, limit }: z.output<typeof DeliveriesQuery>,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<ListedRow[]> {
  const rows = await db
    .prepare(
      `SELECT * FROM deliveries WHERE webhook_id = ? AND seq < ? ${status === undefined ? '' : 'AND state = ?'}
       ORDER BY seq DESC LIMIT ?`,
    )
    .bind(webhookId, before, ...(status === undefined ? [] : [status]), limit + 1)
    .all<DeliveryRow>();
  return rows.results.map((row) => ({ ...row, code: cell.code }));
}

/** Each part in its own order, the newest first. */
function merge(parts: readonly ListedRow[][]): ListedRow[] {
  const heads = parts.map((rows) => [...rows]);
  const merged: ListedRow[] = [];
  for (;;) {
    const fullest = heads.filter((rows) => rows.length > 0).toSorted(([a], [b]) => (b?.created_at ?? 0) - (a?.created_at ?? 0))[0];
    const row = fullest?.shift();
    if (!row) return merged;
    // One that is on its way from one cell to another is in both.
    if (!merged.some(({ id }) => id === row.id)) merged.push(row);
  }
}

/** `d12`, and `d12.Xy7` with what lies in the cell Xy. */
function cursorOf(positions: Positions): string {
  const text = Object.entries(positions).map(([code, seq]) => `${code}${seq}`);
  return btoa(`d${text.join('.')}`).replaceAll('=', '');
}

function positionsOf(cursor: string): Positions | undefined {
  try {
    const text = /^d((?:(?:[A-Zg-z][0-9A-Za-z])?\d{1,15}(?:\.|$))+)$/.exec(atob(cursor))?.[1];
    if (text === undefined) return undefined;
    return Object.fromEntries(
      text.split('.').map((part) => (CELL_CODE.test(part.slice(0, 2)) ? [part.slice(0, 2), Number(part.slice(2))] : ['', Number(part)])),
    );
  } catch {
    return undefined;
  }
}
