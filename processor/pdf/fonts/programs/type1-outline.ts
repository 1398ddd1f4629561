// Follows the program of a Type 1 glyph (Adobe Type 1 Font Format, chapter 6): its width, its outline in absolute coordinates, and the stems that are
// in force on each stretch of it. Flex, hint replacement and accented letters made of two are resolved.

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
  /** The stems in force from the segment `at` on. */
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
  /** Where the part of an accented letter that is being drawn begins. */
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
      if (byte >= 32) {
        const next = code[at + 1] ?? 0;
        if (byte <= 246) this.stack.push(byte - 139);
        else if (byte <= 250) this.stack.push((byte - 247) * 256 + next + 108);
        else if (byte <= 254) this.stack.push(-(byte - 251) * 256 - next - 108);
        else if (at + 5 <= code.length) this.stack.push(code.readInt32BE(at + 1));
        at += byte <= 246 ? 1 : byte <= 254 ? 2 : 5;
        continue;
      }
      if (byte === 11) return true;
      const operator = byte === 12 ? 1200 + (code[at + 1] ?? 0) : byte;
      at += byte === 12 ? 2 : 1;
      if (operator === 10) {
        const subr = this.font.subrs.get(this.stack.pop() ?? -1);
        if (!subr || !this.run(subr, depth + 1)) return false;
      } else if (!this.perform(operator, depth)) return false;
    }
    return true;
  }

  private perform(operator: number, depth: number): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.stack;
    switch (operator) {
      case 1:
        this.addStem('h', a, b);
        break;
      case 3:
        this.addStem('v', a, b);
        break;
      case 1201:
        for (let at = 0; at + 1 < this.stack.length; at += 2) this.addStem('v', this.stack[at] ?? 0, this.stack[at + 1] ?? 0);
        break;
      case 1202:
        for (let at = 0; at + 1 < this.stack.length; at += 2) this.addStem('h', this.stack[at] ?? 0, this.stack[at + 1] ?? 0);
        break;
      case 4:
        this.move(0, a);
        break;
      case 21:
        this.move(a, b);
        break;
      case 22:
        this.move(a, 0);
        break;
      case 5:
        this.line(a, b);
        break;
      case 6:
        this.line(a, 0);
        break;
      case 7:
        this.line(0, a);
        break;
      case 8:
        this.curve(a, b, c, d, e, f);
        break;
      case 30:
        this.curve(0, a, b, c, d, 0);
        break;
      case 31:
        this.curve(a, 0, b, c, 0, d);
        break;
      case 13:
        this.begin(a, 0, b);
        break;
      case 1207:
        this.begin(a, b, c);
        break;
      case 9:
      case 1200:
        break;
      case 14:
        this.ended = true;
        break;
      case 1206:
        return this.drawAccented(a, b, c, d, e, depth);
      case 1212: {
        const divisor = this.stack.pop() ?? 1;
        const dividend = this.stack.pop() ?? 0;
        if (divisor === 0) return false;
        this.stack.push(dividend / divisor);
        return true;
      }
      case 1216:
        return this.callOther();
      case 1217:
        this.stack.push(this.passed.pop() ?? 0);
        return true;
      case 1233:
        break;
      default:
        return false;
    }
    this.stack = [];
    return true;
  }

  private begin(bearing: number, bearingY: number, width: number): void {
    if (!this.isPart) this.width = width;
    this.bearing = bearing;
    [this.x, this.y] = [this.originX + bearing, this.originY + bearingY];
  }

  private addStem(direction: 'h' | 'v', from: number, width: number): void {
    // The stems of the two parts would get in each other's way.
    if (this.isPart) return;
    this.hints.at(-1)?.stems.push({ direction, from: direction === 'v' ? from + this.bearing : from, width });
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

  private curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    const [x1, y1] = [this.x + dx1, this.y + dy1];
    const [x2, y2] = [x1 + dx2, y1 + dy2];
    [this.x, this.y] = [x2 + dx3, y2 + dy3];
    this.segments.push({ kind: 'curve', points: [x1, y1, x2, y2, this.x, this.y] });
  }

  /** 8.3 and 8.4: flex is 0, 1 and 2; hint replacement is 3. */
  private callOther(): boolean {
    const number = this.stack.pop() ?? -1;
    const count = this.stack.pop() ?? 0;
    const args = count > 0 ? this.stack.splice(-count) : [];
    if (number === 1) this.flex = [];
    else if (number === 2) this.flex?.push([this.x, this.y]);
    else if (number === 0) {
      if (!this.endFlex()) return false;
      this.passed = [args[2] ?? 0, args[1] ?? 0];
    } else if (number === 3) {
      this.passed = [args[0] ?? 3];
      if (!this.isPart) this.hints.push({ at: this.segments.length, stems: [] });
    } else return false;
    return true;
  }

  private endFlex(): boolean {
    const points = this.flex;
    this.flex = undefined;
    if (points?.length !== 7) return false;
    for (const from of [1, 4]) {
      const [one, two, three] = points.slice(from, from + 3);
      if (!one || !two || !three) return false;
      this.segments.push({ kind: 'curve', points: [...one, ...two, ...three] });
    }
    return true;
  }

  /** `seac`: the base letter where it stands, the accent moved. */
  private drawAccented(accentBearing: number, dx: number, dy: number, base: number, accent: number, depth: number): boolean {
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
