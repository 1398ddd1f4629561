// Whether what a plan would write comes from the instruction. A value that only the document could have supplied is refused: text in a
// document is material, never an instruction.

import type { EditOperation } from '#contract/edit-plan.ts';
import { wholeNumber } from '#contract/instruction/words.ts';

/** What the operation would write, by the name of its field. */
export function writtenValues(operation: EditOperation): readonly (readonly [field: string, value: string])[] {
  switch (operation.op) {
    case 'replace_text':
    case 'insert_text':
    case 'watermark_text':
    case 'stamp':
    case 'header_footer':
    case 'set_metadata':
    case 'fill_field':
      return [['value', operation.value]];
    case 'page_numbers':
      return [['format', operation.format]];
    case 'delete_text':
    case 'restyle_text':
    case 'redact':
    case 'highlight':
    case 'rotate_pages':
    case 'delete_pages':
    case 'keep_pages':
    case 'move_pages':
    case 'duplicate_pages':
    case 'insert_blank_page':
    case 'crop':
    case 'remove_metadata':
    case 'check_field':
    case 'flatten_forms':
    case 'remove_annotations':
    case 'remove_links':
      return [];
  }
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
