// What reading the content of pages may cost. Beyond a bound reading stops and says so; it never fails for it.

export const CONTENT_BOUNDS = {
  /** Operations of one content stream that are kept at a time. */
  programOperationsMax: 2_000_000,
  /** Operations that one run of the interpreter executes, forms each time they are drawn. */
  runOperationsMax: 5_000_000,
  runGlyphsMax: 5_000_000,
  /** Forms, patterns, glyph procedures, soft masks and appearances that one run enters. */
  runEntriesMax: 50_000,
  /** Forms inside one another. */
  entryDepthMax: 24,
  /** Arrays and dictionaries of operands inside one another. */
  operandDepthMax: 64,
  /** What readers keep of the operands before an operator: the last ones. Colours have at most 32 components. */
  operandsMax: 64,
  /** `q` inside one another; ISO 32000-1 Annex C names 28, real files have hundreds. */
  savedStatesMax: 10_000,
  markedContentDepthMax: 1_000,
  /** All streams of one page, or one form, decoded. */
  programBytesMax: 64 * 1024 * 1024,
} as const;
