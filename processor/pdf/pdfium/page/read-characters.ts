// The characters of a page in the order in which PDFium's text page gives them (its order is logical within a line of right-to-left text).

import { orderDirected } from './order-directed.ts';
import { orderPieces } from './order-pieces.ts';
import type { Pdfium } from '../pdfium.ts';
import { copyCharacter, FLAG, joinGlyphs, LOST, makeColumns, partLigatures } from './character-columns.ts';

import { composeAccents } from './compose-accents.ts';
import type { DrawnText } from './drawn-texts.ts';
import { describeFont, type FontFace } from './fonts.ts';
import { readGlyphCodes } from './glyph-codes.ts';
import { hasBoldStems, hasLeaningStems } from './glyph-paths.ts';
import { type CharacterColumns, onWhite, type TextStyle } from './page-content.ts';
import { nameFonts } from './nameless-fonts.ts';
import { type Matrix, multiply } from '../../geometry/matrix.ts';
import { showBox, type ShownBox } from '../../geometry/shown-box.ts';
import { faded, readFillColour } from './read-colours.ts';
import type { Scratch } from './scratch.ts';
import { type ClusterGlyphs, findClusterGlyphs, type SpokenCluster } from './spoken-clusters.ts';
import { isSpoken } from './spoken-spans.ts';
import { readTexCodes } from './tex-codes.ts';
import { nameCircles } from './thai-marks.ts';
import { nameStrokes, isStroke, STROKE } from './word-strokes.ts';
import { utf8Character } from './utf8-codes.ts';

/** Cosines between the sides of a letter: an oblique letter leans by 8 to 30 degrees. */
const SLANT = { least: 0.13, most: 0.5 } as const;

/** Order of an object in the stream of its page; its key is PDFium's handle. */
type ObjectOrder = ReadonlyMap<number, number>;

export const INVISIBLE_MODES: ReadonlySet<number> = new Set([3, 7]);
/** Less of a letter's box within its clip holds nothing of what is drawn: the box is higher than the letter. */
const CLIP_SHARE = 0.2;
const FILL_AND_STROKE = 2;
/** Thinner outlines only smooth the letters. */
const BOLD_STROKE = 0.007;

interface TextObject {
  /** Index. */
  readonly style: number;
  readonly object: number;
  readonly mcid: number;
  /** Its font is in the document. */
  readonly isEmbedded: boolean;
  /** Its font has no name, as Type 3 fonts. */
  readonly isNameless: boolean;
  /** Not by a text layer over a scan. */
  readonly isPainted: boolean;
  readonly clip: ShownBox | undefined;
  /** From where the engine says its letters are to the page as shown. */
  readonly toPage: Matrix;
}

interface TextPage {
  readonly textPage: number;
  readonly toPage: Matrix;
  readonly order: ObjectOrder;
  /** What clips text objects, by the engine's handle; as shown. */
  readonly clips: ReadonlyMap<number, ShownBox>;
  /** Text objects that others are drawn over, by the last of these, whose colour is seen. */
  readonly covered: ReadonlyMap<number, number>;
  /** Transparent texts whose letters a path draws. */
  readonly drawn: ReadonlyMap<number, DrawnText>;
  /** What the groups around text objects leave of their opacity, where that is less than all of it. */
  readonly faded: ReadonlyMap<number, number>;
  /** From the forms around text objects with a replacement to the page: the engine gives its letters the place that the object has in its form. */
  readonly spokenIn: ReadonlyMap<number, Matrix>;
  readonly clusters: readonly SpokenCluster[];
}

/** @param charactersMax the rest is left out */
export function readCharacters(engine: Pdfium, scratch: Scratch, page: TextPage, charactersMax: number): CharacterColumns {
  const total = Math.min(engine.pdfium.wasmExports.FPDFText_CountChars(page.textPage), charactersMax);
  const clusters = findClusterGlyphs(engine, page.textPage, page.clusters);
  const letters = page.clusters.reduce((sum, one) => sum + one.letters.length, 0);
  const reader = new CharacterReader(engine, scratch, page, Math.max(0, total) + letters);
  for (let index = 0; index < total; index++) {
    const cluster = clusters.get(index);
    if (cluster) reader.readCluster(cluster);
    else if (clusters.size === 0 || !reader.isWithin(index, clusters)) reader.read(index);
  }
  return orderPieces(orderDirected(composeAccents(reader.found())));
}

/** Reads a letter at a time: the engine is asked so often that this is a function of its own, which is compiled once for all pages. */
class CharacterReader {
  readonly #engine: Pdfium;
  readonly #calls: Pdfium['pdfium']['wasmExports'];
  readonly #scratch: Scratch;
  readonly #textPage: number;
  readonly #columns: ReturnType<typeof makeColumns>;
  readonly #objects: TextObjectReader;
  #object: TextObject | undefined;
  #handle = 0;
  #count = 0;
  /** Places of unmapped glyphs that are a flat stroke. */
  readonly #flat: number[] = [];
  /** First glyphs of clusters. */
  readonly #said = new Set<number>();

  constructor(engine: Pdfium, scratch: Scratch, page: TextPage, room: number) {
    this.#engine = engine;
    this.#calls = engine.pdfium.wasmExports;
    this.#scratch = scratch;
    this.#textPage = page.textPage;
    this.#columns = makeColumns(room);
    this.#objects = new TextObjectReader(engine, scratch, page);
  }

  read(index: number): void {
    const [calls, textPage, columns, at] = [this.#calls, this.#textPage, this.#columns, this.#count];
    const { pointer } = this.#scratch;
    const handle = calls.FPDFText_GetTextObject(textPage, index);
    if (handle !== 0 && handle !== this.#handle) [this.#object, this.#handle] = [this.#objects.read(handle, index), handle];
    const object = this.#object;
    if (!object || calls.FPDFText_GetLooseCharBox(textPage, index, pointer) === 0) return;
    this.#placeBox(at, object.toPage);
    this.#placeOrigin(at, index, object.toPage);
    const code = calls.FPDFText_GetUnicode(textPage, index);
    const isError = calls.FPDFText_HasUnicodeMapError(textPage, index) === 1;
    const decoded = isError ? utf8Character(code) : undefined;
    const hyphen = isHyphen(code) && calls.FPDFText_IsHyphen(textPage, index) === 1;
    // One that is only said (/ActualText), where a word might be parted.
    if (hyphen && this.#inkOf(index).width === 0) return;
    const unmapped =
      (isError && decoded === undefined) ||
      ((isBlank(code) || (isControl(code) && !hyphen)) && object.isEmbedded && this.#hasInk(index, at) && !isSpoken(this.#engine, handle));
    // The hyphen of some fonts (LuaTeX, XeTeX) is mapped to the soft one: what is drawn is seen.
    const isSeenHyphen = code === SOFT_HYPHEN && this.#inkOf(index).width > 0;
    // Quartz calls the space `!` in a font of which it takes nothing else.
    const isSpace = code === EXCLAMATION && object.isEmbedded && object.isPainted && !this.#hasInk(index, at);
    const isCoded = isError && unmapped && (object.isNameless || object.isEmbedded) && code <= CODE_MAX;
    const shown = decoded ?? shownCode(code, unmapped, object.isEmbedded);
    if (unmapped && code < SPACE && isStroke(this.#inkOf(index), (columns.bottom[at] ?? 0) - (columns.top[at] ?? 0))) this.#flat.push(at);
    columns.code[at] = isSeenHyphen ? HYPHEN : isSpace ? SPACE : isCoded ? code : shown;
    columns.style[at] = object.style;
    columns.object[at] = object.object;
    columns.mcid[at] = object.mcid;
    // A letter is one of the three at most; only white space is supposed.
    const generated = code <= 0x20 && calls.FPDFText_IsGenerated(textPage, index) === 1;
    columns.flags[at] =
      (isCoded ? FLAG.coded : 0) |
      (unmapped ? FLAG.unmapped : generated ? FLAG.generated : hyphen ? FLAG.hyphen : 0) |
      (this.#isClipped(object, at) ? FLAG.clipped : 0);
    this.#count++;
  }

  /** Fonts of symbols may call a box to tick a space; the spaces of a replacement have parts of its box. The engine gives a glyph without an outline no height. */
  #hasInk(index: number, at: number): boolean {
    const { width, height } = this.#inkOf(index);
    const least = ((this.#columns.right[at] ?? 0) - (this.#columns.left[at] ?? 0)) * INK_SHARE;
    return width > least && height > least;
  }

  /** Points in the page's own space. */
  #inkOf(index: number): { readonly width: number; readonly height: number } {
    const { pointer } = this.#scratch;
    if (this.#calls.FPDFText_GetCharBox(this.#textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24) === 0)
      return { width: 0, height: 0 };
    const [left = 0, right = 0, bottom = 0, top = 0] = this.#scratch.doubles;
    return { width: right - left, height: top - bottom };
  }

  #isClipped({ clip }: TextObject, at: number): boolean {
    const { left, top, right, bottom } = this.#columns;
    if (!clip) return false;
    return (
      isOutside(left[at] ?? 0, right[at] ?? 0, clip.left, clip.right) || isOutside(top[at] ?? 0, bottom[at] ?? 0, clip.top, clip.bottom)
    );
  }

  /** Where its first glyph is found, all of its letters: each at its own glyph, or side by side in the room of all. */
  readCluster({ letters, glyphs }: ClusterGlyphs): void {
    const [first = 0] = glyphs;
    if (this.#said.has(first)) return;
    this.#said.add(first);
    const [columns, from] = [this.#columns, this.#count];
    for (const glyph of glyphs) this.read(glyph);
    const places = Array.from({ length: this.#count - from }, (_, at) => from + at);
    if (places.length === 0) return;
    if (places.length !== letters.length) this.#shareRoom(places, letters);
    this.#count = from + letters.length;
    for (const [at, letter] of letters.entries()) {
      columns.code[from + at] = letter;
      columns.y[from + at] = columns.y[from] ?? 0;
      columns.flags[from + at] = (columns.flags[from + at] ?? 0) & FLAG.clipped;
    }
  }

  /** Marks take none of it. */
  #shareRoom(places: readonly number[], letters: readonly number[]): void {
    const columns = this.#columns;
    const [from = 0] = places;
    const [left, right] = [Math.min(...places.map((at) => columns.left[at] ?? 0)), Math.max(...places.map((at) => columns.right[at] ?? 0))];
    const shares = letters.map((letter) => (/\p{Mn}/u.test(String.fromCodePoint(letter)) ? 0 : 1));
    const width = (right - left) / Math.max(1, shares.filter(Boolean).length);
    let end = left;
    for (const [at, share] of shares.entries()) {
      if (at > 0) copyCharacter(columns, from, from + at);
      [columns.left[from + at], columns.right[from + at]] = [end, end + width * share];
      end += width * share;
    }
  }

  /** A space that the engine supposes between two glyphs of one cluster. */
  isWithin(index: number, clusters: ReadonlyMap<number, ClusterGlyphs>): boolean {
    if (this.#calls.FPDFText_IsGenerated(this.#textPage, index) !== 1) return false;
    const isGenerated = (at: number) => this.#calls.FPDFText_IsGenerated(this.#textPage, at) === 1;
    let [before, behind] = [index - 1, index + 1];
    while (before >= 0 && isGenerated(before)) before--;
    while (isGenerated(behind)) behind++;
    const cluster = clusters.get(before);
    return cluster !== undefined && cluster === clusters.get(behind);
  }

  found(): CharacterColumns {
    const styles = readGlyphCodes(this.#columns, this.#count, this.#objects.styles);
    const ofTex = readTexCodes(this.#columns, this.#count, styles);
    // What the number of a glyph told has its meaning now.
    for (const at of this.#flat) if (this.#columns.code[at] === LOST) this.#columns.code[at] = STROKE;
    const count = nameStrokes(this.#columns, joinGlyphs(this.#columns, this.#count));
    nameCircles(this.#columns, count);
    const found = { ...this.#columns, count, styles: nameFonts(this.#columns, count, styles, ofTex) };
    return ofTex.size > 0 ? partLigatures(found) : found;
  }

  #placeOrigin(at: number, index: number, toPage: Matrix): void {
    const { pointer } = this.#scratch;
    this.#calls.FPDFText_GetCharOrigin(this.#textPage, index, pointer, pointer + 8);
    const { doubles } = this.#scratch;
    const [x, y] = [doubles[0] ?? 0, doubles[1] ?? 0];
    this.#columns.x[at] = toPage[0] * x + toPage[2] * y + toPage[4];
    this.#columns.y[at] = toPage[1] * x + toPage[3] * y + toPage[5];
  }

  /** As showBox, into the columns, from a FS_RECTF: left, top, right, bottom. */
  #placeBox(at: number, toPage: Matrix): void {
    const { floats } = this.#scratch;
    const columns = this.#columns;
    const [left, top, right, bottom] = [floats[0] ?? 0, floats[1] ?? 0, floats[2] ?? 0, floats[3] ?? 0];
    if (toPage[1] === 0 && toPage[2] === 0) {
      const [x1, x2] = [toPage[0] * left + toPage[4], toPage[0] * right + toPage[4]];
      const [y1, y2] = [toPage[3] * bottom + toPage[5], toPage[3] * top + toPage[5]];
      columns.left[at] = Math.min(x1, x2);
      columns.top[at] = Math.min(y1, y2);
      columns.right[at] = Math.max(x1, x2);
      columns.bottom[at] = Math.max(y1, y2);
      return;
    }
    const box = showBox(toPage, [left, bottom, right, top]);
    columns.left[at] = box.left;
    columns.top[at] = box.top;
    columns.right[at] = box.right;
    columns.bottom[at] = box.bottom;
  }
}

function isOutside(from: number, to: number, clipFrom: number, clipTo: number): boolean {
  return Math.min(to, clipTo) - Math.max(from, clipFrom) < (to - from) * CLIP_SHARE - ROUNDING;
}

/** Points: the box of a mark may have no width. */
const ROUNDING = 0.01;

/** PDFium tells a hyphen at a line's end as U+0002 (and U+FFFE in old versions). */
function isHyphen(code: number): boolean {
  return code === 2 || code === 0xfffe;
}

/** Of a simple font. */
const CODE_MAX = 0xff;
const SOFT_HYPHEN = 0xad;
const HYPHEN = 0x2d;
const SPACE = 0x20;
const EXCLAMATION = 0x21;
const NO_BREAK_SPACE = 0xa0;
/** Of its width. */
const INK_SHARE = 0.25;

function isBlank(code: number): boolean {
  return code === SPACE || code === NO_BREAK_SPACE;
}

/** Maps of fonts that were made without meanings count from one. */
function isControl(code: number): boolean {
  return code > 0 && code < SPACE;
}

/** A font that the viewer has shows nothing for a control character. */
function shownCode(code: number, unmapped: boolean, isEmbedded: boolean): number {
  if (isHyphen(code) && !unmapped) return HYPHEN;
  if (unmapped && code > 0 && code < 32 && !isEmbedded) return SPACE;
  if ((unmapped && (code < 32 || isBlank(code))) || code === 0 || code > 0x10ffff) return LOST;
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
    const { toPage, spokenIn } = this.#page;
    const form = spokenIn.get(handle);
    const style = this.#readStyle(handle, index);
    const found = {
      style,
      isNameless: this.styles[style]?.fontName === '',
      object: this.#page.order.get(handle) ?? -1,
      mcid: wasmExports.FPDFPageObj_GetMarkedContentID(handle),
      clip: this.#page.clips.get(handle),
      toPage: form ? multiply(form, toPage) : toPage,
      isEmbedded: wasmExports.FPDFFont_GetIsEmbedded(wasmExports.FPDFTextObj_GetFont(handle)) === 1,
      isPainted: !INVISIBLE_MODES.has(wasmExports.FPDFTextObj_GetTextRenderMode(handle)),
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
    const drawn = this.#page.drawn.get(handle);
    const covering = this.#page.covered.get(handle) ?? handle;
    const shown = drawn?.path ?? covering;
    const mode = wasmExports.FPDFTextObj_GetTextRenderMode(covering);
    const isOutlined =
      mode === FILL_AND_STROKE && strokeShare(this.#engine, this.#scratch, handle, Math.abs(fontSize) * Math.hypot(c, d)) > BOLD_STROKE;
    const invisible = INVISIBLE_MODES.has(mode);
    const stretch = invisible ? undefined : stretchOf([ux, uy], [vx, vy]);
    const own = {
      ...(stretch !== undefined && { stretch }),
      bold: face.bold || isOutlined || drawn?.bold === true,
      italic: face.italic || isSlanted(ux, uy, vx, vy),
      size: Math.round(Math.abs(fontSize) * Math.hypot(vx, vy) * 20) / 20,
      colour: onWhite(
        faded(readFillColour(this.#engine, this.#scratch, shown) ?? { colour: 0, opacity: 255 }, this.#page.faded.get(shown) ?? 1),
      ),
      angle: Math.round(((Math.atan2(-uy, ux) * 180) / Math.PI + 360) % 360) % 360,
      invisible,
    };
    const key = `${own.bold} ${own.italic} ${own.size} ${own.colour} ${own.angle} ${own.invisible} ${stretch} ${faceKey}`;
    const known = this.#styleIndexes.get(key);
    if (known !== undefined) return known;
    this.#styleIndexes.set(key, this.styles.length);
    return this.styles.push({ ...face, ...own }) - 1;
  }

  #fontOf(handle: number): { readonly face: FontFace; readonly key: string } {
    const known = this.#fonts.get(handle);
    if (known) return known;
    const face = readFont(this.#engine, this.#scratch, handle);
    // Fonts without a name are not one.
    const found = { face, key: face.family === '' ? `${handle}` : JSON.stringify(face) };
    this.#fonts.set(handle, found);
    return found;
  }
}

/** The thickness of the outline of letters, in ems. */
function strokeShare(engine: Pdfium, scratch: Scratch, handle: number, size: number): number {
  if (engine.pdfium.wasmExports.FPDFPageObj_GetStrokeWidth(handle, scratch.pointer) === 0 || size === 0) return 0;
  return (scratch.floats[0] ?? 0) / size;
}

/** Text that fits a line by less than this is as wide as its font (ISO 32000-1 9.3.4); word processors know no more than six times. */
const STRETCH = { seen: 0.04, least: 0.1, most: 6 } as const;

/** @param along the direction of writing @param up that of the letters' height */
function stretchOf(along: readonly [number, number], up: readonly [number, number]): number | undefined {
  const stretch = Math.round((Math.hypot(...along) / Math.hypot(...up)) * 100) / 100;
  return Math.abs(stretch - 1) > STRETCH.seen && stretch >= STRETCH.least && stretch <= STRETCH.most ? stretch : undefined;
}

/** Letters that lean although the font is upright. */
function isSlanted(ux: number, uy: number, vx: number, vy: number): boolean {
  const lengths = Math.hypot(ux, uy) * Math.hypot(vx, vy);
  if (lengths === 0) return false;
  const lean = Math.abs((ux * vx + uy * vy) / lengths);
  return lean > SLANT.least && lean < SLANT.most;
}

/** Ems from the top of the highest letter to the foot of the lowest one: usual fonts have less. */
const LARGE_EMS = 1.6;

/** Its glyphs are in other units than those of an em, and so is the thickness of stems that it tells. */
function isDrawnLarge({ pdfium: { wasmExports: calls } }: Pdfium, scratch: Scratch, handle: number): boolean {
  if (calls.FPDFFont_GetAscent(handle, 1, scratch.pointer) === 0) return false;
  const ascent = scratch.floats[0] ?? 0;
  return calls.FPDFFont_GetDescent(handle, 1, scratch.pointer) !== 0 && ascent + Math.abs(scratch.floats[0] ?? 0) > LARGE_EMS;
}

export function readFont(engine: Pdfium, scratch: Scratch, handle: number): FontFace {
  if (handle === 0) return describeFont('', '', 0, 0);
  const base = scratch.string((pointer, max) => engine.FPDFFont_GetBaseFontName(handle, pointer, max));
  const family = scratch.string((pointer, max) => engine.FPDFFont_GetFamilyName(handle, pointer, max));
  const isEmbedded = () => engine.pdfium.wasmExports.FPDFFont_GetIsEmbedded(handle) === 1;
  const weight = isDrawnLarge(engine, scratch, handle) ? 0 : engine.FPDFFont_GetWeight(handle);
  return describeFont(base, family, engine.FPDFFont_GetFlags(handle), weight, {
    areThick: () => isEmbedded() && hasBoldStems(engine, scratch, handle),
    lean: () => isEmbedded() && hasLeaningStems(engine, scratch, handle),
  });
}
