// Lines of paragraphs that keep their places: as long as they were, and where they broke elsewhere, ended where they ended.

import { describe, expect, it } from 'vitest';
import { type FitOptions, fitLines } from '../../../../../processor/document/build/fit-lines.ts';
import { wordsBeforeText, wordsOfNumber } from '../../../../../processor/document/build/hanging.ts';
import { makeRuns } from '../../../../../processor/document/build/runs.ts';
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

  it('end within a word of Hangul where they did: some programs break such words nowhere', () => {
    const broken = [line(['\ud655\uc7a5'], [0], 100), line(['\uc790'], [0], 112)];
    const latin = [line(['wide'], [0], 100), line(['\uc790'], [0], 112)];
    const breaksIn = (own: readonly Line[], right: number) =>
      [...fitLines(own, { ...options, alignment: 'left', right }).values()][1]?.breakBefore;
    expect([breaksIn(broken, 12), breaksIn(latin, 22)]).toEqual([true, false]);
  });

  it('keep the hole that a picture of a word leaves in a justified line', () => {
    const holed = [line(['one', 'two', 'six', 'ten', 'end'], [0, 17, 34, 68, 85], 100), ...lines.slice(1)];
    const fits = fitLines(holed, { ...options, stretch: () => 1 });
    const wide = [...fits].filter(([, { wordSpacing }]) => wordSpacing > SIZE);
    expect(wide.map(([{ text }]) => text)).toEqual(['ten']);
  });

  it('count a space in the font of the word before it, in which it is written', () => {
    const wide = (text: string) =>
      [...fitLines(lines, { ...options, spaceOf: (own) => (own.text === text ? 4 : 0.25) })].map(([, fit]) => fit.letterSpacing);
    const [first = 0, last = 0] = [wide('first')[0], wide('here')[0]];
    // Its line is 13 points longer than its measure.
    expect(first).toBeLessThan(-0.3);
    expect(last).toBeGreaterThan(-0.1);
  });

  it('leave it to the program to widen the spaces of justified lines', () => {
    const fits = [...fitLines(lines, { ...options, stretch: () => 1 }).values()];
    expect(fits.map(({ wordSpacing }) => wordSpacing)).toEqual(fits.map(() => 0));
    expect(Math.max(...fits.map(({ letterSpacing }) => Math.abs(letterSpacing)))).toBeLessThan(0.1);
  });

  it('stretch the last one too where it reaches the end, as its paragraph goes on elsewhere', () => {
    const wide = (own: readonly Line[]) =>
      Math.min(...[...fitLines(own, { ...options, stretch: () => 1 }).values()].slice(-2).map((fit) => fit.wordSpacing));
    expect(wide(lines.slice(0, 2))).toBeGreaterThan(6);
    expect(wide([...lines.slice(0, 1), line(['others', 'follow', 'now'], [0, 35, 70], 112)])).toBeLessThan(4);
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

  it('from right to left, whose letters stand apart, are fitted as those from left to right', () => {
    const hebrew = turned(lines, 'שלוםע');
    for (const own of [options, { ...options, alignment: 'left' as const }])
      expect([...fitLines(hebrew, own).values()]).toEqual([...fitLines(lines, own).values()]);
    const tight = { ...options, right: 95, alignment: 'left' as const };
    const mirrored = { ...tight, left: 5, right: 100 };
    expect([...fitLines(hebrew, mirrored).values()]).toEqual([...fitLines(lines, tight).values()]);
  });

  it('from right to left end where they ended once they broke elsewhere, their letters joined and as wide as their line is', () => {
    const fits = [...fitLines(turned(lines, 'سلامكتب'), { ...options, stretch: () => 1.25 })];
    expect(fits.flatMap(([, { breakBefore }], at) => (breakBefore ? [at] : []))).toEqual([3, 6]);
    expect(fits.map(([, { letterSpacing }]) => letterSpacing)).toEqual(fits.map(() => 0));
    expect(Math.max(...fits.map(([, { scale = 1 }]) => scale))).toBeLessThanOrEqual(0.8);
  });

  it('from right to left are broken behind a hyphen, where programs do not break them', () => {
    const words = [
      ['שלום', 'סטארט-'],
      ['אפ', 'עולם'],
    ].map((texts, at) => turnedLine(line(texts, [0, 50], 100 + at * 12)));
    const breaks = [...fitLines(words, { ...options, alignment: 'left' })].flatMap(([{ text }, fit]) => (fit.breakBefore ? [text] : []));
    expect(breaks).toEqual(['אפ']);
    const runs = makeRuns(words, { vocabulary: new Set(['סטארטאפ']), hyphenates: true, fits: fitLines(words, options) });
    expect(runs.map(({ text }) => text).join('')).toBe('שלום סטארט-\nאפ עולם');
  });

  it('from right to left have a tab behind a number or a sign from which they hang', () => {
    const hanging = [line(['(2)', 'of', 'it'], [0, 30, 45], 100), line(['more', 'of'], [30, 55], 112)].map(turnedLine);
    expect(wordsBeforeText(hanging)).toBe(1);
    expect(wordsBeforeText(hanging.map((one, at) => (at === 0 ? one : { ...one, rtl: false })))).toBe(0);
    const number = [line(['(2)', 'of', 'it'], [0, 30, 42], 100), line(['more', 'of'], [0, 25], 112)].map(turnedLine);
    expect(wordsOfNumber(number)).toBe(1);
  });

  it('from right to left keep a number behind a sign of a symbol font', () => {
    const signed = turnedLine(line(['\uf0b7', '1', 'شلام'], [0, 20, 40], 100));
    const text = makeRuns([signed], { vocabulary: new Set(), hyphenates: false })
      .map((run) => run.text)
      .join('');
    expect(text).toBe('\uf0b7\u200f 1 شلام');
  });
});

/** The same from the right of 100 points. */
function turnedLine(one: Line): Line {
  const words = one.words.map((own) => ({
    ...own,
    rtl: /[\u0590-\u06ff]/.test(own.text),
    box: { ...own.box, left: 100 - own.box.right, right: 100 - own.box.left },
  }));
  return { ...lineOf([segmentOf(words)], 0), rtl: true };
}

/** With letters of this alphabet. */
function turned(own: readonly Line[], letters: string): Line[] {
  const inLetters = (text: string) => Array.from(text, (_, at) => letters[at % letters.length]).join('');
  return own.map((one) => turnedLine(lineOf([segmentOf(one.words.map((oneWord) => ({ ...oneWord, text: inLetters(oneWord.text) })))], 0)));
}
