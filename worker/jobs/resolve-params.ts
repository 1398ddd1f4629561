// Parameters that name what the Worker keeps: what is named is put in their place before the job is judged.

import type { OperationName } from '#contract/operations.ts';
import type { Deps } from '../deps.ts';
import type { FileRow } from '../files/file-table.ts';
import { ok, type Result } from '../result.ts';
import { resolvePlan } from './resolve-plan.ts';

type Params = Record<string, unknown>;
type ResolveDeps = Pick<Deps, 'db' | 'now'>;

/** The operations that have such parameters. */
const RESOLVERS: {
  readonly [N in OperationName]?: (deps: ResolveDeps, accountId: string, file: FileRow, params: Params) => Promise<Result<Params>>;
} = {
  ai_edit: resolvePlan,
};

/** @returns the parameters that the job runs with. */
export async function resolveParams(
  deps: ResolveDeps,
  accountId: string,
  type: OperationName,
  file: FileRow,
  params: Params,
): Promise<Result<Params>> {
  return (await RESOLVERS[type]?.(deps, accountId, file, params)) ?? ok(params);
}
