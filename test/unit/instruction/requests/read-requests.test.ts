// How the second reading takes an instruction apart: pieces, talk, phrases for things.

import { describe, expect, test } from 'vitest';
import { readMention } from '../../../../instruction/mentions/read-mention.ts';
import { spacedMention } from '../../../../instruction/mentions/unspaced-mention.ts';
import { fold } from '../../../../instruction/reading/folded.ts';
import { requestsFor } from '../../../../instruction/requests/acts.ts';
import { isRequested } from '../../../../instruction/requests/is-requested.ts';
import { piecesOf } from '../../../../instruction/requests/pieces.ts';
import { isTalk } from '../../../../instruction/requests/talk.ts';

const talkOf = (instruction: string) => {
  const folded = fold(instruction);
  return piecesOf(folded).map(({ start, end }) => isTalk(folded.text.slice(start, end)));
};

describe('talk asks for nothing', () => {
  test.each([
    ['thx', [true]],
    ['two corrections for the poster', [true]],
    ['we restructured the book', [true]],
    ['The link in figure 7.3 is dead', [true]],
    ['nobody reads them', [true]],
  ])('%s', (said, talk) => {
    expect(talkOf(said)).toEqual(talk);
  });

  test.each([
    'the total becomes 48',
    'the date should be 3 May',
    'only on page 2',
    'And on the first one take away the addresses',
    'in red',
    'the last row has to go',
    'replace it with "A"',
  ])('%s is no talk', (said) => {
    expect(talkOf(said)).not.toContain(true);
  });
});

test('the verb may stand first, last or between', () => {
  const objects = (said: string) => requestsFor(fold(said), 'delete').map(({ object, place }) => [object.source, place?.source]);
  expect(objects('get rid of the last row please')).toEqual([['the last row', undefined]]);
  expect(objects('Bitte den vierten Absatz ganz rausnehmen')).toEqual([['den vierten Absatz', undefined]]);
  expect(objects('the footer should vanish on all pages')).toContainEqual(['the footer on all pages', undefined]);
  expect(objects('under Interests the second bullet should go')).toContainEqual(['the second bullet', 'under Interests']);
});

test('a phrase for a thing is read word by word', () => {
  const said = 'the second Whereas paragraph below the chart (the one about friendly relations)';
  const mention = readMention(fold(said), { start: 0, end: said.length });
  const at = (span: { start: number; end: number } | undefined) => span && said.slice(span.start, span.end);
  expect(mention).toMatchObject({ noun: 'paragraph', nth: 2, isPlural: false });
  expect(at(mention.words)).toBe('Whereas');
  expect(mention.at.map(({ relation, of }) => [relation, at(of)])).toEqual([['under', 'the chart']]);
  expect(mention.asides.map(at)).toEqual(['the one about friendly relations']);
});

test('Chinese and Japanese phrases are brought into that order', () => {
  expect(spacedMention(fold('最後の日付'))?.source).toBe('last date');
  expect(spacedMention(fold('封面上的日期'))?.source).toBe('date in cover page');
  expect(spacedMention(fold('第三段'))?.source).toBe('3rd paragraph');
});

test('what no document could answer is no request', () => {
  for (const said of ['make it nicer', 'hello', 'improve the layout', 'please fix', 'I like turtles', 'delete'])
    expect(isRequested(said)).toBe(false);
  for (const said of ['Add a 4th bullet below Liste 3 that says Liste 4', 'the footer with the address should vanish'])
    expect(isRequested(said)).toBe(true);
});
