// Segments in reading order → stacks (segments one below the other) → rows (stacks side by side). Rows are what a table or a line with tabs
// looks like; a text in columns is one row of tall stacks.

import { boxAround, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { isBareNumber, readLabel } from '../words/labels.ts';
import { segmentOf, type Segment } from '../words/segments.ts';

export interface Stack {
  readonly segments: readonly Segment[];
  readonly box: ShownBox;
}

export interface Row {
  readonly stacks: readonly Stack[];
  readonly box: ShownBox;
}

/** The next line is at most this far below (in sizes) to belong to the same stack. */
const LEADING_MAX = 2.6;
/** The largest distance (points) of a label from its text. */
const LABEL_GAP = 75;
/** In ems: baselines nearer than this are on one line: of a label and its text, and of two segments. */
const LABEL_LEVEL_EM = 0.35;
const LEVEL_EM = 0.3;
/** Points by which a number and its heading may differ in size. */
const NUMBER_SIZE_PT = 0.3;
/** Times the size of the text below: from here on, a heading is larger. */
const LARGER = 1.05;
/** The text above the first cell of a row differs in size by more (share), or is further away (ems). */
const OTHER_SIZE = 0.07;
const FAR_EM = 1.75;
/** In ems: what is nearer is beside, not below; a line below may start so far beside the stack. */
const STEP_EM_MIN = 0.5;
const BESIDE_EM = 0.5;
/** Share of the lower of two stacks that must be beside the other. */
const BESIDE_SHARE = 0.45;

/** A label (a bullet, a number) and the text to its right on the same line become one segment. */
export function joinLabels(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const [index, segment] of segments.entries()) {
    const last = joined.at(-1);
    if (last && isLabelOf(last, segment, joined.at(-2), segments[index + 1])) {
      const [head, ...tail] = segment.words;
      joined[joined.length - 1] = segmentOf([...last.words, ...(head ? [{ ...head, spaceBefore: true }] : []), ...tail]);
    } else joined.push(segment);
  }
  return joined;
}

function isLabelOf(label: Segment, segment: Segment, before: Segment | undefined, next: Segment | undefined): boolean {
  const [word] = label.words;
  const gap = Math.max(segment.box.left - label.box.right, label.box.left - segment.box.right);
  if (!word || label.words.length !== 1 || Math.abs(label.y - segment.y) >= segment.size * LABEL_LEVEL_EM || gap < 0 || gap > LABEL_GAP)
    return false;
  const first = segment.words[0]?.text ?? '';
  const read = readLabel(word.text);
  if (!read) return isHeadingNumber(label, segment, before, next);
  if (read.kind === 'bullet') return true;
  // Two numbers beside each other are a price and a sum.
  return !(read.path.length > 1 && (/^[\d\p{Sc}%+\u2212]/u.test(first) || (before !== undefined && isOnLine(before, label))));
}

/** A bare number counts a heading when both look alike, bold or different from the text below, and nothing else is on the line. */
function isHeadingNumber(label: Segment, segment: Segment, before: Segment | undefined, next: Segment | undefined): boolean {
  const [number, head] = [label.words[0], segment.words[0]];
  if (!number || !head || !isBareNumber(number.text) || !/^[\p{Lu}\p{Lo}]/u.test(head.text)) return false;
  if ((before && isOnLine(before, label)) || (next && isOnLine(next, segment))) return false;
  const [one, two] = [number.style, head.style];
  if (one.bold !== two.bold || Math.abs(one.size - two.size) > NUMBER_SIZE_PT) return false;
  const below = next?.words[0]?.style;
  return below !== undefined && ((two.bold && !below.bold) || two.size > below.size * LARGER);
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
    if (open && last && open.length > 1 && isOnLine(last, segment) && startsRow(open.slice(0, -1), last, segment)) {
      stacks.push([last]);
      open.pop();
    }
    stacks.push([segment]);
  }
  return stacks.map((of) => ({ segments: of, box: boxAround(of.map(({ box }) => box)) }));
}

/** The last line of a stack is the first cell of a row: the text above is wider, of another look, further away, or many lines. */
function startsRow(above: readonly Segment[], last: Segment, beside: Segment): boolean {
  const before = above.at(-1);
  if (!before) return false;
  const [one, two] = [before.words[0]?.style, last.words[0]?.style];
  return (
    above.length > 3 ||
    above.some(({ box }) => sharesWidth(box, beside.box)) ||
    Math.abs(before.size - last.size) > last.size * OTHER_SIZE ||
    one?.bold !== two?.bold ||
    last.y - before.y > last.size * FAR_EM
  );
}

function isOnLine(one: Segment, two: Segment): boolean {
  return Math.abs(one.y - two.y) < Math.max(one.size, two.size) * LEVEL_EM;
}

function sharesWidth(one: ShownBox, two: ShownBox): boolean {
  return Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0;
}

function belongsBelow(stack: readonly Segment[], next: Segment): boolean {
  const last = stack.at(-1);
  if (!last || last.angle !== next.angle || next.angle !== 0) return false;
  const size = Math.max(last.size, next.size);
  const step = next.y - last.y;
  if (step < size * STEP_EM_MIN || step > size * LEADING_MAX) return false;
  const left = Math.min(...stack.map(({ box }) => box.left));
  const right = Math.max(...stack.map(({ box }) => box.right));
  const shared = Math.min(right, next.box.right) - Math.max(left, next.box.left);
  return shared > -size * BESIDE_EM;
}

/** Consecutive stacks that are side by side. */
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
  if (shared < BESIDE_SHARE * Math.min(next.box.bottom - next.box.top, bottom - top)) return false;
  // Disjoint from every stack of the row, and continuing in one direction.
  return row.every(({ box }) => next.box.left >= box.right - 1 || next.box.right <= box.left + 1);
}
