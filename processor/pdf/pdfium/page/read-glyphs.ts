// The outlines of the letters that pages show, by font: whatever kind of font program they come from. Runs where PDFium runs.

import { readSfnt } from '../../fonts/programs/sfnt.ts';
import { type EngineInput, openInPdfium, type Pdfium } from '../pdfium.ts';
import type { FontFace } from './fonts.ts';
import { readFont } from './read-characters.ts';
import { Scratch } from './scratch.ts';

export interface GlyphsRequest {
  /** Without encryption. */
  readonly input: EngineInput;
  /** 0-based. */
  readonly pageIndexes: readonly number[];
  /** Of all fonts together; the rest is left out. */
  readonly glyphsMax: number;
}

export const SEGMENT = { line: 0, curve: 1, move: 2 } as const;

export interface LetterOutline {
  /** Code point. */
  readonly code: number;
  /** Of an em. */
  readonly width: number;
  /** Kind (SEGMENT), x and y of each point, in ems, y upwards; three points of kind `curve` are a cubic curve. */
  readonly segments: Float32Array<ArrayBuffer>;
}

export interface FontLetters {
  readonly face: FontFace;
  /** Of an em, above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly letters: readonly LetterOutline[];
}

/** What the engine has for a hyphen that ends a line. */
const LINE_HYPHEN = 0x02;
const HYPHEN = 0x2d;

/** Large, so that nothing is lost when the engine rounds. */
const SIZE = 2048;

/** Fonts that are embedded in the document and may be in another, as often as it has them. */
export function readGlyphs(engine: Pdfium, { input, pageIndexes, glyphsMax }: GlyphsRequest): FontLetters[] {
  const opened = openInPdfium(engine, input);
  if (typeof opened === 'number') return [];
  using document = opened;
  using scratch = new Scratch(engine);
  const reader = new GlyphReader(engine, scratch, glyphsMax);
  for (const pageIndex of pageIndexes) {
    if (document.isHeavy) document.reopen();
    const page = engine.FPDF_LoadPage(document.handle, pageIndex);
    if (page === 0) continue;
    const textPage = engine.FPDFText_LoadPage(page);
    if (textPage !== 0) {
      reader.read(textPage);
      engine.FPDFText_ClosePage(textPage);
    }
    engine.FPDF_ClosePage(page);
  }
  return reader.fonts();
}

/** Offset in OS/2, and its bits (ISO/IEC 14496-22): restricted licence, no subsets, bitmaps only. */
const FS_TYPE = 8;
const RESTRICTED = 0x0002 | 0x0100 | 0x0200;
const PROGRAM_BYTES_MAX = 32 * 1024 * 1024;

interface OpenFont extends Omit<FontLetters, 'letters'> {
  readonly letters: Map<number, LetterOutline>;
  /** By code: how many more times it was drawn as wide as its outline than otherwise. */
  readonly votes: Map<number, number>;
}

/** Of an em: a letter drawn this much wider or narrower has another glyph. */
const WIDTH_SLACK = 0.02;
/** Share of a font's letters: where more stand for others (small capitals with codes of their own), its outlines are not to be trusted. */
const OTHERS_SHARE = 0.1;
/** So many more of one kind than of the other decide. */
const VOTES_MAX = 12;

/** With what is drawn beyond the width: the engine's boxes reach around it. */
function reachOf({ width, segments }: LetterOutline): number {
  let [left, right] = [0, width];
  for (let at = 1; at < segments.length; at += 3) [left, right] = [Math.min(left, segments[at] ?? 0), Math.max(right, segments[at] ?? 0)];
  return right - left;
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

  read(textPage: number): void {
    const { wasmExports: calls } = this.#engine.pdfium;
    // Handles live as long as the page.
    const byHandle = new Map<number, OpenFont | undefined>();
    const count = calls.FPDFText_CountChars(textPage);
    for (let index = 0; index < count && this.#left > 0; index++) {
      const object = calls.FPDFText_GetTextObject(textPage, index);
      if (object === 0) continue;
      const handle = calls.FPDFTextObj_GetFont(object);
      if (!byHandle.has(handle)) byHandle.set(handle, handle === 0 ? undefined : this.#open(handle));
      const font = byHandle.get(handle);
      const unicode = calls.FPDFText_GetUnicode(textPage, index);
      const code = unicode === LINE_HYPHEN && calls.FPDFText_IsHyphen(textPage, index) === 1 ? HYPHEN : unicode;
      if (!font || code <= 0x20 || code > 0x10ffff || this.#isInLigature(textPage, index, count)) continue;
      if (font.letters.has(code)) {
        if (Math.abs(font.votes.get(code) ?? 0) < VOTES_MAX) this.#vote(textPage, index, font, code);
        continue;
      }
      if (calls.FPDFText_HasUnicodeMapError(textPage, index) === 1 || calls.FPDFText_IsGenerated(textPage, index) === 1) continue;
      const outline = this.#outlineOf(handle, code);
      if (!outline) continue;
      font.letters.set(code, outline);
      this.#vote(textPage, index, font, code);
      this.#left--;
    }
    for (const [handle, font] of byHandle) this.#addSpace(handle, font);
  }

  fonts(): FontLetters[] {
    return [...this.#fonts.values()].flatMap(({ letters, votes, ...font }) => {
      const own = [...letters.values()].filter(({ code }) => (votes.get(code) ?? 0) >= 0);
      return own.length < letters.size * (1 - OTHERS_SHARE) ? [] : [{ ...font, letters: own }];
    });
  }

  /** Letters of a ligature stand at one place; its glyph is none of theirs. */
  #isInLigature(textPage: number, index: number, count: number): boolean {
    const { wasmExports: calls } = this.#engine.pdfium;
    const { pointer } = this.#scratch;
    const originOf = (at: number) => {
      if (at < 0 || at >= count || calls.FPDFText_IsGenerated(textPage, at) === 1) return undefined;
      if (calls.FPDFText_GetCharOrigin(textPage, at, pointer, pointer + 8) === 0) return undefined;
      const [x, y] = this.#scratch.doubles;
      return `${x} ${y}`;
    };
    const own = originOf(index);
    return own !== undefined && (own === originOf(index - 1) || own === originOf(index + 1));
  }

  /** The engine gives one outline for a letter that may be drawn by several glyphs. */
  #vote(textPage: number, index: number, { letters, votes }: OpenFont, code: number): void {
    const { wasmExports: calls } = this.#engine.pdfium;
    const known = letters.get(code);
    const size = calls.FPDFText_GetFontSize(textPage, index);
    calls.FPDFText_GetMatrix(textPage, index, this.#scratch.pointer);
    const [a = 1, b = 0, c = 0] = this.#scratch.floats;
    if (!known || b !== 0 || c !== 0 || calls.FPDFText_GetLooseCharBox(textPage, index, this.#scratch.pointer) === 0) return;
    const [left = 0, , right = 0] = this.#scratch.floats;
    const drawn = (right - left) / Math.max(Number.EPSILON, Math.abs(size * a));
    const isOwn = [known.width, reachOf(known)].some((width) => Math.abs(drawn - width) <= WIDTH_SLACK);
    votes.set(code, (votes.get(code) ?? 0) + (isOwn ? 1 : -1));
  }

  #open(handle: number): OpenFont | undefined {
    const { wasmExports: calls } = this.#engine.pdfium;
    if (calls.FPDFFont_GetIsEmbedded(handle) !== 1 || !this.#mayGoOn(handle)) return undefined;
    const face = readFont(this.#engine, this.#scratch, handle);
    const key = JSON.stringify(face);
    const known = this.#fonts.get(key);
    if (known) return known;
    const measure = (call: 'FPDFFont_GetAscent' | 'FPDFFont_GetDescent') =>
      calls[call](handle, SIZE, this.#scratch.pointer) === 0 ? 0 : (this.#scratch.floats[0] ?? 0) / SIZE;
    const font = { face, ascent: measure('FPDFFont_GetAscent'), descent: -measure('FPDFFont_GetDescent') };
    const open = { ...font, letters: new Map(), votes: new Map() };
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
    return !table || table.length < FS_TYPE + 2 || (table.readUInt16BE(FS_TYPE) & RESTRICTED) === 0;
  }

  /** A space is set by its width, or not at all: every font needs one. */
  #addSpace(handle: number, font: OpenFont | undefined): void {
    if (!font || font.letters.has(0x20)) return;
    const width = this.#widthOf(handle, 0x20);
    if (width > 0) font.letters.set(0x20, { code: 0x20, width, segments: new Float32Array(0) });
  }

  #widthOf(handle: number, code: number): number {
    const { wasmExports: calls } = this.#engine.pdfium;
    return calls.FPDFFont_GetGlyphWidth(handle, code, SIZE, this.#scratch.pointer) === 0 ? 0 : (this.#scratch.floats[0] ?? 0) / SIZE;
  }

  #outlineOf(handle: number, code: number): LetterOutline | undefined {
    const { wasmExports: calls } = this.#engine.pdfium;
    const path = calls.FPDFFont_GetGlyphPath(handle, code, SIZE);
    if (path === 0) return undefined;
    const count = calls.FPDFGlyphPath_CountGlyphSegments(path);
    const segments = new Float32Array(Math.max(0, count) * 3);
    for (let index = 0; index < count; index++) {
      const segment = calls.FPDFGlyphPath_GetGlyphPathSegment(path, index);
      calls.FPDFPathSegment_GetPoint(segment, this.#scratch.pointer, this.#scratch.pointer + 4);
      const [x = 0, y = 0] = this.#scratch.floats;
      segments.set([calls.FPDFPathSegment_GetType(segment), x, y], index * 3);
    }
    return { code, width: this.#widthOf(handle, code), segments };
  }
}
