// The pixels of a PDF image as 8-bit grey (ISO 32000-1 8.9.5): JPEG through sharp, general filters by hand for the kinds that scanners write.
// Everything else (CCITT, JBIG2, JPX, CMYK, spot colours, 2, 4 and 16 bits) is left to PDFium.

import { PDFArray, type PDFContext, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFString } from 'pdf-lib';
import sharp from 'sharp';
import type { Raster } from '../images/raster.ts';
import { PDF_BOUNDS } from '../pdf/bounds.ts';
import { tryDecodeStream } from '../pdf/streams/decode-stream.ts';
import { arrayOf, lookup, nameOf, numberOf } from '../pdf/syntax/dictionary.ts';

/** @param scale below 1 for fewer pixels. Undefined for a kind that is not decoded here, and for damaged data. */
export async function decodeGreyImage(stream: PDFRawStream, scale: number): Promise<Raster<1> | undefined> {
  const { dict } = stream;
  const [width = 0, height = 0] = [numberOf(dict, 'Width'), numberOf(dict, 'Height')];
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) return undefined;
  const decoded = tryDecodeStream(stream, PDF_BOUNDS.imageBytesMax);
  if (!decoded) return undefined;
  const [last, ...more] = decoded.left;
  if (more.length > 0) return undefined;
  if (last) return last.name === 'DCTDecode' && !last.params ? decodeJpeg(decoded.bytes, dict, width, height, scale) : undefined;
  const pixels = greyOfSamples(decoded.bytes, dict, width, height);
  return pixels && resize({ width, height, channels: 1, pixels }, scale);
}

async function decodeJpeg(bytes: Uint8Array, dict: PDFDict, width: number, height: number, scale: number): Promise<Raster<1> | undefined> {
  const components = componentsOf(dict.context, lookup(dict, 'ColorSpace'));
  if ((components !== 1 && components !== 3) || lookup(dict, 'Decode') !== undefined) return undefined;
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: PDF_BOUNDS.imageBytesMax });
    const header = await image.metadata();
    if (header.width !== width || header.height !== height || header.channels !== components) return undefined;
    const smaller = scale < 1 ? image.resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' }) : image;
    const { data, info } = await smaller.greyscale().raw().toBuffer({ resolveWithObject: true });
    return info.channels === 1 ? { width: info.width, height: info.height, channels: 1, pixels: data } : undefined;
  } catch {
    // Damaged, or not a JPEG: PDFium draws what it can.
    return undefined;
  }
}

/** Fewer pixels, averaged. */
async function resize(image: Raster<1>, scale: number): Promise<Raster<1>> {
  if (scale >= 1) return image;
  const { pixels, width, height } = image;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, pixels: data };
}

function scaled(lengthPx: number, scale: number): number {
  return Math.max(1, Math.round(lengthPx * scale));
}

function greyOfSamples(bytes: Uint8Array, dict: PDFDict, width: number, height: number): Uint8Array | undefined {
  const bits = numberOf(dict, 'BitsPerComponent') ?? 8;
  const colorSpace = lookup(dict, 'ColorSpace');
  const palette = readPalette(dict.context, colorSpace);
  const components = palette ? 1 : componentsOf(dict.context, colorSpace);
  if (components === undefined || components > 3 || (bits !== 8 && !(bits === 1 && components === 1))) return undefined;
  const inverted = isInverted(dict, components);
  if (inverted === undefined || (palette && inverted)) return undefined;
  const rowBytes = Math.ceil((width * components * bits) / 8);
  if (bytes.length < rowBytes * height) return undefined;
  const shades = shadesOf(bits, palette, inverted);
  const pixels = new Uint8Array(width * height);
  const greyOf = components === 3 ? greyOfColours : bits === 8 ? greyOfBytes : greyOfBits;
  for (let y = 0; y < height; y++)
    greyOf(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), shades, pixels.subarray(y * width, (y + 1) * width));
  return pixels;
}

function greyOfColours(row: Uint8Array, shades: Uint8Array, to: Uint8Array): void {
  for (let x = 0, at = 0; x < to.length; x++, at += 3) to[x] = shades[luma(row[at] ?? 0, row[at + 1] ?? 0, row[at + 2] ?? 0)] ?? 255;
}

function greyOfBytes(row: Uint8Array, shades: Uint8Array, to: Uint8Array): void {
  for (let x = 0; x < to.length; x++) to[x] = shades[row[x] ?? 0] ?? 255;
}

function greyOfBits(row: Uint8Array, shades: Uint8Array, to: Uint8Array): void {
  const [zero = 0, one = 255] = shades;
  for (let x = 0; x < to.length; x++) to[x] = ((row[x >> 3] ?? 0) >> (7 - (x & 7))) & 1 ? one : zero;
}

/** The grey of each sample value. */
function shadesOf(bits: number, palette: Uint8Array | undefined, inverted: boolean): Uint8Array {
  if (palette) return palette;
  const values = bits === 1 ? [0, 255] : Array.from({ length: 256 }, (_, value) => value);
  return Uint8Array.from(values, (value) => (inverted ? 255 - value : value));
}

/** ITU-R BT.601, in integers. */
function luma(red: number, green: number, blue: number): number {
  return (red * 77 + green * 150 + blue * 29) >> 8;
}

/** Whether /Decode inverts the shades; undefined for any other mapping. */
function isInverted(dict: PDFDict, components: number): boolean | undefined {
  const decode = arrayOf(dict, 'Decode');
  if (!decode) return false;
  const numbers = decode.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN));
  if (numbers.length !== components * 2) return undefined;
  if (numbers.every((number, index) => number === (index % 2 === 0 ? 1 : 0))) return true;
  return numbers.every((number, index) => number === (index % 2 === 0 ? 0 : 1)) ? false : undefined;
}

/** 1 for grey and 3 for red, green and blue in any of their spaces; undefined for every other space. */
function componentsOf(context: PDFContext, space: PDFObject | undefined): 1 | 3 | undefined {
  const [family, parameter] = space instanceof PDFArray ? space.asArray().map((item) => context.lookup(item)) : [space];
  if (!(family instanceof PDFName)) return undefined;
  const name = family.decodeText();
  if (name === 'DeviceGray' || name === 'CalGray' || name === 'G') return 1;
  if (name === 'DeviceRGB' || name === 'CalRGB' || name === 'RGB') return 3;
  if (name !== 'ICCBased' || !(parameter instanceof PDFRawStream)) return undefined;
  const count = numberOf(parameter.dict, 'N');
  return count === 1 || count === 3 ? count : undefined;
}

/** The grey of each colour of an Indexed space (8.6.6.3) over a grey or RGB one. */
function readPalette(context: PDFContext, space: PDFObject | undefined): Uint8Array | undefined {
  if (!(space instanceof PDFArray)) return undefined;
  const [family, base, , table] = space.asArray().map((item) => context.lookup(item));
  if (!(family instanceof PDFName) || (family.decodeText() !== 'Indexed' && family.decodeText() !== 'I')) return undefined;
  const components = componentsOf(context, base);
  const bytes =
    table instanceof PDFString || table instanceof PDFHexString
      ? table.asBytes()
      : table instanceof PDFRawStream
        ? tryDecodeStream(table, PDF_BOUNDS.imageBytesMax)?.bytes
        : undefined;
  if (!components || !bytes) return undefined;
  if (components === 1) return Uint8Array.from(bytes);
  return Uint8Array.from({ length: Math.floor(bytes.length / 3) }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = bytes.subarray(index * 3, index * 3 + 3);
    return luma(red, green, blue);
  });
}

/** For the order of work: roughly the size of the page's images in the file. */
export function imageBytesOf(resources: PDFObject | undefined): number {
  const objects = resources instanceof PDFDict ? lookup(resources, 'XObject') : undefined;
  if (!(objects instanceof PDFDict)) return 0;
  return objects.values().reduce((sum, value) => {
    const object = objects.context.lookup(value);
    return object instanceof PDFRawStream && nameOf(object.dict, 'Subtype') === 'Image' ? sum + object.getContentsSize() : sum;
  }, 0);
}
