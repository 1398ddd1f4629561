// A line of new text as a Form XObject, in embedded fonts: made once, drawn on as many pages as wanted.

import type { PDFContext, PDFRef } from 'pdf-lib';
import type { FaceStyle } from './face-files.ts';
import { baseDirection } from './bidi.ts';
import { embedFace, type Face, findFaces } from './fallback-font.ts';
import { type LaidGlyph, layOutParts } from './lay-out-text.ts';
import { visualParts } from './visual-order.ts';
import { FINE, writeNumber, writeNumbers } from '../syntax/write-operand.ts';

/** Faces that show certain characters, embedded in the document. */
export interface TextFaces {
  readonly faces: readonly { readonly face: Face; readonly ref: PDFRef }[];
}

/** @param text every word and character that will be drawn. @returns undefined when some character is in no face */
export async function embedTextFaces(context: PDFContext, text: string, style: FaceStyle): Promise<TextFaces | undefined> {
  const faces = await findFaces(text, style);
  return faces && { faces: faces.map((face) => ({ face, ref: embedFace(context, face, style) })) };
}

export interface TextForm {
  readonly form: PDFRef;
  /** Points, at the requested size; the baseline starts at the origin. */
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

/** In ems; the faces are metric-compatible with Arial, Times New Roman and Courier New. */
const ASCENT = 0.74;
const DESCENT = 0.22;

/** @param color `#rrggbb`. @param opacity 0 to 1 */
export function makeTextForm(
  context: PDFContext,
  { faces }: TextFaces,
  {
    text,
    sizePt,
    color,
    opacity = 1,
  }: { readonly text: string; readonly sizePt: number; readonly color: string; readonly opacity?: number },
): TextForm {
  const laid = layOutParts(
    faces.map(({ face }) => face),
    visualParts(text, baseDirection(text)),
  );
  if (!laid) throw new RangeError('a character that was not embedded');
  const shown = drawGlyphs(
    laid,
    faces.map(({ face }) => face),
    sizePt,
  );
  const width = laid.reduce((sum, { advance }) => sum + advance, 0) * (sizePt / 1000);
  const [ascent, descent] = [ASCENT * sizePt, DESCENT * sizePt];
  const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const form = context.flateStream(`/Gs gs ${writeNumbers(channels, FINE)} rg BT ${shown} ET`, {
    Type: 'XObject',
    Subtype: 'Form',
    // Accents and slanted strokes reach beyond the line.
    BBox: [-sizePt, -sizePt, width + sizePt, 2 * sizePt],
    Group: { S: 'Transparency' },
    Resources: {
      Font: Object.fromEntries(faces.map(({ ref }, index) => [`F${index}`, ref])),
      ExtGState: { Gs: { Type: 'ExtGState', ca: opacity, CA: opacity, BM: 'Normal' } },
    },
  });
  return { form: context.register(form), width, ascent, descent };
}

/** Within a text object; the resources name the faces F0, F1 … in their order. */
export function drawGlyphs(laid: readonly LaidGlyph[], faces: readonly Face[], sizePt: number): string {
  return laid.map((glyph) => drawGlyph(glyph, faces.indexOf(glyph.face), sizePt)).join(' ');
}

function drawGlyph({ code, width, advance, dx, dy }: LaidGlyph, font: number, sizePt: number): string {
  const [before, after] = [-dx, dx + width - advance].map((by) => (Math.abs(by) < 0.5 ? '' : writeNumber(by)));
  const shown = `/F${font} ${writeNumber(sizePt, FINE)} Tf [${before}<${code.toString(16).padStart(4, '0')}>${after}] TJ`;
  return dy === 0 ? shown : `${writeNumber((dy * sizePt) / 1000, FINE)} Ts ${shown} 0 Ts`;
}
