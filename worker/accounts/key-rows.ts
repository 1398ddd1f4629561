// Rows of API keys, and how a key looks outside.

import type { KeyObject } from '#contract/keys.ts';
import type { Deps } from '../deps.ts';
import { type Result, ok, refuse } from '../result.ts';
import type { ApiKeyRow } from './account-table.ts';

/** not_found for an unknown id and for another account's alike. */
export async function findOwnKey(deps: Pick<Deps, 'db'>, accountId: string, keyId: string): Promise<Result<ApiKeyRow>> {
  const row = await deps.db.prepare('SELECT * FROM api_keys WHERE id = ? AND account_id = ?').bind(keyId, accountId).first<ApiKeyRow>();
  return row ? ok(row) : refuse('not_found', 'There is no such key.');
}

export function keyStatus(row: ApiKeyRow, nowMs: number): KeyObject['status'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at !== null && row.expires_at <= nowMs ? 'expired' : 'active';
}

export function keyObject(row: ApiKeyRow, nowMs: number): KeyObject {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    key_id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    mode: row.mode,
    last4: row.last4,
    status: keyStatus(row, nowMs),
    created_at: time(row.created_at),
    ...(row.expires_at === null ? {} : { expires_at: time(row.expires_at) }),
    ...(row.revoked_at === null ? {} : { revoked_at: time(row.revoked_at) }),
    ...(row.replaced_by === null ? {} : { replaced_by: row.replaced_by }),
    ...(row.last_used_at === null ? {} : { last_used_at: time(row.last_used_at) }),
  };
}

export function scopesOf(row: ApiKeyRow): string[] {
  return JSON.parse(row.scopes) as string[];
}
