// Inserts and deletes whole lines, list items, table rows and paragraphs: the new one in the style of its neighbour, what is below in the column
// moved down as far as there is room, or up to close the gap. What cannot be done well is refused, and then nothing has changed.

import { type Box, boundsOf, transformBox, unite } from '../geometry/box.ts';
import { IDENTITY, type Matrix } from '../geometry/matrix.ts';
import { describeMatch, type TextMatch } from './find.ts';
import { asWideAs, drawnAt, isSameSource, type Column, type Movable, removedDrawing, risingBelow, sinkingBelow } from './layout/column.ts';
import { type CellRoom, marksOf, roomInCell } from './layout/cell-room.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { paragraphOf } from './layout/paragraph.ts';
import { isSideBySide } from './layout/row-boxes.ts';
import { likelierNeighbour, rowGap, withRestOfCells } from './layout/row-lines.ts';
import { partsRows, placesOfPiece } from './layout/row-pieces.ts';
import { stripesOf, withoutRow, withRow } from './layout/stripes.ts';
import { bandOf, type Drawing, drawingsOf, findUnit, type FoundUnit, type Unit, wholeLines } from './layout/units.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import type { EditRefusal } from './refusal.ts';
import { isRightToLeft } from './text-order.ts';
import { type EditedPage, type EditOutcome, refusalOf } from './replace-text.ts';
import { asEntry, leadingOf, type NewUnit, setLines, setRow, textsOfCells } from './set-unit.ts';
import { NOT_RENUMBERED, renumber } from './renumber.ts';
import { writeUnit } from './write-unit.ts';

const PARAGRAPH_LEADINGS = 1.6;
/** Ems of the usual distance of baselines. */
const LEADING_EMS = 1.2;
/** Ems of letters above and below their baseline. */
const [ASCENT, DESCENT] = [0.85, 0.3];
/** Ems kept free between cells. */
const APART_EMS = 0.25;
/** Points: the thickness of a rule between rows, at most. */
const RULE_PT = 1.5;
/** And of a thick one. */
const THICK_PT = 3;
/** Points: pieces of a drawing that differ by less meet. */
const TOUCH_PT = 0.3;
/** Points: the rule above a row stays where it is. */
const OVER_PT = 0.9;
/** How far above a unit text beside it shows that there are columns. */
const BESIDE_EMS = 8;
/** Ems: items of one list begin in one place. */
const ITEM_START_EMS = 0.3;
/** Ems to the next item, of a few lines, at most. */
const ITEM_EMS = 8;
const LEVEL_ANGLE = 0.02;
/** Sizes that differ by less than this share are the same. */
const SAME_SIZE = 0.08;

/** Deletes the unit that a match stands in, and closes the gap. */
export async function deleteUnit(on: EditedPage, match: TextMatch, unit: Unit): Promise<EditOutcome> {
  const found = unitAt(on.text, match, unit);
  return found ? deleteFound(on, match, found, unit) : { ok: false, refusal: 'no_unit', match };
}

function unitAt(page: PageText, { glyphs }: Pick<TextMatch, 'glyphs'>, unit: Unit): FoundUnit | undefined {
  const found = findUnit(page, glyphs, unit);
  return found && unit === 'row' ? withRestOfCells(page, drawingsOf(page), found) : found;
}

/** The text of the line that a match stands in, where the line is one of several of a paragraph: what is left of that is set anew. */
export function lineOfParagraph({ text: page }: EditedPage, match: TextMatch): TextMatch | undefined {
  const found = findUnit(page, match.glyphs, 'line');
  if (!found || !isPartOfParagraph(page, found)) return undefined;
  const own = new Set(found.lines.flatMap(({ glyphs }) => glyphs));
  const isOwn = (at: number) => own.has(page.glyphs[page.glyphOf[at] ?? -1] as PlacedGlyph);
  let [start, end] = [match.start, match.end];
  while (start > 0 && isOwn(start - 1)) start--;
  while (end < page.text.length && isOwn(end)) end++;
  const line = describeMatch(page, start, end);
  return line?.glyphs.length === own.size ? line : undefined;
}

function isPartOfParagraph(page: PageText, { lines }: FoundUnit): boolean {
  return lines.some((one) => paragraphOf(page, one, one.end).lines.some((other) => !lines.includes(other)));
}

/** Deletes a text that is all of its lines, and closes the gap; undefined where it is not, or leaves none that anybody would close. */
export async function deleteLines(on: EditedPage, match: TextMatch): Promise<EditOutcome | undefined> {
  const found = wholeLines(on.text, match.glyphs);
  const [line] = found?.lines ?? [];
  if (!found || !line || bandOf(on.text, drawingsOf(on.text), found)) return undefined;
  // What is left of a paragraph is set anew.
  if (isPartOfParagraph(on.text, found)) return undefined;
  return deleteFound(on, match, found, 'line');
}

async function deleteFound(on: EditedPage, match: TextMatch, found: FoundUnit, unit: Unit): Promise<EditOutcome> {
  const { text: page } = on;
  const refusal = refusalOf(page, match) ?? directionRefusal(page, match, '');
  if (refusal) return { ok: false, refusal, match };
  const source = match.glyphs[0]?.event.source;
  const removed = found.lines.flatMap(({ glyphs }) => glyphs);
  if (!source || removed.some(({ event }) => event.source !== source)) return { ok: false, refusal: 'split_over_contents', match };
  const drawings = drawingsOf(page);
  const band = ruledBand(page, drawings, found, unit);
  const own = columnOf(page, { found, band, unit, drawings }, band?.[1] ?? found.bottom - found.size * DESCENT);
  const ends = band || unit === 'row' ? [] : drawings;
  const column = asWideAs(risingBelow(page, own, ends), own);
  const moving = risingBelow(page, column, ends);
  const by = band ? rowPitch(page, drawings, found, band) : riseFor(page, column, moving, found);
  const stripes = unit === 'row' ? stripesOf(page, drawings, found, band) : undefined;
  const restriped = stripes && withoutRow(stripes, by);
  const staying = restriped ? stripes.paths : new Set<Drawing>();
  const gone = band ? drawings.filter((one) => isOfRow(drawings, one, band, by) && !staying.has(one)) : [];
  const edits = [...gone.filter((one) => isSameSource(one.source, source)).map(removedDrawing), ...(restriped?.edits ?? [])];
  const count =
    unit !== 'list_item' ? NOT_RENUMBERED : await renumber(on, found, { step: -1, withOwn: false, moving: new Set(moving.lines), by });
  const boxes = [...(band ? [band, ...gone.map(({ box }) => box)] : []), ...(restriped?.boxes ?? []), ...count.boxes];
  const change = { ...count, removed: [...removed, ...count.removed], edits, by, boxes };
  const moved = drawings.filter((one) => !staying.has(one));
  return writeUnit(on, match, {
    ...change,
    column,
    moving,
    drawings: moved,
    before: textOf(page, found),
    after: '',
    isRow: unit === 'row' || band !== undefined,
  });
}

/** What the new unit stands beside and looks like. */
function neighbourOf(
  page: PageText,
  match: TextMatch,
  { unit, place }: NewUnit,
): Pick<NewUnit, 'place'> & { readonly found: FoundUnit | undefined } {
  const found = unitAt(page, match, unit);
  const other = found && unit === 'row' ? likelierNeighbour(page, found, place) : undefined;
  return other ? { found: unitAt(page, other, 'row'), place: place === 'before' ? 'after' : 'before' } : { found, place };
}

/** Inserts a unit beside the one that a match stands in. */
export async function insertUnit(on: EditedPage, match: TextMatch, said: NewUnit): Promise<EditOutcome> {
  const { text: page } = on;
  const refusal = refusalOf(page, match) ?? directionRefusal(page, match, said.value);
  const asked = asEntry(findUnit(page, match.glyphs, 'row'), said);
  const { found, place } = neighbourOf(page, match, asked);
  const source = match.glyphs[0]?.event.source;
  if (refusal || !found || !source) return { ok: false, refusal: refusal ?? 'no_unit', match };
  const drawings = drawingsOf(page);
  const band = ruledBand(page, drawings, found, asked.unit);
  const isAfter = place === 'after';
  const pitch = band ? rowPitch(page, drawings, found, band) : pitchOf(page, found, asked.unit);
  // A new row has one line.
  const step = band && asked.unit === 'row' ? pitch - (found.top - found.bottom) : pitch;
  const first = isAfter ? found.bottom - step : found.top;
  const set = await (asked.unit === 'row' ? setRow(on, found, { ...asked, place }, first) : setLines(on, found, asked, first));
  if ('refusal' in set) return { ok: false, match, ...set };
  const by = step + set.more;
  const edge = isAfter ? (band?.[1] ?? found.bottom - found.size * DESCENT) : band ? band[3] - OVER_PT : found.top + found.size * ASCENT;
  const column = {
    ...columnOf(page, { found, band, unit: asked.unit, drawings }, edge),
    baseline: isAfter ? found.bottom : found.top + step,
  };
  const room = roomFor(on, { found, column, by, drawings, isInCell: band === undefined && isAfter });
  if (!room) return { ok: false, refusal: 'no_room_below', match, excess: by };
  const stripes = asked.unit === 'row' ? stripesOf(page, drawings, found, band) : undefined;
  const restriped = stripes && withRow(stripes, place, by);
  const staying = restriped ? stripes.paths : new Set<Drawing>();
  const more = band
    ? drawings
        .filter((one) => isOfRow(drawings, one, band, pitch) && !staying.has(one))
        .map((one) => [one, placesOfPiece(one, band, { pitch, step: by, isAfter })] as const)
    : asked.unit === 'list_item'
      ? marksOf(drawings, found.lines.slice(0, 1)).map((one) => [one, [IDENTITY, movedUp(first - found.top)]] as const)
      : [];
  const own = more.filter(([one]) => isSameSource(one.source, source));
  const recount = { step: 1, withOwn: !isAfter, moving: new Set(room.moving.lines), by: -by } as const;
  const count = asked.unit === 'list_item' ? await renumber(on, found, recount) : NOT_RENUMBERED;
  const drawn = own.flatMap(([{ box }, moves]) => moves.map((move) => boundsOf(transformBox(move, box))));
  const boxes = [...set.boxes, ...count.boxes, ...drawn, ...(restriped?.boxes ?? [])];
  const moved = room.drawings.filter((one) => !staying.has(one));
  return writeUnit(on, match, {
    ...count,
    insertions: [...set.insertions, ...count.insertions],
    encoded: [...set.encoded, ...count.encoded],
    edits: [...own.map(([one, moves]) => drawnAt(one, moves)), ...(restriped?.edits ?? [])],
    by: -by,
    boxes,
    column: room.column,
    moving: room.moving,
    drawings: moved,
    before: '',
    after: said.value,
    isRow: asked.unit === 'row' || band !== undefined || room.isRow,
    ...(asked.unit === 'row' && set.boxes.length > 0
      ? { newRow: { cells: textsOfCells(asked.value).filter((cell) => cell !== ''), box: set.boxes.reduce(unite) } }
      : {}),
  });
}

function movedUp(by: number): Matrix {
  return [1, 0, 0, 1, 0, by];
}

interface Place {
  readonly found: FoundUnit;
  readonly column: Column;
  readonly by: number;
  readonly drawings: readonly Drawing[];
  /** It may stand in a cell with others. */
  readonly isInCell: boolean;
}

/** In the cell, below in the column, or in a row that becomes higher. */
function roomFor({ text: page, document, pageIndex }: EditedPage, place: Place): (CellRoom & { readonly isRow: boolean }) | undefined {
  const { column, by, drawings, isInCell } = place;
  const pageBox: Box = document.pages[pageIndex]?.mediaBox ?? [0, 0, Infinity, Infinity];
  const isBeside = isInCell && Number.isFinite(column.left);
  const inside = isBeside ? roomInCell(page, { ...place, pageBox }, false) : undefined;
  if (inside) return { ...inside, isRow: false };
  const moving = sinkingBelow(page, column, by, drawings, pageBox);
  if (moving) return { column, moving, drawings, isRow: false };
  const higher = isBeside ? roomInCell(page, { ...place, pageBox }, true) : undefined;
  return higher && { ...higher, isRow: true };
}

/** Between the rules of a row; lines have such a place where the list that they are in is ruled. */
function ruledBand(page: PageText, drawings: readonly Drawing[], found: FoundUnit, unit: Unit): Box | undefined {
  const band = unit === 'paragraph' ? undefined : bandOf(page, drawings, found);
  if (!band || unit === 'row') return band;
  const [left, low, right, high] = band;
  const rules = drawings.filter(({ box }) => box[3] - box[1] < RULE_PT && Math.abs(box[0] - left) < RULE_PT && box[2] <= right + RULE_PT);
  const isAt = (y: number) => rules.some(({ box }) => Math.abs(box[1] - y) < RULE_PT);
  const height = high - low;
  return isAt(low) && isAt(high) && (isAt(low - height) || isAt(high + height)) ? band : undefined;
}

/** New lines are set from left to right. */
function directionRefusal({ directed }: PageText, { start, end, glyphs }: TextMatch, value: string): EditRefusal | undefined {
  if (glyphs.some(({ event }) => event.font?.isVertical)) return 'vertical_text';
  const isInside = directed.some((line) => start < line.end && end > line.start);
  return isInside || isRightToLeft(value) ? 'right_to_left' : undefined;
}

/** From a row to the next or the one before: the height of its band, and of the rule between them. */
function rowPitch(page: PageText, drawings: readonly Drawing[], { lines, top, bottom }: FoundUnit, [left, low, right, high]: Box): number {
  const height = high - low;
  // Pieces as high as the row, below such pieces of another row, say it exactly.
  const pieces = drawings.filter(({ box }) => box[0] > left - 1 && box[2] < right + 1);
  const isWhole = ({ box }: Drawing) => Math.abs(box[3] - high) < TOUCH_PT && Math.abs(box[1] - low) < TOUCH_PT;
  const isTiled = pieces.some(
    (one) =>
      isWhole(one) &&
      pieces.some(({ box }) => isSideBySide(box, one.box) && Math.abs(box[1] - one.box[3]) < TOUCH_PT && box[3] - box[1] > height / 2),
  );
  if (isTiled) return height;
  const texts = new Set(lines);
  const distances = linesOfPage(page)
    .all.filter((line) => !texts.has(line) && line.end > left && line.start < right)
    .map(({ baseline }) => (baseline > top ? baseline - bottom : top - baseline))
    .filter((distance) => distance > height - RULE_PT && distance < height + THICK_PT);
  const own = distances.filter((distance) => distance > height - TOUCH_PT);
  return Math.min(...(own.length > 0 ? own : distances.length > 0 ? distances : [height]));
}

/**
 * What is below takes the place of the unit, or stands as far from what is above as it stood from the unit, where that is more: the last of a group
 * leaves the space behind the group. Lines that show nothing do not count: word processors leave empty ones between paragraphs.
 */
function riseFor(page: PageText, { left, right }: Column, { lines }: Movable, { top, bottom, size, lines: own }: FoundUnit): number {
  const shown = lines.filter(({ glyphs }) => glyphs.some(isVisible));
  const below = Math.max(...(shown.length > 0 ? shown : lines).map(({ baseline }) => baseline));
  if (!Number.isFinite(below)) return 0;
  const isLike = (line: TextLine) => Math.abs(line.size - size) < size * SAME_SIZE && sharesFont(line, own);
  const above = linesOfPage(page)
    .all.filter((line) => line.glyphs.some(isVisible) && line.baseline > top + size * DESCENT && line.end > left && line.start < right)
    .toSorted((one, two) => one.baseline - two.baseline)[0];
  const before = above && isLike(above) ? above.baseline - top : Infinity;
  return top - bottom + Math.min(before, bottom - below);
}

function sharesFont({ glyphs }: TextLine, lines: readonly TextLine[]): boolean {
  const fonts = new Set(glyphs.filter(isVisible).map(({ event }) => event.font));
  return lines.some((line) => line.glyphs.some((glyph) => isVisible(glyph) && fonts.has(glyph.event.font)));
}

/**
 * What is drawn in a row, with the rule below it, and marks that cross that rule as others cross the one above; the rule above belongs to the row
 * above.
 */
function isOfRow(drawings: readonly Drawing[], drawing: Drawing, band: Box, pitch: number): boolean {
  const { box } = drawing;
  const [left, low, right, high] = band;
  const middle = (box[0] + box[2]) / 2;
  if (middle < left - 1 || middle > right + 1 || box[3] > high + 1 || box[1] >= high - 1.5) return false;
  if (isRuleAt(box, low) && !partsRows(drawings, drawing, band)) return false;
  // A thick rule reaches below the band.
  if (box[1] >= low - 1 || (box[3] - box[1] < THICK_PT && box[3] > low - 1)) return true;
  const isLike = (other: Box) =>
    isSideBySide(other, box) && [1, 3].every((side) => Math.abs((other[side] ?? 0) - (box[side] ?? 0) - pitch) < RULE_PT);
  return box[3] > low + 1 && box[3] - box[1] < high - low && drawings.some((other) => isLike(other.box));
}

function isRuleAt(box: Box, y: number): boolean {
  return box[3] - box[1] < THICK_PT && box[2] - box[0] > THICK_PT && Math.min(Math.abs(box[1] - y), Math.abs(box[3] - y)) < RULE_PT;
}

interface UnitAmong {
  readonly found: FoundUnit;
  readonly band: Box | undefined;
  readonly unit: Unit;
  readonly drawings: readonly Drawing[];
}

function columnOf(page: PageText, { found, band, unit, drawings }: UnitAmong, top: number): Column {
  const [line] = found.lines;
  const block = line && unit !== 'row' ? paragraphOf(page, line, line.end) : undefined;
  const [left, right] = [
    Math.min(found.start, band?.[0] ?? Infinity),
    Math.max(found.end, band?.[2] ?? -Infinity, block?.end ?? -Infinity),
  ];
  const isAlone = !hasTextBeside(page, found, [left, right]) && !hasPictureBeside(drawings, found, [left, right]);
  return {
    left: isAlone ? -Infinity : left,
    right: isAlone ? Infinity : right,
    top,
    baseline: found.bottom,
    size: found.size,
  };
}

/** Nothing beside it, nor beside what is just above it: there is one column, and all that is below belongs to it, a table with all of its cells. */
function hasTextBeside(page: PageText, { lines, top, bottom, size }: FoundUnit, [left, right]: readonly [number, number]): boolean {
  return linesOfPage(page).all.some(
    (line) =>
      !lines.includes(line) &&
      Math.abs(line.angle) < LEVEL_ANGLE &&
      line.baseline > bottom - size * DESCENT &&
      line.baseline < top + size * BESIDE_EMS &&
      (line.end < left - size * APART_EMS || line.start > right + size * APART_EMS),
  );
}

/** Ems: a smaller picture is a mark of the line. */
const PICTURE_EMS = 5;

/** A picture over several lines parts the page: what stands below it is in another column. */
function hasPictureBeside(
  drawings: readonly Drawing[],
  { top, bottom, size }: FoundUnit,
  [left, right]: readonly [number, number],
): boolean {
  return drawings.some(
    ({ kind, box: [x1, y1, x2, y2] }) =>
      kind === 'image' &&
      Math.min(x2 - x1, y2 - y1) > size * PICTURE_EMS &&
      y1 < bottom &&
      y2 > top &&
      (x2 < left - size * APART_EMS || x1 > right + size * APART_EMS),
  );
}

/** From the last baseline of a unit to the first of a new one after it: as its neighbours have it. */
function pitchOf(page: PageText, found: FoundUnit, unit: Unit): number {
  const [line] = found.lines;
  const leading = line ? leadingOf(page, line) : found.size * LEADING_EMS;
  if (unit === 'line') return leading;
  const gap = unit === 'row' ? rowGap(page, found) : undefined;
  if (gap !== undefined) return gap;
  const { all } = linesOfPage(page);
  const inColumn = all.filter(
    (one) => one.end > found.start && one.start < found.end && Math.abs(one.size - found.size) < found.size * 0.1,
  );
  const gapsTo = (lines: readonly TextLine[]) => {
    const below = Math.max(...lines.map(({ baseline }) => baseline).filter((y) => y < found.bottom - found.size * 0.5));
    const above = Math.min(...lines.map(({ baseline }) => baseline).filter((y) => y > found.top + found.size * 0.5));
    return [found.bottom - below, above - found.top].filter((gap) => gap < leading * 3);
  };
  if (unit === 'paragraph') {
    // Paragraphs of the same text tell more than a heading or a formula beside it.
    const like = gapsTo(inColumn.filter((one) => one.glyphs.some(isVisible) && sharesFont(one, found.lines)));
    return like.length > 0 ? Math.min(...like) : leading * PARAGRAPH_LEADINGS;
  }
  const gaps = gapsTo(inColumn);
  const items = unit === 'list_item' ? gapsOfItems(found, inColumn) : [];
  return Math.min(...(items.length > 0 ? items : gaps.length > 0 ? gaps : [leading]));
}

/** Other items of its list tell more than the text above or below that; of the one above its last line. */
function gapsOfItems({ lines, top, bottom, size, start }: FoundUnit, inColumn: readonly TextLine[]): number[] {
  const isShown = (one: TextLine) => one.glyphs.some(isVisible);
  const near = inColumn.filter(({ baseline }) => Math.abs(baseline - (baseline > top ? top : bottom)) < size * ITEM_EMS);
  const isLevel = (one: TextLine) => lines.some((own) => Math.abs(own.start - one.start) < size * ITEM_START_EMS);
  const level = near.filter((one) => isLevel(one) && isShown(one)).map(({ baseline }) => baseline);
  // A heading between two items parts their lists.
  const isParted = (low: number, high: number) =>
    near.some((one) => one.baseline > low + 1 && one.baseline < high - 1 && isShown(one) && one.start < start - size * ITEM_START_EMS);
  const above = Math.min(...level.filter((y) => y > top + size * 0.5));
  const below = Math.max(...level.filter((y) => y < bottom - size * 0.5));
  const last = Math.min(...near.map(({ baseline }) => baseline).filter((y) => y > top + size * 0.5 && y <= above));
  return [isParted(below, bottom) ? Infinity : bottom - below, isParted(top, above) ? Infinity : last - top].filter(Number.isFinite);
}

function textOf(page: PageText, { lines }: FoundUnit): string {
  const own = new Set(lines.flatMap(({ glyphs }) => glyphs));
  let text = '';
  for (let unit = 0; unit < page.text.length; unit++) {
    const glyph = page.glyphs[page.glyphOf[unit] ?? -1];
    if (glyph ? own.has(glyph) : text !== '') text += page.text.charAt(unit);
  }
  return text.replaceAll(/\s+/gu, ' ').trim();
}
