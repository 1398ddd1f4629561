// Reads a picture of a document into samples that may be stored again, or says why it is not changed. Samples stay in the picture's own colour space
// where that is possible; otherwise PDFium gives the colours that are shown.

import { PDFArray, type PDFDict, PDFName, PDFNumber, PDFObjectCopier, PDFContext, PDFRawStream } from 'pdf-lib';
import { isIccProfile, isImageData, MARKER, parseJpeg, serialiseJpeg } from '../../images/jpeg-segments.ts';
import type { Raster } from '../../images/raster.ts';
import { PDF_BOUNDS, PdfDamage } from '../../pdf/bounds.ts';
import { type ColourSpace, isMatted, isStencil, readColourSpace } from '../../pdf/pictures/colour-space.ts';
import { decodeStream, filtersOf } from '../../pdf/streams/decode-stream.ts';
import { arrayOf, lookup, numberOf } from '../../pdf/syntax/dictionary.ts';
import { drawPictureBounded } from '../../pdf/pdfium/pdfium-thread.ts';
import { savePacked } from '../../pdf/save-packed.ts';
import { JobFailure } from '../../failure.ts';
import { decodeJpeg, showInkJpeg, storeJpeg, type StoredJpeg } from '../../tools/sharp.ts';

export interface Picture {
  /** A large JPEG is decoded row by row when it is used. */
  readonly raster: Raster | StoredJpeg;
  /** The /ColorSpace for samples stored with their present number of components; undefined: the device space. */
  readonly colourSpace: ColourSpace | undefined;
  /** A stencil: the samples are the paint: black is painted. */
  readonly isStencil: boolean;
  /** A JPEG of four inks; the samples are then its colours, only for comparison. */
  readonly inkJpeg?: Uint8Array;
  /** The samples are stored losslessly in the source. */
  readonly isLossless: boolean;
}

const PIXELS_MAX = 64_000_000;
/** From here on the rows of a JPEG are decoded as they are used: its samples would take more memory than all else. */
const STREAMED_PIXELS_MIN = 16_000_000;
const DRAWN_PIXELS_MAX = 40_000_000;
const DRAW_MS_MAX = 20_000;

/** A string is the reason why the picture is kept unchanged. */
export async function readPicture(stream: PDFRawStream): Promise<Picture | string> {
  const { dict } = stream;
  const [width, height] = [numberOf(dict, 'Width') ?? 0, numberOf(dict, 'Height') ?? 0];
  if (!(width >= 1 && height >= 1 && Number.isInteger(width) && Number.isInteger(height))) return 'no_valid_size';
  if (width * height > PIXELS_MAX) return 'too_many_pixels';
  if (lookup(dict, 'Mask') instanceof PDFArray) return 'colour_key_mask';
  if (isMatted(dict) || dict.has(PDFName.of('Matte'))) return 'matte';
  if ((numberOf(dict, 'SMaskInData') ?? 0) !== 0) return 'mask_inside';
  try {
    const last = filtersOf(dict).at(-1)?.name ?? '';
    const space = readColourSpace(dict.get(PDFName.of('ColorSpace')), dict.context);
    if (isStencil(dict)) return await readStencil(stream, width, height);
    if (space?.kind === 'lab' || space?.kind === 'device_n') return `${space.kind}_colours`;
    const direct = await readDirectly(stream, space, width, height, last);
    if (direct) return direct;
    if (space?.kind === 'cmyk' && last === 'DCTDecode') return (await readInkJpeg(stream, width, height)) ?? 'inks_kept_for_print';
    if (space?.kind === 'cmyk' || (space?.kind === 'indexed' && space.base.kind === 'cmyk')) return 'inks_kept_for_print';
    if (space?.kind === 'separation' || (space?.kind === 'indexed' && ['separation', 'device_n', 'lab'].includes(space.base.kind)))
      return 'spot_colours';
    const raster = await drawPicture(stream, width, height);
    if (!raster) return 'not_decodable';
    const isLossless = !['DCTDecode', 'JPXDecode'].includes(last);
    return { raster, colourSpace: undefined, isStencil: false, isLossless };
  } catch (error) {
    if (error instanceof PdfDamage || (error instanceof JobFailure && error.reason !== 'internal')) return 'not_decodable';
    throw error;
  }
}

/** Filters whose output is a picture of its own. */
const PICTURE_CODINGS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

/** @param last the filter that yields the samples */
async function readDirectly(
  stream: PDFRawStream,
  space: ColourSpace | undefined,
  width: number,
  height: number,
  last: string,
): Promise<Picture | undefined> {
  const { dict } = stream;
  const decode = decodeOf(dict);
  if (!space || space.kind === 'cmyk' || decode === 'other') return undefined;
  if (last === 'DCTDecode') {
    if (space.kind === 'indexed') return undefined;
    const isLarge = width * height >= STREAMED_PIXELS_MIN && decode === 'as_is';
    const raster = await readJpegSamples(stream, isLarge);
    if (!raster || raster.width !== width || raster.height !== height || raster.channels !== space.components) return undefined;
    const shown = 'jpeg' in raster ? raster : withDecode(raster, decode);
    return { raster: shown, colourSpace: space, isStencil: false, isLossless: false };
  }
  if (PICTURE_CODINGS.has(last)) return undefined;
  const bits = numberOf(dict, 'BitsPerComponent') ?? 8;
  if (![1, 2, 4, 8].includes(bits)) return undefined;
  const bytes = decodeStream(stream, PDF_BOUNDS.imageBytesMax).bytes;
  const components = space.kind === 'indexed' ? 1 : space.components;
  const samples = unpackSamples(bytes, width, height, components, bits);
  if (!samples) return undefined;
  if (space.kind === 'indexed') {
    if (dict.has(PDFName.of('Decode')) || space.base.kind === 'indexed' || (space.base.components !== 1 && space.base.components !== 3))
      return undefined;
    if (!['grey', 'rgb'].includes(space.base.kind)) return undefined;
    const raster = applyPalette(samples, space.palette, space.base.components, width, height);
    return { raster, colourSpace: space.base, isStencil: false, isLossless: true };
  }
  if (components !== 1 && components !== 3) return undefined;
  const full = bits === 8 ? samples : samples.map((value) => Math.round((value * 255) / (2 ** bits - 1)));
  const raster: Raster = { width, height, channels: components, pixels: full };
  return { raster: withDecode(raster, decode), colourSpace: space, isStencil: false, isLossless: true };
}

/** What /Decode (ISO 32000-1 8.9.5.2) does to samples of 0 … 1. */
function decodeOf(dict: PDFDict): 'as_is' | 'inverted' | 'other' {
  const numbers = arrayOf(dict, 'Decode')
    ?.asArray()
    .map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  if (!numbers || numbers.every((number, index) => number === index % 2)) return 'as_is';
  return numbers.every((number, index) => number === 1 - (index % 2)) ? 'inverted' : 'other';
}

function withDecode(raster: Raster, decode: 'as_is' | 'inverted'): Raster {
  return decode === 'as_is' ? raster : { ...raster, pixels: raster.pixels.map((value) => 255 - value) };
}

/** Only Adobe's marker shows whether the inks are inverted. */
async function readInkJpeg(stream: PDFRawStream, width: number, height: number): Promise<Picture | undefined> {
  const jpeg = readBareJpeg(stream);
  if (!jpeg?.isAdobe) return undefined;
  const raster = await showInkJpeg(jpeg.bytes);
  if (!raster || raster.width !== width || raster.height !== height) return undefined;
  return { raster, colourSpace: undefined, isStencil: false, inkJpeg: jpeg.bytes, isLossless: false };
}

/** The general filters are undone; the profile inside the JPEG has no meaning in a PDF, so it must not be applied. */
async function readJpegSamples(stream: PDFRawStream, isLarge: boolean): Promise<Raster | StoredJpeg | undefined> {
  const jpeg = readBareJpeg(stream);
  return jpeg && (isLarge ? storeJpeg(jpeg.bytes) : decodeJpeg(jpeg.bytes));
}

function readBareJpeg(stream: PDFRawStream): { readonly bytes: Uint8Array; readonly isAdobe: boolean } | undefined {
  const { bytes, left } = decodeStream(stream, PDF_BOUNDS.imageBytesMax);
  if (left.length !== 1 || numberOf(left[0]?.params, 'ColorTransform') !== undefined) return undefined;
  const file = parseJpeg(bytes);
  const kept = file.segments.filter(
    (segment) => !isIccProfile(segment) && (isImageData(segment) || segment.marker === MARKER.APP14 || segment.marker === MARKER.APP0),
  );
  return { bytes: serialiseJpeg(kept, file.complete), isAdobe: kept.some(({ marker }) => marker === MARKER.APP14) };
}

function unpackSamples(bytes: Uint8Array, width: number, height: number, components: number, bits: number): Uint8Array | undefined {
  const rowSamples = width * components;
  const rowBytes = Math.ceil((rowSamples * bits) / 8);
  if (bytes.length < rowBytes * height) return undefined;
  if (bits === 8) return bytes.subarray(0, rowBytes * height);
  const out = new Uint8Array(rowSamples * height);
  const mask = 2 ** bits - 1;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < rowSamples; x++, to++) {
      const bit = x * bits;
      out[to] = ((bytes[y * rowBytes + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return out;
}

function applyPalette(samples: Uint8Array, palette: Uint8Array, components: number, width: number, height: number): Raster {
  const channels = components === 1 ? 1 : 3;
  const pixels = new Uint8Array(width * height * channels);
  for (let pixel = 0, to = 0; pixel < samples.length; pixel++, to += channels) {
    const from = (samples[pixel] ?? 0) * channels;
    for (let channel = 0; channel < channels; channel++) pixels[to + channel] = palette[from + channel] ?? 0;
  }
  return { width, height, channels, pixels };
}

async function readStencil(stream: PDFRawStream, width: number, height: number): Promise<Picture | string> {
  const filters = filtersOf(stream.dict);
  const isCoded = filters.some(({ name }) => ['CCITTFaxDecode', 'JBIG2Decode', 'DCTDecode', 'JPXDecode'].includes(name));
  if (!isCoded) {
    const { bytes } = decodeStream(stream, PDF_BOUNDS.imageBytesMax);
    const samples = unpackSamples(bytes, width, height, 1, 1);
    if (!samples) return 'not_decodable';
    const painted = decodeOf(stream.dict) === 'inverted' ? 1 : 0;
    const pixels = samples.map((sample) => (sample === painted ? 0 : 255));
    return { raster: { width, height, channels: 1, pixels }, colourSpace: undefined, isStencil: true, isLossless: true };
  }
  const raster = await drawPicture(stream, width, height);
  if (!raster || raster.channels !== 1) return 'not_decodable';
  return { raster, colourSpace: undefined, isStencil: true, isLossless: true };
}

/** A document of only the picture, without its masks, for PDFium. */
async function drawPicture(stream: PDFRawStream, width: number, height: number): Promise<Raster | undefined> {
  if (width * height > DRAWN_PIXELS_MAX) return undefined;
  const context = PDFContext.create();
  const bare = PDFRawStream.of(stream.dict.clone(), stream.getContents());
  for (const key of ['SMask', 'Mask', 'Alternates', 'OPI', 'OC', 'Metadata', 'StructParent', 'Intent', 'Interpolate'])
    bare.dict.delete(PDFName.of(key));
  const copy = PDFObjectCopier.for(stream.dict.context, context).copy(bare);
  const picture = context.register(copy);
  const content = context.register(context.flateStream(`${width} 0 0 ${height} 0 0 cm /P Do`));
  const page = context.obj({ Type: 'Page', MediaBox: [0, 0, width, height], Contents: content, Resources: { XObject: { P: picture } } });
  const pageRef = context.register(page);
  const pages = context.register(context.obj({ Type: 'Pages', Kids: [pageRef], Count: 1 }));
  page.set(PDFName.of('Parent'), pages);
  context.trailerInfo = { Root: context.register(context.obj({ Type: 'Catalog', Pages: pages })) };
  return drawPictureBounded({ document: savePacked(context, { objectStreams: false }), width, height }, DRAW_MS_MAX);
}
