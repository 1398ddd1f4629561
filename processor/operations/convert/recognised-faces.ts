// What type the lines of a scan are set in: recognition does not say it. The family by the widths of words, bold by how much ink a line has. Pure.

import { standardMetrics } from '../../pdf/fonts/standard-fonts.ts';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { RegionPixels } from '../../pdf/pdfium/page/draw-regions.ts';
import type { TextStyle } from '../../pdf/pdfium/page/page-content.ts';
import type { RecognisedLine, RecognisedWord } from '../../recognition/recognised.ts';
import { usualInk } from './letter-ink.ts';
import { letterPixels, settleSizes } from './recognised-sizes.ts';
import { isArabic, usualWidth, widthOf } from './word-widths.ts';

type Face = Pick<TextStyle, 'fontName' | 'family' | 'bold' | 'italic' | 'fixedPitch' | 'serif'>;

const PLAIN = { fontName: '', bold: false, italic: false } as const;
const SERIF: Face = { ...PLAIN, family: 'Times New Roman', fixedPitch: false, serif: true };
const SANS: Face = { ...PLAIN, family: 'Arial', fixedPitch: false, serif: false };
const FACES: readonly { readonly metrics: string; readonly face: Face }[] = [
  { metrics: 'Times-Roman', face: SERIF },
  { metrics: 'Helvetica', face: SANS },
  { metrics: 'Courier', face: { ...PLAIN, family: 'Courier New', fixedPitch: true, serif: true } },
];

/** Fewer letters show no family. */
const LETTERS_MIN = 60;
const WORD = /^[A-Za-z]{3,}$/;
/** Of a word whose box and letters are taken as they are. */
const CONFIDENCE_MIN = 75;
/** A family other than the usual one fits better by so much. */
const BETTER = 0.85;

/** Of a whole document. @param hasSerifs as its letters look, where that is seen: many faces without serifs are as narrow as Times, and some with them as wide as Helvetica */
export function familyOfLines(lines: readonly Pick<RecognisedLine, 'words'>[], hasSerifs?: boolean): Face {
  const face = familyByWidths(lines);
  if (face === SANS && hasSerifs === true) return SERIF;
  return face === SERIF && hasSerifs === false ? SANS : face;
}

function familyByWidths(lines: readonly Pick<RecognisedLine, 'words'>[]): Face {
  const samples = lines
    .map(({ words }) => words.filter(({ text, confidence }) => confidence >= CONFIDENCE_MIN && WORD.test(text)))
    .filter((words) => words.length > 1);
  const letters = samples.flat().reduce((sum, { text }) => sum + text.length, 0);
  if (letters < LETTERS_MIN) return SERIF;
  const errors = FACES.map(({ metrics, face }) => ({ face, error: misfit(samples, metrics) }));
  const [usual] = errors;
  const best = errors.reduce((least, one) => (one.error < least.error ? one : least));
  return usual && best.error < usual.error * BETTER ? best.face : SERIF;
}

/** How far the words of each line are from the widths of a font, scaled to fit the line: a share of the squares of their widths. */
function misfit(lines: readonly (readonly RecognisedWord[])[], font: string): number {
  const metrics = standardMetrics(font);
  let [errors, squares] = [0, 0];
  for (const words of lines) {
    const pairs = words.map(({ text, box }) => [widthOf(text, metrics), box.right - box.left] as const);
    const scale = pairs.reduce((sum, [own, seen]) => sum + own * seen, 0) / pairs.reduce((sum, [own]) => sum + own * own, 0);
    for (const [own, seen] of pairs) {
      errors += (seen - own * scale) ** 2;
      squares += seen ** 2;
    }
  }
  return errors / Math.max(1, squares);
}

/** Lines that are compared. */
const SET_MIN = 4;
const LINE_LETTERS_MIN = 4;
/** Beside the usual ink of the page: `alone` is enough whatever the lines around it have; noise and blur change that of one line by less, of a few letters by more. */
const BOLD_RATIO = { least: 1.2, alone: 1.3, few: 1.4, within: 1.13, below: 1.18 } as const;
const FEW_LETTERS = 10;
/** Of sizes of one paragraph. */
const NEAR_RATIO = 1.2;

export interface BoldType {
  /** Boxes of lines. */
  readonly lines: ReadonlySet<ShownBox>;
  /** What begins other lines, such as `Note:` or `§ 3.`, and single words in them. */
  readonly labels: ReadonlySet<RecognisedWord>;
}

interface InkedLine {
  readonly line: RecognisedLine;
  readonly size: number;
  /** Beside that of regular type. */
  readonly share: number;
  readonly weight: number;
}

/** What has much more ink than most of its page. @param toPixels from a word's box to those of the picture */
export function findBold(lines: readonly RecognisedLine[], picture: RegionPixels, toPixels: (box: ShownBox) => ShownBox): BoldType {
  const sizes = settleSizes(lines.map((line) => ({ line, points: letterPixels(line) })));
  const inkOfWords = (words: readonly RecognisedWord[], size: number) => inkBesideRegular(words, size, picture, toPixels);
  const inked = lines.flatMap((line): InkedLine[] => {
    // Joined letters have as much ink as their word has joints.
    const words = line.words.filter(
      ({ text, confidence }) => confidence >= CONFIDENCE_MIN && /[\p{L}\p{N}]/u.test(text) && !isArabic(text),
    );
    const letters = words.reduce((sum, word) => sum + lettersIn(word), 0);
    if (letters < LINE_LETTERS_MIN) return [];
    const size = sizes.get(line) ?? letterPixels(line);
    return [{ line, size, share: inkOfWords(words, size), weight: letters }];
  });
  const bold = new Set<ShownBox>();
  const labels = new Set<RecognisedWord>();
  if (inked.length < SET_MIN) return { lines: bold, labels };
  const usual = weightedMedian(inked);
  const heavy: RecognisedWord[] = [];
  let [between, long] = [0, 0];
  for (const { line, size, share, weight } of inked) {
    const around = inked.filter((other) => isBeside(line, other.line) && isNear(size, other.size));
    const alone = weight < FEW_LETTERS ? BOLD_RATIO.few : BOLD_RATIO.alone;
    if (share / usual > alone || isBoldTogether(share / usual, weightedMedian(around) / usual)) bold.add(line.box);
    else {
      const inkOf = (words: readonly RecognisedWord[]) => inkOfWords(words, size) / usual;
      for (const word of boldLabel(line.words, inkOf)) labels.add(word);
      const found = boldWords(line.words, inkOf);
      heavy.push(...found.bold);
      between += found.between;
      long += found.long;
    }
  }
  // Where ink varies from word to word, heavy ones are the end of a slope.
  if (heavy.length > between && heavy.length <= Math.max(1, long * ALONE.share)) for (const word of heavy) labels.add(word);
  const heads = inked.filter(({ line }) => bold.has(line.box));
  for (const one of inked.filter(({ share, weight }) => weight < FEW_LETTERS && share / usual > BOLD_RATIO.below))
    if (heads.some((head) => goesOnBelow(head, one))) bold.add(one.line.box);
  return { lines: bold, labels };
}

/** Ems. */
const BELOW = { aside: 0.5, down: 2 } as const;

/** A word below one of a bold line, and flush with it, as in the head of a column: its few letters show less. */
function goesOnBelow({ line: head, size }: InkedLine, { line }: InkedLine): boolean {
  const [first] = line.words;
  if (!first) return false;
  const down = line.baseline.y0 - head.baseline.y0;
  return (
    down > size / 2 && down < size * BELOW.down && head.words.some(({ box }) => Math.abs(box.left - first.box.left) < size * BELOW.aside)
  );
}

/** A word that is bold in a line that is not, beside the usual ink. */
const ALONE = { word: 1.36, line: 1.15, letters: 4, unsure: 1.24, share: 0.1 } as const;

/** And how many words there are, and how many are neither clearly bold nor clearly regular. */
function boldWords(
  words: readonly RecognisedWord[],
  inkOf: (words: readonly RecognisedWord[]) => number,
): { readonly bold: readonly RecognisedWord[]; readonly between: number; readonly long: number } {
  const long = words.filter(
    (word) => word.confidence >= CONFIDENCE_MIN && /^\p{L}+$/u.test(word.text) && lettersIn(word) >= ALONE.letters && !isArabic(word.text),
  );
  const inks = new Map(long.map((word) => [word, inkOf([word])]));
  const heavy = long.filter((word) => (inks.get(word) ?? 0) > ALONE.word);
  const between = long.filter((word) => (inks.get(word) ?? 0) > ALONE.unsure).length - heavy.length;
  const others = words.filter((word) => !heavy.includes(word));
  return { bold: others.length > 0 && inkOf(others) < ALONE.line ? heavy : [], between, long: long.length };
}

/** Beside the usual ink, and beside that of what follows. Single words say less than several. */
const LABEL = { whole: 1.27, word: 1.12, rest: 1.18, words: 4, letters: 4 } as const;
const ENDS_LABEL = /[.:)–—-]$/u;

/** The first words of a line, up to the sign that ends a label, where they are bold and what follows is not. */
function boldLabel(words: readonly RecognisedWord[], inkOfWords: (words: readonly RecognisedWord[]) => number): readonly RecognisedWord[] {
  let found: readonly RecognisedWord[] = [];
  for (let count = 1; count <= Math.min(LABEL.words, words.length - 1); count++) {
    const [label, rest] = [words.slice(0, count), words.slice(count)];
    const letters = label.map(({ text }) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')).join('');
    if (!ENDS_LABEL.test(label.at(-1)?.text ?? '') || letters.length < LABEL.letters) continue;
    const whole = inkOfWords(label);
    const isHeavy = whole > LABEL.whole && whole > inkOfWords(rest) * LABEL.rest;
    if (isHeavy && label.every((word) => lettersIn(word) < LABEL.letters || inkOfWords([word]) > LABEL.word)) found = label;
  }
  return found;
}

function lettersIn({ text }: RecognisedWord): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

/** Where one line shows little, its paragraph decides. */
function isBoldTogether(own: number, around: number): boolean {
  return around > BOLD_RATIO.least && own > BOLD_RATIO.within;
}

function isBeside(one: RecognisedLine, two: RecognisedLine): boolean {
  return one.block === two.block && one.paragraph === two.paragraph;
}

function isNear(one: number, two: number): boolean {
  return Math.max(one, two) < Math.min(one, two) * NEAR_RATIO;
}

/** Of what the words have in regular type of their size and width. */
function inkBesideRegular(
  words: readonly RecognisedWord[],
  size: number,
  picture: RegionPixels,
  toPixels: (box: ShownBox) => ShownBox,
): number {
  let [ink, wide, read, regular, ems] = [0, 0, 0, 0, 0];
  for (const { text, box } of words) {
    const seen = toPixels(box);
    ink += inkOf(picture, seen);
    wide += seen.right - seen.left;
    read += box.right - box.left;
    regular += usualInk(text);
    ems += usualWidth(text);
  }
  const scaled = (size * wide) / Math.max(1, read);
  return ink / Math.max(1, (wide * scaled * regular) / Math.max(0.1, ems));
}

function weightedMedian(items: readonly { readonly share: number; readonly weight: number }[]): number {
  const sorted = items.toSorted((one, two) => one.share - two.share);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { share, weight } of sorted) if ((sum += weight) >= half) return share;
  return 0;
}

/** Darkness against the paper, in pixels that are all black. */
function inkOf({ bgra, widthPixels, heightPixels }: RegionPixels, box: ShownBox): number {
  const [left, top] = [Math.max(0, Math.round(box.left)), Math.max(0, Math.round(box.top))];
  const [right, bottom] = [Math.min(widthPixels, Math.round(box.right)), Math.min(heightPixels, Math.round(box.bottom))];
  let [sum, lightest, count] = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const grey = bgra[(y * widthPixels + x) * 4 + 1] ?? 255;
      sum += grey;
      lightest = Math.max(lightest, grey);
      count++;
    }
  }
  return lightest === 0 ? 0 : count - sum / lightest;
}
