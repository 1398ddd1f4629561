// The line of a match: what follows it and moves with it, how far it may grow, and how it is aligned.

import { PDFName } from 'pdf-lib';
import { numbersIn } from '../fonts/dictionaries.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { arrayOf } from '../syntax/dictionary.ts';
import { boxIn, EVERYWHERE, intersect, type Box } from '../geometry/box.ts';
import type { Direction } from '../draw/bidi.ts';
import { drawnLeader, drawnLeaderEnd, LEADERS_KEPT } from './layout/leaders.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { columnOfText, type TextColumn } from './layout/text-column.ts';
import { derive, SAME_ANGLE, SAME_LINE_EMS, type PageText, type PlacedGlyph } from './page-text.ts';

/** Radians: text that leans less is level, and rules beside it limit it. */
const LEVEL_ANGLE = 0.01;
/** Ems by which neighbours may overlap: kerning, and slanted letters. */
const OVERLAP_EMS = 0.2;
/** Ems kept free before the next text, rule or edge of the page; sides of lines that differ by less are the same. */
const SPACE_EMS = 0.1;
/** Ems kept free before other text: less would make one word of two. */
const APART_EMS = 0.25;
/** The longest line of a column shows its end when it is so wide (ems), or takes so much of the room that there is. */
const [COLUMN_WIDE_EMS, COLUMN_SHARE] = [15, 0.75];
/** Ems between the text of a cell and its rules. */
const PADDING_EMS = { least: 0.3, most: 0.6 } as const;
/** Ems between columns of text; and between a line and what stands beside it, as a rule. */
const COLUMN_EMS = 1;
const BESIDE_EMS_LEAST = 0.6;
/** Leaders begin so soon after the line. */
const LEADERS_EMS_MAX = 3;
/** Share of the page's width that centred text keeps free. */
const CENTRED_MARGIN_SHARE = 0.05;
/** Of the page's margin, what a line keeps free that goes beyond it. */
const MARGIN_KEPT = 0.5;
/** Ems above the baseline between which a vertical stroke is beside text, and its allowed overlap. */
const RULE_EMS = { from: 0.1, to: 0.5, overlap: 0.05 } as const;
/** Ems: what is drawn between the ends of a line, and is no higher, belongs to its words and goes with them. */
const OWN_EMS = { side: 0.4, height: 2, stroke: 0.2 } as const;
/** Ems that letters of a line reach below and above their baseline, mostly: the line would run into text that is nearer. */
const BESIDE_EMS = { below: 0.15, above: 0.55 } as const;
/** Ems up to which lines above and below are neighbours. */
const NEIGHBOUR_EMS = 12;
/** The least width (ems) of a line whose two sides can show that it is justified. */
const JUSTIFIED_EMS_MIN = 10;
/** When so many more neighbours share the side where lines begin than another, it is not chance. */
const LEFT_MAJORITY = 3;
/** A single line is centred when it is within so many ems of the page's middle, and so far from its left side. */
const ALONE_CENTRED_EMS = { off: 0.5, indent: 3 } as const;

/** Ems between the number of a heading and its text, at most. */
const NUMBER_EMS = 3;

export type Alignment = 'left' | 'right' | 'center';

export interface Line {
  /** Glyphs of the same content that belong to the same run of words, on either side. */
  readonly before: ReadonlySet<PlacedGlyph>;
  readonly after: ReadonlySet<PlacedGlyph>;
  /** Along the baseline, in page space: where the run starts and ends now, and its limits. */
  readonly start: number;
  readonly end: number;
  readonly startMin: number;
  readonly endMax: number;
  /** Beyond it is other text, a rule or the edge of the page; `endMax` also keeps to the margin. */
  readonly limit: number;
  /** As near to it as words may come where nothing else helps. */
  readonly limitMost: number;
  /** Where it may begin where nothing else helps: further to the left if it stands alone on the right of its page. */
  readonly startAlone: number;
  /** Where the nearest text or rule on its right begins; Infinity where there is none. */
  readonly beside: number;
  /** How far its lines may reach where it is set over several: apart from what stands beside it, and not beyond its column. */
  readonly wrapMax: number;
  /** The dots that lead from the line to its next column. */
  readonly leaders: readonly PlacedGlyph[];
  /** The dots that lead to the line from the column before it. */
  readonly leadersBefore: readonly PlacedGlyph[];
  readonly alignment: Alignment;
  /** It shares both sides with its neighbours: its spaces absorb a change of width. */
  readonly isJustified: boolean;
}

/** @param match from left to right. @param base the direction of the line: one that begins on the right is right-aligned unless others say more */
export function describeLine(page: PageText, match: readonly PlacedGlyph[], pageBox: Box | undefined, base: Direction = 'ltr'): Line {
  const first = match[0] as PlacedGlyph;
  const last = match.at(-1) as PlacedGlyph;
  const { before, after, inMatch } = runOf(page, match);
  const shown = [...before, ...match, ...after].filter(isVisible);
  const beforeStart = shown.reduce((least, { start }) => Math.min(least, start), first.start);
  const afterEnd = shown.reduce((most, { end }) => Math.max(most, end), shown.length > 0 ? -Infinity : last.end);
  const leaders = leadersAfter(page, first, afterEnd);
  const leadersBefore = leadersTo(page, first, beforeStart);
  const own = new Set([...before, ...inMatch, ...after, ...leaders.slice(0, -LEADERS_KEPT), ...leadersBefore.slice(LEADERS_KEPT)]);
  const [barrier, obstacle] = neighboursOf(page, first, [beforeStart, afterEnd], own);
  const along = alongBaseline(first, pageBox ? intersect(pageBox, first.event.state.clip) : EVERYWHERE);
  const [ruleBefore, ruleAfter] =
    Math.abs(first.angle) < LEVEL_ANGLE ? rulesBeside(page, first, beforeStart, afterEnd) : [-Infinity, Infinity];
  // Text keeps the margins of the page's other lines, or one as wide as the margin on the other side.
  const same = page.glyphs.filter((glyph) => Math.abs(glyph.angle - first.angle) < SAME_ANGLE && isVisible(glyph));
  const leftmost = same.reduce((least, glyph) => Math.min(least, glyph.start), beforeStart);
  const free = Number.isFinite(along[0]) ? Math.max(0, leftmost - along[0]) : 0;
  const mirrored = Number.isFinite(along[0]) ? along[2] - free : afterEnd;
  const margin = same.reduce((most, glyph) => Math.max(most, glyph.end), Math.max(afterEnd, mirrored));
  const space = first.size * SPACE_EMS;
  const column = columnOfText(page, { start: beforeStart, end: afterEnd, baseline: first.baseline, size: first.size, angle: first.angle });
  const edge = along[2] - Math.max(space, free * MARGIN_KEPT);
  const most = Math.min(edge, ruleAfter - paddingFor(beforeStart - ruleBefore, first.size), column?.end ?? Infinity);
  const limitFor = (apartEms: number) => Math.max(afterEnd, Math.min(most, (obstacle ?? Infinity) - first.size * apartEms));
  const limit = limitFor(BESIDE_EMS_LEAST);
  const cell = cellOf(along, pageBox && alongBaseline(first, pageBox), [ruleBefore, ruleAfter]);
  const sides = [beforeStart, afterEnd] as const;
  const aligned = describeAlignment(page, [...before, ...match, ...after], first, { sides, along, cell, base, column });
  const endMax = Math.max(afterEnd, Math.min(limit, marginFor(aligned, along, margin)));
  // A cell keeps on its right what is free on its left.
  const padding = Math.min(beforeStart - ruleBefore, first.size * COLUMN_EMS);
  const apart = Math.min(endMax, ruleAfter - padding, obstacle === undefined ? Infinity : obstacle - first.size * COLUMN_EMS);
  const startMin = Math.min(
    beforeStart,
    Math.max(
      along[0] + (Number.isFinite(along[0]) ? space : 0),
      barrier === undefined ? -Infinity : barrier + space,
      ruleBefore + paddingFor(ruleAfter - afterEnd, first.size),
      column?.start ?? -Infinity,
    ),
  );
  const isFree = aligned.alignment === 'left' && obstacle === undefined && !cell && isAloneOnRight(page, first, sides, along);
  const startApart = Math.max(startMin, leftmost, (barrier ?? -Infinity) + first.size * ALONE_EMS);
  return {
    before,
    after,
    wrapMax: Math.max(afterEnd, Math.min(apart, columnEnd(page, first, [beforeStart, afterEnd], apart))),
    start: beforeStart,
    end: afterEnd,
    startMin,
    startAlone: isFree ? Math.min(beforeStart, startApart) : beforeStart,
    endMax,
    limit,
    limitMost: limitFor(APART_EMS),
    beside: Math.min(obstacle ?? Infinity, ruleAfter),
    leaders,
    leadersBefore,
    ...aligned,
  };
}

/** What stands before and after a match in its run of words. */
function runOf(page: PageText, match: readonly PlacedGlyph[]) {
  const [first, last] = [match[0] as PlacedGlyph, match.at(-1) as PlacedGlyph];
  const inMatch = new Set(match.flatMap((glyph) => [glyph, ...(page.drawings.get(glyph) ?? [])]));
  const lines = linesOfPage(page);
  const isBefore = (glyph: PlacedGlyph) => glyph.start < first.start;
  const [left = [], right = []] = [first, last].map((glyph) => (lines.of(glyph)?.glyphs ?? []).filter((other) => !inMatch.has(other)));
  const before = left.filter(isBefore);
  const after = right.filter((glyph) => !isBefore(glyph));
  return { before: new Set([...before, ...numberBefore(page, [...before, ...match, ...after])]), after: new Set(after), inMatch };
}

/** A cell keeps before the rule on one side what it has on the other, within bounds. */
function paddingFor(other: number, size: number): number {
  return Math.min(Math.max(Number.isFinite(other) ? other : 0, size * PADDING_EMS.least), size * PADDING_EMS.most);
}

/** Where the lines above and below a line end at most that begin where it does, or before it; Infinity where none of them is as long. */
function columnEnd(page: PageText, first: PlacedGlyph, [start, end]: readonly [number, number], most: number): number {
  const ends = linesOfPage(page)
    .all.filter(
      (line) =>
        Math.abs(line.angle - first.angle) < SAME_ANGLE &&
        Math.abs(line.baseline - first.baseline) < first.size * NEIGHBOUR_EMS &&
        line.start < start + first.size &&
        line.end > end &&
        line.end <= most + first.size * COLUMN_EMS,
    )
    .map((line) => line.end);
  const far = Math.max(...ends);
  // Short texts under each other do not show how wide their column is.
  const isColumn = far - start >= Math.min(first.size * COLUMN_WIDE_EMS, (most - start) * COLUMN_SHARE);
  return ends.length > 0 && isColumn ? far : Infinity;
}

/** Where the baseline enters and leaves a box, in the units of `start` and `end`; the other two sides do not matter. */
function alongBaseline({ matrix, start, angle }: PlacedGlyph, [left, bottom, right, top]: Box): Box {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  let [from, to] = [-Infinity, Infinity];
  for (const [origin, step, low, high] of [
    [matrix[4], dx, left, right],
    [matrix[5], dy, bottom, top],
  ] as const) {
    if (Math.abs(step) < 1e-3) continue;
    const [one, two] = [(low - origin) / step, (high - origin) / step];
    [from, to] = [Math.max(from, Math.min(one, two)), Math.min(to, Math.max(one, two))];
  }
  return [start + from, -Infinity, start + to, Infinity];
}

/** Centred text has the width of the page, not of its longest line; a justified line keeps its end. */
function marginFor({ alignment, isJustified }: Pick<Line, 'alignment' | 'isJustified'>, along: Box, margin: number): number {
  if (isJustified) return -Infinity;
  return alignment === 'center' ? along[2] - (along[2] - along[0]) * CENTRED_MARGIN_SHARE : margin;
}

/** What a clip or strokes leave of the page, along the baseline; undefined where one side is open. */
function cellOf(clipped: Box, page: Box | undefined, [before, after]: readonly [number, number]): readonly [number, number] | undefined {
  if (!page) return undefined;
  const start = Math.max(clipped[0] > page[0] + 1 ? clipped[0] : -Infinity, before);
  const end = Math.min(clipped[2] < page[2] - 1 ? clipped[2] : Infinity, after);
  return Number.isFinite(start) && Number.isFinite(end) ? [start, end] : undefined;
}

/** Ems: text that is so near to one side of its cell, and so far from the other, is set to it; in its middle it is centred. */
const CELL_EMS = { near: 0.75, far: 2.5, middle: 0.35 } as const;

/** So many lines near it that begin where it does show the side of a column. */
const COLUMN_NEIGHBOURS_MIN = 3;

/** Undefined where the text fills its cell, or stands in it as it likes. */
function alignmentIn(
  [left, right]: readonly [number, number],
  [start, end]: readonly [number, number],
  size: number,
): Alignment | undefined {
  const [before, after] = [(start - left) / size, (right - end) / size];
  if (before < CELL_EMS.near && after > CELL_EMS.far) return 'left';
  if (after < CELL_EMS.near && before > CELL_EMS.far) return 'right';
  return Math.abs(before - after) < CELL_EMS.middle && before > CELL_EMS.near ? 'center' : undefined;
}

/** The nearest vertical strokes and edges of pictures on either side, at the height of the text. */
function rulesBeside(page: PageText, { baseline, size }: PlacedGlyph, start: number, end: number): readonly [number, number] {
  let [before, after] = [-Infinity, Infinity];
  // A frame around words does not grow with them: only a line or a ground does.
  const isOwn = (box: Box) =>
    box[0] > start - size * OWN_EMS.side &&
    box[2] < end + size * OWN_EMS.side &&
    box[3] - box[1] < size * (page.outlines.has(box) ? OWN_EMS.stroke : OWN_EMS.height);
  const hidden = hiddenBy(page, [start, end], [baseline, baseline + size * RULE_EMS.to]);
  const leader = drawnLeader(page, { baseline, size }, end);
  if (leader) after = drawnLeaderEnd(leader, size);
  for (const [index, box] of [...page.rules, ...derive(page, fieldsOf)].entries()) {
    if (isOwn(box) || box === leader) continue;
    const [left, bottom, right, top] = box;
    if (bottom > baseline + size * RULE_EMS.to || top < baseline + size * RULE_EMS.from) continue;
    for (const x of [left, right]) {
      if (hidden(index, x)) continue;
      if (x <= start + size * RULE_EMS.overlap) before = Math.max(before, x);
      else if (x >= end - size * RULE_EMS.overlap) after = Math.min(after, x);
    }
  }
  return [before, after];
}

/** Fields show what is filled in: text does not run into them. */
function fieldsOf({ page }: PageText): readonly Box[] {
  return annotationsOf(page).flatMap((annotation) => {
    const isField = annotation.get(PDFName.of('Subtype')) === PDFName.of('Widget');
    const box = isField ? boxIn(numbersIn(arrayOf(annotation, 'Rect'))) : undefined;
    return box ? [box] : [];
  });
}

/** Whether an edge lies under the ground on which a line stands, which was drawn later. */
function hiddenBy(
  { rules, grounds }: PageText,
  [start, end]: readonly [number, number],
  [low, high]: readonly [number, number],
): (index: number, x: number) => boolean {
  const at = rules.findLastIndex((box) => grounds.has(box) && box[0] < start && box[2] > end && box[1] < low && box[3] > high);
  const ground = rules[at];
  return (index, x) => ground !== undefined && index < at && x > ground[0] && x < ground[2];
}

/** Also text slightly higher or lower, which the line would run into. */
function isBeside(one: PlacedGlyph, two: PlacedGlyph): boolean {
  if (Math.abs(one.angle - two.angle) > SAME_ANGLE) return false;
  const [upper, lower] = one.baseline > two.baseline ? [one, two] : [two, one];
  return upper.baseline - lower.baseline < upper.size * BESIDE_EMS.below + lower.size * BESIDE_EMS.above;
}

function leadersAfter(page: PageText, first: PlacedGlyph, end: number): readonly PlacedGlyph[] {
  return leadersWhere(page, first, ({ start }) => start > end - first.size * OVERLAP_EMS && start < end + first.size * LEADERS_EMS_MAX);
}

function leadersTo(page: PageText, first: PlacedGlyph, start: number): readonly PlacedGlyph[] {
  return leadersWhere(page, first, ({ end }) => end < start + first.size * OVERLAP_EMS && end > start - first.size * LEADERS_EMS_MAX);
}

function leadersWhere(page: PageText, first: PlacedGlyph, isNear: (line: TextLine) => boolean): readonly PlacedGlyph[] {
  const found = linesOfPage(page).all.find(
    (line) =>
      line.isLeader &&
      Math.abs(line.angle - first.angle) < SAME_ANGLE &&
      Math.abs(line.baseline - first.baseline) < first.size * SAME_LINE_EMS &&
      isNear(line),
  );
  return found?.glyphs[0]?.event.source === first.event.source ? (found?.glyphs ?? []) : [];
}

/** Where the nearest other text ends before the line, and begins after it. */
function neighboursOf(
  page: PageText,
  first: PlacedGlyph,
  [start, end]: readonly [number, number],
  own: ReadonlySet<PlacedGlyph>,
): readonly [number | undefined, number | undefined] {
  let [before, after]: [number | undefined, number | undefined] = [undefined, undefined];
  const slack = first.size * OVERLAP_EMS;
  for (const glyph of page.glyphs) {
    if (own.has(glyph) || !isVisible(glyph) || !isBeside(first, glyph)) continue;
    if (glyph.start >= end - slack) after = Math.min(after ?? Infinity, glyph.start);
    else if (glyph.end <= start + slack) before = Math.max(before ?? -Infinity, glyph.end);
  }
  return [before, after];
}

const AMOUNT = /^[-+(−]?\s?(?:\p{Sc}|[A-Z]{3}\s)?\s?[-−]?\d[\d.,'’ ]*\s?(?:%|\p{Sc}|[A-Z]{3})?\)?$/u;
const JUSTIFIED_NEIGHBOURS_MIN = 2;
/** Ems between the baselines of lines that follow one another. */
const STACKED_EMS = 1.9;

/** Text of another size in a box that this one stands outside of shows nothing of its sides: a heading over it is no part of it. */
function inOtherBox({ grounds, outlines }: PageText, { box: own, size }: PlacedGlyph): (line: TextLine) => boolean {
  const holds = ([left, bottom, right, top]: Box, x: number, y: number) => x > left && x < right && y > bottom && y < top;
  const others = [...grounds, ...outlines].filter((box) => !holds(box, (own[0] + own[2]) / 2, (own[1] + own[3]) / 2));
  return (line) => {
    const at = line.glyphs[0]?.box;
    if (!at || Math.abs(line.size - size) < size * SAME_SIZE) return false;
    return others.some((box) => holds(box, (at[0] + at[2]) / 2, (at[1] + at[3]) / 2));
  };
}

/** Share by which sizes of one text differ. */
const SAME_SIZE = 0.08;

interface Surroundings {
  readonly sides: readonly [number, number];
  readonly along: Box;
  readonly cell: readonly [number, number] | undefined;
  readonly base: Direction;
  readonly column: TextColumn | undefined;
}

/** What most lines near it share with it: their left side, their right side or their middle. */
function describeAlignment(
  page: PageText,
  run: readonly PlacedGlyph[],
  first: PlacedGlyph,
  { sides: [start, end], along, cell, base, column }: Surroundings,
): Pick<Line, 'alignment' | 'isJustified'> {
  let [left, right, center, both] = [0, 0, 0, 0];
  const stacked = { left: 0, right: 0 };
  const nearest = { right: Infinity, center: Infinity };
  const tolerance = first.size * SPACE_EMS;
  const isApart = inOtherBox(page, first);
  for (const other of linesOfPage(page).all) {
    if (Math.abs(other.angle - first.angle) > SAME_ANGLE || Math.abs(other.baseline - first.baseline) < first.size * SAME_LINE_EMS)
      continue;
    if (Math.abs(other.baseline - first.baseline) > first.size * NEIGHBOUR_EMS || isApart(other)) continue;
    const [atLeft, atRight] = [Math.abs(other.start - start) < tolerance, Math.abs(other.end - end) < tolerance];
    if (atLeft) left++;
    const distance = Math.abs(other.baseline - first.baseline);
    if (atRight) {
      right++;
      nearest.right = Math.min(nearest.right, distance);
    }
    if (atLeft && atRight) both++;
    else if (distance < first.size * STACKED_EMS) {
      if (atLeft) stacked.left++;
      if (atRight) stacked.right++;
    }
    if (Math.abs(other.start + other.end - start - end) / 2 < tolerance) {
      center++;
      nearest.center = Math.min(nearest.center, distance);
    }
  }
  const usual = base === 'rtl' ? 'right' : 'left';
  const [near, far] = base === 'rtl' ? [right, left] : [left, right];
  const isWide = end - start > first.size * JUSTIFIED_EMS_MIN;
  if (both >= JUSTIFIED_NEIGHBOURS_MIN && isWide) return { alignment: 'left', isJustified: true };
  // The lines of its own block say more than a frame around all of them, and cells further away that happen to end there.
  if (stacked[usual] > 0 && stacked[usual === 'left' ? 'right' : 'left'] === 0) return { alignment: usual, isJustified: false };
  const inCell = cell && alignmentIn(cell, [start, end], first.size);
  // Beside cells that begin where it does, one stands in the middle of its own by chance.
  const isByChance = inCell === 'center' && near >= COLUMN_NEIGHBOURS_MIN && near > center * LEFT_MAJORITY;
  if (inCell && !isByChance) return { alignment: inCell, isJustified: false };
  const text = run
    .toSorted((one, two) => one.start - two.start)
    .map(({ shown }) => shown.glyph.unicode)
    .join('')
    .trim();
  // Amounts with equal digits also share their left side, but are still right-aligned.
  if (AMOUNT.test(text) && right > 0 && right >= left) return { alignment: 'right', isJustified: false };
  if (near > 0 && far < near * LEFT_MAJORITY && center < near * LEFT_MAJORITY) return { alignment: usual, isJustified: false };
  if (far === 0 && center === 0) {
    if (near === 0 && base === 'ltr' && isAtRightMargin(page, first, [start, end], along))
      return { alignment: 'right', isJustified: false };
    return {
      alignment: near === 0 && isInMiddle(page, first, [start, end], along, column) ? 'center' : usual,
      isJustified: false,
    };
  }
  // A title above or below says more than cells further away that happen to end there.
  const isUnderTitle = base === 'ltr' && center > 0 && far <= center + 1 && nearest.center < nearest.right;
  return { alignment: far < center || isUnderTitle ? 'center' : usual === 'left' ? 'right' : 'left', isJustified: false };
}

/** Of the page, or of its text, which may be nearer to one side of the page, or of its column. */
function isInMiddle(
  page: PageText,
  first: PlacedGlyph,
  sides: readonly [number, number],
  along: Box,
  column: TextColumn | undefined,
): boolean {
  if (!Number.isFinite(along[0])) return false;
  const isMiddleOf = (left: number, right: number) => isMiddle(sides, [left, right], first.size);
  return (
    isMiddleOf(along[0], along[2]) ||
    isMiddleOf(...textSides(page, first)) ||
    (column !== undefined && isMiddleOf(column.start, column.end))
  );
}

function isMiddle([start, end]: readonly [number, number], [left, right]: readonly [number, number], size: number): boolean {
  return start - left > size * ALONE_CENTRED_EMS.indent && Math.abs(start + end - left - right) / 2 < size * ALONE_CENTRED_EMS.off;
}

const NUMBER = /^(?:[IVXLC]{1,6}|\d{1,3}(?:\.\d{1,3})*|[A-Z])[.)]?$/u;

/** The number of a heading that stands with it in the middle of its column, further from it than words stand from each other. */
function numberBefore(page: PageText, run: readonly PlacedGlyph[]): readonly PlacedGlyph[] {
  const shown = run.filter(isVisible);
  const [first] = shown;
  if (!first) return [];
  const { baseline, size, angle } = first;
  const [start, end] = [Math.min(...shown.map((glyph) => glyph.start)), Math.max(...shown.map((glyph) => glyph.end))];
  const number = linesOfPage(page).all.find(
    (line) =>
      line.end < start &&
      start - line.end < size * NUMBER_EMS &&
      Math.abs(line.angle - angle) < SAME_ANGLE &&
      Math.abs(line.baseline - baseline) < size * SPACE_EMS &&
      line.glyphs[0]?.event.source === first.event.source &&
      NUMBER.test(
        line.glyphs
          .map(({ shown: { glyph } }) => glyph.unicode)
          .join('')
          .trim(),
      ),
  );
  const column = number && columnOfText(page, { start: number.start, end, baseline, size, angle });
  return column && isMiddle([number.start, end], [column.start, column.end], size) ? number.glyphs : [];
}

/** Where most text of the page begins and ends: its long lines. */
function textSides(page: PageText, first: PlacedGlyph): readonly [number, number] {
  const long = linesOfPage(page).all.filter(
    (line) => Math.abs(line.angle - first.angle) < SAME_ANGLE && line.end - line.start > line.size * COLUMN_WIDE_EMS,
  );
  if (long.length < MARGIN_LINES_MIN) return [Infinity, Infinity];
  return [Math.min(...long.map(({ start }) => start)), Math.max(...long.map(({ end }) => end))];
}

/** So many lines show where the text of a page ends. */
const MARGIN_LINES_MIN = 3;

/** Ems: a line over a table, such as the unit of its figures, ends where the table does, and is so near to it. */
const OVER_TABLE_EMS = { side: 1.5, above: 3 } as const;

/** Ems that a line which stands alone keeps from what stands before it. */
const ALONE_EMS = 2;

/** In the right half of the page, and no line near it begins where it does. */
function isAloneOnRight(page: PageText, first: PlacedGlyph, [start]: readonly [number, number], along: Box): boolean {
  if (!Number.isFinite(along[0]) || start < (along[0] + along[2]) / 2) return false;
  return linesOfPage(page).all.every(
    (line) =>
      Math.abs(line.angle - first.angle) > SAME_ANGLE ||
      Math.abs(line.baseline - first.baseline) < first.size * SAME_LINE_EMS ||
      Math.abs(line.baseline - first.baseline) > first.size * NEIGHBOUR_EMS ||
      Math.abs(line.start - start) > first.size * SPACE_EMS,
  );
}

/** A line that stands alone, as running heads do: in the right half of the page, and where others end, or a table, but none further. */
function isAtRightMargin(page: PageText, first: PlacedGlyph, [start, end]: readonly [number, number], along: Box): boolean {
  if (!Number.isFinite(along[0]) || start < (along[0] + along[2]) / 2) return false;
  const tolerance = first.size * SPACE_EMS;
  const others = linesOfPage(page).all.filter(
    (line) => Math.abs(line.angle - first.angle) < SAME_ANGLE && Math.abs(line.baseline - first.baseline) > first.size * SAME_LINE_EMS,
  );
  const ending = others.filter((line) => Math.abs(line.end - end) < tolerance);
  const isLast = (apart: number) => others.every((line) => line.end < end + apart);
  if (isLast(first.size * MARGIN_RULE.ems) && isMargin(page, first, end, along)) return true;
  return isLast(tolerance) && (ending.length >= MARGIN_LINES_MIN || isOverTable(page, first, end, along));
}

/** So much of the page's width (as a share) a drawing takes at least that shows its margin; by so many ems it may differ. */
const MARGIN_RULE = { share: 0.5, ems: 0.35 } as const;

/** A place is as far from the right side of the page as its text is from the left one, or a wide rule or ground ends there. */
function isMargin(page: PageText, { size, angle }: PlacedGlyph, end: number, along: Box): boolean {
  const tolerance = size * MARGIN_RULE.ems;
  const leftmost = linesOfPage(page)
    .all.filter((line) => Math.abs(line.angle - angle) < SAME_ANGLE && line.glyphs.some(isVisible))
    .reduce((least, { start }) => Math.min(least, start), Infinity);
  if (Math.abs(along[2] - end - (leftmost - along[0])) < tolerance) return true;
  const width = along[2] - along[0];
  return (
    Math.abs(angle) < LEVEL_ANGLE &&
    page.rules.some(
      ([left, , right]) => right - left > width * MARGIN_RULE.share && right - left < width * 0.98 && Math.abs(right - end) < tolerance,
    )
  );
}

function isOverTable({ rules }: PageText, { baseline, size, angle }: PlacedGlyph, end: number, along: Box): boolean {
  return (
    Math.abs(angle) < LEVEL_ANGLE &&
    rules.some(
      ([left, , right, top]) =>
        right - left > size &&
        left > along[0] &&
        Math.abs(right - end) < size * OVER_TABLE_EMS.side &&
        top < baseline &&
        baseline - top < size * OVER_TABLE_EMS.above,
    )
  );
}
