// How the sheets of a spreadsheet are printed: each fitted to the width of its pages unless its author or the job says otherwise. Print areas,
// repeated rows and page breaks are the document's.

/** Absent: as the sheet has it. */
export interface SheetSetup {
  /** Points. */
  readonly page?: { readonly width: number; readonly height: number };
  readonly landscape?: boolean;
  /** Points. */
  readonly margins?: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Instead of fitting; 1 is the sheet's own size. */
  readonly scale?: number;
}

/** Millimetres with a unit, from points. */
export function inMillimetres(points: number): string {
  return `${Math.round((points / 72) * 2540) / 100}mm`;
}
