// Many byte strings looked for in one pass: a table of their first four bytes tells for nearly every place at once that none begins there
// (the filter of Wu and Manber, "A fast algorithm for multi-pattern searching", 1994, without its shifts: patterns here are short).

/** Bytes of a pattern at least. */
export const PATTERN_BYTES_MIN = 4;
/** Entries of the table: larger than the number of patterns, small enough for a processor's cache. */
const TABLE_BITS = 16;

export class BytePatterns<T> {
  private readonly table = new Uint8Array(1 << TABLE_BITS);
  private readonly byStart = new Map<number, { readonly bytes: Buffer; readonly owner: T }[]>();

  /** @param bytes at least four. */
  add(bytes: Buffer, owner: T): void {
    const start = bytes.readUInt32BE(0);
    const same = this.byStart.get(start);
    if (same) same.push({ bytes, owner });
    else this.byStart.set(start, [{ bytes, owner }]);
    this.table[slotOf(start)] = 1;
  }

  /** Owners of the patterns that lie in these bytes, each once. */
  within(bytes: Uint8Array): Set<T> {
    const found = new Set<T>();
    let last = 0;
    for (let index = 0; index < bytes.length; index++) {
      last = (last << 8) | (bytes[index] ?? 0);
      if (index < PATTERN_BYTES_MIN - 1 || this.table[slotOf(last)] === 0) continue;
      for (const { bytes: wanted, owner } of this.byStart.get(last >>> 0) ?? [])
        if (!found.has(owner) && wanted.equals(bytes.subarray(index - 3, index - 3 + wanted.length))) found.add(owner);
    }
    return found;
  }
}

function slotOf(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> (32 - TABLE_BITS);
}
