// Words read from the picture of a page → characters at their places, and which of them say less than the picture.

import { describe, expect, it } from 'vitest';
import { placeRecognised } from '../../../../../processor/operations/convert/place-recognised.ts';
import { usualWidth } from '../../../../../processor/operations/convert/word-widths.ts';
import { IDENTITY } from '../../../../../processor/pdf/geometry/matrix.ts';
import { packCharacters, unpackCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

/** A paragraph of its own. @param base how far below the box of its words its baseline is */
function line(texts: readonly string[], top: number, confidence: number, base = 0): RecognisedLine {
  const words = texts.map((text, at) => ({ text, confidence, box: { left: 50 + at * 90, top, right: 130 + at * 90, bottom: top + 12 } }));
  const y = top + 12 + base;
  const box = { left: 50, top, right: 40 + texts.length * 90, bottom: top + 12 };
  return { words, box, baseline: { x0: 50, y0: y, x1: box.right, y1: y }, isRightToLeft: false, block: 0, paragraph: top };
}

const CONTENT = { pageIndex: 0, width: 600, height: 800, rules: [], fills: [], images: [], drawings: [], links: [] };

/** What is set, and what is left to the picture. */
function placed(lines: readonly RecognisedLine[]): { readonly set: string; readonly left: string } {
  const recognised = { widthPx: 600, heightPx: 800, rotation: 0 as const, lines, confidence: 70, ms: 1 };
  const [page] = placeRecognised([
    {
      content: { ...CONTENT, characters: packCharacters([]) },
      text: { recognised, toShown: IDENTITY, dpi: 72, isOwnText: false },
      keepsOwnText: false,
    },
  ]);
  const doubtful = new Set(page?.reading.doubtful);
  const characters = unpackCharacters(page?.content.characters ?? packCharacters([]));
  const textOf = (isDoubtful: boolean) =>
    characters.flatMap(({ text, object }) => (doubtful.has(object) === isDoubtful ? [text] : [])).join('');
  return { set: textOf(false).replaceAll(' ', ''), left: textOf(true).replaceAll(' ', '') };
}

describe('words that were read so badly that their picture says more', () => {
  it('are known by their characters, wherever the baseline of their line is', () => {
    const lines = [line(['harbour', 'market'], 100, 95), line(['HepeH', 'KapoOB'], 130, 12, 30), line(['window'], 172, 92)];
    expect(placed(lines)).toEqual({ set: 'harbourmarketwindow', left: 'HepeHKapoOB' });
  });

  it('leave all that is beside them to it, as far as the next gap', () => {
    const { words, ...row } = line(['Flu&', 'market', 'window', '1,284', '—'], 100, 95);
    const read = words.map((word, at) => {
      const left = [50, 84, 118, 400, 440][at] ?? 0;
      return { ...word, confidence: at === 0 || at === 4 ? 30 : 95, box: { ...word.box, left, right: left + (at === 4 ? 8 : 30) } };
    });
    // A stroke is no word that was guessed.
    expect(placed([{ ...row, words: read }])).toEqual({ set: '1,284—', left: 'Flu&marketwindow' });
  });

  it('are the sides of cells, and numbers with a sign in place of a figure, each alone', () => {
    const row = line(['|', '1,284', '27]', '[27]', '{17', 'market', '2!'], 100, 95);
    expect(placed([row])).toEqual({ set: '1,284[27]market', left: '|27]{172!' });
  });
});

describe('the size of a line', () => {
  const sizes = (lines: readonly RecognisedLine[]) => {
    const recognised = { widthPx: 600, heightPx: 800, rotation: 0 as const, lines, confidence: 90, ms: 1 };
    const text = { recognised, toShown: IDENTITY, dpi: 72, isOwnText: false };
    const [page] = placeRecognised([{ content: { ...CONTENT, characters: packCharacters([]) }, text, keepsOwnText: false }]);
    return (page?.content.characters.styles ?? []).map(({ size }) => size);
  };
  /** Of words as wide as they are in type of 12 points. */
  const set = (top: number, height: number): RecognisedLine => {
    const words = ['market', 'harbour', 'window'].map((text, at) => {
      const left = 50 + at * 90;
      return { text, confidence: 95, box: { left, top, right: left + usualWidth(text) * 12, bottom: top + height } };
    });
    const box = { left: 50, top, right: 280, bottom: top + height };
    const baseline = { x0: 50, y0: top + height, x1: 280, y1: top + height };
    return { words, box, baseline, isRightToLeft: false, block: 0, paragraph: top };
  };
  const even = Array.from({ length: 6 }, (_, at) => set(100 + at * 20, 8.4));

  it('is that of its widths where a rule or another line makes its words tall', () => {
    expect(new Set(sizes([...even, set(300, 24), set(340, 10.5)])).size).toBe(1);
  });

  it('is its own where height and widths say so', () => {
    const small = set(300, 6.3);
    const words = small.words.map((word) => ({ ...word, box: { ...word.box, right: word.box.left + usualWidth(word.text) * 9 } }));
    expect(new Set(sizes([...even, { ...small, words }])).size).toBe(2);
  });
});
