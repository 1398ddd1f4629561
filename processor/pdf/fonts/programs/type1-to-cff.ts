// Writes a Type 1 font as a bare Compact Font Format font, which holds the same in a third less: the requested glyphs with their names, outlines,
// widths and stems, the encoding, and the hinting values of the private dictionary.

import { CFF_OP, dictNumber, dictOperator, writeIndex } from './cff.ts';
import { DEFAULT_FONT_MATRIX, type Type1Font } from './type1.ts';
import { followType1Glyph, type Type1Outline } from './type1-outline.ts';
import { writeType2 } from './type2-charstring.ts';

/** Strings 0–390 are standard ones; custom names follow. */
const OWN_STRINGS_FROM = 391;

/** Private operators; deltas are written as such (Technical Note 5176, table 23). */
const PRIVATE_OPERATORS: readonly (readonly [string, number, boolean])[] = [
  ['BlueValues', CFF_OP.blueValues, true],
  ['OtherBlues', CFF_OP.otherBlues, true],
  ['FamilyBlues', CFF_OP.familyBlues, true],
  ['FamilyOtherBlues', CFF_OP.familyOtherBlues, true],
  ['StdHW', CFF_OP.stdHW, false],
  ['StdVW', CFF_OP.stdVW, false],
  ['BlueScale', CFF_OP.blueScale, false],
  ['BlueShift', CFF_OP.blueShift, false],
  ['BlueFuzz', CFF_OP.blueFuzz, false],
  ['StemSnapH', CFF_OP.stemSnapH, true],
  ['StemSnapV', CFF_OP.stemSnapV, true],
  ['LanguageGroup', CFF_OP.languageGroup, false],
];

export interface Type1ToCff {
  /** Undefined: all. */
  readonly glyphNames: ReadonlySet<string> | undefined;
  /** The glyph names of StandardEncoding by code. */
  readonly standardNames: readonly (string | undefined)[];
  readonly dropsHints: boolean;
}

/** Undefined when the font has several masters or stroked outlines, or when a glyph's program cannot be followed. */
export function convertType1ToCff(font: Type1Font, { glyphNames, standardNames, dropsHints }: Type1ToCff): Uint8Array | undefined {
  if (!font.isPlain) return undefined;
  const codes = codesByName(font, standardNames);
  const kept = [...font.glyphs.keys()].filter((name) => name !== '.notdef' && (glyphNames === undefined || glyphNames.has(name)));
  // An encoding names codes for the first glyphs, in order.
  const wanted = [...kept.filter((name) => codes.has(name)), ...kept.filter((name) => !codes.has(name))];
  const outlines: Type1Outline[] = [];
  for (const name of ['.notdef', ...wanted]) {
    const outline = font.glyphs.has(name) ? followType1Glyph(font, name, standardNames) : EMPTY;
    if (!outline) return undefined;
    outlines.push(outline);
  }
  const defaultWidth = commonest(outlines.map(({ width }) => width));
  const charStrings = writeIndex(outlines.map((outline) => writeType2(outline, defaultWidth, !dropsHints)));
  const charset = Buffer.alloc(1 + wanted.length * 2);
  for (const index of wanted.keys()) charset.writeUInt16BE(OWN_STRINGS_FROM + index, 1 + index * 2);
  const encoding = writeEncoding(wanted, codes);
  const privateDict = writePrivate(font, defaultWidth, dropsHints);
  const head = Buffer.concat([Buffer.of(1, 0, 4, 4), writeIndex([Buffer.from(font.name, 'latin1')])]);
  const tail = Buffer.concat([writeIndex(wanted.map((name) => Buffer.from(name, 'latin1'))), writeIndex([])]);
  const top = (base: number) => {
    const places = [base, base + charset.length, base + charset.length + encoding.length];
    const [charsetAt = 0, encodingAt = 0, charStringsAt = 0] = places;
    return writeIndex([
      Buffer.concat([
        ...matrixEntry(font.fontMatrix),
        ...font.fontBBox.map((value) => dictNumber(Math.round(value))),
        dictOperator(CFF_OP.fontBBox),
        dictNumber(charsetAt, true),
        dictOperator(CFF_OP.charset),
        dictNumber(encodingAt, true),
        dictOperator(CFF_OP.encoding),
        dictNumber(charStringsAt, true),
        dictOperator(CFF_OP.charStrings),
        dictNumber(privateDict.length, true),
        dictNumber(charStringsAt + charStrings.length, true),
        dictOperator(CFF_OP.private),
      ]),
    ]);
  };
  const base = head.length + top(0).length + tail.length;
  return Buffer.concat([head, top(base), tail, charset, encoding, charStrings, privateDict]);
}

const EMPTY: Type1Outline = { width: 0, segments: [], hints: [] };

function commonest(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

/** The usual matrix is the default and not written. */
function matrixEntry(matrix: readonly number[]): Buffer[] {
  if (matrix.length !== 6 || matrix.every((value, index) => value === DEFAULT_FONT_MATRIX[index])) return [];
  return [...matrix.map((value) => dictNumber(value)), dictOperator(CFF_OP.fontMatrix)];
}

function codesByName(font: Type1Font, standardNames: readonly (string | undefined)[]): Map<string, number[]> {
  const codes = new Map<string, number[]>();
  const all = font.encoding === 'standard' ? [...standardNames.entries()] : [...font.encoding];
  for (const [code, name] of all) if (name !== undefined) codes.set(name, [...(codes.get(name) ?? []), code]);
  return codes;
}

/** Format 0: a code per glyph in order; further codes of a glyph as supplements. */
function writeEncoding(names: readonly string[], codes: ReadonlyMap<string, readonly number[]>): Buffer {
  const firsts = names.flatMap((name) => codes.get(name)?.slice(0, 1) ?? []);
  const supplements = names.flatMap((name, index) =>
    (codes.get(name) ?? []).slice(1).map((code) => [code, OWN_STRINGS_FROM + index] as const),
  );
  const out = Buffer.alloc(2 + firsts.length + (supplements.length > 0 ? 1 + supplements.length * 3 : 0));
  out[0] = supplements.length > 0 ? 0x80 : 0;
  out[1] = firsts.length;
  out.set(firsts, 2);
  if (supplements.length === 0) return out;
  const at = 2 + firsts.length;
  out[at] = supplements.length;
  for (const [index, [code, sid]] of supplements.entries()) {
    out[at + 1 + index * 3] = code;
    out.writeUInt16BE(sid, at + 2 + index * 3);
  }
  return out;
}

function writePrivate(font: Type1Font, defaultWidth: number, dropsHints: boolean): Buffer {
  const chunks: Buffer[] = [];
  for (const [key, operator, isDelta] of PRIVATE_OPERATORS) {
    const values = dropsHints ? undefined : font.privateValues.get(key);
    if (!values || values.length === 0) continue;
    const operands = isDelta ? values.map((value, index) => value - (values[index - 1] ?? 0)) : values.slice(0, 1);
    chunks.push(...operands.map((value) => dictNumber(value)), dictOperator(operator));
  }
  if (defaultWidth !== 0) chunks.push(dictNumber(defaultWidth), dictOperator(CFF_OP.defaultWidthX));
  return Buffer.concat(chunks);
}
