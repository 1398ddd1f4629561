// What an engine takes for a disc before an item.

import { describe, expect, it } from 'vitest';
import { mendBullets } from '../../../../processor/recognition/mend-bullets.ts';
import type { RecognisedPage } from '../../../../processor/recognition/recognised.ts';

function pageOf(...texts: readonly string[]): RecognisedPage {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  const lines = texts.map((text) => ({
    words: text.split(' ').map((word) => ({ text: word, confidence: 90, box })),
    box,
    baseline: { x0: 0, y0: 10, x1: 10, y1: 10 },
    isRightToLeft: false,
    block: 0,
    paragraph: 0,
  }));
  return { widthPx: 100, heightPx: 100, rotation: 0, lines, confidence: 90, ms: 0 };
}
const textsOf = (page: RecognisedPage) => page.lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('signs before the items of a list', () => {
  it('are discs', () => {
    const read = pageOf('Features', '\u00a9 One track', '\u00a2 Two tracks', '* Three tracks');
    expect(textsOf(mendBullets(read))).toEqual(['Features', '\u2022 One track', '\u2022 Two tracks', '\u2022 Three tracks']);
  });

  it('are what they are where they are few, or a number follows', () => {
    const few = pageOf('\u00a9 Acme', 'and more');
    expect(textsOf(mendBullets(few))).toEqual(textsOf(few));
    const years = pageOf('\u00a9 1999 A', '\u00a9 2000 B', '\u00a9 2001 C');
    expect(textsOf(mendBullets(years))).toEqual(textsOf(years));
  });

  it('are discs where they stand apart, below each other, whatever they look like', () => {
    const word = (text: string, left: number, top: number) => ({
      text,
      confidence: 60,
      box: { left, top, right: left + text.length * 8, bottom: top + 12 },
    });
    const line = (...words: readonly ReturnType<typeof word>[]) => ({ ...pageOf('x').lines[0], words }) as RecognisedPage['lines'][number];
    const apart = [
      line(word('e', 10, 0), word('o', 11, 20), word('e', 10, 40)),
      line(word('One', 40, 0), word('track', 70, 0)),
      line(word('Two', 40, 20)),
      line(word('Three', 40, 40)),
    ];
    const read = { ...pageOf(), lines: apart };
    expect(textsOf(mendBullets(read))).toEqual(['\u2022 One track', '\u2022 Two', '\u2022 Three']);
    const italian = { ...pageOf(), lines: [0, 20, 40].map((top) => line(word('e', 10, top), word('poi', 21, top))) };
    expect(textsOf(mendBullets(italian))).toEqual(['e poi', 'e poi', 'e poi']);
  });
});
