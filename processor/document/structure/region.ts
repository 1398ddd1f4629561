// A region of a page (the page's body, a cell) → drafts of blocks in reading order: paragraphs, tables, pictures. Tables drawn with lines
// come first, because lines are the clearest sign; the content of each cell is a region of its own.

import { areaOf, boxAround, contains, intersect, overlaps, type ShownBox, type Sides } from '../../pdf/geometry/shown-box.ts';
import { type Fill, onWhite, type PlacedImage, type Rule } from '../../pdf/pdfium/page/page-content.ts';
import { boxOfLines, columnOf, type KnownColumn, widest } from './columns.ts';
import type { Grid, GridCell } from '../tables/grids.ts';
import { readBorders } from '../tables/cell-borders.ts';
import { markHeads } from '../tables/table-heads.ts';
import { turnedBox, turnOf, turnUpright } from '../words/turned-text.ts';
import { type Line, lineOf, textOfWords } from '../words/lines.ts';
import { markLabels } from './mark-labels.ts';
import { narrowColumn } from './narrow-column.ts';
import { orderBlocks } from './order-blocks.ts';
import { orderSegments } from './order.ts';
import type { PagePicture } from './page-pictures.ts';
import { makeParagraphs } from './paragraphs.ts';
import { splitHeads } from './split-heads.ts';
import { isMostlyRtl, makeSegments, type Segment } from '../words/segments.ts';
import { joinLabels, makeRows, makeStacks, type Row } from '../tables/stacks.ts';
import { findTextColumns } from '../tables/columns-beside.ts';
import { findHeadedColumns } from '../tables/headed-columns.ts';
import { findTextTable, type TextTable } from '../tables/text-table.ts';
import type { Word } from '../words/words.ts';
import type { DraftBlock, DraftCell, DraftTable, DraftText } from '../drafts.ts';

/** Share of a box: a fill that covers less is not its background. */
const SHADED_SHARE = 0.5;
/** In ems: baselines nearer than this are on one line. */
const LEVEL_EM = 0.3;

export interface Region {
  readonly words: readonly Word[];
  readonly grids: readonly Grid[];
  readonly images: readonly PagePicture[];
  /** Pictures behind all of it. */
  readonly backgrounds?: readonly PlacedImage[];
  readonly fills: readonly Fill[];
  readonly rules: readonly Rule[];
  readonly pageIndex: number;
  /** Where full lines end, when known (a cell); else it is found. */
  readonly column?: Sides;
  /** Columns of text of the whole document. */
  readonly columns: readonly KnownColumn[];
  /** It is a picture: only lines make tables there. */
  readonly isPicture?: boolean;
}

export function readRegion(region: Region): DraftBlock[] {
  const { outer, inside, left } = splitByGrids(region);
  const segments = orderSegments(makeSegments(left));
  const tables = outer.map((grid) => ({ grid, order: orderOfGrid(grid, inside.get(grid) ?? [], segments) }));
  const blocks: DraftBlock[] = [];
  let waiting: Segment[] = [];
  const flush = () => {
    if (waiting.length > 0) blocks.push(...readFlow(waiting, region));
    waiting = [];
  };
  for (const [index, segment] of [...segments, undefined].entries()) {
    for (const { grid, order } of tables) {
      if (order !== index) continue;
      flush();
      blocks.push(readGrid(grid, inside.get(grid) ?? [], region));
    }
    if (segment) waiting.push(segment);
  }
  flush();
  const free = region.images.filter(({ box }) => !outer.some((grid) => contains(grid.box, box, 4)));
  const ordered = orderBlocks(splitHeads(blocks));
  return placeImages(region.column ? ordered : markLabels(ordered), free, region);
}

/** A table of a page by its lines alone. */
export function readGridTable(grid: Grid, region: Region): { readonly table: DraftTable; readonly words: readonly Word[] } {
  const words = region.words.filter((word) => isIn(word, grid.box));
  return { table: readGrid(grid, words, region), words };
}

function splitByGrids(region: Region): { outer: Grid[]; inside: Map<Grid, Word[]>; left: Word[] } {
  const frames = region.grids.filter((grid) => grid.cells.length === 1 && isFrame(grid, region));
  // Many boxes on a page are a diagram.
  const framed = frames.length <= FRAMES_MAX ? frames : [];
  const grids = region.grids.filter((grid) => grid.cells.length > 1 || framed.includes(grid));
  const candidates = grids.filter(
    (grid) => !grids.some((other) => other !== grid && isLarger(other, grid) && contains(other.box, grid.box, 2)),
  );
  const outer: Grid[] = [];
  const inside = new Map<Grid, Word[]>();
  let left: Word[] = [...region.words];
  for (const grid of candidates) {
    const own = left.filter((word) => isIn(word, grid.box));
    const filled = grid.cells.filter((cell) => own.some((word) => isIn(word, cell.box))).length;
    // Lines around one paragraph, or around nothing, are not a table.
    if (filled < Math.min(2, grid.cells.length)) continue;
    const ownSet = new Set(own);
    left = left.filter((word) => !ownSet.has(word));
    outer.push(grid);
    inside.set(grid, own);
  }
  return { outer, inside, left };
}

/** Share of the width of the text around it. */
const FRAME_WIDTH_MIN = 0.4;
const FRAME_WORDS_MAX = 0.6;
const FRAMES_MAX = 2;

/** A box around text, as wide as the surrounding text: not around the whole page, a word, or another table. */
function isFrame({ box }: Grid, { words, grids, column }: Region): boolean {
  if (column || grids.some((other) => other.box !== box && contains(box, other.box, 2))) return false;
  const inside = words.filter((word) => isIn(word, box));
  const outside = words.filter((word) => !isIn(word, box));
  if (inside.length === 0 || inside.length > words.length * FRAME_WORDS_MAX) return false;
  const width = Math.max(...words.map((word) => word.box.right)) - Math.min(...words.map((word) => word.box.left));
  if (box.right - box.left < width * FRAME_WIDTH_MIN) return false;
  const isBeside = (word: Word) =>
    word.y > box.top && word.y < box.bottom && Math.max(box.left - word.box.right, word.box.left - box.right) < word.style.size;
  return !outside.some(isBeside);
}

function isLarger(one: Grid, two: Grid): boolean {
  const area = ({ box }: Grid) => (box.right - box.left) * (box.bottom - box.top);
  return area(one) > area(two);
}

function isIn(word: Word, box: ShownBox): boolean {
  const [x, y] = [(word.box.left + word.box.right) / 2, (word.box.top + word.box.bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** The place of a table among the segments: before the first one that is drawn later; for a page cut by its white space, by its top. */
function orderOfGrid(grid: Grid, words: readonly Word[], segments: readonly Segment[]): number {
  const first = Math.min(...words.map(({ order }) => order));
  const sorted = segments.every((segment, index) => index === 0 || (segments[index - 1]?.order ?? 0) <= segment.order);
  const found = sorted
    ? segments.findIndex(({ order }) => order > first)
    : segments.findIndex(({ box }) => box.top >= grid.box.top && box.left < grid.box.right && box.right > grid.box.left);
  return found < 0 ? segments.length : found;
}

function readGrid(grid: Grid, words: readonly Word[], region: Region): DraftTable {
  const nested = region.grids.filter((other) => other !== grid && contains(grid.box, other.box, 2) && isLarger(grid, other));
  const pictures = [...region.images, ...(region.backgrounds ?? [])];
  const shadings = new Map(grid.cells.map((cell) => [cell, shadingOf(cell.box, region.fills, pictures)]));
  const borders = readBorders(region.rules, grid.box, new Set(shadings.values()));
  const cells = grid.cells.map((cell): DraftCell => {
    const { row, column, rowSpan, columnSpan } = cell;
    const own = words.filter((word) => isIn(word, cell.box));
    const turned = turnOf(own);
    const upright = turned ? own.map((word) => turnUpright(word, cell.box, turned)) : own;
    const box = turned ? turnedBox(cell.box) : cell.box;
    // Turned text has all of the cell: what is left free is its indent.
    const padding = turned ? 0 : Math.min(8, Math.max(1, Math.min(...upright.map((word) => word.box.left)) - box.left));
    // What ends nearer to the line than it begins is within it all the same.
    const inside = Math.max(box.right - padding, ...upright.map((word) => Math.min(box.right, word.box.right)));
    const end = grid.rowsOnly ? endOfColumn(grid, cell, words) : inside;
    const shading = shadings.get(cell);
    const blocks = readRegion({
      ...region,
      words: upright,
      grids: nested.filter((other) => contains(cell.box, other.box, 2)),
      images: region.images.filter((image) => isInside(image.box, cell.box)),
      column: { left: box.left + padding, right: end },
    });
    return {
      row,
      column,
      rowSpan,
      columnSpan,
      blocks,
      ...(borders && { borders: borders(cell.box) }),
      ...(shading === undefined ? {} : { shading }),
      ...(turned ? { turned } : {}),
    };
  });
  return {
    kind: 'table',
    xs: grid.xs,
    ys: grid.ys,
    rows: grid.ys.length - 1,
    cells: markHeads(cells),
    bordered: grid.bordered ?? true,
    colour: grid.colour,
    box: grid.box,
    pageIndex: region.pageIndex,
    rtl: isRtlTable(words, region),
  };
}

/** The furthest end of the text of a column, over its rows. */
function endOfColumn({ cells }: Grid, { column, columnSpan }: GridCell, words: readonly Word[]): number {
  const same = cells.filter((cell) => cell.column + cell.columnSpan === column + columnSpan);
  const ends = words.filter((word) => same.some((cell) => isIn(word, cell.box))).map(({ box }) => box.right);
  return Math.max(...ends, same[0]?.box.left ?? 0);
}

function isRtlTable(words: readonly Word[], { words: around }: Region): boolean {
  const letters = words.filter(({ text }) => /\p{L}/u.test(text));
  return letters.length === 0 ? isMostlyRtl(around) : letters.filter(({ rtl }) => rtl).length * 2 > letters.length;
}

function isInside(inner: ShownBox, outer: ShownBox): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

const WHITE = 0xffffff;
/** Of 255: fainter fills are not seen. */
const OPACITY_MIN = 16;

function shadingOf(box: ShownBox, fills: readonly Fill[], pictures: readonly PlacedImage[] = []): number | undefined {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  // The last one drawn is visible.
  const covers = (one: ShownBox) => areaOf(intersect(one, box)) > areaOf(box) * SHADED_SHARE;
  const isAt = (one: ShownBox) => x > one.left && x < one.right && y > one.top && y < one.bottom;
  const isBehind = (one: Fill) => isAt(one.box) && one.opacity > OPACITY_MIN && covers(one.box);
  const at = fills.findLastIndex(isBehind);
  const fill = fills[at];
  if (!fill) return colourOfStrips(box, fills);
  const colour = onWhite(fill);
  // White is seen on the ground of another colour, and on a picture.
  const isOnGround = () =>
    fills.slice(0, at).some((one) => isBehind(one) && onWhite(one) !== WHITE) ||
    pictures.some((one) => one.object >= 0 && one.object < (fill.object ?? -1) && isAt(one.box));
  return colour === WHITE && !isOnGround() ? undefined : colour;
}

/** Points: a strip of a cell's ground reaches this near to its sides. */
const STRIP_POINTS = 3;
/** Share of a cell that strips cover. */
const STRIPS_SHARE = 0.9;

/** The ground of a cell over several rows may be drawn row by row. */
function colourOfStrips(box: ShownBox, fills: readonly Fill[]): number | undefined {
  const strips = fills.filter((one) => one.opacity > OPACITY_MIN && overlaps(one.box, box) && isAcross(one.box, box));
  const [first] = strips;
  if (!first || strips.some((one) => onWhite(one) !== onWhite(first))) return undefined;
  const covered = strips.reduce((sum, one) => sum + areaOf(intersect(one.box, box)), 0);
  return covered < areaOf(box) * STRIPS_SHARE || onWhite(first) === WHITE ? undefined : onWhite(first);
}

function isAcross(one: ShownBox, { left, right }: ShownBox): boolean {
  return one.left < left + STRIP_POINTS && one.right > right - STRIP_POINTS;
}

/** Pieces that follow each other on one baseline are a line: what is beside each other in a picture is seldom running text. */
function readLabels(segments: readonly Segment[], region: Region): DraftBlock[] {
  const rows: Segment[][] = [];
  for (const segment of segments) {
    const open = rows.at(-1);
    const last = open?.at(-1);
    if (
      open &&
      last &&
      segment.angle === last.angle &&
      Math.abs(segment.y - last.y) < last.size * LEVEL_EM &&
      segment.box.left > last.box.left
    )
      open.push(segment);
    else rows.push([segment]);
  }
  const groups: Line[][] = [];
  for (const line of rows.map((row) => lineOf(row, region.pageIndex))) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open && last && goesOn(open, last, line)) open.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((lines) => textOf(lines, region));
}

/** Segments without tables between them. */
function readFlow(segments: readonly Segment[], region: Region): DraftBlock[] {
  if (region.isPicture) return readLabels(segments, region);
  const rows = makeRows(makeStacks(joinLabels(segments)));
  const objects = [...region.grids, ...region.images].map(({ box }) => box);
  const blocks: DraftBlock[] = [];
  let group: Line[] = [];
  const flush = () => {
    if (group.length > 0) blocks.push(...textOf(group, region));
    group = [];
  };
  const add = (line: Line) => {
    const last = group.at(-1);
    if (last && !goesOn(group, last, line)) flush();
    group.push(line);
  };
  for (let index = 0; index < rows.length;) {
    const text = findTextColumns(rows, index);
    const found = text ? undefined : findTextTable(rows, index, { fills: region.fills, objects });
    const beside = text ?? (found ? undefined : findHeadedColumns(rows, index));
    if (beside) {
      for (const column of beside.columns) {
        flush();
        for (const segment of column) add(lineOf([segment], region.pageIndex));
      }
      flush();
      index += beside.rowCount;
      continue;
    }
    if (found) {
      flush();
      blocks.push(readTextTable(found.table, region));
      index += found.rowCount;
      continue;
    }
    const row = rows[index];
    index++;
    if (!row) continue;
    for (const line of linesOfRow(row, region.pageIndex)) add(line);
  }
  flush();
  return blocks;
}

/** Stacks of one line each are a line with tabs; taller ones are columns, read one after the other. */
function linesOfRow(row: Row, pageIndex: number): Line[] {
  const single = row.stacks.every(({ segments }) => segments.length === 1);
  if (single)
    return [
      lineOf(
        row.stacks.flatMap(({ segments }) => segments),
        pageIndex,
      ),
    ];
  const [first, second] = row.stacks;
  // The number of a note, apart from its text.
  if (row.stacks.length === 2 && first && second && isNumberOf(first.segments, second.segments)) {
    const [head, ...rest] = second.segments;
    return [lineOf([...first.segments, ...(head ? [head] : [])], pageIndex), ...rest.map((segment) => lineOf([segment], pageIndex))];
  }
  // A tab within the first line of a paragraph that continues below.
  if (row.stacks.length === 2 && first?.segments.length === 1 && second && second.segments.length > 1) {
    const [head, ...rest] = second.segments;
    const below = rest[0];
    if (
      head &&
      below &&
      Math.abs(head.y - (first.segments[0]?.y ?? 0)) < head.size * LEVEL_EM &&
      below.box.left < head.box.left - head.size
    ) {
      return [lineOf([...first.segments, head], pageIndex), ...rest.map((segment) => lineOf([segment], pageIndex))];
    }
  }
  return row.stacks.flatMap(({ segments }) => segments.map((segment) => lineOf([segment], pageIndex)));
}

function isNumberOf([number, ...more]: readonly Segment[], [head]: readonly Segment[]): boolean {
  if (!number || !head || more.length > 0 || !/^\d{1,3}$/.test(textOfWords(number.words))) return false;
  return Math.abs(head.y - number.y) < head.size * LEVEL_EM && number.box.right < head.box.left;
}

function goesOn(group: readonly Line[], last: Line, next: Line): boolean {
  if (last.segments[0]?.angle !== next.segments[0]?.angle) return false;
  if (next.y <= last.y) return false;
  const left = Math.min(...group.map(({ box }) => box.left));
  const right = Math.max(...group.map(({ box }) => box.right));
  return Math.min(right, next.box.right) - Math.max(left, next.box.left) > -40;
}

function textOf(lines: readonly Line[], region: Region): DraftText[] {
  const { column: fixed } = region;
  let found: ShownBox[] | undefined;
  const others = () => (found ??= besides(lines, region));
  const choose = (some: readonly Line[]) => fixed ?? narrowColumn(columnOf(some, lines, region), some, { group: lines, others });
  return makeParagraphs(lines, choose).map((draft) => ({
    ...draft,
    kind: 'text',
    box: boxOfLines(draft.lines),
    pageIndex: region.pageIndex,
    ...(region.isPicture && { inPicture: true }),
  }));
}

/** Words and pictures of the region that are not among the lines, beside them. */
function besides(lines: readonly Line[], { words, images }: Region): ShownBox[] {
  const { top, bottom, left } = boxOfLines(lines);
  const own = new Set(lines.flatMap((line) => line.words.map(({ order }) => order)));
  const texts = words.filter(({ order, style }) => style.angle === 0 && !own.has(order));
  return [...texts, ...images].map(({ box }) => box).filter((box) => box.bottom > top && box.top < bottom && box.left > left);
}

/** Points that Word leaves on either side of a cell's text. */
const CELL_PADDING = 5.4;

/** Points: a higher fill lies under more than a row. */
const BAND_HEIGHT_MAX = 60;

function readTextTable(table: TextTable, region: Region): DraftTable {
  const bands = region.fills.filter(({ box }) => box.bottom - box.top <= BAND_HEIGHT_MAX);
  const cells = table.cells.map((cell): DraftCell => {
    const column = { left: table.xs[cell.column] ?? 0, right: rightOf(table, cell.column + cell.columnSpan - 1) };
    const lines = cell.stacks.flatMap(({ segments }) => segments.map((segment) => lineOf([segment], region.pageIndex)));
    const blocks = textOf(lines, { ...region, column });
    const shading = shadingOf(boxAround(cell.stacks.map(({ box }) => box)), bands);
    return {
      row: cell.row,
      column: cell.column,
      rowSpan: 1,
      columnSpan: cell.columnSpan,
      blocks,
      ...(shading === undefined ? {} : { shading }),
    };
  });
  const words = table.cells.flatMap(({ stacks }) => stacks.flatMap(({ segments }) => segments.flatMap((segment) => segment.words)));
  return {
    kind: 'table',
    xs: table.xs.map((x, index) => (index === table.xs.length - 1 ? x + CELL_PADDING * 2 : x - CELL_PADDING)),
    rows: table.rows,
    cells: markHeads(cells),
    bordered: false,
    colour: 0,
    box: table.box,
    pageIndex: region.pageIndex,
    rtl: isRtlTable(words, region),
  };
}

function rightOf(table: TextTable, column: number): number {
  const ends = table.cells
    .filter((cell) => cell.column + cell.columnSpan - 1 === column)
    .flatMap(({ stacks }) => stacks.map(({ box }) => box.right));
  return Math.max(...ends, (table.xs[column] ?? 0) + 10);
}

/** What was read in a picture. */
export function readPicture({ read, box }: PagePicture, { pageIndex, columns }: Pick<Region, 'pageIndex' | 'columns'>): DraftBlock[] {
  if (!read) return [];
  const { words, grids } = read;
  return readRegion({ words, grids, images: [], fills: [], rules: [], pageIndex, columns, column: box, isPicture: true });
}

/** Pictures go before the first block below their top, among those they overlap sideways. */
function placeImages(blocks: readonly DraftBlock[], images: readonly PagePicture[], region: Region): DraftBlock[] {
  const placed = [...blocks];
  if (images.length === 0) return placed;
  const column = region.column ?? widest(region.columns);
  for (const image of images.toSorted((a, b) => a.box.top - b.box.top)) {
    const middle = (image.box.top + image.box.bottom) / 2;
    const at = placed.findIndex(
      ({ box }) => box.top + box.bottom >= middle * 2 && Math.min(box.right, image.box.right) - Math.max(box.left, image.box.left) > 0,
    );
    const last = placed.findLastIndex(({ box }) => box.bottom <= middle);
    const picture = { kind: 'image', image, box: image.box, pageIndex: region.pageIndex, column } as const;
    placed.splice(at < 0 ? last + 1 : at, 0, picture, ...readPicture(image, region));
  }
  return placed;
}
