// The fonts that a document shows glyphs of, against ISO 19005-2, 6.2.11: dictionaries, CMaps, embedding, the glyphs themselves and their widths.

import type { PDFDict } from 'pdf-lib';
import { PDFName, PDFRawStream } from 'pdf-lib';
import { arrayOf, dictOf, lookup, nameOf, numberOf, textOf } from '../../syntax/dictionary.ts';
import { readSfnt } from '../../fonts/programs/sfnt.ts';
import { DEFAULT_FONT_MATRIX } from '../../fonts/programs/type1.ts';
import { CMAP } from '../../fonts/programs/sfnt-tables.ts';
import { readCMapStream } from '../../fonts/dictionaries.ts';
import { unicodeOfGlyphName } from '../../fonts/glyph-names.ts';
import { predefinedCMap } from '../../fonts/predefined-cmaps.ts';
import { fontProgramBytes } from '../../fonts/program.ts';
import { standardFontName } from '../../fonts/standard-fonts.ts';
import type { CMap } from '../../fonts/cmap.ts';
import { programWidths, strictGlyph, trueTypeEncoding } from './glyph-facts.ts';
import type { Blame } from './rules.ts';
import type { ShownGlyphs } from './shown.ts';
import { procWidth } from './type3-widths.ts';

const SUBTYPES = new Set(['Type1', 'MMType1', 'TrueType', 'Type3', 'Type0', 'CIDFontType0', 'CIDFontType2']);
const PROGRAM_SUBTYPES = new Set(['Type1C', 'CIDFontType0C', 'OpenType']);
const CID_MAX = 65_535;
const WIDTH_TOLERANCE = 1;

export function checkFont(shown: ShownGlyphs, blame: Blame): void {
  const { font } = shown;
  const place = `font ${font.baseFont}`;
  checkDictionary(font.dict, blame, place);
  if (font.kind === 'composite') checkComposite(shown, blame, place);
  if (!shown.isVisible) return checkNotdefInvisible(shown, blame, place);
  if (!font.isEmbedded) return blame('font_embedded', place);
  if (font.kind === 'type3') return checkType3(shown, blame, place);
  // An embedded program that cannot be read has nothing to check.
  if (!font.program) return blame('glyph_present', `${place}: the program cannot be read`);
  if (font.subtype === 'TrueType') checkTrueType(shown, blame, place);
  checkGlyphs(shown, blame, place);
}

/** 6.2.11.2. */
function checkDictionary(dict: PDFDict, blame: Blame, place: string): void {
  const subtype = nameOf(dict, 'Subtype') ?? '';
  if (nameOf(dict, 'Type') !== 'Font' || !SUBTYPES.has(subtype)) blame('font_dictionary', place);
  if (subtype !== 'Type3' && nameOf(dict, 'BaseFont') === undefined) blame('font_dictionary', place);
  if (subtype === 'Type0') {
    const descendant = descendantOf(dict);
    if (!descendant || nameOf(descendant, 'Type') !== 'Font' || nameOf(descendant, 'BaseFont') === undefined)
      blame('font_dictionary', place);
    return checkDescriptor(descendant, blame, place);
  }
  const [first, last] = [numberOf(dict, 'FirstChar'), numberOf(dict, 'LastChar')];
  const widths = arrayOf(dict, 'Widths');
  const isStandard = standardFontName(nameOf(dict, 'BaseFont') ?? '') !== undefined;
  const isWhole = first !== undefined && last !== undefined && widths?.size() === last - first + 1;
  if (!isWhole && !(isStandard && !widths && subtype !== 'Type3')) blame('font_dictionary', place);
  checkDescriptor(dict, blame, place);
}

function checkDescriptor(dict: PDFDict | undefined, blame: Blame, place: string): void {
  const descriptor = dictOf(lookup(dict, 'FontDescriptor'));
  for (const key of ['FontFile', 'FontFile2', 'FontFile3']) {
    const program = lookup(descriptor, key);
    if (!(program instanceof PDFRawStream)) continue;
    const subtype = nameOf(program.dict, 'Subtype');
    if (subtype !== undefined && !PROGRAM_SUBTYPES.has(subtype)) blame('font_dictionary', place);
  }
  // Whether a list is complete is not checked: no reader needs one, and good writers write none.
  if (['CharSet', 'CIDSet'].some((key) => descriptor?.has(PDFName.of(key)))) blame('subset_list', place);
}

export function descendantOf(dict: PDFDict): PDFDict | undefined {
  return dictOf(dict.context.lookup(arrayOf(dict, 'DescendantFonts')?.asArray()[0]));
}

/** 6.2.11.3. */
function checkComposite({ font }: ShownGlyphs, blame: Blame, place: string): void {
  const descendant = descendantOf(font.dict);
  const encoding = lookup(font.dict, 'Encoding');
  const isEmbedded = font.isEmbedded;
  if (nameOf(descendant, 'Subtype') === 'CIDFontType2' && isEmbedded) {
    const map = lookup(descendant, 'CIDToGIDMap');
    if (!(map instanceof PDFRawStream) && nameOf(descendant, 'CIDToGIDMap') !== 'Identity') blame('cid_to_gid', place);
  }
  if (encoding instanceof PDFName) {
    const name = encoding.decodeText();
    if (!predefinedCMap(name)) return blame('cmap', place);
    const ordering = orderingOf(name);
    const own = systemOf(descendant);
    if (ordering !== undefined && (own.registry !== 'Adobe' || own.ordering !== ordering)) blame('cid_system', place);
  } else if (encoding instanceof PDFRawStream) checkEmbeddedCMap(encoding, descendant, blame, place);
  else blame('cmap', place);
}

function checkEmbeddedCMap(stream: PDFRawStream, descendant: PDFDict | undefined, blame: Blame, place: string): void {
  const map = readCMapStream(stream);
  if (!map) return blame('cmap', place);
  const base = lookup(stream.dict, 'UseCMap');
  if (base !== undefined && !(base instanceof PDFName && predefinedCMap(base.decodeText()))) blame('cmap', place);
  const own = readDirection(stream);
  if (own !== undefined && own !== (numberOf(stream.dict, 'WMode') ?? 0)) blame('cmap', place);
  const [font, cmap] = [systemOf(descendant), systemOf(stream.dict)];
  const fits = font.registry === cmap.registry && font.ordering === cmap.ordering && font.supplement <= cmap.supplement;
  if (!fits && !(nameOf(stream.dict, 'CMapName') ?? '').startsWith('Identity-')) blame('cid_system', place);
  if (highestCid(map) > CID_MAX) blame('cid_limit', place);
}

/** The direction in the CMap itself; undefined where it cannot be read. */
export function readDirection(stream: PDFRawStream): number | undefined {
  const bare = PDFRawStream.of(stream.dict.clone(), stream.getContents());
  bare.dict.delete(PDFName.of('WMode'));
  const map = readCMapStream(bare);
  return map && (map.vertical ? 1 : 0);
}

function highestCid(map: CMap): number {
  let highest = 0;
  for (const { low, high, value } of map.cids.entries()) highest = Math.max(highest, value + high - low);
  return highest;
}

function systemOf(dict: PDFDict | undefined): { registry: string; ordering: string; supplement: number } {
  const info = dictOf(lookup(dict, 'CIDSystemInfo'));
  return {
    registry: textOf(lookup(info, 'Registry')) ?? '',
    ordering: textOf(lookup(info, 'Ordering')) ?? '',
    supplement: numberOf(info, 'Supplement') ?? 0,
  };
}

/** Collection of a predefined CMap (ISO 32000-1, table 118); undefined for Identity. */
export function orderingOf(name: string): string | undefined {
  if (name.startsWith('Identity')) return undefined;
  if (/^(?:GB|UniGB)/.test(name)) return 'GB1';
  if (/^(?:B5|HKscs|ETen|CNS|UniCNS)/.test(name)) return 'CNS1';
  return /^(?:KSC|UniKS)/.test(name) ? 'Korea1' : 'Japan1';
}

/** 6.2.11.6. */
function checkTrueType({ font }: ShownGlyphs, blame: Blame, place: string): void {
  const bytes = fontProgramBytes(font.descriptor.dict);
  const cmap = bytes && readSfnt(bytes)?.tables.get('cmap');
  const count = cmap && cmap.length >= CMAP.records ? cmap.readUInt16BE(CMAP.numTables) : 0;
  const hasSymbol = font.program?.cmaps.has('3,0') ?? false;
  if (font.descriptor.isSymbolic) {
    if (lookup(font.dict, 'Encoding') !== undefined || !(count === 1 || hasSymbol)) blame('truetype_encoding', place);
    return;
  }
  const { base, differences } = trueTypeEncoding(font.dict);
  const isNamed = base === 'WinAnsiEncoding' || base === 'MacRomanEncoding';
  const isListed = differences.every((name) => name === '.notdef' || unicodeOfGlyphName(name) !== '');
  const isUnicode = differences.length === 0 || (isListed && (font.program?.cmaps.has('3,1') ?? false));
  if (!isNamed || !isUnicode || count < (hasSymbol ? 2 : 1)) blame('truetype_encoding', place);
}

/** 6.2.11.4.1, 6.2.11.5, 6.2.11.8. */
function checkGlyphs({ font, glyphs }: ShownGlyphs, blame: Blame, place: string): void {
  const widthOf = programWidths(font);
  for (const { glyph, isVisible } of glyphs.values()) {
    const found = strictGlyph(font, glyph);
    if (found.kind === 'notdef') blame('notdef', `${place}: code ${glyph.code}`);
    else if (found.kind === 'missing') {
      if (isVisible) blame('glyph_present', `${place}: code ${glyph.code}`);
    } else if (isVisible) {
      const width = widthOf(found.gid, glyph.name);
      // An unknown width counts as wrong: nothing is claimed that was not checked.
      if (width === undefined || Math.abs(width - glyph.width * 1000) > WIDTH_TOLERANCE)
        blame('glyph_width', `${place}: code ${glyph.code}`);
    }
  }
}

function checkNotdefInvisible({ font, glyphs }: ShownGlyphs, blame: Blame, place: string): void {
  if (font.kind === 'type3' || !font.program) return;
  for (const { glyph } of glyphs.values()) if (strictGlyph(font, glyph).kind === 'notdef') blame('notdef', `${place}: code ${glyph.code}`);
}

function checkType3({ font, glyphs }: ShownGlyphs, blame: Blame, place: string): void {
  for (const { glyph, isVisible } of glyphs.values()) {
    const proc = font.type3?.procOf(glyph);
    if (!proc) {
      blame(glyph.name === undefined || glyph.name === '.notdef' ? 'notdef' : 'glyph_present', `${place}: code ${glyph.code}`);
      continue;
    }
    const width = procWidth(proc);
    const scale = font.type3?.fontMatrix[0] ?? DEFAULT_FONT_MATRIX[0];
    if (isVisible && (width === undefined || Math.abs(width * scale - glyph.width) * 1000 > WIDTH_TOLERANCE))
      blame('glyph_width', `${place}: code ${glyph.code}`);
  }
}
