// The text of a page as an invisible content stream: one text object, a matrix per line, a horizontal scaling per word, so that each word covers
// its place on the picture. Coordinates are pixels of the upright picture with the origin at its lower left corner.

import { ADVANCE, ASCENT, DESCENT, type LayerCodes } from './glyphless-font.ts';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import { footOf } from '../../recognition/page-text.ts';
import type { RecognisedLine, RecognisedPage, RecognisedWord } from '../../recognition/recognised.ts';
import { isSpaceBetween, visualOrder } from '../../recognition/writing.ts';
import { writeNumber } from '../../pdf/syntax/write-operand.ts';

export interface LayerContent {
  readonly content: Uint8Array;
  readonly words: number;
  /** Without the spaces between words. */
  readonly characters: number;
}

/**
 * Lines that lean up to this are written level, each word a step higher or lower than the one before: extractors break a leaning line into
 * words (pdf.js: 25 lines for 2), and boxes of words are level anyway.
 */
const STEPPED_SLOPE_MAX = 0.12;
/** A line that leans more is not horizontal writing; its words are placed one by one. */
const SLOPE_MAX = 0.6;
/** A word this much higher than is usual in its line is a rule or a speck and does not count for the line's height. */
const HEIGHT_RATIO_MAX = 2.5;
/** poppler ignores gaps of less than 0.15 of the font size. */
const GAP_EMS_MIN = 0.17;
const WIDTH_KEPT_MIN = 0.6;
/** Percent: narrower letters would round to zero. */
const SCALING_MIN = 0.1;
const SPACE = 0x20;

export function writeTextLayer(page: RecognisedPage, fontName: string, codes: LayerCodes): LayerContent {
  const out: (string | Uint8Array)[] = ['BT 3 Tr'];
  const sheet: Sheet = { out, heightPx: page.heightPx, fontName };
  let [words, characters] = [0, 0];
  for (const line of page.lines) {
    const { frame, levelled } = levelLine(line);
    for (const part of partsOf(levelled)) {
      // From left to right in every script: poppler, PDFium and pdf.js then find the spaces and the logical order (pdf.js loses both otherwise).
      const inOrder = part.isRightToLeft ? { ...part, words: part.words.toSorted((a, b) => a.box.left - b.box.left) } : part;
      const drawn = encodeWords(inOrder, codes);
      if (drawn.length === 0) continue;
      writeLine(sheet, part, drawn, frame);
      words += drawn.length;
      characters += drawn.reduce((sum, word) => sum + word.codes.length, 0);
    }
  }
  out.push('\nET');
  return { content: Buffer.concat(out.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))), words, characters };
}

/** How the coordinates of a line relate to those of the page: lines that run down or up are laid out as if level. */
interface Frame {
  /** Of the text matrix, which turns about the line's start; undefined for a level line. */
  readonly turn: string | undefined;
  /** From pixels of the levelled line, y downwards, to those of the page. */
  readonly toPage: (x: number, y: number) => readonly [number, number];
}

const LEVEL: Frame = { turn: undefined, toPage: (x, y) => [x, y] };
const DOWN: Frame = { turn: '0 -1 1 0', toPage: (x, y) => [-y, x] };
const UP: Frame = { turn: '0 1 -1 0', toPage: (x, y) => [y, -x] };

function levelLine(line: RecognisedLine): { readonly frame: Frame; readonly levelled: RecognisedLine } {
  const { x0, x1, y0, y1 } = line.baseline;
  if (x0 !== x1 || y0 === y1) return { frame: LEVEL, levelled: line };
  const isDown = y1 > y0;
  const turn = ({ left, top, right, bottom }: ShownBox): ShownBox =>
    isDown ? { left: top, right: bottom, top: -right, bottom: -left } : { left: -bottom, right: -top, top: left, bottom: right };
  const box = turn(line.box);
  const words = line.words.map((word) => ({ ...word, box: turn(word.box) }));
  return { frame: isDown ? DOWN : UP, levelled: { ...line, words, box, baseline: footOf(box) } };
}

function partsOf(line: RecognisedLine): readonly RecognisedLine[] {
  if (Math.abs(slopeOf(line)) <= SLOPE_MAX) return [line];
  return line.words.map((word) => ({
    ...line,
    words: [word],
    box: word.box,
    baseline: footOf(word.box),
  }));
}

interface EncodedWord {
  readonly word: RecognisedWord;
  readonly codes: readonly number[];
}

function encodeWords(line: RecognisedLine, codes: LayerCodes): EncodedWord[] {
  return line.words.flatMap((word) => {
    const own = visualOrder(word.text, line.isRightToLeft).flatMap((character) => codes.codeOf(character.codePointAt(0) ?? 0) ?? []);
    return own.length > 0 && word.box.right > word.box.left ? [{ word, codes: own }] : [];
  });
}

interface LinePlace {
  readonly cosine: number;
  readonly sine: number;
  /** Pixels, y downwards: a point of the baseline, and its slope. */
  readonly x: number;
  readonly y: number;
  readonly slope: number;
  readonly fontSize: number;
  /** The words are level, in steps. */
  readonly isStepped: boolean;
}

/** The box of the text is exactly as high as the words of the line. */
function measureLine(line: RecognisedLine): LinePlace {
  const slope = slopeOf(line);
  const { x0: x, y0: y } = line.baseline;
  const isStepped = Math.abs(slope) <= STEPPED_SLOPE_MAX;
  const heights = line.words.map(({ box }) => box.bottom - box.top).toSorted((a, b) => a - b);
  const heightMax = HEIGHT_RATIO_MAX * (heights[heights.length >> 1] ?? 0);
  let [above, below] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { box } of line.words) {
    if (box.bottom - box.top > heightMax) continue;
    const foot = y + slope * ((box.left + box.right) / 2 - x);
    // The box of a leaning word is higher than the word.
    const lean = isStepped ? 0 : (Math.abs(slope) * (box.right - box.left)) / 2;
    above = Math.max(above, foot - box.top - lean);
    below = Math.max(below, box.bottom - foot - lean);
  }
  const fontSize = round(Math.max(1, above + below) / ((ASCENT - DESCENT) / 1000), 10);
  const length = isStepped ? 1 : Math.hypot(1, slope);
  const foot = y + below + (fontSize * DESCENT) / 1000;
  return { cosine: 1 / length, sine: isStepped ? 0 : slope / length, slope, x, y: foot, fontSize, isStepped };
}

function slopeOf({ baseline }: RecognisedLine): number {
  const width = baseline.x1 - baseline.x0;
  return width > 0 ? (baseline.y1 - baseline.y0) / width : Number.POSITIVE_INFINITY;
}

interface Piece {
  /** Pixels along the line from the first word's left edge. */
  readonly start: number;
  readonly codes: readonly number[];
  /** Percent. */
  readonly scaling: number;
  /** Pixels upwards from the start of the line. */
  readonly rise: number;
}

interface Sheet {
  readonly out: (string | Uint8Array)[];
  /** Of the picture. */
  readonly heightPx: number;
  readonly fontName: string;
}

function writeLine({ out, heightPx, fontName }: Sheet, line: RecognisedLine, drawn: readonly EncodedWord[], frame: Frame): void {
  const place = measureLine(line);
  const { cosine, sine, fontSize } = place;
  const pieces = layOut(drawn, place);
  const originX = drawn[0]?.word.box.left ?? 0;
  const originY = place.y + place.slope * (originX - place.x);
  const offset = pieces[0]?.start ?? 0;
  // Rotation in a coordinate system whose y grows upwards.
  const lean = sine === 0 ? '1 0 0 1' : [cosine, -sine, sine, cosine].map((value) => number(value, 10_000)).join(' ');
  const [startX, startY] = frame.toPage(originX + offset * cosine, originY + offset * sine);
  out.push(`\n/${fontName} ${number(fontSize, 10)} Tf ${frame.turn ?? lean} ${number(startX, 10)} ${number(heightPx - startY, 10)} Tm`);
  let at = offset;
  let [scaling, rise] = [0, 0];
  for (const [index, piece] of pieces.entries()) {
    if (piece.rise !== rise) out.push(`\n${piece.rise} Ts`);
    if (piece.scaling !== scaling) out.push(`\n${piece.scaling} Tz`);
    [scaling, rise] = [piece.scaling, piece.rise];
    const em = (fontSize * scaling) / 100_000;
    at += piece.codes.length * ADVANCE * em;
    const next = pieces[index + 1];
    const back = next ? Math.round((at - next.start) / em) : 0;
    if (back === 0) out.push(literal(piece.codes), 'Tj');
    else out.push('[', literal(piece.codes), `${back}]TJ`);
    at -= back * em;
  }
  if (rise !== 0) out.push('\n0 Ts');
}

/** A space follows each word where the script has one. */
function layOut(drawn: readonly EncodedWord[], place: LinePlace): Piece[] {
  const { cosine, fontSize, slope, isStepped } = place;
  const origin = drawn[0]?.word.box.left ?? 0;
  return drawn.map(({ word, codes }, index) => {
    const { left, right } = word.box;
    const next = drawn[index + 1]?.word;
    const hasSpace = !next || isSpaceBetween(word.text, next.text, gapBetween(word, next) / fontSize);
    // Words that nearly touch are one word to poppler, whatever is between them: the first then ends a little earlier.
    const room = next && hasSpace && next.box.left > left ? next.box.left - GAP_EMS_MIN * fontSize : right;
    // Where there is no space, words touch: readers would turn a gap between them into a space.
    const end = next && !hasSpace && next.box.left > left ? next.box.left : Math.min(right, room);
    const width = Math.max(end - left, (right - left) * WIDTH_KEPT_MIN);
    const scaling = Math.max(SCALING_MIN, round((100_000 * width) / (cosine * codes.length * ADVANCE * fontSize), 10));
    const start = (left - origin) / cosine;
    const rise = isStepped ? Math.round(-slope * ((left + right) / 2 - origin)) : 0;
    return { start, codes: hasSpace ? [...codes, SPACE] : codes, scaling, rise };
  });
}

function gapBetween(one: RecognisedWord, two: RecognisedWord): number {
  return Math.max(two.box.left - one.box.right, one.box.left - two.box.right);
}

/** A literal string of two-byte codes (ISO 32000-1 7.3.4.2). */
function literal(codes: readonly number[]): Uint8Array {
  const bytes: number[] = [0x28];
  for (const code of codes) {
    for (const byte of [code >> 8, code & 0xff]) {
      // A bare carriage return would be read as a line feed.
      if (byte === 0x0d) bytes.push(0x5c, 0x72);
      else if (byte === 0x28 || byte === 0x29 || byte === 0x5c) bytes.push(0x5c, byte);
      else bytes.push(byte);
    }
  }
  bytes.push(0x29);
  return Uint8Array.from(bytes);
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}

function number(value: number, steps: number): string {
  return writeNumber(round(value, steps));
}
