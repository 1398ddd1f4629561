// A small Type 1 font from nothing (Adobe Type 1 Font Format): capital letters of straight and curved strokes, one with flex, one whose hints are
// replaced half-way, one accented letter made of two others.

const op = (...bytes: number[]) => Buffer.from(bytes);
const n = (value: number): Buffer => {
  if (value >= -107 && value <= 107) return op(value + 139);
  if (value >= 108 && value <= 1131) return op(247 + ((value - 108) >> 8), (value - 108) & 255);
  if (value >= -1131 && value <= -108) return op(251 + ((-value - 108) >> 8), (-value - 108) & 255);
  return op(255, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
};
const say = (code: number[], ...numbers: number[]) => Buffer.concat([...numbers.map(n), op(...code)]);
const [HSTEM, VSTEM, CLOSE, END] = [[1], [3], say([9]), say([14])];
const box = (x: number, y: number, width: number, height: number) => [
  say([21], x, y),
  say([6], width),
  say([7], height),
  say([6], -width),
  CLOSE,
];

/** Subroutines 0–3 are what every Type 1 font has (8.4); 4 has the stems of a second half. */
const SUBRS = [
  Buffer.concat([say([12, 16], 3, 0), say([12, 17]), say([12, 17]), say([12, 33]), say([11])]),
  Buffer.concat([say([12, 16], 0, 1), say([11])]),
  Buffer.concat([say([12, 16], 0, 2), say([11])]),
  say([11]),
  Buffer.concat([say(HSTEM, 600, 100), say([11])]),
];
const flexPoint = (dx: number, dy: number) => [say([21], dx, dy), say([10], 2)];

const GLYPHS: Readonly<Record<string, readonly Buffer[]>> = {
  '.notdef': [say([13], 0, 500), END],
  space: [say([13], 0, 300), END],
  H: [
    say([13], 60, 720),
    say(VSTEM, 0, 100),
    say(VSTEM, 500, 100),
    ...box(0, 0, 100, 700),
    ...box(500, -700, 100, 700),
    ...box(-400, -400, 400, 100),
    END,
  ],
  I: [say([13], 80, 280), say(VSTEM, 0, 100), ...box(0, 0, 100, 700), END],
  // Curves that begin flat and end upright, and the other way round.
  O: [
    say([13], 50, 800),
    say([21], 0, 350),
    say([30], 190, 160, 160, 190),
    say([31], 190, 160, -160, -190),
    say([30], -190, -160, -160, -190),
    say([31], -190, -160, 160, 190),
    CLOSE,
    END,
  ],
  // The height of its bar is hinted again before it is drawn.
  T: [
    say([13], 30, 660),
    say(VSTEM, 250, 100),
    ...box(250, 0, 100, 600),
    n(4),
    say([12, 16], 1, 3),
    say([12, 17]),
    say([10]),
    ...box(-250, 600 - 600, 600, 100),
    END,
  ],
  // A shallow curve as flex: reference point, then six relative to one another.
  U: [
    say([13], 40, 700),
    say([21], 0, 0),
    say([10], 1),
    ...flexPoint(300, 0),
    ...flexPoint(-200, 5),
    ...flexPoint(100, 10),
    ...flexPoint(100, 0),
    ...flexPoint(100, 0),
    ...flexPoint(100, -10),
    ...flexPoint(100, -5),
    Buffer.concat([n(50), n(640), n(0), say([10], 0)]),
    say([7], 700),
    say([6], -600),
    CLOSE,
    END,
  ],
  acute: [say([13], 100, 300), say([21], 0, 750), say([5], 100, 120), say([5], 40, -30), CLOSE, END],
  // StandardEncoding: I is 73, acute is 194.
  Iacute: [say([13], 80, 280), say([12, 6], 100, 60, 0, 73, 194)],
};

export const TYPE1_GLYPHS = Object.keys(GLYPHS);

interface Type1 {
  readonly bytes: Buffer;
  /** Of its clear and of its encrypted part. */
  readonly length1: number;
  readonly length2: number;
}

export function makeType1(): Type1 {
  return writeType1(GLYPHS, 'StandardEncoding def');
}

/** As printer drivers write TrueType fonts: a glyph is named by its number, which is its code (`G72`). All are boxes. @param widths by code */
export function makeNumberedType1(widths: ReadonlyMap<number, number>): Type1 {
  const glyphs = [...widths].map(([code, width]) => [`G${code}`, [say([13], 0, width), ...box(0, 0, width - 100, 1000), END]] as const);
  const codes = [...widths.keys()].map((code) => `dup ${code} /G${code} put\n`).join('');
  const encoding = `256 array\n0 1 255 {1 index exch /.notdef put} for\n${codes}readonly def`;
  return writeType1({ '.notdef': GLYPHS['.notdef'] ?? [], ...Object.fromEntries(glyphs) }, encoding);
}

function writeType1(glyphs: Readonly<Record<string, readonly Buffer[]>>, encoding: string): Type1 {
  const clear = Buffer.from(
    '%!PS-AdobeFont-1.0: Strokes\n/FontName /Strokes def\n/PaintType 0 def\n/FontType 1 def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n' +
      `/Encoding ${encoding}\n/FontBBox {0 0 800 900} readonly def\ncurrentfile eexec\n`,
    'latin1',
  );
  const parts: Buffer[] = [
    Buffer.from(
      `dup /Private 8 dict dup begin /BlueValues [-10 0 700 710] def /StdHW [100] def /lenIV 4 def\n/Subrs ${SUBRS.length} array\n`,
    ),
  ];
  for (const [index, code] of SUBRS.entries()) parts.push(...entry(`dup ${index}`, code, 'NP'));
  parts.push(Buffer.from(`ND\n2 index /CharStrings ${Object.keys(glyphs).length} dict dup begin\n`));
  for (const [name, code] of Object.entries(glyphs)) parts.push(...entry(`/${name}`, Buffer.concat(code), 'ND'));
  parts.push(Buffer.from('end end readonly put noaccess put dup /FontName get exch definefont pop mark currentfile closefile\n'));
  const secret = encrypt(Buffer.concat(parts), 55_665);
  const zeros = Buffer.from(`${`${'0'.repeat(64)}\n`.repeat(8)}cleartomark\n`);
  return { bytes: Buffer.concat([clear, secret, zeros]), length1: clear.length, length2: secret.length };
}

function entry(head: string, code: Buffer, tail: string): Buffer[] {
  const coded = encrypt(code, 4330);
  return [Buffer.from(`${head} ${coded.length} RD `), coded, Buffer.from(` ${tail}\n`)];
}

function encrypt(plain: Buffer, firstKey: number): Buffer {
  let key = firstKey;
  return Buffer.concat([Buffer.alloc(4), plain]).map((byte) => {
    const coded = byte ^ (key >> 8);
    key = ((coded + key) * 52_845 + 22_719) & 0xffff;
    return coded;
  }) as Buffer;
}
