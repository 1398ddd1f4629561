// What is not wanted any more, pages by number words, page numbers that are shown, notes and links without quotation marks.

import { expect, test } from 'vitest';
import { fold } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { mendVerbs, splitParts } from '#instruction/reading/parts.ts';
import { readPart } from '#instruction/reading/read-part.ts';

function firstOf(instruction: string): Intent | undefined {
  const folded = mendVerbs(fold(instruction));
  const [part] = splitParts(folded);
  return part && readPart(folded, part.span).flat()[0];
}

test.each([
  ["I don't need page two", { kind: 'delete_pages', pages: '2' }],
  ['the last page (credits) is not needed', { kind: 'delete_pages', pages: 'last' }],
  ['Seite 4 brauchen wir nicht mehr', { kind: 'delete_pages', pages: '4' }],
  ['swap the last two pages', { kind: 'swap_pages', pages: 'last' }],
  ['duplicate the first page and put the copy at the end', { kind: 'copy_pages', pages: '1', place: 'after', page: -1 }],
  ['add page numbers centred at the bottom, starting with 5', { kind: 'number', position: 'bottom_center', start: 5 }],
  ['we need "Page 1", "Page 2" ... at the bottom right', { kind: 'number', position: 'bottom_right', format: 'Page {n}' }],
  ['add a comment to the second paragraph saying: check this', { kind: 'note' }],
  ['the licence link must go to https://example.org/x', { kind: 'link' }],
] as const)('%s', (instruction, intent) => expect(firstOf(instruction)).toMatchObject(intent)); // prettier-ignore
