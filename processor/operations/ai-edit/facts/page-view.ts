// A page as it is seen: cut to its crop box, turned by /Rotate, measured in points from the lower left corner.

import type { PDFDict } from 'pdf-lib';
import { numberOf } from '../../../pdf/syntax/dictionary.ts';
import type { Placement } from '../../../pdf/draw/draw-forms.ts';
import { rotationOf, visibleBox } from '../../../pdf/pages/page-box.ts';
import type { Length } from '#contract/params/edit-plan.ts';

export interface PageView {
  readonly widthPt: number;
  readonly heightPt: number;
  /** From what is seen to default user space. */
  readonly toUserSpace: Placement;
}

/** @param page with its own boxes; see inheritAll */
export function viewOf(page: PDFDict): PageView {
  const { left, bottom, right, top } = visibleBox(page);
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

/** First `inner`, then `outer`. */
export function compose(inner: Placement, outer: Placement): Placement {
  const [a, b, c, d, e, f] = inner;
  const [oa, ob, oc, od, oe, of] = outer;
  return [a * oa + b * oc, a * ob + b * od, c * oa + d * oc, c * ob + d * od, e * oa + f * oc + oe, e * ob + f * od + of];
}

/** The way back. */
export function invert([a, b, c, d, e, f]: Placement): Placement {
  const by = a * d - b * c || 1;
  return [d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by];
}

/** @param sidePt what `%` is of. @returns default user space units of the page */
export function unitsOf(length: Length | undefined, sidePt: number, userUnit: number): number {
  if (length === undefined) return 0;
  const points = length.unit === '%' ? (sidePt * userUnit * length.value) / 100 : length.value * POINTS[length.unit];
  return points / userUnit;
}

export const POINTS = { pt: 1, mm: 72 / 25.4, cm: 72 / 2.54, in: 72 } as const;
