// Operators that set a fill colour for new text and restore the previous one.

import type { Paint } from '../content/state.ts';
import { writeName, writeNumbers } from '../syntax/write-operand.ts';

/** Red, green and blue, 0–1 each. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

export function colorOperators({ red, green, blue }: Color, paint: Paint): { readonly before: string; readonly after: string } {
  return { before: `${writeNumbers([red, green, blue])} rg`, after: fillOperators(paint) };
}

/** Sets a fill colour as the content had set it. */
export function fillOperators({ space, components, pattern }: Paint): string {
  const numbers = writeNumbers(components);
  if (pattern !== undefined) return `${writeName(space)} cs ${numbers} ${writeName(pattern)} scn`;
  const direct = ({ DeviceGray: 'g', DeviceRGB: 'rg', DeviceCMYK: 'k' } as Readonly<Record<string, string>>)[space];
  const count = ({ DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 } as Readonly<Record<string, number>>)[space];
  if (direct && components.length === count) return `${numbers} ${direct}`;
  if (components.length === 0) return `${writeName(space)} cs`;
  return `${writeName(space)} cs ${numbers} scn`;
}
