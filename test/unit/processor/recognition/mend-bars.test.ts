// Bars in words.

import { expect, test } from 'vitest';
import { mendBars } from '../../../../processor/recognition/mend-bars.ts';

test('a bar within a word is an l; one alone, beside a capital letter or a figure stays', () => {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  const words = ['|’Assemblée', 'I|', 'qu’i|', '|es', '|', '|Buddha', '27|'].map((text) => ({ text, confidence: 90, box }));
  const baseline = { x0: 0, y0: 10, x1: 10, y1: 10 };
  const [line] = mendBars([{ words, box, baseline, isRightToLeft: false, block: 0, paragraph: 0 }]);
  expect(line?.words.map(({ text }) => text)).toEqual(['l’Assemblée', 'Il', 'qu’il', 'les', '|', '|Buddha', '27|']);
});
