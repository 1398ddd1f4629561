// A source that is now a PDF, with what was learned on the way.

/** The result for a source that is now a PDF. */
export interface MadePdf {
  readonly bytes: Uint8Array;
  readonly report: Record<string, unknown>;
  /** Families that the source names; those missing from the result are reported. */
  readonly fontsAskedFor?: readonly string[];
}
