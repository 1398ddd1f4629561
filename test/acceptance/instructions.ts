// The whole acceptance set, and how a plan is compared with its label.

import { EditOperation } from '#contract/params/edit-plan.ts';
import { PAGE_INSTRUCTIONS } from './instructions-pages.ts';
import { REFUSED_INSTRUCTIONS } from './instructions-refused.ts';
import { SECOND_INSTRUCTIONS } from './instructions-second.ts';
import { THIRD_INSTRUCTIONS } from './instructions-third.ts';
import { TEXT_INSTRUCTIONS } from './instructions-text.ts';
import type { ExpectedEdit, Labelled } from './labelled.ts';

export const INSTRUCTIONS: readonly Labelled[] = [
  ...TEXT_INSTRUCTIONS,
  ...PAGE_INSTRUCTIONS,
  ...REFUSED_INSTRUCTIONS,
  ...SECOND_INSTRUCTIONS,
  ...THIRD_INSTRUCTIONS,
];

/** What the schema makes of a label, without the parts that only a plan has. */
export function expectedOperation(label: ExpectedEdit): Record<string, unknown> {
  return bareOperation(EditOperation.parse({ ...label, id: 'op1', because: 'x' }));
}

export function bareOperation(operation: EditOperation): Record<string, unknown> {
  return Object.fromEntries(Object.entries(operation).filter(([key]) => key !== 'id' && key !== 'because'));
}
