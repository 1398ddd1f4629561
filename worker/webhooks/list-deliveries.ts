// Lists the deliveries of an endpoint, newest first.

import type { z } from 'zod';
import type { DeliveriesQuery, DeliveryList } from '#contract/webhooks.ts';
import type { Deps } from '../deps.ts';
import { ok, refuseField, type Result } from '../result.ts';
import type { DeliveryRow } from './delivery-table.ts';
import { findOwnWebhook } from './webhook-rows.ts';
import { deliveryObject } from './webhook.ts';

export async function listDeliveries(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  webhookId: string,
  query: z.output<typeof DeliveriesQuery>,
): Promise<Result<DeliveryList>> {
  const webhook = await findOwnWebhook(deps, accountId, webhookId);
  if (!webhook.ok) return webhook;
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : seqOf(query.cursor);
  if (before === undefined) return refuseField('cursor', 'invalid', 'The cursor does not come from this list.');
  const rows = await deps.db
    .prepare(
      `SELECT * FROM deliveries WHERE webhook_id = ? AND seq < ? ${query.status === undefined ? '' : 'AND state = ?'}
       ORDER BY seq DESC LIMIT ?`,
    )
    .bind(webhookId, before, ...(query.status === undefined ? [] : [query.status]), query.limit + 1)
    .all<DeliveryRow>();
  const page = rows.results.slice(0, query.limit);
  const has_more = rows.results.length > query.limit;
  return ok({ data: page.map(deliveryObject), has_more, next_cursor: has_more ? cursorOf(page.at(-1)?.seq ?? 0) : null });
}

function cursorOf(seq: number): string {
  return btoa(`d${seq}`).replaceAll('=', '');
}

function seqOf(cursor: string): number | undefined {
  try {
    const seq = Number(/^d(\d{1,15})$/.exec(atob(cursor))?.[1] ?? 'none');
    return Number.isSafeInteger(seq) ? seq : undefined;
  } catch {
    return undefined;
  }
}
