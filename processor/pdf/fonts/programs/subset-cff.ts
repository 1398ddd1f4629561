// Removes unused outlines and subroutines from a Compact Font Format font, bare as in a PDF or inside an OpenType font. Glyph
// numbers, names, encoding and subroutine numbers stay: removed outlines become empty.

import { CFF_OP, type CffDict, type CffIndex, dictNumber, dictOperator, readDict, readIndex, subrBias, writeIndex } from './cff.ts';
import { ESCAPE, FIXED_ONE, NUMBER_BYTE, shortNumber, shortNumberBytes, TYPE2_OP } from './charstring.ts';

const EMPTY_GLYPH = Buffer.of(TYPE2_OP.endchar);
const EMPTY_SUBR = Buffer.of(TYPE2_OP.return);

/** Undefined when the font violates the specification, or builds glyphs from others: it stays unchanged. */
export function subsetCff(bytes: Uint8Array, glyphIds: ReadonlySet<number>): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = readWhole(file);
  if (!read) return undefined;
  const { names, strings, globals, top, glyphs, privates } = read;
  const usedGlobals = new Set<number>();
  const usedLocals = privates.list.map(() => new Set<number>());
  for (const id of [0, ...glyphIds]) {
    const glyph = glyphs.items[id];
    if (!glyph) continue;
    const at = privates.of(id);
    const locals = privates.list[at]?.subrs.items ?? [];
    if (!new CallTrace(globals.items, locals, usedGlobals, usedLocals[at] ?? new Set()).run(glyph)) return undefined;
  }
  const keep = (items: readonly Buffer[], used: ReadonlySet<number>, empty: Buffer) => {
    const last = Math.max(-1, ...used);
    // The bias follows from the number of subroutines, so none is removed from the end.
    return items.map((item, index) => (index <= last && used.has(index) ? item : empty));
  };
  return rebuild(file, {
    names,
    strings,
    top,
    globals: keep(globals.items, usedGlobals, EMPTY_SUBR),
    glyphs: glyphs.items.map((glyph, id) => (id === 0 || glyphIds.has(id) ? glyph : EMPTY_GLYPH)),
    privates: privates.list.map((own, index) => ({ ...own, locals: keep(own.subrs.items, usedLocals[index] ?? new Set(), EMPTY_SUBR) })),
  });
}

/**
 * Other programs for single glyphs; the rest does not change. `rewrite` gets the width that a glyph's own width counts from, and returns nothing
 * for a glyph that should stay. Undefined when the font violates the specification.
 */
export function rewriteCffGlyphs(
  bytes: Uint8Array,
  rewrite: (glyphId: number, code: Buffer, nominalWidth: number) => Buffer | undefined,
): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = readWhole(file);
  if (!read) return undefined;
  const { names, strings, globals, top, glyphs, privates } = read;
  const nominalOf = (id: number) => privates.list[privates.of(id)]?.dict.get(CFF_OP.nominalWidthX)?.numbers[0] ?? 0;
  return rebuild(file, {
    names,
    strings,
    top,
    globals: globals.items,
    glyphs: glyphs.items.map((glyph, id) => rewrite(id, glyph, nominalOf(id)) ?? glyph),
    privates: privates.list.map((own) => ({ ...own, locals: own.subrs.items })),
  });
}

function readWhole(file: Buffer) {
  if (file.length < 4 || file[0] !== 1) return undefined;
  const names = readIndex(file, file[2] ?? 4);
  const tops = names && readIndex(file, names.end);
  const strings = tops && readIndex(file, tops.end);
  const globals = strings && readIndex(file, strings.end);
  const top = tops?.items.length === 1 && tops.items[0] ? readDict(tops.items[0]) : undefined;
  const glyphs = readIndex(file, top?.get(CFF_OP.charStrings)?.numbers[0] ?? -1);
  if (!names || !strings || !globals || !top || !glyphs || (top.get(CFF_OP.charStringType)?.numbers[0] ?? 2) !== 2) return undefined;
  const privates = readPrivates(file, top, glyphs.items.length);
  return privates && { names, strings, globals, top, glyphs, privates };
}

interface PrivateDict {
  readonly dict: CffDict;
  readonly subrs: CffIndex;
  /** The font dictionary that leads to it, in a CID font. */
  readonly font: CffDict | undefined;
}

function readPrivates(
  file: Buffer,
  top: CffDict,
  glyphCount: number,
): { list: PrivateDict[]; of: (glyphId: number) => number } | undefined {
  if (!top.has(CFF_OP.ros)) {
    const own = readPrivate(file, top, undefined);
    return own && { list: [own], of: () => 0 };
  }
  const fonts = readIndex(file, top.get(CFF_OP.fdArray)?.numbers[0] ?? -1);
  const select = readFdSelect(file, top.get(CFF_OP.fdSelect)?.numbers[0] ?? -1, glyphCount);
  if (!fonts || !select) return undefined;
  const list: PrivateDict[] = [];
  for (const item of fonts.items) {
    const font = readDict(item);
    const own = font && readPrivate(file, font, font);
    if (!own) return undefined;
    list.push(own);
  }
  return { list, of: (glyphId) => select[glyphId] ?? 0 };
}

function readPrivate(file: Buffer, holder: CffDict, font: CffDict | undefined): PrivateDict | undefined {
  const [size = 0, offset = 0] = holder.get(CFF_OP.private)?.numbers ?? [];
  if (!(size >= 0 && offset >= 0 && offset + size <= file.length)) return undefined;
  const dict = readDict(file.subarray(offset, offset + size));
  const relative = dict?.get(CFF_OP.subrs)?.numbers[0];
  const subrs = relative === undefined ? { items: [], end: 0 } : readIndex(file, offset + relative);
  return dict && subrs && { dict, subrs, font };
}

function readFdSelect(file: Buffer, at: number, glyphCount: number): Uint8Array | undefined {
  if (!(at > 0 && at + 3 <= file.length)) return undefined;
  const select = new Uint8Array(glyphCount);
  if (file[at] === 0) {
    if (at + 1 + glyphCount > file.length) return undefined;
    select.set(file.subarray(at + 1, at + 1 + glyphCount));
    return select;
  }
  const ranges = file.readUInt16BE(at + 1);
  if (file[at] !== 3 || at + 5 + ranges * 3 > file.length) return undefined;
  for (let range = 0; range < ranges; range++) {
    const from = file.readUInt16BE(at + 3 + range * 3);
    const to = file.readUInt16BE(at + 6 + range * 3);
    select.fill(file[at + 5 + range * 3] ?? 0, from, to);
  }
  return select;
}

const STEMS: readonly number[] = [TYPE2_OP.hstem, TYPE2_OP.vstem, TYPE2_OP.hstemhm, TYPE2_OP.vstemhm];
/** Of operators of two bytes, those from here on draw (hflex); those before compute. */
const ESCAPED_FLEX_FIRST = 34;
const CALL_DEPTH_MAX = 10;
const STEPS_MAX = 200_000;

/** Follows the calls of a Type 2 charstring (Technical Note 5177) and records which subroutines it reaches. */
class CallTrace {
  private readonly globals: readonly Buffer[];
  private readonly locals: readonly Buffer[];
  private readonly usedGlobals: Set<number>;
  private readonly usedLocals: Set<number>;
  private stack: number[] = [];
  private stems = 0;
  private ended = false;
  private steps = 0;

  constructor(globals: readonly Buffer[], locals: readonly Buffer[], usedGlobals: Set<number>, usedLocals: Set<number>) {
    this.globals = globals;
    this.locals = locals;
    this.usedGlobals = usedGlobals;
    this.usedLocals = usedLocals;
  }

  /** False where the program cannot be followed. */
  run(code: Buffer, depth = 0): boolean {
    if (depth > CALL_DEPTH_MAX) return false;
    for (let at = 0; at < code.length && !this.ended;) {
      if (++this.steps > STEPS_MAX) return false;
      const byte = code[at] ?? 0;
      const number = readNumber(code, at, byte);
      if (number) {
        this.stack.push(number.value);
        at = number.end;
        continue;
      }
      at++;
      if (STEMS.includes(byte)) {
        this.stems += this.stack.length >> 1;
        this.stack = [];
      } else if (byte === TYPE2_OP.hintmask || byte === TYPE2_OP.cntrmask) {
        this.stems += this.stack.length >> 1;
        this.stack = [];
        at += (this.stems + 7) >> 3;
      } else if (byte === TYPE2_OP.callsubr || byte === TYPE2_OP.callgsubr) {
        const [items, used] = byte === TYPE2_OP.callsubr ? [this.locals, this.usedLocals] : [this.globals, this.usedGlobals];
        const index = (this.stack.pop() ?? Number.NaN) + subrBias(items.length);
        const subr = items[index];
        if (!subr) return false;
        used.add(index);
        if (!this.run(subr, depth + 1)) return false;
      } else if (byte === TYPE2_OP.return) return true;
      else if (byte === TYPE2_OP.endchar) {
        // With four operands it is an accented letter made of two others.
        if (this.stack.length >= 4) return false;
        this.ended = true;
      } else if (byte === ESCAPE) {
        const operator = code[at] ?? 0;
        at++;
        // Arithmetic could compute the number of a subroutine.
        if (operator < ESCAPED_FLEX_FIRST) return false;
        this.stack = [];
      } else this.stack = [];
    }
    return true;
  }
}

function readNumber(code: Buffer, at: number, byte: number): { readonly value: number; readonly end: number } | undefined {
  if (byte === NUMBER_BYTE.int16) return at + 3 <= code.length ? { value: code.readInt16BE(at + 1), end: at + 3 } : undefined;
  if (byte < NUMBER_BYTE.one) return undefined;
  if (byte < NUMBER_BYTE.four) return { value: shortNumber(byte, code[at + 1] ?? 0), end: at + shortNumberBytes(byte) };
  return at + 5 <= code.length ? { value: code.readInt32BE(at + 1) / FIXED_ONE, end: at + 5 } : undefined;
}

interface Parts {
  readonly names: CffIndex;
  readonly strings: CffIndex;
  readonly top: CffDict;
  readonly globals: readonly Buffer[];
  readonly glyphs: readonly Buffer[];
  readonly privates: readonly (PrivateDict & { readonly locals: readonly Buffer[] })[];
}

function rebuild(file: Buffer, { names, strings, top, globals, glyphs, privates }: Parts): Uint8Array | undefined {
  const charset = copyCharset(file, top, glyphs.length);
  const encoding = copyEncoding(file, top);
  const select = copyFdSelect(file, top, glyphs.length);
  if (!charset || !encoding || !select) return undefined;
  const head = [Buffer.of(1, 0, 4, 4), writeIndex(names.items)];
  const tail = [writeIndex(strings.items), writeIndex(globals)];
  const blocks: Blocks = { charset, encoding, select, glyphs: writeIndex(glyphs), privates, isCid: top.has(CFF_OP.ros) };
  // Offsets take five bytes each, so that the sizes do not depend on them.
  const topSize = writeIndex([writeTop(top, layOut(blocks, 0).places)]).length;
  const { places, parts } = layOut(blocks, sizeOf(head) + topSize + sizeOf(tail));
  return Buffer.concat([...head, writeIndex([writeTop(top, places)]), ...tail, ...parts]);
}

interface Blocks extends Pick<Parts, 'privates'> {
  readonly charset: Buffer;
  readonly encoding: Buffer;
  readonly select: Buffer;
  readonly glyphs: Buffer;
  readonly isCid: boolean;
}

/** The place of everything that the top dictionary points to when it begins at `from`. */
function layOut(
  blocks: Blocks,
  from: number,
): { readonly places: ReadonlyMap<number, readonly number[]>; readonly parts: readonly Buffer[] } {
  const places = new Map<number, readonly number[]>();
  const parts: Buffer[] = [];
  let at = from;
  const place = (operator: number, data: Buffer) => {
    if (data.length === 0) return;
    places.set(operator, [at]);
    parts.push(data);
    at += data.length;
  };
  place(CFF_OP.charset, blocks.charset);
  place(CFF_OP.encoding, blocks.encoding);
  place(CFF_OP.fdSelect, blocks.select);
  place(CFF_OP.charStrings, blocks.glyphs);
  const fonts: Buffer[] = [];
  for (const own of blocks.privates) {
    const dict = writePrivate(own.dict, own.locals.length > 0);
    const subrs = own.locals.length > 0 ? writeIndex(own.locals) : Buffer.alloc(0);
    const where = [dict.length, at];
    parts.push(dict, subrs);
    at += dict.length + subrs.length;
    if (own.font) fonts.push(writeTop(own.font, new Map([[CFF_OP.private, where]])));
    else places.set(CFF_OP.private, where);
  }
  if (blocks.isCid) place(CFF_OP.fdArray, writeIndex(fonts));
  return { places, parts };
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function writeTop(dict: CffDict, places: ReadonlyMap<number, readonly number[]>): Buffer {
  const chunks: Buffer[] = [];
  for (const [operator, { raw }] of dict) {
    const place = places.get(operator);
    chunks.push(place ? Buffer.concat(place.map((value) => dictNumber(value, true))) : raw, dictOperator(operator));
  }
  return Buffer.concat(chunks);
}

/** The subroutines directly follow the dictionary. */
function writePrivate(dict: CffDict, hasSubrs: boolean): Buffer {
  const chunks: Buffer[] = [];
  for (const [operator, { raw }] of dict) if (operator !== CFF_OP.subrs) chunks.push(raw, dictOperator(operator));
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (hasSubrs) chunks.push(dictNumber(size + 6, true), dictOperator(CFF_OP.subrs));
  return Buffer.concat(chunks);
}

/** Empty for a predefined one, whose number stays in the dictionary. */
function copyCharset(file: Buffer, top: CffDict, glyphCount: number): Buffer | undefined {
  const at = top.get(CFF_OP.charset)?.numbers[0] ?? 0;
  if (at <= 2) return Buffer.alloc(0);
  const format = file[at];
  let end = at + 1;
  if (format === 0) end += (glyphCount - 1) * 2;
  else if (format === 1 || format === 2) {
    for (let left = glyphCount - 1; left > 0; end += format + 2) {
      if (end + format + 2 > file.length) return undefined;
      left -= 1 + (format === 1 ? (file[end + 2] ?? 0) : file.readUInt16BE(end + 2));
    }
  } else return undefined;
  return end <= file.length ? file.subarray(at, end) : undefined;
}

function copyEncoding(file: Buffer, top: CffDict): Buffer | undefined {
  const at = top.get(CFF_OP.encoding)?.numbers[0] ?? 0;
  if (at <= 1) return Buffer.alloc(0);
  const format = file[at] ?? 0;
  const count = file[at + 1] ?? 0;
  let end = at + 2 + ((format & 0x7f) === 0 ? count : count * 2);
  if ((format & 0x80) !== 0) end += 1 + (file[end] ?? 0) * 3;
  return end <= file.length ? file.subarray(at, end) : undefined;
}

function copyFdSelect(file: Buffer, top: CffDict, glyphCount: number): Buffer | undefined {
  const at = top.get(CFF_OP.fdSelect)?.numbers[0] ?? 0;
  if (at === 0) return Buffer.alloc(0);
  const end = file[at] === 0 ? at + 1 + glyphCount : at + 5 + file.readUInt16BE(at + 1) * 3;
  return end <= file.length ? file.subarray(at, end) : undefined;
}
