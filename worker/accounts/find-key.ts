// Finds who a key belongs to. The hottest query of the service: one prepared statement, cached per isolate by the caller.

import type { Deps } from '../deps.ts';

export interface KeyHolder {
  readonly key_id: string;
  readonly account_id: string;
  readonly plan: string;
  readonly plan_overrides: string | null;
  readonly default_region: string | null;
  readonly epoch: number;
  readonly scopes: readonly string[];
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly suspended_at: number | null;
  readonly last_used_at: number | null;
}

/** Unless somebody else has just done so. */
export async function noteUse(deps: Pick<Deps, 'db'>, keyId: string, nowMs: number, everyMs: number): Promise<void> {
  await deps.db
    .prepare('UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)')
    .bind(nowMs, keyId, nowMs - everyMs)
    .run();
}

/** @param hash HMAC-SHA-256(pepper, key), hexadecimal. */
export async function findKey(deps: Pick<Deps, 'db'>, hash: string): Promise<KeyHolder | undefined> {
  const row = await deps.db
    .prepare(
      `SELECT k.id AS key_id, k.scopes, k.expires_at, k.revoked_at, k.last_used_at, a.id AS account_id, a.plan, a.plan_overrides, a.default_region, a.epoch, a.suspended_at
       FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.hash = ?`,
    )
    .bind(hash)
    .first<Omit<KeyHolder, 'scopes'> & { scopes: string }>();
  return row ? { ...row, scopes: JSON.parse(row.scopes) as string[] } : undefined;
}
