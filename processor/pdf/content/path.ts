// The path under construction (ISO 32000-2 8.5.2), kept as the box of its points only.

import { boundsOf, transformBox, type Box } from '../geometry/box.ts';
import { type Matrix } from '../geometry/matrix.ts';

export class PathBuilder {
  /** Where its first construction operation starts. */
  start = -1;
  private left = Infinity;
  private bottom = Infinity;
  private right = -Infinity;
  private top = -Infinity;
  private rectangles = 0;
  private others = 0;

  add(operator: string, numbers: readonly number[], start: number): void {
    if (this.start < 0) this.start = start;
    if (operator === 're') {
      const [x = 0, y = 0, width = 0, height = 0] = numbers;
      this.point(x, y);
      this.point(x + width, y + height);
      this.rectangles++;
      return;
    }
    if (operator !== 'h') this.others++;
    for (let index = 0; index + 1 < numbers.length; index += 2) this.point(numbers[index] ?? 0, numbers[index + 1] ?? 0);
  }

  private point(x: number, y: number): void {
    this.left = Math.min(this.left, x);
    this.right = Math.max(this.right, x);
    this.bottom = Math.min(this.bottom, y);
    this.top = Math.max(this.top, y);
  }

  /** Exactly one rectangle. */
  get isBox(): boolean {
    return this.rectangles === 1 && this.others === 0;
  }

  /** Through `matrix`; undefined for a path without points. */
  box(matrix: Matrix): Box | undefined {
    if (this.left > this.right) return undefined;
    return boundsOf(transformBox(matrix, [this.left, this.bottom, this.right, this.top]));
  }

  clear(): void {
    this.start = -1;
    this.left = this.bottom = Infinity;
    this.right = this.top = -Infinity;
    this.rectangles = this.others = 0;
  }
}
