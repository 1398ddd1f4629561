// The unseen words of a scan beside those that are recognised now.

import { expect, test } from 'vitest';
import { weighLayer } from '../../../../../processor/operations/convert/weigh-layer.ts';
import { makeWords } from '../../../../../processor/document/words/words.ts';
import { placeLine } from '../../../../../processor/operations/convert/place-recognised.ts';
import { IDENTITY } from '../../../../../processor/pdf/geometry/matrix.ts';
import { packCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

type Read = readonly [text: string, confidence: number];

function lineOf(words: readonly Read[], widths = words.map(() => 50)): RecognisedLine {
  const placed = words.map(([text, confidence], at) => ({
    text,
    confidence,
    box: { left: at * 80, top: 100, right: at * 80 + (widths[at] ?? 50), bottom: 110 },
  }));
  const box = { left: 0, top: 100, right: words.length * 80, bottom: 110 };
  return { words: placed, box, baseline: { x0: 0, y0: 110, x1: box.right, y1: 110 }, isRightToLeft: false, block: 0, paragraph: 0 };
}

const STYLE = {
  fontName: '',
  family: 'Arial',
  bold: false,
  italic: false,
  fixedPitch: false,
  serif: false,
  size: 10,
  colour: 0,
  invisible: true,
};
const layerOf = (texts: readonly string[]) =>
  makeWords(packCharacters(placeLine(lineOf(texts.map((text) => [text, 100])), { fromPixels: IDENTITY, pointsPerPixel: 1 }, STYLE)));

function weigh(read: readonly Read[], layer: readonly string[], widths?: readonly number[], isForeign = false) {
  const recognised = { widthPx: 900, heightPx: 800, rotation: 0 as const, lines: [lineOf(read, widths?.slice())], confidence: 90, ms: 1 };
  const weighed = weighLayer({ recognised, toShown: IDENTITY, dpi: 72, isOwnText: false }, layerOf(layer), isForeign);
  const words = weighed?.text.recognised.lines.flatMap((line) => line.words.map(({ text, confidence }) => [text, confidence] as const));
  return weighed && { isTrue: weighed.isTrue, words };
}

test('a layer that agrees makes words sure, and says what was read with doubt', () => {
  const read: Read[] = [
    ['harbour', 95],
    ['morning', 90],
    ['m@rket', 50],
    ['village', 61],
  ];
  expect(weigh(read, ['harbour', 'morning', 'market', 'village'])).toEqual({
    isTrue: true,
    words: [
      ['harbour', 95],
      ['morning', 92],
      ['market', 75],
      ['village', 92],
    ],
  });
});

test('a layer that says something else is not believed, and figures of which each has others are left to the picture', () => {
  const read: Read[] = [
    ['harbour', 95],
    ['morning', 90],
    ['108', 93],
    ['43', 93],
  ];
  expect(weigh(read, ['barhonr', 'm0ming', 'IO~', '48'])).toEqual({
    isTrue: false,
    words: [
      ['harbour', 95],
      ['morning', 90],
      ['108', 93],
      ['43', 0],
    ],
  });
});

test('a layer with more words than were read stays, and a box with more than its word is no place for it', () => {
  const read: Read[] = [['harbour', 95]];
  expect(weigh(read, ['harbour', 'morning', 'market'])).toBeUndefined();
  expect(weigh([...read, ['2026', 95]], ['harbour', '2026'], [50, 400])?.words).toEqual([
    ['harbour', 95],
    ['2026', 0],
  ]);
});

test('a layer in the language of the page has the letters with accents, and figures of which each has others stay a picture', () => {
  const pairs = [
    ['Articulo', 92, 'Artículo'],
    ['Asociacién', 28, 'Asociación'],
    ['Sdlo', 81, 'Sólo'],
    ['0', 78, 'o'],
    ['6rganos', 48, 'órganos'],
    ['n°6,', 84, 'n26,'],
    ['2.-', 68, '12.-'],
    ['1de', 91, 'ide'],
    ['Be', 92, '~'],
    ['colegio', 93, 'colegio'],
  ] as const;
  const words = weigh(
    pairs.map(([text, confidence]) => [text, confidence] as const),
    pairs.map(([, , text]) => text),
    undefined,
    true,
  )?.words;
  const kept = words?.flatMap(([text, confidence]) => (confidence > 0 ? [text] : []));
  expect(kept).toEqual(['Artículo', 'Asociación', 'Sólo', 'o', 'órganos', 'colegio']);
});
