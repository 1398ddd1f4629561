import { expect, test } from 'vitest';
import { parsePageRanges, resolvePages } from '#contract/params/page-ranges.ts';

const resolve = (text: string, pageCount: number) => {
  const ranges = parsePageRanges(text);
  return ranges && resolvePages(ranges, pageCount);
};

test.each([
  ['1', 3, [1]],
  ['1-3,5,8-end', 9, [1, 2, 3, 5, 8, 9]],
  ['last', 4, [4]],
  ['-2', 5, [4]],
  ['-3--2', 5, [3, 4]],
  ['2-last', 3, [2, 3]],
  ['3, 1', 3, [3, 1]],
  ['1,1', 1, [1, 1]],
  ['2--1', 4, [2, 3, 4]],
] as const)('%s of %d pages', (text, pageCount, pages) => {
  expect(resolve(text, pageCount)).toEqual(pages);
});

test.each(['', '0', '1-', '-', 'a', '1..2', '1;2', '1-2-3', ',1', '01', '99999999', '１'])('%j is not in the grammar', (text) => {
  expect(parsePageRanges(text)).toBeUndefined();
});

test.each([
  ['4', 3],
  ['3-2', 3],
  ['-4', 3],
  ['2-9', 3],
] as const)('%s of %d pages names a page that does not exist or runs backwards', (text, pageCount) => {
  expect(resolve(text, pageCount)).toBeUndefined();
});
