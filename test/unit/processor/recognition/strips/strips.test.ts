import { describe, expect, it } from 'vitest';
import type { GreyRaster, RecognisedLine, RecognisedWord } from '../../../../../processor/recognition/recognised.ts';
import { findStrips } from '../../../../../processor/recognition/strips/find-strips.ts';
import { mergeWords } from '../../../../../processor/recognition/strips/merge-words.ts';
import { setSheets, takeWords } from '../../../../../processor/recognition/strips/set-sheet.ts';
import { makeScan, TEXTS } from '../../../../../support/documents/make-scan.ts';

const word = (text: string, confidence: number, left: number, top = 0): RecognisedWord => ({
  text,
  confidence,
  box: { left, top, right: left + 50, bottom: top + 20 },
});
const line = (...words: RecognisedWord[]): RecognisedLine => ({
  words,
  box: {
    left: words[0]?.box.left ?? 0,
    top: words[0]?.box.top ?? 0,
    right: words.at(-1)?.box.right ?? 0,
    bottom: words[0]?.box.bottom ?? 0,
  },
  baseline: { x0: 0, y0: 20, x1: 100, y1: 20 },
  isRightToLeft: false,
  block: 0,
  paragraph: 0,
});
const textsOf = (lines: readonly RecognisedLine[]): string[] => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

describe('findStrips', () => {
  it('finds the lines that nobody read, and none of those that were read', async () => {
    const page = await makeScan({ columns: [TEXTS.eng.text], dpi: 200 });
    const all = findStrips(page, []);
    expect(all.length).toBeGreaterThan(5);
    const first = all.toSorted((one, two) => one.box.top - two.box.top)[0];
    if (!first) throw new Error('no strip');
    const others = findStrips(page, [line({ text: 'read', confidence: 95, box: first.box })]);
    expect(others).toHaveLength(all.length - 1);
    const doubtful = findStrips(page, [line({ text: 'read', confidence: 40, box: first.box })]);
    expect(doubtful).toHaveLength(all.length);
  });

  it('finds light letters on a dark panel', async () => {
    const page = await makeScan({
      columns: ['Total amount due'],
      dpi: 200,
      widthPoints: 200,
      heightPoints: 80,
      sizePoints: 14,
      inverted: true,
    });
    const framed: GreyRaster = {
      ...page,
      width: page.width + 40,
      height: page.height + 40,
      pixels: new Uint8Array((page.width + 40) * (page.height + 40)).fill(255),
    };
    for (let y = 0; y < page.height; y++)
      framed.pixels.set(page.pixels.subarray(y * page.width, (y + 1) * page.width), (y + 20) * framed.width + 20);
    const strips = findStrips(framed, []);
    expect(strips.some(({ isInverted }) => isInverted)).toBe(true);
    const [sheet] = await setSheets(framed, strips);
    expect(sheet?.raster.pixels[0]).toBe(255);
  });
});

describe('setSheets', () => {
  it('leads words of a sheet back to where their strip lies on the page', async () => {
    const page = await makeScan({ columns: [TEXTS.eng.text], dpi: 200 });
    const [strip] = findStrips(page, []);
    if (!strip) throw new Error('no strip');
    const [sheet] = await setSheets(page, [strip]);
    const place = sheet?.places[0];
    if (!sheet || !place) throw new Error('no sheet');
    const whole = { left: place.left, top: place.top, right: sheet.raster.width - place.left, bottom: place.bottom };
    const [taken] = takeWords(sheet, [{ text: 'all', confidence: 90, box: whole }]);
    const box = taken?.words[0]?.box;
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((box?.[side] ?? 0) - strip.box[side])).toBeLessThanOrEqual(4);
  });
});

describe('mergeWords', () => {
  const lines = [line(word('first', 95, 0), word('secand', 40, 60)), line(word('below', 95, 0, 40))];

  it('takes the surer of two readings of a place', () => {
    expect(textsOf(mergeWords(lines, [word('second', 92, 61)]))).toEqual(['first second', 'below']);
    expect(textsOf(mergeWords(lines, [word('f', 96, 2)]))).toEqual(['first secand', 'below']);
  });

  it('puts what was missed after what is before it', () => {
    expect(textsOf(mergeWords(lines, [word('1,284', 90, 200)]))).toEqual(['first secand', '1,284', 'below']);
    expect(textsOf(mergeWords(lines, [word('last', 90, 0, 80)]))).toEqual(['first secand', 'below', 'last']);
  });

  it('takes no guess and no sign without a letter where nothing was read', () => {
    expect(mergeWords(lines, [word('guess', 75, 200)])).toEqual(lines);
    expect(mergeWords(lines, [word('—', 95, 200)])).toEqual(lines);
    expect(mergeWords(lines, [word('o', 80, 200)])).toEqual(lines);
  });
});
