// The characters of a page in the order in which PDFium's text page gives them (its order is logical within a line of right-to-left text).

import type { Pdfium } from '../pdfium.ts';
import { FLAG, makeColumns } from './character-columns.ts';
import { describeFont, type FontFace } from './fonts.ts';
import type { CharacterColumns, TextStyle } from './page-content.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import type { Scratch } from './scratch.ts';

/** Cosines between the sides of a letter: an oblique letter leans by 8 to 30 degrees. */
const SLANT = { least: 0.13, most: 0.5 } as const;

/** Order of an object in the stream of its page; its key is PDFium's handle. */
type ObjectOrder = ReadonlyMap<number, number>;

const INVISIBLE_MODES = new Set([3, 7]);
const FILL_AND_STROKE = 2;
/** Thinner outlines only smooth the letters. */
const BOLD_STROKE = 0.015;

interface TextObject {
  /** Index. */
  readonly style: number;
  readonly object: number;
  readonly mcid: number;
}

interface TextPage {
  readonly textPage: number;
  readonly toPage: Matrix;
  readonly order: ObjectOrder;
}

/** @param charactersMax the rest is left out */
export function readCharacters(engine: Pdfium, scratch: Scratch, page: TextPage, charactersMax: number): CharacterColumns {
  const { wasmExports } = engine.pdfium;
  const { textPage, toPage } = page;
  const total = Math.min(wasmExports.FPDFText_CountChars(textPage), charactersMax);
  const columns = makeColumns(Math.max(0, total));
  const reader = new TextObjectReader(engine, scratch, page);
  let count = 0;
  let last: TextObject | undefined;
  let lastHandle = 0;
  for (let index = 0; index < total; index++) {
    const handle = wasmExports.FPDFText_GetTextObject(textPage, index);
    if (handle !== 0 && handle !== lastHandle) [last, lastHandle] = [reader.read(handle, index), handle];
    if (!last) continue;
    if (wasmExports.FPDFText_GetLooseCharBox(textPage, index, scratch.pointer) === 0) continue;
    placeBox(columns, count, toPage, scratch.floats);
    wasmExports.FPDFText_GetCharOrigin(textPage, index, scratch.pointer, scratch.pointer + 8);
    const { doubles } = scratch;
    const [originX, originY] = [doubles[0] ?? 0, doubles[1] ?? 0];
    columns.x[count] = toPage[0] * originX + toPage[2] * originY + toPage[4];
    columns.y[count] = toPage[1] * originX + toPage[3] * originY + toPage[5];
    const code = wasmExports.FPDFText_GetUnicode(textPage, index);
    const unmapped = wasmExports.FPDFText_HasUnicodeMapError(textPage, index) === 1;
    columns.code[count] = shownCode(code, unmapped);
    columns.style[count] = last.style;
    columns.object[count] = last.object;
    columns.mcid[count] = last.mcid;
    // A letter is one of the three at most; only white space is supposed.
    const generated = code <= 0x20 && wasmExports.FPDFText_IsGenerated(textPage, index) === 1;
    const hyphen = HYPHENS.has(code) && wasmExports.FPDFText_IsHyphen(textPage, index) === 1;
    columns.flags[count] = unmapped ? FLAG.unmapped : generated ? FLAG.generated : hyphen ? FLAG.hyphen : 0;
    count++;
  }
  return { ...columns, count, styles: reader.styles };
}

/** As showBox, into the columns. @param floats FS_RECTF: left, top, right, bottom */
function placeBox(columns: ReturnType<typeof makeColumns>, at: number, [a, b, c, d, e, f]: Matrix, floats: Float32Array): void {
  const [left, top, right, bottom] = [floats[0] ?? 0, floats[1] ?? 0, floats[2] ?? 0, floats[3] ?? 0];
  if (b === 0 && c === 0) {
    // An upright page, as nearly all are.
    const [x1, x2, y1, y2] = [a * left + e, a * right + e, d * top + f, d * bottom + f];
    columns.left[at] = Math.min(x1, x2);
    columns.top[at] = Math.min(y1, y2);
    columns.right[at] = Math.max(x1, x2);
    columns.bottom[at] = Math.max(y1, y2);
    return;
  }
  const [x1, y1] = [a * left + c * top + e, b * left + d * top + f];
  const [x2, y2] = [a * right + c * bottom + e, b * right + d * bottom + f];
  const [x3, y3] = [a * left + c * bottom + e, b * left + d * bottom + f];
  const [x4, y4] = [a * right + c * top + e, b * right + d * top + f];
  columns.left[at] = Math.min(x1, x2, x3, x4);
  columns.top[at] = Math.min(y1, y2, y3, y4);
  columns.right[at] = Math.max(x1, x2, x3, x4);
  columns.bottom[at] = Math.max(y1, y2, y3, y4);
}

/** PDFium tells a hyphen at a line's end as U+0002 (and U+FFFE in old versions). */
const HYPHENS = new Set([2, 0xfffe]);
const LOST = 0xfffd;

function shownCode(code: number, unmapped: boolean): number {
  if (HYPHENS.has(code)) return 0x2d;
  if ((unmapped && code < 32) || code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return LOST;
  return code;
}

/** What the text objects of a page say of their letters, each read once. */
class TextObjectReader {
  readonly styles: TextStyle[] = [];
  readonly #styleIndexes = new Map<string, number>();
  readonly #fonts = new Map<number, { readonly face: FontFace; readonly key: string }>();
  readonly #objects = new Map<number, TextObject>();
  readonly #engine: Pdfium;
  readonly #scratch: Scratch;
  readonly #page: TextPage;

  constructor(engine: Pdfium, scratch: Scratch, page: TextPage) {
    this.#engine = engine;
    this.#scratch = scratch;
    this.#page = page;
  }

  /** @param index of one of its letters */
  read(handle: number, index: number): TextObject {
    const known = this.#objects.get(handle);
    if (known) return known;
    const { wasmExports } = this.#engine.pdfium;
    const found = {
      style: this.#readStyle(handle, index),
      object: this.#page.order.get(handle) ?? -1,
      mcid: wasmExports.FPDFPageObj_GetMarkedContentID(handle),
    };
    this.#objects.set(handle, found);
    return found;
  }

  #readStyle(handle: number, index: number): number {
    const { wasmExports } = this.#engine.pdfium;
    const { textPage, toPage } = this.#page;
    const { face, key: faceKey } = this.#fontOf(wasmExports.FPDFTextObj_GetFont(handle));
    wasmExports.FPDFText_GetMatrix(textPage, index, this.#scratch.pointer);
    const [a = 1, b = 0, c = 0, d = 1] = this.#scratch.floats;
    const fontSize = wasmExports.FPDFText_GetFontSize(textPage, index);
    const [p, q, r, s] = toPage;
    // The direction of writing and of the letters' height, both as shown (y downwards).
    const [ux, uy] = [a * p + b * r, a * q + b * s];
    const [vx, vy] = [c * p + d * r, c * q + d * s];
    const mode = wasmExports.FPDFTextObj_GetTextRenderMode(handle);
    const isOutlined =
      mode === FILL_AND_STROKE && strokeShare(this.#engine, this.#scratch, handle, Math.abs(fontSize) * Math.hypot(c, d)) > BOLD_STROKE;
    const own = {
      bold: face.bold || isOutlined,
      italic: face.italic || isSlanted(ux, uy, vx, vy),
      size: Math.round(Math.abs(fontSize) * Math.hypot(vx, vy) * 20) / 20,
      colour: readFillColour(this.#engine, this.#scratch, handle)?.colour ?? 0,
      angle: Math.round(((Math.atan2(-uy, ux) * 180) / Math.PI + 360) % 360) % 360,
      invisible: INVISIBLE_MODES.has(mode),
    };
    const key = `${own.bold} ${own.italic} ${own.size} ${own.colour} ${own.angle} ${own.invisible} ${faceKey}`;
    const known = this.#styleIndexes.get(key);
    if (known !== undefined) return known;
    this.#styleIndexes.set(key, this.styles.length);
    return this.styles.push({ ...face, ...own }) - 1;
  }

  #fontOf(handle: number): { readonly face: FontFace; readonly key: string } {
    const known = this.#fonts.get(handle);
    if (known) return known;
    const face = readFont(this.#engine, this.#scratch, handle);
    const found = { face, key: JSON.stringify(face) };
    this.#fonts.set(handle, found);
    return found;
  }
}

/** The thickness of the outline of letters, in ems. */
function strokeShare(engine: Pdfium, scratch: Scratch, handle: number, size: number): number {
  if (engine.pdfium.wasmExports.FPDFPageObj_GetStrokeWidth(handle, scratch.pointer) === 0 || size === 0) return 0;
  return (scratch.floats[0] ?? 0) / size;
}

/** Letters that lean although the font is upright. */
function isSlanted(ux: number, uy: number, vx: number, vy: number): boolean {
  const lengths = Math.hypot(ux, uy) * Math.hypot(vx, vy);
  if (lengths === 0) return false;
  const lean = Math.abs((ux * vx + uy * vy) / lengths);
  return lean > SLANT.least && lean < SLANT.most;
}

function readFont(engine: Pdfium, scratch: Scratch, handle: number): FontFace {
  if (handle === 0) return describeFont('', '', 0, 0);
  const base = scratch.string((pointer, max) => engine.FPDFFont_GetBaseFontName(handle, pointer, max));
  const family = scratch.string((pointer, max) => engine.FPDFFont_GetFamilyName(handle, pointer, max));
  return describeFont(base, family, engine.FPDFFont_GetFlags(handle), engine.FPDFFont_GetWeight(handle));
}

/** Undefined for patterns and where nothing is filled. */
export function readFillColour(engine: Pdfium, scratch: Scratch, handle: number): { colour: number; opacity: number } | undefined {
  const at = scratch.pointer;
  if (engine.pdfium.wasmExports.FPDFPageObj_GetFillColor(handle, at, at + 4, at + 8, at + 12) === 0) return undefined;
  return colourOf(scratch);
}

export function readStrokeColour(engine: Pdfium, scratch: Scratch, handle: number): { colour: number; opacity: number } | undefined {
  const at = scratch.pointer;
  if (engine.pdfium.wasmExports.FPDFPageObj_GetStrokeColor(handle, at, at + 4, at + 8, at + 12) === 0) return undefined;
  return colourOf(scratch);
}

function colourOf(scratch: Scratch): { colour: number; opacity: number } {
  const [red = 0, green = 0, blue = 0, opacity = 255] = scratch.integers;
  return { colour: ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255), opacity: opacity & 255 };
}
