// What the Worker itself does with the parameters of a job before it is written: identifiers of what the Worker keeps are replaced by the
// content, and a job that could not run in the region is refused.

import type { SingleOperationName } from '#contract/operations.ts';
import { refuseConversion } from '#contract/params/convert-params.ts';
import { refuseLanguages } from '#contract/params/ocr-params.ts';
import type { Submission, SubmissionRefusal } from '#contract/params/submission.ts';
import { refuseInstruction } from '#instruction/refuse-instruction.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { ok, type Result } from '../result.ts';
import { resolvePlan } from './resolve-plan.ts';

type Params = Record<string, unknown>;
type ResolveDeps = Pick<Deps, 'cell' | 'cells' | 'now'>;

interface SubmissionRow {
  /** The parameters with content instead of identifiers. */
  readonly resolves?: (deps: ResolveDeps, accountId: string, file: FileRow, params: Params) => Promise<Result<Params>>;
  /** Why a job on a file of an accepted type cannot be created with these parameters in this region; undefined when it can. */
  readonly refuses?: (submission: Submission) => SubmissionRefusal | undefined;
}

const SUBMISSIONS: { readonly [N in SingleOperationName]?: SubmissionRow } = {
  ai_edit: { resolves: resolvePlan, refuses: refuseInstruction },
  convert: { refuses: refuseConversion },
  ocr: { refuses: refuseLanguages },
};

/** @returns the parameters that the job runs with. */
export async function resolveParams(
  deps: ResolveDeps,
  accountId: string,
  type: SingleOperationName,
  file: FileRow,
  params: Params,
): Promise<Result<Params>> {
  return (await SUBMISSIONS[type]?.resolves?.(deps, accountId, file, params)) ?? ok(params);
}

/** Undefined for an operation that never refuses: its region need not be asked. */
export function refusalOf(type: SingleOperationName): SubmissionRow['refuses'] {
  return SUBMISSIONS[type]?.refuses;
}
