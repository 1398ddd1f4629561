// Embedded fonts whose program and dictionary do not agree (ISO 19005-2, 6.2.11.4–6.2.11.8): widths are written into the program, TrueType fonts with
// a wrong encoding get a map of their own codes, codes that show .notdef get a glyph of the same look. What is shown stays the same.

import { deflateSync } from 'node:zlib';
import { type PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { dictOf, lookup, numberOf } from '../../syntax/dictionary.ts';
import { readCffWidths } from '../../fonts/programs/cff-widths.ts';
import { editTrueType, nextGlyph } from '../../fonts/programs/edit-truetype.ts';
import { setCffWidths } from '../../fonts/programs/set-cff-widths.ts';
import { readSfnt, writeSfnt } from '../../fonts/programs/sfnt.ts';
import { readType1Font } from '../../fonts/programs/type1.ts';
import { convertType1ToCff } from '../../fonts/programs/type1-to-cff.ts';
import { describeCff } from '../../fonts/cff.ts';
import type { PdfFont } from '../../fonts/pdf-font.ts';
import { forgetFont } from '../../fonts/font.ts';
import { encodingNamed } from '../../fonts/glyph-names.ts';
import { fontProgramBytes } from '../../fonts/program.ts';
import { checkFont, descendantOf } from '../check/check-fonts.ts';
import { programWidths, strictGlyph } from '../check/glyph-facts.ts';
import type { PdfaRule } from '../check/rules.ts';
import type { ShownGlyphs } from '../check/shown.ts';
import { writeToUnicode } from './to-unicode.ts';

const WIDTH_TOLERANCE = 0.5;

/** Does not change a font where nothing is wrong, or nothing can be done. */
export function mendProgram(shown: ShownGlyphs): void {
  const { font } = shown;
  const broken = new Set<PdfaRule>();
  checkFont(shown, (rule) => broken.add(rule));
  const bytes = fontProgramBytes(font.descriptor.dict);
  if (!bytes || !font.program) return;
  const isEncodedWrong = ['truetype_encoding', 'notdef', 'glyph_present'].some((rule) => broken.has(rule as PdfaRule));
  if (font.program.format === 'truetype') {
    if (font.subtype === 'TrueType' && isEncodedWrong) mendSimpleTrueType(shown, bytes);
    else if (font.kind === 'composite' && broken.has('notdef')) mendCompositeTrueType(shown, bytes);
    else if (broken.has('glyph_width')) storeProgram(font, 'FontFile2', editTrueType(bytes, { widths: widthsOf(shown) }));
  } else if (broken.has('glyph_width')) mendOutlineWidths(shown, bytes);
}

/** The widths of the dictionary, by glyph. The program has one width for each glyph: the first code's. */
function widthsOf({ font, glyphs }: ShownGlyphs): Map<number, number> {
  const widths = new Map<number, number>();
  const told = programWidths(font);
  for (const { glyph } of glyphs.values()) {
    const found = strictGlyph(font, glyph);
    if (found.kind !== 'glyph' || widths.has(found.gid)) continue;
    const own = told(found.gid, glyph.name);
    if (own === undefined || Math.abs(own - glyph.width * 1000) > WIDTH_TOLERANCE) widths.set(found.gid, glyph.width * 1000);
  }
  return widths;
}

/** A symbolic font whose one map leads from its own codes to what readers show for them. */
function mendSimpleTrueType({ font, glyphs }: ShownGlyphs, bytes: Buffer): void {
  const { dict } = font;
  const extra = nextGlyph(bytes);
  const codes = new Map<number, number>();
  const widths = new Map<number, number>();
  let likeNotdef: { width: number } | undefined;
  for (let code = 0; code < 256; code++) {
    const glyph = font.glyphOf(code, 1);
    const isShown = glyphs.has(code * 8 + 1);
    if (glyph.gid) codes.set(code, glyph.gid);
    else if (isShown && extra !== undefined) {
      codes.set(code, extra);
      likeNotdef ??= { width: glyph.width * 1000 };
    }
    if (isShown && glyph.gid) widths.set(glyph.gid, widths.get(glyph.gid) ?? glyph.width * 1000);
  }
  const made = editTrueType(bytes, { codes, widths, ...(likeNotdef && { likeNotdef }) });
  if (!made) return;
  const texts = Array.from({ length: 256 }, (_, code) => [code, font.glyphOf(code, 1).unicode] as const).filter(([code]) =>
    codes.has(code),
  );
  const descriptor = storeProgram(font, 'FontFile2', made);
  descriptor?.set(PDFName.of('Flags'), dict.context.obj(((numberOf(descriptor, 'Flags') ?? 0) | 4) & ~32));
  dict.delete(PDFName.of('Encoding'));
  dict.set(PDFName.of('ToUnicode'), addText(dict, writeToUnicode(texts, 1)));
}

/** CIDs that lead to .notdef get a glyph of the same look. */
function mendCompositeTrueType({ font, glyphs }: ShownGlyphs, bytes: Buffer): void {
  const descendant = descendantOf(font.dict);
  const extra = nextGlyph(bytes);
  if (!descendant || extra === undefined) return;
  const wrong = [...glyphs.values()].map(({ glyph }) => glyph).filter((glyph) => strictGlyph(font, glyph).kind === 'notdef');
  const [first] = wrong;
  if (!first || wrong.some(({ cid }) => cid === undefined)) return;
  const made = editTrueType(bytes, { widths: widthsOf({ font, glyphs, isVisible: true }), likeNotdef: { width: first.width * 1000 } });
  if (!made) return;
  const cids = [...glyphs.values()].map(({ glyph }) => glyph.cid ?? 0);
  const map = Buffer.alloc((Math.max(...cids) + 1) * 2);
  for (const { glyph } of glyphs.values()) map.writeUInt16BE(wrong.includes(glyph) ? extra : (glyph.gid ?? 0), (glyph.cid ?? 0) * 2);
  storeProgram(font, 'FontFile2', made);
  const { context } = descendant;
  descendant.set(PDFName.of('CIDToGIDMap'), context.register(context.stream(deflateSync(map), { Filter: 'FlateDecode' })));
}

/** Compact and Type 1 programs; the latter become compact ones. */
function mendOutlineWidths(shown: ShownGlyphs, bytes: Buffer): void {
  const { font } = shown;
  const isType1 = font.program?.format === 'type1';
  const wrapped = isType1 ? undefined : readSfnt(bytes);
  const table = wrapped?.tables.get('CFF ');
  const plain = isType1 ? fromType1(bytes) : Buffer.from(table ?? bytes);
  const told = plain && readCffWidths(plain);
  if (!plain || !told) return;
  const wanted = isType1 ? widthsByName(shown, plain) : widthsOf(shown);
  const units = new Map([...wanted].map(([glyph, width]) => [glyph, Math.round(width / (told(glyph)?.scale || 1))] as const));
  const made = setCffWidths(plain, units, (glyph) => told(glyph)?.isOwn);
  if (!made) return;
  if (!wrapped) storeProgram(font, 'FontFile3', Buffer.from(made), font.kind === 'composite' ? 'CIDFontType0C' : 'Type1C');
  else
    storeProgram(font, 'FontFile3', writeSfnt({ ...wrapped, tables: new Map(wrapped.tables).set('CFF ', Buffer.from(made)) }), 'OpenType');
}

function fromType1(bytes: Buffer): Buffer | undefined {
  const type1 = readType1Font(bytes);
  const made =
    type1 && convertType1ToCff(type1, { glyphNames: undefined, standardNames: encodingNamed('StandardEncoding'), dropsHints: false });
  return made && Buffer.from(made);
}

/** The conversion renumbers glyphs. */
function widthsByName({ glyphs }: ShownGlyphs, plain: Buffer): Map<number, number> {
  const names = describeCff(plain)?.glyphNames;
  const widths = new Map<number, number>();
  for (const { glyph } of glyphs.values()) {
    const gid = glyph.name === undefined ? undefined : names?.get(glyph.name);
    if (gid !== undefined && !widths.has(gid)) widths.set(gid, glyph.width * 1000);
  }
  return widths;
}

/** In this font's own descriptor: other fonts may share the program with other widths. */
function storeProgram(font: PdfFont, key: 'FontFile2' | 'FontFile3', program: Buffer | undefined, subtype?: string): PDFDict | undefined {
  const holder = font.kind === 'composite' ? descendantOf(font.dict) : font.dict;
  const descriptor = dictOf(lookup(holder, 'FontDescriptor'));
  if (!program || !holder || !descriptor) return undefined;
  const { context } = holder;
  const own = descriptor.clone(context);
  for (const old of ['FontFile', 'FontFile2', 'FontFile3']) own.delete(PDFName.of(old));
  const entries = subtype === undefined ? { Length1: program.length } : { Subtype: subtype };
  own.set(PDFName.of(key), context.register(context.stream(deflateSync(program), { ...entries, Filter: 'FlateDecode' })));
  holder.set(PDFName.of('FontDescriptor'), context.register(own));
  forgetFont(font.dict);
  return own;
}

function addText(dict: PDFDict, text: string): PDFRef {
  const { context } = dict;
  return context.register(context.stream(deflateSync(Buffer.from(text, 'latin1')), { Filter: 'FlateDecode' }));
}
