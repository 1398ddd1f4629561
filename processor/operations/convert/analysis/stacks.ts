// Segments in reading order → stacks (segments one below the other) → rows (stacks side by side). Rows are what a table or a line with tabs
// looks like; a text in columns is one row of tall stacks.

import { readLabel } from './labels.ts';
import type { Box } from '../../../pdf/text/page-content.ts';
import { segmentOf, type Segment } from './segments.ts';
import { boxAround } from './words.ts';

export interface Stack {
  readonly segments: readonly Segment[];
  readonly box: Box;
}

export interface Row {
  readonly stacks: readonly Stack[];
  readonly box: Box;
}

/** The next line is at most this far below (in sizes) to belong to the same stack. */
const LEADING_MAX = 2.6;
/** How far (points) a label may stand from its text. */
const LABEL_GAP = 75;

/** A label (a bullet, a number) and the text to its right on the same line become one segment. */
export function joinLabels(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    const gap = last ? Math.max(segment.box.left - last.box.right, last.box.left - segment.box.right) : 0;
    const fits = last && last.words.length === 1 && Math.abs(last.y - segment.y) < segment.size * 0.35 && gap >= 0 && gap <= LABEL_GAP;
    if (fits && readLabel(last.words[0]?.text ?? '')) {
      const [head, ...tail] = segment.words;
      joined[joined.length - 1] = segmentOf([...last.words, ...(head ? [{ ...head, spaceBefore: true }] : []), ...tail]);
    } else joined.push(segment);
  }
  return joined;
}

export function makeStacks(segments: readonly Segment[]): Stack[] {
  const stacks: Segment[][] = [];
  for (const segment of segments) {
    const open = stacks.at(-1);
    if (open && belongsBelow(open, segment)) {
      open.push(segment);
      continue;
    }
    // Beside the last line of wider text: that line is the first cell of a row.
    const last = open?.at(-1);
    if (open && last && open.length > 1 && isOnLine(last, segment) && open.slice(0, -1).some(({ box }) => sharesWidth(box, segment.box))) {
      stacks.push([last]);
      open.pop();
    }
    stacks.push([segment]);
  }
  return stacks.map((of) => ({ segments: of, box: boxAround(of.map(({ box }) => box)) }));
}

function isOnLine(one: Segment, two: Segment): boolean {
  return Math.abs(one.y - two.y) < Math.max(one.size, two.size) * 0.3;
}

function sharesWidth(one: Box, two: Box): boolean {
  return Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0;
}

function belongsBelow(stack: readonly Segment[], next: Segment): boolean {
  const last = stack.at(-1);
  if (!last || last.angle !== next.angle || next.angle !== 0) return false;
  const size = Math.max(last.size, next.size);
  const step = next.y - last.y;
  if (step < size * 0.5 || step > size * LEADING_MAX) return false;
  const left = Math.min(...stack.map(({ box }) => box.left));
  const right = Math.max(...stack.map(({ box }) => box.right));
  const shared = Math.min(right, next.box.right) - Math.max(left, next.box.left);
  return shared > -size * 0.5;
}

/** Stacks that follow each other in order and stand side by side. */
export function makeRows(stacks: readonly Stack[]): Row[] {
  const rows: Stack[][] = [];
  for (const stack of stacks) {
    const open = rows.at(-1);
    if (open && isBeside(open, stack)) open.push(stack);
    else rows.push([stack]);
  }
  return rows.map((of) => ({ stacks: of, box: boxAround(of.map(({ box }) => box)) }));
}

function isBeside(row: readonly Stack[], next: Stack): boolean {
  const last = row.at(-1);
  const [head] = next.segments;
  if (!last || !head || head.angle !== 0) return false;
  const top = Math.min(...row.map(({ box }) => box.top));
  const bottom = Math.max(...row.map(({ box }) => box.bottom));
  const shared = Math.min(bottom, next.box.bottom) - Math.max(top, next.box.top);
  if (shared < 0.45 * Math.min(next.box.bottom - next.box.top, bottom - top)) return false;
  // Disjoint from every stack of the row, and going on in one direction.
  return row.every(({ box }) => next.box.left >= box.right - 1 || next.box.right <= box.left + 1);
}
