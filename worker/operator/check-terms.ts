// Checks the terms of an account before anything is written: the plan exists, its overrides are values that a plan has, the region exists.

import { Plan } from '../plan.ts';
import type { Deps } from '../deps.ts';
import { validate } from '../http/read-body.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

interface Terms {
  readonly plan?: string | undefined;
  readonly plan_overrides?: Readonly<Record<string, unknown>> | null | undefined;
  readonly default_region?: string | null | undefined;
}

export interface CheckedTerms {
  readonly plan_overrides?: Partial<Plan> | null;
  readonly default_region?: string | null;
}

export function checkTerms(deps: Pick<Deps, 'config' | 'regions'>, terms: Terms): Result<CheckedTerms> {
  const { plan, plan_overrides, default_region } = terms;
  if (plan !== undefined && !Object.hasOwn(deps.config.plans, plan)) {
    return refuseField('plan', 'unknown', `There is no plan ${plan}; the plans are ${Object.keys(deps.config.plans).join(', ')}.`);
  }
  if (typeof default_region === 'string' && !deps.regions.has(default_region)) {
    return refuseField('default_region', 'unknown', `There is no such region; the regions are ${[...deps.regions.keys()].join(', ')}.`);
  }
  const region = default_region === undefined ? {} : { default_region };
  if (plan_overrides === undefined || plan_overrides === null) {
    return ok({ ...region, ...(plan_overrides === null ? { plan_overrides: null } : {}) });
  }
  const overrides = validate(Plan.partial(), plan_overrides);
  if (!overrides.ok) {
    const { message, details } = overrides.refusal;
    const named = details?.map((detail) => ({ ...detail, field: `plan_overrides.${detail.field}` }));
    return refuse('invalid_request', `plan_overrides: ${message}`, named ? { details: named } : {});
  }
  // Through JSON: an undefined value does not become an override.
  return ok({ ...region, plan_overrides: JSON.parse(JSON.stringify(overrides.value)) as Partial<Plan> });
}
