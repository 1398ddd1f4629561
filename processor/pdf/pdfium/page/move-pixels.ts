// Pixels of a picture that stands upright → pixels of the box around the picture as it leans on its page. Between four pixels their mean is taken, and
// what is beside the picture is transparent.

import { invert, type Matrix } from '../../geometry/matrix.ts';

export interface Pixels {
  readonly bgra: Uint8Array<ArrayBuffer>;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

const ALPHA = 3;

/** @param move from the pixels of the picture to those of the box. @returns undefined where the picture is a line */
export function movePixels(picture: Pixels, move: Matrix, [columns, rows]: readonly [number, number]): Pixels | undefined {
  const back = invert(move);
  if (!back) return undefined;
  const [a, b, c, d, e, f] = back;
  const moved = new Uint8Array(columns * rows * 4);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const [fromX, fromY] = [a * (x + 0.5) + c * (y + 0.5) + e, b * (x + 0.5) + d * (y + 0.5) + f];
      mixAt(picture, fromX - 0.5, fromY - 0.5, moved, (y * columns + x) * 4);
    }
  }
  return { bgra: moved, widthPixels: columns, heightPixels: rows };
}

/** The colours of the four pixels around a point, each by its nearness and its opacity. */
function mixAt({ bgra, widthPixels, heightPixels }: Pixels, x: number, y: number, target: Uint8Array, at: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < -1 || top < -1 || left >= widthPixels || top >= heightPixels) return;
  let [blue, green, red, opacity] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [column, row] = [left + (corner & 1), top + (corner >> 1)];
    if (column < 0 || row < 0 || column >= widthPixels || row >= heightPixels) continue;
    const from = (row * widthPixels + column) * 4;
    const share = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row)) * (bgra[from + ALPHA] ?? 0);
    blue += (bgra[from] ?? 0) * share;
    green += (bgra[from + 1] ?? 0) * share;
    red += (bgra[from + 2] ?? 0) * share;
    opacity += share;
  }
  if (opacity === 0) return;
  target[at] = Math.round(blue / opacity);
  target[at + 1] = Math.round(green / opacity);
  target[at + 2] = Math.round(red / opacity);
  target[at + ALPHA] = Math.round(opacity);
}
