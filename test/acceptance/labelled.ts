// The form of a labelled instruction: its words, then either the operations that it must lead to, or why it must be refused.

import type { z } from 'zod';
import type { EditOperation } from '#contract/params/edit-plan.ts';

type Input = z.input<typeof EditOperation>;
/** An operation without its place in the plan and without what the schema fills in. */
export type ExpectedEdit = { [N in Input['op']]: Omit<Extract<Input, { op: N }>, 'id' | 'because'> }[Input['op']];

/** `unsupported`: no operation does it, or it can be read in two ways. `policy`: acceptable use forbids it for any document. */
export type Labelled =
  | readonly [instruction: string, ...plan: ExpectedEdit[]]
  | readonly [instruction: string, refusal: 'unsupported' | 'policy'];

/** A third of the set is kept apart: the grammar is developed on the rest. FNV-1a of the words decides, so that no one chooses. */
export function isHeldOut([instruction]: Labelled): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < instruction.length; index++) hash = Math.imul(hash ^ instruction.charCodeAt(index), 0x01000193) >>> 0;
  return hash % 3 === 0;
}
