// GET /capabilities: the contract's tables and what the processors of each region have.

import type { Capabilities } from '#contract/capabilities.ts';
import type { ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import { UPLOAD_TYPES } from '#contract/files.ts';
import { OPERATIONS, type OperationName, type OperationRow } from '#contract/operations.ts';
import { answer } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';

type OperationEntry = Capabilities['operations'][OperationName];

export async function handleReadCapabilities(c: AppContext): Promise<Response> {
  const regions = await Promise.all(
    [...c.get('deps').regions.values()].map(async ({ name, capabilities }) => [name, regionEntry(await capabilities())] as const),
  );
  const body: Capabilities = {
    upload_types: [...UPLOAD_TYPES],
    operations: Object.fromEntries(
      Object.entries(OPERATIONS).map(([name, row]) => [name, operationEntry(row)]),
    ) as Capabilities['operations'],
    regions: Object.fromEntries(regions),
  };
  return answer(c, 200, body);
}

function operationEntry({ path, summary, accepts, yields, processingMsMax }: OperationRow): OperationEntry {
  return { path: `/jobs/${path}`, summary, accepts: [...accepts], yields: [...yields], processing_ms_max: processingMsMax };
}

function regionEntry(capabilities: ProcessorCapabilities | undefined): Capabilities['regions'][string] {
  return capabilities ? { available: true, ...capabilities } : { available: false };
}
