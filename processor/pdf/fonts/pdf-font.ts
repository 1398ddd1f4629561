// A font as the operators of content streams see it (ISO 32000-2 9.5–9.10): what it answers, whichever kind it is.

import type { PDFDict, PDFRawStream } from 'pdf-lib';
import type { Matrix } from '../geometry/matrix.ts';
import type { FontDescriptor } from './dictionaries.ts';
import type { FontProgram } from './font-program.ts';

/** What a code shows. */
export interface FontGlyph {
  readonly code: number;
  /** Bytes of the code. */
  readonly length: number;
  /** Horizontal displacement for size 1: /Widths ÷ 1000, or through the FontMatrix of a Type 3 font. */
  readonly width: number;
  /** Empty when unknown. */
  readonly unicode: string;
  readonly unicodeFrom: 'tounicode' | 'encoding' | 'cmap' | 'program' | undefined;
  /** Of simple fonts, where the encoding gives it. */
  readonly name: string | undefined;
  /** Of composite fonts; undefined where a missing predefined CMap would be needed. */
  readonly cid: number | undefined;
  /** Index in the embedded program; undefined where there is none, or it cannot be known. 0 is a glyph that the program lacks. */
  readonly gid: number | undefined;
  /** Vertical writing, for size 1: displacement and position vector. Undefined for horizontal fonts. */
  readonly vertical: { readonly advance: number; readonly x: number; readonly y: number } | undefined;
}

export interface PdfFont {
  readonly dict: PDFDict;
  readonly kind: 'simple' | 'composite' | 'type3';
  /** Type1, MMType1, TrueType, Type3, CIDFontType0, CIDFontType2; empty where it has none. */
  readonly subtype: string;
  /** With its subset prefix; empty for Type 3 without a name. */
  readonly baseFont: string;
  readonly isVertical: boolean;
  readonly descriptor: FontDescriptor;
  /** The embedded program, where one can be read. */
  readonly program: FontProgram | undefined;
  /** Something of the font is embedded, readable or not. */
  readonly isEmbedded: boolean;
  /** The standard font (or the nearest) whose metrics are used; undefined where the font has its own. */
  readonly standIn: string | undefined;
  /** Type 3 only. */
  readonly type3: Type3 | undefined;
  /** The code at `at`: its value and how many bytes it has (at least 1). */
  codeAt(bytes: Uint8Array, at: number): { readonly code: number; readonly length: number };
  /** The same object for the same code. */
  glyphOf(code: number, length: number): FontGlyph;
  /** The codes that can be asked for: all of simple fonts, those with a known CID and glyph of composite ones. */
  codesOf(unicode: string): readonly FontGlyph[];
}

export interface Type3 {
  readonly fontMatrix: Matrix;
  readonly resources: PDFDict | undefined;
  procOf(glyph: FontGlyph): PDFRawStream | undefined;
}

/** What simple.ts and composite.ts return. */
export interface FontParts {
  readonly program: FontProgram | undefined;
  readonly standIn: string | undefined;
  readonly subtype: string;
  readonly descriptor: FontDescriptor;
  readonly isVertical: boolean;
  codeAt(bytes: Uint8Array, at: number): { readonly code: number; readonly length: number };
  makeGlyph(code: number, length: number): FontGlyph;
  /** Every code that can be enumerated, bounded. */
  allCodes(): Iterable<readonly [code: number, length: number]>;
}
