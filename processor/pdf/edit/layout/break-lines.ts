// Divides the words of a paragraph among its lines. Lines above the edit stay as they are, and from where a line holds again the words that it
// had, the rest of the paragraph does too.

import type { PlacedGlyph } from '../page-text.ts';
import type { Paragraph } from './paragraph.ts';
import { isUnspaced as isUnspacedScript } from './word-parts.ts';
import type { Word } from './words.ts';

/** How tight a text is set. */
export interface Setting {
  /** Of the new text, to that of the old. */
  readonly scale: number;
  /** Added between letters: ems. */
  readonly tracking: number;
  /** The least space between words, as a share of the usual one. */
  readonly spaceMin: number;
  /** Lines that the paragraph may have beyond its own. */
  readonly moreLines: number;
}

interface PlacedWord {
  readonly word: Word;
  /** Along the baseline, in page space. */
  readonly start: number;
  readonly width: number;
}

export interface SetLine {
  /** In the paragraph; from the number of its lines on they are new. */
  readonly index: number;
  readonly words: readonly PlacedWord[];
  /** It has the words that it had, at their places. */
  readonly isAsBefore: boolean;
}

export interface LineBreaks {
  readonly lines: readonly SetLine[];
  /** Hyphens of words that are no longer divided. */
  readonly removed: readonly PlacedGlyph[];
  /** How many lines of the paragraph, the last ones, no longer have words. */
  readonly emptied: number;
  /** How much wider the spaces of the loosest line are than usual ones, of those that are set anew: 1 where they are as usual. */
  readonly looseness: number;
}

export interface Composition {
  readonly paragraph: Paragraph;
  /** Of the paragraph: the first with a part of the match. */
  readonly firstLine: number;
  readonly words: readonly Word[];
  /** Between words that are not stretched, and as it mostly is in the paragraph. Page space. */
  readonly naturalSpace: number;
  readonly space: number;
  /** Of a justified line: as wide as they may become. Page space. */
  readonly widestSpace: number;
  readonly size: number;
  /** The paragraph continues on another page or in another column: its last line is full, as the others are. */
  readonly runsOn: boolean;
  /** A line keeps its words where they still fill it. */
  readonly keepsLines: boolean;
  /** The width of a word, with the hyphen at its end or without. Page space. */
  widthOf(word: Word, setting: Setting, withHyphen: boolean): number;
  /** Of the space after a word that another follows: in usual spaces. That after a sentence may be wider. */
  spacesAfter(word: Word, next: Word): number;
  /** Of the space behind the label of a text that stands in its line: as it was, page space; undefined of every other, which is stretched. */
  fixedAfter(word: Word, next: Word): number | undefined;
  /** A divided word has a hyphen of its own, too. */
  keepsHyphen(word: Word, next: Word): boolean;
}

/** Ems by which a line may pass its measure: rounding. */
const OVERHANG_EMS = 0.03;
/** Between these shares of the usual space a justified line keeps its words. */
const KEPT = { least: 0.8, most: 1.5, loose: 1.15 } as const;
/** Usual spaces, up to which the last line of a text that continues elsewhere is stretched. */
const RUNS_ON = 2;
/** Of the measure: a line may be so much shorter than it. */
const RAGGED_SHARE = 0.12;
/** Where no other break is better, a line is still filled with spaces of so many ems, as word processors fill every line. */
const FILLED_EMS = 2;
/** A line that cannot be filled so is set with spaces of this share of the usual one. */
const LOOSE = 1.25;

/** @returns how much is too long for the lines that there are, in page space, where it does not fit */
export function breakLines(composition: Composition, setting: Setting): LineBreaks | { readonly excess: number } {
  const { paragraph, firstLine, words } = composition;
  const lines: SetLine[] = [];
  const removed: PlacedGlyph[] = [];
  const lastEdited = lastEditedOf(composition);
  const linesMax = paragraph.lines.length + setting.moreLines;
  let looseness = 1;
  const best = paragraph.alignment === 'justify' ? new BestBreaks(composition, setting, lastEdited) : undefined;
  let at = 0;
  for (let index = firstLine; at < words.length; index++) {
    if (index >= linesMax) return { excess: restOf(composition, setting, at) };
    const original = startsOriginalLine(composition, at, lastEdited);
    const kept = original ?? keptOf(composition, setting, at, index);
    const count = kept ?? best?.after(at, index)?.count ?? countFitting(composition, setting, at, index);
    if (count === 0) return { excess: Math.max(1, composition.widthOf(words[at] as Word, setting, true) - measureOf(composition, index)) };
    const chosen = words.slice(at, at + count);
    const isAsBefore = original !== undefined && chosen[0]?.line === index - firstLine;
    // All that follows is as it was.
    if (isAsBefore)
      return { lines, removed, emptied: Math.max(0, paragraph.lines.length - 1 - firstLine - (words.at(-1)?.line ?? 0)), looseness };
    const isLast = at + count === words.length;
    const isEnd = isLast && !(composition.runsOn && isNearlyFull(composition, setting, chosen, index));
    lines.push({
      index,
      words: placeWords(composition, setting, { index, words: chosen, isEnd, isOriginal: original !== undefined }),
      isAsBefore,
    });
    removed.push(...joinedHyphens(composition, chosen));
    // A last line that ought to be full and is not is loose, too.
    if ((!isLast || composition.runsOn) && kept === undefined)
      looseness = Math.max(looseness, stretchOf(composition, setting, at, count, index));
    at += count;
  }
  return { lines, removed, emptied: Math.max(0, paragraph.lines.length - firstLine - lines.length), looseness };
}

/** Of the words: new ones, beside a deletion, or on a line that has become the last one, which is not stretched. */
function lastEditedOf({ paragraph, firstLine, words }: Composition): number {
  const isLastGone = (words.at(-1)?.line ?? 0) < paragraph.lines.length - 1 - firstLine;
  return isLastGone ? words.length - 1 : words.findLastIndex(({ isEdited }) => isEdited);
}

/** How many words follow that made up a line before the edit, from its first on; undefined where the edit is still to come. */
function startsOriginalLine({ words }: Composition, at: number, lastEdited: number): number | undefined {
  const line = words[at]?.line;
  if (at <= lastEdited || line === undefined || words[at - 1]?.line === line) return undefined;
  let count = 0;
  while (words[at + count]?.line === line) count++;
  return count;
}

/** How many words a line has that begins at a word and is not edited: they fit it as they did, also where the usual spaces are wider. */
function countOfUnedited({ words, firstLine }: Composition, at: number, index: number): number {
  const line = index - firstLine;
  if (words[at]?.line !== line || words[at - 1]?.line === line) return 0;
  let count = 0;
  for (; words[at + count]?.line === line; count++) if (words[at + count]?.isEdited) return 0;
  return count;
}

function measureOf({ paragraph }: Composition, index: number): number {
  return paragraph.end - startOf(paragraph, index);
}

function startOf({ lines, start, alignment }: Paragraph, index: number): number {
  const line = lines[index];
  if (alignment === 'center' || alignment === 'right') return Math.min(start, ...lines.map((one) => one.start));
  return index === 0 && line ? line.start : start;
}

/**
 * What spaces cost that are not as usual: by the cube of how much wider they are, and narrower; where they are too wide to be set, or the last line of
 * a text that continues elsewhere stays short; each line; and a new hyphen, more where the line before has one.
 */
const COSTS = { wider: 8, narrower: 27, loose: 600, short: 60, line: 0.1, division: 0.5, divisions: 1.5 } as const;

/** Usual spaces: wider ones cost no more. */
const LOOSEST = 20;

interface Break {
  readonly count: number;
  readonly cost: number;
}

/** The breaks of justified lines that leave their spaces most even together, from a word on. */
class BestBreaks {
  private readonly known = new Map<string, Break | undefined>();
  private readonly composition: Composition;
  private readonly setting: Setting;
  private readonly lastEdited: number;

  constructor(composition: Composition, setting: Setting, lastEdited: number) {
    this.composition = composition;
    this.setting = setting;
    this.lastEdited = lastEdited;
  }

  /** Undefined where the lines do not suffice. */
  after(at: number, index: number): Break | undefined {
    const key = `${at} ${index}`;
    if (!this.known.has(key)) this.known.set(key, this.find(at, index));
    return this.known.get(key);
  }

  private find(at: number, index: number): Break | undefined {
    const { composition, setting } = this;
    const { words, paragraph } = composition;
    if (at === words.length) return { count: 0, cost: 0 };
    if (index >= paragraph.lines.length + setting.moreLines) return undefined;
    const original = startsOriginalLine(composition, at, this.lastEdited);
    // From here on all may be as it was.
    if (original !== undefined && words[at]?.line === index - composition.firstLine) return { count: original, cost: 0 };
    const fixed = original ?? keptOf(composition, setting, at, index);
    if (fixed !== undefined) {
      const rest = this.after(at + fixed, index + 1);
      return rest && { count: fixed, cost: rest.cost };
    }
    let best: Break | undefined;
    const most = Math.max(countFitting(composition, setting, at, index), countOfUnedited(composition, at, index));
    for (let count = most; count > 0; count--) {
      const own = this.costOf(at, count, index);
      if (best && own >= best.cost) break;
      const rest = this.after(at + count, index + 1);
      if (rest && (!best || own + rest.cost < best.cost)) best = { count, cost: own + rest.cost };
    }
    return best;
  }

  private costOf(at: number, count: number, index: number): number {
    const { composition, setting } = this;
    const { words, space, widestSpace } = composition;
    if (at + count === words.length && !composition.runsOn) return COSTS.line;
    const stretch = stretchOf(composition, setting, at, count, index);
    const differs = stretch - 1;
    if (at + count === words.length && stretch > RUNS_ON) return COSTS.short;
    if (stretch * space > widestSpace) return COSTS.loose + Math.min(differs, LOOSEST) ** 3 * COSTS.wider;
    const before = words[at - 1];
    const dividing = before?.isDivision || before?.hyphen ? COSTS.divisions : COSTS.division;
    return (
      COSTS.line +
      (words[at + count - 1]?.isDivision ? dividing : 0) +
      Math.abs(differs) ** 3 * (differs > 0 ? COSTS.wider : COSTS.narrower)
    );
  }
}

/** Of words that fill a line: its spaces, to the usual one. Infinity where it has none. */
function stretchOf(composition: Composition, setting: Setting, at: number, count: number, index: number): number {
  const { words, space } = composition;
  let [width, spaces] = [0, 0];
  for (let one = at; one < at + count; one++) {
    const [word, next] = [words[one] as Word, words[one + 1]];
    const isLast = one === at + count - 1;
    width += composition.widthOf(word, setting, isLast || !isJoined(composition, word, next));
    if (isLast || !next || !word.isSpaced) continue;
    const fixed = fixedGap(composition, word, next);
    width += fixed ?? 0;
    if (fixed === undefined) spaces += composition.spacesAfter(word, next);
  }
  return spaces > 0 ? (measureOf(composition, index) - width) / spaces / space : Infinity;
}

function countFitting(composition: Composition, setting: Setting, from: number, index: number): number {
  const { words, size } = composition;
  const measure = measureOf(composition, index) + size * OVERHANG_EMS;
  let [width, count] = [0, 0];
  for (let at = from; at < words.length; at++) {
    const word = words[at] as Word;
    const before = words[at - 1];
    const gap = at === from || !before ? 0 : gapAfter(composition, before, word, composition.naturalSpace) * setting.spaceMin;
    const reach = width + gap + composition.widthOf(word, setting, true);
    if (reach > measure) break;
    width += gap + composition.widthOf(word, setting, !isJoined(composition, word, words[at + 1]));
    count++;
  }
  return wholeCompounds(composition, from, count);
}

/** Headings and other lines that are alone are divided between words only, not after the hyphen of a compound. */
function wholeCompounds({ paragraph, words }: Composition, from: number, count: number): number {
  if (paragraph.lines.length > 1 || from + count >= words.length) return count;
  let whole = count;
  while (whole > 0 && /[-\u2010]$/u.test(lettersOf(words[from + whole - 1] as Word)) && !words[from + whole - 1]?.isSpaced) whole--;
  return whole > 0 ? whole : count;
}

function lettersOf({ parts }: Word): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.glyphs.map(({ shown }) => shown.glyph.unicode).join(''))).join('');
}

/**
 * A line keeps its words where they still fill it: a justified one where its spaces can take up the change, another where it is not shorter than
 * the lines of its paragraph may be.
 */
function keptOf(composition: Composition, setting: Setting, from: number, index: number): number | undefined {
  const { paragraph, words, firstLine, space, size, keepsLines } = composition;
  const line = index - firstLine;
  if (!keepsLines || words[from]?.line !== line || words[from - 1]?.line === line) return undefined;
  let [width, gaps, at, all] = [0, 0, from, 0];
  for (; words[at]?.line === line; at++) {
    const [word, next] = [words[at] as Word, words[at + 1]];
    const wordWidth = composition.widthOf(word, setting, !isJoined(composition, word, next));
    width += wordWidth;
    all += wordWidth;
    if (next?.line !== line) continue;
    const fixed = fixedGap(composition, word, next);
    all += fixed ?? gapAfter(composition, word, next, space) * setting.spaceMin;
    width += fixed ?? 0;
    if (word.isSpaced && fixed === undefined) gaps += composition.spacesAfter(word, next);
  }
  const free = measureOf(composition, index) - all;
  if (paragraph.alignment !== 'justify') return free > -size * OVERHANG_EMS && free <= raggedOf(paragraph) ? at - from : undefined;
  if (gaps === 0) return undefined;
  const gap = (measureOf(composition, index) - width) / gaps;
  const isEnd = at === words.length && !composition.runsOn;
  // A loose line takes a new word that fits.
  const next = words[at];
  const reach =
    width +
    gaps * composition.naturalSpace +
    (next?.isEdited ? composition.naturalSpace + composition.widthOf(next, setting, true) : Infinity);
  if (gap > space * KEPT.loose && reach <= measureOf(composition, index)) return undefined;
  return gap >= space * KEPT.least && (isEnd || gap <= space * KEPT.most) ? at - from : undefined;
}

/** How much shorter than the measure a line may be: as the shortest of the paragraph, but the last, or a little. */
function raggedOf({ lines, start, end }: Paragraph): number {
  const shortest = lines.slice(0, -1).reduce((least, line) => Math.min(least, line.end - line.start), end - start);
  return Math.max(end - start - shortest, (end - start) * RAGGED_SHARE);
}

/** Between two words on one line, at its usual width: as it was where they stood side by side. */
function gapAfter(composition: Composition, word: Word, next: Word, space: number): number {
  if (!word.isSpaced) return 0;
  const fixed = fixedGap(composition, word, next);
  if (fixed !== undefined) return fixed;
  const [last, first] = [word.parts.at(-1), next.parts[0]];
  const usual = space * composition.spacesAfter(word, next);
  if (composition.paragraph.alignment === 'justify' || word.line !== next.line || last?.kind !== 'glyphs' || first?.kind !== 'glyphs')
    return usual;
  const gap = first.start - last.end;
  // What was deleted between them left a gap.
  return next.isEdited || gap > space * 2.5 || gap < 0 ? usual : gap;
}

/** Behind the mark of a list, and behind a label: it stays as wide as it is. */
function fixedGap(composition: Composition, word: Word, next: Word): number | undefined {
  const [last, first] = [word.parts.at(-1), next.parts[0]];
  if (isMark(composition, word) && first?.kind === 'glyphs' && last?.kind === 'glyphs' && !next.isEdited) return first.start - last.end;
  return composition.fixedAfter(word, next);
}

const MARK = /^(?:[•◦▪▸►‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])$/u;

/** The mark of a list, whose text keeps its indent. */
function isMark({ words, firstLine }: Composition, word: Word): boolean {
  if (firstLine !== 0 || word !== words[0] || word.isEdited) return false;
  return MARK.test(lettersOf(word));
}

function isJoined(composition: Composition, word: Word, next: Word | undefined): boolean {
  if (next === undefined || word.isDivision) return next !== undefined;
  return word.hyphen !== undefined && !composition.keepsHyphen(word, next);
}

function joinedHyphens(composition: Composition, line: readonly Word[]): PlacedGlyph[] {
  return line.slice(0, -1).flatMap((word, index) => (word.hyphen && isJoined(composition, word, line[index + 1]) ? [word.hyphen] : []));
}

/** Its spaces can be made as wide as those of other lines may be. */
function isNearlyFull(composition: Composition, setting: Setting, line: readonly Word[], index: number): boolean {
  const spaces = line.slice(1).reduce((sum, word, at) => sum + composition.spacesAfter(line[at] as Word, word), 0);
  const width = line.reduce((sum, word, at) => sum + composition.widthOf(word, setting, !isJoined(composition, word, line[at + 1])), 0);
  return measureOf(composition, index) - width < spaces * composition.space * RUNS_ON;
}

interface ChosenLine {
  readonly index: number;
  readonly words: readonly Word[];
  readonly isEnd: boolean;
  readonly isOriginal: boolean;
}

function placeWords(composition: Composition, setting: Setting, { index, words, isEnd }: ChosenLine): PlacedWord[] {
  const { paragraph } = composition;
  const space = isEnd && paragraph.alignment === 'justify' ? composition.naturalSpace : composition.space;
  const widths = words.map((word, at) =>
    composition.widthOf(word, setting, at === words.length - 1 || !isJoined(composition, word, words[at + 1])),
  );
  const gaps = words.slice(1).map((word, at) => gapAfter(composition, words[at] as Word, word, space));
  const total = [...widths, ...gaps].reduce((sum, one) => sum + one, 0);
  const from = startOf(paragraph, index);
  const left = paragraph.end - from - total;
  const isFixed = (at: number) => fixedGap(composition, words[at] as Word, words[at + 1] as Word) !== undefined;
  // A wider space takes more of what is left.
  const isUnspaced = isWithoutSpaces(words);
  const shares = gaps.map((gap, at) => {
    if (isFixed(at)) return 0;
    return isUnspaced ? 1 : gap > 0 ? composition.spacesAfter(words[at] as Word, words[at + 1] as Word) : 0;
  });
  const spaced = shares.reduce((sum, one) => sum + one, 0);
  let extra = 0;
  if (spaced > 0 && left < 0) extra = left / spaced;
  else if (spaced > 0 && paragraph.alignment === 'justify' && !isEnd) {
    const wanted = space + left / spaced;
    extra = wanted <= Math.max(composition.widestSpace, composition.size * FILLED_EMS) ? left / spaced : space * (LOOSE - 1);
  }
  const free = left - extra * spaced;
  let x = from + ({ left: 0, justify: 0, right: free, center: free / 2 }[paragraph.alignment] ?? 0);
  return words.map((word, at) => {
    if (at > 0) x += (gaps[at - 1] ?? 0) + (shares[at - 1] ?? 0) * extra;
    const placed = { word, start: x, width: widths[at] ?? 0 };
    x += placed.width;
    return placed;
  });
}

/** Lines of scripts without spaces are stretched between their letters. */
function isWithoutSpaces(words: readonly Word[]): boolean {
  return words.filter((word) => !word.isSpaced && isUnspacedScript(lettersOf(word))).length > words.length / 2;
}

/** The width of the words from one on, beyond what a line takes of them. */
function restOf(composition: Composition, setting: Setting, from: number): number {
  return composition.words
    .slice(from)
    .reduce((sum, word) => sum + composition.widthOf(word, setting, true) + (word.isSpaced ? composition.space : 0), 0);
}
