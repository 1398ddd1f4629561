// A page as readers show it (ISO 32000-1 7.7.3.3, 14.11.2): its crop box at the origin, its /Rotate and its unit applied, inherited values
// included. Points from the upper left corner are what the outputs of recognition tell places in.

import { type PDFDict, PDFNumber } from 'pdf-lib';
import { numberOf } from '../pdf/syntax/dictionary.ts';
import type { Matrix } from '../pdf/geometry/matrix.ts';
import type { PdfPage } from '../pdf/opened.ts';
import { inherited } from '../pdf/syntax/inherited.ts';
import { readCropBox } from './sole-image.ts';

export interface ShownPage {
  /** Points, as shown. */
  readonly widthPoints: number;
  readonly heightPoints: number;
  /** From default user space to points as shown, right and down from the upper left corner. */
  readonly fromUserSpace: Matrix;
}

/** What readers take where a page names no usable box. */
const LETTER = { x: 0, y: 0, width: 612, height: 792 };

export function showPage(page: PdfPage): ShownPage {
  const media = page.mediaBox ?? LETTER;
  const box = readCropBox(page.dict, { x0: media.x, y0: media.y, x1: media.x + media.width, y1: media.y + media.height });
  const unit = numberOf(page.dict, 'UserUnit') ?? 1;
  const u = unit > 0 && Number.isFinite(unit) ? unit : 1;
  const [width, height] = [(box.x1 - box.x0) * u, (box.y1 - box.y0) * u];
  switch (rotateOf(page.dict)) {
    case 90:
      return { widthPoints: height, heightPoints: width, fromUserSpace: [0, u, u, 0, -box.y0 * u, -box.x0 * u] };
    case 180:
      return { widthPoints: width, heightPoints: height, fromUserSpace: [-u, 0, 0, u, box.x1 * u, -box.y0 * u] };
    case 270:
      return { widthPoints: height, heightPoints: width, fromUserSpace: [0, -u, -u, 0, box.y1 * u, box.x1 * u] };
    default:
      return { widthPoints: width, heightPoints: height, fromUserSpace: [u, 0, 0, -u, -box.x0 * u, box.y1 * u] };
  }
}

function rotateOf(page: PDFDict): number {
  const value = inherited(page, 'Rotate');
  const degrees = value instanceof PDFNumber ? value.asNumber() : 0;
  return ((degrees % 360) + 360) % 360;
}
