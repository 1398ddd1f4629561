// Follows the program of a Type 1 glyph (Adobe Type 1 Font Format, chapter 6): its width, its outline in absolute coordinates, and the stems
// for each stretch of it. Flex, hint replacement and accented letters made of two are resolved.

import { NUMBER_BYTE, OTHER_SUBR, readOperator, shortNumber, shortNumberBytes, TYPE1_OP } from './charstring.ts';
import type { Type1Font } from './type1.ts';

export type Segment =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'line'; readonly x: number; readonly y: number }
  | { readonly kind: 'curve'; readonly points: readonly [number, number, number, number, number, number] };

/** `h` lies along the baseline. Positions are absolute. */
export interface Stem {
  readonly direction: 'h' | 'v';
  readonly from: number;
  readonly width: number;
}

export interface Type1Outline {
  readonly width: number;
  readonly segments: readonly Segment[];
  /** The stems that apply from the segment `at` on. */
  readonly hints: readonly { readonly at: number; readonly stems: readonly Stem[] }[];
}

const DEPTH_MAX = 10;
const STEPS_MAX = 100_000;

/** Undefined where the program cannot be followed. `standardNames` are the glyph names of StandardEncoding by code. */
export function followType1Glyph(font: Type1Font, name: string, standardNames: readonly (string | undefined)[]): Type1Outline | undefined {
  const code = font.glyphs.get(name);
  const run = new GlyphRun(font, standardNames);
  return code && run.start(code) ? run.result() : undefined;
}

type Step = readonly [dx: number, dy: number];

/** The subroutine that only returns (8.3). */
const EMPTY_SUBR = 3;

class GlyphRun {
  private readonly font: Type1Font;
  private readonly standardNames: readonly (string | undefined)[];
  private readonly segments: Segment[] = [];
  private readonly hints: { at: number; stems: Stem[] }[] = [{ at: 0, stems: [] }];
  private stack: number[] = [];
  private passed: number[] = [];
  private width = 0;
  private bearing = 0;
  private x = 0;
  private y = 0;
  /** The start of the part of an accented letter that is being drawn. */
  private originX = 0;
  private originY = 0;
  private isPart = false;
  private flex: [number, number][] | undefined;
  private ended = false;
  private steps = 0;

  constructor(font: Type1Font, standardNames: readonly (string | undefined)[]) {
    this.font = font;
    this.standardNames = standardNames;
  }

  start(code: Buffer): boolean {
    return this.run(code, 0) && this.ended;
  }

  result(): Type1Outline {
    return { width: this.width, segments: this.segments, hints: this.hints };
  }

  private run(code: Buffer, depth: number): boolean {
    if (depth > DEPTH_MAX) return false;
    for (let at = 0; at < code.length && !this.ended;) {
      if (++this.steps > STEPS_MAX) return false;
      const byte = code[at] ?? 0;
      if (byte >= NUMBER_BYTE.one) {
        at += this.pushNumber(code, at, byte);
        continue;
      }
      const { operator, bytes } = readOperator(code, at);
      if (operator === TYPE1_OP.return) return true;
      at += bytes;
      if (operator === TYPE1_OP.callsubr) {
        const subr = this.font.subrs.get(this.stack.pop() ?? -1);
        if (!subr || !this.run(subr, depth + 1)) return false;
      } else if (!this.perform(operator, depth)) return false;
    }
    return true;
  }

  /** @returns how many bytes it takes */
  private pushNumber(code: Buffer, at: number, byte: number): number {
    if (byte < NUMBER_BYTE.four) {
      this.stack.push(shortNumber(byte, code[at + 1] ?? 0));
      return shortNumberBytes(byte);
    }
    if (at + 5 <= code.length) this.stack.push(code.readInt32BE(at + 1));
    return 5;
  }

  private perform(operator: number, depth: number): boolean {
    switch (operator) {
      case TYPE1_OP.div:
        return this.divide();
      case TYPE1_OP.callothersubr:
        return this.callOther();
      case TYPE1_OP.pop:
        this.stack.push(this.passed.pop() ?? 0);
        return true;
      case TYPE1_OP.seac:
        return this.drawAccented(depth);
    }
    if (!this.draw(operator) && !this.hint(operator) && !this.setUp(operator)) return false;
    this.stack = [];
    return true;
  }

  /** False for any other operator; the same for those that follow. */
  private draw(operator: number): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.stack;
    switch (operator) {
      case TYPE1_OP.vmoveto:
        this.move(0, a);
        return true;
      case TYPE1_OP.rmoveto:
        this.move(a, b);
        return true;
      case TYPE1_OP.hmoveto:
        this.move(a, 0);
        return true;
      case TYPE1_OP.rlineto:
        this.line(a, b);
        return true;
      case TYPE1_OP.hlineto:
        this.line(a, 0);
        return true;
      case TYPE1_OP.vlineto:
        this.line(0, a);
        return true;
      case TYPE1_OP.rrcurveto:
        this.curve([a, b], [c, d], [e, f]);
        return true;
      case TYPE1_OP.vhcurveto:
        this.curve([0, a], [b, c], [d, 0]);
        return true;
      case TYPE1_OP.hvcurveto:
        this.curve([a, 0], [b, c], [0, d]);
        return true;
      default:
        return false;
    }
  }

  private hint(operator: number): boolean {
    const [a = 0, b = 0] = this.stack;
    switch (operator) {
      case TYPE1_OP.hstem:
        this.addStem('h', a, b);
        return true;
      case TYPE1_OP.vstem:
        this.addStem('v', a, b);
        return true;
      case TYPE1_OP.hstem3:
        this.addStems('h');
        return true;
      case TYPE1_OP.vstem3:
        this.addStems('v');
        return true;
      default:
        return false;
    }
  }

  private setUp(operator: number): boolean {
    const [a = 0, b = 0, c = 0] = this.stack;
    switch (operator) {
      case TYPE1_OP.hsbw:
        this.begin(a, 0, b);
        return true;
      case TYPE1_OP.sbw:
        this.begin(a, b, c);
        return true;
      case TYPE1_OP.endchar:
        this.ended = true;
        return true;
      case TYPE1_OP.closepath:
      case TYPE1_OP.dotsection:
      case TYPE1_OP.setcurrentpoint:
        return true;
      default:
        return false;
    }
  }

  private divide(): boolean {
    const divisor = this.stack.pop() ?? 1;
    const dividend = this.stack.pop() ?? 0;
    if (divisor === 0) return false;
    this.stack.push(dividend / divisor);
    return true;
  }

  private begin(bearing: number, bearingY: number, width: number): void {
    if (!this.isPart) this.width = width;
    this.bearing = bearing;
    [this.x, this.y] = [this.originX + bearing, this.originY + bearingY];
  }

  private addStem(direction: 'h' | 'v', from: number, width: number): void {
    // The stems of the two parts would conflict.
    if (this.isPart) return;
    this.hints.at(-1)?.stems.push({ direction, from: direction === 'v' ? from + this.bearing : from, width });
  }

  private addStems(direction: 'h' | 'v'): void {
    for (let at = 0; at + 1 < this.stack.length; at += 2) this.addStem(direction, this.stack[at] ?? 0, this.stack[at + 1] ?? 0);
  }

  private move(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    if (this.flex) return;
    this.segments.push({ kind: 'move', x: this.x, y: this.y });
  }

  private line(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.segments.push({ kind: 'line', x: this.x, y: this.y });
  }

  private curve(first: Step, second: Step, third: Step): void {
    const [x1, y1] = [this.x + first[0], this.y + first[1]];
    const [x2, y2] = [x1 + second[0], y1 + second[1]];
    [this.x, this.y] = [x2 + third[0], y2 + third[1]];
    this.segments.push({ kind: 'curve', points: [x1, y1, x2, y2, this.x, this.y] });
  }

  private callOther(): boolean {
    const number = this.stack.pop() ?? -1;
    const count = this.stack.pop() ?? 0;
    const args = count > 0 ? this.stack.splice(-count) : [];
    if (number === OTHER_SUBR.startFlex) this.flex = [];
    else if (number === OTHER_SUBR.addFlex) this.flex?.push([this.x, this.y]);
    else if (number === OTHER_SUBR.endFlex) {
      if (!this.endFlex()) return false;
      this.passed = [args[2] ?? 0, args[1] ?? 0];
    } else if (number === OTHER_SUBR.replaceHints) {
      this.passed = [args[0] ?? EMPTY_SUBR];
      if (!this.isPart) this.hints.push({ at: this.segments.length, stems: [] });
    } else return false;
    return true;
  }

  private endFlex(): boolean {
    const points = this.flex;
    this.flex = undefined;
    // The first is a reference point; two curves follow.
    if (points?.length !== 7) return false;
    for (const from of [1, 4]) {
      const [one, two, three] = points.slice(from, from + 3);
      if (!one || !two || !three) return false;
      this.segments.push({ kind: 'curve', points: [...one, ...two, ...three] });
    }
    return true;
  }

  /** `seac`: the base letter in place, the accent moved. */
  private drawAccented(depth: number): boolean {
    const [accentBearing = 0, dx = 0, dy = 0, base = 0, accent = 0] = this.stack;
    if (this.isPart) return false;
    const ownBearing = this.bearing;
    this.isPart = true;
    for (const [code, originX, originY] of [
      [base, 0, 0],
      [accent, ownBearing - accentBearing + dx, dy],
    ] as const) {
      const program = this.font.glyphs.get(this.standardNames[code] ?? '');
      if (!program) return false;
      [this.originX, this.originY, this.ended, this.stack] = [originX, originY, false, []];
      if (!this.run(program, depth + 1)) return false;
    }
    this.ended = true;
    return true;
  }
}
