// Columns of text as their lines show them: several that begin and end together, and none beyond.

import type { ShownBox } from '../../geometry/shown-box.ts';

export interface SeenColumn {
  readonly box: ShownBox;
  /** Of a letter, from ascent to descent. */
  readonly height: number;
}

export interface SeenLine {
  readonly box: ShownBox;
  readonly letters: number;
  readonly height: number;
}

/** So many lines end together, of at least so many letters; in heights of a letter by how little their ends differ, and their indents at most. */
const LINES_MIN = 4;
const LETTERS_MIN = 20;
const [SAME_END, INDENT] = [0.12, 3.5];
/** Heights of a letter by which marks stand out of a column, and up to which lines above and below are in it. */
const [OUT, AROUND] = [0.35, 4];
/** Heights: text that begins so near to the end of a column is not in it. */
const WITHIN = 2;
const SAME_HEIGHT = 0.2;

export function findColumns(lines: readonly SeenLine[]): SeenColumn[] {
  const columns: SeenColumn[] = [];
  const left = new Set(lines.filter(({ letters }) => letters >= LETTERS_MIN));
  for (const line of left) {
    const { box, height } = line;
    const same = [...left].filter(
      (one) =>
        Math.abs(one.box.right - box.right) < height * SAME_END &&
        Math.abs(one.box.left - box.left) < height * INDENT &&
        Math.abs(one.height - height) < height * SAME_HEIGHT,
    );
    if (same.length < LINES_MIN) continue;
    for (const one of same) left.delete(one);
    const column = { box: same.map((one) => one.box).reduce(around), height };
    if (!lines.some((one) => isBeyond(one.box, column))) columns.push(column);
  }
  return columns;
}

/** A text that begins in a column, or just above or below it, and ends beyond. */
export function isBeyond({ left, top, right, bottom }: ShownBox, { box, height }: SeenColumn): boolean {
  return (
    left > box.left - height &&
    left < box.right - height * WITHIN &&
    right > box.right + height * OUT &&
    bottom > box.top - height * AROUND &&
    top < box.bottom + height * AROUND
  );
}

function around(one: ShownBox, two: ShownBox): ShownBox {
  return {
    left: Math.min(one.left, two.left),
    top: Math.min(one.top, two.top),
    right: Math.max(one.right, two.right),
    bottom: Math.max(one.bottom, two.bottom),
  };
}
