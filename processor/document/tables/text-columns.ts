// Rows of text → columns: what all full rows leave free, from top to bottom, separates two of them.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import { readLabel } from '../words/labels.ts';
import { isFigure } from './group-rows.ts';
import type { TextRow } from './text-rows.ts';

/** Share of the pieces of the fullest row: a row with fewer may hold cells over several columns, and does not tell. */
const FULL_SHARE = 0.6;
/** In ems: the narrowest gap between columns that many rows share, and few. A space is .25 to .35. */
const GAP_EM = { many: 0.5, few: 0.8 } as const;
/** From so many rows on, spaces of text do not meet by chance. */
const MANY_ROWS = 4;
/** Share of the rows that may reach into a gap: a long cell; one of so many may in any case. */
const REACHING_SHARE = 0.12;
const REACHING_ONE = 7;

/**
 * In ems: a gap this narrow is one between columns where so many rows, and this share of them, have figures on one side, and the next text is
 * far from them in this share.
 */
const NARROW = { em: 0.2, rows: 6, share: 0.9, far: 1, farShare: 0.6 } as const;

/** Between columns, by no more than this share of the rows more have a space only than a gap. */
const GAP_SHARE = 0.4;
/** In ems: a label this near to its text is part of it. */
const LABEL_GAP_EM = 1;

/**
 * Neighbours of which no row fills both are one column, whose head is set elsewhere than its cells; so are labels and the text behind them.
 * @param rows of the table @param telling those that tell its columns
 */
export function tableColumns(rows: readonly TextRow[], telling: readonly TextRow[]): Sides[] {
  const columns = withGaps(telling, columnsOf(telling));
  const filled = columns.map((column) => new Set(rows.flatMap((row, at) => (textIn(row, column) === '' ? [] : [at]))));
  const joined: { left: number; right: number; rows: ReadonlySet<number> }[] = [];
  for (const [at, column] of columns.entries()) {
    const last = joined.at(-1);
    const own = filled[at] ?? new Set();
    const apart = last && own.isDisjointFrom(last.rows) && Math.min(own.size, last.rows.size) === 1;
    if (last && (apart || areLabels(rows, last, column))) {
      last.right = column.right;
      last.rows = own.union(last.rows);
    } else joined.push({ ...column, rows: own });
  }
  return joined.map(({ left, right }) => ({ left, right }));
}

/** Words of like lines stand below each other too: between columns, some rows have a gap that is wider than a space. */
function withGaps(rows: readonly TextRow[], columns: readonly Sides[]): Sides[] {
  const kept: { left: number; right: number }[] = [];
  for (const column of columns) {
    const last = kept.at(-1);
    if (last && !isApart(rows, last, column)) last.right = column.right;
    else kept.push({ ...column });
  }
  return kept;
}

function isApart(rows: readonly TextRow[], { right }: Sides, { left }: Sides): boolean {
  const through = rows.filter(({ pieces }) => pieces.some((piece) => piece.left < right && piece.right > left)).length;
  const apart = rows.filter(
    ({ pieces }) => pieces.some((piece) => piece.right <= left) && pieces.some((piece) => piece.left >= right),
  ).length;
  return apart - through >= (apart + through) * -GAP_SHARE;
}

function areLabels(rows: readonly TextRow[], labels: Sides, column: Sides): boolean {
  const size = Math.max(...rows.map((row) => row.size));
  if (column.left - labels.right > size * LABEL_GAP_EM) return false;
  const texts = rows.flatMap((row) => textIn(row, labels) || []);
  const isText = rows.some((row) => /\p{L}{2}/u.test(textIn(row, column)));
  return isText && texts.length > 0 && texts.every((text) => readLabel(text) !== undefined);
}

function textIn({ pieces }: TextRow, { left, right }: Sides): string {
  const words = pieces.flatMap((piece) =>
    piece.words.filter(({ box }) => (box.left + box.right) / 2 > left && (box.left + box.right) / 2 < right),
  );
  return words.map(({ text }) => text).join(' ');
}

/** What their words cover, from left to right. */
export function columnsOf(rows: readonly TextRow[]): Sides[] {
  const most = Math.max(0, ...rows.map(({ pieces }) => pieces.length));
  const full = rows.filter(({ pieces }) => pieces.length >= Math.max(2, most * FULL_SHARE));
  if (full.length === 0) return [];
  const isMany = full.length >= MANY_ROWS || haveFiguresApart(full);
  const gap = Math.max(...full.map(({ size }) => size)) * (isMany ? GAP_EM.many : GAP_EM.few);
  const strict = covered(full, gap, 0);
  if (strict.length >= most) return strict;
  const reaching = Math.max(full.length >= REACHING_ONE ? 1 : 0, Math.floor(full.length * REACHING_SHARE));
  const lenient = covered(full, gap, reaching);
  const found = lenient.length > strict.length ? lenient : strict;
  return full.length < NARROW.rows ? found : withNarrowGaps(full, found);
}

/** A long text may end close to the figures beside it, where most others do not. */
function withNarrowGaps(rows: readonly TextRow[], columns: readonly Sides[]): Sides[] {
  const size = Math.max(...rows.map((row) => row.size));
  const fine = covered(rows, size * NARROW.em, 0);
  return columns.flatMap((column) => {
    const parts: { left: number; right: number }[] = [];
    for (const { left, right } of fine.filter((one) => one.left >= column.left - 1 && one.right <= column.right + 1)) {
      const last = parts.at(-1);
      if (last && !standApart(rows, last, { left, right })) last.right = right;
      else parts.push({ left, right });
    }
    return parts.length > 1 ? parts : [column];
  });
}

/** Figures beside texts, or texts beside figures, in most rows far from each other. */
function standApart(rows: readonly TextRow[], one: Sides, two: Sides): boolean {
  const pairs = rows.flatMap((row) => {
    const words = row.pieces.flatMap((piece) => piece.words);
    const [before, after] = [one, two].map((side) => words.filter(({ box }) => box.left >= side.left - 1 && box.right <= side.right + 1));
    const [last, first] = [before?.at(-1), after?.[0]];
    if (!last || !first) return [];
    const areFigures = after?.every(({ text }) => isFigure(text)) || before?.every(({ text }) => isFigure(text));
    return [{ areFigures, isFar: first.box.left - last.box.right >= row.size * NARROW.far }];
  });
  const share = (of: (pair: (typeof pairs)[number]) => boolean | undefined) => pairs.filter(of).length / Math.max(1, pairs.length);
  return (
    pairs.length >= NARROW.rows && share(({ areFigures }) => areFigures) >= NARROW.share && share(({ isFar }) => isFar) >= NARROW.farShare
  );
}

/** In each row, two figures at least stand side by side: a text has no such. */
function haveFiguresApart(rows: readonly TextRow[]): boolean {
  return rows.every(({ pieces, size }) => {
    const words = pieces.flatMap((piece) => piece.words);
    return words.some((word, at) => {
      const next = words[at + 1];
      return next && isFigure(word.text) && isFigure(next.text) && next.box.left - word.box.right > size * GAP_EM.many;
    });
  });
}

/** Ranges that more than `free` rows cover; nearer ones than `gapMin` are one. */
function covered(rows: readonly TextRow[], gapMin: number, free: number): Sides[] {
  const steps = rows.flatMap(({ pieces }) =>
    mergedWords(pieces.flatMap(({ words }) => words.map(({ box }) => box))).flatMap(({ left, right }) => [
      { at: left, step: 1 },
      { at: right, step: -1 },
    ]),
  );
  steps.sort((a, b) => a.at - b.at || b.step - a.step);
  const found: { left: number; right: number }[] = [];
  let [count, start] = [0, 0];
  for (const { at, step } of steps) {
    const before = count;
    count += step;
    if (before <= free && count > free) start = at;
    else if (before > free && count <= free) {
      const last = found.at(-1);
      if (last && start - last.right < gapMin) last.right = at;
      else found.push({ left: start, right: at });
    }
  }
  return found;
}

/** A row counts once wherever its words overlap. */
function mergedWords(boxes: readonly Sides[]): Sides[] {
  const merged: { left: number; right: number }[] = [];
  for (const { left, right } of boxes.toSorted((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else merged.push({ left, right });
  }
  return merged;
}

/** Points that a cell leaves free beside its text. */
const PADDING = 5.4;

/** Close before each column, at most half way to the one before, and the sides given. */
export function edgesOf(columns: readonly Sides[], { left, right }: Sides): number[] {
  const between = columns
    .slice(1)
    .map((column, index) => Math.max(((columns[index]?.right ?? 0) + column.left) / 2, column.left - PADDING));
  return [left, ...between, right];
}
