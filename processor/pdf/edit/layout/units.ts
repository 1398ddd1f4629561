// The line, list item, table row or paragraph that a text stands in, and what of the page's drawing belongs to a row: its rules and its ground.

import { type ImageEvent, isPainted, type PathEvent } from '../../content/events.ts';
import { interpretPage } from '../../content/interpret.ts';
import { type Box, contains } from '../../geometry/box.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE } from '../page-text.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { paragraphOf } from './paragraph.ts';
import { columnOfText } from './text-column.ts';

export type Unit = 'line' | 'list_item' | 'row' | 'paragraph';

export interface FoundUnit {
  /** From the top, in a row from the left. */
  readonly lines: readonly TextLine[];
  /** Of its first and last line. */
  readonly top: number;
  readonly bottom: number;
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Ems between parts of one line of a column: a label and its value, a mark of a list and its text. */
const PART_EMS = 3;
/** Baselines that differ by less (ems) are one row. */
const ROW_EMS = 0.3;
const MARK = /^(?:[•◦▪▸►‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])$/u;
const STARTS_WITH_MARK = /^(?:[•◦▪▸►‣●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])\s/u;

/** Only level text has lines above and below. */
export function findUnit(page: PageText, glyphs: readonly PlacedGlyph[], unit: Unit): FoundUnit | undefined {
  const own = linesWith(page, glyphs);
  if (own.size === 0 || [...own].some(({ angle }) => Math.abs(angle) > SAME_ANGLE)) return undefined;
  const lines = new Set(own);
  for (const line of own) for (const other of partsOf(page, line, unit)) lines.add(other);
  return described(lines);
}

function linesWith(page: PageText, glyphs: readonly PlacedGlyph[]): Set<TextLine> {
  const { of } = linesOfPage(page);
  return new Set(glyphs.filter(isVisible).flatMap((glyph) => of(glyph) ?? []));
}

export function described(lines: ReadonlySet<TextLine>): FoundUnit {
  const all = [...lines].toSorted((one, two) => two.baseline - one.baseline || one.start - two.start);
  return {
    lines: all,
    top: Math.max(...all.map(({ baseline }) => baseline)),
    bottom: Math.min(...all.map(({ baseline }) => baseline)),
    start: Math.min(...all.map(({ start }) => start)),
    end: Math.max(...all.map(({ end }) => end)),
    size: Math.max(...all.map(({ size }) => size)),
  };
}

/** Ems between a text and what stands above and below it in its column: further away there is no gap to close. */
const GAP_EMS = 3.25;

/** The lines of a text that fills them, alone in their rows, between others of their column. */
export function wholeLines(page: PageText, glyphs: readonly PlacedGlyph[]): FoundUnit | undefined {
  const lines = linesWith(page, glyphs);
  const own = new Set(glyphs);
  const isWhole = (line: TextLine) => line.glyphs.every((glyph) => own.has(glyph) || page.repeats.has(glyph) || !isVisible(glyph));
  if (lines.size === 0 || ![...lines].every((line) => Math.abs(line.angle) < SAME_ANGLE && isWhole(line))) return undefined;
  const found = described(lines);
  const others = linesOfPage(page).all.filter((line) => !lines.has(line) && line.glyphs.some(isVisible));
  const column = others.filter((line) => line.end > found.start && line.start < found.end);
  const isNear = (from: number, direction: 1 | -1) =>
    column.some(({ baseline }) => (baseline - from) * direction > 0 && (baseline - from) * direction < found.size * GAP_EMS);
  const isBeside = ({ baseline, size }: TextLine) => baseline > found.bottom - size * ROW_EMS && baseline < found.top + size * ROW_EMS;
  const isColumn = [...lines].every((line) => columnOfText(page, line));
  if (column.some(isBeside) || (others.some(isBeside) && !isColumn)) return undefined;
  return isNear(found.top, 1) && isNear(found.bottom, -1) ? found : undefined;
}

function partsOf(page: PageText, line: TextLine, unit: Unit): TextLine[] {
  if (unit === 'line') return besideOf(page, line, PART_EMS);
  if (unit === 'paragraph') return [...paragraphOf(page, line, line.end).lines];
  if (unit === 'row')
    return linesOfRow(
      page,
      besideOf(page, line, Infinity).flatMap((cell) => [...paragraphOf(page, cell, cell.end).lines]),
    );
  const lines = withRest(page, paragraphOf(page, line, line.end).lines);
  const [first] = lines;
  const beside = first ? besideOf(page, first, PART_EMS) : [];
  const led = beside.findIndex((other) => other.isLeader);
  const isOfItem = (other: TextLine, index: number) =>
    first !== undefined && ((other.end <= first.start && MARK.test(lettersOf(other))) || (led >= 0 && index >= led));
  return [...lines, ...beside.filter(isOfItem)];
}

/** Ems to the next line of one item; and by which lines of one item begin in one place, or differ in size. */
const REST = { leading: 1.4, side: 0.3, size: 0.08 } as const;

/** With the lines below that go on in the item where it does not show that it is a paragraph: they begin under its text, with a small letter. */
function withRest(page: PageText, lines: readonly TextLine[]): TextLine[] {
  const all = [...lines];
  for (;;) {
    const last = all.at(-1);
    const next =
      last &&
      linesOfPage(page).all.find(
        (one) =>
          Math.abs(one.angle) < SAME_ANGLE &&
          last.baseline - one.baseline > last.size * ROW_EMS &&
          last.baseline - one.baseline < last.size * REST.leading &&
          Math.abs(one.start - last.start) < last.size * REST.side &&
          Math.abs(one.size - last.size) < last.size * REST.size &&
          /^\p{Ll}/u.test(lettersOf(one)) &&
          !/[.;:!?]$/u.test(lettersOf(last)) &&
          markOf(page, one) === undefined,
      );
    if (!next) return all;
    all.push(next);
  }
}

/** With all that stands between the first and the last of them: the other lines of cells with several. */
function linesOfRow(page: PageText, lines: readonly TextLine[]): TextLine[] {
  const [top, bottom] = [Math.max(...lines.map(({ baseline }) => baseline)), Math.min(...lines.map(({ baseline }) => baseline))];
  const [start, end] = [Math.min(...lines.map((line) => line.start)), Math.max(...lines.map((line) => line.end))];
  const own = new Set(lines);
  const others = linesOfPage(page).all.filter(
    (line) =>
      !own.has(line) &&
      Math.abs(line.angle) < SAME_ANGLE &&
      line.baseline < top + line.size * ROW_EMS &&
      line.baseline > bottom - line.size * ROW_EMS &&
      line.end > start &&
      line.start < end,
  );
  return [...own, ...others];
}

/** The text of a line begins with a mark of a list, or one stands before it. */
export function markOf(page: PageText, line: TextLine): { readonly glyphs: readonly PlacedGlyph[]; readonly text: string } | undefined {
  const before = besideOf(page, line, PART_EMS).find((other) => other.end <= line.start && MARK.test(lettersOf(other)));
  if (before) return { glyphs: before.glyphs.filter(isVisible), text: lettersOf(before) };
  const shown = line.glyphs.filter((glyph) => isVisible(glyph) && !page.repeats.has(glyph));
  for (let count = 1; count < Math.min(6, shown.length); count++) {
    const [last, next] = [shown[count - 1], shown[count]];
    if (!last || !next || next.start - last.end < last.size * 0.17) continue;
    const text = shown
      .slice(0, count)
      .map(({ shown: { glyph } }) => glyph.unicode)
      .join('');
    return STARTS_WITH_MARK.test(`${text} `) ? { glyphs: shown.slice(0, count), text } : undefined;
  }
  return undefined;
}

function lettersOf({ glyphs }: TextLine): string {
  return glyphs
    .filter(isVisible)
    .map(({ shown }) => shown.glyph.unicode)
    .join('');
}

/** The lines of its row that follow one another with gaps of at most so many ems; leaders join what they lead to. */
function besideOf(page: PageText, line: TextLine, emsMax: number): TextLine[] {
  const row = linesOfPage(page).all.filter(
    (other) => Math.abs(other.angle - line.angle) < SAME_ANGLE && Math.abs(other.baseline - line.baseline) < line.size * ROW_EMS,
  );
  const sorted = row.toSorted((one, two) => one.start - two.start);
  const at = sorted.indexOf(line);
  let [first, last] = [at, at];
  const isNear = (one: TextLine | undefined, two: TextLine | undefined) =>
    one !== undefined && two !== undefined && (one.isLeader || two.isLeader || two.start - one.end < line.size * emsMax);
  while (isNear(sorted[first - 1], sorted[first])) first--;
  while (isNear(sorted[last], sorted[last + 1])) last++;
  return sorted.slice(Math.max(0, first), last + 1);
}

export type Drawing = PathEvent | ImageEvent;

/** What is drawn beside text, with the operations that draw it. */
export function drawingsOf(page: PageText): Drawing[] {
  const paths: Drawing[] = [];
  interpretPage(
    page.page,
    (event) => {
      if ((event.kind === 'path' && !event.clips && isPainted(event)) || (event.kind === 'image' && !event.isHidden)) paths.push(event);
    },
    { text: false },
  );
  return paths;
}

/** Ems: the height of the cells of one or a few lines. */
const CELL_EMS_MAX = 6;

/** Ems from a row's text to the rules above and below it; nothing is written between. */
const BAND_EMS = 3.2;

/** Points: what is thicker is no rule; by which pieces of a ground stand out of it. */
const [RULE_PT, PIECE_PT] = [2, 1];

function isWithin(inner: Box, outer: Box, slack: number): boolean {
  return inner[3] - inner[1] < outer[3] - outer[1] && contains(outer, inner, slack);
}

/** The part of the page between the rules above and below a unit; undefined where it has none. */
export function bandOf(page: PageText, paths: readonly Drawing[], { lines, top, bottom, start, end, size }: FoundUnit): Box | undefined {
  const all = paths.filter(({ box }) => Math.min(box[2], end) - Math.max(box[0], start) > Math.min(end - start, size) * 0.5);
  // A ground behind the text of a cell lies in that of the cell.
  const isOfCell = ([, low, , high]: Box) => high - low < size * CELL_EMS_MAX && high > top && low < bottom;
  // Pieces of a ground lie in it by and large, rules beside it.
  const isPart = (box: Box, ground: Box) => isWithin(box, ground, box[3] - box[1] > RULE_PT ? PIECE_PT : 0.1);
  const wide = all.filter(({ box }) => !all.some((other) => other.box !== box && isOfCell(other.box) && isPart(box, other.box)));
  const edges = wide.flatMap(({ box }) => [box[1], box[3]]);
  const own = new Set(lines);
  const others = linesOfPage(page)
    .all.filter((line) => !own.has(line) && line.end > start && line.start < end && Math.abs(line.angle) < SAME_ANGLE)
    .map(({ baseline }) => baseline);
  const isFree = (from: number, to: number) => others.every((y) => y < from || y > to);
  const above = edges.filter((y) => y > top + size * 0.6 && y < top + size * BAND_EMS && isFree(top, y));
  const below = edges.filter((y) => y < bottom - size * 0.1 && y > bottom - size * BAND_EMS && isFree(y, bottom));
  if (above.length === 0 || below.length === 0) return undefined;
  const [high, low] = [Math.min(...above), Math.max(...below)];
  const beside = wide.filter(({ box }) => box[1] >= low - 1 && box[3] <= high + 1).map(({ box }) => box);
  return [Math.min(start, ...beside.map((box) => box[0])), low, Math.max(end, ...beside.map((box) => box[2])), high];
}
