// Tick boxes of a form that are typed in a symbol font, with fields over them: each is there once, as large as it is typed, and says whether it is on.

import { expect, it } from 'vitest';
import { unpackCharacters, packCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import { withWidgets } from '../../../../../processor/pdf/pdfium/page/read-widgets.ts';
import { set, STYLE } from '../../../../support/synthetic-page.ts';

const FIELD_SIZE = 6;
const field = { left: 1, top: 40, right: 9, bottom: 48 };

function shown(typed: string, sign: string): [text: string, size: number, left: number][] {
  const line = [...set(typed, 0, 50, { ...STYLE, size: 12 }), ...set('Easygoing', 14, 50)].map((one, object) => ({ ...one, object }));
  const ticks = set(sign, 2, 48, { ...STYLE, size: FIELD_SIZE }).map((one) => ({ ...one, object: -2 }));
  const read = unpackCharacters(withWidgets(packCharacters(line), { ticks, tickBoxes: [field], values: [] }, 100));
  return read.slice(0, 2).map(({ text, style, box }) => [text, style.size, box.left]);
}

it('have their shadow where they are off', () => {
  expect(shown('\uf071', '\u2610')).toEqual([
    ['\u2751', 12, 0],
    ['E', STYLE.size, 14],
  ]);
});

it('say that they are on', () => {
  expect(shown('\uf071', '\u2612')[0]).toEqual(['\u2612', 12, 0]);
});

it('without a shadow are plain ones', () => {
  expect(shown('\uf06f', '\u2610')[0]).toEqual(['\u2610', 12, 0]);
});

it('of brackets are as large as their field', () => {
  expect(shown('[', '\u2610')[0]).toEqual(['\u2610', FIELD_SIZE, 2]);
});
