// Lengths and sizes of pages as parameters have them: `20mm`, `a4`, `210mm x 297mm`.

import { z } from 'zod';

export const POINTS_PER_INCH = 72;
const MM = POINTS_PER_INCH / 25.4;
/** Points of each unit; a CSS pixel is 1/96 inch. */
const UNITS: Readonly<Record<string, number>> = { mm: MM, cm: MM * 10, in: POINTS_PER_INCH, pt: 1, px: 0.75 };

/** Width and height in points: ISO 216 and the North American sizes. */
const NAMED_SIZES = {
  a0: [841 * MM, 1189 * MM],
  a1: [594 * MM, 841 * MM],
  a2: [420 * MM, 594 * MM],
  a3: [297 * MM, 420 * MM],
  a4: [210 * MM, 297 * MM],
  a5: [148 * MM, 210 * MM],
  a6: [105 * MM, 148 * MM],
  b4: [250 * MM, 353 * MM],
  b5: [176 * MM, 250 * MM],
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
  ledger: [1224, 792],
  executive: [522, 756],
} as const satisfies Record<string, readonly [width: number, height: number]>;

const PAGE_SIZE_CHARS_MAX = 60;
/** Half an inch, and what a page can have (ISO 32000-1, Annex C). */
const SIDE_MIN = POINTS_PER_INCH / 2;
const SIDE_MAX = 14_400;

/** Points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const LENGTH = /^(\d{1,5}(?:\.\d{1,4})?)\s*(mm|cm|in|pt|px)$/i;

/** `20mm`, `0.5in` → points; `0` needs no unit. Undefined: no length. */
export function parseLength(text: string): number | undefined {
  if (text.trim() === '0') return 0;
  const [, number, unit = ''] = LENGTH.exec(text.trim()) ?? [];
  const points = UNITS[unit.toLowerCase()];
  return number === undefined || points === undefined ? undefined : Number(number) * points;
}

/** A name in any case, or `210mm x 297mm`. Undefined: no size, or one that a page cannot have. */
export function parsePageSize(text: string): PageSize | undefined {
  const name = text.trim().toLowerCase();
  if (Object.hasOwn(NAMED_SIZES, name)) {
    const [width, height] = NAMED_SIZES[name as keyof typeof NAMED_SIZES];
    return { width, height };
  }
  const sides = name.split(/\s*[x×]\s*(?=[\d.])/).map(parseLength);
  const [width, height] = sides;
  if (sides.length !== 2 || width === undefined || height === undefined) return undefined;
  const isPossible = [width, height].every((side) => side >= SIDE_MIN && side <= SIDE_MAX);
  return isPossible ? { width, height } : undefined;
}

export const length = z
  .string()
  .max(20)
  .refine((text) => parseLength(text) !== undefined, 'is not a length such as `20mm`, `1.5cm`, `0.5in`, `36pt`, `48px` or `0`');

export const SIZE_NAMES = Object.keys(NAMED_SIZES).join(', ');

export const pageSize = z
  .string()
  .max(PAGE_SIZE_CHARS_MAX)
  .refine(
    (text) => parsePageSize(text) !== undefined,
    `is neither a name (${SIZE_NAMES}) nor a width and a height such as \`210mm x 297mm\`, each from 0.5 to 200 inches`,
  )
  .describe(`A name (${SIZE_NAMES}), or width and height such as \`210mm x 297mm\` (mm, cm, in, pt, px).`);
