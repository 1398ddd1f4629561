// Contours that the even-odd rule leaves out run the other way than those around them.

import { expect, it } from 'vitest';
import { windEvenOdd } from '../../../../../../processor/pdf/fonts/programs/even-odd.ts';
import type { PathSegment, Point } from '../../../../../../processor/pdf/fonts/programs/quadratic.ts';

/** From its lower left corner, against the clock. */
function square(from: number, to: number): PathSegment[] {
  const [first, ...others]: Point[] = [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ];
  return [{ kind: 'move', to: first ?? [0, 0] }, ...others.map((corner): PathSegment => ({ kind: 'line', to: corner }))];
}

/** Twice, by contour. */
function areasOf(path: readonly PathSegment[]): number[] {
  const contours: Point[][] = [];
  for (const { kind, to } of path) {
    if (kind === 'move') contours.push([to]);
    else contours.at(-1)?.push(to);
  }
  return contours.map((corners) =>
    corners.reduce((sum, [x, y], at) => {
      const [nextX = 0, nextY = 0] = corners[(at + 1) % corners.length] ?? [];
      return sum + x * nextY - nextX * y;
    }, 0),
  );
}

it('whatever way they ran', () => {
  const path = [...square(0, 100), ...square(20, 80), ...square(40, 60)];
  expect(areasOf(path).map(Math.sign)).toEqual([1, 1, 1]);
  expect(areasOf(windEvenOdd(path))).toEqual([20_000, -7200, 800]);
  expect(areasOf(windEvenOdd(windEvenOdd(path)))).toEqual([20_000, -7200, 800]);
});

it('curves too, with their ends and their points turned around', () => {
  const disc = (from: number, to: number): PathSegment[] => [
    { kind: 'move', to: [from, 50] },
    { kind: 'curve', one: [from, 0], two: [to, 0], to: [to, 50] },
    { kind: 'curve', one: [to, 100], two: [from, 100], to: [from, 50] },
  ];
  const [, , , ...inner] = windEvenOdd([...disc(0, 100), ...disc(30, 70)]);
  expect(inner).toEqual([
    { kind: 'move', to: [30, 50] },
    { kind: 'curve', one: [30, 100], two: [70, 100], to: [70, 50] },
    { kind: 'curve', one: [70, 0], two: [30, 0], to: [30, 50] },
  ]);
});
