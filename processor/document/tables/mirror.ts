// A page from right to left as if it were seen in a mirror: what reads rows and columns of text from the left then begins where the reader does. The
// letters of a word stay as they are.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { Word } from '../words/words.ts';
import type { Grid } from './grids.ts';

export function mirrored<T extends { readonly box: ShownBox }>(item: T): T {
  return { ...item, box: mirroredBox(item.box) };
}

/** It is a word from left to right there. */
export function mirroredWord(word: Word): Word {
  return { ...mirrored(word), rtl: false };
}

export function mirroredGrid(grid: Grid): Grid {
  const columns = grid.xs.length - 1;
  const cells = grid.cells.map((cell) => ({ ...mirrored(cell), column: columns - cell.column - cell.columnSpan }));
  return {
    ...grid,
    box: mirroredBox(grid.box),
    xs: grid.xs.map((x) => -x).toReversed(),
    cells: cells.toSorted((one, two) => one.row - two.row || one.column - two.column),
  };
}

function mirroredBox({ left, right, top, bottom }: ShownBox): ShownBox {
  return { left: -right, right: -left, top, bottom };
}
