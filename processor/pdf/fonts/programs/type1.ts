// Reads a Type 1 font program (Adobe Type 1 Font Format) whole: its encoding, the hinting values of its private dictionary, its subroutines and
// glyph programs, decrypted. Nothing of it is run as PostScript.

/** A thousand units to the em (ISO 32000-1 9.2.4). */
export const DEFAULT_FONT_MATRIX = [0.001, 0, 0, 0.001, 0, 0] as const;

export interface Type1Font {
  readonly name: string;
  /** One master and filled outlines: what other formats can hold too. */
  readonly isPlain: boolean;
  readonly fontMatrix: readonly number[];
  readonly fontBBox: readonly number[];
  /** Glyph names by code; `standard` when the font declares it. */
  readonly encoding: ReadonlyMap<number, string> | 'standard';
  /** Numbers by key, of the keys that a Compact Font Format private dictionary knows too. */
  readonly privateValues: ReadonlyMap<string, readonly number[]>;
  readonly subrs: ReadonlyMap<number, Buffer>;
  /** In the order of the file. */
  readonly glyphs: ReadonlyMap<string, Buffer>;
}

const GLYPHS_MAX = 65_535;
const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4330;
const PRIVATE_KEYS = [
  'BlueValues',
  'OtherBlues',
  'FamilyBlues',
  'FamilyOtherBlues',
  'BlueScale',
  'BlueShift',
  'BlueFuzz',
  'StdHW',
  'StdVW',
  'StemSnapH',
  'StemSnapV',
  'LanguageGroup',
];

/** Undefined when it is not such a font. */
export function readType1Font(bytes: Uint8Array): Type1Font | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = file[0] === 0x80 ? joinSegments(file) : file;
  const eexec = whole.indexOf('eexec', 0, 'latin1');
  if (eexec < 0) return undefined;
  const clear = whole.toString('latin1', 0, eexec);
  const secret = decrypt(binaryAfter(whole, eexec + 5), EEXEC_KEY, 4);
  const charStrings = secret.indexOf('/CharStrings', 0, 'latin1');
  if (charStrings < 0) return undefined;
  const subrsAt = secret.indexOf('/Subrs', 0, 'latin1');
  const head = secret.toString('latin1', 0, subrsAt < 0 ? charStrings : Math.min(subrsAt, charStrings));
  const skip = Number(/\/lenIV\s+(-?\d+)/.exec(head)?.[1] ?? 4);
  const read = (data: Buffer) => (skip < 0 ? data : decrypt(data, CHARSTRING_KEY, skip));
  const glyphs = readGlyphs(secret, charStrings, read);
  if (glyphs.size === 0) return undefined;
  return {
    name: /\/FontName\s*\/([^\s/[\](){}<>%]+)/.exec(clear)?.[1] ?? 'Font',
    isPlain: !/\/WeightVector|\/PaintType\s+[^0\s]/.test(clear),
    fontMatrix: numbersAfter(clear, 'FontMatrix') ?? DEFAULT_FONT_MATRIX,
    fontBBox: numbersAfter(clear, 'FontBBox') ?? [0, 0, 0, 0],
    encoding: readEncoding(clear),
    privateValues: new Map(
      PRIVATE_KEYS.flatMap((key) => {
        const values = numbersAfter(head, key);
        return values ? [[key, values] as const] : [];
      }),
    ),
    subrs: subrsAt < 0 ? new Map() : readSubrs(secret, subrsAt, charStrings < subrsAt ? secret.length : charStrings, read),
    glyphs,
  };
}

/** PFB: 0x80, kind, length (little-endian). */
function joinSegments(file: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 6 <= file.length && file[at] === 0x80 && file[at + 1] !== 3;) {
    const length = file.readUInt32LE(at + 2);
    parts.push(file.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}

/** Binary, or hexadecimal when its first four characters are digits (7.2). */
function binaryAfter(file: Buffer, from: number): Buffer {
  let start = from;
  while ([9, 10, 13, 32].includes(file[start] ?? 0)) start++;
  if (!/^[0-9A-Fa-f]{4}$/.test(file.toString('latin1', start, start + 4))) return file.subarray(start);
  return Buffer.from(file.toString('latin1', start).replaceAll(/[^0-9A-Fa-f]/g, ''), 'hex');
}

function decrypt(data: Buffer, firstKey: number, skip: number): Buffer {
  const out = Buffer.alloc(data.length);
  let key = firstKey;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    out[at] = byte ^ (key >> 8);
    key = ((byte + key) * 52_845 + 22_719) & 0xffff;
  }
  return out.subarray(skip);
}

function numbersAfter(text: string, key: string): number[] | undefined {
  const found = new RegExp(`/${key}\\s*(?:[[{]([^\\]}]*)[\\]}]|(-?[\\d.]+(?:[eE]-?\\d+)?))`).exec(text);
  const numbers = (found?.[1] ?? found?.[2])?.trim().split(/\s+/).map(Number);
  return numbers?.every((number) => Number.isFinite(number)) ? numbers : undefined;
}

function readEncoding(clear: string): Type1Font['encoding'] {
  const at = clear.indexOf('/Encoding');
  if (at < 0 || /^\/Encoding\s+StandardEncoding/.test(clear.slice(at, at + 60))) return 'standard';
  const encoding = new Map<number, string>();
  for (const [, code, name = ''] of clear.slice(at).matchAll(/dup\s+(\d{1,3})\s*\/([^\s/[\](){}<>%]+)\s+put/g))
    if (name !== '.notdef') encoding.set(Number(code), name);
  return encoding;
}

function readSubrs(secret: Buffer, from: number, to: number, read: (data: Buffer) => Buffer): Map<number, Buffer> {
  const subrs = new Map<number, Buffer>();
  let at = from;
  while (at < to) {
    const next = secret.indexOf('dup ', at, 'latin1');
    if (next < 0 || next >= to) break;
    const head = /^dup\s+(\d{1,6})\s+(\d{1,6})\s+\S{1,8}\s/.exec(secret.toString('latin1', next, next + 48));
    if (!head) {
      at = next + 4;
      continue;
    }
    const start = next + head[0].length;
    subrs.set(Number(head[1]), read(secret.subarray(start, start + Number(head[2]))));
    at = start + Number(head[2]);
  }
  return subrs;
}

function readGlyphs(secret: Buffer, from: number, read: (data: Buffer) => Buffer): Map<string, Buffer> {
  const glyphs = new Map<string, Buffer>();
  let at = from + '/CharStrings'.length;
  while (glyphs.size < GLYPHS_MAX) {
    const slash = secret.indexOf(0x2f, at);
    if (slash < 0) break;
    const head = /^\/([^\s/[\](){}<>%]+)\s+(\d{1,6})\s+\S{1,8}\s/.exec(secret.toString('latin1', slash, slash + 160));
    if (!head) {
      at = slash + 1;
      continue;
    }
    const start = slash + head[0].length;
    const name = head[1] ?? '';
    if (!glyphs.has(name)) glyphs.set(name, read(secret.subarray(start, start + Number(head[2]))));
    at = start + Number(head[2]);
  }
  return glyphs;
}
