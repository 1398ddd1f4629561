// Streams, pictures, forms and graphics states, wherever they are, against ISO 19005-2, 6.1.7, 6.2.5, 6.2.6, 6.2.8–6.2.10.

import type { PDFDict } from 'pdf-lib';
import { PDFArray, PDFName, PDFRawStream } from 'pdf-lib';
import { filtersOf } from '../../streams/decode-stream.ts';
import { dictOf, lookup, nameOf, numberOf } from '../../syntax/dictionary.ts';
import type { Visit } from '../../syntax/walk.ts';
import { RENDERING_INTENTS } from './check-content.ts';
import { placeOf } from './check-syntax.ts';
import { readJpeg2000 } from './jpeg2000.ts';
import type { Blame } from './rules.ts';

export const FILTERS = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
  'DCTDecode',
  'JPXDecode',
]);
export const BLEND_MODES = new Set(
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  ),
);
const DEPTH_MAX = 38;
const CIE_JAB = 19;

export function checkGraphics(visit: Visit, blame: Blame): void {
  const { dict, stream, ref } = visit;
  if (stream instanceof PDFRawStream) {
    checkStream(stream, blame, placeOf(ref, 'stream'));
    const subtype = nameOf(dict, 'Subtype');
    if (subtype === 'Image') checkImage(stream, blame, placeOf(ref, 'image'));
    else if (subtype === 'Form' || (dict.has(PDFName.of('BBox')) && !dict.has(PDFName.of('PatternType'))))
      checkForm(dict, blame, placeOf(ref, 'form'));
    else if (subtype === 'PS') blame('form_xobject', placeOf(ref, 'PostScript'));
  }
  if (isGraphicsState(visit)) checkGraphicsState(dict, blame, placeOf(ref, 'graphics state'));
  if (dict.has(PDFName.of('HalftoneType'))) checkHalftone(visit, blame);
}

/** A value of /ExtGState in resources, or one named by a pattern. */
export function isGraphicsState({ dict, key, parent }: Visit): boolean {
  if (nameOf(dict, 'Type') === 'ExtGState') return true;
  if (key === 'ExtGState') return parent?.has(PDFName.of('PatternType')) === true;
  return looksLikeState(dict);
}

/** Without a type: by entries that only graphics states have. */
function looksLikeState(dict: PDFDict): boolean {
  const isState = ['CA', 'ca', 'SMask', 'BM', 'OPM', 'TR', 'TR2', 'HT', 'HTP', 'AIS', 'SA', 'BG2', 'UCR2'].some((entry) =>
    dict.has(PDFName.of(entry)),
  );
  return isState && !['Subtype', 'Width', 'N', 'T', 'Rect'].some((entry) => dict.has(PDFName.of(entry)));
}

function checkStream(stream: PDFRawStream, blame: Blame, place: string): void {
  const { dict } = stream;
  if (['F', 'FFilter', 'FDecodeParms'].some((key) => dict.has(PDFName.of(key)))) blame('external_data', place);
  for (const { name, params } of filtersOf(dict)) {
    const isIdentity = name === 'Crypt' && (nameOf(params, 'Name') ?? 'Identity') === 'Identity';
    if (!FILTERS.has(name) && !isIdentity) blame('filter', place);
  }
}

function checkImage(stream: PDFRawStream, blame: Blame, place: string): void {
  const { dict } = stream;
  for (const key of ['Alternates', 'OPI']) if (dict.has(PDFName.of(key))) blame('alternate_image', place);
  if (lookup(dict, 'Interpolate')?.toString() === 'true') blame('interpolation', place);
  const intent = nameOf(dict, 'Intent');
  if (intent !== undefined && !RENDERING_INTENTS.includes(intent)) blame('rendering_intent', place);
  const isMask = lookup(dict, 'ImageMask')?.toString() === 'true';
  const isJpx = filtersOf(dict).some(({ name }) => name === 'JPXDecode');
  const bits = numberOf(dict, 'BitsPerComponent');
  if (bits !== undefined && !isJpx && !(isMask ? [1] : [1, 2, 4, 8, 16]).includes(bits)) blame('image_depth', place);
  if (isJpx) checkJpeg2000(stream, blame, place);
}

function checkJpeg2000(stream: PDFRawStream, blame: Blame, place: string): void {
  const found = filtersOf(stream.dict).length === 1 ? readJpeg2000(stream.getContents()) : undefined;
  if (!found) return blame('jpeg2000', place);
  const { channels, colours, hasDepthBox, depth } = found;
  if (![1, 3, 4].includes(channels) || hasDepthBox || depth > DEPTH_MAX) blame('jpeg2000', place);
  if (stream.dict.has(PDFName.of('ColorSpace'))) return;
  if (colours.length > 1 && colours.filter(({ approximation }) => approximation === 1).length !== 1) blame('jpeg2000', place);
  const used = colours.find(({ approximation }) => approximation === 1) ?? colours[0];
  if (!used || ![1, 2, 3].includes(used.method) || used.enumerated === CIE_JAB) blame('jpeg2000', place);
}

function checkForm(dict: PDFDict, blame: Blame, place: string): void {
  if (['PS', 'OPI', 'Ref'].some((key) => dict.has(PDFName.of(key))) || nameOf(dict, 'Subtype2') === 'PS') blame('form_xobject', place);
}

function checkGraphicsState(state: PDFDict, blame: Blame, place: string): void {
  const transfer = lookup(state, 'TR2');
  if (state.has(PDFName.of('TR')) || (transfer && nameOf(state, 'TR2') !== 'Default')) blame('transfer_function', place);
  if (['HTP', 'HTO'].some((key) => state.has(PDFName.of(key)))) blame('halftone', place);
  const intent = lookup(state, 'RI');
  if (intent && !RENDERING_INTENTS.includes(nameOf(state, 'RI') ?? '')) blame('rendering_intent', place);
  const mode = lookup(state, 'BM');
  const modes = mode instanceof PDFArray ? mode.asArray().map((item) => state.context.lookup(item)) : mode ? [mode] : [];
  for (const one of modes) if (!(one instanceof PDFName) || !BLEND_MODES.has(one.decodeText())) blame('blend_mode', place);
}

/** Any other colourant brings its transfer function along (ISO 32000-1 10.5.5.6). */
const PROCESS_KEYS = ['Cyan', 'Magenta', 'Yellow', 'Black'];

function checkHalftone({ dict, ref, key, parent }: Visit, blame: Blame): void {
  const place = placeOf(ref, 'halftone');
  if (![1, 5].includes(numberOf(dict, 'HalftoneType') ?? 0) || dict.has(PDFName.of('HalftoneName'))) blame('halftone', place);
  const isPart = parent !== undefined && numberOf(dictOf(parent), 'HalftoneType') === 5;
  const isSpot = isPart && !PROCESS_KEYS.includes(key);
  if (isPart && key === 'Default') return;
  if (dict.has(PDFName.of('TransferFunction')) !== isSpot) blame('halftone', place);
}
