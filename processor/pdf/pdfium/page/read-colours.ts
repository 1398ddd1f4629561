// The colours that an object is painted with, as the engine has them.

import type { Pdfium } from '../pdfium.ts';
import type { Scratch } from './scratch.ts';

interface Colour {
  readonly colour: number;
  /** 0–255 */
  readonly opacity: number;
}

/** Undefined for patterns and where nothing is filled. */
export function readFillColour(engine: Pdfium, scratch: Scratch, handle: number): Colour | undefined {
  const at = scratch.pointer;
  if (engine.pdfium.wasmExports.FPDFPageObj_GetFillColor(handle, at, at + 4, at + 8, at + 12) === 0) return undefined;
  return colourOf(scratch);
}

export function readStrokeColour(engine: Pdfium, scratch: Scratch, handle: number): Colour | undefined {
  const at = scratch.pointer;
  if (engine.pdfium.wasmExports.FPDFPageObj_GetStrokeColor(handle, at, at + 4, at + 8, at + 12) === 0) return undefined;
  return colourOf(scratch);
}

function colourOf(scratch: Scratch): Colour {
  const [red = 0, green = 0, blue = 0, opacity = 255] = scratch.integers;
  return { colour: ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255), opacity: opacity & 255 };
}

/** @param share of its opacity that the groups around it leave, 0–1 */
export function faded<T extends Colour | undefined>(found: T, share: number): T | Colour {
  return found && share < 1 ? { ...found, opacity: Math.round(found.opacity * share) } : found;
}
