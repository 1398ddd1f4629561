// Places as they are written: hundredths of a point.

import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';

export function roundPoints(points: number): number {
  return Math.round(points * 100) / 100;
}

export function roundBox({ left, top, right, bottom }: ShownBox): ShownBox {
  return { left: roundPoints(left), top: roundPoints(top), right: roundPoints(right), bottom: roundPoints(bottom) };
}
