// Lines of a grid that are not drawn in a row or two: cells are rectangles, and without that piece two of them would be an angle.

/** Lines between the places of a grid, by row and column: at the right of each place, and below it. */
export interface GridLines {
  readonly right: readonly (readonly boolean[])[];
  readonly below: readonly (readonly boolean[])[];
}

/** Of what is drawn of a line, the missing piece is this share at most. */
const MISSING_SHARE = 0.25;

/** @param xs @param ys edges of the grid @returns the lines with the pieces that they lack */
export function mendLines(lines: GridLines, xs: readonly number[], ys: readonly number[]): GridLines {
  const right = mendRight(lines, ys);
  const across = mendRight({ right: transpose(lines.below), below: transpose(lines.right) }, xs);
  return { right, below: transpose(across) };
}

function mendRight({ right, below }: GridLines, ys: readonly number[]): boolean[][] {
  const mended = right.map((row) => [...row]);
  const height = (from: number, to: number) => (ys[to] ?? 0) - (ys[from] ?? 0);
  for (let column = 0; column + 1 < (right[0]?.length ?? 0); column++) {
    const isDrawn = (row: number) => right[row]?.[column] === true;
    const drawn = right.reduce((sum, _, row) => sum + (isDrawn(row) ? height(row, row + 1) : 0), 0);
    // A line across ends where the upright one does.
    const isCorner = (row: number) => below[row]?.[column] !== below[row]?.[column + 1];
    for (let start = 0; start < right.length; start++) {
      if (isDrawn(start)) continue;
      let end = start;
      while (end < right.length && !isDrawn(end)) end++;
      const isAngle = (start > 0 && isCorner(start - 1)) || (end < right.length && isCorner(end - 1));
      if (isAngle && height(start, end) <= MISSING_SHARE * drawn)
        for (let row = start; row < end; row++) mended[row]?.splice(column, 1, true);
      start = end;
    }
  }
  return mended;
}

function transpose(rows: readonly (readonly boolean[])[]): boolean[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] === true));
}
