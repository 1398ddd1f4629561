// The text of a page as an editor sees it: characters in the order in which they are shown, each with its glyph and place; separate words
// have a space between them, lines a line feed that no glyph shows. Only what can be edited: pages and forms, not appearances.

import type { PDFDict } from 'pdf-lib';
import type { ContentSource } from '../content/content-source.ts';
import { glyphMatrix, glyphQuad, type ShownGlyph, type TextEvent } from '../content/events.ts';
import type { Gap } from '../content/execution.ts';
import { interpretPage } from '../content/interpret.ts';
import { boundsOf, type Box } from '../geometry/box.ts';
import { type Matrix } from '../geometry/matrix.ts';

/** Radians: text whose angles differ by less has one direction. */
export const SAME_ANGLE = 0.02;
/** Ems by which superscripts may be off a line. */
export const SAME_LINE_EMS = 0.4;
/** Ems: a wider gap separates words, a narrower one is kerning. */
export const WORD_GAP_EMS = 0.17;
/** Ems: a gap this wide is another column. */
const COLUMN_GAP_EMS = 6;

/** A glyph on the page. */
export interface PlacedGlyph {
  readonly event: TextEvent;
  readonly shown: ShownGlyph;
  /** Index of the event among the page's text events. */
  readonly eventIndex: number;
  readonly indexInEvent: number;
  readonly box: Box;
  readonly matrix: Matrix;
  /** Along the baseline and across it, in page space. */
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  /** Angle of the baseline; glyphs of one line have the same. */
  readonly angle: number;
  /** Font size as it appears, in page space. */
  readonly size: number;
}

export interface PageText {
  readonly page: PDFDict;
  readonly text: string;
  /** For each UTF-16 unit of `text`: the index of its glyph, or -1 for a space or line feed that no glyph shows. */
  readonly glyphOf: Int32Array;
  readonly glyphs: readonly PlacedGlyph[];
  readonly events: readonly TextEvent[];
  readonly sources: readonly ContentSource[];
  readonly gaps: ReadonlySet<Gap>;
  /** What is drawn beside text and limits it: strokes, painted areas and pictures, in page space. */
  readonly rules: readonly Box[];
}

const RULES_MAX = 20_000;
/** Wider character spacing places things, not letters. */
const SPACING_EMS_MAX = 0.7;

/** @throws JobFailure decompression_limit */
export function readPageTextEvents(page: PDFDict): PageText {
  const events: TextEvent[] = [];
  const rules: Box[] = [];
  const { gaps } = interpretPage(page, (event) => {
    if (rules.length < RULES_MAX && ((event.kind === 'path' && !event.clips) || (event.kind === 'image' && !event.isHidden)))
      rules.push(event.box);
    if (event.kind === 'text' && isEditable(event.source)) events.push(event);
  });
  return arrangeText(page, events, gaps, rules);
}

/** Drawn by the page itself or by forms on it, where the content is what is seen. */
export function isEditable(source: ContentSource): boolean {
  for (let at: ContentSource | undefined = source; at; at = at.parent) if (at.kind !== 'page' && at.kind !== 'form') return false;
  return true;
}

/** Text events of a page as readable text; in the order of the events. */
export function arrangeText(page: PDFDict, events: readonly TextEvent[], gaps: ReadonlySet<Gap>, rules: readonly Box[] = []): PageText {
  const glyphs: PlacedGlyph[] = [];
  const units: number[] = [];
  const parts: string[] = [];
  let last: PlacedGlyph | undefined;
  for (const [eventIndex, event] of events.entries()) {
    for (const [indexInEvent, shown] of event.glyphs.entries()) {
      const placed = placeGlyph(event, shown, eventIndex, indexInEvent);
      const text = readAs(shown.glyph.unicode);
      const between = last ? separator(last, placed) : '';
      if (between !== '' && !(between === ' ' && (text.startsWith(' ') || parts.at(-1)?.endsWith(' ')))) {
        parts.push(between);
        units.push(-1);
      }
      parts.push(text);
      for (let unit = 0; unit < text.length; unit++) units.push(glyphs.length);
      glyphs.push(placed);
      last = placed;
    }
  }
  return {
    page,
    text: parts.join(''),
    glyphOf: Int32Array.from(units),
    glyphs,
    events,
    sources: [...new Set(events.map(({ source }) => source))],
    gaps,
    rules,
  };
}

/** Ligatures as their letters, every space as a space. */
function readAs(unicode: string): string {
  return unicode.replaceAll(/[\u00a0\t\r\n]/g, ' ').replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
}

function placeGlyph(event: TextEvent, shown: ShownGlyph, eventIndex: number, indexInEvent: number): PlacedGlyph {
  const matrix = glyphMatrix(event, shown);
  const { vertical, width } = shown.glyph;
  // Vertical writing runs down the glyph.
  const angle = vertical ? Math.atan2(-matrix[3], -matrix[2]) : Math.atan2(matrix[1], matrix[0]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const start = matrix[4] * cos + matrix[5] * sin;
  const size = Math.hypot(matrix[2], matrix[3]);
  const length = vertical ? Math.abs(vertical.advance) * size : width * Math.hypot(matrix[0], matrix[1]);
  const baseline = matrix[5] * cos - matrix[4] * sin;
  return {
    event,
    shown,
    eventIndex,
    indexInEvent,
    box: boundsOf(glyphQuad(event, shown)),
    matrix,
    start,
    end: start + length,
    baseline,
    angle,
    size,
  };
}

/** Glyphs are on one line when their baselines agree, or nearly (superscripts do not break a line). */
export function isSameLine(one: PlacedGlyph, two: PlacedGlyph): boolean {
  const size = Math.max(one.size, two.size, 1e-6);
  return Math.abs(one.angle - two.angle) < SAME_ANGLE && Math.abs(one.baseline - two.baseline) < size * SAME_LINE_EMS;
}

/** What is between two glyphs shown one after the other. */
export function separator(last: PlacedGlyph, next: PlacedGlyph): '' | ' ' | '\n' {
  if (!isSameLine(last, next)) return '\n';
  const size = Math.max(last.size, next.size, 1e-6);
  const gap = next.start - last.end;
  // Back to the left, or far to the right: another line, or another column.
  if (gap < -size || gap > size * COLUMN_GAP_EMS) return '\n';
  if (gap <= size * WORD_GAP_EMS) return '';
  // Letters set apart by character spacing are not words.
  const { charSpacing, horizontalScale, fontSize } = last.event.state;
  const spacing = fontSize > 0 && charSpacing < fontSize * SPACING_EMS_MAX ? (charSpacing * horizontalScale * last.size) / fontSize : 0;
  return gap - Math.max(0, spacing) > size * WORD_GAP_EMS ? ' ' : '';
}
