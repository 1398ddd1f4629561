// What the operator sees of accounts and their keys, but never a key itself, which is stored nowhere.

import type { Account, AccountDetails } from '#contract/operator.ts';
import type { AccountRow, ApiKeyRow } from '../accounts/account-table.ts';
import { keyStatus } from '../accounts/key-rows.ts';
import { cellsOf } from '../cells/find-cell.ts';
import { planOf } from '../plan.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { ok, refuse, type Result } from '../result.ts';
import { type Listed, listed } from './listed.ts';

export async function listAccounts(deps: Pick<Deps, 'db'>, query: { name?: string | undefined; limit: number }): Promise<Listed<Account>> {
  const { results } = await deps.db
    .prepare('SELECT * FROM accounts WHERE (?1 IS NULL OR instr(lower(name), lower(?1)) > 0) ORDER BY created_at DESC, id LIMIT ?2')
    .bind(query.name ?? null, query.limit + 1)
    .all<AccountRow>();
  return listed(results.map(accountObject), query.limit);
}

export async function readAccount(deps: Pick<Deps, 'cells' | 'db' | 'config' | 'now'>, accountId: string): Promise<Result<AccountDetails>> {
  const [accounts, keys] = await deps.db.batch([
    deps.db.prepare('SELECT * FROM accounts WHERE id = ?').bind(accountId),
    deps.db.prepare('SELECT * FROM api_keys WHERE account_id = ? ORDER BY created_at DESC, id LIMIT 100').bind(accountId),
  ]);
  const account = accounts?.results[0] as AccountRow | undefined;
  if (!account) return refuse('not_found', 'There is no such account.');
  const uses = await Promise.all((await cellsOf(deps, accountId)).map(async ({ db }) => readUse(db, accountId)));
  const sum = (name: keyof AccountUse) => uses.reduce((total, use) => total + use[name], 0);
  return ok({
    ...accountObject(account),
    limits: JSON.parse(JSON.stringify(planOf(deps.config.plans, account))) as Record<string, number>,
    keys: ((keys?.results ?? []) as ApiKeyRow[]).map((row) => keySummary(row, deps.now())),
    running_jobs: sum('running'),
    queued_jobs: sum('queued'),
    stored_files: sum('files'),
    stored_bytes: sum('bytes'),
  });
}

interface AccountUse {
  readonly running: number;
  readonly queued: number;
  readonly files: number;
  readonly bytes: number;
}

/** Of one cell. */
async function readUse(db: D1Database, accountId: string): Promise<AccountUse> {
  const [jobs, files] = await db.batch<Partial<AccountUse>>([
    db
      .prepare(
        `SELECT (SELECT count(*) FROM jobs WHERE account_id = ?1 AND state = 'running') AS running,
           (SELECT count(*) FROM jobs WHERE account_id = ?1 AND state = 'queued') AS queued`,
      )
      .bind(accountId),
    db
      .prepare(`SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS bytes FROM files WHERE account_id = ? AND state = 'uploaded'`)
      .bind(accountId),
  ]);
  return { running: 0, queued: 0, files: 0, bytes: 0, ...jobs?.results[0], ...files?.results[0] };
}

/** Of any account. */
export async function findAnyKey(deps: Pick<Deps, 'db'>, keyId: string): Promise<Result<ApiKeyRow>> {
  const row = await deps.db.prepare('SELECT * FROM api_keys WHERE id = ?').bind(keyId).first<ApiKeyRow>();
  return row ? ok(row) : refuse('not_found', 'There is no such key.');
}

export function accountObject(row: AccountRow): Account {
  return {
    account_id: row.id,
    name: row.name,
    plan: row.plan,
    plan_overrides: row.plan_overrides === null ? null : (JSON.parse(row.plan_overrides) as Record<string, unknown>),
    default_region: row.default_region,
    suspended: row.suspended_at !== null,
    created_at: isoTime(row.created_at),
  };
}

function keySummary(row: ApiKeyRow, nowMs: number): AccountDetails['keys'][number] {
  return {
    key_id: row.id,
    name: row.name,
    last4: row.last4,
    scopes: JSON.parse(row.scopes) as string[],
    state: keyStatus(row, nowMs),
    created_at: isoTime(row.created_at),
    ...(row.expires_at === null ? {} : { expires_at: isoTime(row.expires_at) }),
  };
}
