import { expect, it } from 'vitest';
import { breakLines, type Composition } from '../../../../../processor/pdf/edit/layout/break-lines.ts';
import type { TextLine } from '../../../../../processor/pdf/edit/layout/lines.ts';
import type { Word } from '../../../../../processor/pdf/edit/layout/words.ts';

const line = (baseline: number): TextLine => ({ glyphs: [], start: 0, end: 105, baseline, angle: 0, size: 10, isLeader: false });
const wordOf = (text: string): Word => ({
  parts: [{ kind: 'text', text: text.trim() }],
  line: 0,
  isSpaced: text.endsWith(' '),
  spaces: [],
  hyphen: undefined,
  isEdited: true,
});

const composition = (texts: readonly string[]): Composition => ({
  paragraph: { lines: [line(24), line(12), line(0)], alignment: 'justify', start: 0, end: 105, leading: 12 },
  firstLine: 0,
  words: texts.map(wordOf),
  naturalSpace: 3,
  space: 3,
  widestSpace: 9,
  size: 10,
  runsOn: false,
  keepsLines: true,
  widthOf: ({ parts }) => parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length * 10 : 0), 0),
  spacesAfter: () => 1,
  fixedAfter: () => undefined,
  keepsHyphen: () => false,
});

const gapsOf = (texts: readonly string[]) => {
  const breaks = breakLines(composition(texts), { scale: 1, tracking: 0, spaceMin: 1, moreLines: 0 });
  if ('excess' in breaks) throw new Error('it does not fit');
  const [first] = breaks.lines;
  const words = first?.words ?? [];
  return words.slice(1).map(({ start }, at) => start - (words[at]?.start ?? 0) - (words[at]?.width ?? 0));
};

it('stretches a line of a script without spaces between all of its letters', () => {
  const gaps = gapsOf(
    Array.from('冬が来ると。 雪で地面は覆われて', (letter) => letter).flatMap((one, at, all) =>
      one === ' ' ? [] : [all[at + 1] === ' ' ? `${one} ` : one],
    ),
  );
  expect(gaps.length).toBeGreaterThan(7);
  const own = gaps.filter((_, at) => at !== 5);
  expect(Math.max(...own) - Math.min(...own)).toBeCloseTo(0);
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(4);
});

it('stretches a line of words at its spaces alone', () => {
  expect(gapsOf(['aaa ', 'bb-', 'b ', 'cc ', 'ddddddd ', 'ee'])).toEqual([expect.closeTo(7.5, 5), 0, expect.closeTo(7.5, 5)]);
});

it('keeps the line before an edit that its words filled to more than its measure', () => {
  const words = [
    ...['aaaa ', 'bbb ', 'cccc '].map((text) => ({ ...wordOf(text), isEdited: false })),
    ...['dddd ', 'eee ', 'fff '].map((text) => ({ ...wordOf(text), line: 1 })),
    ...['gg '].map((text) => ({ ...wordOf(text), line: 2, isEdited: false })),
  ];
  const breaks = breakLines({ ...composition([]), words }, { scale: 1, tracking: 0, spaceMin: 1, moreLines: 0 });
  expect('lines' in breaks && breaks.lines[0]?.words).toHaveLength(3);
});
