// The grounds of a grid's cells: where the colour changes at an edge of the grid, two cells meet, with or without a line between them.

import { areaOf, intersect, overlaps, type ShownBox } from '../../pdf/geometry/shown-box.ts';
import { type Fill, onWhite } from '../../pdf/pdfium/page/page-content.ts';

/** Share of a place in a grid that its ground must cover: what is smaller is a shape in a cell. */
const GROUND_SHARE = 0.85;
/** Points: the ground of a narrower place is that of the cell beside it, or of the line between two. */
const PLACE_MIN = 10;
const WHITE = 0xffffff;

/** @returns whether the places of two boxes, beside or below each other, have different grounds */
export function makeGroundsDiffer(fills: readonly Fill[]): (one: ShownBox, other: ShownBox) => boolean {
  const known = new Map<string, number>();
  const groundOf = (box: ShownBox): number => {
    const key = `${box.left} ${box.top}`;
    const ground = known.get(key) ?? readGround(box, fills);
    known.set(key, ground);
    return ground;
  };
  const isWide = ({ left, top, right, bottom }: ShownBox) => Math.min(right - left, bottom - top) >= PLACE_MIN;
  return (one, other) => fills.length > 0 && isWide(one) && isWide(other) && groundOf(one) !== groundOf(other);
}

function readGround(box: ShownBox, fills: readonly Fill[]): number {
  const fill = fills.findLast((one) => overlaps(one.box, box) && areaOf(intersect(one.box, box)) >= GROUND_SHARE * areaOf(box));
  return fill ? onWhite(fill) : WHITE;
}
