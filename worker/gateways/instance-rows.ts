// SQL of processor instances: what is known about them, and what each answer adds.

import { LIMITS } from '#contract/limits.ts';
import { poolRows, type PoolShape } from './choose-instance.ts';
import type { InstanceRow } from './instance-table.ts';

/** Less than Deps: a region's pool is a part of them. */
export interface PoolDeps {
  readonly db: D1Database;
  readonly now: () => number;
}

/** A row is not written for every job. */
const SEEN_EXACT_MS = 15_000;
/** How long an instance that did not answer is avoided while others can take the work. */
const UNREACHABLE_MS = 60_000;
/** An unexpectedly full instance holds attempts that were given up; their next heartbeat, within a third of a lease, ends them. */
export const BUSY_MS = LIMITS.leaseMs / 3;

export interface PoolRow {
  readonly name: string;
  readonly slots: number;
  /** Whether it has ever said how many. */
  readonly said: number;
  readonly running: number;
  readonly warm: number;
  readonly avoided: number;
  readonly seen_at: number | null;
}

export async function readPool(deps: PoolDeps, pool: PoolShape): Promise<PoolRow[]> {
  const { sql, values } = poolRows(pool, deps.now());
  const rows = await deps.db
    .prepare(`${sql} ORDER BY n.key`)
    .bind(...values)
    .all<PoolRow>();
  return rows.results;
}

/** What the row held when the job was claimed. */
export type Known = Pick<InstanceRow, 'slots' | 'seen_at' | 'avoid_until'>;

/** @param slots As it said; undefined: it said nothing. @returns whether the pool may now take more than was known. */
export async function noteTaken(
  deps: PoolDeps,
  pool: PoolShape,
  name: string,
  slots: number | undefined,
  known: Known | undefined,
): Promise<boolean> {
  const nowMs = deps.now();
  // An instance that did not answer is back now; one that was too full is still avoided until its time is over.
  const isBack = known !== undefined && known.avoid_until !== null && known.seen_at === null;
  const isNews = known === undefined || isBack || (slots !== undefined && slots !== known.slots);
  if (!isNews && known.seen_at !== null && nowMs - known.seen_at < SEEN_EXACT_MS) return false;
  await deps.db
    .prepare(
      `INSERT INTO processor_instances (name, region, slots, seen_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET region = excluded.region, slots = coalesce(excluded.slots, slots), seen_at = excluded.seen_at,
         avoid_until = CASE WHEN seen_at IS NULL THEN NULL ELSE avoid_until END`,
    )
    .bind(name, pool.region, slots ?? null, nowMs)
    .run();
  return isNews;
}

/** It had no slot for the job that was offered, though one counted as free: for a while it gets no more jobs than it has now. */
export async function noteBusy(deps: PoolDeps, pool: PoolShape, name: string, slots: number | undefined): Promise<void> {
  const nowMs = deps.now();
  await deps.db
    .prepare(
      `INSERT INTO processor_instances (name, region, slots, seen_at, avoid_until, avoid_slots)
       VALUES (?1, ?2, ?3, ?4, ?5, max(1, (SELECT count(*) FROM jobs WHERE state = 'running' AND region = ?2 AND instance = ?1) - 1))
       ON CONFLICT (name) DO UPDATE SET region = excluded.region, slots = coalesce(excluded.slots, slots), seen_at = excluded.seen_at,
         avoid_until = excluded.avoid_until, avoid_slots = excluded.avoid_slots`,
    )
    .bind(name, pool.region, slots ?? null, nowMs, nowMs + BUSY_MS)
    .run();
}

/** One job at a time may still try it when no other instance can take the job. */
export async function noteUnreachable(deps: PoolDeps, pool: PoolShape, name: string): Promise<void> {
  await deps.db
    .prepare(
      `INSERT INTO processor_instances (name, region, avoid_until, avoid_slots) VALUES (?, ?, ?, 1)
       ON CONFLICT (name) DO UPDATE SET region = excluded.region, seen_at = NULL, avoid_until = excluded.avoid_until, avoid_slots = 1`,
    )
    .bind(name, pool.region, deps.now() + UNREACHABLE_MS)
    .run();
}

/** An answer to anything but a job: that keeps no instance awake, so its time counts only when it is the first. */
export async function noteSlots(deps: PoolDeps, pool: PoolShape, name: string, slots: number): Promise<void> {
  await deps.db
    .prepare(
      `INSERT INTO processor_instances (name, region, slots, seen_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET slots = excluded.slots, region = excluded.region, seen_at = coalesce(seen_at, excluded.seen_at)`,
    )
    .bind(name, pool.region, slots, deps.now())
    .run();
}
