// Values of answers that may become more within a version: readers must expect one that they do not know.

import { z } from 'zod';

/** In the API document a text with the values of today, not a closed list. */
export function openEnum<const T extends string>(values: readonly T[]) {
  return z.enum(values as unknown as readonly [T, ...T[]]).meta({ open: true });
}
