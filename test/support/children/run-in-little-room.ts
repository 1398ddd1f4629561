// Operations in a process whose files may not become large: `node run-in-little-room.ts SOURCE WORKDIR`. Prints the reason of each.

import { basename } from 'node:path';
import { OPERATIONS } from '#contract/operations.ts';
import { toJobFailure } from '../../../processor/failure.ts';
import type { Operation, OperationContext } from '../../../processor/operations/operation.ts';
import { operations } from '../../../processor/operations/operations.ts';

const [path = '', workDir = ''] = process.argv.slice(2);
const context: OperationContext = {
  workDir,
  limits: { processing_ms: 60_000, pages: 100, output_bytes: 1e9 },
  progress: () => {},
  warn: () => {},
};
const source = { path, filename: basename(path), contentType: 'application/pdf', sizeBytes: 0, sha256: '' };
const told: Record<string, string> = {};
for (const [name, type, params] of [
  ['metadata', 'metadata', { action: 'remove' }],
  ['compress', 'compress', {}],
  ['convert', 'convert', { target_format: 'pdf' }],
] as const) {
  try {
    await (operations[type] as Operation<typeof type>)(context, [source], OPERATIONS[type].params.parse(params));
    told[name] = 'succeeded';
  } catch (error) {
    told[name] = toJobFailure(error).reason;
  }
}
console.log(JSON.stringify(told));
process.exit(0);
