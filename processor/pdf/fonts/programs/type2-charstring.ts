// Writes a glyph's outline as a Type 2 charstring (Adobe Technical Note 5177): the operators that need the fewest operands, as many of a kind under
// one operator as the stack takes. Stems and their replacement go with it.

import { FIXED_ONE, NUMBER_BYTE, TYPE2_OP, writeShortNumber } from './charstring.ts';
import type { Segment, Stem, Type1Outline } from './type1-outline.ts';

const STACK_MAX = 48;
/** Steps to a unit: what 16.16 holds, and more than any outline needs. */
const GRID = 256;
const STEMS_MAX = 96;
/** @param defaultWidth glyphs of this width omit it. */
export function writeType2({ width, segments, hints }: Type1Outline, defaultWidth: number, withHints: boolean): Buffer {
  const writer = new CharstringWriter(width === defaultWidth ? [] : [width]);
  const stems = withHints ? listStems(hints.flatMap((hint) => hint.stems)) : [];
  const used = stems.length > 0 && stems.length <= STEMS_MAX ? hints.filter(({ stems: own }, index) => own.length > 0 || index > 0) : [];
  const replaces = used.length > 1;
  if (used.length > 0) writer.stems(stems, replaces);
  let next = 0;
  for (const [at, segment] of segments.entries()) {
    while (next < used.length && (used[next]?.at ?? 0) <= at) {
      // The last set before the segment counts.
      if (replaces && (used[next + 1]?.at ?? Infinity) > at) writer.mask(stems, used[next]?.stems ?? []);
      next++;
    }
    writer.segment(segment);
  }
  return writer.end();
}

/** Each once, horizontal ones first, ascending. */
function listStems(stems: readonly Stem[]): Stem[] {
  const byKey = new Map(stems.map((stem) => [`${stem.direction} ${stem.from} ${stem.width}`, stem]));
  return [...byKey.values()].toSorted((a, b) =>
    a.direction === b.direction ? a.from - b.from || a.width - b.width : a.direction < b.direction ? -1 : 1,
  );
}

class CharstringWriter {
  private readonly out: number[] = [];
  private pending: number[];
  private operator = 0;
  private run: number[] = [];
  private x = 0;
  private y = 0;

  /** @param first the width, which goes before the operands of the first operator. */
  constructor(first: readonly number[]) {
    this.pending = [...first];
  }

  stems(stems: readonly Stem[], withMask: boolean): void {
    for (const direction of ['h', 'v'] as const) {
      const own = stems.filter((stem) => stem.direction === direction);
      if (own.length === 0) continue;
      const operator = direction === 'h' ? (withMask ? TYPE2_OP.hstemhm : TYPE2_OP.hstem) : withMask ? TYPE2_OP.vstemhm : TYPE2_OP.vstem;
      let edge = 0;
      for (let from = 0; from < own.length; from += STEMS_AT_ONCE) {
        const operands: number[] = [];
        for (const stem of own.slice(from, from + STEMS_AT_ONCE)) {
          operands.push(stem.from - edge, stem.width);
          edge = stem.from + stem.width;
        }
        this.emit(operator, operands);
      }
    }
  }

  mask(stems: readonly Stem[], active: readonly Stem[]): void {
    this.flush();
    const keys = new Set(active.map((stem) => `${stem.direction} ${stem.from} ${stem.width}`));
    const bytes = new Uint8Array((stems.length + 7) >> 3);
    for (const [index, stem] of stems.entries())
      if (keys.has(`${stem.direction} ${stem.from} ${stem.width}`)) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
    this.emit(TYPE2_OP.hintmask, []);
    this.out.push(...bytes);
  }

  segment(segment: Segment): void {
    if (segment.kind === 'move') {
      this.flush();
      const [dx, dy] = this.step(segment.x, segment.y);
      if (dx === 0) this.emit(TYPE2_OP.vmoveto, [dy]);
      else if (dy === 0) this.emit(TYPE2_OP.hmoveto, [dx]);
      else this.emit(TYPE2_OP.rmoveto, [dx, dy]);
    } else if (segment.kind === 'line') this.line(...this.step(segment.x, segment.y));
    else {
      const [x1, y1, x2, y2, x3, y3] = segment.points;
      this.curve([...this.step(x1, y1), ...this.step(x2, y2), ...this.step(x3, y3)]);
    }
  }

  end(): Buffer {
    this.flush();
    this.emit(TYPE2_OP.endchar, []);
    return Buffer.from(this.out);
  }

  /** Rounded to what the number format holds, so that errors do not add up. */
  private step(x: number, y: number): [number, number] {
    const [toX, toY] = [Math.round(x * GRID) / GRID, Math.round(y * GRID) / GRID];
    const delta: [number, number] = [toX - this.x, toY - this.y];
    [this.x, this.y] = [toX, toY];
    return delta;
  }

  private line(dx: number, dy: number): void {
    const isFlat = dx === 0 || dy === 0;
    const alternates = this.operator === TYPE2_OP.hlineto || this.operator === TYPE2_OP.vlineto;
    if (isFlat) {
      // Horizontal and vertical lines in turn share one operator.
      const isHorizontal = dy === 0;
      const startedHorizontal = this.operator === TYPE2_OP.hlineto;
      const expected = alternates && (this.run.length % 2 === 0) === startedHorizontal;
      if (alternates && expected === isHorizontal && this.run.length < STACK_MAX) this.run.push(isHorizontal ? dx : dy);
      else this.begin(isHorizontal ? TYPE2_OP.hlineto : TYPE2_OP.vlineto, [isHorizontal ? dx : dy]);
    } else if (this.operator === TYPE2_OP.rlineto && this.run.length + 2 <= STACK_MAX) this.run.push(dx, dy);
    else this.begin(TYPE2_OP.rlineto, [dx, dy]);
  }

  private curve([dx1, dy1, dx2, dy2, dx3, dy3]: number[]): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [dx1, dy1, dx2, dy2, dx3, dy3];
    const startsFlat = b === 0;
    const startsUp = a === 0;
    const endsFlat = f === 0;
    const endsUp = e === 0;
    if ((startsFlat && endsUp) || (startsUp && endsFlat)) {
      const isHorizontal = startsFlat && endsUp;
      const operands = isHorizontal ? [a, c, d, f] : [b, c, d, e];
      const alternates = this.operator === TYPE2_OP.hvcurveto || this.operator === TYPE2_OP.vhcurveto;
      const expected = alternates && ((this.run.length / 4) % 2 === 0) === (this.operator === TYPE2_OP.hvcurveto);
      if (alternates && expected === isHorizontal && this.run.length + 4 <= STACK_MAX) this.run.push(...operands);
      else this.begin(isHorizontal ? TYPE2_OP.hvcurveto : TYPE2_OP.vhcurveto, operands);
    } else if (startsFlat && endsFlat) {
      if (this.operator === TYPE2_OP.hhcurveto && this.run.length + 4 <= STACK_MAX) this.run.push(a, c, d, e);
      else this.begin(TYPE2_OP.hhcurveto, [a, c, d, e]);
    } else if (startsUp && endsUp) {
      if (this.operator === TYPE2_OP.vvcurveto && this.run.length + 4 <= STACK_MAX) this.run.push(b, c, d, f);
      else this.begin(TYPE2_OP.vvcurveto, [b, c, d, f]);
    } else if (this.operator === TYPE2_OP.rrcurveto && this.run.length + 6 <= STACK_MAX) this.run.push(a, b, c, d, e, f);
    else this.begin(TYPE2_OP.rrcurveto, [a, b, c, d, e, f]);
  }

  private begin(operator: number, operands: readonly number[]): void {
    this.flush();
    this.operator = operator;
    this.run = [...operands];
  }

  private flush(): void {
    if (this.operator !== 0) this.emit(this.operator, this.run);
    [this.operator, this.run] = [0, []];
  }

  private emit(operator: number, operands: readonly number[]): void {
    for (const value of [...this.pending, ...operands]) this.number(value);
    this.pending = [];
    this.out.push(operator);
  }

  private number(value: number): void {
    const short = Number.isInteger(value) ? writeShortNumber(value) : undefined;
    if (short) this.out.push(...short);
    else if (Number.isInteger(value)) this.out.push(NUMBER_BYTE.int16, (value >> 8) & 255, value & 255);
    else {
      const fixed = Math.round(value * FIXED_ONE);
      this.out.push(NUMBER_BYTE.four, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255);
    }
  }
}

/** Two operands each, and the width. */
const STEMS_AT_ONCE = 23;
