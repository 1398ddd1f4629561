// Blanks pixels of an image: decoded, overwritten, encoded again. What cannot be decoded here is not guessed: the caller removes it whole.

import { deflateSync } from 'node:zlib';
import { PDFArray, PDFBool, type PDFContext, type PDFDict, PDFName, PDFNumber, PDFRawStream, PDFStream } from 'pdf-lib';
import sharp from 'sharp';
import { PDF_BOUNDS, PdfDamage } from '../../bounds.ts';
import { type Box, boundsOf, transformBox } from '../../geometry/box.ts';
import { invert, type Matrix } from '../../geometry/matrix.ts';
import type { ShownBox } from '../../geometry/shown-box.ts';
import { decodeStream } from '../../streams/decode-stream.ts';
import { lookup, numberOf } from '../../syntax/dictionary.ts';
import { drawImage } from './draw-image.ts';

/** The pixels of an image under an area of the page, including touched ones; right and bottom are exclusive; undefined where none do. */
export function pixelsUnder(matrix: Matrix, width: number, height: number, area: Box): ShownBox | undefined {
  const back = invert(matrix);
  if (!back) return undefined;
  const [left, bottom, right, top] = boundsOf(transformBox(back, area));
  const rect = {
    left: Math.max(0, Math.floor(left * width)),
    right: Math.min(width, Math.ceil(right * width)),
    top: Math.max(0, Math.floor((1 - top) * height)),
    bottom: Math.min(height, Math.ceil((1 - bottom) * height)),
  };
  return rect.left < rect.right && rect.top < rect.bottom ? rect : undefined;
}

/** A copy of the image with the rectangles' samples set to 0 (in a stencil: to the value that paints nothing); undefined when it cannot be decoded. */
export async function blankImage(context: PDFContext, stream: PDFStream, rects: readonly ShownBox[]): Promise<PDFRawStream | undefined> {
  if (!(stream instanceof PDFRawStream)) return undefined;
  try {
    const blanked = (await blankSamples(context, stream, rects)) ?? (await blankJpeg(context, stream, rects));
    if (blanked) return blanked;
    const drawn = await drawImage(context, stream);
    return drawn && (await blankSamples(context, drawn, rects));
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

async function blankSamples(context: PDFContext, stream: PDFRawStream, rects: readonly ShownBox[]): Promise<PDFRawStream | undefined> {
  const { bytes, left } = decodeStream(stream, PDF_BOUNDS.imageBytesMax);
  const bits = bitsPerPixel(stream);
  if (left.length > 0 || bits === undefined) return undefined;
  const dict = plainDict(context, stream);
  dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  return PDFRawStream.of(dict, deflateSync(blankBits(bytes, sizeOf(stream), bits, rects, isStencil(stream) ? paintsNothing(stream) : 0)));
}

async function blankJpeg(context: PDFContext, stream: PDFRawStream, rects: readonly ShownBox[]): Promise<PDFRawStream | undefined> {
  const { bytes, left } = decodeStream(stream, PDF_BOUNDS.imageBytesMax);
  if (left.length !== 1 || left[0]?.name !== 'DCTDecode') return undefined;
  const size = sizeOf(stream);
  const decoded = await sharp(bytes, { limitInputPixels: 100_000_000 })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  const channels = decoded?.info.channels;
  if (!decoded || (channels !== 1 && channels !== 3) || decoded.info.width !== size.width || decoded.info.height !== size.height)
    return undefined;
  const blanked = Buffer.from(blankBits(decoded.data, size, channels * 8, rects, 0));
  const jpeg = await encodeFaithfully(blanked, { ...size, channels });
  const dict = plainDict(context, stream);
  dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
  return PDFRawStream.of(dict, jpeg);
}

/** The rest keeps its look: the first quality at which almost no sample differs visibly. */
async function encodeFaithfully(
  samples: Buffer,
  raw: { readonly width: number; readonly height: number; readonly channels: 1 | 3 },
): Promise<Buffer> {
  let jpeg: Buffer = Buffer.alloc(0);
  for (const quality of [90, 95, 98, 100]) {
    jpeg = await sharp(samples, { raw }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
    const written = await sharp(jpeg).raw().toBuffer();
    let different = 0;
    for (let at = 0; at < samples.length; at++) if (Math.abs((samples[at] ?? 0) - (written[at] ?? 0)) > SEEN) different++;
    if (different <= samples.length * SHARE_SEEN_MAX) break;
  }
  return jpeg;
}

const SEEN = 6;
const SHARE_SEEN_MAX = 1e-5;

function plainDict(context: PDFContext, stream: PDFRawStream): PDFDict {
  const dict = stream.dict.clone(context);
  for (const key of ['DecodeParms', 'Length', 'Metadata', 'Alternates', 'OPI', 'Thumb']) dict.delete(PDFName.of(key));
  return dict;
}

function sizeOf(stream: PDFRawStream): { readonly width: number; readonly height: number } {
  return { width: numberOf(stream.dict, 'Width') ?? 0, height: numberOf(stream.dict, 'Height') ?? 0 };
}

function isStencil(stream: PDFStream): boolean {
  return lookup(stream.dict, 'ImageMask') === PDFBool.True;
}

/** The sample of a stencil that does not paint (8.9.6.2). */
function paintsNothing(stream: PDFStream): 0 | 1 {
  const decode = lookup(stream.dict, 'Decode');
  const first = decode instanceof PDFArray ? decode.lookup(0) : undefined;
  return first instanceof PDFNumber && first.asNumber() === 1 ? 0 : 1;
}

function bitsPerPixel(stream: PDFStream): number | undefined {
  if (isStencil(stream)) return 1;
  const components = componentsOf(stream.dict.context.lookup(stream.dict.get(PDFName.of('ColorSpace'))));
  const bits = numberOf(stream.dict, 'BitsPerComponent');
  return components === undefined || bits === undefined ? undefined : components * bits;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  DeviceGray: 1,
  CalGray: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  Lab: 3,
  DeviceCMYK: 4,
  Indexed: 1,
  Separation: 1,
};

function componentsOf(space: unknown): number | undefined {
  if (space instanceof PDFName) return COMPONENTS[space.decodeText()];
  const [family] = space instanceof PDFArray ? space.asArray() : [];
  if (!(space instanceof PDFArray) || !(family instanceof PDFName)) return undefined;
  const second = space.lookup(1);
  if (family.decodeText() === 'ICCBased') return second instanceof PDFStream ? numberOf(second.dict, 'N') : undefined;
  if (family.decodeText() === 'DeviceN') return second instanceof PDFArray ? second.size() : undefined;
  return COMPONENTS[family.decodeText()];
}

/** Rows start at whole bytes (8.9.3). */
function blankBits(
  source: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  bits: number,
  rects: readonly ShownBox[],
  value: 0 | 1,
): Uint8Array {
  const bytes = Uint8Array.from(source);
  const rowBytes = Math.ceil((width * bits) / 8);
  for (const { left, top, right, bottom } of rects) {
    for (let row = top; row < Math.min(bottom, height); row++) {
      const [from, to] = [row * rowBytes * 8 + left * bits, row * rowBytes * 8 + right * bits];
      const [firstWhole, lastWhole] = [Math.ceil(from / 8), Math.floor(to / 8)];
      if (firstWhole <= lastWhole) {
        bytes.fill(value * 255, firstWhole, lastWhole);
        for (let bit = from; bit < firstWhole * 8; bit++) setBit(bytes, bit, value);
        for (let bit = lastWhole * 8; bit < to; bit++) setBit(bytes, bit, value);
      } else for (let bit = from; bit < to; bit++) setBit(bytes, bit, value);
    }
  }
  return bytes;
}

function setBit(bytes: Uint8Array, bit: number, value: 0 | 1): void {
  const at = bit >> 3;
  const mask = 128 >> (bit & 7);
  if (at < bytes.length) bytes[at] = value === 1 ? (bytes[at] ?? 0) | mask : (bytes[at] ?? 0) & ~mask;
}
