import { expect, test } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { keepsQuotes } from '../../../../../../../processor/operations/ai-edit/plan/requests/keeps-quotes.ts';

const deleted = (instruction: string, texts: readonly string[], as: 'text' | 'line' | 'list_item' = 'text'): readonly EditOperation[] =>
  texts.map((text, at) => ({
    id: `op${at + 1}`,
    because: instruction,
    op: 'delete_text',
    pages: 'all',
    match: { text, case: 'exact', whole_word: true, occurrence: 'all', expect: { min: 1 } },
    as,
  }));

test.each([
  ['Delete the word "Digital" from the title, so that it reads "Signature by hand"', ['Digital', 'Signature', 'by hand'], false],
  ['Delete the word "Digital" from the title, so that it reads "Signature by hand"', ['Digital'], true],
  ['Lösche „Digitale“ im Titel, damit dort nur „Unterschrift von Hand“ steht', ['Digitale', 'Unterschrift'], false],
  ['Supprime "numérique" du titre pour qu\'il reste "Signature à la main"', ['Signature'], false],
  ['Delete the second "the" so that it reads "the cat"', ['the'], true],
])('%s: %j', (instruction, texts, isKept) => {
  expect(keepsQuotes(instruction, deleted(instruction, texts, 'line'))).toBe(isKept);
});

test.each([
  ['Delete the list item "3. a third item."', ['3.'], false],
  ['Delete the list item "3. a third item."', ['a third item.'], true],
  ['Delete the word however in "However, it rains"', ['However'], true],
  ['Delete the year from the line "Berlin, May 2020"', ['2020'], true],
  ['Delete "one line and another"', ['one line', 'and another'], true],
  ['Delete "A first name" and the word first', ['first'], true],
])('%s takes %j and no piece of it', (instruction, texts, isKept) => {
  expect(keepsQuotes(instruction, deleted(instruction, texts))).toBe(isKept);
});

test('a whole item may be named by its beginning', () => {
  const instruction = 'Delete the list item "3. a third item."';
  expect(keepsQuotes(instruction, deleted(instruction, ['3.'], 'list_item'))).toBe(true);
});
