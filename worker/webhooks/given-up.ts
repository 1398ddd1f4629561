// An endpoint that one cell has given up, since its receiver said 410 or has failed for days, is given up in all of them.

import { raiseVersions, spreadAccount } from '../cells/copy-account.ts';
import type { Deps } from '../deps.ts';
import { endWaiting } from './webhook-rows.ts';
import type { WebhookRow } from './webhook-table.ts';

type GivenUp = Pick<WebhookRow, 'id' | 'account_id' | 'disabled_reason' | 'updated_at'>;
type SpreadDeps = Pick<Deps, 'cells' | 'log'>;

const GIVEN_UP = `SELECT id, account_id, disabled_reason, updated_at FROM webhooks WHERE disabled_reason IN ('gone', 'failing')`;

/** Behind an attempt that failed. @param deps of its cell */
export async function spreadIfGivenUp(deps: SpreadDeps & Pick<Deps, 'cell' | 'db'>, webhookId: string): Promise<void> {
  const { areSeveral, global } = deps.cells;
  if (!areSeveral) return;
  const row = await deps.db.prepare(`${GIVEN_UP} AND id = ?`).bind(webhookId).first<GivenUp>();
  if (!row) return;
  if (deps.cell.name !== global.cell.name) return void (await spread(deps, row));
  await global.db.batch(raiseVersions(deps, row.account_id));
  await spreadAccount(deps, row.account_id);
}

/** For the sweep: those that nobody was told about. @returns how many */
export async function spreadGivenUp(deps: SpreadDeps): Promise<number> {
  const { all, global } = deps.cells;
  let count = 0;
  for (const { db, cell } of all.filter((each) => each !== global)) {
    try {
      const { results } = await db.prepare(GIVEN_UP).all<GivenUp>();
      for (const row of results) if (await spread(deps, row)) count += 1;
    } catch (cause) {
      deps.log.error('cell.given_up_not_read', cause, { cell: cell.name });
    }
  }
  return count;
}

/** @returns false when it is known, or when the endpoint has changed since */
async function spread(deps: SpreadDeps, { id, account_id, disabled_reason, updated_at }: GivenUp): Promise<boolean> {
  const { global } = deps.cells;
  const [changed] = await global.db.batch([
    global.db
      .prepare('UPDATE webhooks SET enabled = 0, disabled_reason = ?, updated_at = ? WHERE id = ? AND enabled = 1 AND updated_at < ?')
      .bind(disabled_reason, updated_at, id, updated_at),
    global.db.prepare('UPDATE account_cells SET version = version + 1 WHERE account_id = ? AND changes() > 0').bind(account_id),
    endWaiting(global, id, updated_at),
  ]);
  if (changed?.meta.changes !== 1) return false;
  await spreadAccount(deps, account_id);
  return true;
}
