// What each sheet is: where its table stands in the source.

import { roundPoints } from '../round-box.ts';
import type { TableSheet } from './table-sheets.ts';

/** Places are points from the upper left corner of the page as it is shown. */
const HEAD = ['table', 'id', 'page', 'left', 'top', 'right', 'bottom', 'rows', 'columns', 'caption'];

/** A row for each page that a table is on. */
export function aboutRows(sheets: readonly TableSheet[]): (string | number)[][] {
  const rows = sheets.flatMap(({ number, id, boxes, rows: count, widths, caption = '' }) =>
    boxes.map(({ page, box }) => [
      number,
      id,
      page,
      ...[box.left, box.top, box.right, box.bottom].map(roundPoints),
      count,
      widths.length,
      caption,
    ]),
  );
  return [HEAD, ...rows];
}
