// A veto that is learned: what a plan does must be what the words are likely to ask for, where no verb of the lexicon asks for it. Of 238
// instructions that nothing was learned from, every plan that fitted had at least 0.23 of the probability.

import type { EditName, EditOperation } from '#contract/params/edit-plan.ts';
import { fold } from '#instruction/reading/folded.ts';
import { type Act, patternOf, verbsOf } from '#instruction/reading/lexicon.ts';
import { mendVerbs } from '#instruction/reading/parts.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { readRoles } from './read-roles.ts';
import { type ReaderModels, readerModels } from './weights.ts';

/** The acts that an operation carries out; those that too few instructions were seen of are not judged. */
const ACTS_OF: Readonly<Partial<Record<EditName, readonly string[]>>> = {
  replace_text: ['replace', 'correct-spelling', 'translate', 'shorten', 'move', 'fill-field', 'header-footer', 'page-numbers', 'insert'],
  delete_text: ['delete', 'correct-spelling', 'shorten', 'replace', 'header-footer', 'page-numbers'],
  restyle_text: ['style', 'underline', 'highlight', 'strike'],
  insert_text: ['insert', 'correct-spelling', 'replace', 'stamp', 'header-footer', 'duplicate-page', 'fill-field'],
  highlight: ['highlight'],
  redact: ['redact', 'delete'],
  fill_field: ['fill-field', 'tick', 'replace', 'clear-field', 'insert'],
};

/** Verbs that ask for it. */
const VERBS_OF: Readonly<Partial<Record<EditName, readonly Act[]>>> = {
  replace_text: ['change', 'replace', 'rename'],
  delete_text: ['delete'],
  restyle_text: ['style'],
  insert_text: ['insert'],
  highlight: ['highlight'],
  redact: ['redact'],
  fill_field: ['fill'],
};

const READINGS = 8;
const PROBABILITY_MIN = 0.1;

/** @returns whether each operation that is judged is likely enough, over the likeliest readings of the instruction */
export function isLikely(
  instruction: string,
  operations: readonly EditOperation[],
  ground: GroundDocument,
  models: ReaderModels = readerModels(),
): boolean {
  const { text } = mendVerbs(fold(instruction));
  const judged = [...new Set(operations.map(({ op }) => op))].filter(
    (op) => ACTS_OF[op] !== undefined && !patternOf(verbsOf(...(VERBS_OF[op] ?? [])), 'u').test(text),
  );
  if (judged.length === 0) return true;
  const readings = readRoles(instruction, ground, models, READINGS);
  const total = readings.reduce((sum, { probability }) => sum + probability, 0);
  return judged.every((op) => {
    const wanted = ACTS_OF[op] ?? [];
    const shares = readings.map(({ probability, acts }) => {
      const likeliest = Math.max(0, ...acts.map(({ kinds }) => kinds.reduce((sum, kind) => sum + (wanted.includes(kind.name) ? kind.probability : 0), 0))); // prettier-ignore
      return (probability / total) * likeliest;
    });
    return shares.reduce((sum, share) => sum + share, 0) >= PROBABILITY_MIN;
  });
}
