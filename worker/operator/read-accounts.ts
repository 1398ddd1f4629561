// What the operator sees of accounts and their keys, but never a key itself, which is stored nowhere.

import type { Account, AccountDetails } from '#contract/operator.ts';
import type { AccountRow, ApiKeyRow } from '../accounts/account-table.ts';
import { keyStatus } from '../accounts/key-rows.ts';
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

export async function readAccount(deps: Pick<Deps, 'db' | 'config' | 'now'>, accountId: string): Promise<Result<AccountDetails>> {
  const [accounts, keys, jobs, files] = await deps.db.batch([
    deps.db.prepare('SELECT * FROM accounts WHERE id = ?').bind(accountId),
    deps.db.prepare('SELECT * FROM api_keys WHERE account_id = ? ORDER BY created_at DESC, id LIMIT 100').bind(accountId),
    deps.db
      .prepare(
        `SELECT (SELECT count(*) FROM jobs WHERE account_id = ?1 AND state = 'running') AS running,
           (SELECT count(*) FROM jobs WHERE account_id = ?1 AND state = 'queued') AS queued`,
      )
      .bind(accountId),
    deps.db
      .prepare(`SELECT count(*) AS n, coalesce(sum(size_bytes), 0) AS bytes FROM files WHERE account_id = ? AND state = 'uploaded'`)
      .bind(accountId),
  ]);
  const account = accounts?.results[0] as AccountRow | undefined;
  if (!account) return refuse('not_found', 'There is no such account.');
  const live = jobs?.results[0] as { running: number; queued: number } | undefined;
  const stored = files?.results[0] as { n: number; bytes: number } | undefined;
  return ok({
    ...accountObject(account),
    limits: JSON.parse(JSON.stringify(planOf(deps.config.plans, account))) as Record<string, number>,
    keys: ((keys?.results ?? []) as ApiKeyRow[]).map((row) => keySummary(row, deps.now())),
    running_jobs: live?.running ?? 0,
    queued_jobs: live?.queued ?? 0,
    stored_files: stored?.n ?? 0,
    stored_bytes: stored?.bytes ?? 0,
  });
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
