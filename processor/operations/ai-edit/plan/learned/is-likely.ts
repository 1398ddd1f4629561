// Whether a plan of the rules may stand beside what was learned: it must not be all but impossible, and no other plan may be likelier.

import type { EditOperation } from '#contract/params/edit-plan.ts';
import { plainName } from '../places/ground-document.ts';
import { isAsLikely } from './judge-plan.ts';
import { chanceOf, type Learned } from './plan-learned.ts';

/** Rules know kinds of requests that few rows were annotated with; on rows that nobody had seen, plans below this were wrong. */
const PROBABILITY_MIN = 0.1;

/** From here on another plan counts. */
export const RIVAL_MIN = 0.4;

export async function isLikely(operations: readonly EditOperation[], { plan, readings, scene }: Learned): Promise<boolean> {
  const rival = plan.edits !== undefined && toldOf(plan.edits.operations) !== toldOf(operations) ? chanceOf(plan) : 0;
  return isAsLikely(scene, operations, readings, rival > RIVAL_MIN ? rival : PROBABILITY_MIN);
}

/** What is done with which words, wherever they stand. */
const toldOf = (operations: readonly EditOperation[]): string =>
  operations
    .map((operation) => {
      const text = 'match' in operation ? plainName(operation.match.text ?? '') : '';
      return `${operation.op} ${text} ${'value' in operation ? plainName(operation.value) : ''}`;
    })
    .toSorted()
    .join('\n');
