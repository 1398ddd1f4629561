// The outline that the engine has for a character of a font, whatever kind of font program it comes from.

import type { PathSegment, Point } from '../../fonts/programs/quadratic.ts';
import { usualStem } from '../../fonts/programs/outline-stems.ts';
import type { Pdfium } from '../pdfium.ts';
import type { Scratch } from './scratch.ts';

/** Large, so that nothing is lost when the engine rounds. */
export const GLYPH_SIZE = 2048;

const SEGMENT = { line: 0, curve: 1, move: 2 } as const;

/** Kind, x and y of each point, in ems, y upwards; three points of kind `curve` are a cubic curve. Undefined where the engine has none. */
export function readGlyphPath(
  { pdfium: { wasmExports: calls } }: Pdfium,
  scratch: Scratch,
  font: number,
  code: number,
): Float32Array<ArrayBuffer> | undefined {
  const path = calls.FPDFFont_GetGlyphPath(font, code, GLYPH_SIZE);
  if (path === 0) return undefined;
  const count = calls.FPDFGlyphPath_CountGlyphSegments(path);
  const segments = new Float32Array(Math.max(0, count) * 3);
  for (let index = 0; index < count; index++) {
    const segment = calls.FPDFGlyphPath_GetGlyphPathSegment(path, index);
    calls.FPDFPathSegment_GetPoint(segment, scratch.pointer, scratch.pointer + 4);
    const [x = 0, y = 0] = scratch.floats;
    segments.set([calls.FPDFPathSegment_GetType(segment), x, y], index * 3);
  }
  return segments;
}

/** As `readGlyphPath` has it, in units of which an em has `unitsPerEm`. */
export function pathOf(segments: Float32Array, unitsPerEm: number): PathSegment[] {
  const pointAt = (index: number): Point => [(segments[index * 3 + 1] ?? 0) * unitsPerEm, (segments[index * 3 + 2] ?? 0) * unitsPerEm];
  const path: PathSegment[] = [];
  for (let index = 0; index * 3 < segments.length; index++) {
    const kind = segments[index * 3];
    if (kind === SEGMENT.curve) {
      path.push({ kind: 'curve', one: pointAt(index), two: pointAt(index + 1), to: pointAt(index + 2) });
      index += 2;
    } else path.push({ kind: kind === SEGMENT.move ? 'move' : 'line', to: pointAt(index) });
  }
  return path;
}

/** No font has a letter for it: what is shown is that which stands for all that a font lacks. */
const NO_LETTER = 0xf8ff;
/** Ems: regular stems of common families are .09 to .105, bold ones .14 and more. */
const BOLD_STEM = 0.12;

/** Whether the letters of a font have the stems of a bold one. */
export function hasBoldStems(engine: Pdfium, scratch: Scratch, font: number): boolean {
  const lacking = readGlyphPath(engine, scratch, font, NO_LETTER)?.join(' ');
  const stem = usualStem((letter) => {
    const segments = readGlyphPath(engine, scratch, font, letter.codePointAt(0) ?? 0);
    return segments && segments.length > 0 && segments.join(' ') !== lacking ? pathOf(segments, 1) : undefined;
  });
  return stem !== undefined && stem.thickness > BOLD_STEM;
}

/** Letters whose feet stand below their heads. */
const UPRIGHTS = ['H', 'I', 'N', 'M', 'h', 'n', 'l'];
/** Share of the height by which letters of slanted fonts lean; common ones lean by .2. */
const LEAN_MIN = 0.1;
/** Ems: what is so near to the top or the bottom is at it. */
const AT_END = 0.02;

/** Whether the letters of a font lean to the right. */
export function hasLeaningStems(engine: Pdfium, scratch: Scratch, font: number): boolean {
  const lacking = readGlyphPath(engine, scratch, font, NO_LETTER)?.join(' ');
  for (const letter of UPRIGHTS) {
    const segments = readGlyphPath(engine, scratch, font, letter.codePointAt(0) ?? 0);
    if (!segments || segments.length === 0 || segments.join(' ') === lacking) continue;
    const points = pathOf(segments, 1).map(({ to }) => to);
    const ys = points.map(([, y]) => y);
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const middleAt = (at: number) => {
      const xs = points.flatMap(([x, y]) => (Math.abs(y - at) < AT_END ? [x] : []));
      return (Math.min(...xs) + Math.max(...xs)) / 2;
    };
    return (middleAt(high) - middleAt(low)) / (high - low) > LEAN_MIN;
  }
  return false;
}
