// Words of a scan whose picture says more than what was read.

import { describe, expect, it } from 'vitest';
import { doubtfulWords } from '../../../../../processor/operations/convert/doubtful-words.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

const SIZE = 20;
type Read = readonly [text: string, confidence?: number, gap?: number];

/** @param read words from left to right, each behind its gap */
function lineOf(paragraph: number, read: readonly Read[]): RecognisedLine {
  let left = 0;
  const words = read.map(([text, confidence = 95, gap = SIZE * 0.3]) => {
    const box = { left: left + gap, right: left + gap + text.length * SIZE * 0.5, top: 0, bottom: SIZE * 0.7 };
    left = box.right;
    return { text, confidence, box };
  });
  const box = { left: 0, right: left, top: 0, bottom: SIZE };
  const foot = SIZE * 0.7;
  return { words, box, baseline: { x0: 0, y0: foot, x1: left, y1: foot }, isRightToLeft: false, block: 0, paragraph };
}

const GOOD: readonly Read[] = [['The'], ['harbour'], ['closes'], ['at'], ['night']];
const BAD: readonly Read[] = [['The'], ['h-rb~ur', 12], ['closes'], ['at'], ['night']];
const left = (...lines: readonly RecognisedLine[]): string => [...doubtfulWords(lines)].map(({ text }) => text).join(' ');

describe('what stays a picture', () => {
  it('is a line in which a word was guessed, and the whole paragraph where it is much of it', () => {
    const [good, bad] = [GOOD, BAD].map((read) => read.map(([text]) => text).join(' '));
    expect(left(lineOf(0, GOOD), lineOf(0, GOOD), lineOf(0, GOOD), lineOf(0, BAD))).toBe(bad);
    expect(left(lineOf(0, GOOD), lineOf(0, BAD), lineOf(1, GOOD))).toBe(`${good} ${bad}`);
  });

  it('leaves the other cells of a row', () => {
    expect(left(lineOf(0, [['Harbour'], ['d~es', 12, 80], ['1284', 95, 80]]))).toBe('d~es');
  });

  it('is a row of signs that was not read surely: those of a formula are read as figures', () => {
    const set: readonly Read[] = [['boundary'], ['S'], ['='], ['{<g,', 69], ['9,', 55], ['9,', 89], ['8,', 36], ['2>}', 61]];
    expect(left(lineOf(0, set))).toBe('boundary S = {<g, 9, 9, 8, 2>}');
    expect(left(lineOf(0, [['Tick'], ['a'], [','], ['b'], ['or'], ['c', 70]]))).toBe('');
    expect(
      left(
        lineOf(0, [
          ['議', 75],
          ['事', 75],
          ['録', 75],
        ]),
      ),
    ).toBe('');
  });

  it('is a roman numeral that was read as letters like it, before an item', () => {
    for (const label of ['ili.', 'lii.', '1V.', '(il)', 'Il.']) expect(left(lineOf(0, [[label], ...GOOD]))).toBe(label);
    for (const label of ['iii.', 'IV.', '(ii)', '11.', 'ill.', 'vi)']) expect(left(lineOf(0, [[label], ...GOOD]))).toBe('');
    expect(left(lineOf(0, [...GOOD, ['ili.']]))).toBe('');
  });

  it('is a sign as which tick boxes, arrows and dotted lines are read', () => {
    expect(left(lineOf(0, [['®'], ['Do'], ['not'], ['enter'], ['«©'], ['«'], ['4']]))).toBe('® «© «');
    expect(left(lineOf(0, [['©'], ['2023'], ['Harbour'], ['«'], ['Le'], ['port'], ['»'], ['=']]))).toBe('');
  });

  it('is a tick box that was read as a letter, where several were', () => {
    const box = (letter: string, text: string) => lineOf(0, [[letter], [text]]);
    expect(left(box('q', 'Address'), box('q', 'Name'), box('El', 'Initial'), box('q', 'Amended'))).toBe('q q El q');
    expect(left(box('q', 'Address'), box('El', 'Puerto'), box('q', 'Name'))).toBe('');
  });
});
