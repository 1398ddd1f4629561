// Issues and revokes API keys. The key itself is answered once and never stored.

import { and, eq, isNull } from 'drizzle-orm';
import type { Scope } from '#contract/scopes.ts';
import type { Deps } from '../deps.ts';
import { type Result, ok, refuse } from '../result.ts';
import { accounts, apiKeys } from './account-table.ts';
import { type KeyMode, hashApiKey, makeApiKey } from './api-key.ts';
import { raiseEpoch } from './change-account.ts';

export interface IssuedKey {
  readonly key_id: string;
  readonly key: string;
}

export async function issueKey(
  deps: Pick<Deps, 'orm' | 'now' | 'newId' | 'randomBytes' | 'config'>,
  accountId: string,
  fields: { name: string; scopes: readonly Scope[]; mode: KeyMode; expiresAt?: number | undefined },
): Promise<Result<IssuedKey>> {
  const [account] = await deps.orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  if (!account) return refuse('not_found');
  const key = makeApiKey(fields.mode, deps.randomBytes(22));
  const keyId = deps.newId('key');
  await deps.orm.insert(apiKeys).values({
    id: keyId,
    account_id: accountId,
    name: fields.name,
    hash: await hashApiKey(await deps.config.keyPepper, key),
    last4: key.slice(-4),
    scopes: JSON.stringify(fields.scopes),
    created_at: deps.now(),
    expires_at: fields.expiresAt ?? null,
    revoked_at: null,
  });
  return ok({ key_id: keyId, key });
}

/** Effective at the next request, everywhere. Revoking again answers the same. */
export async function revokeKey(deps: Pick<Deps, 'orm' | 'now' | 'gates'>, keyId: string): Promise<Result<{ key_id: string }>> {
  const [key] = await deps.orm.select({ account_id: apiKeys.account_id }).from(apiKeys).where(eq(apiKeys.id, keyId));
  if (!key) return refuse('not_found');
  const epoch = await raiseEpoch(deps, key.account_id);
  await deps.orm.batch([
    deps.orm
      .update(apiKeys)
      .set({ revoked_at: deps.now() })
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revoked_at))),
    deps.orm.update(accounts).set({ epoch }).where(eq(accounts.id, key.account_id)),
  ]);
  return ok({ key_id: keyId });
}
