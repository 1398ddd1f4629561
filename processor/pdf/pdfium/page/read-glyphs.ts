// The outlines of the letters that pages show, by font: whatever kind of font program they come from. Runs where PDFium runs.

import { RIGHT_TO_LEFT } from '../../draw/bidi.ts';
import { mirrored } from '../../draw/brackets.ts';
import { isJoining } from '../../draw/visual-order.ts';
import { readSfnt } from '../../fonts/programs/sfnt.ts';
import { type Matrix, transform } from '../../geometry/matrix.ts';
import { type EngineInput, openInPdfium, type Pdfium, type PdfiumDocument } from '../pdfium.ts';
import { LIGATURE_MAX, LOST, plainCode } from './character-columns.ts';
import { type CodedLetter, originOf, readCodedLetters } from './coded-letters.ts';
import type { FontFace } from './fonts.ts';
import { drawnEms, fontsOfGlyphs, meaningOf } from './glyph-codes.ts';
import { GLYPH_SIZE, readGlyphPath } from './glyph-paths.ts';
import { INVISIBLE_MODES, readFont } from './read-characters.ts';
import { isGarbled, toPageOf } from './read-page.ts';
import { flattenPage } from './read-widgets.ts';
import { Scratch } from './scratch.ts';
import { type ClusterGlyphs, findClusterGlyphs, letterOfGlyph, type SpokenCluster } from './spoken-clusters.ts';
import { forgetSpokenSpans } from './spoken-spans.ts';
import { CIRCLE, isCircleOfAm, isThaiForm, isThaiMark, type PlacedMark, placeThaiMark } from './thai-marks.ts';

export interface GlyphsRequest {
  /** Without encryption. */
  readonly input: EngineInput;
  /** A copy in which each code means a character of its own, from `CODED_FROM`. */
  readonly coded: EngineInput | undefined;
  /** 0-based. */
  readonly pageIndexes: readonly number[];
  /** Of all fonts together; the rest is left out. */
  readonly glyphsMax: number;
}

export interface LetterOutline {
  /** Code point. */
  readonly code: number;
  /** Of an em. */
  readonly width: number;
  /** As `readGlyphPath` has it. */
  readonly segments: Float32Array<ArrayBuffer>;
}

export interface FontLetters {
  readonly face: FontFace;
  /** Of an em, above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly letters: readonly LetterOutline[];
  /** Its spaces are drawn, not only moved over: the width of its space is known. */
  readonly drawsSpaces: boolean;
  /** Letters of scripts that join, which are not among its letters. */
  readonly joining: number;
  /** Other glyphs of the same letters (small capitals, old-style figures), and where they are drawn. */
  readonly alternates?: readonly Alternates[];
}

export interface Alternates {
  readonly letters: readonly LetterOutline[];
  /** By page index, x and y of the origin of each, in the page as shown, one after the other. */
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/** What the engine has for a hyphen that ends a line. */
const LINE_HYPHEN = 0x02;
const SOFT_HYPHEN = 0xad;
const HYPHEN = 0x2d;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** Fonts that are embedded in the document and may be in another, as often as it has them. */
export function readGlyphs(engine: Pdfium, { input, coded, pageIndexes, glyphsMax }: GlyphsRequest): FontLetters[] {
  const opened = openInPdfium(engine, input);
  if (typeof opened === 'number') return [];
  using document = opened;
  const openedCopy = coded === undefined ? undefined : openInPdfium(engine, coded);
  using copy = typeof openedCopy === 'number' ? undefined : openedCopy;
  using scratch = new Scratch(engine);
  const reader = new GlyphReader(engine, scratch, glyphsMax);
  for (const pageIndex of pageIndexes) {
    withTextPage({ engine, scratch }, document, pageIndex, (textPage, page, spoken) => {
      const toPage = toPageOf(engine, scratch, page);
      const clusters = findClusterGlyphs(engine, textPage, spoken);
      const read = (codes: ReadonlyMap<string, readonly CodedLetter[]>) => reader.read({ textPage, pageIndex, toPage, clusters }, codes);
      const isRead =
        copy && withTextPage({ engine, scratch }, copy, pageIndex, (codedPage) => read(readCodedLetters(engine, scratch, codedPage)));
      if (isRead !== true) read(new Map());
    });
  }
  return reader.fonts();
}

interface Reading {
  readonly engine: Pdfium;
  readonly scratch: Scratch;
}

/** @returns false where the page does not load */
function withTextPage(
  { engine, scratch }: Reading,
  document: PdfiumDocument,
  pageIndex: number,
  use: (textPage: number, page: number, clusters: readonly SpokenCluster[]) => void,
): boolean {
  if (document.isHeavy) document.reopen();
  const page = loadFlat(engine, document, pageIndex);
  if (page === 0) return false;
  const clusters = forgetSpokenSpans(engine, scratch, { document: document.handle, page });
  const textPage = engine.FPDFText_LoadPage(page);
  if (textPage !== 0) {
    use(textPage, page, clusters);
    engine.FPDFText_ClosePage(textPage);
  }
  engine.FPDF_ClosePage(page);
  return textPage !== 0;
}

/** With what its annotations show, which has fonts too. @returns the page's handle, or 0 */
function loadFlat(engine: Pdfium, document: PdfiumDocument, pageIndex: number): number {
  const load = () => engine.FPDF_LoadPage(document.handle, pageIndex);
  const page = load();
  if (page === 0 || engine.FPDFPage_GetAnnotCount(page) === 0) return page;
  flattenPage(engine, page);
  engine.FPDF_ClosePage(page);
  const flat = load();
  if (flat === 0 || !isGarbled(engine, flat)) return flat;
  engine.FPDF_ClosePage(flat);
  document.reopen();
  return load();
}

/** Offset in OS/2, and its bits (ISO/IEC 14496-22). Of several licences the least restrictive holds. */
const FS_TYPE = 8;
const LICENCE = { mask: 0x000f, restricted: 0x0002 } as const;
/** No subsets, bitmaps only. */
const FORBIDDEN = 0x0100 | 0x0200;
const PROGRAM_BYTES_MAX = 32 * 1024 * 1024;

interface OpenFont extends Omit<FontLetters, 'letters' | 'alternates' | 'drawsSpaces' | 'joining'> {
  drawsSpaces: boolean;
  /** Its codes are the numbers of its glyphs. */
  readonly isOfGlyphs: boolean;
  /** Code points of scripts that join. */
  readonly joining: Set<number>;
  /** By code point: its outlines, by what they look like. */
  readonly letters: Map<number, Map<string, CountedOutline>>;
}

interface CountedOutline {
  readonly outline: LetterOutline;
  count: number;
  /** Page index, x and y of each. */
  readonly places: number[];
}

interface OpenPage {
  readonly textPage: number;
  readonly pageIndex: number;
  readonly toPage: Matrix;
  readonly clusters: ReadonlyMap<number, ClusterGlyphs>;
}

interface Drawn {
  readonly outline: LetterOutline;
  /** The same for the same outline, in whichever subset. */
  readonly look: string;
}

/** Of one letter: a small capital, and raised, old-style and lining figures. Letters that have no character are as many as their font has. */
const ALTERNATES_MAX = 3;
const FIRST_JOINING = 0x600;
const LOST_MAX = 60;
/** A mark in one of its forms is less than any that stands alone. */
const FORM_WEIGHT = 1e-6;
/** Ems: the engine gives a glyph without an outline a thousandth of its height. */
const INK_EM = 0.002;
/** Ems: subsets of one font differ by less. */
const SHAPE_EM = 0.04;

function isOfOtherShape(one: LetterOutline, two: LetterOutline): boolean {
  const [first, second] = [heightsOf(one), heightsOf(two)];
  if (one.segments.length !== two.segments.length) return true;
  const isMoved = Math.abs(first.low - second.low) > SHAPE_EM || Math.abs(first.high - second.high) > SHAPE_EM;
  return isMoved || Math.abs(one.width - two.width) > SHAPE_EM;
}

function othersOf([first, ...more]: readonly CountedOutline[]): CountedOutline[] {
  if (!first) return [];
  if (isThaiMark(first.outline.code) || isThaiForm(first.outline.code)) return [];
  if (first.outline.code === LOST) return more.slice(0, LOST_MAX);
  return more.filter((one) => isOfOtherShape(first.outline, one.outline)).slice(0, ALTERNATES_MAX);
}

type OriginAt = (index: number) => string | undefined;

/** How many letters before this one stand at its place. */
function sameBefore(index: number, originAt: OriginAt): number {
  let before = 0;
  while (before < LIGATURE_MAX && originAt(index) === originAt(index - before - 1)) before++;
  return before;
}

function sameBehind(index: number, originAt: OriginAt): number {
  let behind = 0;
  while (behind < LIGATURE_MAX && originAt(index) === originAt(index + behind + 1)) behind++;
  return behind;
}

function shiftedBy({ outline, look }: Drawn, [x, y]: PlacedMark['shift']): Drawn {
  if (x === 0 && y === 0) return { outline, look };
  const segments = outline.segments.map((value, at) => (at % 3 === 1 ? value + x : at % 3 === 2 ? value + y : value));
  return { outline: { ...outline, segments }, look: `${look} ${x} ${y}` };
}

function heightsOf({ segments }: LetterOutline): { readonly low: number; readonly high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 2; at < segments.length; at += 3) [low, high] = [Math.min(low, segments[at] ?? 0), Math.max(high, segments[at] ?? 0)];
  return high < low ? { low: 0, high: 0 } : { low, high };
}

function placesByPage(outlines: readonly CountedOutline[]): ReadonlyMap<number, readonly number[]> {
  const byPage = new Map<number, number[]>();
  for (const { places } of outlines) {
    for (let at = 0; at + 2 < places.length; at += 3) {
      const page = places[at] ?? 0;
      const own = byPage.get(page) ?? [];
      byPage.set(page, own);
      own.push(places[at + 1] ?? 0, places[at + 2] ?? 0);
    }
  }
  return byPage;
}

/** @param ems in which its glyphs are drawn */
function inEms(font: FontLetters, ems: number): FontLetters {
  const { ascent, descent, letters, alternates } = font;
  const reduced = (all: readonly LetterOutline[]) =>
    all.map(({ code, width, segments }) => ({
      code,
      width: width / ems,
      segments: segments.map((value, at) => (at % 3 === 0 ? value : value / ems)),
    }));
  const others = alternates?.map((one) => ({ ...one, letters: reduced(one.letters) }));
  return { ...font, ascent: ascent / ems, descent: descent / ems, letters: reduced(letters), ...(others && { alternates: others }) };
}

const FIRST_DIRECTED = 0x590;

function isMirrored(code: number): boolean {
  const letter = String.fromCodePoint(code);
  return mirrored(letter) !== letter;
}

class GlyphReader {
  readonly #engine: Pdfium;
  readonly #scratch: Scratch;
  readonly #fonts = new Map<string, OpenFont>();
  #left: number;

  constructor(engine: Pdfium, scratch: Scratch, glyphsMax: number) {
    this.#engine = engine;
    this.#scratch = scratch;
    this.#left = glyphsMax;
  }

  /** @param codes by origin; empty: the outline that the engine has for a letter is taken */
  read({ textPage, pageIndex, toPage, clusters }: OpenPage, codes: ReadonlyMap<string, readonly CodedLetter[]>): void {
    const { wasmExports: calls } = this.#engine.pdfium;
    // Handles live as long as the page.
    const byHandle = new Map<number, OpenFont | undefined>();
    const outlines = new Map<string, Drawn | undefined>();
    const count = calls.FPDFText_CountChars(textPage);
    let isDirected: boolean | undefined;
    const ofGlyphs = this.#fontsOfGlyphs(textPage, count);
    const originAt = (at: number) => (at < 0 || at >= count ? undefined : originOf(this.#engine, this.#scratch, textPage, at));
    for (let index = 0; index < count && this.#left > 0; index++) {
      const object = calls.FPDFText_GetTextObject(textPage, index);
      if (object === 0 || INVISIBLE_MODES.has(calls.FPDFTextObj_GetTextRenderMode(object))) continue;
      const handle = calls.FPDFTextObj_GetFont(object);
      if (!byHandle.has(handle)) byHandle.set(handle, handle === 0 ? undefined : this.#open(handle, ofGlyphs.has(handle)));
      const font = byHandle.get(handle);
      const origin = originAt(index);
      if (!font || origin === undefined) continue;
      const [before, more] = [sameBefore(index, originAt), sameBehind(index, originAt)];
      const all = codes.get(origin) ?? [];
      // As many glyphs as letters at one place are marks without a width, not a ligature.
      const isApart = all.length > 1 && all.length === before + 1 + more;
      if (before > 0 && !isApart) continue;
      const coded = isApart ? all[before] : all.at(-1);
      const cluster = clusters.get(index);
      const code = cluster
        ? letterOfGlyph(cluster, index)
        : more === 0 || isApart
          ? this.#codePointOf(textPage, index, coded !== undefined, ofGlyphs.has(handle))
          : coded && this.#composedOf(textPage, index, more + 1);
      // A font without rules for joining would set each letter by itself.
      if (code === undefined) continue;
      if (code >= FIRST_JOINING && isJoining(String.fromCodePoint(code))) {
        font.joining.add(code);
        continue;
      }
      // A font tells brackets by what they mean, and is mirrored where text runs from the right: the glyph here is mirrored already.
      if (isMirrored(code) && (isDirected ??= this.#hasDirected(textPage, count))) continue;
      const from = coded ?? { handle, code };
      const key = `${from.handle} ${from.code}`;
      if (!outlines.has(key)) outlines.set(key, this.#outlineOf(from.handle, from.code) ?? this.#emptyOf(textPage, index, from));
      const drawn = outlines.get(key);
      const [x = 0, y = 0] = origin.split(' ').map(Number);
      const isBlank = code === SPACE || code === NO_BREAK_SPACE;
      // One that the engine only supposes between two words is not drawn.
      if (isBlank && calls.FPDFText_IsGenerated(textPage, index) !== 1) {
        font.drawsSpaces = true;
        // Of the subset that has one: others say the width of the glyph that stands for what they lack.
        this.#addSpace(handle, font);
      }
      if (!drawn || (isBlank && drawn.outline.segments.length === 0)) continue;
      const mark = isThaiMark(code) ? placeThaiMark(this.#engine, this.#scratch, { textPage, clusters }, index) : undefined;
      const isCircle = (code === LOST || isBlank) && isCircleOfAm(this.#engine, this.#scratch, textPage, index);
      if (mark) this.#countMark(font, code, drawn, mark);
      else this.#count(font, isCircle ? CIRCLE : isBlank ? LOST : plainCode(code), drawn, [pageIndex, ...transform(toPage, x, y)]);
    }
    for (const [handle, font] of byHandle) this.#addSpace(handle, font);
  }

  /** By their handles. */
  #fontsOfGlyphs(textPage: number, count: number): ReadonlySet<number> {
    const { wasmExports: calls } = this.#engine.pdfium;
    const fontAt = (at: number) =>
      calls.FPDFText_HasUnicodeMapError(textPage, at) === 1
        ? calls.FPDFTextObj_GetFont(calls.FPDFText_GetTextObject(textPage, at))
        : undefined;
    return fontsOfGlyphs(count, fontAt, (at) => calls.FPDFText_GetUnicode(textPage, at));
  }

  #hasDirected(textPage: number, count: number): boolean {
    const { wasmExports: calls } = this.#engine.pdfium;
    for (let index = 0; index < count; index++) {
      const code = calls.FPDFText_GetUnicode(textPage, index);
      if (code >= FIRST_DIRECTED && code <= 0x10ffff && RIGHT_TO_LEFT.test(String.fromCodePoint(code))) return true;
    }
    return false;
  }

  /** A letter and its marks may be drawn by one glyph; one whose map says its name has no character. Undefined for a ligature: its glyph is that of none of its letters. */
  #composedOf(textPage: number, index: number, count: number): number | undefined {
    const { wasmExports: calls } = this.#engine.pdfium;
    if (count > LIGATURE_MAX) return LOST;
    const points = Array.from({ length: count }, (_, at) => calls.FPDFText_GetUnicode(textPage, index + at));
    if (points.some((point) => point <= SPACE || point > 0x10ffff)) return undefined;
    const [only, ...others] = String.fromCodePoint(...points).normalize('NFC');
    return others.length === 0 ? only?.codePointAt(0) : undefined;
  }

  /** Undefined: nothing that has an outline. */
  #codePointOf(textPage: number, index: number, isCoded: boolean, isOfGlyph: boolean): number | undefined {
    const { wasmExports: calls } = this.#engine.pdfium;
    const unicode = calls.FPDFText_GetUnicode(textPage, index);
    if (isOfGlyph) return meaningOf(unicode);
    if (unicode === LINE_HYPHEN && calls.FPDFText_IsHyphen(textPage, index) === 1) return HYPHEN;
    if (unicode === SOFT_HYPHEN) return HYPHEN;
    const isUnmapped = calls.FPDFText_HasUnicodeMapError(textPage, index) === 1;
    if (isUnmapped && !isCoded) return undefined;
    if (unicode < SPACE) return isCoded ? LOST : undefined;
    return unicode > 0x10ffff ? undefined : unicode;
  }

  /** In its form, and as what is shown where a program knows of no forms. */
  #countMark(font: OpenFont, code: number, drawn: Drawn, mark: PlacedMark): void {
    const shifted = shiftedBy(drawn, mark.shift);
    this.#count(font, mark.code, shifted);
    if (mark.code !== code) this.#count(font, code, shifted, [], FORM_WEIGHT);
  }

  #count({ letters }: OpenFont, code: number, { outline, look }: Drawn, place: readonly number[] = [], weight = 1): void {
    const known = letters.get(code) ?? new Map<string, CountedOutline>();
    if (known.size === 0) {
      letters.set(code, known);
      this.#left--;
    }
    const own = known.get(look);
    if (own) own.count += weight;
    else known.set(look, { outline: { ...outline, code }, count: weight, places: [] });
    known.get(look)?.places.push(...place);
  }

  /** Of several glyphs for one letter, that which is drawn most; the others, where their shape is another, are its alternates. */
  fonts(): FontLetters[] {
    const read = [...this.#fonts.values()].toSorted((one, two) => Number(two.isOfGlyphs) - Number(one.isOfGlyphs));
    return read.map(({ letters, joining: { size: joining }, isOfGlyphs, ...font }) => {
      const ranked = [...letters.values()].map((known) => [...known.values()].toSorted((one, two) => two.count - one.count));
      const drawn = ranked.flatMap(([first]) => (first ? [first.outline] : []));
      const space = drawn.filter(({ code }) => code === SPACE);
      // A font of which the engine draws nothing is one that it cannot read.
      const usual = drawn.some(({ segments }) => segments.length > 0) ? drawn : space;
      const byLetter = ranked.map(othersOf);
      const alternates = Array.from({ length: Math.max(0, ...byLetter.map(({ length }) => length)) }, (_, rank) => rank)
        .map((rank) => byLetter.flatMap((others) => others.slice(rank, rank + 1)))
        .map((others) => ({ letters: [...space, ...others.map(({ outline }) => outline)], places: placesByPage(others) }));
      const found = { ...font, joining, letters: usual, ...(alternates.length > 0 && { alternates }) };
      return isOfGlyphs ? inEms(found, drawnEms(usual)) : found;
    });
  }

  #open(handle: number, isOfGlyphs: boolean): OpenFont | undefined {
    const { wasmExports: calls } = this.#engine.pdfium;
    if (calls.FPDFFont_GetIsEmbedded(handle) !== 1 || !this.#mayGoOn(handle)) return undefined;
    const face = readFont(this.#engine, this.#scratch, handle);
    // On a page that does not spell a text its codes mean nothing.
    const key = JSON.stringify([face, isOfGlyphs]);
    const known = this.#fonts.get(key);
    if (known) return known;
    const measure = (call: 'FPDFFont_GetAscent' | 'FPDFFont_GetDescent') =>
      calls[call](handle, GLYPH_SIZE, this.#scratch.pointer) === 0 ? 0 : (this.#scratch.floats[0] ?? 0) / GLYPH_SIZE;
    const font = { face, ascent: measure('FPDFFont_GetAscent'), descent: -measure('FPDFFont_GetDescent') };
    const open: OpenFont = { ...font, drawsSpaces: false, isOfGlyphs, joining: new Set(), letters: new Map() };
    this.#fonts.set(key, open);
    return open;
  }

  /** Unless its program says otherwise; most subsets say nothing. */
  #mayGoOn(handle: number): boolean {
    const { pointer } = this.#scratch;
    const program = this.#scratch.bytes((into, room) => {
      this.#engine.pdfium.wasmExports.FPDFFont_GetFontData(handle, into, room, pointer);
      return this.#scratch.integers[0] ?? 0;
    }, PROGRAM_BYTES_MAX);
    const table = program && readSfnt(program)?.tables.get('OS/2');
    const told = table && table.length >= FS_TYPE + 2 ? table.readUInt16BE(FS_TYPE) : 0;
    return (told & FORBIDDEN) === 0 && (told & LICENCE.mask) !== LICENCE.restricted;
  }

  /** A space is set by its width, or not at all: every font needs one. */
  #addSpace(handle: number, font: OpenFont | undefined): void {
    if (!font || font.letters.has(SPACE)) return;
    const width = this.#widthOf(handle, SPACE);
    if (width > 0) this.#count(font, SPACE, { outline: { code: SPACE, width, segments: new Float32Array(0) }, look: '' });
  }

  #widthOf(handle: number, code: number): number {
    const { wasmExports: calls } = this.#engine.pdfium;
    return calls.FPDFFont_GetGlyphWidth(handle, code, GLYPH_SIZE, this.#scratch.pointer) === 0
      ? 0
      : (this.#scratch.floats[0] ?? 0) / GLYPH_SIZE;
  }

  /** A letter that only moves on, as fonts have it whose letters are made of several pieces. Undefined where ink is seen. */
  #emptyOf(textPage: number, index: number, { handle, code }: CodedLetter): Drawn | undefined {
    const { pointer, doubles } = this.#scratch;
    const calls = this.#engine.pdfium.wasmExports;
    if (calls.FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24) === 0) return undefined;
    const [left = 0, right = 0, bottom = 0, top = 0] = doubles;
    const width = this.#widthOf(handle, code);
    if (width === 0 || (right - left > 0 && ((top - bottom) / (right - left)) * width > INK_EM)) return undefined;
    return { outline: { code, width, segments: new Float32Array(0) }, look: `${width}` };
  }

  #outlineOf(handle: number, code: number): Drawn | undefined {
    const segments = readGlyphPath(this.#engine, this.#scratch, handle, code);
    if (!segments) return undefined;
    const width = this.#widthOf(handle, code);
    return { outline: { code, width, segments }, look: `${width} ${segments.join(' ')}` };
  }
}
