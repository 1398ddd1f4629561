// Fonts as ISO 19005-2, 6.2.11 requires: complete dictionaries, programs for fonts without one, encodings and widths that program and dictionary
// agree on. Codes, positions and the extracted text stay.

import { type PDFDict, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../../failure.ts';
import { arrayOf, dictOf, lookup, nameOf, numberOf, textOf } from '../../syntax/dictionary.ts';
import type { FontGlyph } from '../../fonts/pdf-font.ts';
import { forgetFont, loadFont } from '../../fonts/font.ts';
import { standardFontName } from '../../fonts/standard-fonts.ts';
import type { OpenedPdf } from '../../opened.ts';
import { walkLive } from '../../syntax/walk.ts';
import { isUtf8 } from '../check/check-colour.ts';
import { descendantOf, orderingOf, readDirection } from '../check/check-fonts.ts';
import { embedSubstitute } from './embed-substitute.ts';
import { mendProgram } from './mend-program.ts';
import { collectShown, entriesOf, type ShownGlyphs } from '../check/shown.ts';
import { substituteGlyphs } from './substitute-glyphs.ts';

export interface MendedFonts {
  readonly warnings: readonly Warning[];
  readonly substituted: readonly { readonly font: string; readonly face: string }[];
}

/** @throws JobFailure unsupported_feature when no face has the characters of a font that is not embedded */
export async function mendFonts(opened: OpenedPdf): Promise<MendedFonts> {
  walkLive(opened.context, ({ dict }) => mendDictionary(dict));
  const { fonts, resources } = collectShown(opened);
  const substituted: { font: string; face: string }[] = [];
  const forFields = fieldFonts(opened.catalog);
  for (const shown of withFieldFonts(fonts, forFields)) {
    const { font } = shown;
    if (!font.isEmbedded && (shown.isVisible || forFields.has(font.dict))) {
      substituted.push({ font: font.baseFont, face: await substitute(shown, forFields.has(font.dict)) });
    } else if (font.isEmbedded && font.kind !== 'type3') mendProgram(shown);
  }
  for (const own of resources.keys()) {
    // Named but never shown: a program without glyphs is enough.
    for (const [, dict] of entriesOf(own, 'Font')) {
      const font = loadFont(dict);
      if (!fonts.has(dict) && !font.isEmbedded && !forFields.has(dict)) embedSubstitute({ font, glyphs: new Map(), face: 'Unused' });
    }
  }
  const names = [...new Set(substituted.map(({ font, face }) => `${font} (${face})`))];
  if (names.length === 0) return { warnings: [], substituted };
  const message = `Fonts that were not embedded are shown with similar faces, at the same widths: ${names.join(', ')}.`;
  return { warnings: [{ code: 'fonts_substituted', message: message.slice(0, 900) }], substituted };
}

/** Fonts that fields may still be filled with. */
function fieldFonts(catalog: PDFDict): ReadonlySet<PDFDict> {
  const group = dictOf(lookup(dictOf(lookup(dictOf(lookup(catalog, 'AcroForm')), 'DR')), 'Font'));
  return new Set((group?.values() ?? []).flatMap((value) => dictOf(group?.context.lookup(value)) ?? []));
}

function withFieldFonts(fonts: ReadonlyMap<PDFDict, ShownGlyphs>, forFields: ReadonlySet<PDFDict>): ShownGlyphs[] {
  const unused = [...forFields].filter((dict) => !fonts.has(dict));
  return [...fonts.values(), ...unused.map((dict): ShownGlyphs => ({ font: loadFont(dict), glyphs: new Map(), isVisible: false }))];
}

/** @returns the face that shows most of it */
async function substitute({ font, glyphs }: ShownGlyphs, isForFields: boolean): Promise<string> {
  const shown = new Set<FontGlyph>([...glyphs.values()].map(({ glyph }) => glyph));
  if (isForFields && font.kind === 'simple') {
    for (let code = 32; code < 256; code++) if (font.glyphOf(code, 1).name !== undefined) shown.add(font.glyphOf(code, 1));
  }
  const needed = new Set([...glyphs.values()].map(({ glyph }) => glyph));
  const made = await substituteGlyphs(font, [...shown]);
  const isLost = made.missing.some((character) => [...needed].some(({ unicode }) => unicode.includes(character)));
  const isUnknown = font.kind === 'composite' && [...needed].some(({ unicode }) => unicode === '');
  if (isLost || isUnknown) {
    throw new JobFailure('unsupported_feature', {
      message: `The font ${font.baseFont} is not embedded, and no available font has all of its characters; PDF/A requires embedded fonts.`,
      refused: {
        kind: 'archive',
        reasons: [{ rule: 'font_embedded', clause: 'ISO 19005-2, 6.2.11.4.1', count: 1, places: [`font ${font.baseFont}`] }],
      },
    });
  }
  const [face = 'Sans'] = made.faces;
  embedSubstitute({ font, glyphs: made.glyphs, face });
  return face;
}

/** 6.2.11.2, 6.2.11.3.2, 6.2.11.4.2, 6.1.8: repairs that do not need the program. */
function mendDictionary(dict: PDFDict): void {
  if (dict.has(PDFName.of('FontName')) || nameOf(dict, 'Type') === 'FontDescriptor')
    for (const key of ['CharSet', 'CIDSet']) dict.delete(PDFName.of(key));
  const isFont =
    nameOf(dict, 'Type') === 'Font' ||
    dict.has(PDFName.of('DescendantFonts')) ||
    (dict.has(PDFName.of('FontDescriptor')) && dict.has(PDFName.of('Subtype')));
  if (!isFont) return;
  dict.set(PDFName.of('Type'), PDFName.of('Font'));
  for (const key of ['BaseFont', 'FontName']) mendName(dict, key);
  const descriptor = dictOf(lookup(dict, 'FontDescriptor'));
  if (descriptor) mendName(descriptor, 'FontName');
  const descendant = descendantOf(dict);
  if (nameOf(dict, 'Subtype') === 'Type0') {
    if (descendant && !dict.has(PDFName.of('BaseFont')) && nameOf(descendant, 'BaseFont') !== undefined)
      dict.set(PDFName.of('BaseFont'), PDFName.of(nameOf(descendant, 'BaseFont') ?? ''));
    if (descendant) mendCollection(dict, descendant);
    return;
  }
  if (
    nameOf(dict, 'Subtype') === 'CIDFontType2' &&
    ['FontFile2', 'FontFile3', 'FontFile'].some((key) => descriptor?.has(PDFName.of(key)))
  ) {
    if (!(lookup(dict, 'CIDToGIDMap') instanceof PDFRawStream)) dict.set(PDFName.of('CIDToGIDMap'), PDFName.of('Identity'));
  }
  mendWidths(dict);
  forgetFont(dict);
}

/** 6.2.11.3.1, 6.2.11.3.3: the collection of CIDs does not matter to an embedded program; its entries only have to agree. */
function mendCollection(dict: PDFDict, descendant: PDFDict): void {
  const encoding = lookup(dict, 'Encoding');
  const { context } = dict;
  if (encoding instanceof PDFRawStream) {
    const own = lookup(descendant, 'CIDSystemInfo');
    if (own) encoding.dict.set(PDFName.of('CIDSystemInfo'), own);
    const direction = readDirection(encoding);
    if (direction !== undefined) encoding.dict.set(PDFName.of('WMode'), context.obj(direction));
    return;
  }
  const ordering = encoding instanceof PDFName ? orderingOf(encoding.decodeText()) : undefined;
  if (ordering === undefined || textOf(lookup(dictOf(lookup(descendant, 'CIDSystemInfo')), 'Ordering')) === ordering) return;
  const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of(ordering), Supplement: 0 };
  descendant.set(PDFName.of('CIDSystemInfo'), context.obj(system));
}

/** An array as long as its limits require. Missing widths are those that readers assume. */
function mendWidths(dict: PDFDict): void {
  const subtype = nameOf(dict, 'Subtype') ?? '';
  if (!['Type1', 'MMType1', 'TrueType', 'Type3'].includes(subtype)) return;
  const widths = arrayOf(dict, 'Widths');
  const [first, last] = [numberOf(dict, 'FirstChar') ?? 0, numberOf(dict, 'LastChar')];
  if (widths) {
    if (last === first + widths.size() - 1 && numberOf(dict, 'FirstChar') !== undefined) return;
    dict.set(PDFName.of('FirstChar'), dict.context.obj(first));
    dict.set(PDFName.of('LastChar'), dict.context.obj(first + widths.size() - 1));
    return;
  }
  if (subtype === 'Type3' || standardFontName(nameOf(dict, 'BaseFont') ?? '') !== undefined) return;
  const font = loadFont(dict);
  const all = Array.from({ length: 256 }, (_, code) => Math.round(font.glyphOf(code, 1).width * 1000));
  dict.set(PDFName.of('FirstChar'), dict.context.obj(0));
  dict.set(PDFName.of('LastChar'), dict.context.obj(255));
  dict.set(PDFName.of('Widths'), dict.context.obj(all));
}

/** 6.1.8: bytes that are not UTF-8 are taken for Latin letters. */
function mendName(dict: PDFDict, key: string): void {
  const name = lookup(dict, key);
  if (!(name instanceof PDFName) || isUtf8(name)) return;
  const text = Buffer.from(name.asBytes()).toString('latin1');
  // A name is written byte for byte.
  dict.set(PDFName.of(key), PDFName.of(Buffer.from(text, 'utf8').toString('latin1')));
}
