// The ground and the frame of the box that a text stands in: both are drawings, which get another colour or go. Text is not touched. What is found
// is what lies visibly behind or around the text; where that cannot be told, nothing is changed.

import { type PathEvent } from '../content/events.ts';
import type { Paint } from '../content/state.ts';
import { writeSource } from '../content/write-source.ts';
import { type Box, contains, unite } from '../geometry/box.ts';
import type { ContentEdit } from '../syntax/operations.ts';
import { writeNumbers } from '../syntax/write-operand.ts';
import type { TextMatch } from './find.ts';
import { isSameSource, removedDrawing } from './layout/column.ts';
import { linesOfPage } from './layout/lines.ts';
import { drawingsOf, findUnit } from './layout/units.ts';
import type { PageText } from './page-text.ts';
import type { EditRefusal } from './refusal.ts';
import type { EditedPage } from './replace-text.ts';

type Rgb = readonly [red: number, green: number, blue: number];

export interface BoxLook {
  /** The box that the text stands in, or the boxes of all cells of its row. */
  readonly as: 'cell' | 'row';
  /** Channels from 0 to 1. */
  readonly ground?: Rgb;
  readonly frame?: Rgb | 'none';
}

export type BoxOutcome =
  | { readonly ok: true; readonly grounds: readonly Box[]; readonly frames: readonly Box[] }
  | { readonly ok: false; readonly refusal: EditRefusal };

/** Points by which a text may stand out of its ground, and by which the sides of a frame may miss each other. */
const [SLACK_PT, CORNER_PT] = [1.5, 4];
/** Points: what is thicker is no line of a frame. */
const LINE_PT = 4;
/** Points from a text to the frame around it. */
const FRAME_WITHIN_PT = 90;
/** Of the page: what is larger is its own ground, or the frame of all that is on it. */
const PAGE_SHARE = 0.6;

export function restyleBox(on: EditedPage, match: TextMatch, look: BoxLook): BoxOutcome {
  const { text: page, document, pageIndex } = on;
  const mediaBox: Box = document.pages[pageIndex]?.mediaBox ?? [0, 0, 612, 792];
  const paths = drawingsOf(page).filter((one) => one.kind === 'path' && areaOf(one.box) < areaOf(mediaBox) * PAGE_SHARE) as PathEvent[];
  const grounds = look.ground ? groundsOf(page, paths, match, look.as) : [];
  const frame = look.frame === undefined ? [] : frameOf(paths, match.boxes.reduce(unite));
  if (typeof grounds === 'string') return { ok: false, refusal: grounds };
  if (look.ground && grounds.length === 0) return { ok: false, refusal: 'no_ground' };
  if (look.frame !== undefined && frame.length === 0) return { ok: false, refusal: 'no_frame' };
  const [first] = [...grounds, ...frame];
  if (!first || ![...grounds, ...frame].every(({ source }) => isSameSource(source, first.source)))
    return { ok: false, refusal: 'split_over_contents' };
  const both = new Set([...grounds, ...frame]);
  const edits = [...both].map((path) => editOf(path, { ground: grounds.includes(path), frame: frame.includes(path) }, look));
  writeSource(document, page.page, first.source, edits);
  return { ok: true, grounds: grounds.map(({ box }) => box), frames: frame.map(({ box }) => box) };
}

const areaOf = ([left, bottom, right, top]: Box) => (right - left) * (top - bottom);
const isThin = ({ box }: PathEvent) => Math.min(box[2] - box[0], box[3] - box[1]) < LINE_PT;
const isSamePaint = (one: Paint, two: Paint) =>
  one.pattern === undefined && one.space === two.space && one.components.join() === two.components.join();

/** What is painted last of all that lies behind a text is what is seen; with what lies behind it in the same colour. */
function groundsBehind(paths: readonly PathEvent[], text: Box): readonly PathEvent[] {
  const behind = paths.filter(
    (path) => path.fills && path.isBox && path.state.fillAlpha > 0 && !isThin(path) && contains(path.box, text, SLACK_PT),
  );
  const seen = behind.at(-1);
  return seen ? behind.filter((path) => isSamePaint(path.state.fill, seen.state.fill)) : [];
}

function groundsOf(page: PageText, paths: readonly PathEvent[], match: TextMatch, as: BoxLook['as']): readonly PathEvent[] | EditRefusal {
  const row = as === 'row' ? findUnit(page, match.glyphs, 'row') : undefined;
  const texts = row ? row.lines.map(({ glyphs }) => glyphs.map(({ box }) => box).reduce(unite)) : match.boxes;
  const behind = [...new Set(texts.flatMap((text) => groundsBehind(paths, text)))];
  if (behind.length === 0) return [];
  const around = behind.map(({ box }) => box).reduce(unite);
  // The ground of a cell that is that of its whole row cannot change for the cell alone.
  if (as === 'cell' && isBesideOthers(page, match, around)) return 'ground_of_row';
  // Word processors draw a ground in pieces, and the cells of a row without text have theirs.
  const reach: Box = as === 'row' ? [-Infinity, around[1], Infinity, around[3]] : around;
  const pieces = paths.filter(
    (path) =>
      path.fills && path.isBox && behind.some((own) => isSamePaint(own.state.fill, path.state.fill)) && contains(reach, path.box, SLACK_PT),
  );
  return [...new Set([...behind, ...pieces])];
}

/** Another text of the same line, apart from it, has the same ground. */
function isBesideOthers(page: PageText, match: TextMatch, ground: Box): boolean {
  const own = new Set(match.glyphs.flatMap((glyph) => linesOfPage(page).of(glyph) ?? []));
  return linesOfPage(page).all.some(
    (line) =>
      !own.has(line) &&
      line.start > ground[0] - SLACK_PT &&
      line.end < ground[2] + SLACK_PT &&
      [...own].some((one) => Math.abs(one.baseline - line.baseline) < one.size * 0.3 && Math.abs(one.angle - line.angle) < 0.01),
  );
}

/** The smallest one that is drawn around a text: one rectangle, or four lines whose ends meet. */
function frameOf(paths: readonly PathEvent[], text: Box): readonly PathEvent[] {
  const whole = paths
    .filter((path) => path.strokes && path.isBox && path.state.strokeAlpha > 0 && !isThin(path) && contains(path.box, text, SLACK_PT))
    .toSorted((one, two) => areaOf(one.box) - areaOf(two.box))
    .filter(({ box }) => box[1] > text[1] - FRAME_WITHIN_PT * 4);
  const sides = sidesAround(paths.filter(isThin), text);
  const [smallest] = whole;
  if (!smallest) return sides;
  const around = sides.length > 0 ? sides.map(({ box }) => box).reduce(unite) : undefined;
  if (around && areaOf(around) < areaOf(smallest.box)) return sides;
  return whole.filter(({ box }) => contains(smallest.box, box, 0.5));
}

function sidesAround(lines: readonly PathEvent[], text: Box): readonly PathEvent[] {
  const isLevel = ({ box }: PathEvent) => box[2] - box[0] > box[3] - box[1];
  const level = lines.filter((one) => isLevel(one) && one.box[0] < text[0] + SLACK_PT && one.box[2] > text[2] - SLACK_PT);
  const upright = lines.filter((one) => !isLevel(one) && one.box[1] < text[1] + SLACK_PT && one.box[3] > text[3] - SLACK_PT);
  const nearest = (all: readonly PathEvent[], gapOf: (box: Box) => number, within = Infinity) =>
    all.filter(({ box }) => gapOf(box) > -SLACK_PT && gapOf(box) < within).toSorted((one, two) => gapOf(one.box) - gapOf(two.box))[0];
  const [over, under] = [
    nearest(level, (box) => box[1] - text[3], FRAME_WITHIN_PT),
    nearest(level, (box) => text[1] - box[3], FRAME_WITHIN_PT),
  ];
  const [left, right] = [nearest(upright, (box) => text[0] - box[2]), nearest(upright, (box) => box[0] - text[2])];
  if (!over || !under || !left || !right) return [];
  // Lines that go on beyond their corners are those of a table.
  const isMet = (one: number, two: number) => Math.abs(one - two) < CORNER_PT;
  const isClosed =
    [over, under].every(({ box }) => isMet(box[0], left.box[0]) && isMet(box[2], right.box[2])) &&
    [left, right].every(({ box }) => isMet(box[1], under.box[1]) && isMet(box[3], over.box[3]));
  return isClosed ? [over, under, left, right] : [];
}

function editOf(path: PathEvent, part: { readonly ground: boolean; readonly frame: boolean }, look: BoxLook): ContentEdit {
  const span = { start: path.firstSpanStart, end: path.operation.end };
  const drawn = Buffer.from(path.source.content.bytes.subarray(span.start, span.end)).toString('latin1');
  const isLine = part.frame && !path.strokes;
  if (part.frame && look.frame === 'none' && (isLine || !path.fills)) return removedDrawing(path);
  const body = part.frame && look.frame === 'none' ? `${drawn.slice(0, -path.operation.operator.length)}${onlyFilled(path)}` : drawn;
  const colours = [
    ...(part.ground && look.ground ? [`${writeNumbers(look.ground)} rg`] : []),
    ...(part.frame && look.frame !== undefined && look.frame !== 'none' ? [`${writeNumbers(look.frame)} ${isLine ? 'rg' : 'RG'}`] : []),
  ];
  return { ...span, replacement: colours.length > 0 ? `q ${colours.join(' ')}\n${body}\nQ` : body };
}

/** Filling closes what is open. */
const onlyFilled = ({ operation }: PathEvent): string => (operation.operator.endsWith('*') ? 'f*' : 'f');
