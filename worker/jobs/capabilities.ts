// GET /capabilities: the contract's tables and what the processors of each region have.

import type { Capabilities } from '#contract/capabilities.ts';
import type { ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import type { Deps } from '../deps.ts';
import { UPLOAD_TYPES } from '#contract/files.ts';
import { OPERATIONS, type OperationName, type OperationRow, type SourceLimits } from '#contract/operations.ts';
import { limitsOf } from '#contract/source-limits.ts';
import { answer } from '../http/answer.ts';
import type { AppContext } from '../http/context.ts';

type OperationEntry = Capabilities['operations'][OperationName];

export async function handleReadCapabilities(c: AppContext): Promise<Response> {
  const regions = await Promise.all(
    [...c.get('deps').regions.keys()].map(async (name) => [name, regionEntry(await capabilitiesOf(c.get('deps'), name))] as const),
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

/** Of the cells where new files are stored; those of a region are alike. */
async function capabilitiesOf({ cells }: Deps, name: string): Promise<ProcessorCapabilities | undefined> {
  for (const { regions } of cells.all.toReversed()) {
    const capabilities = await regions.get(name)?.capabilities();
    if (capabilities) return capabilities;
  }
  return undefined;
}

function operationEntry(row: OperationRow): OperationEntry {
  const { path, summary, accepts, yields, processingMsMax, limitsBy } = row;
  const entry = { path: `/jobs/${path}`, summary, accepts: [...accepts], yields: [...yields], processing_ms_max: processingMsMax };
  const values = Object.keys(limitsBy?.values ?? {}).map((value) => [
    value,
    limitsEntry(limitsOf(row, { [limitsBy?.param ?? '']: value })),
  ]);
  return {
    ...entry,
    ...limitsEntry(limitsOf(row, {})),
    ...(limitsBy && { limits_by: { param: limitsBy.param, values: Object.fromEntries(values) } }),
  };
}

function limitsEntry({ pagesMax, bytesMax }: SourceLimits): Pick<OperationEntry, 'pages_max' | 'bytes_max'> {
  return { ...(pagesMax !== undefined && { pages_max: pagesMax }), ...(bytesMax !== undefined && { bytes_max: bytesMax }) };
}

function regionEntry(capabilities: ProcessorCapabilities | undefined): Capabilities['regions'][string] {
  return capabilities ? { available: true, ...capabilities } : { available: false };
}
