// Columns of text: which ones exist, and which of them holds some lines.

import { boxAround, type ShownBox, type Sides } from '../../pdf/geometry/shown-box.ts';
import type { Line } from '../words/lines.ts';

/** Share of the lines of the largest column: a smaller column of another page does not count. */
const MUCH_SHARE = 0.2;
/** In ems: about a word. */
const WORD_EM = 1.6;
/** Share of the lines of a column that reach its side. */
const REACHING_SHARE = 0.3;

/** A column that several lines of a page agree on. */
export interface KnownColumn extends Sides {
  /** -1: not of one page. */
  readonly pageIndex: number;
  /** How many lines it has in the whole document. */
  readonly lines: number;
}

export function boxOfLines(lines: readonly Line[]): ShownBox {
  return boxAround(lines.map(({ box }) => box));
}

/** The narrowest known column around isolated lines. */
export function columnAround(lines: readonly Line[], columns: readonly KnownColumn[]): Sides {
  return lines.length === 0 ? widest(columns) : columnOf(lines, lines, { columns, pageIndex: lines[0]?.pageIndex ?? 0 });
}

/** The narrowest known column around the lines: on their page, else anywhere; else the sides of the whole group. */
export function columnOf(
  lines: readonly Line[],
  group: readonly Line[],
  { columns, pageIndex }: { readonly columns: readonly KnownColumn[]; readonly pageIndex: number },
): Sides {
  const box = boxOfLines(lines);
  const isAround = (column: KnownColumn) => column.left <= box.left + 3 && column.right >= box.right - 3;
  const { all, byPage } = narrowestFirst(columns);
  const known = byPage.get(pageIndex)?.find(isAround) ?? largeOf(all.filter(isAround)) ?? boxOfLines(group);
  return { left: Math.min(box.left, known.left), right: Math.max(box.right, known.right) };
}

/** Of columns of other pages, the first that holds much of the text. */
function largeOf(around: readonly KnownColumn[]): KnownColumn | undefined {
  const most = around.reduce((found, { lines }) => Math.max(found, lines), 0);
  return around.find(({ lines }) => lines >= most * MUCH_SHARE);
}

interface SortedColumns {
  /** Those that are wholly alike, once. */
  readonly all: readonly KnownColumn[];
  readonly byPage: ReadonlyMap<number, readonly KnownColumn[]>;
}

/** The columns of a document are asked for with every paragraph. */
const sorted = new WeakMap<readonly KnownColumn[], SortedColumns>();

function narrowestFirst(columns: readonly KnownColumn[]): SortedColumns {
  const known = sorted.get(columns);
  if (known) return known;
  const all = columns.toSorted((a, b) => a.right - a.left - (b.right - b.left));
  const alike = new Map<string, KnownColumn>();
  for (const column of all) {
    const key = `${column.left} ${column.right} ${column.lines}`;
    if (!alike.has(key)) alike.set(key, column);
  }
  const found = { all: [...alike.values()], byPage: Map.groupBy(all, ({ pageIndex }) => pageIndex) };
  sorted.set(columns, found);
  return found;
}

/** At least three lines, a third of all, end within a word of the side that they are set to. */
export function reaches(lines: readonly Line[], box: ShownBox): boolean {
  const near = (line: Line) => (line.rtl ? line.box.left - box.left : box.right - line.box.right) <= line.size * WORD_EM;
  const count = lines.filter(near).length;
  return count >= 3 && count >= lines.length * REACHING_SHARE;
}

export function widest(columns: readonly Sides[]): Sides {
  return columns.toSorted((a, b) => b.right - b.left - (a.right - a.left))[0] ?? { left: 0, right: 0 };
}
