// The table from a job's type to its function. The compiler refuses a missing one.

import type { OperationName } from '#contract/operations.ts';
import { handleConvert } from './convert/convert.ts';
import { handleMetadata } from './metadata/metadata.ts';
import type { Operation } from './operation.ts';

export type OperationTable = { readonly [N in OperationName]: Operation<N> };

export const operations: OperationTable = { metadata: handleMetadata, convert: handleConvert };
