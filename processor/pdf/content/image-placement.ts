// Where an image is on its page and at which resolution (ISO 32000-2 8.9.5).

import { PDFBool, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import { lookup, numberOf } from '../syntax/dictionary.ts';
import type { ImageEvent } from './events.ts';
import { boundsOf, contains, intersect, isEmpty, transformBox } from '../geometry/box.ts';
import { type Matrix } from '../geometry/matrix.ts';
import type { DictOperand } from '../syntax/operand.ts';
import type { GraphicsState } from './state.ts';

/** Points that a clip may cut off a picture by rounding. */
const CLIP_TOLERANCE = 0.01;

type Placement = Omit<ImageEvent, 'kind' | 'source' | 'operation' | 'state' | 'marks' | 'name'>;

export function describeImage(stream: PDFStream, ref: PDFRef | undefined, state: GraphicsState): Placement {
  const { dict } = stream;
  const [softMask, mask] = [lookup(dict, 'SMask'), lookup(dict, 'Mask')];
  const [softMaskRef, maskRef] = [dict.get(PDFName.of('SMask')), dict.get(PDFName.of('Mask'))];
  return {
    stream,
    ref,
    inline: undefined,
    ...place(numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0, state),
    isStencil: lookup(dict, 'ImageMask') === PDFBool.True,
    softMask: softMask instanceof PDFStream ? softMask : undefined,
    softMaskRef: softMask instanceof PDFStream && softMaskRef instanceof PDFRef ? softMaskRef : undefined,
    mask: mask instanceof PDFStream ? mask : undefined,
    maskRef: mask instanceof PDFStream && maskRef instanceof PDFRef ? maskRef : undefined,
  };
}

export function describeInlineImage(dict: DictOperand, data: Uint8Array, state: GraphicsState): Placement & { readonly name: undefined } {
  const number = (short: string, long: string) => {
    const found = dict.entries.get(short) ?? dict.entries.get(long);
    return found?.kind === 'number' ? found.value : 0;
  };
  const stencil = dict.entries.get('IM') ?? dict.entries.get('ImageMask');
  return {
    stream: undefined,
    ref: undefined,
    name: undefined,
    inline: { dict, data },
    ...place(number('W', 'Width'), number('H', 'Height'), state),
    isStencil: stencil?.kind === 'constant' && stencil.value === true,
    softMask: undefined,
    softMaskRef: undefined,
    mask: undefined,
    maskRef: undefined,
  };
}

function place(widthPixels: number, heightPixels: number, { ctm, clip }: GraphicsState) {
  const box = boundsOf(transformBox(ctm, [0, 0, 1, 1]));
  return {
    widthPixels,
    heightPixels,
    matrix: ctm,
    dpi: effectiveDpi(ctm, widthPixels, heightPixels),
    box,
    isClipped: !contains(clip, box, CLIP_TOLERANCE),
    isHidden: isEmpty(intersect(clip, box)),
  };
}

/** Pixels per 72 units of page space in the coarser direction. */
function effectiveDpi(matrix: Matrix, widthPixels: number, heightPixels: number): number {
  const [wide, high] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])];
  return Math.min((widthPixels * 72) / wide, (heightPixels * 72) / high);
}
