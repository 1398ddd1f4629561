// Plans: what an account may do at once and in all. The values are configuration (wrangler.toml, PLANS), never code.

import { z } from 'zod';
import { RECORD_CLASS_NAMES } from '#contract/edit-policy.ts';

export const Plan = z.strictObject({
  requests_per_minute: z.int().positive(),
  running_jobs: z.int().positive(),
  queued_jobs: z.int().positive(),
  file_bytes: z.int().positive(),
  pages: z.int().positive(),
  retention_hours: z.int().positive(),
  /** Jobs in a calendar month (UTC); absent: no quota. */
  jobs_per_month: z.int().positive().optional(),
  /** Whether the service fetches files from addresses for the account; absent: no. */
  source_urls: z.boolean().optional(),
  /** Whether results are sent to addresses that the account names; absent: no. */
  deliver_to: z.boolean().optional(),
  /** Classes of records whose content the account may edit, as their issuer (acceptable use). */
  editable_records: z.array(z.enum(RECORD_CLASS_NAMES)).optional(),
});
export type Plan = z.infer<typeof Plan>;

export const Plans = z.record(z.string(), Plan);
export type Plans = z.infer<typeof Plans>;

/** @throws Error when the account names a plan that the configuration does not have. */
export function planOf(plans: Plans, account: { plan: string; plan_overrides: string | null }): Plan {
  const plan = plans[account.plan];
  if (!plan) throw new Error(`the configuration has no plan named ${account.plan}`);
  if (!account.plan_overrides) return plan;
  return Plan.parse({ ...plan, ...(JSON.parse(account.plan_overrides) as object) });
}
