// In which parts a file may come, pure: all of the same size, but the last.

export function partCountOf(sizeBytes: number, partBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / partBytes));
}

/** @param number from 1 on. @returns undefined for a part that the file does not have */
export function partSizeOf(sizeBytes: number, partBytes: number, number: number): number | undefined {
  const count = partCountOf(sizeBytes, partBytes);
  if (!Number.isInteger(number) || number < 1 || number > count) return undefined;
  return number < count ? partBytes : sizeBytes - (count - 1) * partBytes;
}
