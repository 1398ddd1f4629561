// Lines of paragraphs that keep their places: as long as they were, and where they broke elsewhere, ended where they ended.

import { describe, expect, it } from 'vitest';
import { type FitOptions, fitLines } from '../../../../../processor/document/build/fit-lines.ts';
import { type Line, lineOf } from '../../../../../processor/document/words/lines.ts';
import { segmentOf } from '../../../../../processor/document/words/segments.ts';
import type { Word } from '../../../../../processor/document/words/words.ts';

const SIZE = 10;
const LETTER = 5;

function word(text: string, left: number, y: number): Word {
  const style = { fontName: 'Any', family: 'Any', bold: false, italic: false, fixedPitch: false, serif: true, size: SIZE };
  return {
    text,
    box: { left, top: y - 8, right: left + text.length * LETTER, bottom: y + 2 },
    y,
    style: { ...style, colour: 0, angle: 0, invisible: false },
    order: 0,
    object: 0,
    mcid: -1,
    spaceBefore: true,
    spaceTyped: true,
    rtl: false,
    hyphen: false,
  };
}

/** @param lefts where its words begin */
function line(texts: readonly string[], lefts: readonly number[], y: number): Line {
  const words = texts.map((text, index) => word(text, lefts[index] ?? 0, y));
  return lineOf([segmentOf(words)], 0);
}

// Two full lines of 100 points and a short one.
const lines = [
  line(['first', 'words', 'here'], [0, 40, 80], 100),
  line(['others', 'follow', 'now'], [0, 42, 85], 112),
  line(['last'], [0], 124),
];
const options: FitOptions = { alignment: 'justified', left: 0, right: 100, share: 1, sizeOf: () => SIZE, spaceOf: () => 0.25 };

function breaksBefore(own: FitOptions): string[] {
  return [...fitLines(lines, own)].flatMap(([{ text }, { breakBefore }]) => (breakBefore ? [text] : []));
}

describe('lines that are fitted', () => {
  it('flow where they broke as in the source', () => {
    expect(breaksBefore(options)).toEqual([]);
  });

  it('end where they ended once they broke elsewhere', () => {
    expect(breaksBefore({ ...options, stretch: () => 1 })).toEqual(['others', 'last']);
  });

  it('end where they ended where the next word nearly fits, and flow where it does not', () => {
    const short = [line(['four'], [0], 100), line(['on'], [0], 112)];
    const breaks = [32.2, 30].map((right) => [...fitLines(short, { ...options, alignment: 'left', right }).values()]);
    expect(breaks.map((fits) => fits.map(({ breakBefore }) => breakBefore))).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  it('keep the hole that a picture of a word leaves in a justified line', () => {
    const holed = [line(['one', 'two', 'six', 'ten', 'end'], [0, 17, 34, 68, 85], 100), ...lines.slice(1)];
    const fits = fitLines(holed, { ...options, stretch: () => 1 });
    const wide = [...fits].filter(([, { wordSpacing }]) => wordSpacing > SIZE);
    expect(wide.map(([{ text }]) => text)).toEqual(['ten']);
  });

  it('leave it to the program to widen the spaces of justified lines', () => {
    const fits = [...fitLines(lines, { ...options, stretch: () => 1 }).values()];
    expect(fits.map(({ wordSpacing }) => wordSpacing)).toEqual(fits.map(() => 0));
    expect(Math.max(...fits.map(({ letterSpacing }) => Math.abs(letterSpacing)))).toBeLessThan(0.1);
  });

  it('keep a gap of two spaces, where they are not justified', () => {
    const typed = line(['One.', 'Two', 'are', 'here'], [0, 25, 42.5, 60], 100);
    const gaps = [...fitLines([typed], { ...options, alignment: 'left', right: 200 }).values()].map(({ wordSpacing }) => wordSpacing);
    expect(gaps.map((points) => Math.round(points * 100) / 100)).toEqual([0, 2.5, 0, 0]);
  });

  it('have no narrower spaces beside such a gap: programs leave a space alone as wide as it is', () => {
    const tight = line(['One.', 'Two', 'are', 'here', 'now'], [0, 25, 42, 58.5, 80], 100);
    const fits = [...fitLines([tight], { ...options, alignment: 'left', right: 200 }).values()];
    expect(fits.map(({ wordSpacing }) => Math.round(wordSpacing * 10) / 10)).toEqual([0, 3.5, 0, 0, 0]);
    expect(fits[0]?.letterSpacing).toBeLessThan(0);
  });

  it('keep the wide gaps of a row of columns once they broke elsewhere, and do not spread its letters instead', () => {
    const own = { ...options, alignment: 'left', right: 300, stretch: () => 1 } as const;
    const even = line(['0742', '0807', '0812', '0845'], [0, 26, 52, 78], 100);
    const uneven = line(['Col', 'Chol', 'Col', 'Chol'], [0, 25, 50, 75], 100);
    const spacings = [even, uneven].map((one) =>
      [...fitLines([one], own).values()].map(({ letterSpacing, wordSpacing }) => [letterSpacing, Math.round(wordSpacing * 100) / 100]),
    );
    expect(spacings).toEqual([[3.5, 3.5, 3.5, 3.5].map((gap) => [0, gap]), [0, 7.5, 2.5, 7.5].map((gap) => [0, gap])]);
  });

  it('keep the words apart in which letters are, where the others of the line are not', () => {
    const [plain, wide] = [word('DAY', 0, 100), { ...word('HARBOUR', 20, 100), letterSpacing: 3 }];
    const spaced = { ...wide, box: { ...wide.box, right: wide.box.left + 7 * LETTER + 6 * 3 } };
    const fits = fitLines([lineOf([segmentOf([plain, spaced])], 0)], { ...options, alignment: 'left', right: 200 });
    expect(fits.get(plain)?.letterSpacing).toBeCloseTo(0, 1);
    expect(fits.get(spaced)?.letterSpacing).toBeCloseTo(3, 1);
  });

  it('have narrower letters where their words are drawn too wide for them, not letters over each other', () => {
    const own = { ...options, stretch: () => 1.5 };
    const full = line(['several', 'words'], [0, 75], 100);
    const fits = [...fitLines([full, ...lines], own)].filter(([{ y }]) => y === 100).slice(0, 2);
    expect(fits.map(([, { scale }]) => scale)).toEqual([0.67, 0.67]);
    const width = fits.reduce(
      (sum, [{ text }, { letterSpacing, scale = 1 }]) => sum + text.length * (LETTER * 1.5 * scale + letterSpacing),
      0,
    );
    expect(width + SIZE * 0.25).toBeLessThan(100);
    expect(Math.min(...fits.map(([, { letterSpacing }]) => letterSpacing))).toBeGreaterThan(-0.3);
  });

  it('have letters of their own width where they are hardly wider', () => {
    const fits = [...fitLines(lines, { ...options, stretch: () => 1.03 }).values()];
    expect(fits.map(({ scale }) => scale)).toEqual(fits.map(() => undefined));
  });

  it('from right to left end where they ended once they broke elsewhere, their letters joined', () => {
    const turned = lines.map((one) => ({ ...one, rtl: true }));
    expect([...fitLines(turned, options)]).toEqual([]);
    const fits = [...fitLines(turned, { ...options, stretch: () => 1.25 })];
    expect(fits.flatMap(([{ text }, { breakBefore }]) => (breakBefore ? [text] : []))).toEqual(['others', 'last']);
    expect(new Set(fits.map(([, { letterSpacing, scale }]) => `${letterSpacing} ${scale}`))).toEqual(new Set(['0 0.8']));
  });
});
