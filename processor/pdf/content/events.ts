// What the interpreter reports: one event per thing shown, with the operation that shows it, its place, and the state at that moment.

import type { PDFRef, PDFStream } from 'pdf-lib';
import type { FontGlyph, PdfFont } from '../fonts/pdf-font.ts';
import { COMMON_EXTENT, verticalExtent } from '../fonts/font.ts';
import { transformBox, type Box, type Quad } from '../geometry/box.ts';
import { multiply, transform, type Matrix } from '../geometry/matrix.ts';
import type { DictOperand } from '../syntax/operand.ts';
import type { Operation } from '../syntax/operations.ts';
import type { GraphicsState, Mark } from './state.ts';
import type { ContentSource } from './content-source.ts';

interface At {
  readonly source: ContentSource;
  readonly operation: Operation;
  readonly state: GraphicsState;
  /** The open marked-content sequences, outermost first, those of the parents included. */
  readonly marks: readonly Mark[];
}

/** A glyph of a text-showing operation. */
export interface ShownGlyph {
  readonly glyph: FontGlyph;
  /** Which element of the TJ array; 0 for the other operators. */
  readonly element: number;
  /** The position of its code in the decoded bytes of the string, `glyph.length` bytes long. */
  readonly offset: number;
  /** From the start of the operation to the glyph's origin, in unscaled text space: along x, for vertical fonts along y. */
  readonly position: number;
  /** To the origin of the next one, with character and word spacing; TJ numbers not included. */
  readonly advance: number;
}

export interface TextEvent extends At {
  readonly kind: 'text';
  readonly font: PdfFont | undefined;
  readonly glyphs: readonly ShownGlyph[];
  /** Text matrix before and after. */
  readonly textMatrix: Matrix;
  readonly textMatrixAfter: Matrix;
  readonly lineMatrix: Matrix;
  /** How many BT precede it in its content: operations with the same number are of one text object. */
  readonly textObject: number;
  /** How many positioning operators (BT Td TD Tm T* ' ") were executed up to it: operations with the same number continue one another. */
  readonly flow: number;
}

export interface ImageEvent extends At {
  readonly kind: 'image';
  /** Undefined for an inline image. */
  readonly stream: PDFStream | undefined;
  readonly ref: PDFRef | undefined;
  readonly name: string | undefined;
  readonly inline: { readonly dict: DictOperand; readonly data: Uint8Array } | undefined;
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** Unit square → page space. */
  readonly matrix: Matrix;
  /** In the coarser of the two directions, in pixels per 72 units of page space; UserUnit not applied. Infinity where it has no extent. */
  readonly dpi: number;
  readonly box: Box;
  /** The box of the clip path hides a part. */
  readonly isClipped: boolean;
  /** All of it is outside the box of the clip path. */
  readonly isHidden: boolean;
  readonly isStencil: boolean;
  readonly softMask: PDFStream | undefined;
  readonly softMaskRef: PDFRef | undefined;
  /** An explicit mask (/Mask as a stream). */
  readonly mask: PDFStream | undefined;
  readonly maskRef: PDFRef | undefined;
}

/** A path is painted, or becomes a clip path (`n` after W). */
export interface PathEvent extends At {
  readonly kind: 'path';
  /** In page space, without the width of a stroke; of the construction operators' points, so control points count. */
  readonly box: Box;
  readonly fills: boolean;
  readonly strokes: boolean;
  readonly clips: boolean;
  /** A rectangle whose sides are those of its box. */
  readonly isBox: boolean;
  /** The first construction operation. */
  readonly firstSpanStart: number;
}

/** It is seen: programs draw frames around texts that are wholly transparent. */
export function isPainted({ fills, strokes, state }: PathEvent): boolean {
  return (fills && state.fillAlpha > 0) || (strokes && state.strokeAlpha > 0);
}

interface ShadingEvent extends At {
  readonly kind: 'shading';
  readonly name: string | undefined;
  readonly box: Box;
}

/** Before the events of a source other than the page itself; and after them. */
interface EnterEvent {
  readonly kind: 'enter' | 'leave';
  readonly source: ContentSource;
  readonly state: GraphicsState;
  readonly marks: readonly Mark[];
}

export type ContentEvent = TextEvent | ImageEvent | PathEvent | ShadingEvent | EnterEvent;

/** Glyph space of size 1 → page space for a glyph: the text rendering matrix of 9.4.4 at its origin. */
export function glyphMatrix(event: TextEvent, shown: ShownGlyph): Matrix {
  const { state, textMatrix, font } = event;
  const { fontSize, horizontalScale, rise } = state;
  const moved: Matrix = font?.isVertical
    ? [fontSize * horizontalScale, 0, 0, fontSize, 0, shown.position + rise]
    : [fontSize * horizontalScale, 0, 0, fontSize, shown.position, rise];
  const vertical = shown.glyph.vertical;
  const placed: Matrix = vertical ? multiply([1, 0, 0, 1, -vertical.x, -vertical.y], moved) : moved;
  return multiply(multiply(placed, textMatrix), state.ctm);
}

/** Where glyphMatrix puts the origin, without the rest of it. */
export function glyphOrigin({ state, textMatrix, font }: TextEvent, { position, glyph }: ShownGlyph): readonly [number, number] {
  const { fontSize, horizontalScale, rise, ctm } = state;
  let [x, y] = font?.isVertical ? [0, position + rise] : [position, rise];
  if (glyph.vertical) [x, y] = [x - glyph.vertical.x * fontSize * horizontalScale, y - glyph.vertical.y * fontSize];
  return transform(ctm, ...transform(textMatrix, x, y));
}

/** The glyph's advance width by the font's ascent and descent, in page space. Corners: see Quad. */
export function glyphQuad(event: TextEvent, shown: ShownGlyph): Quad {
  const { ascent, descent } = event.font ? verticalExtent(event.font) : COMMON_EXTENT;
  return transformBox(glyphMatrix(event, shown), [0, descent, shown.glyph.width, ascent]);
}
