// Drawings: places of a page where paths are not table rules, underlines or shading, but a chart, a diagram, a logo. Names the
// boxes to be drawn as pictures, with the labels that belong to them. Text with a mere decoration around it stays text.

import { areaOf, boxAround, contains, intersect, overlaps, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { selectByMiddle } from '../../pdf/pdfium/page/character-columns.ts';
import type { PageContent } from '../../pdf/pdfium/page/page-content.ts';
import type { Grid } from '../tables/grids.ts';
import type { PageWords } from '../structure/page-words.ts';
import { makeSegments, type Segment } from '../words/segments.ts';

export interface FoundDrawing {
  readonly box: ShownBox;
  /** Marked content of its paths; -1 for none. */
  readonly mcid: number;
}

/** Points between two paths of one drawing. */
const NEAR = 9;
/** Smaller things are bullets, ticks, ornaments. */
const SIDE_MIN = 14;
const AREA_MIN = 500;
/** A shape that covers this much of the page is its background. */
const BACKGROUND_SHARE = 0.5;
/** A figure in a text covers at most this much of the page. */
const PAGE_SHARE_MAX = 0.8;
const CROSSING_MIN = 6;
const SHAPES_MAX = 20_000;
/** Points between a drawing and a label of it. */
const LABEL_NEAR = 11;
const LABEL_WORDS_MAX = 4;
/** A line with more words than a label. */
const PROSE_WORDS_MIN = 7;
const BARS_MIN = 16;
const FORM_WORDS_MIN = 120;
const PROSE_SHARE_MAX = 0.12;
const TEXT_SHARE_MAX = 0.4;
/** A form has more than this share of the page's words, or less than that share of curves. */
const FORM_WORDS_SHARE = 0.6;
const FORM_PATHS_SHARE = 0.15;
/** Share of upright strokes in a bar code. */
const BARS_SHARE = 0.9;
/** The area that a letter covers, as a share of its size squared. */
const LETTER_INK = 0.5;
/** Share of the body's font size: labels of drawings are smaller. */
const LABEL_SIZE_MAX = 0.9;
/** Points around a drawing that still belong to it. */
const INSIDE_SLACK = 0.5;

interface Shape {
  readonly box: ShownBox;
  readonly kind: 'path' | 'fill' | 'rule' | 'image';
  readonly mcid: number;
}

/** Without labels. */
export function findDrawings(content: PageContent, page: PageWords): FoundDrawing[] {
  const shapes = shapesOf(content, page);
  if (shapes.length < BARS_MIN && !shapes.some(({ kind }) => kind === 'path' || kind === 'fill')) return [];
  const segments = makeSegments(page.words);
  return cluster(shapes)
    .filter((group) => isDrawing(group, segments))
    .map((group) => ({ box: boxAround(group.map(({ box }) => box)), mcid: mcidOf(group) }));
}

/** @param bodySize points, of most of the text of the document */
export function addLabels(drawn: readonly FoundDrawing[], page: PageWords, bodySize: number): FoundDrawing[] {
  const segments = makeSegments(page.words);
  const free = segments.filter((segment) => !drawn.some(({ box }) => isIn(segment.box, box)));
  // Letters in drawings do not show the body's look.
  const size = Math.min(bodySize, usualSize(free));
  const found = drawn.map(({ box, mcid }) => ({ box: withLabels(box, free, size), mcid }));
  const inside = { left: 0, top: 0, right: page.width, bottom: page.height };
  return mergeOverlapping(found)
    .filter(({ box }) => areaOf(box) < areaOf(inside) * PAGE_SHARE_MAX)
    .map(({ box, mcid }) => ({ box: intersect(grow(box, 1), inside), mcid }));
}

function usualSize(segments: readonly Segment[]): number {
  const letters = new Map<number, number>();
  for (const { words, size } of segments)
    letters.set(size, (letters.get(size) ?? 0) + words.reduce((sum, { text }) => sum + text.length, 0));
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? Infinity;
}

/** What is drawn, without tables and backgrounds. */
function shapesOf(content: PageContent, page: PageWords): Shape[] {
  const isBackground = ({ left, top, right, bottom }: ShownBox) =>
    (right - left) * (bottom - top) > content.width * content.height * BACKGROUND_SHARE;
  const isVisible = ({ left, top, right, bottom }: ShownBox) => right > 0 && bottom > 0 && left < content.width && top < content.height;
  const tables = page.grids.filter((grid) => !content.drawings.some(({ box, patterned }) => !patterned && crosses(box, grid)));
  const inGrid = (box: ShownBox) => tables.some((grid) => contains(grid.box, box, 3));
  const shapes: Shape[] = [
    ...content.drawings
      .filter(({ box, patterned }) => !patterned || !inGrid(box))
      .map(({ box, mcid }) => ({ box, kind: 'path' as const, mcid })),
    ...page.fills
      .filter(({ colour, box }) => colour !== 0xffffff && !inGrid(box))
      .map(({ box }) => ({ box, kind: 'fill' as const, mcid: -1 })),
    ...page.rules.filter(({ box }) => !inGrid(box)).map(({ box }) => ({ box, kind: 'rule' as const, mcid: -1 })),
    ...content.images.map(({ box, mcid }) => ({ box, kind: 'image' as const, mcid })),
  ];
  return shapes.filter(({ box }) => isVisible(box) && !isBackground(box)).slice(0, SHAPES_MAX);
}

/** A curve or a slanted line over the inner lines of a grid: these are the axes of a chart. */
function crosses({ left, top, right, bottom }: ShownBox, { box, xs, ys }: Grid): boolean {
  if (Math.min(right - left, bottom - top) < CROSSING_MIN) return false;
  // A frame around the whole grid is not a curve over it.
  if (left < box.left + 2 && right > box.right - 2 && top < box.top + 2 && bottom > box.bottom - 2) return false;
  if (left > box.right || right < box.left || top > box.bottom || bottom < box.top) return false;
  const over = (edges: readonly number[], from: number, to: number) => edges.slice(1, -1).some((edge) => edge > from + 2 && edge < to - 2);
  return over(xs, left, right) || over(ys, top, bottom);
}

/** Groups of shapes near each other. Sweeps from top to bottom, so that only neighbours are compared. */
function cluster(shapes: readonly Shape[]): Shape[][] {
  const sorted = shapes.toSorted((a, b) => a.box.top - b.box.top);
  const owner = sorted.map((_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    while (owner[at] !== at) at = owner[at] = owner[owner[at] ?? at] ?? at;
    return at;
  };
  let active: number[] = [];
  for (const [index, { box }] of sorted.entries()) {
    active = active.filter((other) => (sorted[other]?.box.bottom ?? 0) + NEAR >= box.top);
    for (const other of active) {
      const { box: near } = sorted[other] ?? { box };
      if (near.left - NEAR <= box.right && near.right + NEAR >= box.left) owner[rootOf(other)] = rootOf(index);
    }
    active.push(index);
  }
  const groups = new Map<number, Shape[]>();
  for (const [index, shape] of sorted.entries()) {
    const root = rootOf(index);
    const group = groups.get(root);
    if (group) group.push(shape);
    else groups.set(root, [shape]);
  }
  return [...groups.values()];
}

function isDrawing(group: readonly Shape[], segments: readonly Segment[]): boolean {
  const paths = group.filter(({ kind }) => kind === 'path');
  const fills = group.filter(({ kind }) => kind === 'fill');
  // Bars of a chart: boxes of different sizes among lines.
  const hasBars = fills.length >= 3 && group.some(({ kind }) => kind === 'rule') && differ(fills.map(({ box }) => box));
  if (paths.length === 0 && !hasBars && !isBarcode(group)) return false;
  const box = boxAround(group.map((shape) => shape.box));
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (Math.min(width, height) < SIDE_MIN || width * height < AREA_MIN) return false;
  // A picture with a mark on it is a picture.
  if (paths.length < 3 && group.some(({ kind }) => kind === 'image') && fills.length === 0) return false;
  return !isText(box, segments) && !isForm(box, segments, paths.length / group.length);
}

/** Lines and frames around the words of a page: a form to be filled in. */
function isForm(box: ShownBox, segments: readonly Segment[], pathShare: number): boolean {
  const count = (some: readonly Segment[]) => some.reduce((sum, { words }) => sum + words.length, 0);
  const inside = count(segments.filter((segment) => isIn(segment.box, box)));
  return inside > FORM_WORDS_MIN && (inside > count(segments) * FORM_WORDS_SHARE || pathShare < FORM_PATHS_SHARE);
}

/** Many strokes of one height, side by side. */
function isBarcode(group: readonly Shape[]): boolean {
  if (group.length < BARS_MIN) return false;
  const upright = group.filter(({ box }) => box.bottom - box.top > (box.right - box.left) * 2);
  const heights = new Set(upright.map(({ box }) => Math.round((box.bottom - box.top) / 4)));
  return upright.length > group.length * BARS_SHARE && heights.size <= 3;
}

function differ(boxes: readonly ShownBox[]): boolean {
  const heights = new Set(boxes.map(({ top, bottom }) => Math.round((bottom - top) / 2)));
  const widths = new Set(boxes.map(({ left, right }) => Math.round((right - left) / 2)));
  return heights.size > 2 && widths.size < heights.size + 1;
}

/** Sentences in it, or most of it covered by letters: the shapes decorate a text. */
function isText(box: ShownBox, segments: readonly Segment[]): boolean {
  const own = segments.filter((segment) => isIn(segment.box, box));
  const prose = own.filter(({ words, angle }) => angle === 0 && words.length >= PROSE_WORDS_MIN);
  const covers = (some: readonly Segment[], share: number) => some.reduce((sum, one) => sum + inkOf(one), 0) > areaOf(box) * share;
  return (prose.length > 0 && prose.length * 2 >= own.length) || covers(prose, PROSE_SHARE_MAX) || covers(own, TEXT_SHARE_MAX);
}

/** The area that its letters cover: boxes of some fonts are useless. */
function inkOf({ words, size }: Segment): number {
  return words.reduce((sum, { text }) => sum + text.length, 0) * size * size * LETTER_INK;
}

/** Adds small type, numbers and turned text at its sides: labels of axes. */
function withLabels(start: ShownBox, segments: readonly Segment[], bodySize: number): ShownBox {
  let box = start;
  const left = new Set(segments);
  for (let round = 0; round < 4; round++) {
    for (const segment of left) {
      if (!isLabel(segment, bodySize) || !isNear(segment.box, box)) continue;
      left.delete(segment);
      box = boxAround([box, segment.box]);
    }
  }
  return box;
}

function isLabel({ words, angle, size }: Segment, bodySize: number): boolean {
  if (words.length > LABEL_WORDS_MAX) return false;
  const text = words.map((word) => word.text).join(' ');
  if (/^(?:fig|abb|tab|chart|image|photo)/i.test(text)) return false;
  return angle === 90 || angle === 270 || size < bodySize * LABEL_SIZE_MAX || /^[-\u2212+]?[\d.,%\s]+$/.test(text);
}

function isNear(one: ShownBox, two: ShownBox): boolean {
  const across = Math.max(one.left - two.right, two.left - one.right);
  const down = Math.max(one.top - two.bottom, two.top - one.bottom);
  return across < LABEL_NEAR && down < LABEL_NEAR;
}

function isIn(inner: ShownBox, outer: ShownBox): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

export function mergeOverlapping(found: readonly FoundDrawing[]): FoundDrawing[] {
  const merged: FoundDrawing[] = [];
  for (const one of found) {
    let { box, mcid } = one;
    for (
      let at = merged.findIndex((other) => overlaps(other.box, box));
      at >= 0;
      at = merged.findIndex((other) => overlaps(other.box, box))
    ) {
      const [other] = merged.splice(at, 1);
      if (!other) break;
      box = boxAround([box, other.box]);
      mcid = mcid < 0 ? other.mcid : mcid;
    }
    merged.push({ box, mcid });
  }
  return merged;
}

function mcidOf(group: readonly Shape[]): number {
  return group.find(({ mcid }) => mcid >= 0)?.mcid ?? -1;
}

export function grow({ left, top, right, bottom }: ShownBox, by: number): ShownBox {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** The page with its drawings as pictures: what they show is not repeated. */
export function replaceDrawings(
  content: PageContent,
  drawn: readonly (FoundDrawing & { readonly picture: PageContent['images'][number] })[],
): PageContent {
  if (drawn.length === 0) return content;
  const free = withoutShown(content, drawn);
  return { ...free, images: [...free.images, ...drawn.map(({ picture }) => picture)] };
}

/** Without all that is in these places. */
export function withoutShown(content: PageContent, places: readonly { readonly box: ShownBox }[]): PageContent {
  const areas = places.map(({ box }) => grow(box, INSIDE_SLACK));
  const isFreeAt = (x: number, y: number) => !areas.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom);
  const isFree = ({ box }: { readonly box: ShownBox }) => isFreeAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return {
    ...content,
    characters: selectByMiddle(content.characters, isFreeAt),
    rules: content.rules.filter(isFree),
    fills: content.fills.filter(isFree),
    drawings: content.drawings.filter(isFree),
    images: content.images.filter(isFree),
  };
}
