// Lines of a paragraph that keeps its place: letters as far apart as they are in the source, so that each line is as long, and breaks, as there.
// Sizes are rounded to half points, fonts have no kerning, and a typesetter squeezed one line and spread another: all that is at most some
// hundredths of a point between two letters.

import type { Alignment } from '../model.ts';
import type { Stretch } from './drifts.ts';
import { median } from './measures.ts';
import { wordsBeforeText, wordsOfNumber } from './hanging.ts';
import { isJoining } from '../../pdf/draw/visual-order.ts';
import { fromStart, standInOrder } from '../words/from-start.ts';
import type { Line } from '../words/lines.ts';
import type { Word } from '../words/words.ts';

export interface WordFit {
  /** Points between letters. */
  readonly letterSpacing: number;
  /** Points that the space before it is wider, beyond `letterSpacing`. */
  readonly wordSpacing: number;
  /** Share of the width that its letters have in their font. */
  readonly scale?: number;
  /** The line before it ends although it would have room there. */
  readonly breakBefore: boolean;
}

export interface FitOptions {
  readonly alignment: Alignment;
  /** Between which its lines stand: points from the left of the page. */
  readonly left: number;
  readonly right: number;
  /** Points that a run will have, of a word. */
  readonly sizeOf: (word: Word) => number;
  /** Of its measure that a line may fill: less where the letters will be those of another font. */
  readonly share: number;
  /** Ems: of a space in the font of a word. */
  readonly spaceOf: (word: Word) => number;
  /** Its lines broke elsewhere, its words so much wider than they were: every line ends where it did. */
  readonly stretch?: Stretch | undefined;
}

/** Points: word processors count in these. */
const STEP = 0.05;
/** Ems: a space that differs less is that of its font. */
const WORD_SPACING_SEEN = 0.04;
/** Ems by which gaps of one line differ that are no spaces of a justified line. */
const UNEVEN_EM = 0.2;
/** Points by which a line stays within its measure. */
const SLACK = 0.6;
/** Points: more of it where a hyphen is to fit. */
const HYPHEN_SLACK = 0.8;
/** Ems: a word that would have fitted but for so much may fit where it is set. */
const NEARLY_EM = 0.1;
/** Points by which rounding may move a word. */
const DRIFT_MAX = 0.4;
/** Of its measure that a line may fill which ends where it ended: word processors stretch its spaces, and an error makes no line more. */
const KEPT_SHARE = 0.98;
const HYPHEN_EM = 0.33;
/** Ems: letters further apart, or closer, than this were set so, and not to fit. */
const LETTER_SPACING_MAX = 0.1;
/** Ems: letters that are moved further apart to fill a line look like words of their own. */
const KEPT_EM = 0.05;

/** Lines of several parts stay as they are, and those in which words from the left stand among others. Letters that join have no distance between them. */
export function fitLines(lines: readonly Line[], options: FitOptions): ReadonlyMap<Word, WordFit> {
  const { stretch, ...usual } = options;
  if (!stretch) return fit(lines, usual);
  const first = fit(lines, usual);
  // As it was drawn, without the distance between its letters that it had then.
  const drawnWidth = (word: Word) =>
    (word.box.right - word.box.left) * stretch(word.box) - (first.get(word)?.letterSpacing ?? 0) * (word.text.length - 1);
  const scale = scaleOf(lines, drawnWidth);
  return fit(lines, {
    ...options,
    ...(scale < 1 && { scale }),
    widthOf: (word) => drawnWidth(word) * scale,
    spaceOf: (word) => options.spaceOf(word) * scale,
  });
}

/** Letters of another font that take more room than this for theirs are made narrower; word processors count in hundredths. */
const SCALE = { most: 0.96, least: 0.6 } as const;
/** Letters: the widths of shorter words say little. */
const SCALED_MIN = 3;

function scaleOf(lines: readonly Line[], widthOf: (word: Word) => number): number {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => text.length >= SCALED_MIN);
  const shares = words.map((word) => (word.box.right - word.box.left) / widthOf(word)).filter(Number.isFinite);
  const share = shares.length === 0 ? 1 : median(shares);
  return share > SCALE.most ? 1 : Math.max(SCALE.least, Math.round(share * 100) / 100);
}

interface Fitting extends FitOptions {
  /** Points that a word takes without a distance between its letters. */
  readonly widthOf?: (word: Word) => number;
  /** That its letters get. */
  readonly scale?: number;
}

/** Points: of a word without a distance between its letters, in the size of its run. */
function setWidth(word: Word, { sizeOf }: Pick<FitOptions, 'sizeOf'>): number {
  const natural = word.box.right - word.box.left - (word.letterSpacing ?? 0) * (word.text.length - 1);
  return (natural * sizeOf(word)) / word.style.size;
}

function fit(lines: readonly Line[], options: Fitting): ReadonlyMap<Word, WordFit> {
  const fits = new Map<Word, WordFit>();
  const before = wordsBeforeText(lines) || wordsOfNumber(lines);
  const words = lines.map((line, index) => (index === 0 ? line.words.slice(before) : line.words));
  const scaled = options.scale === undefined ? {} : { scale: options.scale };
  const measured = lines.map((line, index) => (isPlain(line) ? measureLine(line, words[index] ?? [], options) : undefined));
  let breakBefore = false;
  const isKept = options.stretch !== undefined;
  for (const [index, read] of measured.entries()) {
    const next = measured[index + 1];
    const scale = read?.isJoined && isKept ? ownScale(read, options.scale) : options.scale;
    const own = read && { ...read, set: (read.set * (scale ?? 1)) / (options.scale ?? 1) };
    const isUnbroken = lines[index]?.rtl === true && endsInHyphen(lines[index]);
    if (!own) {
      const joined: boolean = lines[index]?.rtl === true && (isKept || isUnbroken || breakBefore);
      if (joined) addJoined(fits, words[index] ?? [], { ...scaled, breakBefore });
      breakBefore = joined && (isKept || isUnbroken);
      continue;
    }
    const isLast = index === lines.length - 1;
    const measure =
      (endOf(own, options) - startOf(own, options) - SLACK - (own.isBroken ? HYPHEN_SLACK : 0)) *
      (isKept || (isLast && lines.length > 1) ? KEPT_SHARE : options.share);
    const follows = next ? next.first + (own.isBroken ? -own.hyphen : own.space) : Infinity;
    const isHoled = options.alignment === 'justified' && hasHole(own);
    const isJustified = options.alignment === 'justified' && !isHoled;
    const nearly = measure + SLACK + own.size * NEARLY_EM;
    const isWithin = options.alignment !== 'justified' && endsInHangul(lines[index], lines[index + 1]);
    const breaksAfter = isUnbroken || isWithin || (isKept ? !own.isBroken : !isJustified && own.width + follows < nearly);
    const room = endOf(own, options) - startOf(own, options);
    const isFull = own.width > room - own.size * FULL_EM;
    const justify = () =>
      isLast
        ? isFull
          ? stretch(own, room * (isKept ? KEPT_SHARE : FULL_SHARE), 0)
          : end(own, measure)
        : stretch(own, measure, breaksAfter ? Infinity : follows);
    const spacing = isJustified ? justify() : isKept ? keep(own, measure) : end(own, measure);
    const held = isHoled ? { ...own, width: Math.min(own.width, measure) } : own;
    const all = { ...spacing, ...(!isJustified && isUneven(own) && ownGaps(held)) };
    const set = own.isJoined ? betweenWords(own, all) : all;
    addFits(fits, words[index] ?? [], { ...set, ...(scale === undefined ? {} : { scale }), breakBefore });
    breakBefore = breaksAfter;
  }
  return fits;
}

/** A last line that reaches so near to the end is stretched as the others are: its paragraph goes on elsewhere. */
const FULL_EM = 0.1;
/** Of its measure: programs that set it a little wider must not break it. */
const FULL_SHARE = 0.996;

/** Letters that join, in a line that is kept: as wide as they were. */
function ownScale({ set, drawn }: SetLine, scale = 1): number | undefined {
  const share = Math.max(SCALE.least, Math.min(1, Math.floor((scale * drawn * 100) / set) / 100));
  return share > SCALE.most ? undefined : share;
}

/** Of the space of its font that is left between words at least. */
const SPACE_LEFT = 0.6;

/** The same for letters that join: what is missing between them, the spaces take. */
function betweenWords({ letters, spaces, space }: SetLine, { letterSpacing, wordSpacing, gaps }: Spacing): Spacing {
  const own = (letterSpacing * Math.max(0, letters + spaces - 1)) / Math.max(1, spaces);
  const each = roundTo(Math.max(own, -space * (1 - SPACE_LEFT)));
  return { letterSpacing: 0, wordSpacing: wordSpacing + each, ...(gaps && { gaps: gaps.map((gap) => gap + each) }) };
}

/** Letters that join have no distance between them. */
function addJoined(
  fits: Map<Word, WordFit>,
  words: readonly Word[],
  { breakBefore, ...scaled }: Pick<WordFit, 'scale' | 'breakBefore'>,
): void {
  for (const [index, word] of words.entries())
    fits.set(word, { letterSpacing: 0, wordSpacing: 0, ...ownStretch(word, scaled), breakBefore: breakBefore && index === 0 });
}

/** A line that is set from its middle or its end has all of the room. */
function startOf(line: SetLine, { alignment, left, right }: FitOptions): number {
  return alignment === 'centre' || alignment === 'right' ? (line.rtl ? -right : left) : line.left;
}

/** From the right, a line ends at the left. */
function endOf(line: SetLine, { left, right }: FitOptions): number {
  return line.rtl ? -left : right;
}

function isPlain(line: Line): boolean {
  return line.segments.length === 1 && (!line.rtl || standInOrder(fromStart(line)));
}

/** Where no line ends unless it is told to, behind a letter from the right (UAX #14, LB21a). */
function endsInHyphen({ words }: Line): boolean {
  return /\p{L}[-\u2010]$/u.test(words.at(-1)?.text ?? '');
}

/** Some typesetters break words of Hangul anywhere, others only between them. */
function endsInHangul(line: Line | undefined, next: Line | undefined): boolean {
  const [last, first] = [line?.words.at(-1)?.text ?? '', next?.words[0]?.text ?? ''];
  return /\p{Script=Hangul}$/u.test(last) && /^\p{Script=Hangul}/u.test(first);
}

interface SetLine {
  readonly rtl: boolean;
  /** It has letters that join. */
  readonly isJoined: boolean;
  /** Points from the left of the page; less, from the right. */
  readonly left: number;
  readonly size: number;
  /** Of all letters without spaces. */
  readonly letters: number;
  readonly spaces: number;
  /** Points: as the words would be set, and as they were drawn. */
  readonly set: number;
  readonly drawn: number;
  readonly width: number;
  /** Points between a word and the one before it; undefined where there is no space. */
  readonly gaps: readonly (number | undefined)[];
  /** Points of a space and a hyphen of the font. */
  readonly space: number;
  readonly hyphen: number;
  /** Of its first word, up to where it may break. */
  readonly first: number;
  /** Its last word goes on in the next line. */
  readonly isBroken: boolean;
}

function measureLine(own: Line, read: readonly Word[], { sizeOf, spaceOf, widthOf }: Fitting): SetLine {
  const line = fromStart(own);
  const words = line.words.slice(line.words.length - read.length);
  let [letters, spaces, set, drawn, spaced] = [0, 0, 0, 0, 0];
  const gaps: (number | undefined)[] = [];
  const spacings = ownSpacings(words);
  for (const [index, word] of words.entries()) {
    const width = word.box.right - word.box.left;
    const { length } = word.text;
    set += (widthOf?.(read[index] ?? word) ?? setWidth(word, { sizeOf })) + (spacings[index] ?? 0) * (length - 1);
    drawn += width;
    letters += length;
    const isSpaced = index > 0 && word.spaceBefore;
    gaps.push(isSpaced ? word.box.left - (words[index - 1]?.box.right ?? word.box.left) : undefined);
    if (!isSpaced) {
      drawn += gapWithin(words[index - 1], word);
      continue;
    }
    spaces++;
    // It is written in the font of the word before it (runs.ts).
    const before = words[index - 1] ?? word;
    spaced += spaceOf(before) * sizeOf(before) + (spacings[index - 1] ?? 0) + (spacings[index] ?? 0);
  }
  const [first] = words;
  const left = first?.box.left ?? line.box.left;
  return {
    rtl: line.rtl,
    isJoined: words.some(({ text }) => isJoining(text)),
    left,
    size: line.size,
    letters,
    spaces,
    set,
    drawn,
    width: line.box.right - left,
    gaps,
    space: spaces > 0 ? spaced / spaces : first ? spaceOf(first) * line.size : 0,
    hyphen: line.size * HYPHEN_EM,
    first: first ? (first.box.right - first.box.left) * firstShareOf(first.text) : 0,
    isBroken: !line.rtl && endsInHyphen(line),
  };
}

/** Points between two parts of a word whose letters stand apart. */
function gapWithin(before: Word | undefined, word: Word): number {
  return before && (before.letterSpacing ?? 0) > word.style.size * LETTER_SPACING_MAX ? Math.max(0, word.box.left - before.box.right) : 0;
}

/** Points between the letters of each word, where the words of a line are not set alike. */
function ownSpacings(words: readonly Word[]): readonly number[] {
  const spacings = words.map(({ letterSpacing = 0 }) => letterSpacing);
  const size = Math.max(0, ...words.map(({ style }) => style.size));
  const isMixed = Math.max(...spacings) - Math.min(...spacings) > size * LETTER_SPACING_MAX;
  return spacings.map((points) => (isMixed ? roundTo(points) : 0));
}

/** Of a word's width, up to and with its first hyphen. */
function firstShareOf(text: string): number {
  const part = /^.*?[-\u2010](?=\p{L})/u.exec(text)?.[0];
  return part === undefined ? 1 : part.length / text.length;
}

interface Spacing {
  /** Not yet rounded. */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  /** Of each word, instead. */
  readonly gaps?: readonly number[];
}

/** A line that ends where it ended, within its measure: the last one, and each that is not justified. */
function end(line: SetLine, measure: number): Spacing {
  const spacing = spacingOf(line, Math.min(roomOf(line, measure), spacingOfLetters(line)));
  const { letters, spaces, set, space } = line;
  const free = measure - set - spaces * space - spacing.letterSpacing * (letters + spaces);
  const most = Math.floor(free / Math.max(1, spaces) / STEP) * STEP;
  return { ...spacing, wordSpacing: Math.min(spacing.wordSpacing, Math.max(0, most)) };
}

function roomOf({ letters, spaces, set, space }: SetLine, measure: number): number {
  return (measure - set - spaces * space) / Math.max(1, letters + spaces);
}

/** A line that fills its measure: closer where it would not fit, wider where the next word would fit too. */
function stretch(line: SetLine, measure: number, follows: number): Spacing {
  const { letters, spaces, set, space } = line;
  const spacing = spacingOf(line, Math.min(roomOf(line, measure), spacingOfLetters(line)));
  const width = set + spaces * space + spacing.letterSpacing * (letters + spaces);
  const isLoose = spaces > 0 && width + follows < measure + SLACK * 2;
  return { ...spacing, wordSpacing: isLoose ? Math.floor((measure - width) / spaces / STEP) * STEP : 0 };
}

function spacingOfLetters({ drawn, set, letters }: SetLine): number {
  return (drawn - set) / Math.max(1, letters - 1);
}

/** A line that ends where it ended: one distance between all of its letters, and what that leaves between its words, as between columns. */
function keep(line: SetLine, measure: number): Spacing {
  const { letters, spaces, set, space } = line;
  const wanted = (Math.min(line.width, measure) - set - spaces * space) / Math.max(1, letters + spaces - 1);
  const own = spacingOfLetters(line);
  const left = leftFor(line, wanted - own);
  return left === 0
    ? { letterSpacing: nearOwn(line, wanted), wordSpacing: 0 }
    : { letterSpacing: own, wordSpacing: Math.floor(left / STEP) * STEP };
}

/** The distance between letters that is wanted, as far as it is not seen. */
function nearOwn(line: SetLine, wanted: number): number {
  const [own, room] = [spacingOfLetters(line), line.size * KEPT_EM];
  return Math.max(own - room, Math.min(own + room, wanted));
}

/** Points for each of its spaces, where they are much wider than those of its font. @param missing points for each of its letters */
function leftFor({ size, letters, spaces }: SetLine, missing: number): number {
  const left = spaces === 0 ? 0 : (missing * (letters + spaces - 1)) / spaces;
  return left > size * UNEVEN_EM ? left : 0;
}

/** @param wanted points between letters */
function spacingOf({ size, spaces, drawn, width, space }: SetLine, wanted: number): Spacing {
  const gap = spaces === 0 || Math.abs(wanted) > size * LETTER_SPACING_MAX ? 0 : (width - drawn) / spaces - space - wanted;
  return { letterSpacing: wanted, wordSpacing: Math.abs(gap) > size * WORD_SPACING_SEEN ? roundTo(gap) : 0 };
}

/** Its words stand in several groups, as a label and a value: each gap is as wide as it was. */
function isUneven({ gaps, size }: SetLine): boolean {
  const known = gaps.filter((gap) => gap !== undefined);
  return known.length > 1 && Math.max(...known) - Math.min(...known) > size * UNEVEN_EM;
}

/** Ems: a justified line has one gap, but for words that are none of the text, such as those that a scan keeps as a picture. */
const HOLE_EM = 0.6;

function hasHole({ gaps, size }: SetLine): boolean {
  const known = gaps.filter((gap) => gap !== undefined).toSorted((one, other) => one - other);
  const usual = known[(known.length - 1) >> 1];
  return usual !== undefined && known.length > 2 && (known.at(-1) ?? 0) > usual + size * HOLE_EM;
}

/** Gaps that are wider than the others keep that; the others are spaces, and one distance between all letters of the line does the rest, if it can. */
function ownGaps(line: SetLine): Pick<Spacing, 'letterSpacing' | 'gaps'> {
  const { size, letters, spaces, set, space, width } = line;
  const known = line.gaps.filter((gap) => gap !== undefined).toSorted((one, other) => one - other);
  const usual = known[(known.length - 1) >> 1] ?? space;
  const gaps = line.gaps.map((gap = usual) => (gap - usual > size * UNEVEN_EM ? roundTo(gap - usual) : 0));
  const extra = gaps.reduce((sum, gap) => sum + gap, 0);
  const wanted = (width - set - spaces * space - extra) / Math.max(1, letters + spaces - 1);
  const own = spacingOfLetters(line);
  if (leftFor(line, wanted - own) === 0) return { letterSpacing: nearOwn(line, wanted), gaps };
  // All of them are wide: each is as it was.
  return { letterSpacing: own, gaps: line.gaps.map((gap) => (gap === undefined ? 0 : Math.max(0, roundTo(gap - space - own)))) };
}

function roundTo(points: number): number {
  return Math.round(points / STEP) * STEP;
}

/** Rounded so that no word is further from its place than `DRIFT_MAX`, with few changes. */
function addFits(
  fits: Map<Word, WordFit>,
  words: readonly Word[],
  { letterSpacing, wordSpacing, gaps, breakBefore, ...scaled }: Spacing & Pick<WordFit, 'scale' | 'breakBefore'>,
): void {
  let rounded = roundTo(letterSpacing);
  let drift = 0;
  const own = ownSpacings(words);
  for (const [index, word] of words.entries()) {
    const letters = word.text.length + (word.spaceBefore && index > 0 ? 1 : 0);
    const next = drift + (rounded - letterSpacing) * letters;
    if (Math.abs(next) > DRIFT_MAX) rounded = roundTo(letterSpacing - drift / letters);
    drift += (rounded - letterSpacing) * letters;
    fits.set(word, {
      letterSpacing: rounded + (own[index] ?? 0),
      wordSpacing: gaps?.[index] ?? wordSpacing,
      ...ownStretch(word, scaled),
      breakBefore: breakBefore && index === 0,
    });
  }
}

function ownStretch({ style: { stretch } }: Word, scaled: Pick<WordFit, 'scale'>): Pick<WordFit, 'scale'> {
  return stretch === undefined ? scaled : { scale: stretch * (scaled.scale ?? 1) };
}
