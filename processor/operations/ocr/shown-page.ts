// A page as readers show it (ISO 32000-1 7.7.3.3, 14.11.2): its crop box, its /Rotate and its unit, inherited values included; and the way back
// from the pixels of an upright picture of it to its user space.

import { PDFArray, PDFDict, PDFNumber, type PDFObject } from 'pdf-lib';
import { PDF_BOUNDS } from '../../pdf/bounds.ts';
import { lookup, numberOf } from '../../pdf/dictionary.ts';

export type QuarterTurn = 0 | 90 | 180 | 270;
/** a b c d e f of ISO 32000-1 8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface ShownPage {
  /** What is shown, in default user space units; the corner is the lower left one. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Clockwise, as shown. */
  readonly rotate: QuarterTurn;
  /** Points in a unit of user space. */
  readonly userUnit: number;
  /** Points, as shown: /Rotate and the unit applied. */
  readonly widthPoints: number;
  readonly heightPoints: number;
}

/** What readers take where a page names no usable box. */
const LETTER = { x: 0, y: 0, width: 612, height: 792 };

export function showPage(page: PDFDict): ShownPage {
  const media = boxOf(inherited(page, 'MediaBox')) ?? LETTER;
  const crop = boxOf(inherited(page, 'CropBox'));
  const box = (crop && intersect(crop, media)) ?? media;
  const rotate = turnOf(inherited(page, 'Rotate'));
  const unit = numberOf(page, 'UserUnit') ?? 1;
  const userUnit = unit > 0 && Number.isFinite(unit) ? unit : 1;
  const [width, height] = [box.width * userUnit, box.height * userUnit];
  const isTurned = rotate === 90 || rotate === 270;
  return { box, rotate, userUnit, widthPoints: isTurned ? height : width, heightPoints: isTurned ? width : height };
}

/** An entry of the page or of the nearest of its ancestors (7.7.3.4). */
export function inherited(page: PDFDict, key: string): PDFObject | undefined {
  let node: PDFDict | undefined = page;
  for (let depth = 0; node && depth < PDF_BOUNDS.depthMax; depth++) {
    const value = lookup(node, key);
    if (value !== undefined) return value;
    const parent: PDFObject | undefined = lookup(node, 'Parent');
    node = parent instanceof PDFDict ? parent : undefined;
  }
  return undefined;
}

/** @param widthPx, heightPx of the upright picture; `rotation`: how the picture of the page as shown was turned clockwise to stand upright. */
export function uprightToUserSpace(page: ShownPage, widthPx: number, heightPx: number, rotation: QuarterTurn): Matrix {
  const { x, y, width, height } = page.box;
  switch ((page.rotate + rotation) % 360) {
    case 90:
      return [0, height / widthPx, -width / heightPx, 0, x + width, y];
    case 180:
      return [-width / widthPx, 0, 0, -height / heightPx, x + width, y + height];
    case 270:
      return [0, -height / widthPx, width / heightPx, 0, x, y + height];
    default:
      return [width / widthPx, 0, 0, height / heightPx, x, y];
  }
}

function turnOf(value: PDFObject | undefined): QuarterTurn {
  const degrees = value instanceof PDFNumber ? value.asNumber() : 0;
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

function boxOf(value: PDFObject | undefined): ShownPage['box'] | undefined {
  if (!(value instanceof PDFArray)) return undefined;
  const sides = value.asArray().map((_, index) => value.lookup(index));
  const [x1, y1, x2, y2] = sides.map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  return Object.values(box).every(Number.isFinite) && box.width > 0 && box.height > 0 ? box : undefined;
}

function intersect(one: ShownPage['box'], two: ShownPage['box']): ShownPage['box'] | undefined {
  const [x, y] = [Math.max(one.x, two.x), Math.max(one.y, two.y)];
  const width = Math.min(one.x + one.width, two.x + two.width) - x;
  const height = Math.min(one.y + one.height, two.y + two.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
