// Characters that touch, or share a place, as words.

import { describe, expect, it } from 'vitest';
import { hasScriptGaps } from '../../../../processor/document/build/script-gaps.ts';
import { lineOf } from '../../../../processor/document/words/lines.ts';
import { packWords, StyleTable, unpackWords } from '../../../../processor/document/words/pack-words.ts';
import { makeSegments } from '../../../../processor/document/words/segments.ts';
import { makeWords } from '../../../../processor/document/words/words.ts';
import { packCharacters } from '../../../../processor/pdf/pdfium/page/character-columns.ts';
import { partMisnamedLigatures } from '../../../../processor/pdf/pdfium/page/misnamed-ligatures.ts';
import type { Character, Rule } from '../../../../processor/pdf/pdfium/page/page-content.ts';
import { across, down, set, STYLE } from '../../../support/synthetic-page.ts';

const textsOf = (parts: readonly Character[][], rules: readonly Rule[] = []) =>
  makeWords(packCharacters(parts.flat()), rules).map(({ text, spaceBefore }) => `${spaceBefore ? '_' : ''}${text}`);

describe('texts of two cells that touch', () => {
  const cells = [set('Elizab', 100, 50), set('2165', 136, 50)];

  it('are two words where a line stands between them, also across the edge of a letter', () => {
    expect(textsOf(cells, [down(136, 30, 60)])).toEqual(['Elizab', '_2165']);
    expect(textsOf(cells, [down(134.5, 30, 60)])).toEqual(['Elizab', '_2165']);
  });

  it.each([
    ['beside them', down(99, 30, 60)],
    ['through a letter', down(121, 30, 60)],
    ['below them', down(136, 52, 80)],
    ['that is level', across(48, 90, 180)],
  ])('are one where the line is %s', (_, rule) => {
    expect(textsOf(cells, [rule])).toEqual(['Elizab2165']);
  });

  it('are one where they are drawn as one, whatever crosses them', () => {
    expect(textsOf([set('Elizab2165', 100, 50)], [down(136, 30, 60)])).toEqual(['Elizab2165']);
  });
});

describe('a space that the engine only supposes', () => {
  const wide = (characters: readonly Character[]): Character[] =>
    characters.map((one) => (one.text === 'f' ? { ...one, box: { ...one.box, right: one.box.right + 2.2 } } : one));
  const supposed = (x: number): Character[] =>
    set(' ', x, 50).map((one) => ({ ...one, generated: true, box: { ...one.box, right: one.box.left } }));

  it('is one where the letter before it reaches out behind its place, as that letter does in words', () => {
    const words = [...set('fofafe', 20, 50), ...set('if', 100, 50), ...supposed(115), ...set('so', 115, 50)];
    expect(textsOf([wide(words)]).at(-1)).toBe('_so');
  });

  it('is none where letters of that kind are always so far apart, or only one is known', () => {
    expect(textsOf([wide([...set('if', 100, 50), ...supposed(112.5), ...set('so', 112.5, 50)])]).at(-1)).toBe('ifso');
    const words = [...set('fofafe', 20, 50), ...set('if', 100, 50), ...supposed(112.2), ...set('so', 112.2, 50)];
    expect(textsOf([wide(words)]).at(-1)).toBe('_ifso');
  });

  it('is one on both sides of a dash', () => {
    const dashed = [...set('ab', 100, 50), ...supposed(113.5), ...set('\u2013', 113.5, 50), ...supposed(121), ...set('so', 121, 50)];
    expect(textsOf([dashed])).toEqual(['ab', '_\u2013', '_so']);
  });

  it('is one behind an italic letter that is alone of its kind: the engine knows how wide it is', () => {
    const italic = { ...STYLE, italic: true };
    expect(textsOf([wide([...set('if', 100, 50, italic), ...supposed(113), ...set('so', 113, 50, italic)])]).at(-1)).toBe('_so');
  });
});

describe('a ligature whose map says another letter', () => {
  const readOf = (text: string) => makeWords(partMisnamedLigatures(packCharacters(set(text, 20, 50)))).map((word) => word.text);

  it.each([
    ['cul\u019fvate', 'cultivate'],
    ['\u019fme', 'time'],
    ['se\u01abngs', 'settings'],
    ['so\u014cware', 'software'],
    ['pla\u019eorm', 'platform'],
    ['a\u01a9ach', 'attach'],
  ])('%s is %s', (text, letters) => {
    expect(readOf(text)).toEqual([letters]);
  });

  it.each(['\u014csaka', 'KY\u014cTO', '\u01a9'])('%s stays as it is', (text) => {
    expect(readOf(text)).toEqual([text]);
  });
});

describe('letters that are set apart', () => {
  /** Two points between letters; a space is as wide as a letter. */
  const apart = (text: string, styleAt: (at: number) => Character['style'] = () => STYLE): Character[] =>
    Array.from(text).flatMap((letter, at) =>
      letter === ' ' ? [] : set(letter, 20 + at * 8, 50, styleAt(at)).map((one) => ({ ...one, object: 1 })),
    );

  it('are those of one word where one of them has a look of its own', () => {
    const slanted = { ...STYLE, italic: true };
    const own = (at: number) => (at === 3 ? slanted : STYLE);
    expect(textsOf([apart('BOUQUET WINES', own)])).toEqual(['BOU', 'Q', 'UET', '_WINES']);
    const [, single] = makeWords(packCharacters(apart('BOUQUET WINES', own)));
    expect(single?.letterSpacing).toBeCloseTo(2);
  });

  it('may be figures where all distances are the same, and not those between cells', () => {
    expect(textsOf([apart('020 3689 7930')])).toEqual(['020', '_3689', '_7930']);
    const cells = apart('1234567').map((one, at) => ({ ...one, object: at }));
    expect(textsOf([cells])).toEqual(['1', '_2', '_3', '_4', '_5', '_6', '_7']);
  });
});

describe('letters of Arabic', () => {
  /** Each to the left of the one before it. */
  const leftwards = (text: string, x: number): Character[][] => Array.from(text, (letter, at) => set(letter, x - at * 6, 50));
  const atOnePlace = (text: string, x: number): Character[] => Array.from(text).flatMap((letter) => set(letter, x, 50));

  it('of one word are one, with a line beside the first of them', () => {
    expect(textsOf(leftwards('مرحبا', 200), [down(214, 30, 60)])).toEqual(['مرحبا']);
  });

  it.each(['لا', 'ال'])('that are the ligature of lam and alif have this order, given as %s', (given) => {
    expect(textsOf([set('و', 200, 50), atOnePlace(given, 194), set('ي', 188, 50)])).toEqual(['ولاي']);
  });

  it('are not parted by a space without width that carries a mark', () => {
    const carrier = set(' ', 191, 50).map((space) => ({ ...space, box: { ...space.box, right: space.box.left } }));
    const mark = set('\u064b', 189, 50).map((one) => ({ ...one, box: { ...one.box, right: one.box.left + 2 } }));
    expect(
      textsOf([set('ي', 200, 50), carrier, mark, set('ض', 188, 50).map((one) => ({ ...one, box: { ...one.box, right: 200 } }))]),
    ).toEqual(['يض\u064b']);
  });
});

describe('a letter from the right that stands for itself and a space', () => {
  const without = (x: number) => set(' ', x, 50).map((space) => ({ ...space, object: 7, box: { ...space.box, right: space.box.left } }));
  const first = set('ا', 200, 50).map((one) => ({ ...one, object: 7 }));

  it('parts no word where the next letter stands no further away than letters do', () => {
    expect(textsOf([first, without(200), set('ع', 193, 50)])).toEqual(['اع']);
  });

  it('parts two where there is room for a space', () => {
    expect(textsOf([first, without(200), set('ع', 190, 50)])).toEqual(['ا', '_ع']);
  });
});

describe('a gap between ideographs', () => {
  const apart = 4;

  it('parts words where the letters on both sides are close', () => {
    expect(textsOf([set('\u5343\u8449', 100, 50), set('\u5927\u5b66', 112 + apart, 50)])).toEqual(['\u5343\u8449', '_\u5927\u5b66']);
  });

  it('is none where all of them are so far apart, as in a title', () => {
    const letters = Array.from('\u5343\u8449\u5927\u5b66', (letter, at) => set(letter, 100 + at * (6 + apart), 50));
    expect(textsOf(letters)).toEqual(['\u5343\u8449\u5927\u5b66']);
  });
});

describe('room between ideographs and digits', () => {
  /** Each letter drawn by itself; ems between the two scripts. */
  const dated = (gap: number) => [
    set('2025', 100, 50),
    set('\u5e74', 124 + gap * 10, 50),
    set('8', 130 + gap * 20, 50),
    set('\u6708', 136 + gap * 30, 50),
  ];
  const lineWith = (gap: number) =>
    lineOf(makeSegments(unpackWords(packWords(makeWords(packCharacters(dated(gap).flat())), styles), styles)), 0);
  const styles = new StyleTable();

  it('is seen as what programs add, not as a distance of letters', () => {
    const [word] = makeWords(packCharacters(dated(0.25).flat()));
    expect(word).toMatchObject({ text: '2025\u5e748\u6708', scriptGaps: true });
    expect(word?.letterSpacing ?? 0).toBeCloseTo(0);
    expect([hasScriptGaps([lineWith(0.25)]), hasScriptGaps([lineWith(0)])]).toEqual([true, false]);
  });

  it('is seen between words in different type', () => {
    const other = { ...STYLE, family: 'Other' };
    const line = (gap: number) =>
      lineOf(makeSegments(makeWords(packCharacters([...set('\u5e74', 100, 50), ...set('8', 106 + gap, 50, other)]))), 0);
    expect([hasScriptGaps([line(2)]), hasScriptGaps([line(0)])]).toEqual([true, false]);
  });
});
