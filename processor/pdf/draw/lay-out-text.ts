// A line of new text in embedded faces: codes from left to right, shaped where the script needs it.

import type { Face } from './fallback-font.ts';
import type { VisualPart } from './visual-order.ts';

/** A glyph of a line, all in 1/1000 of the em. */
export interface LaidGlyph {
  readonly face: Face;
  readonly code: number;
  /** As the font has it. */
  readonly width: number;
  /** To the next glyph. */
  readonly advance: number;
  /** From where the pen is. */
  readonly dx: number;
  readonly dy: number;
  /** Its word is drawn in one piece. */
  readonly isShaped: boolean;
}

/** @returns undefined when some character is in no face */
export function layOutParts(faces: readonly Face[], parts: readonly VisualPart[]): LaidGlyph[] | undefined {
  const laid: LaidGlyph[] = [];
  for (const { text: part, isShaped } of parts) {
    if (isShaped) {
      const face = faces.find(({ words }) => words.has(part));
      if (!face) return undefined;
      for (const { gid, width, advance, dx, dy } of face.words.get(part) ?? [])
        laid.push({ face, code: gid, width, advance, dx, dy, isShaped });
      continue;
    }
    for (const character of part) {
      const face = faces.find(({ glyphs }) => glyphs.has(character));
      const glyph = face?.glyphs.get(character);
      if (!face || !glyph) return undefined;
      laid.push({ face, code: glyph.gid, width: glyph.width, advance: glyph.width, dx: 0, dy: 0, isShaped });
    }
  }
  return laid;
}
