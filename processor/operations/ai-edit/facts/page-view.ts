// A page as it is seen: cut to its crop box, turned by /Rotate, measured in points from the lower left corner.

import type { PDFDict } from 'pdf-lib';
import { numberOf } from '../../../pdf/syntax/dictionary.ts';
import type { Matrix } from '../../../pdf/geometry/matrix.ts';
import { rotationOf, visibleBox } from '../../../pdf/pages/page-box.ts';
import type { Length } from '#contract/params/edit-plan.ts';

export interface PageView {
  readonly widthPt: number;
  readonly heightPt: number;
  /** From what is seen to default user space. */
  readonly toUserSpace: Matrix;
}

export function viewOf(page: PDFDict): PageView {
  const [left, bottom, right, top] = visibleBox(page);
  const userUnit = numberOf(page, 'UserUnit') ?? 1;
  const unit = 1 / (userUnit > 0 ? userUnit : 1);
  const [width, height] = [(right - left) / unit, (top - bottom) / unit];
  switch (rotationOf(page)) {
    case 90:
      return { widthPt: height, heightPt: width, toUserSpace: [0, unit, -unit, 0, right, bottom] };
    case 180:
      return { widthPt: width, heightPt: height, toUserSpace: [-unit, 0, 0, -unit, right, top] };
    case 270:
      return { widthPt: height, heightPt: width, toUserSpace: [0, -unit, unit, 0, left, top] };
    default:
      return { widthPt: width, heightPt: height, toUserSpace: [unit, 0, 0, unit, left, bottom] };
  }
}

/** @param sidePt the length that `%` refers to. @returns default user space units of the page */
export function unitsOf(length: Length | undefined, sidePt: number, userUnit: number): number {
  if (length === undefined) return 0;
  const points = length.unit === '%' ? (sidePt * userUnit * length.value) / 100 : length.value * POINTS[length.unit];
  return points / userUnit;
}

const POINTS = { pt: 1, mm: 72 / 25.4, cm: 72 / 2.54, in: 72 } as const;
