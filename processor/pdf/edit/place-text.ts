// Where new text goes on one line: its width, and what moves how far, so that the line keeps its alignment and overlaps nothing.

import { type Box, unite } from '../geometry/box.ts';
import { colorOperators, type Color } from './color.ts';
import type { TextPiece } from './encode-text.ts';
import { boxesOf, type TextMatch } from './find.ts';
import { LEADER_GAP_EMS, LEADERS_KEPT, leadersTo, longerLeaders } from './layout/leaders.ts';
import { isLabelGap, median, sentenceFactor, spacesIn } from './layout/sentence-space.ts';
import type { Alignment, Line } from './line.ts';
import { type EncodedText, type EncodeText, sameCodes } from './new-text.ts';
import { type PageText, type PlacedGlyph, WORD_GAP_EMS } from './page-text.ts';
import type { EditRefusal } from './refusal.ts';
import { type Insertion, textScale } from './rewrite-text.ts';

/** `loose` may pass the margin of the text, but overlaps nothing; `shrink` may too, and is made smaller where that is not enough. */
export type Fit = 'shrink' | 'error' | 'overflow' | 'loose';

/** By how much a text is too long, in page space. */
export interface Misfit {
  readonly excess: number;
}

export interface TextStyle {
  readonly color?: Color;
  /** Points, or a factor of the present size. */
  readonly size?: { readonly points: number } | { readonly factor: number };
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly family?: 'serif' | 'sans' | 'mono';
}

export interface PlacedText {
  readonly encoded: EncodedText;
  /** The new text, and leaders that follow a text that has become shorter. */
  readonly insertions: readonly Insertion[];
  /** What the new text takes the place of, beside the old. */
  readonly removed: readonly PlacedGlyph[];
  /** How far the remaining glyphs move along the baseline, in page space. */
  readonly shifts: ReadonlyMap<PlacedGlyph, number>;
  /** All that may look different, in page space. */
  readonly bbox: Box;
  readonly isOverflowing: boolean;
  /** 1 unless the text was made smaller. */
  readonly scale: number;
}

/** Ems by which text may exceed its room before it is made smaller, and before it is reported as overflow. */
const GROWTH_SLACK_EMS = 0.02;
const OVERFLOW_SLACK_EMS = 0.05;
/** How far strokes and anti-aliasing may change the surroundings of text: ems, and points. */
const INK_SLACK = { ems: 0.3, points: 1 } as const;
/** Text is not made smaller than this share of its size. */
export const SHRINK_MIN = 0.9;

export interface LinePlan {
  readonly page: PageText;
  /** On one line. */
  readonly match: TextMatch;
  readonly line: Line;
  readonly encode: EncodeText;
  /** Undefined keeps the codes. */
  readonly text: string | undefined;
  readonly alignment: Alignment;
  readonly isJustified: boolean;
  readonly style: TextStyle | undefined;
  readonly fit: Fit;
  /** Added between all letters of the line: ems. */
  readonly tracking?: number;
  /** The text that follows and may differ slightly. */
  readonly inexact: readonly PlacedGlyph[];
}

export function placeText(plan: LinePlan): PlacedText | EditRefusal | Misfit {
  const { match, line, text, alignment, style, fit } = plan;
  const first = match.glyphs[0];
  const last = match.glyphs.at(-1);
  if (!first || !last) return 'degenerate_matrix';
  const { event } = first;
  const scale = textScale(event);
  const fontSize = sizeFor(event.state.fontSize, first.size, style);
  const old = text === '' ? removedAdvance(first, last, line) : oldAdvance(first, last);
  const gaps = plan.isJustified ? findGaps(line, match, spacesIn(text ?? match.text, sentenceFactor(plan.page, first.size))) : undefined;
  // New spaces are as wide as those of the line.
  const natural = naturalGap(plan.encode, first, fontSize);
  const even = style ? undefined : evenGap([...line.before, ...match.glyphs, ...line.after]);
  const usual = natural > 0 ? (gaps?.average ?? even ?? natural) - natural : 0;
  const letterGap = (plan.tracking ?? 0) * first.size;
  const write = (size: number, perGap = 0) =>
    text === undefined ? sameCodes(match, size) : plan.encode(text, size, (usual + perGap) / scale, letterGap / scale);
  let encoded = write(fontSize);
  if (!encoded) return 'glyph_missing';
  const least = gaps ? gaps.count * Math.max(0, gaps.average - first.size * GAP_EMS_MIN) : 0;
  const tightening = new Tightening(plan.page, line, letterGap);
  const room = roomFor(line, alignment) + least - tightening.ofLine;
  const growth = encoded.advance * scale - old;
  // A justified line ends where the others do.
  const most = fit === 'error' || plan.isJustified ? room : hardRoomFor(line, alignment) + least - tightening.ofLine;
  const factor = growth > room + first.size * GROWTH_SLACK_EMS ? factorFor(fit, growth, most, old) : 1;
  if (typeof factor !== 'number') return factor;
  if (factor !== 1) encoded = write(fontSize * factor);
  if (!encoded) return 'glyph_missing';
  let delta = encoded.advance * scale - old;
  // The spaces of a justified line absorb a change of width, as far as they can.
  const perGap = gaps && gaps.count > 0 ? stretchFor(delta, gaps, first.size) : 0;
  if (perGap !== 0 && text !== undefined) {
    encoded = write(fontSize * factor, perGap) ?? encoded;
    delta = encoded.advance * scale - old;
  }
  delta += tightening.ofLine;
  const lead = alignment === 'left' ? 0 : alignment === 'right' ? -delta : -delta / 2;
  const shifts = new Map<PlacedGlyph, number>();
  for (const glyph of line.before) shifts.set(glyph, lead + perGap * (gaps?.before.get(glyph) ?? 0) + tightening.of(glyph));
  for (const glyph of line.after)
    shifts.set(
      glyph,
      lead + delta - tightening.ofLine + perGap * ((gaps?.before.get(glyph) ?? 0) - (gaps?.inside ?? 0)) + tightening.of(glyph),
    );
  const shift = lead + perGap * (gaps?.atMatch ?? 0) + tightening.before;
  const colors = style?.color ? colorOperators(style.color, event.state.fill) : { before: '', after: '' };
  const end = line.end + lead + delta + perGap * ((gaps?.count ?? 0) - (gaps?.inside ?? 0));
  const { removed, longer } = leadersFor(plan, first, end, lead);
  const moved = [...shifts].filter(([, by]) => Math.abs(by) > 1e-6).map(([glyph]) => glyph);
  const changed = [...match.glyphs, ...plan.inexact, ...moved, ...removed, ...longer.map(({ at }) => at)];
  // Larger letters also reach higher and lower.
  const taller = Math.max(0, fontSize / event.state.fontSize - 1) * first.size;
  const reach = [...shifts.values(), shift, shift + delta];
  return {
    encoded,
    insertions: [{ at: first, pieces: encoded.pieces, ...colors, shift }, ...longer],
    removed,
    shifts,
    bbox: grow(boxesOf(changed).reduce(unite), first.angle, [0, ...reach], first.size * INK_SLACK.ems + INK_SLACK.points + taller),
    isOverflowing: roomFor(line, alignment) < delta + perGap * ((gaps?.count ?? 0) - (gaps?.inside ?? 0)) - first.size * OVERFLOW_SLACK_EMS,
    scale: factor,
  };
}

/** Leaders that give way to the new text, and more of them where it leaves room. @param end where the line ends then. @param lead how far its start moves */
function leadersFor({ line, text }: LinePlan, first: PlacedGlyph, end: number, lead: number) {
  const isKept = text === undefined || text === '';
  const led = isKept || lead === 0 ? undefined : leadersTo(line.leadersBefore, line.start, line.start + lead);
  const passed = line.leaders.slice(0, -LEADERS_KEPT).filter((glyph) => glyph.start < end + first.size * LEADER_GAP_EMS);
  const longer = [isKept ? undefined : longerLeaders(line.leaders, line.end, end), led?.longer].filter((one) => one !== undefined);
  return { removed: [...passed, ...(led?.removed ?? [])], longer };
}

/** Of its size, for a text that grows by more than its line has room. @param most the room with what may be taken beyond it */
function factorFor(fit: Fit, growth: number, most: number, old: number): number | Misfit {
  if (growth <= 0 || fit === 'overflow' || (growth <= most && fit !== 'error')) return 1;
  const factor = (old + Math.max(0, most)) / (old + growth);
  return fit === 'shrink' && factor >= SHRINK_MIN ? factor : { excess: growth - most };
}

/** How far the letters of a line that stay move together, beside the new text. */
class Tightening {
  /** Of the letters before the match, and of all. */
  readonly before: number;
  readonly ofLine: number;
  private readonly shifts = new Map<PlacedGlyph, number>();

  constructor({ repeats }: PageText, { before, after }: Line, perLetter: number) {
    let by = 0;
    const walk = (glyphs: ReadonlySet<PlacedGlyph>) => {
      const single = [...glyphs].filter((glyph) => !repeats.has(glyph)).toSorted((one, two) => one.start - two.start);
      for (const glyph of single) {
        this.shifts.set(glyph, by);
        by += perLetter;
      }
      for (const glyph of glyphs) this.shifts.set(glyph, this.shifts.get(repeats.get(glyph) ?? glyph) ?? 0);
    };
    if (perLetter !== 0) walk(before);
    this.before = by;
    if (perLetter !== 0) walk(after);
    this.ofLine = by;
  }

  of(glyph: PlacedGlyph): number {
    return this.shifts.get(glyph) ?? 0;
  }
}

/** From the origin of the first glyph to the end of the last one, in page space. */
export function oldAdvance(first: PlacedGlyph, last: PlacedGlyph): number {
  return last.start + last.shown.advance * textScale(last.event) - first.start;
}

/** Ems: a gap that is no space of the font, and parts two words all the same. */
const PLACED_GAP_EMS = 0.15;

/** What follows a text that is removed begins the line, without the space between; or comes to where it was, where both gaps beside it are but places. */
function removedAdvance(first: PlacedGlyph, last: PlacedGlyph, { before, after }: Line): number {
  const isVisible = ({ shown }: PlacedGlyph) => shown.glyph.unicode.trim() !== '';
  const next = [...after].filter(isVisible).reduce((least, { start }) => Math.min(least, start), Infinity);
  const previous = Math.max(...[...before].map(({ end }) => end));
  const hasBefore = [...before].some(isVisible);
  const isPlaced = hasBefore && first.start - previous > first.size * PLACED_GAP_EMS && next - last.end > first.size * PLACED_GAP_EMS;
  const closes = isPlaced ? [...after].every((glyph) => isVisible(glyph) || glyph.start > next) : !hasBefore;
  return closes && Number.isFinite(next) ? next - first.start : oldAdvance(first, last);
}

export function roomFor(line: Line, alignment: Alignment): number {
  const [left, right] = [line.start - line.startMin, line.endMax - line.end];
  if (alignment === 'left') return right;
  return alignment === 'right' ? left : 2 * Math.min(left, right);
}

function hardRoomFor(line: Line, alignment: Alignment): number {
  const [left, right] = [line.start - line.startMin, line.limit - line.end];
  if (alignment === 'left') return right;
  return alignment === 'right' ? left : 2 * Math.min(left, right);
}

function sizeFor(current: number, shown: number, style: TextStyle | undefined): number {
  if (!style?.size) return current;
  return 'factor' in style.size ? current * style.size.factor : (current * style.size.points) / shown;
}

/** A space narrower than the first no longer separates words; one wider than the second tears a line apart. */
const GAP_EMS_MIN = 0.19;
const GAP_EMS_MAX = 0.7;
/** Not usable for measuring the gaps of a line. */
const SPACE_EMS = 0.25;
/** Spaces that are already wide become wider by at most this factor. */
const STRETCH_MAX = 1.5;

interface Gaps {
  readonly count: number;
  /** Page space. */
  readonly average: number;
  /** How many are before a remaining glyph. */
  readonly before: ReadonlyMap<PlacedGlyph, number>;
  /** How many are before the new text, and how many in it. */
  readonly atMatch: number;
  readonly inside: number;
}

/** The spaces of a line with the new text in it, but the gap behind a label. @param inside those of the new text */
function findGaps(line: Line, match: TextMatch, inside: number): Gaps {
  const before = new Map<PlacedGlyph, number>();
  const first = match.glyphs[0];
  const usual = median(gapsOf([...line.before, ...match.glyphs, ...line.after]));
  const gaps: number[] = [];
  let [count, last]: [number, PlacedGlyph | undefined] = [0, undefined];
  const pass = (next: PlacedGlyph) => {
    const gap = last ? next.start - last.end : 0;
    if (!last || gap <= next.size * WORD_GAP_EMS || isLabelGap(last, next, gap, usual)) return;
    count++;
    gaps.push(gap);
  };
  const walk = (glyphs: Iterable<PlacedGlyph>) => {
    for (const glyph of [...glyphs].toSorted((one, two) => one.start - two.start)) {
      if (!isSpace(glyph)) pass(glyph);
      before.set(glyph, count);
      if (!isSpace(glyph)) last = glyph;
    }
  };
  walk(line.before);
  if (first) pass(first);
  const atMatch = count;
  count += inside;
  last = match.glyphs.findLast((glyph) => !isSpace(glyph)) ?? last;
  walk(line.after);
  const average = gaps.length > 0 ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length : (first?.size ?? 0) * SPACE_EMS;
  return { count, average, before, atMatch, inside };
}

function isSpace({ shown }: PlacedGlyph): boolean {
  return shown.glyph.unicode.trim() === '';
}

function gapsOf(glyphs: readonly PlacedGlyph[]): number[] {
  const shown = glyphs.filter((glyph) => !isSpace(glyph)).toSorted((one, two) => one.start - two.start);
  const gaps = shown.slice(1).map((glyph, index) => glyph.start - (shown[index]?.end ?? glyph.start));
  return gaps.filter((gap, index) => gap > (shown[index]?.size ?? 0) * WORD_GAP_EMS);
}

/** Between two words as the face and the letter spacing have it, from letter to letter, in page space. */
function naturalGap(encode: EncodeText, { event, shown }: PlacedGlyph, fontSize: number): number {
  const letter = shown.glyph.unicode;
  const [one, both] = [encode(letter, fontSize)?.advance, encode(`${letter} ${letter}`, fontSize)?.advance];
  const { charSpacing, horizontalScale } = event.state;
  return one === undefined || both === undefined ? 0 : (both - 2 * one + charSpacing * horizontalScale) * textScale(event);
}

/** Ems between two words, and by which the spaces of one line differ where they are even. */
const EVEN = { least: 0.12, most: 0.6, apart: 0.06 } as const;

/** The spaces of a line that is not stretched, where they are all as wide: not always as the face has them. */
function evenGap(glyphs: readonly PlacedGlyph[]): number | undefined {
  const shown = glyphs.filter(({ shown: { glyph } }) => glyph.unicode.trim() !== '').toSorted((one, two) => one.start - two.start);
  const size = shown[0]?.size ?? 1;
  const gaps = shown.slice(1).map(({ start }, index) => start - (shown[index]?.end ?? start));
  const spaces = gaps.filter((gap) => gap > size * EVEN.least && gap < size * EVEN.most);
  const [least, most] = [Math.min(...spaces), Math.max(...spaces)];
  return spaces.length > 0 && most - least < size * EVEN.apart ? (least + most) / 2 : undefined;
}

/** How much wider than the face has them the spaces of a line are, in page space. @param glyph in its look */
export function widerSpaces(encode: EncodeText, glyph: PlacedGlyph, line: readonly PlacedGlyph[]): number {
  const natural = naturalGap(encode, glyph, glyph.event.state.fontSize);
  const usual = natural > 0 ? evenGap(line) : undefined;
  return usual === undefined ? 0 : usual - natural;
}

function stretchFor(delta: number, { count, average }: Gaps, size: number): number {
  const wanted = -delta / count;
  if (average + wanted > Math.max(size * GAP_EMS_MAX, average * STRETCH_MAX)) return 0;
  return Math.max(wanted, Math.min(0, size * GAP_EMS_MIN - average));
}

/** @param reach how far things move along the baseline */
function grow([left, bottom, right, top]: Box, angle: number, reach: readonly number[], slack: number): Box {
  const [back, forth] = [Math.min(...reach), Math.max(...reach)];
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return [
    left - slack + Math.min(0, dx * forth, dx * back),
    bottom - slack + Math.min(0, dy * forth, dy * back),
    right + slack + Math.max(0, dx * forth, dx * back),
    top + slack + Math.max(0, dy * forth, dy * back),
  ];
}

/** Pieces with the names that the resources have for their fonts. */
export function withNames(pieces: readonly TextPiece[], names: ReadonlyMap<string, string>): TextPiece[] {
  return pieces.map((piece) =>
    piece.fontName === undefined ? piece : { ...piece, fontName: names.get(piece.fontName) ?? piece.fontName },
  );
}
