// The order of runs in lines of both directions. Expected orders follow UAX #9.

import { describe, expect, it } from 'vitest';
import { baseDirection, orderRuns, readingOrder } from '../../../../../processor/pdf/draw/bidi.ts';

/** The line as it is shown from left to right, each run of the right-to-left direction turned around. */
function shown(line: string): string {
  return orderRuns(line, baseDirection(line))
    .map(({ start, end, direction }) => {
      const text = line.slice(start, end);
      return direction === 'rtl' ? Array.from(text).toReversed().join('') : text;
    })
    .join('');
}

describe('the direction of a paragraph', () => {
  it.each([
    ['abc אבג', 'ltr'],
    ['123 אבג abc', 'rtl'],
    ['... مرحبا', 'rtl'],
    ['12.5 %', 'ltr'],
    ['', 'ltr'],
  ])('%j is %s', (line, direction) => expect(baseDirection(line)).toBe(direction));
});

describe('the order of a line', () => {
  it.each([
    ['plain text', 'plain text'],
    ['car אבג end', 'car גבא end'],
    ['car אבג דהו end', 'car והד גבא end'],
    ['אבג', 'גבא'],
    ['אבג car דהו', 'והד car גבא'],
    ['אבג 123 דהו', 'והד 123 גבא'],
    ['price אבג 1,234.50 end', 'price 1,234.50 גבא end'],
    ['אבג.', '.גבא'],
    ['a1 ב2', 'a1 2ב'],
    ['\u0645\u0646 3\u060c91', '3\u060c91 \u0646\u0645'],
    ['\u0645\u0646 \u0663\u066b\u0661\u0664\u066a', '\u066a\u0663\u066b\u0661\u0664 \u0646\u0645'],
    ['', ''],
  ])('%j is shown as %j', (line, expected) => expect(shown(line)).toBe(expected));

  it('covers every character once, for random lines', () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    console.log(`bidi: SEED=${seed}`);
    let state = seed;
    const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const alphabet = Array.from('ab אבג مر 12 .,()-日😀');
    for (let round = 0; round < 500; round++) {
      const line = Array.from({ length: random(20) }, () => alphabet[random(alphabet.length)]).join('');
      const runs = orderRuns(line, baseDirection(line)).toSorted((a, b) => a.start - b.start);
      expect(runs.map(({ start, end }) => line.slice(start, end)).join('')).toBe(line);
    }
  });
});

it.each([
  ['\u0627\u0644\u062a\u0627\u0631\u064a\u062e: 2025-05-07 11:21'],
  ['\u05ea\u05d0\u05e8\u05d9\u05da: 2025-05-07 11:21'],
  ['\u0645\u0639\u062f\u0644 3\u060c91 \u0645\u0646 4'],
  ['\u0645\u0646 12-34 \u0625\u0644\u0649 abc 56-78'],
])('what is seen is read as it was written: %s', (line) => {
  const seen = Array.from(shown(line));
  expect(
    readingOrder(seen, baseDirection(line))
      .map(({ index }) => seen[index])
      .join(''),
  ).toBe(line);
});
