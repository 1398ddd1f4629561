// Outlines of TrueType glyphs (ISO/IEC 14496-22, 5.3.3): read with their components put together, moved and stretched, written as simple glyphs without
// instructions.

import type { Sfnt } from './sfnt.ts';
import { COMPONENT, GLYPH, hasLongLoca, HEAD, readLocaEntry } from './sfnt-tables.ts';

export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  /** On the curve; otherwise a control point. */
  readonly isOn: boolean;
}

export type Contour = readonly OutlinePoint[];

const DEPTH_MAX = 6;
const POINTS_MAX = 20_000;

/** In font units; no contours for a glyph that draws nothing. Undefined where the font does not have it or it is damaged. */
export function readOutline(font: Sfnt, glyphId: number, depth = 0): Contour[] | undefined {
  const [head, loca, glyf] = [font.tables.get('head'), font.tables.get('loca'), font.tables.get('glyf')];
  if (!head || !loca || !glyf || head.length < HEAD.indexToLocFormat + 2 || depth > DEPTH_MAX) return undefined;
  try {
    const isLong = hasLongLoca(head);
    const offset = (index: number) => readLocaEntry(loca, isLong, index);
    const record = glyf.subarray(offset(glyphId), offset(glyphId + 1));
    if (record.length === 0) return [];
    const count = record.readInt16BE(GLYPH.numberOfContours);
    return count >= 0 ? readSimple(record, count) : readComposite(font, record, depth);
  } catch (error) {
    // Offsets beyond the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Flags of the points of a simple glyph (5.3.3.1); same: the sign of a byte, or no step at all. */
const POINT = { isOn: 1, xIsByte: 2, yIsByte: 4, repeat: 8, xIsSame: 16, yIsSame: 32 } as const;

function readSimple(record: Buffer, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, index) => record.readUInt16BE(GLYPH.bytes + index * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  if (points > POINTS_MAX) throw new RangeError('too many points');
  let at = GLYPH.bytes + count * 2;
  at += 2 + record.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = record.readUInt8(at++);
    flags.push(flag);
    if ((flag & POINT.repeat) !== 0) for (let repeat = record.readUInt8(at++); repeat > 0; repeat--) flags.push(flag);
  }
  const readAxis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.slice(0, points).map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? record.readUInt8(at++) : -record.readUInt8(at++);
      else if ((flag & same) === 0) {
        value += record.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readAxis(POINT.xIsByte, POINT.xIsSame);
  const ys = readAxis(POINT.yIsByte, POINT.yIsSame);
  let from = 0;
  return ends.map((end) => {
    const contour: OutlinePoint[] = [];
    for (; from <= end; from++) contour.push({ x: xs[from] ?? 0, y: ys[from] ?? 0, isOn: ((flags[from] ?? 0) & POINT.isOn) !== 0 });
    return contour;
  });
}

/** Scales are written as 2.14. */
const F2DOT14_ONE = 16_384;

function readComposite(font: Sfnt, record: Buffer, depth: number): Contour[] | undefined {
  const contours: Contour[] = [];
  for (let [at, more]: [number, boolean] = [GLYPH.bytes, true]; more;) {
    const flags = record.readUInt16BE(at);
    const glyphId = record.readUInt16BE(at + 2);
    at += 4;
    const isWide = (flags & COMPONENT.argsAreWords) !== 0;
    let [dx, dy] = isWide ? [record.readInt16BE(at), record.readInt16BE(at + 2)] : [record.readInt8(at), record.readInt8(at + 1)];
    at += isWide ? 4 : 2;
    // Components placed by matching points: hardly any font does this.
    if ((flags & COMPONENT.argsAreOffsets) === 0) [dx, dy] = [0, 0];
    let [a, b, c, d] = [1, 0, 0, 1];
    const fixed = () => {
      const value = record.readInt16BE(at) / F2DOT14_ONE;
      at += 2;
      return value;
    };
    if ((flags & COMPONENT.hasScale) !== 0) a = d = fixed();
    else if ((flags & COMPONENT.hasTwoScales) !== 0) [a, d] = [fixed(), fixed()];
    else if ((flags & COMPONENT.hasMatrix) !== 0) [a, b, c, d] = [fixed(), fixed(), fixed(), fixed()];
    const part = readOutline(font, glyphId, depth + 1);
    if (!part) return undefined;
    contours.push(...moveOutline(part, ({ x, y }) => [a * x + c * y + dx, b * x + d * y + dy]));
    more = (flags & COMPONENT.more) !== 0;
  }
  return contours;
}

export function moveOutline(contours: readonly Contour[], move: (point: OutlinePoint) => readonly [x: number, y: number]): Contour[] {
  return contours.map((contour) =>
    contour.map((point) => {
      const [x, y] = move(point);
      return { x: Math.round(x), y: Math.round(y), isOn: point.isOn };
    }),
  );
}

/** A record of the glyf table; empty for nothing to draw. */
export function writeOutline(contours: readonly Contour[]): Buffer {
  const drawn = contours.filter((contour) => contour.length > 0);
  const points = drawn.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const head = Buffer.alloc(GLYPH.bytes + drawn.length * 2 + 2);
  head.writeInt16BE(drawn.length, GLYPH.numberOfContours);
  for (const [index, value] of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
    head.writeInt16BE(value, GLYPH.xMin + index * 2);
  let end = -1;
  for (const [index, contour] of drawn.entries()) {
    end += contour.length;
    head.writeUInt16BE(end, GLYPH.bytes + index * 2);
  }
  const flags = Buffer.from(points.map(({ isOn }) => (isOn ? POINT.isOn : 0)));
  const axis = (values: readonly number[]) => {
    const out = Buffer.alloc(values.length * 2);
    for (const [index, value] of values.entries()) out.writeInt16BE(value - (values[index - 1] ?? 0), index * 2);
    return out;
  };
  const record = Buffer.concat([head, flags, axis(xs), axis(ys)]);
  // Records begin at even offsets, whatever the format of loca.
  return record.length % 4 === 0 ? record : Buffer.concat([record, Buffer.alloc(4 - (record.length % 4))]);
}
