// Lines and boxes of a page that belong to no table.

import { contains } from '../../../pdf/geometry/shown-box.ts';
import type { PageWords } from '../../../document/structure/page-words.ts';

/** Points: shorter ones are parts of letters or ornaments. */
const LENGTH_MIN = { across: 40, down: 8 } as const;
/** One or two short lines across stand above notes. */
const ACROSS_MIN = 3;
/** Share of the page's width: a longer one stands under its head, between its parts, or is where one signs. */
const LONG_SHARE = 0.4;
const SLACK = 3;
const WHITE = 0xffffff;

/** Boxes, several lines across, or a long one: text that flows is without them. */
export function hasFreeLines({ rules, grids, width }: Pick<PageWords, 'rules' | 'grids' | 'width'>): boolean {
  const tables = grids.filter(({ cells }) => cells.length > 1);
  const free = rules.filter(({ box, colour }) => colour !== WHITE && !tables.some((table) => contains(table.box, box, SLACK)));
  const across = free.filter(({ box, horizontal }) => horizontal && box.right - box.left >= LENGTH_MIN.across);
  const down = free.filter(({ box, horizontal }) => !horizontal && box.bottom - box.top >= LENGTH_MIN.down);
  const isLong = across.some(({ box }) => box.right - box.left >= width * LONG_SHARE);
  return isLong || across.length >= ACROSS_MIN || (down.length > 1 && across.length > 1);
}
