// The rule by which an instance of a region's pool is chosen for a job, pure SQL: the choice is a part of the statement that claims the job,
// so two messages at once cannot give the same slot away (docs/decisions/0011-pool-of-containers.md).

import { LIMITS } from '#contract/limits.ts';

/** What is configured of a region's processors. */
export interface PoolShape {
  readonly region: string;
  /** In the order in which they are started. */
  readonly instances: readonly string[];
  /** Idle instances are put to sleep; any request to one wakes it. */
  readonly sleeps: boolean;
}

/** The job to place: it takes no slot from itself, and the instance that has just lost it comes last. */
interface Choosing {
  readonly id: string;
  readonly instance: string | null;
}

interface Sql {
  readonly sql: string;
  readonly values: readonly (string | number | null)[];
}

/** A minute before the platform may put it to sleep. */
const WARM_MS = LIMITS.instanceIdleMs - 60_000;
/**
 * A row for each configured instance: name, place, slots, said, running, warm, avoided, seen_at. One that has not said how many slots it has
 * counts with the fewest of its region (they are alike), or with one slot where none has said anything.
 */
export function poolRows(pool: PoolShape, nowMs: number, job?: Choosing): Sql {
  return {
    sql: `SELECT n.value AS name, n.key AS place, i.seen_at, i.slots IS NOT NULL AS said,
        CASE WHEN i.avoid_until > ? THEN i.avoid_slots
          ELSE coalesce(i.slots, (SELECT min(slots) FROM processor_instances WHERE region = ?), 1) END AS slots,
        (SELECT count(*) FROM jobs r WHERE r.state = 'running' AND r.region = ? AND r.instance = n.value AND r.id <> ?) AS running,
        coalesce(i.seen_at > ?, 0) AS warm, coalesce(i.avoid_until > ?, 0) AS avoided
      FROM json_each(?) n LEFT JOIN processor_instances i ON i.name = n.value`,
    values: [nowMs, pool.region, pool.region, job?.id ?? '', pool.sleeps ? nowMs - WARM_MS : 0, nowMs, JSON.stringify(pool.instances)],
  };
}

/**
 * The instance that takes the job: one with a free slot, if any. Warm ones come before others, the fullest first, so that the others can go
 * to sleep; then one that is starting; then the next in line is started.
 */
export function chooseInstance(pool: PoolShape, nowMs: number, job: Choosing): Sql {
  const rows = poolRows(pool, nowMs, job);
  return {
    sql: `SELECT name FROM (${rows.sql}) WHERE running < slots ORDER BY avoided, name IS ?, warm DESC, running DESC, place LIMIT 1`,
    values: [...rows.values, job.instance],
  };
}

/** How many more jobs the pool takes now. @param job takes no slot from itself */
export function freeSlots(pool: PoolShape, nowMs: number, job?: Choosing): Sql {
  const rows = poolRows(pool, nowMs, job);
  return { sql: `SELECT coalesce(sum(max(0, slots - running)), 0) FROM (${rows.sql})`, values: rows.values };
}
