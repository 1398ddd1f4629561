// Lines that are no type.

import { expect, test } from 'vitest';
import { findHandMarks } from '../../../../../processor/operations/convert/recognised-sizes.ts';
import { usualWidth } from '../../../../../processor/operations/convert/word-widths.ts';
import type { RecognisedLine } from '../../../../../processor/recognition/recognised.ts';

function lineOf(texts: readonly string[], top: number, size: number, confidence: number): RecognisedLine {
  const words = texts.map((text, at) => ({
    text,
    confidence,
    box: { left: at * 90, top, right: at * 90 + usualWidth(text) * size, bottom: top + size * 0.7 },
  }));
  const [y, box] = [top + size * 0.7, { left: 0, top, right: 300, bottom: top + size * 0.7 }];
  return { words, box, baseline: { x0: 0, y0: y, x1: 300, y1: y }, isRightToLeft: false, block: 0, paragraph: 0 };
}

test('initials beside a text are larger than it and read with doubt; titles, page numbers and sure letters are type', () => {
  const text = Array.from({ length: 5 }, (_, at) => lineOf(['Harbour', 'market', 'window'], at * 20, 12, 95));
  const hand = lineOf(['AC', 'DR'], 300, 18, 75);
  const type = [lineOf(['Rules', 'of', 'order'], 320, 18, 75), lineOf(['12'], 340, 12, 75), lineOf(['A4'], 360, 18, 96)];
  const large = lineOf(['Ac'], 380, 22, 91);
  expect(findHandMarks([...text, hand, ...type, large])).toEqual([hand, large]);
});

test('one sign alone that is far smaller or larger than the text is a speck or a stroke, however surely it was read; one of its size is type', () => {
  const text = Array.from({ length: 5 }, (_, at) => lineOf(['Harbour', 'market', 'window'], at * 20, 12, 95));
  const strokes = [lineOf(['1'], 300, 5, 95), lineOf(['4'], 320, 40, 92)];
  const type = [lineOf(['4'], 400, 12, 92), lineOf(['7'], 420, 40, 97)];
  expect(findHandMarks([...text, ...strokes, ...type])).toEqual(strokes);
});
