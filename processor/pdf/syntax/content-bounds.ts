// What reading the content of pages may cost. At a bound, reading stops and reports it; it never fails.

export const CONTENT_BOUNDS = {
  /** Operations of one content stream that are kept at a time. */
  programOperationsMax: 2_000_000,
  /** Operations that one run of the interpreter executes, forms each time they are drawn. */
  runOperationsMax: 5_000_000,
  runGlyphsMax: 5_000_000,
  /** Forms, patterns, glyph procedures, soft masks and appearances that one run enters. */
  runEntriesMax: 50_000,
  /** Nesting of forms. */
  entryDepthMax: 24,
  /** Nesting of arrays and dictionaries of operands. */
  operandDepthMax: 64,
  /** Readers keep only the last operands before an operator. Colours have at most 32 components. */
  operandsMax: 64,
  /** Nesting of `q`; ISO 32000-1 Annex C names 28, real files have hundreds. */
  savedStatesMax: 10_000,
  markedContentDepthMax: 1_000,
  /** All streams of one page, or one form, decoded. */
  programBytesMax: 64 * 1024 * 1024,
} as const;
