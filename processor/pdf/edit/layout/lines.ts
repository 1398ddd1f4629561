// The lines of a page as a typesetter sees them: runs of words that one hand has set beside each other. A gap of more than an em, the edge of a
// clip, a rule, leaders, and spaces that stand for a tab end a line: what is beyond is another cell or column.

import { type Box, EVERYWHERE } from '../../geometry/box.ts';
import { derive, isSameLine, type PageText, type PlacedGlyph } from '../page-text.ts';
import { raisedMarks } from './raised-marks.ts';

export interface TextLine {
  /** From the start of the line to its end, spaces included, text drawn twice with both drawings. */
  readonly glyphs: readonly PlacedGlyph[];
  /** Of what is visible: along the baseline, in page space. */
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly angle: number;
  /** Of most of its glyphs. */
  readonly size: number;
  /** Dots or dashes that lead to the next column. */
  readonly isLeader: boolean;
}

/** Words further apart than this (in ems) are another column, and do not move. */
export const GAP_EMS_MAX = 1;
/** Beside a space at the end of a line. */
const GUTTER_EMS = 0.6;
/** Text whose size and baseline differ by more (ems) is of the line only where it stands nearer: raised and lowered signs. */
const OTHER_HAND = { gap: 0.5, size: 0.05, baseline: 0.03 } as const;
/** Ems: closer glyphs are of one word, whatever is between them. */
const TOUCH_EMS = 0.1;
/** Radians: text that leans less is level, and rules beside it part it. */
const LEVEL_ANGLE = 0.01;
/** So many spaces side by side stand for a tab: in a monospaced face, and in others. */
const TAB_SPACES = { mono: 2, other: 3 } as const;
/** So many dots or dashes side by side lead to the next column. */
const LEADERS_MIN = 4;
const LEADER = /^[.·•_…‥\u2024-]$/u;
/** Ems above the baseline between which a vertical stroke parts two words. */
const RULE_EMS = { from: 0.1, to: 0.5 } as const;
/** By which factor a glyph is larger than the figures above and below its line. */
const LARGER = 1.2;
/** Points by which a letter may stick out of its clip. */
const CLIP_SLACK = 0.5;

export interface Lines {
  readonly all: readonly TextLine[];
  readonly of: (glyph: PlacedGlyph) => TextLine | undefined;
}

export function linesOfPage(page: PageText): Lines {
  return derive(page, findLines);
}

function findLines(page: PageText): Lines {
  const all = withMarks(
    rowsOf(page).flatMap((row) => divide(row, page)),
    page,
  );
  const byGlyph = new Map<PlacedGlyph, TextLine>();
  for (const line of all) for (const glyph of line.glyphs) byGlyph.set(glyph, line);
  return { all, of: (glyph) => byGlyph.get(glyph) };
}

/** Raised marks are in the lines that they stand on. */
function withMarks(lines: readonly TextLine[], page: PageText): TextLine[] {
  const marks = raisedMarks(lines);
  const joined = new Set([...marks.values()].flat());
  return lines
    .filter((line) => !joined.has(line))
    .flatMap((line) => {
      const own = marks.get(line);
      if (!own) return [line];
      const single = [line, ...own].flatMap(({ glyphs }) => glyphs.filter((glyph) => !page.repeats.has(glyph)));
      return (
        describe(
          single.toSorted((one, two) => one.start - two.start || one.eventIndex - two.eventIndex),
          page,
        ) ?? []
      );
    });
}

export function isVisible({ shown }: PlacedGlyph): boolean {
  return shown.glyph.unicode.trim() !== '';
}

/** Glyphs of one baseline, from its start to its end. */
function rowsOf({ glyphs, repeats }: PageText): PlacedGlyph[][] {
  const single = glyphs.filter((glyph) => !repeats.has(glyph));
  const byAngle = Map.groupBy(single, ({ angle }) => Math.round(angle * 40));
  return [...byAngle.values()].flatMap((same) => groupRows(same)).flatMap(apartFromLarger);
}

function groupRows(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const rows: PlacedGlyph[][] = [];
  const sorted = glyphs.toSorted((one, two) => two.baseline - one.baseline || one.start - two.start);
  let row: PlacedGlyph[] = [];
  let anchor: PlacedGlyph | undefined;
  for (const glyph of sorted) {
    if (!anchor || !isSameLine(anchor, glyph)) {
      if (row.length > 0) rows.push(row);
      row = [];
      anchor = glyph;
    }
    // The largest glyph says where the line is.
    if (glyph.size > anchor.size * LARGER) anchor = glyph;
    row.push(glyph);
  }
  if (row.length > 0) rows.push(row);
  return rows.map((one) => one.toSorted((left, right) => left.start - right.start || left.eventIndex - right.eventIndex));
}

/** A headline in another column is no reason to take two lines of small text beside it for one. */
function apartFromLarger(row: PlacedGlyph[]): PlacedGlyph[][] {
  const largest = largestOf(row);
  const parts: PlacedGlyph[][] = [];
  let reached = -Infinity;
  let last: PlacedGlyph | undefined;
  for (const glyph of row) {
    const part = parts.at(-1);
    if (part && last && glyph.start - reached <= Math.max(last.size, glyph.size) * GAP_EMS_MAX) part.push(glyph);
    else parts.push([glyph]);
    reached = Math.max(reached, glyph.end);
    last = glyph;
  }
  const isSmaller = (part: readonly PlacedGlyph[]) => largestOf(part) * LARGER < largest;
  return parts.some(isSmaller) ? parts.flatMap((part) => (isSmaller(part) ? groupRows(part) : [part])) : [row];
}

function largestOf(glyphs: readonly PlacedGlyph[]): number {
  return glyphs.reduce((most, { size }) => Math.max(most, size), 0);
}

function divide(row: readonly PlacedGlyph[], page: PageText): TextLine[] {
  const lines: PlacedGlyph[][] = [];
  const parted = partings(row);
  let [reached, shown] = [-Infinity, -Infinity];
  for (const [index, glyph] of row.entries()) {
    const last = row[index - 1];
    const line = lines.at(-1);
    const isGutter = last !== undefined && isBeyondSpace(last, glyph, reached, shown);
    if (line && last && !parted.has(index) && !isGutter && isJoined(page, last, glyph, reached)) {
      line.push(glyph);
      reached = Math.max(reached, glyph.end);
    } else {
      lines.push([glyph]);
      reached = glyph.end;
    }
    if (isVisible(glyph)) shown = glyph.end;
  }
  return lines.flatMap((glyphs) => describe(glyphs, page) ?? []);
}

/** A column whose lines end with spaces: what stands beyond the space and a gap is the next one. @param shown where what is visible ends */
function isBeyondSpace(space: PlacedGlyph, next: PlacedGlyph, reached: number, shown: number): boolean {
  if (isVisible(space) || !isVisible(next)) return false;
  return next.start - shown > next.size * GAP_EMS_MAX && next.start - reached > next.size * GUTTER_EMS;
}

/** @param reached where the glyphs before end */
function isJoined(page: PageText, left: PlacedGlyph, right: PlacedGlyph, reached: number): boolean {
  const size = Math.max(left.size, right.size);
  const gap = right.start - reached;
  if (gap > size * (isOfOtherHand(left, right, size) ? OTHER_HAND.gap : GAP_EMS_MAX)) return false;
  if (left.event.source !== right.event.source || left.event.font?.isVertical !== right.event.font?.isVertical) return false;
  return shareClip(left, right) && (gap < size * TOUCH_EMS || !isParted(page, right, reached));
}

/** Of another size and on another baseline: a column that happens to have a line at this height. */
function isOfOtherHand(left: PlacedGlyph, right: PlacedGlyph, size: number): boolean {
  return Math.abs(left.size - right.size) > size * OTHER_HAND.size && Math.abs(left.baseline - right.baseline) > size * OTHER_HAND.baseline;
}

/** Each is inside the clip of the other, where both have one. */
function shareClip(left: PlacedGlyph, right: PlacedGlyph): boolean {
  const [one, two] = [left.event.state.clip, right.event.state.clip];
  if (one === two || one.every((side, index) => side === two[index])) return true;
  const isIn = (glyph: PlacedGlyph, clip: Box) => {
    if (clip === EVERYWHERE) return true;
    const [x, y] = [glyph.matrix[4], glyph.matrix[5]];
    const width = glyph.end - glyph.start;
    const [endX, endY] = [x + width * Math.cos(glyph.angle), y + width * Math.sin(glyph.angle)];
    const isInside = (atX: number, atY: number) =>
      atX >= clip[0] - CLIP_SLACK && atX <= clip[2] + CLIP_SLACK && atY >= clip[1] - CLIP_SLACK && atY <= clip[3] + CLIP_SLACK;
    return isInside(x, y) && isInside(endX, endY);
  };
  return isIn(left, two) && isIn(right, one);
}

function isParted({ rules }: PageText, { start, baseline, size, angle }: PlacedGlyph, reached: number): boolean {
  if (Math.abs(angle) > LEVEL_ANGLE) return false;
  return rules.some(
    ([left, bottom, right, top]) =>
      top > baseline + size * RULE_EMS.to &&
      bottom < baseline + size * RULE_EMS.from &&
      [left, right].some((x) => x > reached - size * TOUCH_EMS && x < start + size * TOUCH_EMS),
  );
}

/** Where leaders begin and end, and what follows several spaces. */
function partings(row: readonly PlacedGlyph[]): ReadonlySet<number> {
  const parted = new Set<number>();
  for (let at = 0; at < row.length;) {
    const end = endOfRun(row, at, (glyph) => !isVisible(glyph));
    if (end > at) {
      if (isTab(row, at, end)) parted.add(end);
      at = end;
      continue;
    }
    const leader = endOfLeaders(row, at);
    if (leader > at) {
      parted.add(at);
      parted.add(leader);
      at = leader;
    } else at++;
  }
  return parted;
}

function endOfRun(row: readonly PlacedGlyph[], from: number, isPart: (glyph: PlacedGlyph) => boolean): number {
  let at = from;
  while (at < row.length && isPart(row[at] as PlacedGlyph)) at++;
  return at;
}

function isTab(row: readonly PlacedGlyph[], from: number, end: number): boolean {
  const [first, last] = [row[from], row[end - 1]];
  if (!first || !last || from === 0) return false;
  const spaces = row.slice(from, end).filter(({ shown }) => shown.glyph.unicode !== '' && shown.glyph.width > 0);
  const isMono = isMonospaced(first);
  // Two spaces after the end of a sentence are typewriting.
  if (isMono && spaces.length === 2 && /[.?!:]/u.test(row[from - 1]?.shown.glyph.unicode ?? '')) return false;
  const isWide = isMono || last.end - first.start > first.size * GAP_EMS_MAX;
  return isWide && spaces.length >= (isMono ? TAB_SPACES.mono : TAB_SPACES.other);
}

function isMonospaced({ event }: PlacedGlyph): boolean {
  const { font } = event;
  if (!font) return false;
  return font.descriptor.isFixedPitch || /courier|mono|consol|typewriter|cmtt/i.test(font.baseFont);
}

/** @returns `from` where there are none; spaces between them belong to them */
function endOfLeaders(row: readonly PlacedGlyph[], from: number): number {
  const first = row[from]?.shown.glyph.unicode ?? '';
  if (!LEADER.test(first)) return from;
  let [count, end] = [0, from];
  for (let at = from; at < row.length; at++) {
    const glyph = row[at] as PlacedGlyph;
    if (glyph.shown.glyph.unicode === first) {
      count++;
      end = at + 1;
    } else if (isVisible(glyph)) break;
  }
  return count >= LEADERS_MIN ? end : from;
}

function describe(single: readonly PlacedGlyph[], { drawings }: PageText): TextLine | undefined {
  const glyphs = single.flatMap((glyph) => [glyph, ...(drawings.get(glyph) ?? [])]);
  const shown = glyphs.filter(isVisible);
  const [first] = shown.length > 0 ? shown : glyphs;
  if (!first) return undefined;
  const sizes = Map.groupBy(shown.length > 0 ? shown : glyphs, ({ size }) => Math.round(size * 10));
  const main = [...sizes.values()].reduce((most, same) => (same.length > most.length ? same : most))[0] ?? first;
  return {
    glyphs,
    start: first.start,
    end: (shown.length > 0 ? shown : glyphs).reduce((most, { end }) => Math.max(most, end), -Infinity),
    baseline: main.baseline,
    angle: main.angle,
    size: main.size,
    isLeader: single.length > 0 && endOfLeaders(single, 0) === single.length,
  };
}
