// Outlines for characters missing from the project's own faces: Chinese, Japanese, Korean and symbols, from the Noto fonts where the machine has
// them (fonts-noto-cjk, fonts-noto-core on Debian). Their curves become those of TrueType.

import { readFile } from 'node:fs/promises';
import { Blob, Face, Font } from 'harfbuzzjs';
import type { FaceStyle } from '../../draw/face-files.ts';
import { UNITS_PER_EM } from '../../fonts/programs/build-truetype.ts';
import type { Contour, OutlinePoint } from '../../fonts/programs/glyf-outline.ts';

export interface MachineOutline {
  readonly face: string;
  /** In units of UNITS_PER_EM. */
  readonly contours: readonly Contour[];
  readonly width: number;
}

const CJK = '/usr/share/fonts/opentype/noto';
const NOTO = '/usr/share/fonts/truetype/noto';
/** Of Noto's collections: the one with Japanese shapes of Han characters. */
const COLLECTION_FACE = 0;

interface Candidate {
  readonly path: string;
  readonly name: string;
  readonly faceIndex: number;
}

function* candidates({ family, isBold }: FaceStyle): Generator<Candidate> {
  const weight = isBold ? 'Bold' : 'Regular';
  const kind = family === 'serif' ? 'Serif' : 'Sans';
  for (const name of [`Noto${kind}CJK-${weight}`, `NotoSansCJK-${weight}`])
    yield { path: `${CJK}/${name}.ttc`, name, faceIndex: COLLECTION_FACE };
  for (const name of ['NotoSans-Regular', 'NotoSansSymbols-Regular', 'NotoSansSymbols2-Regular', 'NotoSansMath-Regular'])
    yield { path: `${NOTO}/${name}.ttf`, name, faceIndex: 0 };
}

/** The characters that a font of this machine has. */
export async function machineOutlines(characters: Iterable<string>, style: FaceStyle): Promise<Map<string, MachineOutline>> {
  const found = new Map<string, MachineOutline>();
  let missing = [...characters];
  for (const { path, name, faceIndex } of candidates(style)) {
    if (missing.length === 0) break;
    const font = await loadFont(path, faceIndex);
    if (!font) continue;
    const scale = UNITS_PER_EM / font.face.upem;
    missing = missing.filter((character) => {
      const glyph = font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0;
      if (glyph === 0) return true;
      const contours = toContours(font.glyphToJson(glyph), scale);
      found.set(character, { face: name, contours, width: font.glyphHAdvance(glyph) * scale });
      return false;
    });
  }
  return found;
}

const loaded = new Map<string, Promise<Font | undefined>>();

function loadFont(path: string, faceIndex: number): Promise<Font | undefined> {
  const key = `${path}#${faceIndex}`;
  let font = loaded.get(key);
  if (!font) {
    // A machine without these fonts has fewer characters; a warning follows where one is needed.
    font = readFile(path).then(
      (bytes) => new Font(new Face(new Blob(bytes), faceIndex)),
      () => undefined,
    );
    loaded.set(key, font);
  }
  return font;
}

interface PathStep {
  readonly type: string;
  readonly values: readonly number[];
}

/** Pieces of a cubic curve that become one quadratic curve each: off by less than one of 2048 units. */
const PIECES = 4;

function toContours(steps: readonly PathStep[], scale: number): Contour[] {
  const contours: OutlinePoint[][] = [];
  let [x, y] = [0, 0];
  const point = (px: number, py: number, isOn: boolean): OutlinePoint => ({ x: Math.round(px * scale), y: Math.round(py * scale), isOn });
  for (const { type, values } of steps) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    const current = contours.at(-1);
    if (type === 'M') contours.push([point(a, b, true)]);
    else if (type === 'L') current?.push(point(a, b, true));
    else if (type === 'Q') current?.push(point(a, b, false), point(c, d, true));
    else if (type === 'C') current?.push(...cubic([x, y, a, b, c, d, e, f]).map(([px, py, isOn]) => point(px, py, isOn)));
    if (values.length >= 2) [x, y] = [values.at(-2) ?? 0, values.at(-1) ?? 0];
  }
  // The line back to the start is implied.
  return contours.map((contour) => {
    const [first, last] = [contour[0], contour.at(-1)];
    return contour.length > 1 && last?.isOn && first?.x === last.x && first.y === last.y ? contour.slice(0, -1) : contour;
  });
}

function cubic(points: readonly [number, number, number, number, number, number, number, number]): (readonly [number, number, boolean])[] {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points;
  const at = (t: number, p0: number, p1: number, p2: number, p3: number) =>
    (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t ** 2 * p2 + t ** 3 * p3;
  const slope = (t: number, p0: number, p1: number, p2: number, p3: number) =>
    3 * (1 - t) ** 2 * (p1 - p0) + 6 * (1 - t) * t * (p2 - p1) + 3 * t ** 2 * (p3 - p2);
  return Array.from({ length: PIECES }, (_, piece) => {
    const [from, to] = [piece / PIECES, (piece + 1) / PIECES];
    // The control point between the two that the piece itself would have.
    const middle = (p0: number, p1: number, p2: number, p3: number) => {
      const reach = (to - from) / 3;
      const one = at(from, p0, p1, p2, p3) + slope(from, p0, p1, p2, p3) * reach;
      const two = at(to, p0, p1, p2, p3) - slope(to, p0, p1, p2, p3) * reach;
      return (3 * (one + two) - at(from, p0, p1, p2, p3) - at(to, p0, p1, p2, p3)) / 4;
    };
    return [
      [middle(x0, x1, x2, x3), middle(y0, y1, y2, y3), false] as const,
      [at(to, x0, x1, x2, x3), at(to, y0, y1, y2, y3), true] as const,
    ];
  }).flat();
}
