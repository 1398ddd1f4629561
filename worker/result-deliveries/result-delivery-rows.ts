// SQL of results on their way. Every transition is one guarded statement; the token of a claim guards what it settles.

import type { DeliverTo, ResultDelivery } from '#contract/api.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { isoTime } from '../files/file.ts';
import { seal } from '../seal.ts';
import type { ResultDeliveryRow } from './result-delivery-table.ts';

type Db = Pick<Deps, 'db'>;

export type NewResultDelivery = Pick<ResultDeliveryRow, 'job_id' | 'account_id' | 'address_sealed' | 'state'>;

/** Of each result, in their order. */
export function addressesOf({ url, urls }: DeliverTo): readonly string[] {
  return urls ?? (url === undefined ? [] : [url]);
}

export async function newResultDelivery(
  deps: Pick<Deps, 'config'>,
  job: { readonly id: string; readonly account_id: string },
  address: DeliverTo,
): Promise<NewResultDelivery> {
  const address_sealed = await seal(deps.config.sealingSecret, 'delivery address', job.id, JSON.stringify(address));
  return { job_id: job.id, account_id: job.account_id, address_sealed, state: 'waiting' };
}

/** For the batch that inserts the job. */
export function insertResultDelivery(deps: Db, { job_id, account_id, address_sealed, state }: NewResultDelivery): D1PreparedStatement {
  return deps.db
    .prepare(
      `INSERT INTO result_deliveries (job_id, account_id, address_sealed, state) SELECT ?, ?, ?, ?
       WHERE EXISTS (SELECT 1 FROM jobs WHERE id = ?)`,
    )
    .bind(job_id, account_id, address_sealed, state, job_id);
}

/** For the batch that cancels waiting jobs of a batch: they have nothing to deliver. */
export function dropResultDeliveries(deps: Db, batchId: string, nowMs: number): D1PreparedStatement {
  return deps.db
    .prepare(
      `UPDATE result_deliveries SET state = 'dropped', completed_at = ?, address_sealed = NULL
       WHERE state = 'waiting' AND job_id IN (SELECT id FROM jobs WHERE batch_id = ? AND state = 'cancelled' AND delivers = 1)`,
    )
    .bind(nowMs, batchId);
}

/** For the batch that ends the job: a result is to be delivered now, anything else has nothing to deliver. */
export function armResultDelivery(deps: Db, jobId: string, state: string, nowMs: number): D1PreparedStatement {
  const guard = `job_id = ? AND state = 'waiting' AND EXISTS (SELECT 1 FROM jobs WHERE id = job_id AND state = ? AND completed_at = ?)`;
  return state === 'succeeded'
    ? deps.db
        .prepare(`UPDATE result_deliveries SET state = 'pending', next_attempt_at = ?, wake_at = ? WHERE ${guard}`)
        .bind(nowMs, nowMs + LIMITS.resendAfterMs, jobId, state, nowMs)
    : deps.db
        .prepare(`UPDATE result_deliveries SET state = 'dropped', completed_at = ?, address_sealed = NULL WHERE ${guard}`)
        .bind(nowMs, jobId, state, nowMs);
}

export async function findResultDelivery(deps: Db, jobId: string): Promise<ResultDelivery | undefined> {
  const row = await deps.db.prepare('SELECT * FROM result_deliveries WHERE job_id = ?').bind(jobId).first<ResultDeliveryRow>();
  if (!row) return undefined;
  return {
    status: row.state,
    attempts: row.attempts,
    delivered: row.delivered,
    ...(row.next_attempt_at === null ? {} : { next_attempt_at: isoTime(row.next_attempt_at) }),
    ...(row.completed_at === null ? {} : { completed_at: isoTime(row.completed_at) }),
    ...(row.error === null
      ? {}
      : { error: row.error as NonNullable<ResultDelivery['error']>, ...(row.status === null ? {} : { answered: row.status }) }),
  };
}

export interface Consignment extends ResultDeliveryRow {
  readonly files: readonly FileRow[];
}

/** @returns undefined when the attempt is not this message's to make. */
export async function claimResultDelivery(
  deps: Db,
  jobId: string,
  claim: { readonly token: string; readonly nowMs: number; readonly until: number },
): Promise<Consignment | undefined> {
  const { token, nowMs, until } = claim;
  const row = await deps.db
    .prepare(
      `UPDATE result_deliveries SET claim_token = ?, claimed_until = ?, wake_at = ?, attempts = attempts + 1
       WHERE job_id = ? AND state = 'pending' AND next_attempt_at <= ? AND (claimed_until IS NULL OR claimed_until <= ?) RETURNING *`,
    )
    .bind(token, until, until, jobId, nowMs, nowMs)
    .first<ResultDeliveryRow>();
  if (!row) return undefined;
  const files = await deps.db.prepare('SELECT * FROM files WHERE job_id = ? ORDER BY rowid').bind(jobId).all<FileRow>();
  return { ...row, files: files.results };
}

interface Outcome {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly nowMs: number;
  /** Undefined: there is no further attempt. */
  readonly nextAttemptAt?: number | undefined;
  readonly error?: string | undefined;
  readonly status?: number | undefined;
  /** Absent: it counts. */
  readonly uncounted?: true;
  /** One more result has arrived; attempts are those of the next one. */
  readonly arrived?: true;
}

export async function settleResultDelivery(deps: Db, { job_id, claim_token }: Consignment, outcome: Outcome): Promise<void> {
  const { state, nowMs, nextAttemptAt, error, status, uncounted, arrived } = outcome;
  const isOver = state !== 'pending';
  const attempts = arrived && !isOver ? '0' : `attempts - ${uncounted ? 1 : 0}`;
  await deps.db
    .prepare(
      `UPDATE result_deliveries SET state = ?, next_attempt_at = ?, wake_at = ?, completed_at = ?, error = ?, status = ?,
         attempts = ${attempts}, delivered = delivered + ?, claim_token = NULL, claimed_until = NULL${isOver ? ', address_sealed = NULL' : ''}
       WHERE job_id = ? AND claim_token = ?`,
    )
    .bind(
      state,
      nextAttemptAt ?? null,
      nextAttemptAt === undefined ? null : nextAttemptAt + LIMITS.resendAfterMs,
      isOver ? nowMs : null,
      error ?? null,
      status ?? null,
      arrived ? 1 : 0,
      job_id,
      claim_token,
    )
    .run();
}

/** Deliveries that are due and have no message. */
export async function takeDueResults(deps: Db, nowMs: number, rowsMax: number): Promise<string[]> {
  const due = await deps.db
    .prepare(
      `UPDATE result_deliveries SET wake_at = ? WHERE job_id IN
         (SELECT job_id FROM result_deliveries WHERE wake_at <= ? AND wake_at IS NOT NULL ORDER BY wake_at LIMIT ?) RETURNING job_id`,
    )
    .bind(nowMs + LIMITS.resendAfterMs, nowMs, rowsMax)
    .all<{ job_id: string }>();
  return due.results.map((row) => row.job_id);
}
