// The table from a job's type to its function. The compiler refuses a missing one.

import type { SingleOperationName } from '#contract/operations.ts';
import { handleAiEdit } from './ai-edit/ai-edit.ts';
import { handleCompress } from './compress/compress.ts';
import { handleConvert } from './convert/convert.ts';
import { handleFlatten } from './flatten/flatten.ts';
import { handleMetadata } from './metadata/metadata.ts';
import { handleMerge } from './merge/merge.ts';
import { handleOcr } from './ocr/ocr.ts';
import { handlePages } from './pages/pages.ts';
import { handleProtect } from './protect/protect.ts';
import { handleUnlock } from './protect/unlock.ts';
import { handleStamp } from './stamp/stamp.ts';
import { handleSplit } from './split/split.ts';
import type { Operation } from './operation.ts';

export type OperationTable = { readonly [N in SingleOperationName]: Operation<N> };

export const operations: OperationTable = {
  ai_edit: handleAiEdit,
  metadata: handleMetadata,
  compress: handleCompress,
  convert: handleConvert,
  ocr: handleOcr,
  split: handleSplit,
  merge: handleMerge,
  pages: handlePages,
  flatten: handleFlatten,
  stamp: handleStamp,
  protect: handleProtect,
  unlock: handleUnlock,
};
