// `plan_id` of `ai-edit`: the plan of a dry run of the same account on the same bytes becomes the plan of the new job, with its instruction
// and pictures, so that it is checked as it was then.

import { z } from 'zod';
import { EditPlan } from '#contract/params/edit-plan.ts';
import { LIMITS } from '#contract/limits.ts';
import { cellOf } from '../cells/find-cell.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

const DryRunReport = z.object({ plan: EditPlan });

interface DryRunRow {
  readonly params: string;
  readonly report: string | null;
  readonly created_at: number;
}

/** @returns the parameters with the plan instead of its identifier; not_found or expired when there is no such plan. */
export async function resolvePlan(
  deps: Pick<Deps, 'cell' | 'cells' | 'now'>,
  accountId: string,
  file: FileRow,
  params: Record<string, unknown>,
): Promise<Result<Record<string, unknown>>> {
  const { plan_id, ...others } = params;
  if (typeof plan_id !== 'string') return ok(params);
  const cell = await cellOf(deps, 'job', plan_id);
  const row = await cell.db
    .prepare(
      `SELECT params, report, created_at FROM jobs WHERE id = ? AND account_id = ? AND type = 'ai_edit' AND state IN ('succeeded', 'expired')`,
    )
    .bind(plan_id, accountId)
    .first<DryRunRow>();
  // A plan says what is in a document: it does not leave its region.
  if (row && cell.cell.region !== undefined && cell.cell.region !== file.region)
    return refuseField(
      'plan_id',
      'other_region',
      `The plan was made in the region ${cell.cell.region}, and the file is stored in ${file.region}.`,
    );
  const made = row && (JSON.parse(row.params) as { dry_run?: boolean; instruction?: string; images?: unknown });
  const report = row?.report ? DryRunReport.safeParse(JSON.parse(row.report)) : undefined;
  if (!row || !made?.dry_run || !report?.success) return refuse('not_found', 'There is no plan with this identifier.');
  if (deps.now() - row.created_at > LIMITS.planKeptMs) return refuse('expired', 'The plan is older than 24 hours.');
  if (report.data.plan.source.sha256 !== file.sha256) {
    return refuseField('plan_id', 'other_file', 'The plan was made for a file with other bytes.');
  }
  const { instruction, images } = made;
  return ok({
    ...others,
    ...(instruction === undefined ? {} : { instruction }),
    ...(images === undefined ? {} : { images }),
    plan: report.data.plan,
  });
}
