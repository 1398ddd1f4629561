// A row of text on known columns: which piece is in which column, and which are over several.

import type { Sides } from '../../pdf/geometry/shown-box.ts';
import { textOfWords } from '../words/lines.ts';
import type { Word } from '../words/words.ts';
import type { FilledRow } from './group-rows.ts';
import { type Piece, piecesOf, type TextRow } from './text-rows.ts';

/** In ems: words this near to the side of a column begin or end there. */
const ALIGNED_EM = 0.35;
/** In ems: a gap this wide is none between the words of one text. */
const WIDE_EM = 0.6;
/** In ems: the widest space between words of one text, where it is not justified. */
const SPACE_EM = 0.4;
/** In ems: what reaches less far into the next column is not over both. */
const INTO_EM = 0.3;

export interface PlacedPiece extends Piece {
  readonly column: number;
  readonly columnSpan: number;
}

export interface PlacedRow extends FilledRow {
  readonly pieces: readonly PlacedPiece[];
}

export function placeRow(row: TextRow, columns: readonly Sides[]): PlacedRow {
  const pieces = row.pieces.flatMap((piece) => split(piece, row.size, columns)).map((piece) => place(piece, row.size, columns));
  const texts = columns.map((_, column) =>
    pieces
      .filter((piece) => piece.column === column)
      .map(({ words }) => textOfWords(words))
      .join(' '),
  );
  return { row, pieces, texts };
}

function place(piece: Piece, size: number, columns: readonly Sides[]): PlacedPiece {
  const touched = touchedBy(piece, size, columns);
  const column = touched[0] ?? nearest(columns, piece);
  return { ...piece, column, columnSpan: (touched.at(-1) ?? column) - column + 1 };
}

function touchedBy(box: Sides, size: number, columns: readonly Sides[]): number[] {
  const into = Math.min(size * INTO_EM, (box.right - box.left) / 2);
  return columns.flatMap((column, at) => (Math.min(column.right, box.right) - Math.max(column.left, box.left) > into ? [at] : []));
}

function nearest(columns: readonly Sides[], { left, right }: Sides): number {
  const distance = (column: Sides | undefined) => (column ? Math.max(column.left - right, left - column.right) : Infinity);
  return columns.reduce((best, column, at) => (distance(column) < distance(columns[best]) ? at : best), 0);
}

/** Words that stand in columns one after the other, with no more than a space between, are the text of each. */
function split(piece: Piece, size: number, columns: readonly Sides[]): Piece[] {
  if (touchedBy(piece, size, columns).length < 2) return [piece];
  const ways = [byStarts(piece, size, columns) ?? byMiddles(piece, columns, 0), byMiddles(piece, columns, size * SPACE_EM)];
  const groups = ways.find((way) => areApart(way, size) || areSetAlike(way, columns, size * ALIGNED_EM));
  if (!groups) return [piece];
  return groups.map(({ words }) => ({
    words,
    left: Math.min(...words.map(({ box }) => box.left)),
    right: Math.max(...words.map(({ box }) => box.right)),
  }));
}

function areApart(groups: readonly Group[], size: number): boolean {
  const gaps = groups.slice(1).map(({ words }, at) => (words[0]?.box.left ?? 0) - (groups[at]?.words.at(-1)?.box.right ?? 0));
  return gaps.every((gap) => gap > size * WIDE_EM);
}

/** Each stands at the left side of its column, at the right side, or in its middle. */
function areSetAlike(groups: readonly Group[], columns: readonly Sides[], near: number): boolean {
  const sides = groups.flatMap(({ column, words }) => {
    const [first, last, own] = [words[0]?.box, words.at(-1)?.box, columns[column]];
    return first && last && own ? [{ left: first.left - own.left, right: last.right - own.right }] : [];
  });
  return (
    sides.every(({ left }) => Math.abs(left) < near) ||
    sides.every(({ right }) => Math.abs(right) < near) ||
    sides.every(({ left, right }) => Math.abs(left + right) < near)
  );
}

interface Group {
  readonly column: number;
  readonly words: Word[];
}

/** A word at the left side of each column. */
function byStarts(piece: Piece, size: number, columns: readonly Sides[]): Group[] | undefined {
  const groups: Group[] = [];
  for (const word of piece.words) {
    const open = groups.at(-1);
    const column = columns.findIndex(({ left }, at) => at > (open?.column ?? -1) && Math.abs(word.box.left - left) < size * ALIGNED_EM);
    if (column >= 0) groups.push({ column, words: [word] });
    else if (open) open.words.push(word);
    else return undefined;
  }
  return groups.length === touchedBy(piece, size, columns).length ? groups : undefined;
}

/** @param space points: words with no more between them are one text */
function byMiddles(piece: Piece, columns: readonly Sides[], space: number): Group[] {
  const groups: Group[] = [];
  for (const { words, left, right } of piecesOf(piece.words, space)) {
    const middle = (left + right) / 2;
    const column = nearest(columns, space > 0 ? { left, right } : { left: middle, right: middle });
    const open = groups.at(-1);
    if (open?.column === column) open.words.push(...words);
    else groups.push({ column, words: [...words] });
  }
  return groups;
}
