// The language of glyph programs: the operators of Type 1 (Adobe Type 1 Font Format, chapter 6) and Type 2 (Adobe Technical Note 5177)
// by name, and the short numbers that both share with the dictionaries of a Compact Font Format font.

/** Goes before the second byte of an operator of two bytes. */
export const ESCAPE = 12;
/** An operator of two bytes is counted as this and its second byte. */
export const ESCAPED = 1200;

/** The operator that begins at `at`, as the tables below count it, and its length. */
export function readOperator(code: Uint8Array, at: number): { readonly operator: number; readonly bytes: number } {
  const byte = code[at] ?? 0;
  return byte === ESCAPE ? { operator: ESCAPED + (code[at + 1] ?? 0), bytes: 2 } : { operator: byte, bytes: 1 };
}

export const TYPE1_OP = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  closepath: 9,
  callsubr: 10,
  return: 11,
  hsbw: 13,
  endchar: 14,
  rmoveto: 21,
  hmoveto: 22,
  vhcurveto: 30,
  hvcurveto: 31,
  dotsection: ESCAPED,
  vstem3: ESCAPED + 1,
  hstem3: ESCAPED + 2,
  seac: ESCAPED + 6,
  sbw: ESCAPED + 7,
  div: ESCAPED + 12,
  callothersubr: ESCAPED + 16,
  pop: ESCAPED + 17,
  setcurrentpoint: ESCAPED + 33,
} as const;

/** Subroutines of the interpreter that Type 1 programs call by number (8.3, 8.4). */
export const OTHER_SUBR = { endFlex: 0, startFlex: 1, addFlex: 2, replaceHints: 3 } as const;

export const TYPE2_OP = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  callsubr: 10,
  return: 11,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  cntrmask: 20,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vvcurveto: 26,
  hhcurveto: 27,
  callgsubr: 29,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

/** The first bytes of numbers. What is below `one` is an operator, but for `int16`. */
export const NUMBER_BYTE = {
  /** Two bytes follow; Type 2 and dictionaries. */
  int16: 28,
  /** The number itself, −107 to 107. */
  one: 32,
  /** One byte follows: 108 to 1131, then −1131 to −108. */
  two: 247,
  twoNegative: 251,
  /** Four bytes follow: a whole number in Type 1, 16.16 in Type 2, none in dictionaries. */
  four: 255,
} as const;

/** 16.16 numbers have so many steps to 1. */
export const FIXED_ONE = 65_536;

const ONE_MAX = 107;
const ONE_BIAS = NUMBER_BYTE.one + ONE_MAX;
const TWO_MIN = ONE_MAX + 1;
const TWO_MAX = TWO_MIN + 256 * (NUMBER_BYTE.twoNegative - NUMBER_BYTE.two) - 1;

/** Of a number that begins with a byte from `one` to below `four`. */
export function shortNumber(byte: number, next: number): number {
  if (byte < NUMBER_BYTE.two) return byte - ONE_BIAS;
  if (byte < NUMBER_BYTE.twoNegative) return (byte - NUMBER_BYTE.two) * 256 + next + TWO_MIN;
  return -(byte - NUMBER_BYTE.twoNegative) * 256 - next - TWO_MIN;
}

export function shortNumberBytes(byte: number): number {
  return byte < NUMBER_BYTE.two ? 1 : 2;
}

/** Undefined for a number that takes more than two bytes. */
export function writeShortNumber(value: number): readonly number[] | undefined {
  if (Math.abs(value) <= ONE_MAX) return [value + ONE_BIAS];
  if (Math.abs(value) > TWO_MAX) return undefined;
  const rest = Math.abs(value) - TWO_MIN;
  return [(value > 0 ? NUMBER_BYTE.two : NUMBER_BYTE.twoNegative) + (rest >> 8), rest & 255];
}
