import { expect, test } from 'vitest';
import type { OutlinePoint } from '../../../../../../processor/pdf/fonts/programs/glyf-outline.ts';
import { contoursOf, type PathSegment, type Point } from '../../../../../../processor/pdf/fonts/programs/quadratic.ts';

/** A circle of four cubic curves. */
const RADIUS = 700;
const HANDLE = RADIUS * 0.5523;
const CIRCLE: readonly PathSegment[] = [
  { kind: 'move', to: [RADIUS, 0] },
  { kind: 'curve', one: [RADIUS, HANDLE], two: [HANDLE, RADIUS], to: [0, RADIUS] },
  { kind: 'curve', one: [-HANDLE, RADIUS], two: [-RADIUS, HANDLE], to: [-RADIUS, 0] },
  { kind: 'curve', one: [-RADIUS, -HANDLE], two: [-HANDLE, -RADIUS], to: [0, -RADIUS] },
  { kind: 'curve', one: [HANDLE, -RADIUS], two: [RADIUS, -HANDLE], to: [RADIUS, 0] },
];

/** Points along the parabolas of a contour whose points are on and off the curve in turn. */
function walk(contour: readonly OutlinePoint[]): Point[] {
  return contour.flatMap((control, index) => {
    const [from, to] = [contour.at(index - 1), contour[(index + 1) % contour.length]];
    if (control.isOn || !from || !to) return [];
    return [0, 0.25, 0.5, 0.75].map((share): Point => {
      const at = (a: number, b: number, c: number) => (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c;
      return [at(from.x, control.x, to.x), at(from.y, control.y, to.y)];
    });
  });
}

test('parabolas stay within two units of the circle that they were made from', () => {
  const [contour = [], ...others] = contoursOf(CIRCLE);
  expect(others).toEqual([]);
  const points = walk(contour);
  expect(points.length).toBeGreaterThan(30);
  for (const [x, y] of points) expect(Math.abs(Math.hypot(x, y) - RADIUS)).toBeLessThan(2);
});

test('lines are points; the last point is not said twice; what encloses nothing is left out', () => {
  const square: readonly PathSegment[] = [
    { kind: 'move', to: [0, 0] },
    { kind: 'line', to: [100, 0] },
    { kind: 'line', to: [100, 100] },
    { kind: 'line', to: [0, 0] },
    { kind: 'move', to: [5, 5] },
    { kind: 'line', to: [9, 9] },
  ];
  expect(contoursOf(square)).toEqual([
    [
      { x: 0, y: 0, isOn: true },
      { x: 100, y: 0, isOn: true },
      { x: 100, y: 100, isOn: true },
    ],
  ]);
});

test('a curve that is a line needs no more than one piece, and far points stay in range', () => {
  const [contour = []] = contoursOf([
    { kind: 'move', to: [0, 0] },
    { kind: 'curve', one: [100, 0], two: [200, 0], to: [300, 0] },
    { kind: 'line', to: [1e6, 400] },
  ]);
  expect(contour).toHaveLength(4);
  expect(Math.max(...contour.map(({ x }) => x))).toBeLessThanOrEqual(16_000);
});
