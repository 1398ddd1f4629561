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
  readonly fingerprint: string;
}

const PURPOSE = 'idempotent answer';
const THIS = 'account_id = ? AND target = ? AND key = ?';

/**
 * Takes the key for this request: it is new, its day is over, or its holder has not been heard of for the length of a lease.
 * @returns whether this request is to do the work.
 */
export async function reserveRequest(deps: Pick<Deps, 'cells' | 'now'>, ref: RequestRef): Promise<boolean> {
  const nowMs = deps.now();
  const reserved = await deps.cells.global.db
    .prepare(
      `INSERT INTO idempotent_requests (account_id, target, key, fingerprint, token, lease_until, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (account_id, target, key) DO UPDATE SET fingerprint = excluded.fingerprint, token = excluded.token,
         lease_until = excluded.lease_until, status = NULL, answer = NULL, cell = NULL, created_at = excluded.created_at
       WHERE created_at <= ?8 OR (status IS NULL AND lease_until <= ?7 AND fingerprint = excluded.fingerprint)`,
    )
    .bind(
      ref.accountId,
      ref.target,
      ref.key,
      ref.fingerprint,
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

/** Of the original, and of the answer wherever it is kept. */
export async function findRequest(deps: Pick<Deps, 'cells' | 'config'>, ref: RequestRef): Promise<KnownRequest | undefined> {
  const { global, byName } = deps.cells;
  const row = await readRow(global, ref);
  if (!row) return undefined;
  const kept = row.cell === null ? row : await readRow(byName.get(row.cell) ?? global, ref);
  return { fingerprint: row.fingerprint, answer: kept ? await openAnswer(deps, kept) : undefined };
}

/**
 * The answer that was kept with the work in another cell than the reservation, by a request that then was not heard of any more. For a
 * request that has just got the key.
 */
export async function findKept(
  deps: Pick<Deps, 'cell' | 'cells' | 'db' | 'config' | 'now'>,
  ref: RequestRef,
): Promise<StoredAnswer | undefined> {
  if (isOriginal(deps)) return undefined;
  const row = await readRow(deps, ref);
  const isThis = row?.fingerprint === ref.fingerprint && row.created_at > deps.now() - LIMITS.idempotencyKeptMs;
  return row && isThis ? openAnswer(deps, row) : undefined;
}

function isOriginal({ cell, cells }: Pick<Deps, 'cell' | 'cells'>): boolean {
  return cell.name === cells.global.cell.name;
}

async function readRow(deps: Pick<Deps, 'db'>, ref: RequestRef): Promise<IdempotentRequestRow | null> {
  return deps.db
    .prepare(`SELECT * FROM idempotent_requests WHERE ${THIS}`)
    .bind(ref.accountId, ref.target, ref.key)
    .first<IdempotentRequestRow>();
}

async function openAnswer(deps: Pick<Deps, 'config'>, row: IdempotentRequestRow): Promise<StoredAnswer | undefined> {
  if (row.answer === null) return undefined;
  return JSON.parse(await unseal(deps.config.sealingSecret, PURPOSE, row.token, row.answer)) as StoredAnswer;
}

export interface Guard {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const ALWAYS: Guard = { sql: 'TRUE', values: [] };

type KeepDeps = Pick<Deps, 'cell' | 'cells' | 'db' | 'config' | 'now'>;

/** A statement that keeps the answer in this cell, unless it is kept already or somebody else holds the row. */
export async function completion(
  deps: KeepDeps,
  ref: RequestRef,
  answer: StoredAnswer,
  guard: Guard = ALWAYS,
): Promise<D1PreparedStatement> {
  const sealed = await seal(deps.config.sealingSecret, PURPOSE, ref.token, JSON.stringify(answer));
  const { accountId, target, key, token, fingerprint } = ref;
  if (isOriginal(deps))
    return deps.db
      .prepare(`UPDATE idempotent_requests SET status = ?, answer = ? WHERE ${THIS} AND token = ? AND status IS NULL AND ${guard.sql}`)
      .bind(answer.status, sealed, accountId, target, key, token, ...guard.values);
  const nowMs = deps.now();
  return deps.db
    .prepare(
      `INSERT INTO idempotent_requests (account_id, target, key, fingerprint, token, lease_until, status, answer, created_at)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${guard.sql}
       ON CONFLICT (account_id, target, key) DO UPDATE SET fingerprint = excluded.fingerprint, token = excluded.token, status = excluded.status,
         answer = excluded.answer, created_at = excluded.created_at WHERE created_at <= excluded.created_at - ${LIMITS.idempotencyKeptMs}`,
    )
    .bind(accountId, target, key, fingerprint, token, nowMs, answer.status, sealed, nowMs, ...guard.values);
}

export async function completeRequest(deps: KeepDeps, ref: RequestRef, answer: StoredAnswer): Promise<void> {
  await (await completion(deps, ref, answer)).run();
  await noteKept(deps, ref);
}

/** Where the answer is. Until this is written a repeated request has to wait for the end of the lease. */
export async function noteKept(deps: Pick<Deps, 'cell' | 'cells'>, ref: RequestRef): Promise<void> {
  if (isOriginal(deps)) return;
  await deps.cells.global.db
    .prepare(`UPDATE idempotent_requests SET cell = ?, status = coalesce(status, 200) WHERE ${THIS} AND token = ?`)
    .bind(deps.cell.name, ref.accountId, ref.target, ref.key, ref.token)
    .run();
}

/** The key is free again: the answer is not kept. */
export async function releaseRequest(deps: Pick<Deps, 'cells'>, ref: RequestRef): Promise<void> {
  await deps.cells.global.db
    .prepare(`DELETE FROM idempotent_requests WHERE ${THIS} AND token = ? AND status IS NULL`)
    .bind(ref.accountId, ref.target, ref.key, ref.token)
    .run();
}
