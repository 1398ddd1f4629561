// Blocks of one page → blocks that keep their places on it, and what is drawn behind them.

import { areaOf, boxAround, contains, intersect, overlaps, type ShownBox, type Sides } from '../../pdf/geometry/shown-box.ts';
import { type Fill, onWhite, type PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { DraftBlock, DraftCell, DraftImage, DraftTable, DraftText } from '../drafts.ts';
import type { Alignment, Block, FilledBox, Image, Margins, PagePlace, Paragraph, SectionHead } from '../model.ts';
import { isBorderOf } from '../tables/cell-borders.ts';
import type { ListItem } from '../structure/lists.ts';
import type { PageWords } from '../structure/page-words.ts';
import { alignmentInCell } from './alignment.ts';
import { buildBlocks, floatOf, isInMiddle, itemsOf, TABLE_LINE } from './build.ts';
import { type BuildContext, settingIn, sourceOf } from './build-paragraph.ts';
import { settingInCell } from './cell-room.ts';
import type { SectionContext } from './build-sections.ts';
import { ASCENT_SHARE } from './line-spacing.ts';
import { withoutInitial } from './initials.ts';
import { isBeside, withLevelCells } from './level-cells.ts';
import { isJoining } from '../../pdf/draw/visual-order.ts';
import { measureOf, toTwips } from './measures.ts';
import { familyOf, type RunContext, ownSizeOf } from './runs.ts';
import { Leading, placeCells, type Placing, rowTops, textsOf } from './spacing.ts';
import { blocksOfCell, turnPlace, uprightTexts } from './turned-blocks.ts';
import { type Stretch, stretchOf } from './drifts.ts';
import { fitLines, type WordFit } from './fit-lines.ts';
import { type Line, lineOf } from '../words/lines.ts';
import type { Word } from '../words/words.ts';

/** Share of its width that a line may be longer with another font before it is broken; less where breaks move what follows. */
const ROOM_SHARE = { line: 0.3, paragraph: 0, kept: 0.1, joined: 0.15, joinedLine: 0.4 } as const;
/** Points. */
const ROOM_MIN = 3;
/** Points of the page's width: LibreOffice pushes the body down below a frame that leaves less. */
const BESIDE_FRAME = 92;
/** Opaque from here, of 255; fainter fills are not seen. */
const OPACITY_MIN = 8;
const WHITE = 0xffffff;
/** Points: rules inside the edges of a table are its own. */
const TABLE_SLACK = 3;

/** Points by which a text may give way to a table. */
const WAY_MAX = 5;
const WAY_GAP = 0.5;

/** A page for blocks with places needs no margins. */
const MARGINS: Margins = { left: 14, top: 14, right: 14, bottom: 14 };

/** Points that a table may become longer than it was. */
const TABLE_ROOM = 8;
const MARGIN_MIN = 1;
/** Share of a fill: what shades cells is theirs. */
const SHADED_SHARE = 0.5;

/** @param drafts as for `placeBlocksOfPage` */
export function sectionOfPlaced({ width, height, pageIndex }: PageWords, drafts: readonly DraftBlock[]): SectionHead {
  const lowest = Math.max(0, ...drafts.filter(({ kind }) => kind === 'table').map(({ box }) => box.bottom));
  const bottom = Math.max(MARGIN_MIN, Math.min(MARGINS.bottom, height - lowest - TABLE_ROOM));
  return {
    pageWidth: width,
    pageHeight: height,
    margins: { ...MARGINS, bottom },
    columns: 1,
    columnGap: 0,
    newPage: true,
    placedPage: pageIndex,
    header: [],
    footer: [],
    headerDistance: MARGINS.top / 2,
    footerDistance: MARGINS.bottom / 2,
    bareFirstPage: { header: false, footer: false },
  };
}

/** What only holds things side by side, without lines, has no place of its own; nor has a frame around things that are no cells of a table. @param isFree no table has one */
export function withoutOpenTables(drafts: readonly DraftBlock[], isFree = false): DraftBlock[] {
  return drafts.flatMap((draft): readonly DraftBlock[] => {
    if (draft.kind !== 'table') return [draft];
    const isTable =
      !isFree && draft.bordered && !draft.layout && draft.cells.every(({ blocks }) => blocks.every(({ kind }) => kind === 'text'));
    if (isTable && !isBand(draft) && !holdsColumns(draft) && !drafts.some((other) => other !== draft && reachesInto(other, draft)))
      return [withLevelCells(draft)];
    return withoutOpenTables(
      draft.cells.flatMap((cell) => blocksOfCell(cell, draft)),
      isFree,
    );
  });
}

/** A title on a colour at the edge of the page, where word processors have no tables. */
function isBand({ cells, box }: DraftTable): boolean {
  return cells.length === 1 && (box.left < MARGINS.left || box.top < MARGINS.top);
}

/** Share of its cells with text: where more of them hold texts side by side, its columns are not known. */
const SIDE_BY_SIDE_MAX = 0.15;

function holdsColumns({ cells }: DraftTable): boolean {
  const filled = cells.filter(({ blocks }) => blocks.length > 0);
  const beside = filled.filter(
    ({ blocks }) =>
      blocks.some((block) => block.kind === 'text' && block.lines.some((line) => line.segments.length > 1)) ||
      blocks.some((block, at) => blocks.slice(at + 1).some((other) => isBeside(block, other))),
  );
  return beside.length > filled.length * SIDE_BY_SIDE_MAX;
}

/** Farther than a text gives way. */
function reachesInto({ box }: DraftBlock, table: DraftTable): boolean {
  const shared = intersect(box, table.box);
  return Math.min(shared.right - shared.left, shared.bottom - shared.top) > WAY_MAX;
}

/** LibreOffice lays out some hundreds of frames on a page, and leaves out the others; of text boxes, around which nothing flows, it takes any number. */
const FRAMES_MAX = 250;

/** @param drafts in reading order, without open tables. Pictures come last. */
export function placeBlocksOfPage(drafts: readonly DraftBlock[], page: PageWords, context: SectionContext): Block[] {
  const leading = new Leading();
  for (const draft of drafts) leading.add(draft);
  // Light text lies on what is drawn behind it.
  const shared = { ...context, ground: context.ground ?? WHITE, softHyphens: true };
  const text: Block[] = [];
  const images: Image[] = [];
  const column: OnColumn['column'] = { bottom: MARGINS.top, tables: [] };
  const isFree = !drafts.some(({ kind }) => kind === 'table');
  const onPage: OnPage = { leading, page, items: itemsOf(drafts, context), isFree };
  for (const draft of drafts.toSorted((one, two) => depthOf(one) - depthOf(two))) {
    if (draft.kind === 'text') {
      for (const part of uprightTexts(draft).flatMap(withoutInitial).flatMap(partsOf))
        text.push(...placeText(part, onPage, { ...shared, fills: new Map() }));
    } else if (draft.kind === 'table') text.push(...placeTable(draft, { leading, column }, shared));
    else images.push(...placeImage(draft, shared));
  }
  const isCrowded = text.length > FRAMES_MAX;
  const freed = text.map((block) => {
    if (block.kind !== 'paragraph') return block;
    const beside = besideTables(block, column.tables);
    return isCrowded && beside.place ? { ...beside, boxed: beside.boxed ?? { angle: 0 } } : aboveTables(beside, column.tables, page);
  });
  return [...freed, ...images];
}

/** A paragraph that goes on in the next column is at two places. */
function partsOf(draft: DraftText): DraftText[] {
  const parts: (typeof draft.lines)[number][][] = [];
  for (const line of draft.lines) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && !isTooNear(before, line) && !isOtherStep(part, line)) part.push(line);
    else parts.push([line]);
  }
  if (draft.turned && parts.flat().every(({ segments }) => segments.length < 2)) return [draft];
  if (draft.turned) return parts.flat().flatMap((line) => bySegments({ ...draft, lines: [line], source: sourceOf(draft) }));
  if (parts.length < 2) return bySegments(draft);
  return parts.flatMap((lines) => {
    const box = boxAround(lines.map((line) => line.box));
    return bySegments({ ...draft, lines, box, left: box.left, right: box.right, source: sourceOf(draft) });
  });
}

/** Ems: baselines that are nearer are not those of lines below each other. */
const STEP_MIN_EM = 0.6;

/** It stands higher, in another column, or as a step of a stair or a point of a circle beside it. */
function isTooNear(before: Line, line: Line): boolean {
  return line.y - before.y < Math.min(before.size, line.size) * STEP_MIN_EM;
}

/** Ems by which the distances of the lines of a paragraph may differ: each of its parts has lines of one distance. */
const OTHER_STEP_EM = 0.4;

function isOtherStep(part: readonly Line[], line: Line): boolean {
  const [first, second] = part;
  const last = part.at(-1);
  if (!first || !second || !last) return false;
  return Math.abs(line.y - last.y - (second.y - first.y)) > line.size * OTHER_STEP_EM;
}

/** A number or a sign before an item. */
const LABEL = /^(?:\(?[\p{L}\d]{1,4}[.):]?|[^\p{L}\d]{1,2})$/u;

/** Ems: baselines of a label and its text. */
const LEVEL_EM = 0.2;

/** The texts of one line that stand apart keep their places each. */
function bySegments(draft: DraftText): DraftText[] {
  const [line, ...others] = draft.lines;
  const [first, second] = line?.segments ?? [];
  if (!line || !first || !second || others.length > 0) return [draft];
  const isLevel = Math.abs(first.y - second.y) < line.size * LEVEL_EM;
  const isItem = line.segments.length === 2 && isLevel && LABEL.test(first.words.map(({ text }) => text).join(' '));
  if (isItem) return [draft];
  const { source = draft, ...own } = draft;
  return line.segments.map((segment, index) => {
    const { box } = segment;
    const part = { ...own, lines: [lineOf([segment], line.pageIndex)], box, left: box.left, right: box.right };
    // A label and a level are the first one's.
    return index === 0 ? { ...part, source } : part;
  });
}

/** A table of the body gives way to a frame that touches it, by far: the frame gives way, a little. */
function besideTables(paragraph: Paragraph, tables: readonly ShownBox[]): Paragraph {
  const { place } = paragraph;
  if (!place) return paragraph;
  const box = { left: place.left, top: place.top, right: place.left + place.width, bottom: place.top + place.height };
  const touched = tables.find((table) => overlaps(table, box));
  if (!touched) return paragraph;
  const [up, down] = [box.bottom - touched.top + WAY_GAP, touched.bottom - box.top + WAY_GAP];
  if (Math.min(up, down) > WAY_MAX) return paragraph;
  return { ...paragraph, place: { ...place, top: up <= down ? place.top - up : place.top + down } };
}

/** Points beside a frame that LibreOffice wants for text of the body, or it goes on below. */
const BODY_MIN = 92;

/** A frame that leaves the body no room would push a table down that stands there. */
function aboveTables(paragraph: Paragraph, tables: readonly ShownBox[], { width }: PageWords): Paragraph {
  const { place } = paragraph;
  if (!place || !tables.some(({ top }) => top > place.top)) return paragraph;
  const room = Math.max(place.left - MARGINS.left, width - MARGINS.right - place.left - place.width);
  return room < BODY_MIN ? { ...paragraph, boxed: { angle: 0 } } : paragraph;
}

/** Pictures lie over each other as on the page; what was drawn as a picture has all that is in its place. */
function depthOf(draft: DraftBlock): number {
  if (draft.kind !== 'image') return 0;
  return draft.image.object < 0 ? Infinity : draft.image.object;
}

interface OnPage {
  readonly leading: Leading;
  readonly page: PageWords;
  readonly items: ReadonlyMap<DraftText, ListItem>;
  /** Nothing gives way to a frame: there are no tables. */
  readonly isFree: boolean;
}

function placeText(draft: DraftText, onPage: OnPage, context: SectionContext): Paragraph[] {
  const { turned } = draft;
  if (!turned) return placeUpright(draft, onPage, context);
  const page = { ...onPage.page, width: onPage.page.height };
  const upright = placeUpright(draft, { ...onPage, page }, { ...context, drifts: new Map() });
  return upright.map((paragraph) => ({
    ...paragraph,
    boxed: { angle: turned.angle },
    ...(paragraph.place && { place: turnPlace(paragraph.place, turned) }),
  }));
}

function placeUpright(draft: DraftText, { leading, page, items, isFree }: OnPage, context: SectionContext): Paragraph[] {
  const measure = measureOf(draft);
  const line = leading.of(measure);
  const ink = boxAround(draft.lines.map(({ box }) => box));
  // Its column ends where its lines do.
  const own: DraftText = { ...draft, left: ink.left, right: ink.right, source: sourceOf(draft) };
  const stretch = stretchOf(context.drifts?.get(page.pageIndex), ink);
  const { alignment } = settingIn(draft.lines.length === 1 ? draft : own, context);
  const rtl = draft.lines.filter((one) => one.rtl).length * 2 > draft.lines.length;
  // What broke elsewhere has all of the page for its lines, in a box where a frame would push a table down.
  const isKept = stretch !== undefined && alignment !== 'justified' && !draft.lines.slice(0, -1).some(endsInHyphen);
  const isLoose = isKept || (isFree && draft.lines.length === 1);
  const room = isLoose ? page.width : roomOf(draft, ink, page, stretch !== undefined);
  const sides = withRoom(ink, { alignment, rtl, room }, page);
  const place: PagePlace = {
    left: sides.left,
    top: measure.firstY - line * ASCENT_SHARE,
    width: sides.right - sides.left,
    height: line * draft.lines.length,
  };
  const placings = new Map<DraftBlock, Placing>([[own, { before: 0, line }]]);
  const fits = fitText(draft, { ...roomAround(ink, alignment, draft.lines), alignment, stretch }, context);
  const source = sourceOf(draft);
  // What goes on in another column has no label. From the right, LibreOffice has labels a label's width out of their place: there they are text.
  const item = !rtl && draft.lines[0]?.words[0] === source.lines[0]?.words[0] ? items.get(source) : undefined;
  return buildBlocks([own], { ...context, fits, placings, columns: [own] }, new Map(item ? [[source, item]] : [])).flatMap((block) =>
    block.kind === 'paragraph'
      ? [{ ...block, alignment, indentRight: 0, place, ...(isKept && !isFree && { boxed: { angle: 0 } as const }) }]
      : [],
  );
}

/** Ems: of a space, where its font is not known. */
const SPACE_EM = 0.25;
/** Fonts that are everywhere. */
const SPACES: ReadonlyMap<string, number> = new Map([
  ['Arial', 0.278],
  ['Times New Roman', 0.25],
  ['Courier New', 0.6],
  ['Calibri', 0.226],
  ['Cambria', 0.22],
]);

function spaceOf({ embedded }: RunContext): (word: Word) => number {
  return (word) => {
    const family = familyOf(word, embedded);
    return (embedded?.get(family) ?? SPACES.get(family) ?? SPACE_EM) * (word.style.stretch ?? 1);
  };
}

/** Of its measure that a line fills in a font that does not go with the document: the source may have had kerning. */
const OTHER_FONT_SHARE = 0.985;

interface TextFrame extends Sides {
  readonly alignment: Alignment;
  readonly stretch: Stretch | undefined;
}

function fitText({ lines }: DraftText, frame: TextFrame, context: RunContext): ReadonlyMap<Word, WordFit> {
  const isOwn = lines.every(({ words }) => words.every((word) => context.embedded?.has(familyOf(word, context.embedded))));
  return fitLines(lines, {
    ...frame,
    sizeOf: ownSizeOf,
    spaceOf: spaceOf(context),
    share: isOwn || lines.length === 1 ? 1 : OTHER_FONT_SHARE,
  });
}

/** The room for the lines of a text that has a place. */
function roomAround(ink: Sides, alignment: Alignment, lines: readonly Line[]): Sides {
  // Programs put the distance between letters behind the last one, too.
  const behind = Math.max(0, ...lines.map(({ words }) => words.at(-1)?.letterSpacing ?? 0));
  const room = alignment === 'justified' ? 0 : ROOM_MIN + behind;
  return { left: ink.left - room, right: ink.right + room };
}

/** Of the texts of a table, each in its cell. */
function fitCells({ cells, xs }: DraftTable, context: SectionContext): Map<Word, WordFit> {
  const fits = new Map<Word, WordFit>();
  for (const { blocks, column, columnSpan } of cells) {
    for (const text of textsOf(blocks)) {
      const ink = boxAround(text.lines.map(({ box }) => box));
      const [left, right] = [xs[column] ?? ink.left, xs[column + columnSpan] ?? ink.right];
      const { alignment, sides } = settingInCell(text, alignmentInCell(text, blocks), { left, right });
      const narrow = Math.max(0, Math.min(ink.left - left, right - ink.right));
      // What its lines have until they reach the other side of the cell.
      const own: Readonly<Record<Alignment, Sides>> = {
        left: { left: sides.left, right: Math.max(right, sides.right) },
        right: { left: Math.min(left, sides.left), right: sides.right },
        centre: { left: Math.min(ink.left - narrow, sides.left), right: Math.max(ink.right + narrow, sides.right) },
        justified: sides,
      };
      const stretch = stretchOf(context.drifts?.get(text.pageIndex), ink);
      for (const [word, fit] of fitText(text, { ...own[alignment], alignment, stretch }, context))
        fits.set(word, context.plainCells ? { ...fit, letterSpacing: 0, wordSpacing: 0 } : fit);
    }
  }
  return fits;
}

/** Points: less is not seen. */
const PUSHED_MIN = 1;

/**
 * What parts lines far apart stands above the first one too, where it has no room: the last line would go out of its row. There the first line is
 * a text of its own. @returns undefined where there is room
 */
function partFirst(
  { blocks: [first, ...others], row }: DraftTable['cells'][number],
  tops: readonly number[],
  leading: Leading,
): DraftBlock[] | undefined {
  const top = tops[row];
  if (first?.kind !== 'text' || first.lines.length < 2 || top === undefined) return undefined;
  const measure = measureOf(first);
  if (measure.firstY - leading.of(measure) * ASCENT_SHARE > top - PUSHED_MIN) return undefined;
  const part = (lines: DraftText['lines']): DraftText => ({ ...first, lines, box: boxAround(lines.map(({ box }) => box)) });
  return [part(first.lines.slice(0, 1)), part(first.lines.slice(1)), ...others];
}

/** The table with these texts in parts, and places of all that is in its cells. */
function placeInCells(table: DraftTable, leading: Leading, placings: Map<DraftBlock, Placing>): DraftTable {
  const { ys } = table;
  const parts = new Map(
    ys
      ? table.cells.flatMap((cell) =>
          [partFirst(cell, ys, leading)].flatMap((blocks) => (blocks ? [[cell, { ...cell, blocks }] as const] : [])),
        )
      : [],
  );
  placeCells({ ...table, cells: table.cells.filter((cell) => !parts.has(cell)) }, leading, placings);
  // A line alone is as high as its letters are.
  placeCells({ ...table, cells: [...parts.values()] }, new Leading(), placings);
  return { ...table, cells: table.cells.map((cell) => parts.get(cell) ?? cell) };
}

/** What is first in a cell begins where its first baseline asks for it. @param top of the cell, below the line above it */
function moveToBaseline({ blocks: [block, ...others] }: DraftCell, placings: Map<DraftBlock, Placing>, top: number | undefined): void {
  const placing = block && placings.get(block);
  if (block?.kind !== 'text' || !placing || top === undefined || others.some(({ box }) => box.top < block.box.top)) return;
  const begins = measureOf(block).firstY - placing.line * ASCENT_SHARE;
  placings.set(block, { ...placing, before: Math.max(0, toTwips(begins - top)) });
}

/** Turned text begins at a side of its cell, or stands in its middle. */
function turnToBaseline(cell: DraftCell, table: DraftTable, placings: Map<DraftBlock, Placing>): void {
  const [first] = cell.blocks;
  const placing = first && placings.get(first);
  const side = cell.turned === 90 ? cell.borders?.left : cell.borders?.right;
  if (!placing || !isInMiddle(cell, table)) moveToBaseline(cell, placings, (side?.thickness ?? 0) / 2);
  else placings.set(first, { ...placing, before: 0 });
}

/** Points that lines may be longer before they are broken: fonts differ. */
function roomOf({ lines }: DraftText, { left, right }: Sides, { width }: PageWords, breaksElsewhere: boolean): number {
  const [line] = lines;
  if (breaksElsewhere && lines.slice(0, -1).some(endsInHyphen)) return Math.max(ROOM_MIN, roomAtHyphens(lines, right));
  // Letters that join are set in another font: no font goes with the document that joins them.
  const isJoined = lines.some(({ words }) => words.some(({ text }) => isJoining(text)));
  const beside = (width - BESIDE_FRAME - (right - left)) / 2;
  // A short word of another font may be longer by a letter: its last one would go to a line of its own, which is not seen.
  if (line && lines.length === 1)
    return Math.max(ROOM_MIN, Math.min(beside, Math.max((right - left) * (isJoined ? ROOM_SHARE.joinedLine : ROOM_SHARE.line), line.size)));
  return Math.max(
    ROOM_MIN,
    Math.min(beside, (right - left) * (isJoined ? ROOM_SHARE.joined : breaksElsewhere ? ROOM_SHARE.kept : ROOM_SHARE.paragraph)),
  );
}

/** Of the part behind a hyphen, and of the rest of a line: with more room the word would not break. */
const HYPHEN_ROOM = 0.5;

/** Lines of which some break a word: points that all of them may be longer. */
function roomAtHyphens(lines: DraftText['lines'], right: number): number {
  const rests = lines.flatMap((line, at) => {
    const part = lines[at + 1]?.words[0];
    return part && endsInHyphen(line) ? [(part.box.right - part.box.left) * HYPHEN_ROOM - (right - line.box.right)] : [];
  });
  return Math.min(...rests);
}

/** Where a word may break it does not, if there is room. From the right, breaks behind hyphens are told. */
function endsInHyphen({ words, rtl }: Line): boolean {
  return !rtl && /\p{L}[-\u2010]$/u.test(words.at(-1)?.text ?? '');
}

interface Room {
  readonly alignment: Alignment;
  readonly rtl: boolean;
  readonly room: number;
}

/** The room is where lines end. */
function withRoom({ left, right }: Sides, { alignment, rtl, room }: Room, { width }: PageWords): Sides {
  switch (alignment) {
    case 'centre': {
      const own = Math.max(0, Math.min(room, left, width - right));
      return { left: left - own, right: right + own };
    }
    case 'justified':
      return { left, right };
    case 'left':
    case 'right':
      // From the right, lines begin there, and end at the left.
      return rtl === (alignment === 'left')
        ? { left: Math.min(left, Math.max(0, left - room)), right }
        : { left, right: Math.max(right, Math.min(width, right + room)) };
  }
}

interface OnColumn {
  readonly leading: Leading;
  /** How far down the page its body has come. */
  readonly column: { bottom: number; readonly tables: ShownBox[] };
}

/** Where nothing of the body is beside it, a table stands in the body: word processors move tables that float, and those as wide as the page. */
function placeTable(read: DraftTable, { leading, column }: OnColumn, context: SectionContext): Block[] {
  const placings = new Map<DraftBlock, Placing>();
  const draft = placeInCells(read, leading, placings);
  const [above, before] = [lineOfTable(draft, 'top') / 2, lineOfTable(draft, 'left') / 2];
  const lines = Array.from({ length: draft.rows + 1 }, (_, row) => lineAbove(draft, row));
  const tops = rowTops(draft);
  for (const cell of draft.cells) {
    const rowTop = tops[cell.row];
    const line = cell.row === 0 ? 2 * above : (lines[cell.row] ?? 0) / 2;
    if (cell.turned) turnToBaseline(cell, draft, placings);
    else moveToBaseline(cell, placings, rowTop === undefined ? undefined : rowTop + line);
  }
  const left = (draft.xs[0] ?? draft.box.left) - before;
  const width = (draft.xs.at(-1) ?? draft.box.right) - left;
  const fits = fitCells(draft, context);
  const own: BuildContext = { ...context, fits, placings, columns: [{ left, right: left + width }] };
  const top = draft.ys?.[0] ?? tops[0] ?? draft.box.top;
  const place: PagePlace = { left, top, width, height: draft.box.bottom - top };
  return buildBlocks([draft], own).flatMap((block): Block[] => {
    if (block.kind !== 'table') return [];
    // Its first row has room for half of the line above it.
    const [first = 0, ...rows] = withinLines(block.rowHeights, lines);
    const table = { ...block, rowHeights: [Math.max(0, first - above), ...rows], rowsExact: true };
    if (top < column.bottom) return [{ ...table, indentLeft: 0, place }];
    const spaceBefore = top - column.bottom;
    column.bottom = Math.max(draft.box.bottom, top + block.rowHeights.reduce((sum, one) => sum + one, 0));
    column.tables.push({ left, top, right: left + width, bottom: column.bottom });
    return [{ ...table, indentLeft: left - MARGINS.left, spaceBefore }];
  });
}

/** Points: how thick the line at the edge of a table is. */
function lineOfTable({ bordered, cells }: DraftTable, side: 'top' | 'left'): number {
  if (!bordered) return 0;
  const outer = cells.filter(({ row, column }) => (side === 'top' ? row : column) === 0);
  return Math.max(0, ...outer.map(({ borders }) => (borders ? (borders[side]?.thickness ?? 0) : TABLE_LINE)));
}

/** Points: how thick the line above a row is. */
function lineAbove({ bordered, cells }: DraftTable, edge: number): number {
  if (!bordered) return 0;
  const sides = cells.flatMap(({ row, rowSpan, borders }) => {
    if (row === edge) return borders ? (borders.top?.thickness ?? 0) : TABLE_LINE;
    return row + rowSpan === edge && borders ? (borders.bottom?.thickness ?? 0) : 0;
  });
  return Math.max(0, ...sides);
}

/** Word processors draw the line above a row within it: a thick one, whose middle is the row's edge, begins with the row, above that. */
function withinLines(heights: readonly number[], lines: readonly number[]): number[] {
  return heights.map((height, row) => {
    const [line = 0, next = 0] = lines.slice(row);
    return Math.max(0, height + (line - (next || line)) / 2);
  });
}

function placeImage(draft: DraftImage, context: SectionContext): Image[] {
  const own: BuildContext = { ...context, placings: new Map(), columns: [draft.box] };
  return buildBlocks([draft], own).flatMap((block): Image[] =>
    block.kind === 'image' ? [{ ...block, float: floatOf({ ...draft.image, box: draft.box }) }] : [],
  );
}

/** Fills and rules as they lie over each other: the bars of a chart over its grid. Without those of tables, which draw their own. */
export function shapesBehind(page: PageWords, drafts: readonly DraftBlock[]): FilledBox[] {
  const tables = drafts.flatMap((draft) => (draft.kind === 'table' && draft.bordered ? [draft] : []));
  const isFree = <T extends { readonly box: ShownBox }>(shape: T, isOwn: (table: DraftTable, shape: T) => boolean) =>
    !tables.some((table) => contains(table.box, shape.box, TABLE_SLACK) && isOwn(table, shape));
  const fills = page.fills.filter((fill) => fill.opacity >= OPACITY_MIN && isFree(fill, isShadingOf));
  const isSeen = (colour: number, at: number) => colour !== WHITE || fills.slice(0, at).some((under) => under.colour !== WHITE);
  const pictures = [...page.images, ...page.backgrounds];
  const order = ({ box, object = -1 }: Pick<Fill, 'box' | 'object'>): Pick<FilledBox, 'over'> => {
    const over = Math.max(-1, ...pictures.flatMap((one) => (one.object < object && overlaps(one.box, box) ? [one.object] : [])));
    return over >= 0 ? { over } : {};
  };
  const isShown = (fill: Fill, at: number) => isSeen(fill.colour, at) || order(fill).over !== undefined;
  const filled = [...fills.filter(isShown), ...page.fields.fills].map((fill) => ({
    drawn: drawnAt(fill),
    box: { ...placeOf(fill.box), colour: fill.colour, opacity: fill.opacity / 255, ...roundOf(fill), ...order(fill) },
  }));
  const ruled = [...page.rules.filter((rule) => isFree(rule, isBorderOf)), ...page.fields.rules].map(asLine).map((rule) => ({
    drawn: drawnAt(rule),
    box: {
      ...placeOf(inkOf(rule)),
      colour: rule.colour,
      opacity: 1,
      ...(rule.pen && { pen: rule.pen }),
      ...order({ ...rule, box: inkOf(rule) }),
    },
  }));
  return overTheirs([...filled, ...ruled].toSorted((one, two) => one.drawn - two.drawn).map(({ box }) => box));
}

/** What lies over a shape lies over the pictures below that. @param boxes in the order of drawing */
function overTheirs(boxes: readonly FilledBox[]): FilledBox[] {
  const lifted: (FilledBox & { readonly over: number })[] = [];
  return boxes.map((box) => {
    const over = Math.max(box.over ?? -1, ...lifted.flatMap((below) => (meet(below, box) ? [below.over] : [])));
    if (over < 0) return box;
    const own = { ...box, over };
    lifted.push(own);
    return own;
  });
}

function meet(one: PagePlace, two: PagePlace): boolean {
  return (
    one.left < two.left + two.width && two.left < one.left + one.width && one.top < two.top + two.height && two.top < one.top + one.height
  );
}

/** What viewers add, they draw last. */
function drawnAt({ object = Number.MAX_SAFE_INTEGER }: Pick<Fill, 'object'>): number {
  return object;
}

function roundOf({ radius }: Fill): Pick<FilledBox, 'radius'> {
  return radius === undefined ? {} : { radius };
}

/** A fill of cells, not one in a cell. */
function isShadingOf({ ys, xs, cells }: DraftTable, fill: Fill): boolean {
  const { box } = fill;
  const colour = onWhite(fill);
  if (!ys || colour === WHITE) return true;
  const inCells = cells
    .filter(({ shading }) => shading === colour)
    .map(({ row, column, rowSpan, columnSpan }) => {
      const cell = { left: xs[column] ?? 0, top: ys[row] ?? 0, right: xs[column + columnSpan] ?? 0, bottom: ys[row + rowSpan] ?? 0 };
      return overlaps(cell, box) ? areaOf(intersect(cell, box)) : 0;
    });
  return inCells.reduce((sum, area) => sum + area, 0) > SHADED_SHARE * areaOf(box);
}

/** Points: viewers draw thinner shapes pale, and thin strokes as wide as a pixel. */
const LINE_MAX = 0.75;
const PEN_MIN = 0.1;

/** A thin box is a line: as a shape it would be pale, or be wider than it was. */
function asLine(rule: PageWords['rules'][number]): PageWords['rules'][number] {
  return rule.pen || rule.thickness >= LINE_MAX ? rule : { ...rule, pen: {} };
}

/** The box of a stroked line may have no thickness. */
function inkOf({ box, horizontal, thickness, pen }: PageWords['rules'][number]): ShownBox {
  const grown = (from: number, to: number): [number, number] => {
    const missing = Math.max(0, Math.max(thickness, pen ? PEN_MIN : 0) - (to - from)) / 2;
    return [from - missing, to + missing];
  };
  if (horizontal) {
    const [top, bottom] = grown(box.top, box.bottom);
    return { ...box, top, bottom };
  }
  const [left, right] = grown(box.left, box.right);
  return { ...box, left, right };
}

function placeOf({ left, top, right, bottom }: ShownBox): PagePlace {
  return { left, top, width: right - left, height: bottom - top };
}

export function draftsOfImages(images: readonly PlacedImage[], pageIndex: number): DraftImage[] {
  return images.map((image) => ({ kind: 'image', image, box: image.box, pageIndex, column: image.box }));
}
