// Creates and changes accounts. Every change raises the epoch at the account's gate first, so that cached keys are read again:
// when the write then fails nothing has changed, and when it succeeds no isolate still acts on the old row.

import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { gateOf } from '../limits/gate.ts';
import { type Result, ok, refuse, refuseField } from '../result.ts';
import { type AccountRow, accounts } from './account-table.ts';
import type { Plan } from './plan.ts';

export async function createAccount(
  deps: Pick<Deps, 'orm' | 'now' | 'newId' | 'config'>,
  fields: { name: string; plan: string },
): Promise<Result<AccountRow>> {
  if (!deps.config.plans[fields.plan]) return refusePlan(deps, fields.plan);
  const row = {
    id: deps.newId('account'),
    name: fields.name,
    plan: fields.plan,
    plan_overrides: null,
    default_region: null,
    epoch: 0,
    suspended_at: null,
    created_at: deps.now(),
  };
  await deps.orm.insert(accounts).values(row);
  return ok(row);
}

export interface AccountChange {
  readonly plan?: string | undefined;
  readonly plan_overrides?: Partial<Plan> | null | undefined;
  readonly suspended?: boolean | undefined;
  readonly default_region?: string | null | undefined;
}

export async function changeAccount(
  deps: Pick<Deps, 'orm' | 'now' | 'gates' | 'config' | 'regions'>,
  accountId: string,
  change: AccountChange,
): Promise<Result<AccountRow>> {
  if (change.plan !== undefined && !deps.config.plans[change.plan]) return refusePlan(deps, change.plan);
  if (typeof change.default_region === 'string' && !deps.regions.has(change.default_region)) {
    return refuseField('default_region', 'unknown', `There is no such region; the regions are ${[...deps.regions.keys()].join(', ')}.`);
  }
  const epoch = await raiseEpoch(deps, accountId);
  const [row] = await deps.orm
    .update(accounts)
    .set({
      epoch,
      ...(change.plan === undefined ? {} : { plan: change.plan }),
      ...(change.plan_overrides === undefined
        ? {}
        : { plan_overrides: change.plan_overrides ? JSON.stringify(change.plan_overrides) : null }),
      ...(change.default_region === undefined ? {} : { default_region: change.default_region }),
      ...(change.suspended === undefined ? {} : { suspended_at: change.suspended ? deps.now() : null }),
    })
    .where(eq(accounts.id, accountId))
    .returning();
  return row ? ok(row) : refuse('not_found');
}

/** Every holder of a cached key of this account reads it again at its next request. */
export async function raiseEpoch(deps: Pick<Deps, 'gates'>, accountId: string): Promise<number> {
  return gateOf(deps.gates, accountId).raiseEpoch();
}

function refusePlan(deps: Pick<Deps, 'config'>, plan: string): Result<never> {
  return refuseField('plan', 'unknown', `There is no plan ${plan}; the plans are ${Object.keys(deps.config.plans).join(', ')}.`);
}
