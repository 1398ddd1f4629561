// The characters of a page in the order in which PDFium's text page gives them (its order is logical within a line of right-to-left text).

import type { Pdfium } from '../pdfium.ts';
import { describeFont, type FontFace } from './fonts.ts';
import type { Character, TextStyle } from './page-content.ts';
import { transform, type Matrix } from '../../geometry/matrix.ts';
import { showBox } from '../../geometry/shown-box.ts';
import type { Scratch } from './scratch.ts';

/** Cosines between the sides of a letter: an oblique letter leans by 8 to 30 degrees. */
const SLANT = { least: 0.13, most: 0.5 } as const;

/** Order of an object in the stream of its page; its key is PDFium's handle. */
export type ObjectOrder = ReadonlyMap<number, number>;

const INVISIBLE_MODES = new Set([3, 7]);
const FILL_AND_STROKE = 2;
/** Thinner outlines only smooth the letters. */
const BOLD_STROKE = 0.015;

interface TextObject {
  readonly style: TextStyle;
  readonly object: number;
  readonly mcid: number;
}

/** @param charactersMax the rest is left out */
export function readCharacters(
  engine: Pdfium,
  scratch: Scratch,
  page: { readonly textPage: number; readonly toPage: Matrix; readonly order: ObjectOrder },
  charactersMax: number,
): Character[] {
  const count = Math.min(engine.FPDFText_CountChars(page.textPage), charactersMax);
  const fonts = new Map<number, FontFace>();
  const styles = new Map<string, TextStyle>();
  const objects = new Map<number, TextObject>();
  const characters: Character[] = [];
  let last: TextObject | undefined;
  for (let index = 0; index < count; index++) {
    const code = engine.FPDFText_GetUnicode(page.textPage, index);
    const handle = engine.FPDFText_GetTextObject(page.textPage, index);
    let found = handle === 0 ? last : objects.get(handle);
    if (!found) {
      if (handle === 0) continue;
      found = readTextObject(engine, scratch, page, { handle, index, fonts, styles });
      objects.set(handle, found);
    }
    last = found;
    const unmapped = engine.FPDFText_HasUnicodeMapError(page.textPage, index) === 1;
    const generated = engine.FPDFText_IsGenerated(page.textPage, index) === 1;
    if (!engine.FPDFText_GetLooseCharBox(page.textPage, index, scratch.pointer)) continue;
    // FS_RECTF: left, top, right, bottom.
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats(4);
    engine.FPDFText_GetCharOrigin(page.textPage, index, scratch.pointer, scratch.pointer + 8);
    const [originX = 0, originY = 0] = scratch.doubles(2);
    const [x, y] = transform(page.toPage, originX, originY);
    characters.push({
      text: textOf(code, unmapped),
      box: showBox(page.toPage, [left, bottom, right, top]),
      x,
      y,
      style: found.style,
      object: found.object,
      mcid: found.mcid,
      generated,
      hyphen: engine.FPDFText_IsHyphen(page.textPage, index) === 1,
      unmapped,
    });
  }
  return characters;
}

/** PDFium reports a hyphen at a line's end as U+0002 (and U+FFFE in old versions). */
function textOf(code: number, unmapped: boolean): string {
  if (code === 2 || code === 0xfffe) return '-';
  if (unmapped && code < 32) return '\ufffd';
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
  return String.fromCodePoint(code);
}

function readTextObject(
  engine: Pdfium,
  scratch: Scratch,
  page: { readonly textPage: number; readonly toPage: Matrix; readonly order: ObjectOrder },
  seen: { readonly handle: number; readonly index: number; readonly fonts: Map<number, FontFace>; readonly styles: Map<string, TextStyle> },
): TextObject {
  const { handle, index } = seen;
  const fontHandle = engine.FPDFTextObj_GetFont(handle);
  let face = seen.fonts.get(fontHandle);
  if (!face) {
    face = readFont(engine, scratch, fontHandle);
    seen.fonts.set(fontHandle, face);
  }
  engine.FPDFText_GetMatrix(page.textPage, index, scratch.pointer);
  const [a = 1, b = 0, c = 0, d = 1] = scratch.floats(4);
  const fontSize = engine.FPDFText_GetFontSize(page.textPage, index);
  const [p, q, r, s] = page.toPage;
  // The direction of writing and of the letters' height, both as shown (y downwards).
  const [ux, uy] = [a * p + b * r, a * q + b * s];
  const [vx, vy] = [c * p + d * r, c * q + d * s];
  const mode = engine.FPDFTextObj_GetTextRenderMode(handle);
  const style: TextStyle = {
    ...face,
    bold:
      face.bold || (mode === FILL_AND_STROKE && strokeShare(engine, scratch, handle, Math.abs(fontSize) * Math.hypot(c, d)) > BOLD_STROKE),
    italic: face.italic || isSlanted(ux, uy, vx, vy),
    size: Math.round(Math.abs(fontSize) * Math.hypot(vx, vy) * 20) / 20,
    colour: readFillColour(engine, scratch, handle)?.colour ?? 0,
    angle: Math.round(((Math.atan2(-uy, ux) * 180) / Math.PI + 360) % 360) % 360,
    invisible: INVISIBLE_MODES.has(mode),
  };
  const key = JSON.stringify(style);
  const shared = seen.styles.get(key) ?? style;
  seen.styles.set(key, shared);
  const mcid = engine.FPDFPageObj_GetMarkedContentID(handle);
  return { style: shared, object: page.order.get(handle) ?? -1, mcid };
}

/** The thickness of the outline of letters, in ems. */
function strokeShare(engine: Pdfium, scratch: Scratch, handle: number, size: number): number {
  if (!engine.FPDFPageObj_GetStrokeWidth(handle, scratch.pointer) || size === 0) return 0;
  return (scratch.floats(1)[0] ?? 0) / size;
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
  if (!engine.FPDFPageObj_GetFillColor(handle, at, at + 4, at + 8, at + 12)) return undefined;
  return colourOf(scratch);
}

export function readStrokeColour(engine: Pdfium, scratch: Scratch, handle: number): { colour: number; opacity: number } | undefined {
  const at = scratch.pointer;
  if (!engine.FPDFPageObj_GetStrokeColor(handle, at, at + 4, at + 8, at + 12)) return undefined;
  return colourOf(scratch);
}

function colourOf(scratch: Scratch): { colour: number; opacity: number } {
  const [red = 0, green = 0, blue = 0, opacity = 255] = scratch.integers(4);
  return { colour: ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255), opacity: opacity & 255 };
}
