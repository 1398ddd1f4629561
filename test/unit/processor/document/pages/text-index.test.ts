// The folded text in which pages are searched.

import { expect, test } from 'vitest';
import { foldText, TextIndex } from '../../../../../processor/document/pages/text-index.ts';

test.each([
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['ὁδός', 'ὉΔΌΣ'],
  ['İstanbul', 'istanbul'],
  ['ﬁnal', 'FINAL'],
  ['ｆｕｌｌ width', 'FULL WIDTH'],
  ['“a” – ‘b’', '"A" - \'B\''],
])('%s and %s are one text', (one, two) => {
  expect(foldText(one)).toBe(foldText(two));
});

test('a page holds a text also where a line ends inside it, and inside a word that is divided there', () => {
  const index = new TextIndex();
  index.add(1, 'the main street of the big-\ngest town');
  index.add(2, 'nothing of it');
  expect(index.pagesWith('biggest town')).toEqual([1]);
  expect(index.pagesWith('of  THE')).toEqual([1]);
  expect(index.pagesWith(' ')).toEqual([]);
});
