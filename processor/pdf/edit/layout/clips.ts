// The clips that text and drawings stand in, and what becomes of them when those move: a cell's text that leaves the clip of its cell would not be
// seen. A clip of things that all move goes with them; another one becomes as large as its things need.

import type { ContentSource } from '../../content/content-source.ts';
import type { PathEvent } from '../../content/events.ts';
import { interpretPage } from '../../content/interpret.ts';
import { type Box, contains, intersect, transformBox, boundsOf, unite } from '../../geometry/box.ts';
import { invert, type Matrix, multiply } from '../../geometry/matrix.ts';
import type { ContentEdit } from '../../syntax/operations.ts';
import { FINE, writeNumbers } from '../../syntax/write-operand.ts';
import type { PageText, PlacedGlyph } from '../page-text.ts';
import { type Insertion, textScale } from '../rewrite-text.ts';
import { isSameSource, type MovedDrawings } from './column.ts';
import type { Drawing } from './units.ts';

export interface ClipMoves {
  readonly page: PageText;
  readonly source: ContentSource;
  readonly moved: ReadonlySet<PlacedGlyph>;
  readonly insertions: readonly Insertion[];
  readonly drawings: readonly Drawing[];
  readonly movedDrawings: MovedDrawings;
  /** Upwards. */
  readonly by: number;
}

/** Points by which letters may stick out of their clip; and ems that they reach above and below their baseline. */
const SLACK = 1;
const [ASCENT, DESCENT] = [0.8, 0.25];
const RECTANGLE = /^\s*(?:[-+.\d]+\s+){4}re\s+W\*?\s+n$/;

/** A clip, and what is drawn in it. */
interface Clip {
  readonly path: PathEvent;
  readonly box: Box;
  /** The one that it is set in. */
  readonly parent: Clip | undefined;
  /** What of its contents moves, at its new place. */
  readonly places: Box[];
  hasStaying: boolean;
}

export function moveClips({ page, source, moved: movedGlyphs, insertions, drawings, movedDrawings, by }: ClipMoves): ContentEdit[] {
  const { clips, byOperation } = clipsOf(page, source);
  const meet = (operation: number, place: Box | undefined, stays = place === undefined) => {
    for (let clip = byOperation.get(operation); clip; clip = clip.parent) {
      if (place) clip.places.push(place);
      clip.hasStaying ||= stays;
    }
  };
  for (const glyph of page.glyphs) {
    const { event } = glyph;
    if (event.source === source) meet(event.operation.start, movedGlyphs.has(glyph) ? raised(inkOf(glyph), by) : undefined);
  }
  for (const { at, pieces, shift, rise = 0 } of insertions) {
    const width = pieces.reduce((sum, { advance }) => sum + advance, 0) * textScale(at.event);
    const [left, bottom, , top] = inkOf(at);
    meet(at.event.operation.start, raised([left + shift, bottom, left + shift + width, top], rise), true);
  }
  for (const { operation, source: own } of drawings) {
    const moved = movedDrawings.get(operation.start);
    if (isSameSource(own, source)) meet(operation.start, moved?.place, moved === undefined || moved.isStretched);
  }
  return clips.flatMap((clip) => {
    if (clip.places.every((place) => contains(clip.box, place, SLACK))) return [];
    return clip.hasStaying ? enlarged(clip) : carried(clip, by);
  });
}

/** The clips of a content, and by the operations of its text and drawings the innermost that holds them. */
function clipsOf(
  page: PageText,
  source: ContentSource,
): { readonly clips: readonly Clip[]; readonly byOperation: ReadonlyMap<number, Clip> } {
  const clips: Clip[] = [];
  const byOperation = new Map<number, Clip>();
  // Each clip has a box of its own, which is met first in what follows its path.
  const byBox = new Map<Box, Clip>();
  interpretPage(page.page, (event) => {
    if (!isSameSource(event.source, source)) return;
    const last = clips.at(-1);
    const { clip: box } = event.state;
    if (last && !byBox.has(box) && box.every((side, index) => side === last.box[index])) byBox.set(box, last);
    const own = byBox.get(box);
    if (event.kind === 'path' && event.clips)
      clips.push({ path: event, box: intersect(box, event.box), parent: own, places: [], hasStaying: false });
    else if (own && (event.kind === 'text' || event.kind === 'path' || event.kind === 'image')) byOperation.set(event.operation.start, own);
  });
  return { clips, byOperation };
}

function inkOf({ matrix, start, end, size }: PlacedGlyph): Box {
  const [x, y] = [matrix[4], matrix[5]];
  return [x, y - size * DESCENT, x + end - start, y + size * ASCENT];
}

function raised([left, bottom, right, top]: Box, by: number): Box {
  return [left, bottom + by, right, top + by];
}

function carried(clip: Clip, by: number): ContentEdit[] {
  return drawnBy(clip, [1, 0, 0, 1, 0, by]);
}

/** The clip path in coordinates that are changed, and back. @param change in page space */
function drawnBy({ path }: Clip, change: Matrix): ContentEdit[] {
  const { ctm } = path.state;
  const [back, undone] = [invert(ctm), invert(change)];
  if (!back || !undone) return [];
  const inPath = (matrix: Matrix) => writeNumbers(multiply(multiply(ctm, matrix), back), FINE);
  return [{ ...spanOf(path), replacement: `${inPath(change)} cm\n${bytesOf(path)}\n${inPath(undone)} cm` }];
}

/** A rectangle around the clip and what is to be seen in it; other shapes become as high as they need to be. */
function enlarged(clip: Clip): ContentEdit[] {
  const { path, places } = clip;
  const back = invert(path.state.ctm);
  if (!back) return [];
  if (!RECTANGLE.test(bytesOf(path))) return heightened(clip);
  const [left, bottom, right, top] = boundsOf(transformBox(back, [path.box, ...places.map(grown)].reduce(unite)));
  return [{ ...spanOf(path), replacement: `${writeNumbers([left, bottom, right - left, top - bottom])} re W n` }];
}

/** The sides of frames are drawn in shapes that meet at its corners. */
function heightened(clip: Clip): ContentEdit[] {
  const [, bottom, , top] = clip.path.box;
  const [, low, , high] = [clip.path.box, ...clip.places].reduce(unite);
  const factor = (high - low) / (top - bottom);
  return top - bottom > SLACK ? drawnBy(clip, [1, 0, 0, factor, 0, low - bottom * factor]) : [];
}

function grown([left, bottom, right, top]: Box): Box {
  return [left - SLACK, bottom - SLACK, right + SLACK, top + SLACK];
}

function spanOf({ firstSpanStart, operation }: PathEvent): { readonly start: number; readonly end: number } {
  return { start: firstSpanStart, end: operation.end };
}

function bytesOf(path: PathEvent): string {
  const { start, end } = spanOf(path);
  return Buffer.from(path.source.content.bytes.subarray(start, end)).toString('latin1');
}
