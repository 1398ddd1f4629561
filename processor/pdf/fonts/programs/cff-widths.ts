// The advance widths in a Compact Font Format program (Adobe TN 5176, 5177): the first operand of a glyph's program, and the two widths of
// its private dictionary. Nothing is drawn.

import { CFF_OP, type CffDict, readDict, readIndex, subrBias } from './cff.ts';
import { FIXED_ONE, NUMBER_BYTE, shortNumber, shortNumberBytes, TYPE2_OP } from './charstring.ts';
import { DEFAULT_FONT_MATRIX } from './type1.ts';

const STEPS_MAX = 2000;
const DEPTH_MAX = 10;

interface Private {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly subrs: readonly Buffer[];
  /** Glyph units × scale = thousandths. */
  readonly scale: number;
}

export interface CffWidth {
  /** In 1/1000 of the em. */
  readonly width: number;
  /** True: from the glyph's program; otherwise from the private dictionary. */
  readonly isOwn: boolean;
  /** Units of the font in a thousandth of the em. */
  readonly scale: number;
}

/** By glyph number; undefined for a glyph that cannot be followed, and for bytes that are not such a font. */
export function readCffWidths(file: Buffer): ((glyph: number) => CffWidth | undefined) | undefined {
  const names = readIndex(file, file[2] ?? 4);
  const tops = names && readIndex(file, names.end);
  const strings = tops && readIndex(file, tops.end);
  const globals = strings && readIndex(file, strings.end);
  const top = tops?.items[0] && readDict(tops.items[0]);
  const glyphs = top && readIndex(file, top.get(CFF_OP.charStrings)?.numbers[0] ?? -1);
  if (!globals || !top || !glyphs) return undefined;
  const privates = readPrivates(file, top, glyphs.items.length);
  if (!privates) return undefined;
  return (glyph) => {
    const code = glyphs.items[glyph];
    const own = privates(glyph);
    if (!code || !own) return undefined;
    const extra = new WidthReader(globals.items, own.subrs).read(code);
    if (extra === 'unknown') return undefined;
    const width = (extra === undefined ? own.defaultWidth : own.nominalWidth + extra) * own.scale;
    return { width, isOwn: extra !== undefined, scale: own.scale };
  };
}

function readPrivates(file: Buffer, top: CffDict, glyphCount: number): ((glyph: number) => Private | undefined) | undefined {
  const topScale = top.get(CFF_OP.fontMatrix)?.numbers[0];
  if (!top.has(CFF_OP.ros)) {
    const own = readPrivate(file, top, (topScale ?? DEFAULT_FONT_MATRIX[0]) * 1000);
    return own && (() => own);
  }
  const fonts = readIndex(file, top.get(CFF_OP.fdArray)?.numbers[0] ?? -1);
  if (!fonts) return undefined;
  const list = fonts.items.map((item) => {
    const font = readDict(item);
    const own = font?.get(CFF_OP.fontMatrix)?.numbers[0];
    // Of a matrix in both, the product counts (TN 5176, 9).
    const scale =
      own === undefined ? (topScale ?? DEFAULT_FONT_MATRIX[0]) * 1000 : topScale === undefined ? own * 1000 : own * topScale * 1000;
    return font && readPrivate(file, font, scale);
  });
  const select = readSelection(file, top.get(CFF_OP.fdSelect)?.numbers[0] ?? -1, glyphCount);
  return select && ((glyph) => list[select[glyph] ?? 0]);
}

function readPrivate(file: Buffer, holder: CffDict, scale: number): Private | undefined {
  const [size = 0, offset = 0] = holder.get(CFF_OP.private)?.numbers ?? [];
  if (!(size >= 0 && offset >= 0 && offset + size <= file.length)) return undefined;
  const dict = readDict(file.subarray(offset, offset + size));
  const relative = dict?.get(CFF_OP.subrs)?.numbers[0];
  const subrs = relative === undefined ? undefined : readIndex(file, offset + relative);
  return {
    defaultWidth: dict?.get(CFF_OP.defaultWidthX)?.numbers[0] ?? 0,
    nominalWidth: dict?.get(CFF_OP.nominalWidthX)?.numbers[0] ?? 0,
    subrs: subrs?.items ?? [],
    scale,
  };
}

function readSelection(file: Buffer, at: number, glyphCount: number): Uint8Array | undefined {
  if (at < 0 || at >= file.length) return undefined;
  const select = new Uint8Array(glyphCount);
  if (file[at] === 0) return file.length < at + 1 + glyphCount ? undefined : file.subarray(at + 1, at + 1 + glyphCount);
  if (file[at] !== 3 || at + 5 > file.length) return undefined;
  const ranges = file.readUInt16BE(at + 1);
  for (let index = 0; index < ranges; index++) {
    const from = at + 3 + index * 3;
    if (from + 5 > file.length) return undefined;
    select.fill(file[from + 2] ?? 0, file.readUInt16BE(from), file.readUInt16BE(from + 3));
  }
  return select;
}

/** Runs a glyph's program up to the first operator that clears the stack. */
class WidthReader {
  private readonly globals: readonly Buffer[];
  private readonly locals: readonly Buffer[];
  private readonly stack: number[] = [];
  private steps = 0;
  private found: number | undefined | 'unknown' = 'unknown';

  constructor(globals: readonly Buffer[], locals: readonly Buffer[]) {
    this.globals = globals;
    this.locals = locals;
  }

  /** The operand before those of the first operator; undefined where there is none. */
  read(code: Buffer): number | undefined | 'unknown' {
    this.run(code, 0);
    return this.found;
  }

  /** True when the answer is known. */
  private run(code: Buffer, depth: number): boolean {
    for (let at = 0; at < code.length;) {
      if (++this.steps > STEPS_MAX || depth > DEPTH_MAX) return true;
      const byte = code[at] ?? 0;
      if (byte === NUMBER_BYTE.int16) {
        this.stack.push(at + 3 <= code.length ? code.readInt16BE(at + 1) : 0);
        at += 3;
      } else if (byte === NUMBER_BYTE.four) {
        this.stack.push(at + 5 <= code.length ? code.readInt32BE(at + 1) / FIXED_ONE : 0);
        at += 5;
      } else if (byte >= NUMBER_BYTE.one) {
        this.stack.push(shortNumber(byte, code[at + 1] ?? 0));
        at += shortNumberBytes(byte);
      } else if (byte === TYPE2_OP.callsubr || byte === TYPE2_OP.callgsubr) {
        const subrs = byte === TYPE2_OP.callsubr ? this.locals : this.globals;
        const called = subrs[(this.stack.pop() ?? 0) + subrBias(subrs.length)];
        if (!called || this.run(called, depth + 1)) return true;
        at++;
      } else if (byte === TYPE2_OP.return) return false;
      else return this.end(byte);
    }
    return false;
  }

  private end(operator: number): boolean {
    const { stack } = this;
    this.found = hasWidth(operator, stack.length) ? stack[0] : undefined;
    return true;
  }
}

/** Stems take any number of pairs; masks may follow stems without a stem operator. */
const TAKE_PAIRS: readonly number[] = [
  TYPE2_OP.hstem,
  TYPE2_OP.vstem,
  TYPE2_OP.hstemhm,
  TYPE2_OP.vstemhm,
  TYPE2_OP.hintmask,
  TYPE2_OP.cntrmask,
];

/** One operand more than the operator takes (TN 5177, 3.1). */
function hasWidth(operator: number, operands: number): boolean {
  switch (operator) {
    case TYPE2_OP.vmoveto:
    case TYPE2_OP.hmoveto:
      return operands > 1;
    case TYPE2_OP.rmoveto:
      return operands > 2;
    case TYPE2_OP.endchar:
      // Alone, or with the four of an accented letter.
      return operands === 1 || operands === 5;
    default:
      return TAKE_PAIRS.includes(operator) && operands % 2 === 1;
  }
}
