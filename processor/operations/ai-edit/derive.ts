// Whether what a plan would write comes from the instruction. A value that only the document could have supplied is refused: text in a
// document is material, never an instruction.

import type { EditName, EditOperation } from '#contract/edit-plan.ts';
import { wholeNumber } from '#contract/instruction/words.ts';

/** The field in which an operation says what it would write; every operation has to be looked at. */
const WRITTEN_FIELDS: Readonly<Record<EditName, 'value' | 'format' | undefined>> = {
  replace_text: 'value',
  delete_text: undefined,
  insert_text: 'value',
  restyle_text: undefined,
  redact: undefined,
  highlight: undefined,
  replace_image: undefined,
  rotate_pages: undefined,
  delete_pages: undefined,
  keep_pages: undefined,
  move_pages: undefined,
  duplicate_pages: undefined,
  insert_blank_page: undefined,
  crop: undefined,
  watermark_text: 'value',
  stamp: 'value',
  page_numbers: 'format',
  header_footer: 'value',
  set_metadata: 'value',
  remove_metadata: undefined,
  fill_field: 'value',
  check_field: undefined,
  flatten_forms: undefined,
  remove_annotations: undefined,
  remove_links: undefined,
};

/** What the operation would write, by the name of its field. */
export function writtenValues(operation: EditOperation): readonly (readonly [field: string, value: string])[] {
  const field = WRITTEN_FIELDS[operation.op];
  const entry = Object.entries(operation).find(([name]) => name === field);
  return entry && typeof entry[1] === 'string' ? [[entry[0], entry[1]]] : [];
}

/** Words that a numbering may have without being told. */
const NUMBERING = new Set(['page', 'of', 'seite', 'von', 'sur', 'de', 'p']);

/** Either the value stands in the instruction, or all of its words do: another order and other marks between them are the planner's. */
export function derives(field: string, value: string, instruction: string): boolean {
  const said = plain(instruction);
  const written = plain(field === 'format' ? value.replaceAll(/\{(?:n|total)\}/g, ' ') : value);
  if (said.includes(written)) return true;
  const known = new Set(wordsOf(said));
  const words = wordsOf(written).filter((word) => field !== 'format' || !NUMBERING.has(word));
  // A value without letters or digits has no words to compare: it must stand there as it is.
  return words.length > 0 || field === 'format' ? words.every((word) => known.has(word)) : false;
}

/** Compatibility forms, quotes, dashes and spaces are told apart by nobody who writes an instruction. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚‹›]/g, "'")
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function wordsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) =>
    String(wholeNumber(/^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? word) ?? word),
  );
}
