import { expect, it } from 'vitest';
import type { TextLine } from '../../../../../processor/pdf/edit/layout/lines.ts';
import { areUnstretchedIdeographs } from '../../../../../processor/pdf/edit/layout/text-column.ts';

/** Letters of 10 points with so many points between them. */
function lineOf(text: string, gap: number): TextLine {
  const glyphs = Array.from(text, (unicode, index) => {
    const start = index * (10 + gap);
    return { start, end: start + 10, size: 10, shown: { glyph: { unicode } } };
  });
  return { glyphs: glyphs as never, start: 0, end: 0, baseline: 0, angle: 0, size: 10, isLeader: false };
}

it.each([
  ['letters side by side', '冬が来ると地面は雪で', 0, true],
  ['letters that are stretched', '冬が来ると地面は雪で', 0.6, false],
  ['a script with spaces', 'The winter came soon', 0, false],
])('lines of %s', (_, text, gap, expected) => {
  expect(areUnstretchedIdeographs([lineOf(text, gap), lineOf(text, gap)])).toBe(expected);
});
