// The label that a list item shows, for forms that have no numbering of their own.

import type { ListPlace } from '../../../document/model.ts';

export function labelOf({ format, value }: ListPlace): string {
  return format.kind === 'bullet' ? format.text : format.text.replace('%1', counter(format.kind, value));
}

function counter(kind: ListPlace['format']['kind'], value: number): string {
  switch (kind) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    default:
      return String(value);
  }
}

/** As Word counts: a … z, aa, bb. */
function letters(value: number): string {
  const index = Math.max(0, value - 1);
  return String.fromCodePoint(97 + (index % 26)).repeat(Math.floor(index / 26) + 1);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(value: number): string {
  let [left, text] = [Math.min(value, 3999), ''];
  for (const [amount, letter] of ROMAN) {
    while (left >= amount) {
      text += letter;
      left -= amount;
    }
  }
  return text;
}
