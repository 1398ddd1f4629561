// Tables whose rows stand on grounds in turn, in one colour or in two. When a row comes or goes the grounds stay in turn: those from it on are drawn
// anew where the rows then stand, whether the page draws them one by one, cell by cell, or several as one path.

import type { PathEvent } from '../../content/events.ts';
import { areaOf, type Box, boundsOf, contains, isEmpty, transformBox } from '../../geometry/box.ts';
import { IDENTITY, invert, type Matrix, transform } from '../../geometry/matrix.ts';
import type { Operand } from '../../syntax/operand.ts';
import { type ContentEdit, readOperations } from '../../syntax/operations.ts';
import { FINE, writeNumbers } from '../../syntax/write-operand.ts';
import { fillOperators } from '../color.ts';
import type { PageText } from '../page-text.ts';
import { isSameSource } from './column.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import type { Drawing, FoundUnit } from './units.ts';

interface Ground {
  readonly box: Box;
  readonly path: PathEvent;
}

interface StripedRow {
  readonly low: number;
  readonly high: number;
  /** Of one colour; none where the row shows the page. */
  readonly grounds: readonly Ground[];
}

export interface Stripes {
  /** From the top. */
  readonly rows: readonly StripedRow[];
  /** The found one among them. */
  readonly index: number;
  /** All that is drawn on the page. */
  readonly drawings: readonly Drawing[];
  /** What draws them. */
  readonly paths: ReadonlySet<Drawing>;
}

/** What draws the stripes anew, and where they were and are. */
export interface Restriped {
  readonly edits: readonly ContentEdit[];
  readonly boxes: readonly Box[];
}

/** Points by which rows may differ in height, and grounds in place. */
const SAME = 1.5;
/** Ems of a ground: higher than a rule, lower than several rows; the sides of cells are thin. */
const GROUND_EMS = { least: 0.9, most: 7, width: 0.5 } as const;
/** Of the height of a row, how high a row without ground beside it is. */
const BETWEEN = { least: 0.4, most: 3 } as const;
/** Of the width of the row's text, what its ground reaches over. */
const WIDTH_SHARE = 0.8;
/** So many rows show that their grounds change. */
const ROWS_MIN = 4;

/** Undefined where the rows around one do not stand on grounds in turn. @param band of the row, where its sides are seen */
export function stripesOf(page: PageText, drawings: readonly Drawing[], found: FoundUnit, band: Box | undefined): Stripes | undefined {
  const grounds = drawings.flatMap((one) => groundsOf(one, found.size));
  const strips = stripsOf(grounds, found);
  const lines = linesOfPage(page).all.filter((line) => line.glyphs.some(isVisible) && line.end > found.start && line.start < found.end);
  const rows = rowsAround(strips, lines, found, band);
  const index = rows.findIndex(({ low, high }) => found.top > low && found.top < high);
  if (index < 0 || rows.length < ROWS_MIN || !isInTurn(rows)) return undefined;
  return { rows, index, drawings, paths: new Set(rows.flatMap((row) => row.grounds.map(({ path }) => path))) };
}

/** The boxes that a path fills, where it is made of boxes only. */
function groundsOf(drawing: Drawing, size: number): Ground[] {
  if (drawing.kind !== 'path' || !drawing.fills || drawing.strokes || drawing.state.fillAlpha < 1) return [];
  const boxes = boxesOfPath(drawing);
  const isGround = ([left, low, right, high]: Box) =>
    high - low > size * GROUND_EMS.least && high - low < size * GROUND_EMS.most && right - left > size * GROUND_EMS.width;
  return boxes.some((box) => !isGround(box)) ? [] : boxes.map((box) => ({ box, path: drawing }));
}

function boxesOfPath({ source, firstSpanStart, operation, state }: PathEvent): Box[] {
  const boxes: Box[] = [];
  let corners: (readonly [number, number])[] = [];
  const isDone = () => {
    if (corners.length === 0) return true;
    const [xs, ys] = [0, 1].map((axis) => [...new Set(corners.map((corner) => (corner[axis] ?? 0).toFixed(2)))]);
    if (corners.length < 4 || corners.length > 5 || xs?.length !== 2 || ys?.length !== 2) return false;
    const [left = 0, right = 0, bottom = 0, top = 0] = [...xs, ...ys].map(Number);
    boxes.push(boundsOf(transformBox(state.ctm, [left, bottom, right, top])));
    corners = [];
    return true;
  };
  for (const { operator, operands } of readOperations(source.content.bytes.subarray(firstSpanStart, operation.end))) {
    const [x = 0, y = 0, width = 0, height = 0] = operands.map(numberOf);
    if (operator === 'm' && !isDone()) return [];
    if (operator === 'm' || operator === 'l') corners.push([x, y]);
    else if (operator === 're') boxes.push(boundsOf(transformBox(state.ctm, [x, y, x + width, y + height])));
    else if (['c', 'v', 'y'].includes(operator)) return [];
  }
  return isDone() ? boxes : [];
}

function numberOf(operand: Operand): number {
  return operand.kind === 'number' ? operand.value : 0;
}

/** Grounds side by side, from the top. */
function stripsOf(grounds: readonly Ground[], found: FoundUnit): StripedRow[] {
  const strips: (StripedRow & { readonly grounds: Ground[] })[] = [];
  for (const ground of grounds.toSorted((one, two) => areaOf(two.box) - areaOf(one.box)).toSorted((one, two) => two.box[3] - one.box[3])) {
    const [, low, , high] = ground.box;
    // Word processors draw the ground of a text within that of its cell.
    const same = strips.find((strip) => low > strip.low - SAME && high < strip.high + SAME && high - low > (strip.high - strip.low) / 2);
    if (same) same.grounds.push(ground);
    else strips.push({ low, high, grounds: [ground] });
  }
  const [from, to] = [found.start, found.end];
  const covered = (row: StripedRow) =>
    row.grounds.reduce((sum, { box }) => sum + Math.max(0, Math.min(box[2], to) - Math.max(box[0], from)), 0);
  return strips.filter(
    (strip) => covered(strip) > (to - from) * WIDTH_SHARE && new Set(strip.grounds.map(({ path }) => colourOf(path))).size === 1,
  );
}

function colourOf({ state: { fill } }: PathEvent): string {
  return fillOperators(fill);
}

/** With the rows between them that have none, and one above the first and below the last. */
function rowsAround(strips: readonly StripedRow[], lines: readonly TextLine[], found: FoundUnit, band: Box | undefined): StripedRow[] {
  const hasText = (low: number, high: number) => lines.some(({ baseline }) => baseline > low && baseline < high);
  const chains: StripedRow[][] = [];
  for (const strip of strips) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    const gap = last ? last.low - strip.high : Infinity;
    const height = strip.high - strip.low;
    if (chain && last && Math.abs(gap) < SAME) chain.push(strip);
    else if (chain && last && gap > height * BETWEEN.least && gap < height * BETWEEN.most && hasText(strip.high, last.low))
      chain.push({ low: strip.high, high: last.low, grounds: [] }, strip);
    else chains.push([strip]);
  }
  const near = chains.find((chain) => {
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last) return false;
    const most = (first.high - first.low) * BETWEEN.most;
    return found.top < first.high + most && found.bottom > last.low - most;
  });
  return near ? withEnds(near, lines, found, band) : [];
}

/** Of a row, from its last baseline to its end, and from its start to its first baseline: as those on grounds have it. */
function withEnds(chain: readonly StripedRow[], lines: readonly TextLine[], found: FoundUnit, band: Box | undefined): StripedRow[] {
  const [first, last] = [chain[0], chain.at(-1)];
  const isWhole = chain.some(({ grounds }) => grounds.length === 0);
  if (!first || !last || (!isWhole && chain.length > 1)) return [...chain];
  const inside = lines.filter(({ baseline }) => baseline > first.low && baseline < first.high).map(({ baseline }) => baseline);
  const [head, foot] = [first.high - Math.max(...inside), Math.min(...inside) - first.low];
  const isOwn = (low: number, high: number) => found.top > low && found.top < high;
  const rows = [...chain];
  const height = first.high - first.low;
  if (isOwn(first.high, Infinity)) rows.unshift({ low: first.high, high: band?.[3] ?? found.top + head, grounds: [] });
  if (isOwn(-Infinity, last.low)) rows.push({ low: band?.[1] ?? found.bottom - foot, high: last.low, grounds: [] });
  else {
    // The last one is there where a text stands right below, like those two rows above it.
    const below = lines.filter(({ baseline }) => baseline < last.low && baseline > last.low - height * BETWEEN.most);
    const top = Math.max(...below.map(({ baseline }) => baseline));
    const above = lines.filter(({ baseline }) => baseline < (chain.at(-2)?.high ?? 0) && baseline > (chain.at(-2)?.low ?? 0));
    const isLike = below.some((one) => one.baseline > top - SAME && above.some((other) => fontOf(other) === fontOf(one)));
    const own = below.filter(({ baseline, size }) => baseline > top - size * BETWEEN.least || isTight(below, baseline, size));
    if (isLike && Math.abs(last.low - head - top) < SAME)
      rows.push({ low: Math.min(...own.map(({ baseline }) => baseline)) - foot, high: last.low, grounds: [] });
  }
  return rows;
}

/** Ems to the next line of one cell. */
const LEADING_EMS = 1.35;

/** One of the lines that follow one another from the highest on. */
function isTight(lines: readonly TextLine[], baseline: number, size: number): boolean {
  const above = lines.map((line) => line.baseline).filter((other) => other > baseline + 1);
  return above.length === 0 || (Math.min(...above) - baseline < size * LEADING_EMS && isTight(lines, Math.min(...above), size));
}

function fontOf({ glyphs }: TextLine): unknown {
  return glyphs.find(isVisible)?.event.font;
}

function styleOf({ grounds: [ground] }: StripedRow): string {
  return ground ? colourOf(ground.path) : '';
}

/** Each row on another ground than the one above it, the same as the one before that. */
function isInTurn(rows: readonly StripedRow[]): boolean {
  const styles = rows.map(styleOf);
  // The head of a table may have a ground of its own.
  const from = styles.length > ROWS_MIN && styles[0] !== styles[2] ? 1 : 0;
  const turns = styles.slice(from);
  return turns.every((style, index) => index === 0 || (style !== turns[index - 1] && (index < 2 || style === turns[index - 2])));
}

/** What draws them after a row has come. @param step how high it is */
export function withRow({ rows, index, drawings }: Stripes, place: 'before' | 'after', step: number): Restriped | undefined {
  const at = place === 'after' ? index + 1 : index;
  const [above, own] = [rows[at - 1], rows[at]];
  const high = own?.high ?? above?.low;
  if (high === undefined) return undefined;
  const lower = rows.slice(at).map((row) => ({ low: row.low - step, high: row.high - step }));
  // A gap between the grounds of rows stays one.
  const gap = above && own && above.grounds.length > 0 && own.grounds.length > 0 ? above.low - own.high : 0;
  return restriped(rows, drawings, at, [{ low: high - step + gap, high }, ...lower]);
}

/** What draws them after the found row has gone. @param by how far those below it move up */
export function withoutRow({ rows, index, drawings }: Stripes, by: number): Restriped | undefined {
  const lower = rows.slice(index + 1).map((row) => ({ low: row.low + by, high: row.high + by }));
  return restriped(rows, drawings, index, lower);
}

/** @param from the first row that changes. @param places of the rows from there on */
function restriped(
  rows: readonly StripedRow[],
  drawings: readonly Drawing[],
  from: number,
  places: readonly { readonly low: number; readonly high: number }[],
): Restriped | undefined {
  const old = rows.slice(from).flatMap(({ grounds }) => grounds);
  const all = rows.flatMap(({ grounds }) => grounds);
  const [first] = all.map(({ path }) => path).toSorted((one, two) => one.operation.start - two.operation.start);
  if (!first) return undefined;
  const fresh = places.flatMap(({ low, high }, nth) => {
    // As the row that stood there, or the last but one.
    const like = (rows[from + nth] ?? rows[from + nth - 2])?.grounds ?? [];
    return like
      .filter((one) => !like.some((other) => areaOf(other.box) > areaOf(one.box) && contains(other.box, one.box, SAME)))
      .map(({ box, path }): Ground => ({ box: [box[0], low, box[2], high], path }));
  });
  const at = placeFor(first, drawings, fresh);
  if (!at || fresh.some(({ box }) => isEmpty(box))) return undefined;
  const gone = new Set(old);
  const drawn = fresh.map((ground) => `q ${fillOperators(ground.path.state.fill)} ${boxesIn(at.ctm, [ground.box])} f Q\n`).join('');
  const edits = [...new Set([first, ...old.map(({ path }) => path)])].map((path) => {
    const kept = all.filter((ground) => ground.path === path && !gone.has(ground)).map(({ box }) => box);
    const own = kept.length > 0 ? `${boxesIn(path.state.ctm, kept)} f` : '';
    return { start: path.firstSpanStart, end: path.operation.end, replacement: `${own}\n${path === first && at.isFirst ? drawn : ''}` };
  });
  if (!at.isFirst) edits.push({ start: at.position, end: at.position, replacement: `\n${drawn}` });
  return { edits, boxes: [...old, ...fresh].map(({ box }) => box) };
}

interface PlaceInContent {
  /** With the first ground itself. */
  readonly isFirst: boolean;
  readonly position: number;
  readonly ctm: Matrix;
}

/** Before all text of the rows: where the first ground is drawn, or where no clip of a cell hides the others. */
function placeFor(first: PathEvent, drawings: readonly Drawing[], fresh: readonly Ground[]): PlaceInContent | undefined {
  const isOpen = ({ state: { clip } }: Drawing) => fresh.every(({ box }) => contains(clip, box, SAME));
  const { source, firstSpanStart, state } = first;
  if (isOpen(first)) return { isFirst: true, position: firstSpanStart, ctm: state.ctm };
  const before = drawings.filter((one) => isSameSource(one.source, source) && one.operation.end <= firstSpanStart && isOpen(one));
  const last = before.toSorted((one, two) => two.operation.end - one.operation.end)[0];
  if (last) return { isFirst: false, position: last.operation.end, ctm: last.state.ctm };
  return source.parent === undefined ? { isFirst: false, position: 0, ctm: IDENTITY } : undefined;
}

/** In a space that leads to the page. */
function boxesIn(ctm: Matrix, boxes: readonly Box[]): string {
  const inverse = invert(ctm) ?? IDENTITY;
  return boxes
    .map(([left, bottom, right, top]) => {
      const [x1, y1] = transform(inverse, left, bottom);
      const [x2, y2] = transform(inverse, right, top);
      return `${writeNumbers([x1, y1, x2 - x1, y2 - y1], FINE)} re`;
    })
    .join(' ');
}
