// The codes that a page draws its letters with, read from a copy of its document in which each code means a character of its own.

import type { Pdfium } from '../pdfium.ts';
import type { Scratch } from './scratch.ts';

/** In the copy, code 0 of a font means this, and so on: an area for private use. */
export const CODED_FROM = 0xe000;
export const CODES_MAX = 0x1800;

export interface CodedLetter {
  /** Font of the copy; lives as long as its page. */
  readonly handle: number;
  /** What the code means in the copy. */
  readonly code: number;
}

/** Where a letter begins, as a key. Undefined for letters that the engine made. */
export function originOf({ pdfium }: Pdfium, scratch: Scratch, textPage: number, index: number): string | undefined {
  const { wasmExports: calls } = pdfium;
  if (calls.FPDFText_IsGenerated(textPage, index) === 1) return undefined;
  if (calls.FPDFText_GetCharOrigin(textPage, index, scratch.pointer, scratch.pointer + 8) === 0) return undefined;
  const [x, y] = scratch.doubles;
  return `${x} ${y}`;
}

/** @param textPage of the copy @returns by origin, in the order of the page */
export function readCodedLetters(engine: Pdfium, scratch: Scratch, textPage: number): ReadonlyMap<string, readonly CodedLetter[]> {
  const { wasmExports: calls } = engine.pdfium;
  const letters = new Map<string, CodedLetter[]>();
  const count = calls.FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index++) {
    const code = calls.FPDFText_GetUnicode(textPage, index);
    const object = calls.FPDFText_GetTextObject(textPage, index);
    const handle = object === 0 ? 0 : calls.FPDFTextObj_GetFont(object);
    if (handle === 0 || code < CODED_FROM || code >= CODED_FROM + CODES_MAX) continue;
    const origin = originOf(engine, scratch, textPage, index);
    if (origin === undefined) continue;
    const known = letters.get(origin);
    if (known) known.push({ handle, code });
    else letters.set(origin, [{ handle, code }]);
  }
  return letters;
}
