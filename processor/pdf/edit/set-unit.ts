// The text of a new line, list item, paragraph or row, set in the look of the unit beside it.

import { type Box } from '../geometry/box.ts';
import { fontsOfDocument } from './faces/family-face.ts';
import type { Paint } from '../content/state.ts';
import { fillOperators } from './color.ts';
import { describeMatch } from './find.ts';
import { isVisible, linesOfPage, type TextLine } from './layout/lines.ts';
import { paragraphOf } from './layout/paragraph.ts';
import { type FoundUnit, markOf, type Unit } from './layout/units.ts';
import { describeLine } from './line.ts';
import { countedOn, startOfMark } from './list-marks.ts';
import { type EncodedText, type EncodeText, makeEncoder } from './new-text.ts';
import { writeNumber } from '../syntax/write-operand.ts';
import type { TextPiece } from './encode-text.ts';
import { widerSpaces } from './place-text.ts';
import type { PageText, PlacedGlyph } from './page-text.ts';
import type { EditRefusal } from './refusal.ts';
import type { EditedPage } from './replace-text.ts';
import { type Insertion, textScale } from './rewrite-text.ts';
import { dividedByLabel, labelOf, type UnitLabel } from './unit-label.ts';

/** Separates the cells of a new row. */
const CELLS = /\s\|\s/u;
/** Ems to the next baseline where no neighbour shows it. */
const LEADING_EMS = 1.2;
/** Ems between baselines of lines that follow each other; up to the second where several do so evenly. */
const [NEAR_EMS, FAR_EMS, EVEN_EMS] = [2.2, 4, 0.1];
/** Ems of letters above and below their baseline. */
const [ASCENT, DESCENT] = [0.85, 0.3];
const SLACK = 2;
/** Ems kept free between cells. */
const APART_EMS = 0.25;
/** Ems of a space where the face has none. */
const SPACE_EMS = 0.25;
/** Ems between a mark and its text, at least. */
const TIGHT_EMS = 0.12;
/** Ems by which a mark may stand higher or lower than its text. */
const MARK_RISE_EMS = 0.3;

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

/** The glyph after which new text is written, in the look of most of its line. @param without the mark of an item */
function styledGlyph(line: TextLine, isBefore: boolean, without: readonly PlacedGlyph[] = []): PlacedGlyph | undefined {
  const shown = line.glyphs.filter((glyph) => isVisible(glyph) && !without.includes(glyph));
  const byFont = [...Map.groupBy(shown, ({ event }) => `${event.state.fontName} ${event.state.fontSize}`).values()];
  const most = byFont.reduce<PlacedGlyph[]>((best, same) => (same.length > best.length ? same : best), []);
  const inOrder = most.toSorted((one, two) => one.eventIndex - two.eventIndex || one.indexInEvent - two.indexInEvent);
  return isBefore ? inOrder[0] : inOrder.at(-1);
}

export async function encoderFor({ document, pageIndex, text: page }: EditedPage, glyph: PlacedGlyph, all: string): Promise<EncodeText> {
  const isLike = (at: number) => {
    const other = page.glyphs[page.glyphOf[at] ?? -1];
    return other && other.event.font === glyph.event.font && linesOfPage(page).of(other) === linesOfPage(page).of(glyph);
  };
  const at = page.glyphOf.indexOf(page.glyphs.indexOf(glyph));
  // What stands beside it in its face shows how far apart its letters are.
  let [start, end] = [at, at + 1];
  while (isLike(start - 1)) start--;
  while (isLike(end)) end++;
  const match = describeMatch(page, start, end);
  return match ? makeEncoder(page, match, all, {}, () => fontsOfDocument(document, pageIndex)) : () => undefined;
}

export async function setLines(on: EditedPage, found: FoundUnit, asked: NewUnit, first: number): Promise<NewText | Refused> {
  const { text: page } = on;
  const isBefore = asked.place === 'before';
  const mark = asked.unit === 'list_item' ? markOfUnit(page, found) : undefined;
  const body = found.lines.filter((line) => !mark || !line.glyphs.every((glyph) => !isVisible(glyph) || mark.glyphs.includes(glyph)));
  // The first of those beside each other.
  const edge = (isBefore ? body[0] : body.at(-1))?.baseline ?? 0;
  const template = body.find((line) => !line.isLeader && Math.abs(line.baseline - edge) < line.size * MARK_RISE_EMS);
  const label = labelOf(body[0], mark?.glyphs);
  const at = template && styledGlyph(template, isBefore, [...(mark?.glyphs ?? []), ...(label?.glyphs ?? [])]);
  if (!template || !at) return { refusal: 'no_unit' };
  const frame = frameOf(on, template, asked.unit, mark && textStart(body, mark.glyphs));
  const encode = await encoderFor(on, at, asked.value);
  const isStretched = describeLine(page, template.glyphs.filter(isVisible), on.document.pages[on.pageIndex]?.mediaBox).isJustified;
  const writer = new Writer(at, encode, isBefore, isStretched ? 0 : widerSpaces(encode, at, template.glyphs));
  const labelled = label && frame.alignment === 'left' ? await setLabel(on, label, at, asked.value) : undefined;
  const wrapped = writer.wrap(labelled?.rest ?? asked.value, frame.end - frame.from, labelled?.width);
  if (!wrapped) return { refusal: 'glyph_missing' };
  if ('excess' in wrapped) return { refusal: 'does_not_fit', excess: wrapped.excess };
  const marked = mark ? await setMark(on, mark, { writer, at, isBefore, first }) : undefined;
  const [begin] = mark?.glyphs ?? [];
  const gap = begin && mark ? frame.first - (mark.glyphs.at(-1)?.end ?? 0) : 0;
  for (const [index, line] of wrapped.entries()) {
    // A wider mark moves its text along.
    const isTight = marked !== undefined && marked.end > frame.first - (begin?.size ?? 0) * TIGHT_EMS;
    const left = index > 0 ? frame.from : isTight ? marked.end + gap : frame.first;
    const free = frame.end - left - (writer.widthOf(line) ?? 0);
    const isLabelled = labelled !== undefined && index === 0;
    if (isLabelled) writer.write(labelled.text, left, first, labelled.look);
    const textAt = left + (isLabelled ? labelled.width : 0);
    writer.write(line, textAt + { left: 0, center: free / 2, right: free }[frame.alignment], first - frame.leading * index);
  }
  if (!writer.isWhole || marked?.apart?.isWhole === false) return { refusal: 'glyph_missing' };
  const all = marked?.apart ? joinedText(marked.apart.done(), writer.done()) : writer.done();
  return { ...all, more: frame.leading * (wrapped.length - 1) };
}

/** The label of a new text as that of its neighbour, where both have one. @returns the rest of the text, and how far from the label it begins */
async function setLabel(on: EditedPage, { glyphs, ...ends }: UnitLabel, at: PlacedGlyph, value: string) {
  const own = glyphs.at(-1);
  const divided = dividedByLabel(value, { glyphs, ...ends });
  if (!own || !divided || !looksLike(own, at)) return undefined;
  const encode = await encoderFor(on, own, divided.label);
  const size = own.event.state.fontSize;
  const [label, spaced] = [divided.label, `${divided.label} `].map((text) => encode(text, size)?.advance);
  if (label === undefined) return undefined;
  const width = (/^\s/u.test(divided.rest) ? (spaced ?? label + size * SPACE_EMS) : label) * textScale(own.event);
  return { text: divided.label, rest: divided.rest, width, look: { encode: inFontOf(own, encode), size, ...lookOf(own, at) } };
}

interface Frame {
  /** Where the first line begins, and those that follow. */
  readonly first: number;
  readonly from: number;
  readonly end: number;
  readonly leading: number;
  readonly alignment: 'left' | 'center' | 'right';
}

/** The sides of a new text beside a line. @param text where the text of an item begins, behind its mark */
function frameOf(on: EditedPage, template: TextLine, unit: Unit, text: number | undefined): Frame {
  const { text: page, document, pageIndex } = on;
  const line = describeLine(page, template.glyphs.filter(isVisible), document.pages[pageIndex]?.mediaBox);
  const { lines: own, end, start, leading: known } = paragraphOf(page, template, line.endMax);
  const isAlone = own.length === 1;
  const leading = isAlone ? leadingOf(page, template) : known;
  const left = text ?? (isAlone ? template.start : start);
  if (isAlone && unit !== 'list_item' && line.alignment === 'center') {
    const middle = (template.start + template.end) / 2;
    const half = Math.max(template.end - middle, Math.min(middle - line.startMin, line.endMax - middle));
    return { first: middle - half, from: middle - half, end: middle + half, leading, alignment: 'center' };
  }
  if (isAlone && unit !== 'list_item' && line.alignment === 'right')
    return { first: line.startMin, from: line.startMin, end: template.end, leading, alignment: 'right' };
  const from = text !== undefined && !isAlone ? start : left;
  return { first: text ?? (unit === 'paragraph' && own[0] ? own[0].start : from), from, end, leading, alignment: 'left' };
}

/** Where the text of an item begins: behind its mark. */
function textStart([line]: readonly TextLine[], mark: readonly PlacedGlyph[]): number | undefined {
  return line?.glyphs.filter((glyph) => isVisible(glyph) && !mark.includes(glyph))[0]?.start;
}

type Mark = NonNullable<ReturnType<typeof markOf>>;

/** The mark of a new item, as the others have theirs: in their face and size, and as high above the line. @returns what writes it apart from the text */
async function setMark(
  on: EditedPage,
  { glyphs, text }: Mark,
  {
    writer,
    at,
    isBefore,
    first,
  }: { readonly writer: Writer; readonly at: PlacedGlyph; readonly isBefore: boolean; readonly first: number },
): Promise<{ readonly apart: Writer | undefined; readonly end: number } | undefined> {
  const [own] = glyphs;
  if (!own) return undefined;
  const marker = isBefore ? text : (countedOn(on.text, text, 1) ?? text);
  const encode = await encoderFor(on, own, marker);
  const line = linesOfPage(on.text).all.find((one) => one.glyphs.includes(own));
  const beside = linesOfPage(on.text).all.filter((one) => one !== line && Math.abs(one.baseline - own.baseline) < own.size * MARK_RISE_EMS);
  const item = beside.toSorted((one, two) => one.start - two.start).find(({ start }) => start >= own.end - own.size * APART_EMS);
  const baseline =
    first + (item && !line?.glyphs.some((glyph) => isVisible(glyph) && !glyphs.includes(glyph)) ? own.baseline - item.baseline : 0);
  const width = (encode(marker, own.event.state.fontSize)?.advance ?? 0) * textScale(own.event);
  const start = startOfMark(on.text, glyphs, width);
  if (looksLike(own, at)) {
    writer.write(marker, start, baseline, {
      encode: inFontOf(own, encode),
      size: own.event.state.fontSize,
      ...lookOf(own, at),
    });
    return { apart: undefined, end: start + width };
  }
  const apart = new Writer(own, encode, isBefore);
  apart.write(marker, start, baseline);
  return { apart, end: start + width };
}

function joinedText(one: NewText, two: NewText): NewText {
  return {
    insertions: [...one.insertions, ...two.insertions],
    encoded: [...one.encoded, ...two.encoded],
    boxes: [...one.boxes, ...two.boxes],
    more: one.more + two.more,
  };
}

export function markOfUnit(page: PageText, found: FoundUnit) {
  for (const line of found.lines) {
    const mark = markOf(page, line);
    if (mark) return mark;
  }
  return undefined;
}

/** An entry of contents ends with the number of its page, one of a list of prices with an amount, which stand in a column of their own. */
const ENTRY =
  /^(?:(?<number>[\dA-Z](?:[.\d]*\d)?\.?)\s+)?(?<title>.*?[^\s.…])(?:[.…]*\s[\s.…]*|[.…]{3,})(?<page>\d{1,4}|[ivxlc]{1,6}|(?:\p{Sc}\s?)?\d[\d.,]*(?:\s?\p{Sc})?)$/u;
const ENTRY_NUMBER = /^[\dA-Z](?:[.\d]*\d)?\.?$/u;
const LAST_CELLS = [
  /^(?:\d{1,4}|[ivxlc]{1,6})$/u,
  /^(?:\p{Sc}\s?)?\d+[.,]\d\d(?:\s?\p{Sc})?$|^\p{Sc}\s?\d[\d.,]*$|^\d[\d.,]*\s?\p{Sc}$/u,
] as const;
/** Ems from the text of an entry to its page. */
const ENTRY_EMS = 2;

/** A line beside an entry of contents is one, too, where it ends with a number: a row of as many cells. */
export function asEntry(found: FoundUnit | undefined, asked: NewUnit): NewUnit {
  const cells = found ? cellsOf(found) : [];
  const [text, page] = cells.slice(-2);
  const { number, title, page: wanted } = ENTRY.exec(asked.value)?.groups ?? {};
  if (asked.unit === 'paragraph' || asked.unit === 'row' || !text || !page || title === undefined || wanted === undefined) return asked;
  if (!LAST_CELLS.some((kind) => kind.test(textOfLine(page)) && kind.test(wanted)) || page.start - text.end < text.size * ENTRY_EMS)
    return asked;
  const isNumbered = cells.length === 3 && cells[0] !== undefined && ENTRY_NUMBER.test(textOfLine(cells[0]));
  const whole = number === undefined ? title : `${number} ${title}`;
  if (cells.length === 2) return { ...asked, unit: 'row', value: `${whole} | ${wanted}` };
  return isNumbered && number !== undefined ? { ...asked, unit: 'row', value: `${number} | ${title} | ${wanted}` } : asked;
}

function textOfLine({ glyphs }: TextLine): string {
  return glyphs
    .map(({ shown }) => shown.glyph.unicode)
    .join('')
    .trim();
}

/** From the left, without the leaders between them. */
function cellsOf({ lines, top, size }: FoundUnit): TextLine[] {
  const cells = lines.filter((line) => !line.isLeader && line.glyphs.some(isVisible) && Math.abs(line.baseline - top) < size * 0.3);
  return cells.toSorted((one, two) => one.start - two.start);
}

/** Cells of another row where this one has none: rows above or below that have as many as there are texts, in the same columns. */
function templatesOf(page: PageText, found: FoundUnit, count: number): TextLine[] {
  const own = cellsOf(found);
  if (own.length >= count) return own;
  const [left, right] = [found.start - found.size, found.end + found.size];
  const level = linesOfPage(page).all.filter(
    (line) => !line.isLeader && line.start > left && line.end < right && Math.abs(line.size - found.size) < found.size * 0.1,
  );
  const rows = [...Map.groupBy(level, ({ baseline }) => Math.round(baseline)).values()].filter((row) => row.length === count);
  const isInColumn = (cell: TextLine, row: readonly TextLine[]) => row.some(({ start, end }) => start < cell.end && end > cell.start);
  const near = rows
    .filter((row) => own.every((cell) => isInColumn(cell, row)))
    .toSorted((one, two) => Math.abs((one[0]?.baseline ?? 0) - found.top) - Math.abs((two[0]?.baseline ?? 0) - found.top));
  return near[0]?.toSorted((one, two) => one.start - two.start) ?? own;
}

export function textsOfCells(value: string): string[] {
  return value.split(CELLS).map((text) => text.trim());
}

export async function setRow(on: EditedPage, found: FoundUnit, { place, value }: NewUnit, baseline: number): Promise<NewText | Refused> {
  const isBefore = place === 'before';
  const texts = textsOfCells(value);
  const sorted = templatesOf(on.text, found, texts.length);
  if (texts.length > sorted.length) return { refusal: 'too_many_cells' };
  const sets: NewText[] = [];
  // In one place of the content where the cells look the same: they are read one after the other.
  const edge = cellsOf(found).at(isBefore ? 0 : -1);
  // Its clip becomes larger for them: that must show nothing that was cut off.
  const common = edge && !isCutOff(edge) ? styledGlyph(edge, isBefore) : undefined;
  for (const [index, text] of texts.entries()) {
    const cell = sorted[index];
    if (!cell || text === '') continue;
    const set = await setCell(on, { cell, next: sorted[index + 1], common, isBefore, baseline, lines: found.lines }, text);
    if ('refusal' in set) return set;
    sets.push(set);
  }
  return sets.reduce(joinedText, { insertions: [], encoded: [], boxes: [], more: 0 });
}

interface Cell {
  readonly cell: TextLine;
  readonly next: TextLine | undefined;
  /** Where the row is written. */
  readonly common: PlacedGlyph | undefined;
  readonly isBefore: boolean;
  readonly baseline: number;
  /** Of the row beside it. */
  readonly lines: readonly TextLine[];
}

export async function setCell(on: EditedPage, asked: Cell, text: string): Promise<NewText | Refused> {
  const { cell, next, common, isBefore, baseline } = asked;
  const own = styledGlyph(cell, isBefore);
  const at = own && common && looksLike(own, common) ? common : own;
  if (!own || !at) return { refusal: 'no_unit' };
  const line = describeLine(on.text, cell.glyphs.filter(isVisible), on.document.pages[on.pageIndex]?.mediaBox);
  const encode = await encoderFor(on, own, text);
  const writer = new Writer(at, at === own ? encode : inFontOf(own, encode), isBefore);
  const look = { size: own.event.state.fontSize, ...lookOf(own, at) };
  const width = writer.widthOf(text, look.size);
  if (width === undefined) return { refusal: 'glyph_missing' };
  const room = {
    left: (next ? next.start - cell.size * APART_EMS : line.limit) - cell.start,
    right: cell.end - line.startMin,
    center: line.limit - line.startMin,
  };
  if (width > room[line.alignment]) return { refusal: 'does_not_fit', excess: width - room[line.alignment] };
  const start = { left: cell.start, right: cell.end - width, center: (cell.start + cell.end - width) / 2 }[line.alignment];
  writer.write(text, start, baseline, look);
  const leader = asked.lines.find((one) => one.isLeader && one.start > cell.end - cell.size && (!next || one.end < next.start + cell.size));
  const leaders = leader && (await setLeaders(on, leader, { from: start + width, gap: leader.start - cell.end, at, isBefore, baseline }));
  return leaders ? joinedText(writer.done(), leaders.done()) : writer.done();
}

interface LeadersPlace {
  /** Where the text before them ends, and how far from it they begin at least. */
  readonly from: number;
  readonly gap: number;
  readonly at: PlacedGlyph;
  readonly isBefore: boolean;
  readonly baseline: number;
}

/** Ems from a text to its leaders. */
const LEADER_GAP_EMS = { least: 0.15, most: 1 } as const;

/** The dots of the row beside it, as far as the new text leaves room for them, in the same distances. */
async function setLeaders(
  on: EditedPage,
  leader: TextLine,
  { from, gap, at, isBefore, baseline }: LeadersPlace,
): Promise<Writer | undefined> {
  const dots = leader.glyphs.filter(isVisible);
  const [first, last] = [dots[0], dots.at(-1)];
  if (!first || !last || dots.length < 2) return undefined;
  const step = (last.start - first.start) / (dots.length - 1);
  const dot = first.shown.glyph.unicode;
  const encode = await encoderFor(on, first, dot);
  const isLike = looksLike(first, at);
  const writer = new Writer(isLike ? at : first, isLike ? inFontOf(first, encode) : encode, isBefore);
  const begin = from + Math.min(Math.max(gap, leader.size * LEADER_GAP_EMS.least), leader.size * LEADER_GAP_EMS.most);
  const look = { size: first.event.state.fontSize, ...(isLike ? lookOf(first, at) : {}) };
  for (let count = Math.floor((last.start - begin) / step); count >= 0; count--)
    writer.write(dot, last.start - count * step, baseline, look);
  return writer;
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

/** Its spacing and colour, where those are others than around its place; and back. */
function lookOf({ event: { state: own } }: PlacedGlyph, { event: { state: around } }: PlacedGlyph): Pick<Insertion, 'before' | 'after'> {
  const operators = (state: typeof own) =>
    [
      own.charSpacing === around.charSpacing && own.wordSpacing === around.wordSpacing
        ? ''
        : `${writeNumber(state.charSpacing)} Tc ${writeNumber(state.wordSpacing)} Tw`,
      isSamePaint(own.fill, around.fill) ? '' : fillOperators(state.fill),
    ]
      .filter((part) => part !== '')
      .join(' ');
  return { before: operators(own), after: operators(around) };
}

function isSamePaint(one: Paint, two: Paint): boolean {
  return (
    one.space === two.space &&
    one.pattern === two.pattern &&
    one.components.length === two.components.length &&
    one.components.every((component, index) => component === two.components[index])
  );
}

/** In all but the font, the spacing, the colour and the clip. */
function looksLike({ event: one }: PlacedGlyph, { event: two }: PlacedGlyph): boolean {
  return (
    one.font !== undefined &&
    one.source === two.source &&
    one.font.isVertical === two.font?.isVertical &&
    Math.abs(textScale(one) - textScale(two)) < SAME_SCALE &&
    one.state.horizontalScale === two.state.horizontalScale &&
    one.state.renderMode === two.state.renderMode
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
  /** By which its spaces are wider than those of the face, in unscaled text space. */
  private readonly gap: number;

  constructor(at: PlacedGlyph, encode: EncodeText, isBefore: boolean, gap = 0) {
    this.at = at;
    this.encode = encode;
    this.isBefore = isBefore;
    this.gap = gap / textScale(at.event);
  }

  /** Page space. */
  widthOf(text: string, size = this.at.event.state.fontSize): number | undefined {
    const encoded = this.encode(text, size, this.gap);
    return encoded && encoded.advance * textScale(this.at.event);
  }

  /** @param taken of the first line */
  wrap(text: string, measure: number, taken = 0): string[] | { readonly excess: number } | undefined {
    const lines: string[] = [];
    for (const word of text.split(/\s+/u).filter(Boolean)) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      const width = this.widthOf(longer);
      if (width === undefined) return undefined;
      if (width <= measure - (lines.length === 1 ? taken : 0) && last !== undefined) lines[lines.length - 1] = longer;
      else {
        const [alone, most] = [this.widthOf(word) ?? 0, measure - (lines.length === 0 ? taken : 0)];
        if (alone > most) return { excess: alone - most };
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
    const encoded = encode(text, size, this.gap);
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
