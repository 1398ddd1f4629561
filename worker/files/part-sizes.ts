// In which parts a file may come, pure: all of LIMITS.uploadPartBytes, but the last.

import { LIMITS } from '#contract/limits.ts';

export function partCountOf(sizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / LIMITS.uploadPartBytes));
}

/** @param number from 1 on. @returns undefined for a part that the file does not have */
export function partSizeOf(sizeBytes: number, number: number): number | undefined {
  const count = partCountOf(sizeBytes);
  if (!Number.isInteger(number) || number < 1 || number > count) return undefined;
  return number < count ? LIMITS.uploadPartBytes : sizeBytes - (count - 1) * LIMITS.uploadPartBytes;
}
