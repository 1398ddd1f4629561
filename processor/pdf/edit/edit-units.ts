// Inserts and deletes whole lines, list items, table rows and paragraphs: the new one in the style of its neighbour, what is below in the column
// moved down as far as there is room, or up to close the gap. What cannot be done well is refused, and then nothing has changed.

import { type PDFDict, PDFName } from 'pdf-lib';
import { type Box, unite } from '../geometry/box.ts';
import { lookup } from '../syntax/dictionary.ts';
import type { ContentEdit } from '../syntax/operations.ts';
import { freeName, subDictionary, writeSource } from '../content/write-source.ts';
import { writeActualText } from './actual-text.ts';
import { fontsOfDocument } from './family-face.ts';
import { describeMatch, type TextMatch } from './find.ts';
import {
  type Column,
  glyphsOf,
  isSameSource,
  type Movable,
  moveAnnotations,
  moveDrawings,
  removedDrawing,
  repeated,
  risingBelow,
  sinkingBelow,
} from './layout/column.ts';
import { moveClips } from './layout/clips.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { paragraphOf } from './layout/paragraph.ts';
import { bandOf, type Drawing, drawingsOf, findUnit, type FoundUnit, markOf, type Unit } from './layout/units.ts';
import { describeLine } from './line.ts';
import { type EncodedText, type EncodeText, makeEncoder, type NeededFont } from './new-text.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import { withNames } from './place-text.ts';
import type { EditRefusal } from './refusal.ts';
import { isRightToLeft } from './text-order.ts';
import { type EditedPage, type EditOutcome, fidelityOf, refusalOf } from './replace-text.ts';
import { type Insertion, rewriteText, textScale } from './rewrite-text.ts';

/** Separates the cells of a new row. */
const CELLS = /\s+\|\s+/u;
/** Ems to the next baseline where no neighbour shows it: of lines, and of paragraphs and items. */
const LEADING_EMS = 1.2;
const PARAGRAPH_LEADINGS = 1.6;
/** Ems of letters above and below their baseline. */
const [ASCENT, DESCENT] = [0.85, 0.3];
const SLACK = 2;
/** Ems kept free between cells. */
const APART_EMS = 0.25;
/** Points: the thickness of a rule between rows, at most. */
const RULE_PT = 1.5;
/** How far above a unit text beside it shows that there are columns. */
const BESIDE_EMS = 8;
const LEVEL_ANGLE = 0.02;

type Refused = { readonly refusal: EditRefusal; readonly excess?: number };

/** Deletes the unit that a match stands in, and closes the gap. */
export function deleteUnit(on: EditedPage, match: TextMatch, unit: Unit): EditOutcome {
  const { text: page } = on;
  const refusal = refusalOf(page, match) ?? directionRefusal(page, match, '');
  const found = findUnit(page, match.glyphs, unit);
  if (refusal || !found) return { ok: false, refusal: refusal ?? 'no_unit', match };
  const source = match.glyphs[0]?.event.source;
  const removed = found.lines.flatMap(({ glyphs }) => glyphs);
  if (!source || removed.some(({ event }) => event.source !== source)) return { ok: false, refusal: 'split_over_contents', match };
  const drawings = drawingsOf(page);
  const band = unit === 'row' ? bandOf(page, drawings, found) : undefined;
  const column = columnOf(page, found, band, unit, band?.[1] ?? found.bottom - found.size * DESCENT);
  const moving = risingBelow(page, column);
  const by = band ? rowPitch(page, found, band) : distanceTo(moving, found.top);
  const edits = band ? drawings.filter((one) => isOfRow(one, band) && isSameSource(one.source, source)).map(removedDrawing) : [];
  const change = { removed, insertions: [], encoded: [], edits, by, boxes: band ? [band] : [] };
  return write(on, match, { ...change, column, moving, drawings, before: textOf(page, found), after: '' });
}

export interface NewUnit {
  readonly unit: Unit;
  readonly place: 'before' | 'after';
  readonly value: string;
}

/** Inserts a unit beside the one that a match stands in. */
export async function insertUnit(on: EditedPage, match: TextMatch, asked: NewUnit): Promise<EditOutcome> {
  const { text: page, document, pageIndex } = on;
  const refusal = refusalOf(page, match) ?? directionRefusal(page, match, asked.value);
  const found = findUnit(page, match.glyphs, asked.unit);
  const source = match.glyphs[0]?.event.source;
  if (refusal || !found || !source) return { ok: false, refusal: refusal ?? 'no_unit', match };
  const drawings = drawingsOf(page);
  const band = asked.unit === 'row' ? bandOf(page, drawings, found) : undefined;
  const isAfter = asked.place === 'after';
  const pitch = band ? rowPitch(page, found, band) : pitchOf(page, found, asked.unit);
  const first = isAfter ? found.bottom - pitch : found.top;
  const set = await (asked.unit === 'row' ? setRow(on, found, asked, first) : setLines(on, found, asked, first));
  if ('refusal' in set) return { ok: false, match, ...set };
  const by = pitch + set.more;
  const edge = isAfter ? (band?.[1] ?? found.bottom - found.size * DESCENT) : (band?.[3] ?? found.top + found.size * ASCENT);
  const column = { ...columnOf(page, found, band, asked.unit, edge), baseline: isAfter ? found.bottom : found.top + pitch };
  const moving = sinkingBelow(page, column, by, drawings, document.pages[pageIndex]?.mediaBox ?? [0, 0, Infinity, Infinity]);
  if (!moving) return { ok: false, refusal: 'no_room_below', match, excess: by };
  const edits = band
    ? drawings.filter((one) => isOfRow(one, band) && isSameSource(one.source, source)).map((one) => repeated(one, isAfter ? -by : 0))
    : [];
  const change = { removed: [], insertions: set.insertions, encoded: set.encoded, edits, by: -by, boxes: set.boxes };
  return write(on, match, { ...change, column, moving, drawings, before: '', after: asked.value });
}

/** New lines are set from left to right. */
function directionRefusal({ directed }: PageText, { start, end, glyphs }: TextMatch, value: string): EditRefusal | undefined {
  if (glyphs.some(({ event }) => event.font?.isVertical)) return 'vertical_text';
  const isInside = directed.some((line) => start < line.end && end > line.start);
  return isInside || isRightToLeft(value) ? 'right_to_left' : undefined;
}

/** From a row to the next or the one before: the height of its band, and of the rule between them. */
function rowPitch(page: PageText, { lines, top }: FoundUnit, [left, low, right, high]: Box): number {
  const height = high - low;
  const own = new Set(lines);
  const distances = linesOfPage(page)
    .all.filter((line) => !own.has(line) && line.end > left && line.start < right)
    .map(({ baseline }) => Math.abs(baseline - top))
    .filter((distance) => Math.abs(distance - height) < RULE_PT);
  return distances.length > 0 ? Math.min(...distances) : height;
}

function distanceTo({ lines }: Movable, top: number): number {
  return lines.length === 0 ? 0 : top - Math.max(...lines.map(({ baseline }) => baseline));
}

/** What is drawn in a row, with the rule below it; the rule above belongs to the row above. */
function isOfRow({ box }: Drawing, [left, low, right, high]: Box): boolean {
  const middle = (box[0] + box[2]) / 2;
  return middle > left - 1 && middle < right + 1 && box[1] >= low - 1 && box[3] <= high + 1 && box[1] < high - 1.5;
}

function columnOf(page: PageText, found: FoundUnit, band: Box | undefined, unit: Unit, top: number): Column {
  const [line] = found.lines;
  const block = line && unit !== 'row' ? paragraphOf(page, line, line.end) : undefined;
  const [left, right] = [
    Math.min(found.start, band?.[0] ?? Infinity),
    Math.max(found.end, band?.[2] ?? -Infinity, block?.end ?? -Infinity),
  ];
  const isAlone = !hasTextBeside(page, found, [left, right]);
  return {
    left: isAlone ? -Infinity : left,
    right: isAlone ? Infinity : right,
    top,
    baseline: found.bottom,
    size: found.size,
  };
}

/** Nothing beside it, nor beside what is just above it: there is one column, and all that is below belongs to it, a table with all of its cells. */
function hasTextBeside(page: PageText, { lines, top, bottom, size }: FoundUnit, [left, right]: readonly [number, number]): boolean {
  return linesOfPage(page).all.some(
    (line) =>
      !lines.includes(line) &&
      Math.abs(line.angle) < LEVEL_ANGLE &&
      line.baseline > bottom - size * DESCENT &&
      line.baseline < top + size * BESIDE_EMS &&
      (line.end < left - size * APART_EMS || line.start > right + size * APART_EMS),
  );
}

/** From the last baseline of a unit to the first of a new one after it: as its neighbours have it. */
function pitchOf(page: PageText, found: FoundUnit, unit: Unit): number {
  const [line] = found.lines;
  const leading = line ? leadingOf(page, line) : found.size * LEADING_EMS;
  if (unit === 'line') return leading;
  const { all } = linesOfPage(page);
  const inColumn = all.filter(
    (one) => one.end > found.start && one.start < found.end && Math.abs(one.size - found.size) < found.size * 0.1,
  );
  const below = Math.max(...inColumn.map(({ baseline }) => baseline).filter((y) => y < found.bottom - found.size * 0.5));
  const above = Math.min(...inColumn.map(({ baseline }) => baseline).filter((y) => y > found.top + found.size * 0.5));
  const gaps = [found.bottom - below, above - found.top].filter((gap) => gap < leading * 3);
  const least = gaps.length > 0 ? Math.min(...gaps) : undefined;
  return unit === 'paragraph' ? Math.max(...gaps, leading * PARAGRAPH_LEADINGS) : (least ?? leading);
}

function leadingOf(page: PageText, line: TextLine): number {
  const { lines, leading } = paragraphOf(page, line, line.end);
  if (lines.length > 1) return leading;
  const gaps = linesOfPage(page)
    .all.filter((one) => one.end > line.start && one.start < line.end && Math.abs(one.size - line.size) < line.size * 0.1)
    .map(({ baseline }) => Math.abs(baseline - line.baseline))
    .filter((gap) => gap > line.size * 0.8 && gap < line.size * 2.2);
  return gaps.length > 0 ? Math.min(...gaps) : line.size * LEADING_EMS;
}

interface NewText {
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

async function encoderFor({ document, pageIndex, text: page }: EditedPage, glyph: PlacedGlyph, all: string): Promise<EncodeText> {
  const at = page.glyphOf.indexOf(page.glyphs.indexOf(glyph));
  const match = describeMatch(page, at, at + 1);
  return match ? makeEncoder(page, match, all, {}, () => fontsOfDocument(document, pageIndex)) : () => undefined;
}

async function setLines(on: EditedPage, found: FoundUnit, { unit, place, value }: NewUnit, first: number): Promise<NewText | Refused> {
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
  if (mark && marker !== undefined) writer.write(marker, mark.glyphs[0]?.start ?? from, first, encodeMark);
  const firstLeft = unit === 'paragraph' && own[0] ? own[0].start : from;
  for (const [index, line] of wrapped.entries()) writer.write(line, index === 0 ? firstLeft : from, first - leading * index);
  return writer.isWhole ? { ...writer.done(), more: leading * (wrapped.length - 1) } : { refusal: 'glyph_missing' };
}

function markOfUnit(page: PageText, found: FoundUnit) {
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

async function setRow(on: EditedPage, found: FoundUnit, { place, value }: NewUnit, baseline: number): Promise<NewText | Refused> {
  const { text: page, document, pageIndex } = on;
  const isBefore = place === 'before';
  const cells = found.lines.filter((line) => !line.isLeader && Math.abs(line.baseline - found.top) < found.size * 0.3);
  const sorted = cells.toSorted((one, two) => one.start - two.start);
  const texts = value.split(CELLS);
  if (texts.length > sorted.length) return { refusal: 'too_many_cells' };
  const sets: NewText[] = [];
  // In one place of the content where the cells look the same: they are read one after the other.
  const edge = sorted.at(isBefore ? 0 : -1);
  const common = edge && styledGlyph(edge, isBefore);
  for (const [index, text] of texts.entries()) {
    const cell = sorted[index];
    const own = cell && styledGlyph(cell, isBefore);
    const at = own && common && looksLike(own, common) ? common : own;
    if (!cell || !at || text.trim() === '') continue;
    const line = describeLine(page, cell.glyphs.filter(isVisible), document.pages[pageIndex]?.mediaBox);
    const writer = new Writer(at, await encoderFor(on, at, text), isBefore);
    const width = writer.widthOf(text);
    if (width === undefined) return { refusal: 'glyph_missing' };
    const next = sorted[index + 1];
    const room = {
      left: (next ? next.start - cell.size * APART_EMS : line.limit) - cell.start,
      right: cell.end - line.startMin,
      center: line.limit - line.startMin,
    };
    if (width > room[line.alignment]) return { refusal: 'does_not_fit', excess: width - room[line.alignment] };
    const start = { left: cell.start, right: cell.end - width, center: (cell.start + cell.end - width) / 2 }[line.alignment];
    writer.write(text, start, baseline);
    sets.push(writer.done());
  }
  return {
    insertions: sets.flatMap(({ insertions }) => insertions),
    encoded: sets.flatMap(({ encoded }) => encoded),
    boxes: sets.flatMap(({ boxes }) => boxes),
    more: 0,
  };
}

function looksLike({ event: one }: PlacedGlyph, { event: two }: PlacedGlyph): boolean {
  const { fill } = one.state;
  return (
    one.font === two.font &&
    one.source === two.source &&
    one.state.fontSize === two.state.fontSize &&
    one.state.clip.every((side, index) => side === two.state.clip[index]) &&
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
  widthOf(text: string): number | undefined {
    const encoded = this.encode(text, this.at.event.state.fontSize);
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

  write(text: string, start: number, baseline: number, encode = this.encode): void {
    const encoded = encode(text, this.at.event.state.fontSize);
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
      before: '',
      after: '',
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

interface UnitChange {
  readonly removed: readonly PlacedGlyph[];
  readonly insertions: readonly Insertion[];
  readonly encoded: readonly EncodedText[];
  readonly edits: readonly ContentEdit[];
  readonly boxes: readonly Box[];
  /** Upwards. */
  readonly by: number;
  readonly column: Column;
  readonly moving: Movable;
  readonly drawings: readonly Drawing[];
  readonly before: string;
  readonly after: string;
}

function write(on: EditedPage, match: TextMatch, change: UnitChange): EditOutcome {
  const { document, pageIndex, text: page } = on;
  const { removed, by, column, moving } = change;
  const source = match.glyphs[0]?.event.source;
  const refused = (refusal: EditRefusal): EditOutcome => ({ ok: false, refusal, match });
  const moved = source && glyphsOf(moving, source);
  const drawn =
    source && (by === 0 ? { edits: [], boxes: [], moved: new Set<number>() } : moveDrawings(change.drawings, source, column, moving, by));
  if (!source || !moved || !drawn) return refused('split_over_contents');
  const spoken = writeActualText(removed);
  if (spoken === 'shared') return refused('shared_actual_text');
  const own = new Set(change.edits.map(({ start }) => start));
  const { fonts, names } = nameFonts(change.encoded, source.resources && lookup(source.resources, 'Font'));
  const isMoved = new Set(moved);
  const edits = rewriteText(page, {
    source,
    removed: new Set(removed),
    insertions: change.insertions.map((insertion) => ({ ...insertion, pieces: withNames(insertion.pieces, names) })),
    shiftOf: () => 0,
    riseOf: (glyph) => (isMoved.has(glyph) ? by : 0),
  });
  const addFonts = (resources: PDFDict) => {
    const dict = subDictionary(document.context, resources, 'Font');
    for (const [key, font] of fonts) dict.set(PDFName.of(names.get(key) ?? key), font.embed(document.context));
  };
  const clips = moveClips({
    page,
    source,
    moved: isMoved,
    insertions: change.insertions,
    drawings: change.drawings,
    movedDrawings: drawn.moved,
    by,
  });
  const all = [...edits, ...spoken, ...change.edits, ...drawn.edits.filter(({ start }) => !own.has(start)), ...clips];
  writeSource(document, page.page, source, all, fonts.size > 0 ? addFonts : undefined);
  const annotations = by === 0 ? [] : moveAnnotations(page.page, column, moving, by);
  const boxes = [
    ...change.boxes,
    ...[...removed, ...moved].map(({ box }) => widened(box, by)),
    ...drawn.boxes.map((box) => widened(box, 0)),
    ...annotations,
  ];
  return {
    ok: true,
    change: {
      pageIndex,
      before: change.before,
      after: change.after,
      bbox: boxes.reduce(unite),
      boxes: joined(boxes),
      removed: '',
      fidelity: fidelityOf(
        { encoded: change.encoded, fitting: by < 0 && moved.length > 0 ? 'free_room' : 'as_it_is', isOverflowing: false, scale: 1 },
        fonts,
      ),
    },
  };
}

function nameFonts(encoded: readonly EncodedText[], known: unknown) {
  const names = new Map<string, string>();
  const fonts = new Map<string, NeededFont>();
  for (const font of encoded.flatMap((one) => one.fonts)) {
    if (fonts.has(font.key)) continue;
    names.set(font.key, freeName(known, `Fe${names.size}x`));
    fonts.set(font.key, font);
  }
  return { names, fonts };
}

function widened([left, bottom, right, top]: Box, by: number): Box {
  return [left - SLACK, Math.min(bottom, bottom + by) - SLACK, right + SLACK, Math.max(top, top + by) + SLACK];
}

/** A box for each row of glyphs. */
function joined(boxes: readonly Box[]): Box[] {
  const rows: Box[] = [];
  for (const box of boxes.toSorted((one, two) => two[1] - one[1])) {
    const row = rows.at(-1);
    if (row && Math.abs(row[1] - box[1]) < 1) rows[rows.length - 1] = unite(row, box);
    else rows.push(box);
  }
  return rows;
}

function textOf(page: PageText, { lines }: FoundUnit): string {
  const own = new Set(lines.flatMap(({ glyphs }) => glyphs));
  let text = '';
  for (let unit = 0; unit < page.text.length; unit++) {
    const glyph = page.glyphs[page.glyphOf[unit] ?? -1];
    if (glyph ? own.has(glyph) : text !== '') text += page.text.charAt(unit);
  }
  return text.replaceAll(/\s+/gu, ' ').trim();
}
