// Issues, rotates and revokes API keys. The key itself is answered once and never stored. Each change is in the audit log, in its batch.

import type { KeyMode } from '#contract/keys.ts';
import type { Deps } from '../deps.ts';
import { type Result, ok, refuse } from '../result.ts';
import type { ApiKeyRow } from './account-table.ts';
import { hashApiKey, makeApiKey } from './api-key.ts';
import { type Actor, auditChange } from './audit.ts';
import { raiseEpoch } from './change-account.ts';
import { keyStatus } from './key-rows.ts';

type IssueDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'randomBytes' | 'config'>;

interface KeyFields {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly mode: KeyMode;
  readonly expiresAt?: number | null | undefined;
}

export interface IssuedKey {
  readonly key: string;
  readonly row: ApiKeyRow;
}

/** not_found when there is no such account; forbidden when the calling key has ended meanwhile, or ends earlier. */
export async function issueKey(deps: IssueDeps, actor: Actor, accountId: string, fields: KeyFields): Promise<Result<IssuedKey>> {
  const issued = await newKey(deps, accountId, fields);
  const [inserted] = await deps.db.batch([
    insertKey(deps, issued.row, outlivedBy(actor, issued.row.expires_at, issued.row.created_at)),
    auditChange(deps, actor, { accountId, action: 'key.issued', subjectId: issued.row.id, details: describe(issued.row) }),
  ]);
  if (inserted?.meta.changes === 1) return ok(issued);
  return actor.keyId === null ? refuse('not_found') : refuse('forbidden', 'The API key ended before it could make another.');
}

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/**
 * The actor's own key is valid and does not end before `endsAt` (null: never). Checked again in the statement that writes, because the key may
 * have been rotated or revoked since the request was let in. The operator has no key and no such bound.
 */
function outlivedBy(actor: Actor, endsAt: number | null, nowMs: number): Condition {
  if (actor.keyId === null) return { sql: 'TRUE', values: [] };
  return {
    sql: `EXISTS (SELECT 1 FROM api_keys maker WHERE maker.id = ? AND maker.revoked_at IS NULL
      AND (maker.expires_at IS NULL OR (maker.expires_at > ? AND maker.expires_at >= ?)))`,
    values: [actor.keyId, nowMs, endsAt],
  };
}

interface Rotated extends IssuedKey {
  /** Epoch milliseconds. */
  readonly oldEndsAt: number;
}

/** A new key at once; the old one ends after the grace, or at its own end if that is earlier. */
export async function rotateKey(
  deps: IssueDeps & Pick<Deps, 'gates'>,
  actor: Actor,
  old: ApiKeyRow,
  graceSeconds: number,
): Promise<Result<Rotated>> {
  const nowMs = deps.now();
  const status = keyStatus(old, nowMs);
  if (status !== 'active') return refuse('expired', `The key is ${status}; create a new one.`);
  if (old.replaced_by !== null) return refuse('expired', 'The key was replaced already.');
  const oldEndsAt = Math.min(nowMs + graceSeconds * 1000, old.expires_at ?? Number.MAX_SAFE_INTEGER);
  const issued = await newKey(deps, old.account_id, {
    name: old.name,
    scopes: JSON.parse(old.scopes) as string[],
    mode: old.mode,
    expiresAt: old.expires_at ?? undefined,
  });
  const epoch = await raiseEpoch(deps, old.account_id);
  const details = { replaced_by: issued.row.id, grace_seconds: graceSeconds };
  const allowed = outlivedBy(actor, old.expires_at, nowMs);
  const [ended] = await deps.db.batch([
    deps.db
      .prepare(
        `UPDATE api_keys SET expires_at = ?, replaced_by = ?
         WHERE id = ? AND replaced_by IS NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) AND ${allowed.sql}`,
      )
      .bind(oldEndsAt, issued.row.id, old.id, nowMs, ...allowed.values),
    auditChange(deps, actor, { accountId: old.account_id, action: 'key.rotated', subjectId: old.id, details }),
    insertKey(deps, issued.row, { sql: 'changes() > 0', values: [] }),
    auditChange(deps, actor, { accountId: old.account_id, action: 'key.issued', subjectId: issued.row.id, details: describe(issued.row) }),
    raiseRowEpoch(deps, old.account_id, epoch),
  ]);
  return ended?.meta.changes === 1 ? ok({ ...issued, oldEndsAt }) : refuse('expired', 'The key was replaced or revoked already.');
}

/** Effective at the next request, everywhere. Revoking again answers the same. */
export async function revokeKey(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'gates'>,
  actor: Actor,
  key: { readonly id: string; readonly account_id: string },
): Promise<void> {
  const epoch = await raiseEpoch(deps, key.account_id);
  await deps.db.batch([
    deps.db.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').bind(deps.now(), key.id),
    auditChange(deps, actor, { accountId: key.account_id, action: 'key.revoked', subjectId: key.id }),
    raiseRowEpoch(deps, key.account_id, epoch),
  ]);
}

async function newKey(deps: IssueDeps, accountId: string, fields: KeyFields): Promise<IssuedKey> {
  const key = makeApiKey(fields.mode, deps.randomBytes(22));
  const row: ApiKeyRow = {
    id: deps.newId('key'),
    account_id: accountId,
    name: fields.name,
    mode: fields.mode,
    hash: await hashApiKey(await deps.config.keyPepper, key),
    last4: key.slice(-4),
    scopes: JSON.stringify(fields.scopes),
    created_at: deps.now(),
    expires_at: fields.expiresAt ?? null,
    revoked_at: null,
    replaced_by: null,
    last_used_at: null,
  };
  return { key, row };
}

function insertKey(deps: Pick<Deps, 'db'>, row: ApiKeyRow, condition: Condition): D1PreparedStatement {
  const columns = Object.keys(row);
  return deps.db
    .prepare(
      `INSERT INTO api_keys (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
       WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?) AND ${condition.sql}`,
    )
    .bind(...Object.values(row), row.account_id, ...condition.values);
}

/** Epochs only grow: of two changes at once the later one counts. */
function raiseRowEpoch(deps: Pick<Deps, 'db'>, accountId: string, epoch: number): D1PreparedStatement {
  return deps.db.prepare('UPDATE accounts SET epoch = max(epoch, ?) WHERE id = ?').bind(epoch, accountId);
}

function describe(row: ApiKeyRow): Record<string, unknown> {
  return { name: row.name, scopes: JSON.parse(row.scopes) as unknown, last4: row.last4 };
}
