// The words of the instruction language that stand for a value: numbers, ordinals, colours, units.

const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentieth',
];

const NUMBERS = new Map<string, number>([
  ...ONES.map((word, value): [string, number] => [word, value]),
  ...TENS.flatMap((ten, index): [string, number][] => [
    [ten, 20 + 10 * index],
    ...ONES.slice(1, 10).map((one, unit): [string, number] => [`${ten}-${one}`, 20 + 10 * index + unit + 1]),
  ]),
]);
const ORDINAL_VALUES = new Map(ORDINALS.map((word, index) => [word, index + 1]));

/** A whole number in digits (at most 7) or words. */
export function wholeNumber(word: string): number | undefined {
  return /^\d{1,7}$/.test(word) ? Number(word) : NUMBERS.get(word);
}

/** `third`, `3rd` → 3; `last` → -1. */
export function ordinalNumber(word: string): number | undefined {
  if (word === 'last' || word === 'final') return -1;
  const digits = /^([1-9]\d{0,3})(?:st|nd|rd|th)$/.exec(word)?.[1];
  return digits === undefined ? ORDINAL_VALUES.get(word) : Number(digits);
}

/** A number with a decimal point or comma. */
export function decimalNumber(word: string): number | undefined {
  return /^\d{1,6}(?:[.,]\d{1,4})?$/.test(word) ? Number(word.replace(',', '.')) : NUMBERS.get(word);
}

/** HTML's sixteen, and those names of CSS (Color 4, 6.1) that people use; two words there are one, or joined by a hyphen. */
const COLORS: Readonly<Record<string, string>> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  orange: '#ffa500',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gold: '#ffd700',
  violet: '#ee82ee',
  turquoise: '#40e0d0',
  indigo: '#4b0082',
  crimson: '#dc143c',
  'light gray': '#d3d3d3',
  'light grey': '#d3d3d3',
  'light blue': '#add8e6',
  'light green': '#90ee90',
  'light yellow': '#ffffe0',
  'light pink': '#ffb6c1',
  'sky blue': '#87ceeb',
  'royal blue': '#4169e1',
  'navy blue': '#000080',
  'forest green': '#228b22',
  'dark gray': '#a9a9a9',
  'dark grey': '#a9a9a9',
  'dark red': '#8b0000',
  'dark green': '#006400',
  'dark blue': '#00008b',
  'dark orange': '#ff8c00',
};

/** @param word one word, or two with a space between. @returns `#rrggbb` in lower case. */
export function colorOf(word: string): string | undefined {
  if (/^#[0-9a-f]{6}$/.test(word)) return word;
  if (/^#[0-9a-f]{3}$/.test(word)) return word.replaceAll(/[0-9a-f]/g, '$&$&');
  const name = word.replace(/^(light|dark|sky|royal|navy|forest)-?(?=[a-z])/, '$1 ').replace('  ', ' ');
  if (Object.hasOwn(COLORS, word)) return COLORS[word];
  return Object.hasOwn(COLORS, name) ? COLORS[name] : undefined;
}

export type Unit = 'pt' | 'mm' | 'cm' | 'in' | '%';
const UNITS: Readonly<Record<string, Unit>> = {
  pt: 'pt',
  pts: 'pt',
  point: 'pt',
  points: 'pt',
  mm: 'mm',
  millimeter: 'mm',
  millimeters: 'mm',
  millimetre: 'mm',
  millimetres: 'mm',
  cm: 'cm',
  centimeter: 'cm',
  centimeters: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '%': '%',
  percent: '%',
};

export function unitOf(word: string): Unit | undefined {
  return Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
}
