// Whether words of the grammar ask for an operation. Where there are none, as in other languages, the named objects decide.

import type { EditName } from '#contract/params/edit-plan.ts';
import { FORMS } from './forms/all-forms.ts';

const OPERATIONS_OF_WORD = new Map<string, Set<EditName>>();
function note(word: string, op: EditName): void {
  const known = OPERATIONS_OF_WORD.get(word) ?? new Set();
  OPERATIONS_OF_WORD.set(word, known.add(op));
}
for (const form of FORMS) {
  for (const verb of form.verbs) {
    const word = verb.split(' ')[0] ?? '';
    note(word, form.op);
    // One form reads everything that can be removed as a whole; `delete all but` keeps.
    if (form.op === 'remove_annotations') for (const op of ['remove_links', 'remove_metadata', 'keep_pages'] as const) note(word, op);
  }
}
for (const [word, op] of [
  ['should', 'replace_text'],
  ['must', 'replace_text'],
  ['instead', 'replace_text'],
  ['says', 'replace_text'],
  ['say', 'replace_text'],
  ['read', 'replace_text'],
  ['reads', 'replace_text'],
  ['becomes', 'replace_text'],
  ['->', 'replace_text'],
  ['→', 'replace_text'],
  ['=>', 'replace_text'],
  ['keep', 'delete_pages'],
  ['only', 'keep_pages'],
] as const)
  note(word, op);

/** @param words of the instruction that a planner names for the operation, without quoted texts. */
export function isAsked(op: EditName, words: string): boolean {
  let verbs = 0;
  for (const word of words.split(/[\s`.,;:!?()]+/)) {
    const operations = OPERATIONS_OF_WORD.get(word);
    if (operations?.has(op)) return true;
    if (operations) verbs++;
  }
  return verbs === 0;
}
