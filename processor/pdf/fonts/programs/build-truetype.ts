// Builds a TrueType program of given outlines, each with its width: what is left of a font when only glyphs, widths and one character map are wanted
// (ISO/IEC 14496-22). Glyph 0 is .notdef, an empty box of half an em.

import { type Contour, writeOutline } from './glyf-outline.ts';
import { writeSfnt } from './sfnt.ts';

export const UNITS_PER_EM = 2048;

export interface BuiltGlyph {
  /** In units of UNITS_PER_EM. */
  readonly contours: readonly Contour[];
  /** Likewise. */
  readonly width: number;
}

export interface BuiltFont {
  /** From glyph 1 on. */
  readonly glyphs: readonly BuiltGlyph[];
  /** Code 0–255 → glyph, as a symbol map (3,0) at F000; absent for fonts that are addressed by glyph numbers. */
  readonly codes?: ReadonlyMap<number, number>;
}

export function buildTrueType({ glyphs, codes }: BuiltFont): Buffer {
  const all: readonly BuiltGlyph[] = [{ contours: NOTDEF, width: UNITS_PER_EM / 2 }, ...glyphs];
  const records = all.map(({ contours }) => writeOutline(contours));
  const loca = Buffer.alloc((records.length + 1) * 4);
  let offset = 0;
  for (const [index, record] of records.entries()) {
    offset += record.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
  }
  const hmtx = Buffer.alloc(all.length * 4);
  for (const [index, { contours, width }] of all.entries()) {
    hmtx.writeUInt16BE(Math.max(0, Math.min(0xffff, Math.round(width))), index * 4);
    hmtx.writeInt16BE(contours.flat().length === 0 ? 0 : Math.min(...contours.flat().map(({ x }) => x)), index * 4 + 2);
  }
  const points = all.flatMap(({ contours }) => contours.flat());
  const bounds = [
    Math.min(
      0,
      ...sampled(
        points.map(({ x }) => x),
        Math.min,
      ),
    ),
    Math.min(
      0,
      ...sampled(
        points.map(({ y }) => y),
        Math.min,
      ),
    ),
    Math.max(
      0,
      ...sampled(
        points.map(({ x }) => x),
        Math.max,
      ),
    ),
    Math.max(
      0,
      ...sampled(
        points.map(({ y }) => y),
        Math.max,
      ),
    ),
  ] as const;
  return writeSfnt({
    version: 0x00010000,
    tables: new Map([
      ['cmap', writeSymbolMap(codes ?? new Map())],
      ['glyf', offset === 0 ? Buffer.alloc(4) : Buffer.concat(records)],
      ['head', words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, UNITS_PER_EM, 0, 0, 0, 0, 0, 0, 0, 0, ...bounds, 0, 8, 2, 1, 0)],
      [
        'hhea',
        words(
          1,
          0,
          ASCENT,
          DESCENT,
          0,
          Math.max(...all.map(({ width }) => Math.round(width))),
          0,
          0,
          0,
          1,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          all.length,
        ),
      ],
      ['hmtx', hmtx],
      ['loca', loca],
      [
        'maxp',
        words(
          1,
          0,
          all.length,
          Math.max(...all.map(({ contours }) => contours.flat().length)),
          Math.max(...all.map(({ contours }) => contours.length)),
          0,
          0,
          1,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
        ),
      ],
      ['post', words(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
    ]),
  });
}

const ASCENT = 1854;
const DESCENT = -434;
const NOTDEF: readonly Contour[] = [
  [
    { x: 100, y: 0, isOn: true },
    { x: 100, y: 1400, isOn: true },
    { x: 900, y: 1400, isOn: true },
    { x: 900, y: 0, isOn: true },
  ],
  [
    { x: 180, y: 80, isOn: true },
    { x: 820, y: 80, isOn: true },
    { x: 820, y: 1320, isOn: true },
    { x: 180, y: 1320, isOn: true },
  ],
];

/** One value for many: a call takes no more arguments than the stack has room for. */
function sampled(values: readonly number[], choose: (...values: number[]) => number): number[] {
  const chosen: number[] = [];
  for (let at = 0; at < values.length; at += 10_000) chosen.push(choose(...values.slice(at, at + 10_000)));
  return chosen;
}

/** Format 4, one segment: codes F000–F0FF. */
export function writeSymbolMap(codes: ReadonlyMap<number, number>): Buffer {
  const glyphs = Array.from({ length: 256 }, (_, code) => codes.get(code) ?? 0);
  // Segments: end codes, padding, start codes, deltas, range offsets; the last segment is FFFF.
  const body = words(4, 0, 0, 4, 4, 1, 0, 0xf0ff, 0xffff, 0, 0xf000, 0xffff, 0, 1, 4, 0, ...glyphs);
  body.writeUInt16BE(body.length, 2);
  return Buffer.concat([words(0, 1, 3, 0, 0, 12), body]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}
