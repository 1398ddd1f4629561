// Values of the model as WordprocessingML writes them.

export function twips(points: number): number {
  return Math.round(points * 20);
}

const EMU_PER_POINT = 12_700;

/** English Metric Units (ISO/IEC 29500-1 20.1.2.1). */
export function emu(points: number): number {
  return Math.round(points * EMU_PER_POINT);
}

export function halfPoints(points: number): number {
  return Math.max(2, Math.round(points * 2));
}

export function hex(colour: number): string {
  return colour.toString(16).padStart(6, '0').toUpperCase();
}

export function shadingXml(colour: number | undefined): string {
  return colour === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${hex(colour)}"/>`;
}

/** The indent of the first line; negative hangs. */
export function hangingOf(points: number): string {
  return points > 0 ? ` w:firstLine="${twips(points)}"` : ` w:hanging="${twips(-points)}"`;
}
