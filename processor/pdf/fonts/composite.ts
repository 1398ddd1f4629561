// Composite fonts (ISO 32000-2 9.7): codes by the CMap, CIDs to glyph indexes, widths of /W and /W2.

import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { PDF_BOUNDS, PdfDamage } from '../bounds.ts';
import { decodeStream } from '../streams/decode-stream.ts';
import { arrayOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import { CMap } from './cmap.ts';
import { numbersIn, readCMapStream, readDescriptor } from './dictionaries.ts';
import type { FontGlyph, FontParts } from './pdf-font.ts';
import { predefinedCMap, type PredefinedCMap } from './predefined-cmaps.ts';
import type { FontProgram } from './font-program.ts';
import { readFontProgram } from './program.ts';
import { reverseProgram } from './simple.ts';
import { nearestStandardFont } from './standard-fonts.ts';

/** Ems of one-byte codes of East Asian CMaps: half as wide as the others. */
const HALF_WIDTH = 0.5;

export function loadComposite(dict: PDFDict, toUnicode: CMap | undefined): FontParts {
  const first = dict.context.lookup(arrayOf(dict, 'DescendantFonts')?.asArray()[0]) ?? lookup(dict, 'DescendantFonts');
  const descendant = first instanceof PDFDict ? first : dict.context.obj({});
  const descriptor = readDescriptor(descendant);
  const program = readFontProgram(descriptor.dict);
  const subtype = nameOf(descendant, 'Subtype') ?? '';
  const { map, textOf } = readEncoding(dict);
  const gidOf = makeGlyphIndexes(descendant, subtype, program);
  const widthOf = makeWidths(descendant);
  const verticalOf = map.vertical ? makeVertical(descendant) : undefined;
  const collection = textOfCollection(descendant);
  let reversed: ReadonlyMap<number, string> | undefined;
  return {
    program,
    standIn: program
      ? undefined
      : nearestStandardFont(nameOf(dict, 'BaseFont') ?? '', { serif: descriptor.isSerif, fixed: descriptor.isFixedPitch }),
    subtype,
    descriptor,
    isVertical: map.vertical,
    codeAt: (bytes, at) => map.codeAt(bytes, at),
    *allCodes() {
      if (map.identity || !toUnicode) {
        const count = Math.min(program?.glyphCount ?? 0, 65_536);
        if (map.identity) for (let code = 0; code < count; code++) yield [code, 2];
        // A subset keeps the CIDs of the whole font: they may be higher than its number of glyphs.
        if (map.identity && program?.cids) for (const cid of program.cids.keys()) if (cid >= count && cid < 65_536) yield [cid, 2];
      }
      for (const { low, high } of [...map.cids.entries(), ...(map.identity && toUnicode ? toUnicode.texts.entries() : [])]) {
        const length = map.codeSpaces.find((space) => low >= space.low && high <= space.high)?.bytes ?? 2;
        for (let code = low; code <= high && code - low < 65_536; code++) yield [code, length];
      }
    },
    makeGlyph(code, length): FontGlyph {
      const cid = map.cidOf(code);
      const gid = cid === undefined ? undefined : gidOf(cid);
      let [unicode, unicodeFrom]: [string, FontGlyph['unicodeFrom']] = [clean(toUnicode?.textOf(code)), 'tounicode'];
      if (unicode === '' && textOf) [unicode, unicodeFrom] = [textOf(code, length), 'cmap'];
      if (unicode === '' && collection && cid !== undefined) [unicode, unicodeFrom] = [collection(cid), 'cmap'];
      if (unicode === '' && program && gid) {
        reversed ??= reverseProgram(program);
        [unicode, unicodeFrom] = [reversed.get(gid) ?? '', 'program'];
      }
      if (unicode === '') unicodeFrom = undefined;
      // Without the CIDs of a national CMap.
      const width = cid === undefined ? (length === 1 ? HALF_WIDTH : 1) : widthOf(cid);
      return { code, length, width, unicode, unicodeFrom, name: undefined, cid, gid, vertical: verticalOf?.(cid ?? 0, width) };
    },
  };
}

function clean(text: string | undefined): string {
  return text === undefined || /^[\0\ufffd\uffff]*$/.test(text) ? '' : text;
}

function readEncoding(dict: PDFDict): PredefinedCMap {
  const found = lookup(dict, 'Encoding');
  if (found instanceof PDFName) {
    const named = predefinedCMap(found.decodeText());
    if (named) return named;
  }
  const map = found instanceof PDFRawStream ? readCMapStream(found) : undefined;
  if (map) {
    // An embedded CMap that only names a predefined one.
    const named = map.base && map.codeSpaces.length === 0 ? predefinedCMap(map.base.name) : undefined;
    return { map, textOf: named?.textOf };
  }
  return predefinedCMap('Identity-H') ?? { map: new CMap(), textOf: undefined };
}

/** Character collections whose CIDs are characters (9.7.3 names Adobe-Identity as none). */
function textOfCollection(descendant: PDFDict): ((cid: number) => string) | undefined {
  const info = lookup(descendant, 'CIDSystemInfo');
  const ordering = info instanceof PDFDict ? lookup(info, 'Ordering') : undefined;
  const name = ordering && 'decodeText' in ordering ? (ordering as { decodeText(): string }).decodeText() : '';
  return name === 'UCS' || name === 'UCS2' ? (cid) => (cid > 31 && cid < 0xd800 ? String.fromCharCode(cid) : '') : undefined;
}

function makeGlyphIndexes(descendant: PDFDict, subtype: string, program: FontProgram | undefined): (cid: number) => number | undefined {
  if (!program) return () => undefined;
  if (program.cids) return (cid) => program.cids?.get(cid) ?? 0;
  const mapping = subtype === 'CIDFontType2' ? lookup(descendant, 'CIDToGIDMap') : undefined;
  if (mapping instanceof PDFRawStream) {
    try {
      const { bytes } = decodeStream(mapping, PDF_BOUNDS.streamBytesMax);
      return (cid) => ((bytes[cid * 2] ?? 0) << 8) | (bytes[cid * 2 + 1] ?? 0);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      return () => undefined;
    }
  }
  return (cid) => (cid < program.glyphCount ? cid : 0);
}

const WIDTH_ENTRIES_MAX = 200_000;
/** Ranges of more than 64 CIDs: they are few, and each is checked for each new code. */
const WIDE_RANGES_MAX = 2000;

/** /W (9.7.4.3): runs of single widths, and ranges of one width. */
function makeWidths(descendant: PDFDict): (cid: number) => number {
  const fallback = (numberOf(descendant, 'DW') ?? 1000) / 1000;
  const singles = new Map<number, number>();
  const ranges: { low: number; high: number; width: number }[] = [];
  for (const [first, second] of readRuns(descendant, 'W', 1)) {
    if (Array.isArray(second)) for (const [index, width] of second.entries()) singles.set(first + index, width / 1000);
    else if (second.high - first <= 64) for (let cid = first; cid <= second.high; cid++) singles.set(cid, (second.values[0] ?? 0) / 1000);
    else if (ranges.length < WIDE_RANGES_MAX) ranges.push({ low: first, high: second.high, width: (second.values[0] ?? 0) / 1000 });
  }
  return (cid) => singles.get(cid) ?? ranges.find(({ low, high }) => cid >= low && cid <= high)?.width ?? fallback;
}

function makeVertical(descendant: PDFDict): (cid: number, width: number) => NonNullable<FontGlyph['vertical']> {
  const [y = 880, advance = -1000] = numbersIn(arrayOf(descendant, 'DW2'));
  const singles = new Map<number, readonly number[]>();
  for (const [first, second] of readRuns(descendant, 'W2', 3)) {
    if (Array.isArray(second)) {
      for (let index = 0; index + 3 <= second.length; index += 3) singles.set(first + index / 3, second.slice(index, index + 3));
    } else for (let cid = first; cid <= Math.min(second.high, first + 65_535); cid++) singles.set(cid, second.values);
  }
  return (cid, width) => {
    const [ownAdvance = advance, x = width * 500, ownY = y] = singles.get(cid) ?? [];
    return { advance: ownAdvance / 1000, x: x / 1000, y: ownY / 1000 };
  };
}

type Run = readonly [first: number, values: number[] | { readonly high: number; readonly values: readonly number[] }];

/** `c [v …]` and `low high v…` with `size` values. Bounded. */
function* readRuns(descendant: PDFDict, key: string, size: number): Generator<Run> {
  const items = (arrayOf(descendant, key)?.asArray() ?? []).slice(0, WIDTH_ENTRIES_MAX).map((item) => descendant.context.lookup(item));
  let total = 0;
  for (let index = 0; index + 1 < items.length && total < WIDTH_ENTRIES_MAX;) {
    const [first, second] = [items[index], items[index + 1]];
    if (!(first instanceof PDFNumber)) {
      index++;
      continue;
    }
    if (second instanceof PDFArray) {
      const values = numbersIn(second);
      total += values.length;
      yield [first.asNumber(), values];
      index += 2;
    } else {
      const values = items.slice(index + 2, index + 2 + size).map((item) => (item instanceof PDFNumber ? item.asNumber() : 0));
      if (second instanceof PDFNumber && second.asNumber() >= first.asNumber()) {
        total++;
        yield [first.asNumber(), { high: Math.min(second.asNumber(), 65_535), values }];
      }
      index += 2 + size;
    }
  }
}
