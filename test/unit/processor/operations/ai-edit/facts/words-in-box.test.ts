import { expect, test } from 'vitest';
import { wordsInBox, wordsOf } from '../../../../../../processor/operations/ai-edit/facts/words-in-box.ts';

/** Words all over a page and beyond its edges, in an order that is not that of the page. */
const words = Array.from({ length: 400 }, (_, at) => {
  const [x, y] = [((at * 137) % 700) - 50, ((at * 211) % 950) - 50];
  return { start: at * 6, end: at * 6 + 5, box: [x, y, x + 20 + (at % 7), y + 8 + (at % 5)] as const };
});
const page = { words, heightPt: 842 };

test.each([
  { left: 0, top: 0, right: 600, bottom: 842 },
  { left: 100, top: 300, right: 320, bottom: 311 },
  { left: -100, top: -100, right: 900, bottom: 12 },
  { left: 10, top: 700, right: 60, bottom: 1e9 },
  { left: 50, top: 500, right: 40, bottom: 400 },
])('a box of many holds the words that it holds alone: %j', (box) => {
  expect(wordsOf(page)(box)).toEqual(wordsInBox(page, box));
});
