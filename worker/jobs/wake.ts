// Sends the messages that carry jobs, and chooses whose turn it is when a slot becomes free: the account that has the fewest jobs
// running goes first, and within an account the oldest job. So no account starves another.

import { LIMITS } from '#contract/limits.ts';
import type { OperationName } from '#contract/operations.ts';
import { planOf } from '../plan.ts';
import type { Deps, Region } from '../deps.ts';
import { cellsOf } from '../cells/find-cell.ts';
import { gatherShare } from '../cells/share-limits.ts';
import { freeSlots } from '../gateways/choose-instance.ts';
import { holdsLong, unparkJob } from './job-rows.ts';

/** @returns false when the queue did not take it; the sweep sends it again. */
export async function sendJob(deps: Pick<Deps, 'log'>, region: Region, jobId: string, delaySeconds = 0): Promise<boolean> {
  try {
    await region.queue.send({ job_id: jobId }, delaySeconds > 0 ? { delaySeconds } : {});
    return true;
  } catch (cause) {
    deps.log.error('queue.send_failed', cause, { job_id: jobId, region: region.name });
    return false;
  }
}

export type WakeDeps = Pick<Deps, 'cell' | 'cells' | 'gates' | 'replicas' | 'db' | 'now' | 'config' | 'log'>;

/**
 * A running job of the account has ended in this region. Its slot is the region's, but the account's limit counts its jobs in every
 * region and cell: jobs that waited behind that limit elsewhere have their turn too.
 */
export async function wakeAfter(deps: WakeDeps & Pick<Deps, 'regions'>, region: Region, accountId: string): Promise<void> {
  if (deps.regions.size === 1 && !deps.cells.areSeveral) return void (await wakeParked(deps, region));
  const [elsewhere] = await Promise.all([
    deps.regions.size === 1 ? [] : regionsWithParked(deps, accountId, region.name),
    wakeParked(deps, region, (account) => account === accountId),
  ]);
  for (const other of elsewhere) await wakeParked(deps, other);
  if (deps.cells.areSeveral) await wakeOtherCells(deps, accountId);
}

async function regionsWithParked(deps: Pick<Deps, 'db' | 'regions'>, accountId: string, except: string): Promise<readonly Region[]> {
  const { results } = await deps.db
    .prepare('SELECT DISTINCT region FROM jobs WHERE parked > 0 AND account_id = ? AND region <> ?')
    .bind(accountId, except)
    .all<{ region: string }>();
  return results.flatMap(({ region }) => deps.regions.get(region) ?? []);
}

/** A cell that does not answer is looked at by its sweep. */
async function wakeOtherCells(deps: WakeDeps, accountId: string): Promise<void> {
  for (const other of await cellsOf(deps, accountId)) {
    if (other.cell.name === deps.cell.name) continue;
    try {
      for (const region of await regionsWithParked(other, accountId, ''))
        await wakeParked(other, region, (account) => account === accountId);
    } catch (cause) {
      deps.log.error('cell.not_woken', cause, { cell: other.cell.name });
    }
  }
}

interface LineHead {
  readonly id: string;
  readonly account_id: string;
  readonly plan: string;
  readonly plan_overrides: string | null;
  readonly parked: number;
  readonly busy: number;
  readonly type: OperationName;
  /** Of `busy`: those in the region. */
  readonly here: number;
  /** How many the account may run in this cell, where it works in several. */
  readonly share: number;
}

/**
 * Wakes the first parked job of each account for which the region has a free slot. The next one of the same account is woken when that
 * one has started: woken earlier it would overtake, be refused and wait again. Harmless when called too often.
 * @param mayAsk of which accounts a share of the limit may be brought from other cells
 */
export async function wakeParked(deps: WakeDeps, region: Region, mayAsk: (accountId: string) => boolean = () => false): Promise<number> {
  let woken = 0;
  for (;;) {
    const heads = await readLineHeads(deps, region);
    const { free } = heads;
    let progress = 0;
    for (const head of heads.accounts) {
      if (progress >= free) break;
      if (head.parked !== 1) continue;
      const plan = planOf(deps.config.plans, head);
      if (head.busy >= plan.running_jobs) continue;
      const account = { accountId: head.account_id, plan };
      if (head.busy >= head.share && !(mayAsk(head.account_id) && (await gatherShare(deps, account, 'running', 1)))) continue;
      // The claim would be refused (claimJob).
      if (holdsLong(head.type) && head.here > 0 && free - progress <= 1) continue;
      if (!(await unparkJob(deps, head.id, deps.now() + LIMITS.resendAfterMs))) continue;
      await sendJob(deps, region, head.id);
      progress += 1;
    }
    woken += progress;
    if (progress === 0 || progress >= free) return woken;
  }
}

const UNBOUNDED = 1_000_000_000;

async function readLineHeads(deps: Pick<Deps, 'cells' | 'db' | 'now'>, region: Region): Promise<{ accounts: LineHead[]; free: number }> {
  const slots = freeSlots(region.pool, deps.now());
  const share = deps.cells.areSeveral
    ? `coalesce((SELECT s.running FROM account_copies s WHERE s.account_id = p.account_id), ${UNBOUNDED})`
    : UNBOUNDED;
  // With min(), SQLite takes the other columns of a group from the row that has the minimum.
  const [accounts, free] = await deps.db.batch<LineHead & { n: number }>([
    deps.db
      .prepare(
        `SELECT p.id, p.account_id, p.type, p.parked, a.plan, a.plan_overrides, min(p.seq) AS seq,
           (SELECT count(*) FROM jobs r WHERE r.account_id = p.account_id AND r.state = 'running')
             + (SELECT count(*) FROM jobs w WHERE w.region = p.region AND w.account_id = p.account_id AND w.parked = 2) AS busy,
           (SELECT count(*) FROM jobs r WHERE r.account_id = p.account_id AND r.state = 'running' AND r.region = p.region)
             + (SELECT count(*) FROM jobs w WHERE w.region = p.region AND w.account_id = p.account_id AND w.parked = 2) AS here, ${share} AS share
         FROM jobs p JOIN accounts a ON a.id = p.account_id WHERE p.region = ? AND p.parked > 0
         GROUP BY p.account_id ORDER BY busy, seq LIMIT 50`,
      )
      .bind(region.name),
    // A job that is woken has its slot until its message comes.
    deps.db
      .prepare(`SELECT (${slots.sql}) - (SELECT count(*) FROM jobs WHERE region = ? AND parked > 0 AND parked = 2) AS n`)
      .bind(...slots.values, region.name),
  ]);
  return { accounts: accounts?.results ?? [], free: free?.results[0]?.n ?? 0 };
}
