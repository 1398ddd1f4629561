// Simple fonts (ISO 32000-2 9.6): Type 1, TrueType and Type 3. One byte is one code; names come from /Encoding, its /Differences or the program.

import { PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { toMatrix } from '../geometry/matrix.ts';
import { arrayOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import type { CMap } from './cmap.ts';
import { numbersIn, readDescriptor, type FontDescriptor } from './dictionaries.ts';
import type { FontGlyph, FontParts } from './pdf-font.ts';
import { baseEncoding, encodingNamed, unicodeOfDingbat, unicodeOfGlyphName, type Encoding } from './glyph-names.ts';
import type { FontProgram } from './font-program.ts';
import { readFontProgram } from './program.ts';
import { nearestStandardFont, standardFontName, standardMetrics } from './standard-fonts.ts';
import { DEFAULT_FONT_MATRIX } from './programs/type1.ts';

export function loadSimple(dict: PDFDict, toUnicode: CMap | undefined, isType3: boolean): FontParts {
  const descriptor = readDescriptor(dict);
  const program = isType3 ? undefined : readFontProgram(descriptor.dict);
  const baseFont = nameOf(dict, 'BaseFont') ?? '';
  const standard = isType3 ? undefined : standardFontName(baseFont);
  const names = readEncoding(dict, descriptor, program, standard, isType3);
  const standIn =
    isType3 || program
      ? undefined
      : (standard ?? nearestStandardFont(baseFont, { serif: descriptor.isSerif, fixed: descriptor.isFixedPitch }));
  const widthOf = makeWidths(dict, descriptor, program, standIn, isType3);
  const gidOf = makeGlyphIndexes(dict, program, descriptor, names);
  let reversed: ReadonlyMap<number, string> | undefined;
  return {
    program,
    standIn,
    subtype: nameOf(dict, 'Subtype') ?? '',
    descriptor,
    isVertical: false,
    codeAt: (bytes, at) => ({ code: bytes[at] ?? 0, length: 1 }),
    *allCodes() {
      for (let code = 0; code < 256; code++) yield [code, 1];
    },
    makeGlyph(code): FontGlyph {
      const name = names[code];
      const gid = gidOf(code, name);
      let [unicode, unicodeFrom]: [string, FontGlyph['unicodeFrom']] = [clean(toUnicode?.textOf(code)), 'tounicode'];
      if (unicode === '' && name !== undefined)
        [unicode, unicodeFrom] = [standard === 'ZapfDingbats' ? unicodeOfDingbat(name) : unicodeOfGlyphName(name), 'encoding'];
      if (unicode === '' && program && gid) {
        reversed ??= reverseProgram(program);
        [unicode, unicodeFrom] = [reversed.get(gid) ?? '', 'program'];
      }
      // A name that only repeats the code (`a65`), and codes without a name: those of Latin text, as readers take them.
      if (unicode === '' && (name === undefined ? !isType3 : /^[A-Za-z]{1,2}(\d{1,3})$/.exec(name)?.[1] === String(code)))
        [unicode, unicodeFrom] = [unicodeOfGlyphName(encodingNamed('WinAnsiEncoding')[code] ?? ''), 'encoding'];
      if (unicode === '') unicodeFrom = undefined;
      return { code, length: 1, width: widthOf(code, name, gid), unicode, unicodeFrom, name, cid: undefined, gid, vertical: undefined };
    },
  };
}

/** Characters that mean unknown. */
function clean(text: string | undefined): string {
  return text === undefined || /^[\0\ufffd\uffff]*$/.test(text) ? '' : text;
}

/** ISO 32000-2 9.6.5: the base, then /Differences. */
function readEncoding(
  dict: PDFDict,
  descriptor: FontDescriptor,
  program: FontProgram | undefined,
  standard: string | undefined,
  isType3: boolean,
): Encoding {
  const found = lookup(dict, 'Encoding');
  const named = found instanceof PDFName ? found.decodeText() : nameOf(found instanceof PDFDict ? found : undefined, 'BaseEncoding');
  const isTrueType = nameOf(dict, 'Subtype') === 'TrueType';
  const isZapf = standard === 'ZapfDingbats';
  const builtIn = (): Encoding => {
    if (program?.encoding && program.encoding.size > 0 && !isTrueType) {
      const encoding: (string | undefined)[] = Array.from({ length: 256 });
      for (const [code, name] of program.encoding) encoding[code] = name;
      return encoding;
    }
    if (standard === 'Symbol' || isZapf) return encodingNamed(standard === 'Symbol' ? 'Symbol' : 'ZapfDingbats');
    // A symbolic TrueType font is addressed through its own cmap; without a program, the common case is assumed.
    if (isType3 || (isTrueType && program && (descriptor.isSymbolic || found === undefined))) return [];
    return encodingNamed('StandardEncoding');
  };
  // Symbol and ZapfDingbats have their own encoding, whatever /Encoding names.
  const base = (standard === 'Symbol' || isZapf ? undefined : baseEncoding(named)) ?? builtIn();
  const differences = found instanceof PDFDict ? arrayOf(found, 'Differences') : undefined;
  if (!differences) return base;
  const encoding = [...base];
  let code = 0;
  for (const item of differences.asArray().slice(0, 2000)) {
    const value = dict.context.lookup(item);
    if (value instanceof PDFNumber) code = Math.trunc(value.asNumber());
    else if (value instanceof PDFName) {
      if (code >= 0 && code < 256) encoding[code] = value.decodeText();
      code++;
    }
  }
  return encoding;
}

function makeWidths(
  dict: PDFDict,
  descriptor: FontDescriptor,
  program: FontProgram | undefined,
  standIn: string | undefined,
  isType3: boolean,
) {
  const array = arrayOf(dict, 'Widths');
  const widths = numbersIn(array);
  const first = numberOf(dict, 'FirstChar') ?? 0;
  const own = isType3 ? toMatrix(numbersIn(arrayOf(dict, 'FontMatrix'))) : undefined;
  const [scale] = own ?? DEFAULT_FONT_MATRIX;
  const missing = numberOf(descriptor.dict, 'MissingWidth') ?? 0;
  const metrics = array || isType3 || !standIn ? undefined : standardMetrics(standIn);
  return (code: number, name: string | undefined, gid: number | undefined): number => {
    if (array) return (widths[code - first] ?? missing) * scale;
    if (metrics) return (metrics.widthOf(name ?? 'space') ?? missing) * scale;
    return (gid === undefined ? missing : (program?.advanceOf(gid) ?? missing)) * scale;
  };
}

/** ISO 32000-2 9.6.5.4 for TrueType; by name for the others. */
function makeGlyphIndexes(dict: PDFDict, program: FontProgram | undefined, descriptor: FontDescriptor, encoding: Encoding) {
  if (!program) return () => undefined;
  const byName = (name: string | undefined) => (name === undefined ? undefined : program.glyphNames.get(name));
  if (program.format !== 'truetype' && program.cmaps.size === 0) {
    if (program.cids) return (code: number) => program.cids?.get(code) ?? 0;
    return (code: number, name: string | undefined) => byName(name) ?? byName(program.encoding?.get(code)) ?? 0;
  }
  const [unicodeMap, symbolMap, macMap] = [
    program.cmaps.get('3,1') ??
      program.cmaps.get('3,10') ??
      program.cmaps.get('0,3') ??
      program.cmaps.get('0,4') ??
      program.cmaps.get('0,1'),
    program.cmaps.get('3,0'),
    program.cmaps.get('1,0'),
  ];
  const macCodes = new Map(encodingNamed('MacRomanEncoding').map((name, code) => [name, code] as const));
  const direct = (code: number) => {
    for (const base of [0xf000, 0, 0xf100, 0xf200]) {
      const gid = symbolMap?.find(base + code) ?? 0;
      if (gid) return gid;
    }
    return (macMap?.find(code) ?? 0) || (unicodeMap?.find(code) ?? 0) || (unicodeMap?.find(0xf000 + code) ?? 0);
  };
  const throughNames = (code: number, name: string | undefined) => {
    if (name === undefined) return 0;
    const point = unicodeOfGlyphName(name).codePointAt(0);
    return (
      (point === undefined ? 0 : (unicodeMap?.find(point) ?? 0)) ||
      (macMap?.find(macCodes.get(name) ?? -1) ?? 0) ||
      (byName(name) ?? 0) ||
      (point === undefined ? 0 : (symbolMap?.find(0xf000 + code) ?? 0))
    );
  };
  const named = lookup(dict, 'Encoding') !== undefined && encoding.length > 0;
  if (descriptor.isSymbolic && symbolMap) return (code: number, name: string | undefined) => direct(code) || throughNames(code, name);
  if (named) return (code: number, name: string | undefined) => throughNames(code, name) || direct(code);
  return (code: number, name: string | undefined) => direct(code) || throughNames(code, name);
}

/** Glyph index → text, by the program's names and character maps. */
export function reverseProgram(program: FontProgram): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const key of ['3,10', '0,4', '3,1', '0,3', '0,1', '0,0']) {
    for (const [code, gid] of program.cmaps.get(key)?.entries() ?? []) {
      // Private use has no meaning, and a special space comes after the plain one.
      const private_ = (code >= 0xe000 && code <= 0xf8ff) || code > 0x10ffff;
      if (!private_ && !texts.has(gid)) texts.set(gid, String.fromCodePoint(code));
    }
  }
  for (const [name, gid] of program.glyphNames) {
    const text = texts.has(gid) ? '' : unicodeOfGlyphName(name);
    if (text !== '') texts.set(gid, text);
  }
  return texts;
}
