// SQL of requests with an Idempotency-Key. Every statement is guarded: of two holders of a row, only the one with its token writes.

import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import type { IdempotentRequestRow } from './idempotency-table.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { seal, unseal } from '../seal.ts';

export interface RequestRef {
  readonly accountId: string;
  /** Method and path. */
  readonly target: string;
  readonly key: string;
  readonly token: string;
}

const PURPOSE = 'idempotent answer';
const THIS = 'account_id = ? AND target = ? AND key = ?';

/**
 * Takes the key for this request: it is new, its day is over, or its holder has not been heard of for the length of a lease.
 * @returns whether this request is to do the work.
 */
export async function reserveRequest(deps: Pick<Deps, 'db' | 'now'>, ref: RequestRef, fingerprint: string): Promise<boolean> {
  const nowMs = deps.now();
  const reserved = await deps.db
    .prepare(
      `INSERT INTO idempotent_requests (account_id, target, key, fingerprint, token, lease_until, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (account_id, target, key) DO UPDATE SET fingerprint = excluded.fingerprint, token = excluded.token,
         lease_until = excluded.lease_until, status = NULL, answer = NULL, created_at = excluded.created_at
       WHERE created_at <= ?8 OR (status IS NULL AND lease_until <= ?7 AND fingerprint = excluded.fingerprint)`,
    )
    .bind(
      ref.accountId,
      ref.target,
      ref.key,
      fingerprint,
      ref.token,
      nowMs + LIMITS.idempotencyLeaseMs,
      nowMs,
      nowMs - LIMITS.idempotencyKeptMs,
    )
    .run();
  return reserved.meta.changes === 1;
}

interface KnownRequest {
  readonly fingerprint: string;
  readonly answer: StoredAnswer | undefined;
}

export async function findRequest(deps: Pick<Deps, 'db' | 'config'>, ref: RequestRef): Promise<KnownRequest | undefined> {
  const row = await deps.db
    .prepare(`SELECT * FROM idempotent_requests WHERE ${THIS}`)
    .bind(ref.accountId, ref.target, ref.key)
    .first<IdempotentRequestRow>();
  if (!row) return undefined;
  if (row.answer === null) return { fingerprint: row.fingerprint, answer: undefined };
  const answer = JSON.parse(await unseal(deps.config.sealingSecret, PURPOSE, row.token, row.answer)) as StoredAnswer;
  return { fingerprint: row.fingerprint, answer };
}

export interface Guard {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const ALWAYS: Guard = { sql: 'TRUE', values: [] };

/** A statement that keeps the answer, unless it is kept already or somebody else holds the row. */
export async function completion(
  deps: Pick<Deps, 'db' | 'config'>,
  ref: RequestRef,
  answer: StoredAnswer,
  guard: Guard = ALWAYS,
): Promise<D1PreparedStatement> {
  const sealed = await seal(deps.config.sealingSecret, PURPOSE, ref.token, JSON.stringify(answer));
  return deps.db
    .prepare(`UPDATE idempotent_requests SET status = ?, answer = ? WHERE ${THIS} AND token = ? AND status IS NULL AND ${guard.sql}`)
    .bind(answer.status, sealed, ref.accountId, ref.target, ref.key, ref.token, ...guard.values);
}

export async function completeRequest(deps: Pick<Deps, 'db' | 'config'>, ref: RequestRef, answer: StoredAnswer): Promise<void> {
  await (await completion(deps, ref, answer)).run();
}

/** The key is free again: the answer is not kept. */
export async function releaseRequest(deps: Pick<Deps, 'db'>, ref: RequestRef): Promise<void> {
  await deps.db
    .prepare(`DELETE FROM idempotent_requests WHERE ${THIS} AND token = ? AND status IS NULL`)
    .bind(ref.accountId, ref.target, ref.key, ref.token)
    .run();
}
