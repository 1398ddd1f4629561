// SQL of jobs. Every transition is one guarded UPDATE, in one batch with the event that reports it; the answer is whether one row
// changed. The from-states of each statement are printed from the table of transitions, contract/jobs.ts.

import { noSuch } from '#contract/ids.ts';
import type { ResultDelivery } from '#contract/api.ts';
import { isTerminal, type JobState, statesBefore } from '#contract/jobs.ts';
import { type OperationName, OPERATIONS } from '#contract/operations.ts';
import type { Progress } from '#contract/processor.ts';
import { countEnd } from '../accounts/usage.ts';
import { boundIn } from '../cells/share-limits.ts';
import { firstDayOfMonth } from '../calendar.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { type Result, ok, refuse } from '../result.ts';
import { batchCompleted, completeBatch } from '../batches/complete.ts';
import { type AnnounceDeps, batchWithEvents, type NewEvent } from '../webhooks/announce.ts';
import { type EventFacts, jobEvent } from '../webhooks/job-event.ts';
import { chooseInstance, freeSlots, type PoolShape } from '../gateways/choose-instance.ts';
import type { Known } from '../gateways/instance-rows.ts';
import { armResultDelivery, findResultDelivery } from '../result-deliveries/result-delivery-rows.ts';
import type { JobRow } from './job-table.ts';

type Db = Pick<Deps, 'db'>;

/** The condition that a job is in a state from which the table allows `to`. @param among Only of these states. */
function mayBecome(to: JobState, among: (from: JobState) => boolean = () => true): string {
  const from = statesBefore(to).filter(among);
  return `state IN (${from.map((state) => `'${state}'`).join(', ')})`;
}

/** A job that an attempt may start: it waits, or its lease has lapsed, which puts it back into the queue. Takes the time as a value. */
const TO_BE_STARTED = `(${mayBecome('running')} OR (${mayBecome('queued')} AND lease_until <= ?))`;

export async function findJob(deps: Db, jobId: string): Promise<JobRow | undefined> {
  return (await deps.db.prepare('SELECT * FROM jobs WHERE id = ?').bind(jobId).first<JobRow>()) ?? undefined;
}

export interface JobView {
  readonly job: JobRow;
  readonly results: readonly FileRow[];
  /** Of a job whose result is to be delivered. */
  readonly delivery?: ResultDelivery | undefined;
}

/** not_found for an unknown id and for another account's alike. */
export async function findOwnJob(deps: Db, accountId: string, jobId: string): Promise<Result<JobView>> {
  const job = await deps.db.prepare('SELECT * FROM jobs WHERE id = ? AND account_id = ?').bind(jobId, accountId).first<JobRow>();
  if (!job) return refuse('not_found', noSuch('job', jobId));
  const delivery = job.delivers ? await findResultDelivery(deps, jobId) : undefined;
  if (job.result_file_id === null) return ok({ job, results: [], delivery });
  const results = await deps.db.prepare('SELECT * FROM files WHERE job_id = ? ORDER BY rowid').bind(jobId).all<FileRow>();
  return ok({ job, results: results.results, delivery });
}

interface InsertBounds {
  readonly queuedMax: number;
  /** Jobs in the month of the insert; undefined: no quota. */
  readonly monthMax: number | undefined;
}

/**
 * Inserts the job and its event, unless the account's queue is full, its quota used up, or a file gone.
 * @param furtherFileIds that the job reads beside its first one
 * @param also Further statements of the batch, each guarded by itself.
 * @returns whether the job was inserted.
 */
export async function insertJob(
  deps: AnnounceDeps & Pick<Deps, 'cells'>,
  row: Omit<JobRow, 'seq'>,
  furtherFileIds: readonly string[],
  bounds: InsertBounds,
  also: readonly D1PreparedStatement[] = [],
): Promise<boolean> {
  const columns = Object.keys(row);
  const quota = bounds.monthMax === undefined ? undefined : withinQuota(deps, row, bounds.monthMax);
  const queued = boundIn(deps, row.account_id, 'queued', bounds.queuedMax);
  const insert = deps.db
    .prepare(
      `INSERT INTO jobs (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
       WHERE (SELECT count(*) FROM jobs WHERE account_id = ? AND state = 'queued') < ${queued.sql}
         AND NOT EXISTS (SELECT 1 FROM json_each(?) n WHERE NOT EXISTS (SELECT 1 FROM files WHERE id = n.value AND state = 'uploaded'))${quota ? ` AND ${quota.sql}` : ''}`,
    )
    .bind(
      ...Object.values(row),
      row.account_id,
      ...queued.values,
      JSON.stringify([row.file_id, ...furtherFileIds]),
      ...(quota?.values ?? []),
    );
  const guard = { sql: `state = 'queued'`, values: [] };
  const event = jobEvent(deps, row, { state: 'queued', nowMs: row.created_at, guard });
  const [inserted] = await batchWithEvents(deps, [insert, ...also], [event]);
  return inserted?.meta.changes === 1;
}

type Counted = Pick<JobRow, 'account_id' | 'created_at' | 'steps'>;

/** Jobs that ended this month, jobs that have not ended, and this one: together at most the quota. Each step of a pipeline counts. */
export function withinQuota(
  deps: Pick<Deps, 'cells'>,
  { account_id, created_at, steps }: Counted,
  monthMax: number,
): { sql: string; values: (string | number)[] } {
  const bound = boundIn(deps, account_id, 'month', monthMax);
  return {
    sql: `(SELECT coalesce(sum(jobs), 0) FROM usage_days WHERE account_id = ? AND day >= ?)
      + (SELECT coalesce(sum(steps), 0) FROM jobs WHERE account_id = ? AND state = 'queued')
      + (SELECT coalesce(sum(steps), 0) FROM jobs WHERE account_id = ? AND state = 'running') + ? <= ${bound.sql}`,
    values: [account_id, firstDayOfMonth(created_at), account_id, account_id, steps, ...bound.values],
  };
}

export async function isWithinQuota(deps: Pick<Deps, 'db' | 'cells'>, job: Counted, monthMax: number): Promise<boolean> {
  const { sql, values } = withinQuota(deps, job, monthMax);
  const row = await deps.db
    .prepare(`SELECT ${sql} AS within`)
    .bind(...values)
    .first<{ within: number }>();
  return row?.within === 1;
}

interface Claim {
  readonly token: string;
  readonly nowMs: number;
  readonly leaseUntil: number;
  readonly runningMax: number;
  readonly pool: PoolShape;
}

export interface ClaimedInstance {
  readonly name: string;
  /** Undefined: it has never answered. */
  readonly known: Known | undefined;
}

/**
 * queued → running, or running again when the lease has lapsed: a new attempt with a new token, on an instance that has a free slot.
 * Refused while the account runs as many jobs as it may, while no instance has a slot, or while an older job of the account waits in line.
 */
export async function claimJob(deps: AnnounceDeps & Pick<Deps, 'cells'>, job: JobRow, claim: Claim): Promise<ClaimedInstance | undefined> {
  const chosen = chooseInstance(claim.pool, claim.nowMs, job);
  const running = boundIn(deps, job.account_id, 'running', claim.runningMax);
  const last = holdsLong(job.type) ? leavesLastSlot(job, claim) : { sql: '', values: [] };
  const update = deps.db
    .prepare(
      `UPDATE jobs SET state = 'running', attempt = attempt + 1, attempts = attempts + 1, attempt_token = ?, lease_until = ?, wake_at = ?,
         parked = 0, started_at = ?, progress = NULL, asking_until = NULL, instance = chosen.name
       FROM (${chosen.sql}) AS chosen
       WHERE id = ? AND attempt = ? AND ${TO_BE_STARTED}
         AND (SELECT count(*) FROM jobs r WHERE r.state = 'running' AND r.account_id = ? AND r.id <> ?) < ${running.sql}
         AND NOT EXISTS (SELECT 1 FROM jobs p WHERE p.parked > 0 AND p.region = ? AND p.account_id = ? AND p.seq < ?)${last.sql}
       RETURNING instance, (SELECT json_object('slots', i.slots, 'seen_at', i.seen_at, 'avoid_until', i.avoid_until)
         FROM processor_instances i WHERE i.name = instance) AS known`,
    )
    .bind(
      claim.token,
      claim.leaseUntil,
      claim.leaseUntil,
      claim.nowMs,
      ...chosen.values,
      job.id,
      job.attempt,
      claim.nowMs,
      job.account_id,
      job.id,
      ...running.values,
      job.region,
      job.account_id,
      job.seq,
      ...last.values,
    );
  const guard = { sql: `state = 'running' AND attempt_token = ?`, values: [claim.token] };
  const event = jobEvent(deps, job, { state: 'running', nowMs: claim.nowMs, guard });
  const [claimed] = await batchWithEvents(deps, [update], [event]);
  const row = claimed?.results[0] as { instance: string; known: string | null } | undefined;
  return row && { name: row.instance, known: row.known === null ? undefined : (JSON.parse(row.known) as Known) };
}

/**
 * Whether jobs of this type can hold a slot for so long that others notice: of these an account that runs a job already leaves the last free slot
 * of the region to the next account.
 */
export function holdsLong(type: OperationName): boolean {
  return OPERATIONS[type].processingMsMax > LONG_MS;
}

const LONG_MS = 600_000;

function leavesLastSlot(job: JobRow, { pool, nowMs }: Claim): { sql: string; values: readonly (string | number | null)[] } {
  const free = freeSlots(pool, nowMs, job);
  return {
    sql: ` AND ((${free.sql}) > 1
           OR NOT EXISTS (SELECT 1 FROM jobs o WHERE o.state = 'running' AND o.region = ? AND o.account_id = ? AND o.id <> ?))`,
    values: [...free.values, job.region, job.account_id, job.id],
  };
}

/** The job waits in line for a free slot: no message carries it until another job ends. */
export async function parkJob(deps: Db, job: JobRow, nowMs: number): Promise<boolean> {
  return changedOne(
    deps.db
      .prepare(
        `UPDATE jobs SET state = 'queued', parked = 1, attempt_token = NULL, instance = NULL, lease_until = NULL, wake_at = NULL
         WHERE id = ? AND attempt = ? AND ${TO_BE_STARTED}`,
      )
      .bind(job.id, job.attempt, nowMs),
  );
}

/** A parked job's turn has come. */
export async function unparkJob(deps: Db, jobId: string, wakeAt: number): Promise<boolean> {
  return changedOne(deps.db.prepare('UPDATE jobs SET parked = 2, wake_at = ? WHERE id = ? AND parked = 1').bind(wakeAt, jobId));
}

export interface AttemptRef {
  readonly jobId: string;
  readonly attempt: number;
  readonly token: string;
}

const OF_ATTEMPT = 'id = ? AND attempt = ? AND attempt_token = ?';

/** running → queued. `counts`: whether the attempt counts against LIMITS.jobAttemptsMax. */
export async function releaseAttempt(deps: Db, ref: AttemptRef, wakeAt: number, counts: boolean): Promise<boolean> {
  return changedOne(
    deps.db
      .prepare(
        `UPDATE jobs SET state = 'queued', attempt_token = NULL, instance = NULL, lease_until = NULL, wake_at = ?, started_at = NULL, progress = NULL,
           attempts = attempts - ? WHERE ${OF_ATTEMPT} AND ${mayBecome('queued')}`,
      )
      .bind(wakeAt, counts ? 0 : 1, ref.jobId, ref.attempt, ref.token),
  );
}

/** @returns whether the attempt is current, and whether it should stop. */
export async function extendLease(
  deps: Db,
  ref: AttemptRef,
  leaseUntil: number,
  progress: Progress,
): Promise<{ cancel: boolean } | undefined> {
  const row = await deps.db
    .prepare(
      `UPDATE jobs SET lease_until = ?, wake_at = ?, progress = ? WHERE ${OF_ATTEMPT} AND state = 'running' RETURNING cancel_requested_at`,
    )
    .bind(leaseUntil, leaseUntil, JSON.stringify(progress), ref.jobId, ref.attempt, ref.token)
    .first<{ cancel_requested_at: number | null }>();
  return row ? { cancel: row.cancel_requested_at !== null } : undefined;
}

interface ModelTurn {
  readonly region: string;
  readonly nowMs: number;
  /** Until when the request counts as under way if nobody says that it has ended. */
  readonly untilMs: number;
  readonly perJobMax: number;
  readonly atOnceMax: number;
}

/** Lets the current attempt ask the language model once. `busy`: the attempt asks already, or as many jobs of the region as may. */
export async function takeModelTurn(
  deps: Db,
  ref: AttemptRef,
  turn: ModelTurn,
): Promise<{ readonly account_id: string; readonly sha256: string } | 'stale' | 'used_up' | 'busy'> {
  const row = await deps.db
    .prepare(
      `UPDATE jobs SET model_requests = model_requests + 1, asking_until = ?
       WHERE ${OF_ATTEMPT} AND state = 'running' AND model_requests < ? AND coalesce(asking_until, 0) <= ?
         AND (SELECT count(*) FROM jobs r WHERE r.region = ? AND r.state = 'running' AND r.asking_until > ?) < ?
       RETURNING account_id, (SELECT f.sha256 FROM files f WHERE f.id = file_id) AS sha256`,
    )
    .bind(turn.untilMs, ref.jobId, ref.attempt, ref.token, turn.perJobMax, turn.nowMs, turn.region, turn.nowMs, turn.atOnceMax)
    .first<{ account_id: string; sha256: string | null }>();
  if (row) return { account_id: row.account_id, sha256: row.sha256 ?? '' };
  const current = await deps.db
    .prepare(`SELECT model_requests FROM jobs WHERE ${OF_ATTEMPT} AND state = 'running'`)
    .bind(ref.jobId, ref.attempt, ref.token)
    .first<{ model_requests: number }>();
  if (!current) return 'stale';
  return current.model_requests >= turn.perJobMax ? 'used_up' : 'busy';
}

export async function endModelTurn(deps: Db, ref: AttemptRef): Promise<boolean> {
  return changedOne(
    deps.db
      .prepare(`UPDATE jobs SET asking_until = NULL WHERE ${OF_ATTEMPT} AND state = 'running'`)
      .bind(ref.jobId, ref.attempt, ref.token),
  );
}

export async function isCurrentAttempt(deps: Db, jobId: string, attempt: number): Promise<JobRow | undefined> {
  return (
    (await deps.db.prepare(`SELECT * FROM jobs WHERE id = ? AND attempt = ? AND state = 'running'`).bind(jobId, attempt).first<JobRow>()) ??
    undefined
  );
}

/** The same with what the processor fetches. @param position 0 is the job's first file */
export async function currentSource(
  deps: Db,
  jobId: string,
  attempt: number,
  position: number,
): Promise<{ readonly region: string; readonly object_key: string | null; readonly content_type: string } | undefined> {
  const row = await deps.db
    .prepare(
      position === 0
        ? `SELECT j.region, f.object_key, f.content_type FROM jobs j JOIN files f ON f.id = j.file_id
           WHERE j.id = ? AND j.attempt = ? AND j.state = 'running'`
        : `SELECT j.region, f.object_key, f.content_type FROM jobs j JOIN job_sources s ON s.job_id = j.id JOIN files f ON f.id = s.file_id
           WHERE j.id = ? AND j.attempt = ? AND j.state = 'running' AND s.position = ?`,
    )
    .bind(...[jobId, attempt, position].slice(0, position === 0 ? 2 : 3))
    .first<{ region: string; object_key: string | null; content_type: string }>();
  return row ?? undefined;
}

interface Ending {
  readonly state: 'succeeded' | 'failed' | 'cancelled' | 'expired';
  readonly nowMs: number;
  /** Only this attempt may end the job; without it any job in an allowed from-state is ended. */
  readonly ref?: AttemptRef;
  /** Only if the lease has lapsed at this time. */
  readonly lapsedAt?: number;
  /** Only if the job still waits. */
  readonly onlyQueued?: boolean;
  /** Columns that are written with the state. */
  readonly set?: Partial<Pick<JobRow, 'error' | 'warnings' | 'report' | 'metrics' | 'result_file_id' | 'expires_at'>>;
  readonly facts?: EventFacts;
  /** Further statements of the same batch, each guarded by itself. */
  readonly also?: readonly D1PreparedStatement[];
}

/** Moves a job into a terminal state, once, and announces it in the same batch (`expired` is announced by its files). */
export async function endJob(deps: AnnounceDeps, job: JobRow, ending: Ending): Promise<boolean> {
  const set = { ...ending.set };
  const names = Object.keys(set) as (keyof typeof set)[];
  const conditions = ['id = ?', mayBecome(ending.state, (from) => (ending.onlyQueued ? from === 'queued' : !isTerminal(from)))];
  const values: (string | number)[] = [job.id];
  if (ending.ref) {
    conditions.push('attempt = ?', 'attempt_token = ?');
    values.push(ending.ref.attempt, ending.ref.token);
  }
  if (ending.lapsedAt !== undefined) {
    conditions.push('(lease_until IS NULL OR lease_until <= ?)');
    values.push(ending.lapsedAt);
  }
  const update = deps.db
    .prepare(
      `UPDATE jobs SET state = ?, completed_at = ?, attempt_token = NULL, lease_until = NULL, wake_at = NULL, parked = 0,
         password_sealed = NULL${names.map((name) => `, ${name} = ?`).join('')} WHERE ${conditions.join(' AND ')}`,
    )
    .bind(ending.state, ending.nowMs, ...names.map((name) => set[name] ?? null), ...values);
  const changes = [update, countEnd(deps, job, ending.state, ending.nowMs), ...(ending.also ?? [])];
  const events = endEvents(deps, job, ending);
  if (job.delivers) changes.push(armResultDelivery(deps, job.id, ending.state, ending.nowMs));
  if (job.batch_id) {
    changes.push(completeBatch(deps, job.batch_id, ending.nowMs));
    events.push(batchCompleted(deps, { id: job.batch_id, account_id: job.account_id }, ending.nowMs));
  }
  const [updated] = await batchWithEvents(deps, changes, events);
  return updated?.meta.changes === 1;
}

function endEvents(deps: AnnounceDeps, job: JobRow, { state, nowMs, facts }: Ending): NewEvent[] {
  if (state === 'expired') return [];
  const guard = { sql: 'state = ? AND completed_at = ?', values: [state, nowMs] };
  return [jobEvent(deps, job, { state, nowMs, guard, facts })];
}

/** succeeded → expired; its results' own ends are announced, each by its row. */
export async function expireResult(deps: Db, job: JobRow, nowMs: number): Promise<boolean> {
  return changedOne(
    deps.db
      .prepare(`UPDATE jobs SET state = 'expired' WHERE id = ? AND ${mayBecome('expired', isTerminal)} AND expires_at <= ?`)
      .bind(job.id, nowMs),
  );
}

/** Asks a running job to stop; the processor gets this at once or with its next heartbeat. */
export async function requestCancel(deps: Db, jobId: string, nowMs: number): Promise<boolean> {
  return changedOne(
    deps.db
      .prepare(`UPDATE jobs SET cancel_requested_at = coalesce(cancel_requested_at, ?) WHERE id = ? AND state = 'running'`)
      .bind(nowMs, jobId),
  );
}

async function changedOne(statement: D1PreparedStatement): Promise<boolean> {
  return (await statement.run()).meta.changes === 1;
}
