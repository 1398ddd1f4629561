// The resolution of a picture that is read as a page.

import type { Resolution } from '../images/resolution.ts';

const SCREEN_DPI_MAX = 99;
const SIDE_INCHES_MAX = 17;
const A4_SIDE_INCHES = 11.69;

/** Cameras and programs write 72 or 96 dpi, or nothing, for any picture: a page wider than A3 at such a resolution is taken for A4. */
export function likelyResolution(width: number, height: number, said: Resolution | undefined): Resolution | undefined {
  const dpi = Math.max(said?.dpiX ?? 0, said?.dpiY ?? 0) || SCREEN_DPI_MAX;
  const side = Math.max(width, height);
  if (dpi > SCREEN_DPI_MAX || side / dpi <= SIDE_INCHES_MAX) return said;
  const likely = Math.round(side / A4_SIDE_INCHES);
  return { dpiX: likely, dpiY: likely };
}
