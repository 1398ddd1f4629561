// The graphics state of ISO 32000-2 8.4.1 as far as this project needs it. States are never changed, only replaced: a kept state
// stays as it was.

import type { PDFDict } from 'pdf-lib';
import type { PdfFont } from '../fonts/pdf-font.ts';
import { EVERYWHERE, type Box } from '../geometry/box.ts';
import { IDENTITY, type Matrix } from '../geometry/matrix.ts';
import type { ContentSource } from './content-source.ts';
import type { Span } from '../syntax/operand.ts';

export interface Paint {
  /** Device family or the name in the resources: DeviceGray, DeviceRGB, DeviceCMYK, Pattern, `CS0`, … */
  readonly space: string;
  readonly components: readonly number[];
  /** The name of a pattern in the resources. */
  readonly pattern: string | undefined;
}

export interface GraphicsState {
  /** Content space → page space (default user space of the page). */
  readonly ctm: Matrix;
  /** Bounding box of the clip path in page space. */
  readonly clip: Box;
  /** The clip is exactly its box. */
  readonly isClipBox: boolean;
  readonly fill: Paint;
  readonly stroke: Paint;
  readonly lineWidth: number;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly blendMode: string;
  /** The current soft mask dictionary (11.6.5.2); undefined for none. */
  readonly softMask: PDFDict | undefined;
  readonly font: PdfFont | undefined;
  /** The name that the font was selected with, and the operand's bytes in its content; undefined when ExtGState did. */
  readonly fontName: string | undefined;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Tz ÷ 100. */
  readonly horizontalScale: number;
  readonly leading: number;
  readonly rise: number;
  /** 0–7 (table 104); 3 and 7 draw nothing. */
  readonly renderMode: number;
}

const BLACK: Paint = { space: 'DeviceGray', components: [0], pattern: undefined };

export const INITIAL_STATE: GraphicsState = {
  ctm: IDENTITY,
  clip: EVERYWHERE,
  isClipBox: true,
  fill: BLACK,
  stroke: BLACK,
  lineWidth: 1,
  fillAlpha: 1,
  strokeAlpha: 1,
  blendMode: 'Normal',
  softMask: undefined,
  font: undefined,
  fontName: undefined,
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  renderMode: 0,
};

/** A marked-content sequence that is open (14.6). */
export interface Mark {
  readonly tag: string;
  readonly properties: PDFDict | undefined;
  /** The position of BMC or BDC in its content. */
  readonly span: Span;
  /** The content of BMC or BDC; for an optional form its parent. */
  readonly source: ContentSource;
  readonly mcid: number | undefined;
  readonly actualText: string | undefined;
  readonly alt: string | undefined;
  /** The optional-content group or membership dictionary, for the tag OC. */
  readonly optionalContent: PDFDict | undefined;
}
