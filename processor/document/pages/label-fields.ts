// The visible label of each form field: the text printed nearest to it where readers look for it. Left of a text field or above it, also inside
// its box at the top, else below its line; to the right of a check box or radio button, else left. A label that belongs to a nearer field is
// not taken twice.

import { boxAround, intersect, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { rowsOfSegments, textOfWords } from '../words/lines.ts';
import { makeSegments, type Segment } from '../words/segments.ts';
import type { PageWords } from '../structure/page-words.ts';
import { cleanLabel } from './find-pairs.ts';
import type { FormField } from './page-model.ts';

export interface FieldPlace {
  readonly kind: FormField['kind'];
  readonly box: ShownBox;
}

/** Points: labels are at most so far from their field. */
const LEFT_MAX = 220;
const ABOVE_MAX = 26;
const BELOW_MAX = 14;
const RIGHT_MAX = 40;
/** Points by which a label may overlap its field. */
const SLACK = 3;
/** A distance above or below counts so many times one beside; a colon at its end makes a label nearer. */
const ABOVE_COST = 1.6;
const BELOW_COST = 4;
const COLON_BONUS = 12;
const LABEL_CHARS_MAX = 120;

interface Candidate {
  readonly segment: Segment;
  readonly cost: number;
}

export interface FieldLabels {
  readonly label?: string;
  /** In a table of fields: the heads of its row and column, past other fields. */
  readonly row?: string;
  readonly column?: string;
}

/** In the order of the fields. */
export function labelFields(fields: readonly FieldPlace[], page: PageWords): FieldLabels[] {
  const words = page.words.filter(({ box, style }) => style.angle === 0 && !fields.some((field) => isValueOf(box, field.box)));
  const segments = makeSegments(words).filter((segment) => segment.words.some(({ text }) => /[\p{L}\p{N}#$%]/u.test(text)));
  const nearest = fields.map((field) => bestOf(candidatesOf(field, segments, fields)));
  return fields.map((field, index) => {
    const best = isTakenBy(index, nearest, fields) ? (leftOf(field, segments, fields) ?? nearest[index]) : nearest[index];
    const label = best && labelText(best.segment, segments, field);
    return { ...(label === undefined ? {} : { label }), ...headsOf(field, segments, fields) };
  });
}

/** `yes ( ) no ( )`: what stands between two marks belongs to the second, where the first has a label on its left. */
function isTakenBy(index: number, nearest: readonly (Candidate | undefined)[], fields: readonly FieldPlace[]): boolean {
  const [own, field] = [nearest[index], fields[index]];
  if (!own || !field || !isMark(field) || own.segment.box.left < field.box.left) return false;
  return nearest.some(
    (other, at) =>
      at !== index &&
      other?.segment === own.segment &&
      fields[at] !== undefined &&
      isMark(fields[at]) &&
      fields[at].box.left > own.segment.box.left,
  );
}

const isMark = ({ kind }: FieldPlace) => kind === 'check' || kind === 'radio';

function leftOf(field: FieldPlace, segments: readonly Segment[], fields: readonly FieldPlace[]): Candidate | undefined {
  return bestOf(candidatesOf(field, segments, fields).filter(({ segment }) => segment.box.right <= field.box.left + SLACK));
}

/** The head of a column is at most so many times as wide as its field; in points, what any head may have. */
const HEAD_WIDTH = 3;
const HEAD_WIDTH_MIN = 160;

/** Where another field stands before it in its row or column, as in a table. */
function headsOf(field: FieldPlace, segments: readonly Segment[], fields: readonly FieldPlace[]): Omit<FieldLabels, 'label'> {
  if (field.kind === 'button' || field.kind === 'signature') return {};
  const { left, top, right, bottom } = field.box;
  const isBeside = ({ box }: FieldPlace) => overlapShare(box.top, box.bottom, top, bottom) > 0.5;
  const isAbove = ({ box }: FieldPlace) => overlapShare(box.left, box.right, left, right) > 0.5;
  const beside = segments.filter(({ box }) => overlapShare(box.top, box.bottom, top, bottom) > 0.4 && box.right <= left + SLACK);
  const widest = Math.max(HEAD_WIDTH_MIN, (right - left) * HEAD_WIDTH);
  const above = segments.filter(
    ({ box }) => box.bottom <= top + SLACK && overlapShare(box.left, box.right, left, right) > 0.3 && box.right - box.left <= widest,
  );
  const nearestText = Math.max(-Infinity, ...beside.map(({ box }) => box.right));
  const lowestText = Math.max(-Infinity, ...above.map(({ box }) => box.bottom));
  // The nearest thing there is a field, not text.
  const row =
    fields.some((other) => isBeside(other) && other.box.right <= left + SLACK && other.box.right > nearestText) && rowHead(beside);
  const column =
    fields.some((other) => isAbove(other) && other.box.bottom <= top + SLACK && other.box.bottom > lowestText) && columnHead(above);
  return { ...(row ? { row } : {}), ...(column ? { column } : {}) };
}

/** The first text of the row that is more than a number of a line. */
function rowHead(beside: readonly Segment[]): string | undefined {
  const inOrder = beside.toSorted((one, two) => one.box.left - two.box.left);
  return inOrder.map(textOfSegment).find((text) => /\p{L}{2}/u.test(text));
}

/** The lowest text above the column. */
function columnHead(above: readonly Segment[]): string | undefined {
  const lowest = above.toSorted((one, two) => two.y - one.y).find((segment) => /[\p{L}\p{N}]/u.test(textOfSegment(segment)));
  if (!lowest) return undefined;
  const lines = above.filter(({ y }) => y <= lowest.y && lowest.y - y < lowest.size * 3.8).toSorted((one, two) => one.y - two.y);
  return lines.map(textOfSegment).join(' ').slice(0, LABEL_CHARS_MAX) || undefined;
}

function textOfSegment({ words }: Segment): string {
  return cleanLabel(textOfWords(words));
}

/** Text in the lower part of a field is its value; a label inside its box is at the top. */
function isValueOf(box: ShownBox, field: ShownBox): boolean {
  const shared = intersect(box, field);
  if (shared.right <= shared.left || shared.bottom <= shared.top) return false;
  const middle = (box.top + box.bottom) / 2;
  const height = box.bottom - box.top;
  return middle > field.top && middle < field.bottom && !(field.bottom - field.top > height * 2 && box.top < field.top + height * 0.8);
}

function candidatesOf(field: FieldPlace, segments: readonly Segment[], fields: readonly FieldPlace[]): Candidate[] {
  const isBox = field.kind === 'check' || field.kind === 'radio';
  return segments.flatMap((segment): Candidate[] => {
    const cost = isBox ? costOfMark(field.box, segment) : costOfText(field.box, segment);
    if (cost === undefined || isBlocked(field, segment, fields)) return [];
    return [{ segment, cost: cost - (/[:\uff1a?]\s*$/u.test(segment.words.at(-1)?.text ?? '') ? COLON_BONUS : 0) }];
  });
}

/** In points; undefined where a reader would not look. */
function costOfText(field: ShownBox, { box, words }: Segment): number | undefined {
  const acrossShare = overlapShare(box.top, box.bottom, field.top, field.bottom);
  const isLevel = acrossShare > 0.4 || (box.bottom > field.top && box.bottom <= field.bottom + SLACK);
  if (isLevel && box.right <= field.left + SLACK && field.left - box.right <= LEFT_MAX) return Math.max(0, field.left - box.right);
  const along = Math.min(box.right, field.right) - Math.max(box.left, field.left);
  // An arrow at its end leads to a field behind it.
  if (along <= 0 || ARROW.test(words.at(-1)?.text ?? '')) return undefined;
  const offset = Math.abs(box.left - field.left) / 4;
  const above = field.top - box.bottom;
  // Inside the box at its top, or above it.
  if (above > -(box.bottom - box.top) * 1.3 && above <= ABOVE_MAX) return Math.max(0, above) * ABOVE_COST + Math.min(offset, 20);
  const below = box.top - field.bottom;
  return below > -SLACK && below <= BELOW_MAX ? 10 + below * BELOW_COST + Math.min(offset, 20) : undefined;
}

const ARROW = /[\u2192\u25b6\u25b8\u25ba\u27a4\u2794\u279c]$/u;

function costOfMark(field: ShownBox, { box }: Segment): number | undefined {
  if (overlapShare(box.top, box.bottom, field.top, field.bottom) < 0.3) return undefined;
  const [right, left] = [box.left - field.right, field.left - box.right];
  if (right > -SLACK && right <= RIGHT_MAX) return Math.max(0, right);
  return left > -SLACK && left <= RIGHT_MAX ? 20 + Math.max(0, left) : undefined;
}

function overlapShare(from: number, to: number, otherFrom: number, otherTo: number): number {
  const shared = Math.min(to, otherTo) - Math.max(from, otherFrom);
  return shared / Math.max(1, Math.min(to - from, otherTo - otherFrom));
}

/** Another field stands between the two. */
function isBlocked(field: FieldPlace, { box }: Segment, fields: readonly FieldPlace[]): boolean {
  const middle = (field.box.top + field.box.bottom) / 2;
  const [from, to] =
    box.left >= field.box.right - SLACK
      ? [field.box.right, box.left]
      : box.right <= field.box.left + SLACK
        ? [box.right, field.box.left]
        : [0, 0];
  if (to > from) {
    return fields.some(
      (other) =>
        other !== field &&
        other.box.left >= from - SLACK &&
        other.box.right <= to + SLACK &&
        other.box.top < middle &&
        other.box.bottom > middle,
    );
  }
  const [top, bottom] = [Math.min(box.bottom, field.box.bottom), Math.max(box.top, field.box.top)];
  return fields.some(
    (other) =>
      other !== field &&
      other.box.top > top - SLACK &&
      other.box.bottom < bottom + SLACK &&
      overlapShare(other.box.left, other.box.right, field.box.left, field.box.right) > 0.5,
  );
}

function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>((best, one) => (!best || one.cost < best.cost ? one : best), undefined);
}

/** A label of several lines is read whole; a mere number of a line with the text before it. */
function labelText(segment: Segment, segments: readonly Segment[], field: FieldPlace): string | undefined {
  const isBox = field.kind === 'check' || field.kind === 'radio';
  if (LINE_NUMBER.test(textOfSegment(segment))) return numberedLabel(segment, segments);
  const lines = [segment];
  for (const other of isBox ? segments.filter(({ y }) => y > segment.y).toSorted((a, b) => a.y - b.y) : []) {
    const last = lines.at(-1) ?? segment;
    const goesOn = other.y - last.y < last.size * 1.4 && Math.abs(other.box.left - segment.box.left) < 2 && lines.length < 3;
    if (goesOn && other.box.top > field.box.bottom - SLACK * 2 && isOpenEnded(last)) lines.push(other);
  }
  const box = boxAround(lines.map((line) => line.box));
  const inside = rowsOfSegments(lines).map((row) => textOfWords(row.flatMap(({ words }) => words)));
  const text = cleanLabel(inside.join(' ')).slice(0, LABEL_CHARS_MAX);
  return text === '' || box.right <= box.left ? undefined : text;
}

const LINE_NUMBER = /^\(?\d{1,3}[a-z]?\)?$/;

/** `38 Amount from line 37 . . . 38`: the text that leads to the number. */
function numberedLabel(number: Segment, segments: readonly Segment[]): string {
  const level = segments.filter(
    ({ box }) => box.right <= number.box.left + SLACK && overlapShare(box.top, box.bottom, number.box.top, number.box.bottom) > 0.5,
  );
  const before = level.toSorted((one, two) => two.box.left - one.box.left).find((one) => /\p{L}{2}/u.test(textOfSegment(one)));
  return [...(before ? [textOfSegment(before)] : []), textOfSegment(number)].join(' ').slice(-LABEL_CHARS_MAX);
}

/** Its last word does not end a sentence. */
function isOpenEnded({ words }: Segment): boolean {
  return !/[.:;?!]$/.test(words.at(-1)?.text ?? '');
}
