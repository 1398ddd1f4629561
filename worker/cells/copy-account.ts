// Copies of an account and its endpoints in the cells where it works, so that everything there is joined within one database. The global database has
// the originals. A change raises the version in its own batch, and is copied at once; what was not copied the sweep copies.

import type { Deps } from '../deps.ts';
import type { AccountCellRow } from './account-cell-table.ts';

type CopyDeps = Pick<Deps, 'cells' | 'log'>;

/** For the batch that changes an account or an endpoint in the global database. */
export function raiseVersions(deps: Pick<Deps, 'cells'>, accountId: string): D1PreparedStatement[] {
  const { areSeveral, global } = deps.cells;
  return areSeveral ? [global.db.prepare('UPDATE account_cells SET version = version + 1 WHERE account_id = ?').bind(accountId)] : [];
}

/** Copies to every cell of the account. One that does not answer gets its copy from the sweep. */
export async function spreadAccount(deps: CopyDeps, accountId: string): Promise<void> {
  const { areSeveral, global } = deps.cells;
  if (!areSeveral) return;
  const { results } = await global.db
    .prepare('SELECT account_id, cell FROM account_cells WHERE account_id = ? AND copied < version')
    .bind(accountId)
    .all<Pick<AccountCellRow, 'account_id' | 'cell'>>();
  await Promise.all(results.map(async ({ cell }) => tryCopy(deps, accountId, cell)));
}

/** For the sweep. @returns how many copies were made */
export async function spreadStale(deps: CopyDeps, copiesMax: number): Promise<number> {
  const { results } = await deps.cells.global.db
    .prepare('SELECT account_id, cell FROM account_cells WHERE copied < version LIMIT ?')
    .bind(copiesMax)
    .all<Pick<AccountCellRow, 'account_id' | 'cell'>>();
  let copied = 0;
  for (const { account_id, cell } of results) if (await tryCopy(deps, account_id, cell)) copied += 1;
  return copied;
}

async function tryCopy(deps: CopyDeps, accountId: string, cell: string): Promise<boolean> {
  try {
    await copyAccount(deps, accountId, cell);
    return true;
  } catch (cause) {
    deps.log.error('cell.account_not_copied', cause, { account_id: accountId, cell });
    return false;
  }
}

const ACCOUNT_COLUMNS = ['id', 'name', 'plan', 'plan_overrides', 'default_region', 'epoch', 'suspended_at', 'created_at'] as const;
const WEBHOOK_COLUMNS = [
  'id',
  'account_id',
  'url',
  'events',
  'description',
  'enabled',
  'disabled_reason',
  'secret_sealed',
  'previous_secret_sealed',
  'previous_secret_until',
  'created_at',
  'updated_at',
] as const;

/** Of two copies at once the older one changes nothing. @throws Error when a database does not answer */
export async function copyAccount({ cells }: Pick<Deps, 'cells'>, accountId: string, cellName: string): Promise<void> {
  const { global } = cells;
  const cell = cells.byName.get(cellName);
  const [accounts, webhooks, places] = await global.db.batch<Record<string, unknown>>([
    global.db.prepare('SELECT * FROM accounts WHERE id = ?').bind(accountId),
    global.db.prepare('SELECT * FROM webhooks WHERE account_id = ?').bind(accountId),
    global.db.prepare('SELECT version FROM account_cells WHERE account_id = ? AND cell = ?').bind(accountId, cellName),
  ]);
  const version = places?.results[0]?.['version'] as number | undefined;
  if (!cell || !accounts?.results[0] || version === undefined) return;
  await cell.db.batch(writeCopies(cell.db, { accountId, version, account: accounts.results, webhooks: webhooks?.results ?? [] }));
  await global.db
    .prepare('UPDATE account_cells SET copied = max(copied, ?) WHERE account_id = ? AND cell = ?')
    .bind(version, accountId, cellName)
    .run();
}

interface Original {
  readonly accountId: string;
  readonly version: number;
  readonly account: readonly object[];
  readonly webhooks: readonly object[];
}

const IS_THIS_VERSION = 'EXISTS (SELECT 1 FROM account_copies WHERE account_id = ? AND version = ?)';

function writeCopies(db: D1Database, { accountId, version, account, webhooks }: Original): D1PreparedStatement[] {
  const isThis = [accountId, version] as const;
  const ids = JSON.stringify(webhooks.map((webhook) => (webhook as { id: string }).id));
  const gone = `account_id = ? AND id NOT IN (SELECT value FROM json_each(?))`;
  return [
    db
      .prepare(
        `INSERT INTO account_copies (account_id, version, queued, running, month) VALUES (?, ?, 0, 0, 0)
         ON CONFLICT (account_id) DO UPDATE SET version = excluded.version WHERE version <= excluded.version`,
      )
      .bind(...isThis),
    upsert(db, 'accounts', ACCOUNT_COLUMNS, account, isThis),
    db
      .prepare(`DELETE FROM deliveries WHERE webhook_id IN (SELECT id FROM webhooks WHERE ${gone}) AND ${IS_THIS_VERSION}`)
      .bind(accountId, ids, ...isThis),
    db.prepare(`DELETE FROM webhooks WHERE ${gone} AND ${IS_THIS_VERSION}`).bind(accountId, ids, ...isThis),
    upsert(db, 'webhooks', WEBHOOK_COLUMNS, webhooks, isThis),
    // As endWaiting (webhook-rows.ts) for every endpoint that takes nothing.
    db
      .prepare(
        `UPDATE deliveries SET state = 'failed', completed_at = unixepoch() * 1000, next_attempt_at = NULL, wake_at = NULL
         WHERE webhook_id IN (SELECT id FROM webhooks WHERE account_id = ? AND enabled = 0) AND state = 'pending' AND claim_token IS NULL
           AND ${IS_THIS_VERSION}`,
      )
      .bind(accountId, ...isThis),
  ];
}

/** Of an endpoint that the cell itself has given up since, the cell knows better; and how well it does is the cell's own affair. */
const WEBHOOK_RULES: Readonly<Record<string, string>> = {
  enabled: 'CASE WHEN webhooks.updated_at > excluded.updated_at THEN webhooks.enabled ELSE excluded.enabled END',
  disabled_reason: 'CASE WHEN webhooks.updated_at > excluded.updated_at THEN webhooks.disabled_reason ELSE excluded.disabled_reason END',
  updated_at: 'max(webhooks.updated_at, excluded.updated_at)',
  failing_since: `CASE WHEN webhooks.url IS NOT excluded.url OR (webhooks.enabled < excluded.enabled AND webhooks.updated_at <= excluded.updated_at)
    THEN NULL ELSE webhooks.failing_since END`,
};

function upsert(
  db: D1Database,
  table: 'accounts' | 'webhooks',
  columns: readonly string[],
  rows: readonly object[],
  isThis: readonly [string, number],
): D1PreparedStatement {
  const set = (name: string) => `${name} = ${table === 'webhooks' ? (WEBHOOK_RULES[name] ?? `excluded.${name}`) : `excluded.${name}`}`;
  const changed = [...columns.filter((name) => name !== 'id'), ...(table === 'webhooks' ? ['failing_since'] : [])];
  return db
    .prepare(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.map((name) => `value ->> '${name}'`).join(', ')} FROM json_each(?) WHERE ${IS_THIS_VERSION}
       ON CONFLICT (id) DO UPDATE SET ${changed.map(set).join(', ')}`,
    )
    .bind(JSON.stringify(rows), ...isThis);
}
