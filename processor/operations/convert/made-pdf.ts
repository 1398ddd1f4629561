// A source that is now a PDF, with what was learned on the way.

/** What became of a source that is now a PDF. */
export interface MadePdf {
  readonly bytes: Uint8Array;
  readonly report: Record<string, unknown>;
  /** Families that the source names; those that are not in the result are told. */
  readonly fontsAskedFor?: readonly string[];
}
