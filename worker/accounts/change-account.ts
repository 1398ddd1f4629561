// Creates and changes accounts. Every change raises the epoch at the account's gate first, so that cached keys are read again:
// when the write then fails nothing has changed, and when it succeeds no isolate still acts on the old row.

import { raiseVersions, spreadAccount } from '../cells/copy-account.ts';
import { evenShares } from '../cells/share-limits.ts';
import type { Deps } from '../deps.ts';
import { gateOf } from '../limits/gate.ts';
import { type Result, ok, refuse, refuseField } from '../result.ts';
import type { AccountRow } from './account-table.ts';
import { type Actor, auditChange } from './audit.ts';
import { type Plan, planOf } from '../plan.ts';

export async function createAccount(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'config'>,
  actor: Actor,
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
  const columns = Object.keys(row);
  await deps.db.batch([
    deps.db
      .prepare(`INSERT INTO accounts (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .bind(...Object.values(row)),
    auditChange(deps, actor, { accountId: row.id, action: 'account.created', subjectId: row.id, details: { plan: row.plan } }),
  ]);
  return ok(row);
}

interface AccountChange {
  readonly plan?: string | undefined;
  readonly plan_overrides?: Partial<Plan> | null | undefined;
  readonly suspended?: boolean | undefined;
  readonly default_region?: string | null | undefined;
}

export async function changeAccount(
  deps: Pick<Deps, 'cell' | 'cells' | 'db' | 'now' | 'newId' | 'gates' | 'config' | 'regions' | 'log'>,
  actor: Actor,
  accountId: string,
  change: AccountChange,
): Promise<Result<AccountRow>> {
  if (change.plan !== undefined && !deps.config.plans[change.plan]) return refusePlan(deps, change.plan);
  if (typeof change.default_region === 'string' && !deps.regions.has(change.default_region)) {
    return refuseField('default_region', 'unknown', `There is no such region; the regions are ${[...deps.regions.keys()].join(', ')}.`);
  }
  const epoch = await raiseEpoch(deps, accountId);
  const set = columnsOf(change, deps.now());
  const assignments = ['epoch = ?', ...Object.keys(set).map((column) => `${column} = ?`)];
  const [updated] = await deps.db.batch<AccountRow>([
    deps.db.prepare(`UPDATE accounts SET ${assignments.join(', ')} WHERE id = ? RETURNING *`).bind(epoch, ...Object.values(set), accountId),
    auditChange(deps, actor, { accountId, action: 'account.changed', subjectId: accountId, details: { ...change } }),
    ...raiseVersions(deps, accountId),
  ]);
  const row = updated?.results[0];
  if (!row) return refuse('not_found');
  await spreadAccount(deps, accountId);
  await evenShares(deps, { accountId, plan: planOf(deps.config.plans, row) });
  return ok(row);
}

/** Fields that are not named keep their values. */
function columnsOf(change: AccountChange, nowMs: number): Partial<Record<keyof AccountRow, string | number | null>> {
  const { plan, plan_overrides, suspended, default_region } = change;
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(plan_overrides === undefined ? {} : { plan_overrides: plan_overrides ? JSON.stringify(plan_overrides) : null }),
    ...(default_region === undefined ? {} : { default_region }),
    ...(suspended === undefined ? {} : { suspended_at: suspended ? nowMs : null }),
  };
}

/** Every holder of a cached key of this account reads it again at its next request. */
export async function raiseEpoch(deps: Pick<Deps, 'gates'>, accountId: string): Promise<number> {
  return gateOf(deps.gates, accountId).raiseEpoch();
}

function refusePlan(deps: Pick<Deps, 'config'>, plan: string): Result<never> {
  return refuseField('plan', 'unknown', `There is no plan ${plan}; the plans are ${Object.keys(deps.config.plans).join(', ')}.`);
}
