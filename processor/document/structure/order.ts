// The reading order: that of the stream when it moves over the page as a reader does, else that of the page, cut along its white space.

import { rowsOfSegments } from '../words/lines.ts';
import type { Segment } from '../words/segments.ts';

/** In ems: a smaller step up or down stays on the line. */
const LEVEL_EM = 0.6;
/** In ems: a gap this wide separates columns, one this high bands. */
const COLUMN_GAP_EM = 1.2;
const BAND_GAP_EM = 0.55;
/** Cells: baselines this near (in ems), for more than this share of the pieces, with fewer words each than that. */
const CELLS = { levelEm: 0.25, share: 0.6, words: 4.5 } as const;

/** Share of steps that may go backwards before the stream is not trusted. */
const BACKWARD_MAX = 0.12;

export function orderSegments(segments: readonly Segment[]): Segment[] {
  const stream = segments.toSorted((a, b) => a.order - b.order);
  return isReadable(stream) ? stream : cut(segments, 0);
}

function isReadable(stream: readonly Segment[]): boolean {
  let backward = 0;
  for (const [index, next] of stream.entries()) {
    const last = stream[index - 1];
    if (last && goesBack(last, next)) backward++;
  }
  return backward <= 2 || backward <= stream.length * BACKWARD_MAX;
}

function goesBack(last: Segment, next: Segment): boolean {
  const size = Math.max(last.size, next.size);
  const rise = last.y - next.y;
  if (rise > size * LEVEL_EM) {
    // A step up is right only into another column.
    return Math.min(last.box.right, next.box.right) - Math.max(last.box.left, next.box.left) > 0;
  }
  if (rise < -size * LEVEL_EM) return false;
  const rtl = next.words.some((word) => word.rtl) || last.words.some((word) => word.rtl);
  return !rtl && next.box.left < last.box.left - 1;
}

const DEPTH_MAX = 24;

function cut(segments: readonly Segment[], depth: number): Segment[] {
  if (segments.length < 2 || depth > DEPTH_MAX) return rowsInOrder(segments);
  const size = segments.map((one) => one.size).toSorted((a, b) => a - b)[Math.floor(segments.length / 2)] ?? 10;
  const columns = split(segments, ({ box }) => [box.left, box.right], size * COLUMN_GAP_EM);
  if (columns.length > 1 && !areRows(columns)) return columns.flatMap((part) => cut(part, depth + 1));
  const bands = split(segments, ({ box, y }) => [Math.max(box.top, y - size), box.bottom], size * BAND_GAP_EM);
  if (bands.length > 1) return bands.flatMap((part) => cut(part, depth + 1));
  return rowsInOrder(segments);
}

/** Parts that a gap of at least `gapMin` separates along one axis, in order. */
function split(segments: readonly Segment[], span: (segment: Segment) => readonly [number, number], gapMin: number): Segment[][] {
  const sorted = segments.toSorted((a, b) => span(a)[0] - span(b)[0]);
  const parts: Segment[][] = [];
  let end = -Infinity;
  for (const segment of sorted) {
    const [from, to] = span(segment);
    const open = parts.at(-1);
    if (open && from < end + gapMin) open.push(segment);
    else parts.push([segment]);
    end = Math.max(end, to);
  }
  return parts;
}

/** Cells of a table rather than columns of text: short pieces, most of them with a neighbour on the same line. */
function areRows(columns: readonly (readonly Segment[])[]): boolean {
  const [first = [], second = []] = columns;
  if (first.length < 4 || second.length < 4) return true;
  const aligned = first.filter((one) => second.some((two) => Math.abs(one.y - two.y) < one.size * CELLS.levelEm)).length;
  const words = columns.flat().reduce((sum, { words: of }) => sum + of.length, 0) / columns.flat().length;
  return aligned > first.length * CELLS.share && words < CELLS.words;
}

function rowsInOrder(segments: readonly Segment[]): Segment[] {
  return rowsOfSegments(segments).flat();
}
