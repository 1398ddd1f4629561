// The text of a new line, list item, paragraph or row, set in the look of the unit beside it.

import { type Box } from '../geometry/box.ts';
import { fontsOfDocument } from './faces/family-face.ts';
import { describeMatch } from './find.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { paragraphOf } from './layout/paragraph.ts';
import { type FoundUnit, markOf, type Unit } from './layout/units.ts';
import { describeLine } from './line.ts';
import { type EncodedText, type EncodeText, makeEncoder } from './new-text.ts';
import { writeNumber } from '../syntax/write-operand.ts';
import type { TextPiece } from './encode-text.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import type { EditRefusal } from './refusal.ts';
import type { EditedPage } from './replace-text.ts';
import { type Insertion, textScale } from './rewrite-text.ts';

/** Separates the cells of a new row. */
const CELLS = /\s+\|\s+/u;
/** Ems to the next baseline where no neighbour shows it. */
const LEADING_EMS = 1.2;
/** Ems between baselines of lines that follow each other; up to the second where several do so evenly. */
const [NEAR_EMS, FAR_EMS, EVEN_EMS] = [2.2, 4, 0.1];
/** Ems of letters above and below their baseline. */
const [ASCENT, DESCENT] = [0.85, 0.3];
const SLACK = 2;
/** Ems kept free between cells. */
const APART_EMS = 0.25;

type Refused = { readonly refusal: EditRefusal; readonly excess?: number };

export interface NewUnit {
  readonly unit: Unit;
  readonly place: 'before' | 'after';
  readonly value: string;
}

/** From the baseline of a line to the next one. */
export function leadingOf(page: PageText, line: TextLine): number {
  const { lines, leading } = paragraphOf(page, line, line.end);
  if (lines.length > 1) return leading;
  const distances = linesOfPage(page)
    .all.filter((one) => one.end > line.start && one.start < line.end && Math.abs(one.size - line.size) < line.size * 0.1)
    .map(({ baseline }) => Math.abs(baseline - line.baseline));
  const near = distances.filter((gap) => gap > line.size * 0.8 && gap < line.size * NEAR_EMS);
  if (near.length > 0) return Math.min(...near);
  // Lines that stand far apart, but evenly.
  const far = Math.min(...distances.filter((gap) => gap >= line.size * NEAR_EMS));
  const isEven = far < line.size * FAR_EMS && distances.some((gap) => Math.abs(gap - 2 * far) < line.size * EVEN_EMS);
  return isEven ? far : (usualPitch(page, line) ?? line.size * LEADING_EMS);
}

/** Between the other lines above and below a line, where most of them have one distance. */
function usualPitch(page: PageText, line: TextLine): number | undefined {
  const like = linesOfPage(page).all.filter(
    (one) => one.end > line.start && one.start < line.end && Math.abs(one.size - line.size) < line.size * 0.1,
  );
  const baselines = like.map(({ baseline }) => baseline).toSorted((one, two) => two - one);
  const gaps = baselines.slice(1).flatMap((baseline, index) => {
    const gap = (baselines[index] ?? baseline) - baseline;
    return gap > line.size * 0.8 && gap < line.size * FAR_EMS ? [gap] : [];
  });
  const same = (gap: number) => gaps.filter((one) => Math.abs(one - gap) < line.size * EVEN_EMS).length;
  return gaps.find((gap) => same(gap) > 1 && same(gap) > gaps.length / 2);
}

export interface NewText {
  readonly insertions: readonly Insertion[];
  readonly encoded: readonly EncodedText[];
  readonly boxes: readonly Box[];
  /** What the text takes beyond one line. */
  readonly more: number;
}

/** The glyph after which new text is written, in the look of most of its line. */
function styledGlyph(line: TextLine, isBefore: boolean): PlacedGlyph | undefined {
  const shown = line.glyphs.filter(isVisible);
  const byFont = [...Map.groupBy(shown, ({ event }) => `${event.state.fontName} ${event.state.fontSize}`).values()];
  const most = byFont.reduce<PlacedGlyph[]>((best, same) => (same.length > best.length ? same : best), []);
  const inOrder = most.toSorted((one, two) => one.eventIndex - two.eventIndex || one.indexInEvent - two.indexInEvent);
  return isBefore ? inOrder[0] : inOrder.at(-1);
}

export async function encoderFor({ document, pageIndex, text: page }: EditedPage, glyph: PlacedGlyph, all: string): Promise<EncodeText> {
  const at = page.glyphOf.indexOf(page.glyphs.indexOf(glyph));
  const match = describeMatch(page, at, at + 1);
  return match ? makeEncoder(page, match, all, {}, () => fontsOfDocument(document, pageIndex)) : () => undefined;
}

export async function setLines(
  on: EditedPage,
  found: FoundUnit,
  { unit, place, value }: NewUnit,
  first: number,
): Promise<NewText | Refused> {
  const { text: page } = on;
  const isBefore = place === 'before';
  const mark = unit === 'list_item' ? markOfUnit(page, found) : undefined;
  const body = found.lines.filter((line) => !mark || !line.glyphs.every((glyph) => !isVisible(glyph) || mark.glyphs.includes(glyph)));
  const template = isBefore ? body[0] : body.at(-1);
  const at = template && styledGlyph(template, isBefore);
  if (!template || !at) return { refusal: 'no_unit' };
  const marker = mark && nextMark(mark.text, isBefore);
  const encode = await encoderFor(on, at, value);
  const encodeMark = await encoderFor(on, at, marker ?? '');
  const { lines: own, end, start, leading: known } = paragraphOf(page, template, lineEnd(on, template));
  const shown = template.glyphs.filter((glyph) => isVisible(glyph) && !mark?.glyphs.includes(glyph));
  const left = mark ? (shown[0]?.start ?? start) : own.length > 1 ? start : template.start;
  const [from, leading] = [mark && own.length > 1 ? start : left, own.length > 1 ? known : leadingOf(page, template)];
  const writer = new Writer(at, encode, isBefore);
  const wrapped = writer.wrap(value, end - from);
  if (!wrapped) return { refusal: 'glyph_missing' };
  if ('excess' in wrapped) return { refusal: 'does_not_fit', excess: wrapped.excess };
  if (mark && marker !== undefined) writer.write(marker, mark.glyphs[0]?.start ?? from, first, { encode: encodeMark });
  const firstLeft = unit === 'paragraph' && own[0] ? own[0].start : from;
  for (const [index, line] of wrapped.entries()) writer.write(line, index === 0 ? firstLeft : from, first - leading * index);
  return writer.isWhole ? { ...writer.done(), more: leading * (wrapped.length - 1) } : { refusal: 'glyph_missing' };
}

export function markOfUnit(page: PageText, found: FoundUnit) {
  for (const line of found.lines) {
    const mark = markOf(page, line);
    if (mark) return mark;
  }
  return undefined;
}

/** Of a new item: the same mark, or the next number or letter; a letter that may be a Roman numeral stays. */
function nextMark(text: string, isBefore: boolean): string {
  if (isBefore) return text;
  return text
    .replace(/\d+/u, (digits) => String(Number(digits) + 1))
    .replace(/(?<!\p{L})[a-hj-uwyA-HJ-UWY](?!\p{L})/u, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
}

function lineEnd({ text: page, document, pageIndex }: EditedPage, line: TextLine): number {
  return describeLine(page, line.glyphs.filter(isVisible), document.pages[pageIndex]?.mediaBox).endMax;
}

export async function setRow(on: EditedPage, found: FoundUnit, { place, value }: NewUnit, baseline: number): Promise<NewText | Refused> {
  const { text: page, document, pageIndex } = on;
  const isBefore = place === 'before';
  const cells = found.lines.filter((line) => !line.isLeader && Math.abs(line.baseline - found.top) < found.size * 0.3);
  const sorted = cells.toSorted((one, two) => one.start - two.start);
  const texts = value.split(CELLS);
  if (texts.length > sorted.length) return { refusal: 'too_many_cells' };
  const sets: NewText[] = [];
  // In one place of the content where the cells look the same: they are read one after the other.
  const edge = sorted.at(isBefore ? 0 : -1);
  // Its clip becomes larger for them: that must show nothing that was cut off.
  const common = edge && !isCutOff(edge) ? styledGlyph(edge, isBefore) : undefined;
  for (const [index, text] of texts.entries()) {
    const cell = sorted[index];
    const own = cell && styledGlyph(cell, isBefore);
    const at = own && common && looksLike(own, common) ? common : own;
    if (!cell || !at || text.trim() === '') continue;
    const line = describeLine(page, cell.glyphs.filter(isVisible), document.pages[pageIndex]?.mediaBox);
    const writer = new Writer(
      at,
      own && at !== own ? inFontOf(own, await encoderFor(on, own, text)) : await encoderFor(on, at, text),
      isBefore,
    );
    const width = writer.widthOf(text, (own ?? at).event.state.fontSize);
    if (width === undefined) return { refusal: 'glyph_missing' };
    const next = sorted[index + 1];
    const room = {
      left: (next ? next.start - cell.size * APART_EMS : line.limit) - cell.start,
      right: cell.end - line.startMin,
      center: line.limit - line.startMin,
    };
    if (width > room[line.alignment]) return { refusal: 'does_not_fit', excess: width - room[line.alignment] };
    const start = { left: cell.start, right: cell.end - width, center: (cell.start + cell.end - width) / 2 }[line.alignment];
    writer.write(text, start, baseline, { size: (own ?? at).event.state.fontSize, ...spacingOf(own ?? at, at) });
    sets.push(writer.done());
  }
  return {
    insertions: sets.flatMap(({ insertions }) => insertions),
    encoded: sets.flatMap(({ encoded }) => encoded),
    boxes: sets.flatMap(({ boxes }) => boxes),
    more: 0,
  };
}

/** Text of the line sticks out of its clip. */
function isCutOff({ glyphs }: TextLine): boolean {
  return glyphs.some((glyph) => {
    const [left, bottom, right, top] = glyph.event.state.clip;
    const [x, y] = [glyph.matrix[4], glyph.matrix[5]];
    return isVisible(glyph) && (x < left - SLACK || x + glyph.end - glyph.start > right + SLACK || y < bottom - SLACK || y > top + SLACK);
  });
}

const SAME_SCALE = 1e-4;

/** What is written for a glyph, at another place of the same content. */
function inFontOf({ event: { state } }: PlacedGlyph, encode: EncodeText): EncodeText {
  return (...asked) => {
    const encoded = encode(...asked);
    const named = (piece: TextPiece) => ({ ...piece, fontName: piece.fontName ?? state.fontName });
    return encoded && { ...encoded, pieces: encoded.pieces.map((piece) => (piece.bytes ? named(piece) : piece)) };
  };
}

/** Its spacing, where that is another one than around its place; and back. */
function spacingOf({ event: { state: own } }: PlacedGlyph, { event: { state: around } }: PlacedGlyph): Pick<Insertion, 'before' | 'after'> {
  if (own.charSpacing === around.charSpacing && own.wordSpacing === around.wordSpacing) return { before: '', after: '' };
  const operators = ({ charSpacing, wordSpacing }: typeof own) => `${writeNumber(charSpacing)} Tc ${writeNumber(wordSpacing)} Tw`;
  return { before: operators(own), after: operators(around) };
}

/** In all but the font, the spacing and the clip. */
function looksLike({ event: one }: PlacedGlyph, { event: two }: PlacedGlyph): boolean {
  const { fill } = one.state;
  return (
    one.font !== undefined &&
    one.source === two.source &&
    one.font.isVertical === two.font?.isVertical &&
    Math.abs(textScale(one) - textScale(two)) < SAME_SCALE &&
    one.state.horizontalScale === two.state.horizontalScale &&
    fill.space === two.state.fill.space &&
    fill.components.every((component, index) => component === two.state.fill.components[index])
  );
}

/** Writes level text beside a glyph that stays, in its look. */
class Writer {
  isWhole = true;
  private readonly insertions: Insertion[] = [];
  private readonly encoded: EncodedText[] = [];
  private readonly boxes: Box[] = [];
  private readonly at: PlacedGlyph;
  private readonly encode: EncodeText;
  private readonly isBefore: boolean;

  constructor(at: PlacedGlyph, encode: EncodeText, isBefore: boolean) {
    this.at = at;
    this.encode = encode;
    this.isBefore = isBefore;
  }

  /** Page space. */
  widthOf(text: string, size = this.at.event.state.fontSize): number | undefined {
    const encoded = this.encode(text, size);
    return encoded && encoded.advance * textScale(this.at.event);
  }

  wrap(text: string, measure: number): string[] | { readonly excess: number } | undefined {
    const lines: string[] = [];
    for (const word of text.split(/\s+/u).filter(Boolean)) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      const width = this.widthOf(longer);
      if (width === undefined) return undefined;
      if (width <= measure && last !== undefined) lines[lines.length - 1] = longer;
      else {
        const alone = this.widthOf(word) ?? 0;
        if (alone > measure) return { excess: alone - measure };
        lines.push(word);
      }
    }
    return lines;
  }

  write(
    text: string,
    start: number,
    baseline: number,
    { encode = this.encode, size = this.at.event.state.fontSize, before = '', after = '' } = {},
  ): void {
    const encoded = encode(text, size);
    if (!encoded) {
      this.isWhole = false;
      return;
    }
    const { at, isBefore } = this;
    this.encoded.push(encoded);
    this.insertions.push({
      at,
      isBefore,
      pieces: encoded.pieces,
      before,
      after,
      shift: start - at.start,
      rise: baseline - at.baseline,
    });
    const width = encoded.advance * textScale(at.event);
    this.boxes.push([start - SLACK, baseline - at.size * DESCENT - SLACK, start + width + SLACK, baseline + at.size * ASCENT + SLACK]);
  }

  done(): NewText {
    return { insertions: this.insertions, encoded: this.encoded, boxes: this.boxes, more: 0 };
  }
}
