// A page as readers show it (ISO 32000-1 7.7.3.3, 14.11.2): its crop box at the origin, its /Rotate and its unit applied, inherited values
// included. The outputs of recognition give places in points from the upper left corner.

import { numberOf } from '../pdf/syntax/dictionary.ts';
import type { Matrix } from '../pdf/geometry/matrix.ts';
import type { PdfPage } from '../pdf/opened.ts';
import { LETTER, rotationOf, visibleBox } from '../pdf/pages/page-box.ts';

export interface ShownPage {
  /** Points, as shown. */
  readonly widthPoints: number;
  readonly heightPoints: number;
  /** From default user space to points as shown, right and down from the upper left corner. */
  readonly fromUserSpace: Matrix;
}

export function showPage(page: PdfPage): ShownPage {
  const [left, bottom, right, top] = visibleBox(page.dict, page.mediaBox ?? LETTER);
  const unit = numberOf(page.dict, 'UserUnit') ?? 1;
  const u = unit > 0 && Number.isFinite(unit) ? unit : 1;
  const [width, height] = [(right - left) * u, (top - bottom) * u];
  switch (rotationOf(page.dict)) {
    case 90:
      return { widthPoints: height, heightPoints: width, fromUserSpace: [0, u, u, 0, -bottom * u, -left * u] };
    case 180:
      return { widthPoints: width, heightPoints: height, fromUserSpace: [-u, 0, 0, u, right * u, -bottom * u] };
    case 270:
      return { widthPoints: height, heightPoints: width, fromUserSpace: [0, -u, -u, 0, top * u, right * u] };
    default:
      return { widthPoints: width, heightPoints: height, fromUserSpace: [u, 0, 0, -u, -left * u, top * u] };
  }
}
