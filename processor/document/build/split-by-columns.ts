// Stretches of a document with the same number of columns: each becomes a section.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import type { Measure, MeasureTable } from './measures.ts';

export interface Stretch {
  /** The places of its first block and of the first behind it. */
  readonly start: number;
  readonly end: number;
  readonly columns: number;
  /** Points between two columns; 0 for one. */
  readonly gap: number;
  /** Of each column; none for one. */
  readonly sides: readonly Sides[];
}

/** A block wider than this share of the body spans it. */
const WIDE_SHARE = 0.62;
/** Fewer lines are an inset, not a text in columns. */
const LINES_MIN = 10;
const COLUMN_LINES_MIN = 5;

const ONE_COLUMN = { columns: 1, gap: 0, sides: [] };

/** @param body the sides of the document's text */
export function splitByColumns(blocks: MeasureTable, body: Sides): Stretch[] {
  const width = body.right - body.left;
  const runs: { readonly narrow: boolean; readonly start: number; end: number }[] = [];
  let place = 0;
  for (const { left, right } of blocks) {
    const narrow = right - left < width * WIDE_SHARE;
    const open = runs.at(-1);
    if (open?.narrow === narrow) open.end++;
    else runs.push({ narrow, start: place, end: place + 1 });
    place++;
  }
  const stretches: (Omit<Stretch, 'end'> & { end: number })[] = [];
  for (const { narrow, start, end } of runs) {
    const found = narrow ? columnsOf(blocks.slice(start, end), width) : ONE_COLUMN;
    const open = stretches.at(-1);
    if (open?.columns === found.columns) open.end = end;
    else stretches.push({ start, end, ...found });
  }
  return stretches;
}

function columnsOf(blocks: Iterable<Measure>, bodyWidth: number): Omit<Stretch, 'start' | 'end'> {
  const texts: Pick<Measure, 'left' | 'right' | 'lines'>[] = [];
  for (const { kind, left, right, lines } of blocks) if (kind === 'text') texts.push({ left, right, lines });
  const lefts: { left: number; right: number }[] = [];
  for (const { left, right } of texts.toSorted((a, b) => a.left - b.left)) {
    const same = lefts.find((column) => left < column.right - 5);
    if (same) same.right = Math.max(same.right, Math.min(right, same.right + 5));
    else lefts.push({ left, right });
    if (lefts.length > 4) return ONE_COLUMN;
  }
  const count = texts.reduce((sum, { lines }) => sum + lines, 0);
  const inColumn = lefts.map((column) =>
    texts.filter(({ left }) => left >= column.left && left < column.right).reduce((sum, { lines }) => sum + lines, 0),
  );
  const [, second = 0] = inColumn.toSorted((a, b) => b - a);
  if (lefts.length < 2 || count < LINES_MIN || second < COLUMN_LINES_MIN) return ONE_COLUMN;
  const gap = (lefts[1]?.left ?? 0) - (lefts[0]?.right ?? 0);
  return { columns: lefts.length, gap: Math.min(Math.max(gap, 8), bodyWidth / 4), sides: lefts };
}
