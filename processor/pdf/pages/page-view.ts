// A page as it is shown, from its dictionary: its sides in points, and the way from its user space there (ISO 32000-1 8.3.2.3, 14.11.2).

import { type PDFDict } from 'pdf-lib';
import { pageMatrix } from '../geometry/page-matrix.ts';
import { type Box, boundsOf, isEmpty, transformBox } from '../geometry/box.ts';
import { IDENTITY, invert, type Matrix, multiply } from '../geometry/matrix.ts';
import type { ShownBox } from '../geometry/shown-box.ts';
import { numberOf } from '../syntax/dictionary.ts';
import { rotationOf, type Rotation, visibleBox } from './page-box.ts';

export interface PageView {
  readonly width: number;
  readonly height: number;
  /** In user space. */
  readonly box: Box;
  readonly rotation: Rotation;
  /** Points of a unit of user space (14.11.5). */
  readonly unit: number;
  /** From user space to points of the page as shown, y downwards. */
  readonly toShown: Matrix;
}

export function viewOf(page: PDFDict): PageView {
  const [box, rotation] = [visibleBox(page), rotationOf(page)];
  const own = numberOf(page, 'UserUnit') ?? 1;
  const unit = own > 0 ? own : 1;
  const [across, up] = [(box[2] - box[0]) * unit, (box[3] - box[1]) * unit];
  const [width, height] = rotation % 180 === 0 ? [across, up] : [up, across];
  return { width, height, box, rotation, unit, toShown: multiply(pageMatrix(box, rotation / 90), [unit, 0, 0, unit, 0, 0]) };
}

/** A box of the page as shown, in its user space; undefined for one that is empty. @param onto where the page is shown: the box is of that */
export function userBox({ toShown }: PageView, { left, top, right, bottom }: ShownBox, onto = IDENTITY): Box | undefined {
  const back = invert(multiply(toShown, onto));
  const shown: Box = [left, top, right, bottom];
  return back && !isEmpty(shown) ? boundsOf(transformBox(back, shown)) : undefined;
}
