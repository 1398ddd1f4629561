// What is drawn on a page beside texts and pictures: boxes, shapes, figures of many lines. A filled box is a drawing with all that is drawn in it; other
// paths are one drawing where they touch. A drawing goes as a whole, and what it lies on stays.

import type { PathEvent } from '../content/events.ts';
import { isPainted } from '../content/events.ts';
import { interpretPage } from '../content/interpret.ts';
import type { Paint } from '../content/state.ts';
import { writeSource } from '../content/write-source.ts';
import { type Box, contains, unite } from '../geometry/box.ts';
import type { OpenedPdf } from '../opened.ts';
import { glyphQuad } from '../content/events.ts';
import { boundsOf } from '../geometry/box.ts';
import type { PDFDict } from 'pdf-lib';
import { isSameSource, removedDrawing } from './layout/column.ts';

export interface PageDrawing {
  /** Default user space. */
  readonly box: Box;
  /** With the width of its lines. */
  readonly inked: Box;
  readonly paths: readonly PathEvent[];
  /** Of the largest area that is filled; of lines alone their own. */
  readonly paint: Paint | undefined;
  /** A text that was drawn before one of its boxes lies under it. */
  readonly hidesText: boolean;
}

const A4: Box = [0, 0, 595, 842];
/** Points by which paths may miss each other, or stand out of their box. */
const SLACK_PT = 1.5;
/** Of the page: what is larger is its ground. */
const PAGE_SHARE = 0.6;
/** Of a box: what is smaller and stands on its edge belongs to it. */
const SMALL_SHARE = 0.1;
/** Widths of a line by which its corners may stand out: half of the usual limit. */
const MITER = 5;
/** A page of more paths is a map or a plan, whose parts nobody could name. */
const PATHS_MAX = 20_000;

/** From the largest to the smallest. */
export function drawingsOfPage(page: PDFDict, mediaBox: Box | undefined): readonly PageDrawing[] {
  const { paths, texts } = readPaths(page);
  const drawn = paths.filter(({ path }) => areaOf(path.box) < areaOf(mediaBox ?? A4) * PAGE_SHARE);
  if (drawn.length > PATHS_MAX) return [];
  return groupsOf(drawn)
    .filter((group) => isSeen(group, drawn))
    .map((group): PageDrawing => {
      const box = group.map(({ path }) => path.box).reduce(unite);
      const hides = group.filter(({ path }) => path.fills && path.isBox && path.state.fillAlpha === 1);
      return {
        box,
        paths: group.map(({ path }) => path),
        inked: group.map(({ path }) => inkedBox(path)).reduce(unite),
        paint: paintOf(group),
        hidesText: hides.some(({ path, at }) => texts.some((text) => text.at < at && contains(path.box, text.box, SLACK_PT))),
      };
    })
    .toSorted((one, two) => areaOf(two.box) - areaOf(one.box));
}

/** Lines that meet in a sharp corner reach beyond it (ISO 32000-1 8.4.3.5). */
function inkedBox({ box, strokes, isBox, state: { lineWidth, ctm } }: PathEvent): Box {
  const width = strokes ? lineWidth * Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2])) : 0;
  const by = 1 + width * (isBox || isLevel(box) ? 0.5 : MITER);
  return [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
}

const isLevel = (box: Box) => Math.min(widthOf(box), heightOf(box)) === 0;

function paintOf(group: readonly Drawn[]): Paint | undefined {
  const filled = group.filter(({ path }) => path.fills);
  const [largest] = filled.toReversed().toSorted((one, two) => areaOf(two.path.box) - areaOf(one.path.box));
  return largest?.path.state.fill ?? group.at(-1)?.path.state.stroke;
}

/** White on the white page is nothing that anybody would name. */
function isSeen(group: readonly Drawn[], all: readonly Drawn[]): boolean {
  if (!group.every(({ path }) => path.fills && !path.strokes && isWhite(path.state.fill))) return true;
  const [first] = group;
  return all.some(({ path, at }) => first && at < first.at && path.fills && !isWhite(path.state.fill) && touch(path.box, first.path.box));
}

function isWhite({ components, pattern }: Paint): boolean {
  if (pattern !== undefined) return false;
  return components.length === 4 ? components.every((one) => one < 0.01) : components.every((one) => one > 0.99);
}

/** @returns whether they could be removed: they must be of one content */
export function removeDrawings(document: OpenedPdf, pageIndex: number, drawings: readonly PageDrawing[]): boolean {
  const page = document.pages[pageIndex]?.dict;
  const paths = [...new Set(drawings.flatMap((one) => one.paths))].toSorted((one, two) => one.firstSpanStart - two.firstSpanStart);
  const [first] = paths;
  if (!page || !first || !paths.every(({ source }) => isSameSource(source, first.source))) return false;
  writeSource(document, page, first.source, paths.map(removedDrawing));
  return true;
}

interface Drawn {
  readonly path: PathEvent;
  /** In the order of drawing. */
  readonly at: number;
}

interface DrawnText {
  readonly box: Box;
  readonly at: number;
}

function readPaths(page: PDFDict): { readonly paths: readonly Drawn[]; readonly texts: readonly DrawnText[] } {
  const paths: Drawn[] = [];
  const texts: DrawnText[] = [];
  let at = 0;
  interpretPage(page, (event) => {
    at++;
    if (event.kind === 'path' && !event.clips && isPainted(event)) paths.push({ path: event, at });
    if (event.kind !== 'text') return;
    const boxes = event.glyphs.filter(({ glyph }) => glyph.unicode.trim() !== '').map((shown) => boundsOf(glyphQuad(event, shown)));
    if (boxes.length > 0) texts.push({ box: boxes.reduce(unite), at });
  });
  return { paths, texts };
}

const areaOf = ([left, bottom, right, top]: Box) => (right - left) * (top - bottom);
const isGround = ({ path }: Drawn) => path.fills && path.isBox && Math.min(widthOf(path.box), heightOf(path.box)) > SLACK_PT * 2;
const widthOf = ([left, , right]: Box) => right - left;
const heightOf = ([, bottom, , top]: Box) => top - bottom;
const touch = (one: Box, two: Box) =>
  one[0] <= two[2] + SLACK_PT && two[0] <= one[2] + SLACK_PT && one[1] <= two[3] + SLACK_PT && two[1] <= one[3] + SLACK_PT;

/** Filled boxes with what lies in them; then what lies in none, by what touches. */
function groupsOf(drawn: readonly Drawn[]): readonly (readonly Drawn[])[] {
  const grounds = drawn.filter(isGround).toSorted((one, two) => areaOf(one.path.box) - areaOf(two.path.box));
  const boxes: Drawn[] = [];
  for (const ground of grounds.toReversed())
    if (!boxes.some(({ path }) => contains(path.box, ground.path.box, SLACK_PT) && contains(ground.path.box, path.box, SLACK_PT)))
      boxes.push(ground);
  const own = new Map(boxes.map((box) => [box, drawn.filter(({ path }) => isPartOf(path.box, box.path.box))]));
  const inBoxes = new Set([...own.values()].flat());
  return [...own.values(), ...touching(drawn.filter((one) => !inBoxes.has(one)))];
}

/** In it, or a small one on its edge. */
function isPartOf(part: Box, whole: Box): boolean {
  if (contains(whole, part, SLACK_PT)) return true;
  const [x, y] = [(part[0] + part[2]) / 2, (part[1] + part[3]) / 2];
  return areaOf(part) < areaOf(whole) * SMALL_SHARE && x > whole[0] && x < whole[2] && y > whole[1] && y < whole[3];
}

/** Paths that touch each other, however many are between them. */
function touching(drawn: readonly Drawn[]): readonly (readonly Drawn[])[] {
  const left = new Set(drawn);
  const groups: Drawn[][] = [];
  for (const first of drawn) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const one of group)
      for (const other of left)
        if (touch(one.path.box, other.path.box)) {
          left.delete(other);
          group.push(other);
        }
    groups.push(group.toSorted((one, two) => one.at - two.at));
  }
  return groups;
}
