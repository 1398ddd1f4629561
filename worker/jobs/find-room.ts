// Room under an account's limits for further jobs, where the account works in several cells: brought from where it is not used (share-limits.ts).

import { gatherShare, isShort, type ShareDeps } from '../cells/share-limits.ts';
import type { Plan } from '../plan.ts';

interface Account {
  readonly accountId: string;
  readonly plan: Plan;
}

const ROUNDS_MAX = 3;

/**
 * Writes jobs by a statement that keeps to the limits; again when room was brought.
 * @param insert whether they were written
 */
export async function insertWithRoom(
  deps: ShareDeps,
  { accountId, plan }: Account,
  need: { readonly jobs: number; readonly steps: number },
  insert: () => Promise<boolean>,
): Promise<boolean> {
  for (let round = 0; !(await insert()); round++) {
    if (round === ROUNDS_MAX || !deps.cells.areSeveral) return false;
    if (!(await gatherShare(deps, { accountId, plan }, 'queued', need.jobs))) return false;
    if (plan.jobs_per_month !== undefined && !(await gatherShare(deps, { accountId, plan }, 'month', need.steps))) return false;
  }
  return true;
}

/** Whether the account may run one more job in this cell than it could until now. */
export async function findRoomToRun(deps: ShareDeps, account: Account): Promise<boolean> {
  return (await isShort(deps, account)) && gatherShare(deps, account, 'running', 1);
}
