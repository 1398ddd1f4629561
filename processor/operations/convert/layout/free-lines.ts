// Lines and boxes of a page that belong to no table.

import { areaOf, contains, overlaps } from '../../../pdf/geometry/shown-box.ts';
import type { PageWords } from '../../../document/structure/page-words.ts';

/** Points: shorter ones are parts of letters or ornaments. */
const LENGTH_MIN = { across: 40, down: 8 } as const;
/** One or two short lines across stand above notes. */
const ACROSS_MIN = 3;
/** Share of the page's width: a longer one stands under its head, between its parts, or is where one signs. */
const LONG_SHARE = 0.4;
/** Share of its height: a longer one, of pieces or whole, stands beside what belongs together. */
const TALL_SHARE = 0.15;
/** Share of the page: an empty box of a colour that is smaller is an ornament, a larger one its ground. */
const BOX_SHARE = { least: 0.01, most: 0.85 } as const;
/** Of 255: fainter ones are not seen. */
const OPACITY_MIN = 8;
const SLACK = 3;
const WHITE = 0xffffff;

/** Boxes, several lines across, or a long or tall one: text that flows is without them. */
export function hasFreeLines(page: PageWords): boolean {
  const { rules, grids, width, height } = page;
  const tables = grids.filter(({ cells }) => cells.length > 1);
  const free = rules.filter(({ box, colour }) => colour !== WHITE && !tables.some((table) => contains(table.box, box, SLACK)));
  const across = free.filter(({ box, horizontal }) => horizontal && box.right - box.left >= LENGTH_MIN.across);
  const down = free.filter(({ box, horizontal }) => !horizontal && box.bottom - box.top >= LENGTH_MIN.down);
  const isLong = across.some(({ box }) => box.right - box.left >= width * LONG_SHARE);
  const columns = Map.groupBy(down, ({ box }) => Math.round(box.left));
  const isTall = [...columns.values()].some((own) => own.reduce((sum, { box }) => sum + box.bottom - box.top, 0) >= height * TALL_SHARE);
  return isLong || isTall || hasEmptyBox(page) || across.length >= ACROSS_MIN || (down.length > 1 && across.length > 1);
}

/** Of a colour, with nothing on it: one behind a text goes with that. */
function hasEmptyBox({ fills, words, images, grids, width, height }: PageWords): boolean {
  const things = [...words, ...images, ...grids].map(({ box }) => box);
  return fills.some(({ box, colour, opacity }) => {
    const share = areaOf(box) / (width * height);
    const isSeen = colour !== WHITE && opacity >= OPACITY_MIN && share >= BOX_SHARE.least && share <= BOX_SHARE.most;
    return isSeen && !things.some((thing) => overlaps(thing, box));
  });
}
