// What is drawn for a text and goes where it goes: underlines, strikes and grounds in the content, links and marks among the annotations. Only what
// begins and ends with the words it belongs to; a rule of a table does not.

import { type PDFDict, PDFName } from 'pdf-lib';
import { annotationsOf, keepAnnotations } from '../../pages/annotations.ts';
import { type Box, boxIn, unite } from '../../geometry/box.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { numbersIn } from '../../fonts/dictionaries.ts';
import { arrayOf, nameOf } from '../../syntax/dictionary.ts';
import type { ContentEdit } from '../../syntax/operations.ts';
import { type PageText, type PlacedGlyph, SAME_ANGLE } from '../page-text.ts';
import { type Insertion, textScale } from '../rewrite-text.ts';
import { isSameSource, removedDrawing, transformed } from './column.ts';
import { drawnLeader } from './leaders.ts';
import { isVisible, linesOfPage, type TextLine } from './lines.ts';
import { type Drawing, drawingsOf } from './units.ts';

export interface TextMoves {
  readonly page: PageText;
  /** What the new text replaces. */
  readonly match: readonly PlacedGlyph[];
  readonly removed: ReadonlySet<PlacedGlyph>;
  readonly insertions: readonly Insertion[];
  readonly shifts: ReadonlyMap<PlacedGlyph, number>;
  readonly rises: ReadonlyMap<PlacedGlyph, number>;
}

export interface Followed {
  readonly edits: readonly ContentEdit[];
  /** Where they were and are. */
  readonly boxes: readonly Box[];
}

/** Ems: the thickness of a line; between these above the baseline it belongs to the text; how exactly it begins and ends with words. */
const THICK = 0.16;
const LINE = { least: -0.35, most: 0.5 } as const;
const GROUND = { bottom: 0.1, top: 0.45, height: 2 } as const;
const ENDS = 0.4;
const MARKS: ReadonlySet<string> = new Set(['Link', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly']);
const SLACK = 3;

/** A stretch of one line, before and after. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
}

export function followText(moves: TextMoves): Followed {
  const lines = touchedLines(moves);
  const [edits, boxes]: [ContentEdit[], Box[]] = [[], []];
  const source = moves.match[0]?.event.source;
  if (lines.length === 0) return { edits, boxes };
  const drawings = moves.page.rules.length > 0 ? drawingsOf(moves.page) : [];
  for (const drawing of drawings) {
    if (drawing.kind !== 'path' || !isSameSource(drawing.source, source)) continue;
    const led = ledFrom(moves, lines, drawing);
    if (led) {
      edits.push(transformed(drawing, led.move));
      boxes.push(drawing.box, led.box);
      continue;
    }
    const line = lines.find((one) => isFor(drawing, one));
    const followed = line && follow(moves, line, [drawing.box[0], drawing.box[2]], true);
    if (!line || !followed) continue;
    edits.push(moved(drawing, followed, line));
    boxes.push(drawing.box, ...followed.now.map((now) => moveBox(drawing.box, followed.was, now)));
  }
  boxes.push(...followWithAnnotations(moves, lines));
  return { edits, boxes: boxes.map(grown) };
}

/** A line that leads from the words to the next column begins where they end now, and ends where it did. */
function ledFrom(moves: TextMoves, lines: readonly TextLine[], { box }: Drawing): { readonly move: Matrix; readonly box: Box } | undefined {
  const [left, bottom, right, top] = box;
  const line = lines.find((one) => drawnLeader({ rules: [box] }, one, one.end) !== undefined);
  if (!line) return undefined;
  const kept = line.glyphs.filter((glyph) => isVisible(glyph) && !moves.removed.has(glyph));
  const ends = [
    ...kept.map((glyph) => glyph.end + (moves.shifts.get(glyph) ?? 0)),
    ...(moves.match[0] && line.glyphs.includes(moves.match[0]) ? newStretches(moves, line).map(({ end }) => end) : []),
  ];
  const isHigher = [...moves.rises].some(([glyph, by]) => line.glyphs.includes(glyph) && by !== 0);
  if (ends.length === 0 || isHigher) return undefined;
  const now = left + Math.max(...ends) - line.end;
  const factor = (right - now) / (right - left);
  if (!(factor > 0)) return undefined;
  return { move: [factor, 0, 0, 1, right * (1 - factor), 0], box: [now, bottom, right, top] };
}

/** Level lines with something that moves or goes. */
function touchedLines({ page, removed, shifts, rises }: TextMoves): TextLine[] {
  const { of } = linesOfPage(page);
  const touched = new Set([...removed, ...shifts.keys(), ...rises.keys()].flatMap((glyph) => of(glyph) ?? []));
  return [...touched].filter(({ angle }) => Math.abs(angle) < SAME_ANGLE);
}

function isFor({ box, ...drawing }: Drawing, { start, end, baseline, size }: TextLine): boolean {
  const [left, bottom, right, top] = box;
  if (right < start - size * ENDS || left > end + size * ENDS || right - left < size * ENDS) return false;
  const [low, high] = [(bottom - baseline) / size, (top - baseline) / size];
  if (high - low < THICK) return low > LINE.least && high < LINE.most;
  return drawing.kind === 'path' && drawing.fills && low < GROUND.bottom && high > GROUND.top && high - low < GROUND.height;
}

interface Stretches {
  readonly was: Stretch;
  /** On each line that it is on now; none where all of it is gone. */
  readonly now: readonly Stretch[];
}

/** Undefined where it belongs to no words, or they stay. */
function follow(moves: TextMoves, line: TextLine, [left, right]: readonly [number, number], isExact: boolean): Stretches | undefined {
  const { removed, shifts, rises, match } = moves;
  const own = line.glyphs.filter(
    (glyph) => isVisible(glyph) && (glyph.start + glyph.end) / 2 > left && (glyph.start + glyph.end) / 2 < right,
  );
  const [first] = own;
  if (!first || !own.some((glyph) => removed.has(glyph) || shifts.has(glyph) || rises.has(glyph))) return undefined;
  const was = { start: Math.min(...own.map(({ start }) => start)), end: Math.max(...own.map(({ end }) => end)), baseline: line.baseline };
  const isNear = (one: number, two: number) => Math.abs(one - two) < line.size * ENDS;
  if (isExact && !(isNear(was.start, left) && isNear(was.end, right))) return undefined;
  const parts: Stretch[] = own
    .filter((glyph) => !removed.has(glyph))
    .map((glyph) => {
      const by = shifts.get(glyph) ?? 0;
      return { start: glyph.start + by, end: glyph.end + by, baseline: line.baseline + (rises.get(glyph) ?? 0) };
    });
  if (match[0] && own.includes(match[0])) parts.push(...newStretches(moves, line));
  const byLine = Map.groupBy(parts, ({ baseline }) => Math.round(baseline * 4));
  const now = [...byLine.values()].map((same) => ({
    start: Math.min(...same.map(({ start }) => start)),
    end: Math.max(...same.map(({ end }) => end)),
    baseline: same[0]?.baseline ?? line.baseline,
  }));
  return { was, now };
}

function newStretches({ insertions, match }: TextMoves, line: TextLine): Stretch[] {
  const all = insertions.flatMap(({ at, pieces, shift, rise = 0 }) => {
    const width = pieces.reduce((sum, { advance }) => sum + advance, 0) * textScale(at.event);
    return width > 0 ? [{ start: at.start + shift, end: at.start + shift + width, baseline: line.baseline + rise }] : [];
  });
  // The space that the old text ends with is in the new one, too.
  const space = Math.max(0, (match.at(-1)?.end ?? 0) - Math.max(...match.filter(isVisible).map(({ end }) => end)));
  const last = all.at(-1);
  return last && last.end - space > last.start ? [...all.slice(0, -1), { ...last, end: last.end - space }] : all;
}

function moved(drawing: Drawing, { was, now }: Stretches, { size }: TextLine): ContentEdit {
  const [first] = now;
  if (!first) return removedDrawing(drawing);
  const width = Math.max(drawing.box[2] - drawing.box[0], size * ENDS);
  const parts = now.map((one) => {
    const factor = (width + (one.end - one.start) - (was.end - was.start)) / width;
    const left = drawing.box[0];
    const move: Matrix = [factor, 0, 0, 1, left + (one.start - was.start) - left * factor, one.baseline - was.baseline];
    return transformed(drawing, move);
  });
  return { start: parts[0]?.start ?? 0, end: parts[0]?.end ?? 0, replacement: parts.map(({ replacement }) => replacement).join('\n') };
}

function moveBox([left, bottom, right, top]: Box, was: Stretch, now: Stretch): Box {
  const up = now.baseline - was.baseline;
  return [left + now.start - was.start, bottom + up, right + now.end - was.end, top + up];
}

function followWithAnnotations(moves: TextMoves, lines: readonly TextLine[]): Box[] {
  const boxes: Box[] = [];
  const gone = new Set<PDFDict>();
  for (const annotation of annotationsOf(moves.page.page)) {
    const rect = boxIn(numbersIn(arrayOf(annotation, 'Rect')));
    if (!rect || !MARKS.has(nameOf(annotation, 'Subtype') ?? '')) continue;
    const quads = quadsOf(annotation);
    const places = (quads.length > 0 ? quads : [rect]).map((box) => ({ box, now: placesNow(moves, lines, box) }));
    if (places.every(({ now }) => now === undefined)) continue;
    const now = places.flatMap((place) => place.now ?? [place.box]);
    const [was, is] = [places[0]?.box, now[0]];
    const isOne = places.length === 1 && now.length === 1 && was !== undefined && is !== undefined;
    const rectNow = isOne ? outOf(rect, was, is) : now.reduce(unite, rect);
    boxes.push(rect, rectNow, ...now);
    if (now.length === 0) gone.add(annotation);
    else if (isOne) writePlaces(annotation, rectNow, quads.length > 0 ? now : []);
    else {
      writePlaces(annotation, now.reduce(unite), now);
      // It showed the old lines: readers draw the mark again.
      annotation.delete(PDFName.of('AP'));
    }
  }
  if (gone.size > 0) keepAnnotations(moves.page.page, (annotation) => !gone.has(annotation));
  return boxes;
}

/** Undefined where the words of a place stay, or are of several lines. */
function placesNow(moves: TextMoves, lines: readonly TextLine[], box: Box): Box[] | undefined {
  const inside = linesOfPage(moves.page).all.filter(({ baseline, size, start, end }) => {
    const middle = baseline + size * 0.25;
    return middle > box[1] && middle < box[3] && end > box[0] && start < box[2];
  });
  const [line] = inside;
  if (!line || inside.length > 1 || !lines.includes(line)) return undefined;
  const followed = follow(moves, line, [box[0], box[2]], false);
  return followed?.now.map((now) => moveBox(box, followed.was, now));
}

function quadsOf(annotation: PDFDict): Box[] {
  const numbers = numbersIn(arrayOf(annotation, 'QuadPoints'));
  const quads: Box[] = [];
  for (let at = 0; at + 8 <= numbers.length; at += 8) {
    const [xs, ys] = [0, 1].map((odd) => numbers.slice(at, at + 8).filter((_, index) => index % 2 === odd));
    if (xs && ys) quads.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }
  return quads;
}

/** A box around another one, when that has moved and become longer or shorter. */
function outOf([left, bottom, right, top]: Box, was: Box, is: Box): Box {
  return [left + is[0] - was[0], bottom + is[1] - was[1], right + is[2] - was[2], top + is[3] - was[3]];
}

/** Its appearance, where it has one, is drawn into the new rectangle. */
function writePlaces(annotation: PDFDict, rect: Box, quads: readonly Box[]): void {
  const { context } = annotation;
  annotation.set(PDFName.of('Rect'), context.obj([...rect]));
  if (quads.length === 0) return;
  const points = quads.flatMap(([left, bottom, right, top]) => [left, top, right, top, left, bottom, right, bottom]);
  annotation.set(PDFName.of('QuadPoints'), context.obj(points));
}

function grown([left, bottom, right, top]: Box): Box {
  return [left - SLACK, bottom - SLACK, right + SLACK, top + SLACK];
}
