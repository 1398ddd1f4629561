// Which paragraphs of a laid out page broke their lines otherwise.

import { describe, expect, it } from 'vitest';
import { breaksElsewhere, findDrifts, stretchOf } from '../../../../../processor/document/build/drifts.ts';
import type { Word } from '../../../../../processor/document/words/words.ts';
import { set, wordsOf } from '../../../../support/synthetic-page.ts';

function word(text: string, left: number, y: number, width = text.length * 5): Word {
  return {
    text,
    box: { left, top: y - 8, right: left + width, bottom: y + 2 },
    y,
    style: {
      fontName: 'Any',
      family: 'Any',
      bold: false,
      italic: false,
      fixedPitch: false,
      serif: true,
      size: 10,
      colour: 0,
      angle: 0,
      invisible: false,
    },
    order: 0,
    object: 0,
    mcid: -1,
    spaceBefore: true,
    spaceTyped: true,
    rtl: false,
    hyphen: false,
  };
}

const PARAGRAPH = { left: 40, top: 90, right: 140, bottom: 114 };
const source = [word('first', 40, 100), word('second', 80, 100), word('third', 40, 112)];

describe('drifts', () => {
  it('finds none where all words are in their places', () => {
    expect(stretchOf(findDrifts(source, source), PARAGRAPH)).toBeUndefined();
  });

  it('finds letters that join and are much wider than they were, also in their places', () => {
    const text = '\u0643\u062a\u0627\u0628';
    const stretchIn = (width: number) => stretchOf(findDrifts([word(text, 40, 100)], [word(text, 40, 100, width)]), PARAGRAPH);
    expect(stretchIn(30)?.(word(text, 40, 100).box)).toBe(1.5);
    expect(stretchIn(21)).toBeUndefined();
    expect(stretchOf(findDrifts([word('first', 40, 100)], [word('first', 40, 100, 34)]), PARAGRAPH)).toBeUndefined();
  });

  it('finds a word that went to the next line', () => {
    const result = [word('first', 40, 100), word('second', 40, 112), word('third', 80, 112)];
    const drifts = findDrifts(source, result);
    expect(drifts.map(({ isAway }) => isAway)).toEqual([false, true, true]);
    expect(stretchOf(drifts, PARAGRAPH)?.(PARAGRAPH)).toBe(1);
    expect(stretchOf(drifts, { left: 200, top: 90, right: 300, bottom: 114 })).toBeUndefined();
  });

  it('takes a word that is nowhere as away', () => {
    expect(stretchOf(findDrifts(source, source.slice(0, 2)), PARAGRAPH)?.(PARAGRAPH)).toBe(1);
  });

  it('does not take the same word of a title or a note for one of the text', () => {
    const note = word('first', 40, 130, 20);
    const result = [{ ...note, style: { ...note.style, size: 8 } }, word('second', 80, 100), word('third', 40, 112)];
    const drifts = findDrifts(source, result);
    expect(drifts.map(({ isAway }) => isAway)).toEqual([true, false, false]);
    expect(stretchOf(drifts, PARAGRAPH)?.(source[0]?.box ?? PARAGRAPH)).toBe(1);
  });

  it('does not take it either where its size is nearly that of the text', () => {
    const result = [word('first', 40, 130, 19), word('second', 80, 100), word('third', 40, 112)];
    const stretch = stretchOf(findDrifts(source, result), PARAGRAPH);
    expect(stretch?.(source[0]?.box ?? PARAGRAPH)).toBeGreaterThan(0.9);
  });

  it('says how much wider another font is', () => {
    const wider = [word('first', 40, 100, 30), word('second', 40, 112, 36), word('third', 80, 112, 30)];
    const stretch = stretchOf(findDrifts(source, wider), PARAGRAPH);
    const box = (at: number) => source[at]?.box ?? PARAGRAPH;
    expect([stretch?.(PARAGRAPH), stretch?.(box(1))].map((one) => Number(one?.toFixed(3)))).toEqual([
      1.2,
      wider[1] ? 36 / (box(1).right - box(1).left) : 0,
    ]);
  });
});

describe('a paragraph of which most words are not found', () => {
  it('is as much wider as the others of the page', () => {
    const lost = word('lost', 40, 100, 20);
    const others = ['stone', 'river', 'garden'].map((text, at) => word(text, 40, 200 + at * 12, 30));
    const drawn = others.map((one) => ({ ...one, box: { ...one.box, right: one.box.left + 39 } }));
    const stretch = stretchOf(findDrifts([lost, ...others], drawn), { left: 30, top: 80, right: 200, bottom: 110 });
    expect(stretch?.(lost.box)).toBeCloseTo(1.3);
  });
});

describe('lines that break elsewhere', () => {
  const source = wordsOf(set('delivered on January 23,', 0, 0), set('2023. A total of trucks', 0, 12));

  it('are none where the text is lower, or wider', () => {
    expect(breaksElsewhere(source, source)).toBe(false);
    expect(breaksElsewhere(source, wordsOf(set('delivered on January 23,', 1, 6), set('2023. A total of trucks', 1, 19)))).toBe(false);
  });

  it('are seen where the last words of one go to the next', () => {
    const result = wordsOf(set('delivered on', 0, 0), set('January 23,', 0, 12), set('2023. A total of trucks', 0, 24));
    expect(breaksElsewhere(source, result)).toBe(true);
  });
});
