// Parameters that name what the Worker keeps: for each operation that has such, what is put in their place before the job is judged.

import type { OperationName } from '#contract/operations.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import type { Result } from '../result.ts';
import { resolvePlan } from './resolve-plan.ts';

/** @returns the parameters that the job runs with. */
type Resolve = (
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  file: FileRow,
  params: Record<string, unknown>,
) => Promise<Result<Record<string, unknown>>>;

export const RESOLVED: { readonly [N in OperationName]?: Resolve } = {
  ai_edit: resolvePlan,
};
