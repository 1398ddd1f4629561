// What is known about an embedded font program, whatever its format.

export interface FontProgram {
  readonly format: 'truetype' | 'cff' | 'type1';
  readonly glyphCount: number;
  /** The program's own encoding: code → glyph name (Type 1, CFF). */
  readonly encoding: ReadonlyMap<number, string> | undefined;
  /** Glyph name → glyph index. Empty where the program has no names. */
  readonly glyphNames: ReadonlyMap<string, number>;
  /** CID → glyph index, for a CID-keyed CFF; undefined for all others. */
  readonly cids: ReadonlyMap<number, number> | undefined;
  /** `platform,encoding` → character code → glyph index (TrueType, OpenType). */
  readonly cmaps: ReadonlyMap<string, CharacterMap>;
  /** In 1/1000 of the em; undefined where the program has none. */
  advanceOf(gid: number): number | undefined;
  /** False when the glyph does not exist or draws nothing. */
  hasOutline(gid: number): boolean;
}

export interface CharacterMap {
  find(code: number): number;
  /** Every code with its glyph; the number of entries is bounded by the glyph count times eight. */
  entries(): Iterable<readonly [number, number]>;
}
