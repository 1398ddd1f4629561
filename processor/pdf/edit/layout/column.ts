// What stands below a place in its column, and moves up or down as one: rows of text, rules, pictures and annotations. Only as far as the next
// gap that can take the change: what is beyond stays.

import { PDFName, type PDFDict } from 'pdf-lib';
import { annotationsOf } from '../../pages/annotations.ts';
import { type Box, boxIn, unite } from '../../geometry/box.ts';
import { invert, type Matrix, multiply } from '../../geometry/matrix.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import { arrayOf } from '../../syntax/dictionary.ts';
import type { ContentEdit } from '../../syntax/operations.ts';
import { FINE, writeNumbers } from '../../syntax/write-operand.ts';
import type { ContentSource } from '../../content/content-source.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import type { Drawing } from './units.ts';

export interface Column {
  readonly left: number;
  readonly right: number;
  /** Above it nothing moves. */
  readonly top: number;
  /** The baseline above what moves, and the size of its text. */
  readonly baseline: number;
  readonly size: number;
}

export interface Movable {
  readonly lines: readonly TextLine[];
  /** Where what moves ends; nothing below it does. */
  readonly bottom: number;
  /** A line there, under this column and others, stays, with what ends at it. */
  readonly floor?: number;
}

/** Ems of the usual distance of baselines; one of `APART` of them still shows a gap. */
const USUAL_EMS = 1.25;
/** Of a gap that is made smaller so much stays, or so many ems. */
const [KEPT_GAP, WIDE_GAP_EMS] = [0.8, 5];
const APART = 1.5;
/** Ems between baselines: headings stand so far below, and follow what is above them. */
const HEADING_EMS = 4.2;
/** Ems below the baseline that letters reach, and that stay free above what follows. */
const [DESCENT, CLEAR] = [0.25, 0.3];
/** Of the page's height: its margin, and the least one. */
const [MARGIN_SHARE, MARGIN_SHARE_LEAST] = [0.04, 0.025];
/** Points: a rule is thinner. */
const RULE_PT = 2;
/** Ems that a cell reaches below its last line. */
const CELL_EMS = 4;

/** What moves with the lines of a column is as wide as they are: the sides of the table that they stand in. */
export function asWideAs({ lines }: Movable, column: Column): Column {
  return {
    ...column,
    left: Math.min(column.left, ...lines.map(({ start }) => start)),
    right: Math.max(column.right, ...lines.map(({ end }) => end)),
  };
}

/** What moves up when something above it is gone. @param drawings a line below this and other columns ends what moves */
export function risingBelow(page: PageText, column: Column, drawings: readonly Drawing[] = []): Movable {
  const rows = rowsBelow(page, column);
  const lines: TextLine[] = [];
  let last = column.baseline;
  for (const row of rows) {
    if (last - row.baseline > column.size * HEADING_EMS) break;
    const floor = lineUnderColumns(page, column, drawings, [row.baseline, last]);
    if (floor !== undefined) return { lines, bottom: last - column.size * DESCENT, floor };
    if (last - row.baseline > column.size * USUAL_EMS * APART && isFoot(page, row)) break;
    lines.push(...row.lines);
    last = row.baseline;
  }
  return { lines, bottom: last - column.size * DESCENT };
}

/** Where a level line, or the foot of a frame, lies between two baselines, with text of another column over it. */
function lineUnderColumns(
  page: PageText,
  { left, right, top }: Column,
  drawings: readonly Drawing[],
  [low, high]: readonly [number, number],
): number | undefined {
  const levels = drawings.filter(({ kind, box }) => kind === 'path' && box[1] > low && box[1] < high && box[2] - box[0] > right - left);
  const found = levels.find(({ box }) =>
    linesOfPage(page).all.some(
      (line) =>
        Math.abs(line.angle) < SAME_ANGLE &&
        line.glyphs.some(isVisible) &&
        line.baseline > box[1] &&
        line.baseline < top &&
        ((line.start >= right && line.end <= box[2]) || (line.end <= left && line.start >= box[0])),
    ),
  );
  return found && found.box[1] + RULE_PT;
}

const PAGE_NUMBER = /^\P{L}{0,4}(?:\p{L}{1,8}\P{L}{0,3})?\p{N}{1,4}\P{L}{0,4}$/u;

/** The number of a page stands apart below all of its text, and stays there. */
function isFoot(page: PageText, { baseline, lines }: Row): boolean {
  const text = lines.flatMap(({ glyphs }) => glyphs.map(({ shown }) => shown.glyph.unicode)).join('');
  return (
    PAGE_NUMBER.test(text.trim()) && !linesOfPage(page).all.some((line) => line.baseline < baseline - 1 && line.glyphs.some(isVisible))
  );
}

/** Ems above the baseline that the places of letters reach. */
const ASCENT = 1;

/** What moves down by `by`; undefined where there is no room for it. */
export function sinkingBelow(page: PageText, column: Column, by: number, drawings: readonly Drawing[], pageBox: Box): Movable | undefined {
  // Rather to a gap that stays nearly as it was.
  return sinkingTo(page, column, by, [drawings, pageBox], KEPT_GAP) ?? sinkingTo(page, column, by, [drawings, pageBox], 0);
}

/** @param kept share of the gap that must remain */
function sinkingTo(
  page: PageText,
  column: Column,
  by: number,
  [drawings, pageBox]: readonly [readonly Drawing[], Box],
  kept: number,
): Movable | undefined {
  const { lines, bottom, ends, own } = sinkingRows(page, column, by, drawings, kept);
  const floor = floorOf(page, pageBox, lines.length === 0);
  const area: Box = [column.left, ends - by - column.size * CLEAR, column.right, bottom - 1];
  const moved = new Set(lines.flatMap(({ glyphs }) => glyphs));
  const isTaken =
    shownAnnotations(page.page).some((box) => meets(box, area) && box[3] < column.top && box[1] < bottom) ||
    page.glyphs.some((glyph) => !moved.has(glyph) && isVisible(glyph) && meets(glyph.box, area)) ||
    drawings.some(
      (drawing) =>
        !own.has(drawing) &&
        meets(drawing.box, area) &&
        [drawing.box[1], drawing.box[3]].some((y) => y > area[1] && y < area[3] - column.size * CLEAR),
    );
  return isTaken || ends - by < floor ? undefined : { lines, bottom };
}

/** Text keeps the margin of the page, or that of the text that stands lower; a line that moves nothing stands as near to its foot as others to its head. */
function floorOf({ glyphs }: PageText, [, foot, , head]: Box, movesNothing: boolean): number {
  const shown = glyphs.filter(isVisible);
  const lowest = shown.reduce((least, { box }) => Math.min(least, box[1]), Infinity);
  const highest = shown.reduce((most, { box }) => Math.max(most, box[3]), -Infinity);
  const atHead = movesNothing ? Math.max(head - highest, (head - foot) * MARGIN_SHARE_LEAST) : Infinity;
  return Math.max(foot, Math.min(foot + Math.min((head - foot) * MARGIN_SHARE, atHead), lowest));
}

interface Sinking extends Movable {
  /** Of what is drawn and moves with them, and where that ends. */
  readonly own: ReadonlySet<Drawing>;
  readonly ends: number;
}

/** As far as a gap that can take the change, and what is drawn with it: the end of a frame, the rule under a row, a picture that is in the way. */
function sinkingRows(page: PageText, column: Column, by: number, drawings: readonly Drawing[], kept: number): Sinking {
  const lines: TextLine[] = [];
  let bottom = column.baseline - column.size * DESCENT;
  const now = (): Sinking => {
    const movable = { lines, bottom };
    const own = new Set(movingDrawings(drawings, column, movable));
    return { ...movable, own, ends: Math.min(bottom, ...[...own].map(({ box }) => box[1])) };
  };
  // Lines of spaces are gaps.
  const rows = rowsBelow(page, column).filter((row) => row.lines.some(({ glyphs }) => glyphs.some(isVisible)));
  for (;;) {
    const [row] = rows;
    const reached = now().ends;
    const top = row ? row.baseline + Math.max(...row.lines.map(({ size }) => size)) * ASCENT : -Infinity;
    const figure = figureBelow(drawings, column, bottom, Math.max(top, reached - by - column.size * CLEAR));
    if (figure !== undefined) {
      bottom = Math.min(bottom, figure);
      continue;
    }
    const gap = row ? bottom + column.size * DESCENT - row.baseline : Infinity;
    // The number of the page stays where it is.
    const staying = row && isFoot(page, row) ? 0 : Math.min(gap * kept, column.size * WIDE_GAP_EMS);
    // Where no gap keeps most of itself, text of less size may come nearer.
    const size = kept === 0 && row ? Math.min(column.size, ...row.lines.map((line) => line.size)) : column.size;
    const isApart = gap - by >= Math.max(size * USUAL_EMS * APART, staying);
    if (!row || (isApart && top < reached - by - column.size * CLEAR)) break;
    lines.push(...row.lines);
    bottom = Math.min(bottom, row.baseline - column.size * DESCENT);
    rows.shift();
  }
  return now();
}

/** Ems: what is smaller belongs to the words that it stands beside. */
const FIGURE_EMS = 2;

/** Where a picture ends that stands in the column, and begins before what may move. */
function figureBelow(drawings: readonly Drawing[], column: Column, bottom: number, from: number): number | undefined {
  const isFigure = ({ kind, box: [left, low, right, top] }: Drawing) =>
    kind === 'image' &&
    Math.min(right - left, top - low) > column.size * FIGURE_EMS &&
    left >= column.left - column.size &&
    right <= column.right + column.size &&
    top <= column.top &&
    top > from &&
    low < bottom - 1;
  const lows = drawings.filter(isFigure).map(({ box }) => box[1]);
  return lows.length > 0 ? Math.min(...lows) : undefined;
}

interface Row {
  readonly baseline: number;
  readonly lines: TextLine[];
}

function rowsBelow(page: PageText, { left, right, top }: Column): Row[] {
  const rows: Row[] = [];
  const below = linesOfPage(page).all.filter(
    (line) => Math.abs(line.angle) < SAME_ANGLE && line.baseline < top && line.end > left && line.start < right,
  );
  const own = new Set(below);
  const marks = linesOfPage(page).all.filter((mark) => isMark(mark) && !own.has(mark) && below.some((line) => isMarkOf(mark, line)));
  for (const line of [...below, ...marks].toSorted((one, two) => two.baseline - one.baseline)) {
    const row = rows.at(-1);
    if (row && row.baseline - line.baseline < line.size * 0.3) row.lines.push(line);
    else rows.push({ baseline: line.baseline, lines: [line] });
  }
  return rows;
}

/** Ems between the mark of a list and its text; so many letters it has at most. */
const [MARK_EMS, MARK_LETTERS] = [4, 5];

export function isMark({ glyphs }: TextLine): boolean {
  return glyphs.filter(isVisible).length <= MARK_LETTERS;
}

/** A bullet or number before a line goes where the line goes. */
export function isMarkOf(mark: TextLine, { start, baseline, size }: TextLine): boolean {
  return Math.abs(mark.baseline - baseline) < size * 0.3 && mark.end <= start && start - mark.end < size * MARK_EMS;
}

function meets(one: Box, two: Box): boolean {
  return one[0] < two[2] && one[2] > two[0] && one[1] < two[3] && one[3] > two[1];
}

/** The glyphs that move, of one content; undefined where they are in several. */
export function glyphsOf({ lines }: Movable, source: ContentSource): PlacedGlyph[] | undefined {
  const glyphs = lines.flatMap((line) => line.glyphs);
  return glyphs.every(({ event }) => event.source === source) ? glyphs : undefined;
}

interface MovedDrawing {
  readonly place: Box;
  /** A part of it stays. */
  readonly isStretched: boolean;
}

/** By where their operations begin. */
export type MovedDrawings = ReadonlyMap<number, MovedDrawing>;

/** What is drawn in the column with the lines that move, or ends among them. */
function movingDrawings(all: readonly Drawing[], { left, right, top, size }: Column, { bottom, lines, floor }: Movable): Drawing[] {
  const drawings = floor === undefined ? all : all.filter(({ box }) => box[1] > floor);
  const isDrawnMark = ([x1, y1, x2, y2]: Box) =>
    Math.max(x2 - x1, y2 - y1) < size &&
    lines.some(
      ({ start, baseline }) => x2 <= start && start - x2 < size * MARK_EMS && Math.abs((y1 + y2) / 2 - baseline - size * 0.3) < size * 0.4,
    );
  const isInColumn = (box: Box) => ((box[0] + box[2]) / 2 >= left - size && (box[0] + box[2]) / 2 <= right + size) || isDrawnMark(box);
  // The sides of the last cells reach as far down as the rule below them.
  const isSide = ([x1, , x2, high]: Box) => high <= top + 1 || x2 - x1 < RULE_PT;
  const sides = drawings.filter(({ box }) => isInColumn(box) && box[3] > bottom && isSide(box) && box[1] > bottom - size * CELL_EMS);
  const lowest = Math.min(bottom - size * USUAL_EMS, ...sides.map(({ box }) => box[1] - 1));
  const moving = drawings.filter(({ box }) => isInColumn(box) && box[1] >= lowest && box[1] <= top);
  return [...moving, ...sidesOf(moving, drawings)];
}

/** A frame that is wider than the column keeps its corners: the sides that end where a level line does that moves. */
function sidesOf(moving: readonly Drawing[], drawings: readonly Drawing[]): Drawing[] {
  const known = new Set(moving);
  const level = moving.filter(({ box }) => box[3] - box[1] < RULE_PT && box[2] - box[0] > RULE_PT);
  return drawings.filter(
    (one) =>
      !known.has(one) &&
      one.box[2] - one.box[0] < RULE_PT &&
      level.some(
        ({ box }) =>
          Math.abs(box[1] - one.box[1]) < RULE_PT && [box[0], box[2]].some((x) => Math.abs(x - (one.box[0] + one.box[2]) / 2) < RULE_PT),
      ),
  );
}

/** What is drawn in the column moves with it; what begins above and ends in it becomes longer or shorter. @param by upwards */
export function moveDrawings(
  drawings: readonly Drawing[],
  source: ContentSource,
  column: Column,
  movable: Movable,
  by: number,
): { readonly edits: ContentEdit[]; readonly boxes: Box[]; readonly moved: MovedDrawings } | undefined {
  const [edits, boxes]: [ContentEdit[], Box[]] = [[], []];
  const moved = new Map<number, MovedDrawing>();
  const moving = movingDrawings(drawings, column, movable);
  for (const drawing of moving) {
    const { box } = drawing;
    if (!isSameSource(drawing.source, source)) return undefined;
    const isCrossing = box[3] > column.top + 1 && !moving.some((rule) => crosses(box, rule.box, column));
    if (isCrossing && drawing.kind === 'image') continue;
    const height = box[3] - box[1];
    // Nothing of it is left.
    if (isCrossing && height <= by) {
      edits.push(removedDrawing(drawing));
      boxes.push(box);
      continue;
    }
    const factor = isCrossing && height > 0 ? (height - by) / height : 1;
    const move: Matrix = isCrossing ? [1, 0, 0, factor, 0, box[3] * (1 - factor)] : [1, 0, 0, 1, 0, by];
    edits.push(transformed(drawing, move));
    const place: Box = [box[0], box[1] + by, box[2], box[3] + (isCrossing ? 0 : by)];
    moved.set(drawing.operation.start, { place, isStretched: isCrossing });
    boxes.push(unite(box, place));
  }
  return { edits, boxes, moved };
}

/** Ems that a mark across a rule is high at most; and the share of its height on either side of the rule, at least. */
const CROSSING = { ems: 3, share: 0.25 } as const;

/** A short mark across a rule goes with it. */
function crosses([left, bottom, right, top]: Box, [x1, low, x2, high]: Box, { size }: Column): boolean {
  const height = top - bottom;
  const isAcross = x1 < right && x2 > left && low > bottom + height * CROSSING.share && high < top - height * CROSSING.share;
  return isAcross && height < size * CROSSING.ems && right - left < RULE_PT && high - low < RULE_PT && x2 - x1 > height;
}

/** The same content, met in another reading of the page. */
export function isSameSource(one: ContentSource | undefined, two: ContentSource | undefined): boolean {
  if (one === two || !one || !two) return one === two;
  return one.stream === two.stream && one.drawnBy?.start === two.drawnBy?.start && isSameSource(one.parent, two.parent);
}

/** The drawing in several places. @param moves in page space */
export function drawnAt(drawing: Drawing, moves: readonly Matrix[]): ContentEdit {
  return { ...spanOf(drawing), replacement: moves.map((move) => transformed(drawing, move).replacement).join('\n') };
}

export function removedDrawing(drawing: Drawing): ContentEdit {
  return { ...spanOf(drawing), replacement: '' };
}

/** @param move in page space */
export function transformed(drawing: Drawing, move: Matrix): ContentEdit & { readonly replacement: string } {
  const { ctm } = drawing.state;
  const own = multiply(multiply(ctm, move), invert(ctm) ?? [1, 0, 0, 1, 0, 0]);
  return { ...spanOf(drawing), replacement: `q ${writeNumbers(own, FINE)} cm\n${bytesOf(drawing)}\nQ` };
}

function spanOf(drawing: Drawing): { readonly start: number; readonly end: number } {
  const { start, end } = drawing.operation;
  return { start: drawing.kind === 'path' ? drawing.firstSpanStart : start, end };
}

function bytesOf(drawing: Drawing): string {
  const { start, end } = spanOf(drawing);
  return Buffer.from(drawing.source.content.bytes.subarray(start, end)).toString('latin1');
}

/** These lie on their text, and follow it. */
const ON_TEXT: ReadonlySet<string> = new Set(['Link', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Popup', 'Text', 'Caret']);

/** Where annotations are drawn over the page. */
function shownAnnotations(page: PDFDict): Box[] {
  return annotationsOf(page).flatMap((annotation) => {
    const subtype = annotation.get(PDFName.of('Subtype'));
    const box = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
    return box && !(subtype instanceof PDFName && ON_TEXT.has(subtype.decodeText())) ? [box] : [];
  });
}

interface PlacedAnnotation {
  readonly annotation: PDFDict;
  readonly box: Box;
}

/** Links and marks of the column, which follow it. */
export function annotationsIn(page: PDFDict, { left, right, top }: Column, { bottom }: Movable): PlacedAnnotation[] {
  return annotationsOf(page).flatMap((annotation) => {
    const box = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
    if (!box || (box[0] + box[2]) / 2 < left || (box[0] + box[2]) / 2 > right || box[3] > top + 2 || box[1] < bottom - 2) return [];
    return [{ annotation, box }];
  });
}

/** @returns where they were and are */
export function moveAnnotations(annotations: readonly PlacedAnnotation[], by: number): Box[] {
  const boxes: Box[] = [];
  for (const { annotation, box } of annotations) {
    for (const key of ['Rect', 'QuadPoints', 'L', 'Vertices']) {
      const numbers = numbersIn(arrayOf(annotation, key));
      if (numbers.length === 0) continue;
      annotation.set(PDFName.of(key), annotation.context.obj(numbers.map((number, index) => (index % 2 === 1 ? number + by : number))));
    }
    boxes.push([box[0] - 2, Math.min(box[1], box[1] + by) - 2, box[2] + 2, Math.max(box[3], box[3] + by) + 2]);
  }
  return boxes;
}
