// Images as the pages of a new PDF: a page per image, in the size of its resolution, turned by its EXIF orientation. JPEG goes in
// byte for byte, PNG and TIFF without loss. Sizes are judged from headers, before anything is decoded.

import { PDFArray, PDFContext, PDFName, type PDFRawStream, type PDFRef } from 'pdf-lib';
import sharp from 'sharp';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../failure.ts';
import { parseJpeg, readOrientation } from '../../images/jpeg-segments.ts';
import { parsePng } from '../../images/png-chunks.ts';
import { readExif } from '../../images/exif.ts';
import { readJpegResolution, readPngResolution, type Resolution } from '../../images/resolution.ts';
import { readTiffPages, type TiffPage } from '../../images/tiff-pages.ts';
import { PDF_BOUNDS } from '../bounds.ts';
import { makeJpegImage } from './jpeg-image.ts';
import { type ImageStream, makePngImage, pack } from './png-image.ts';
import { savePdf } from '../save.ts';
import { writeNumbers } from '../syntax/write-operand.ts';

export type PageImageType = 'image/jpeg' | 'image/png' | 'image/tiff';

/** Per image: 8,192 × 16,384. A page of A0 at 300 dpi has 139 million. */
const IMAGE_PIXELS_MAX = 140_000_000;
/** The resolution of an image that does not state one. */
const DPI_ASSUMED = 96;

interface ImagePage {
  /** Pixels as stored, before orientation. */
  readonly width: number;
  readonly height: number;
  /** 1–8 (CIPA DC-008, 4.6.5): what the page shows is already turned by it. */
  readonly orientation: number;
  readonly dpiX: number;
  readonly dpiY: number;
  /** False when the image states none and DPI_ASSUMED was used. */
  readonly dpiKnown: boolean;
  /** True when the image's own data are in the PDF byte for byte. */
  readonly unchanged: boolean;
}

export interface ImagePdf {
  readonly bytes: Uint8Array;
  readonly pages: readonly ImagePage[];
  readonly warnings: readonly Warning[];
}

export interface ImagePdfOptions {
  readonly pagesMax: number;
  /** Instead of the image's own size: each image is fitted into this page, which is turned to the image's format. Points. */
  readonly page?: { readonly width: number; readonly height: number; readonly margin: number };
  /** Replaces the image's resolution, or supplies one. */
  readonly resolutionOf?: (width: number, height: number, said: Resolution | undefined) => Resolution | undefined;
}

export interface LoadedImage {
  readonly stream: ImageStream;
  readonly orientation: number;
  readonly resolution: Resolution | undefined;
}

/** @throws JobFailure empty_file, type_mismatch, corrupt_file, pixel_limit, page_limit, decompression_limit, unsupported_feature */
export async function makeImagePdf(source: Uint8Array, type: PageImageType, options: ImagePdfOptions): Promise<ImagePdf> {
  const context = PDFContext.create();
  const warnings: Warning[] = [];
  const pages: ImagePage[] = [];
  const tree = context.obj({ Type: 'Pages', Count: 0, Kids: [] });
  const treeRef = context.register(tree);
  const kids = PDFArray.withContext(context);
  for await (const image of loadImages(source, type, options.pagesMax, warnings)) {
    const { page, ref } = addPage({ context, treeRef, options, warnings }, image, pages.length + 1);
    kids.push(ref);
    pages.push(page);
  }
  tree.set(PDFName.of('Kids'), kids);
  tree.set(PDFName.of('Count'), context.obj(pages.length));
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: treeRef }));
  return { bytes: await savePdf(context, { packed: true, contentId: true }), pages, warnings };
}

/** One picture, to be drawn anywhere. @throws JobFailure as makeImagePdf */
export async function loadPicture(source: Uint8Array, type: 'image/jpeg' | 'image/png', warnings: Warning[]): Promise<LoadedImage> {
  for await (const image of loadImages(source, type, 1, warnings)) return image;
  throw new JobFailure('corrupt_file');
}

async function* loadImages(source: Uint8Array, type: PageImageType, pagesMax: number, warnings: Warning[]): AsyncGenerator<LoadedImage> {
  switch (type) {
    case 'image/jpeg':
      return yield await loadJpeg(source, warnings);
    case 'image/png': {
      const file = parsePng(source);
      refusePixels(file.width, file.height);
      const exif = file.chunks.find((chunk) => chunk.type === 'eXIf');
      const orientation = Number(readExif(exif?.data ?? NOTHING)?.tags.find(({ tag }) => tag === 0x0112)?.value ?? 1);
      if (file.chunks.some((chunk) => chunk.type === 'acTL'))
        warnings.push({ code: 'animation_lost', message: 'The image is animated; the PDF shows only its first frame.' });
      return yield { stream: makePngImage(file), orientation: inRange(orientation), resolution: readPngResolution(file.chunks) };
    }
    case 'image/tiff': {
      const directories = readTiffPages(source, pagesMax);
      for (const { width, height } of directories) refusePixels(width, height);
      for (const [index, directory] of directories.entries()) yield loadTiffPage(source, directory, index, warnings);
    }
  }
}

const NOTHING = new Uint8Array(0);

function inRange(orientation: number): number {
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

function refusePixels(width: number, height: number): void {
  if (width * height <= IMAGE_PIXELS_MAX) return;
  throw new JobFailure('pixel_limit', { details: { width, height, pixels_max: IMAGE_PIXELS_MAX } });
}

async function loadJpeg(source: Uint8Array, warnings: Warning[]): Promise<LoadedImage> {
  const file = parseJpeg(source);
  refusePixels(file.width, file.height);
  if (!file.complete) warnings.push({ code: 'image_truncated', message: 'The image ends too early; a part of it is missing.' });
  const own = makeJpegImage(source, file);
  if (!own)
    warnings.push({
      code: 'image_decoded',
      message: 'PDF cannot hold images of this kind; the image was decoded and its pixels were stored instead.',
    });
  return {
    stream: own ?? (await decodePixels(source, 0, 8)),
    orientation: readOrientation(file.segments) ?? 1,
    resolution: readJpegResolution(file.segments),
  };
}

async function loadTiffPage(source: Uint8Array, directory: TiffPage, index: number, warnings: Warning[]): Promise<LoadedImage> {
  const { dpiX, dpiY, orientation } = directory;
  if (directory.bitsPerSample > 8)
    warnings.push({ code: 'depth_reduced', message: 'The image has more than 8 bits per sample; the PDF has 8.', page: index + 1 });
  const stream = await decodePixels(source, index, directory.bitsPerSample * directory.samplesPerPixel);
  return { stream, orientation, resolution: dpiX === undefined || dpiY === undefined ? undefined : { dpiX, dpiY } };
}

/** @param bitsPerPixel 1 keeps a bilevel image at one bit per pixel. */
async function decodePixels(source: Uint8Array, page: number, bitsPerPixel: number): Promise<ImageStream> {
  try {
    const open = () => sharp(source, { page, limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error' });
    const { space, hasAlpha } = await open().metadata();
    const isGrey = space === 'b-w' || space === 'grey16';
    const { data, info } = await open()
      .toColourspace(isGrey ? 'b-w' : 'srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const base = { width, height, bitsPerComponent: 8, components: isGrey ? 1 : 3, unchanged: false } as const;
    if (isGrey && channels === 1 && bitsPerPixel === 1) return { ...base, ...packBits(data, width, height), bitsPerComponent: 1 };
    if (!hasAlpha) return { ...base, ...pack(data, width * channels) };
    const alpha = data.filter((_, at) => at % channels === channels - 1);
    const colours = data.filter((_, at) => at % channels !== channels - 1);
    const softMask: ImageStream = { ...base, components: 1, ...pack(alpha, width) };
    return { ...base, ...pack(colours, width * (channels - 1)), softMask };
  } catch (cause) {
    if (cause instanceof JobFailure) throw cause;
    throw new JobFailure('corrupt_file', { message: 'The image cannot be decoded.', cause });
  }
}

function packBits(samples: Uint8Array, width: number, height: number): ReturnType<typeof pack> {
  const rowBytes = (width + 7) >> 3;
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if ((samples[at] ?? 0) >= 128) rows[y * rowBytes + (x >> 3)] = (rows[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return pack(rows, rowBytes);
}

/** The document that the pages are added to. */
interface Made {
  readonly context: PDFContext;
  readonly treeRef: PDFRef;
  readonly options: ImagePdfOptions;
  readonly warnings: Warning[];
}

function addPage({ context, treeRef, options, warnings }: Made, image: LoadedImage, pageNumber: number): { page: ImagePage; ref: PDFRef } {
  const { stream, orientation } = image;
  const dpiKnown = image.resolution !== undefined;
  const chosen = options.resolutionOf ? options.resolutionOf(stream.width, stream.height, image.resolution) : image.resolution;
  let { dpiX, dpiY } = chosen ?? { dpiX: DPI_ASSUMED, dpiY: DPI_ASSUMED };
  const side = Math.max((stream.width * 72) / dpiX, (stream.height * 72) / dpiY);
  if (!options.page && side > PDF_BOUNDS.pageSideUnitsMax) {
    const factor = side / PDF_BOUNDS.pageSideUnitsMax;
    [dpiX, dpiY] = [dpiX * factor, dpiY * factor];
    warnings.push({
      code: 'page_reduced',
      message: 'At its resolution the image would exceed the largest page size; the page was made smaller.',
      page: pageNumber,
    });
  }
  const isTurned = orientation >= 5;
  const [across, up] = [(stream.width * 72) / dpiX, (stream.height * 72) / dpiY];
  const [width, height] = isTurned ? [up, across] : [across, up];
  const placed = placeOnPage(width, height, options.page);
  const matrix = [
    ...orientationMatrix(orientation, placed.width, placed.height).slice(0, 4),
    ...orientationMatrix(orientation, placed.width, placed.height)
      .slice(4)
      .map((value, index) => value + (index === 0 ? placed.x : placed.y)),
  ];
  const content = `q ${writeNumbers(matrix.map(rounded))} cm /Im0 Do Q`;
  const ref = context.register(
    context.obj({
      Type: 'Page',
      Parent: treeRef,
      MediaBox: [0, 0, rounded(placed.pageWidth), rounded(placed.pageHeight)],
      Resources: { XObject: { Im0: context.register(makeXObject(context, stream)) } },
      Contents: context.register(context.stream(Buffer.from(content))),
    }),
  );
  return {
    ref,
    page: { width: stream.width, height: stream.height, orientation, dpiX, dpiY, dpiKnown, unchanged: stream.unchanged },
  };
}

function placeOnPage(width: number, height: number, page: ImagePdfOptions['page']) {
  if (!page) return { width, height, x: 0, y: 0, pageWidth: width, pageHeight: height };
  const isWide = width > height;
  const [short, long] = [Math.min(page.width, page.height), Math.max(page.width, page.height)];
  const [pageWidth, pageHeight] = isWide ? [long, short] : [short, long];
  const scale = Math.min(1, (pageWidth - 2 * page.margin) / width, (pageHeight - 2 * page.margin) / height);
  const size = { width: width * scale, height: height * scale };
  return { ...size, x: (pageWidth - size.width) / 2, y: (pageHeight - size.height) / 2, pageWidth, pageHeight };
}

/** The matrix from the unit square to a page of this size, with the picture upright (CIPA DC-008, 4.6.5; ISO 32000-1 8.3.3). */
export function orientationMatrix(orientation: number, width: number, height: number): number[] {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, width, 0];
    case 3:
      return [-width, 0, 0, -height, width, height];
    case 4:
      return [width, 0, 0, -height, 0, height];
    case 5:
      return [0, -height, -width, 0, width, height];
    case 6:
      return [0, -height, width, 0, 0, height];
    case 7:
      return [0, height, width, 0, 0, 0];
    case 8:
      return [0, height, -width, 0, width, 0];
    default:
      return [width, 0, 0, height, 0, 0];
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

const DEVICE = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;
const ICC_SIGNATURE = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' } as const;

/** The image dictionary of ISO 32000-1, table 89. */
export function makeXObject(context: PDFContext, stream: ImageStream): PDFRawStream {
  const { components, bitsPerComponent, width } = stream;
  return context.stream(stream.data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: stream.height,
    BitsPerComponent: bitsPerComponent,
    ColorSpace: colourSpace(context, stream),
    Filter: stream.filter,
    ...(stream.pngFilters && {
      DecodeParms: { Predictor: 15, Colors: components, BitsPerComponent: bitsPerComponent, Columns: width },
    }),
    ...(stream.inverted && { Decode: Array.from({ length: components }, () => [1, 0]).flat() }),
    ...(stream.colourKey && { Mask: stream.colourKey.flatMap((value) => [value, value]) }),
    ...(stream.softMask && { SMask: context.register(makeXObject(context, stream.softMask)) }),
  });
}

function colourSpace(context: PDFContext, stream: ImageStream): PDFArray | PDFName {
  const { components, palette, iccProfile } = stream;
  const device = DEVICE[components];
  if (palette) {
    const table = context.register(context.stream(palette));
    return context.obj(['Indexed', 'DeviceRGB', palette.length / 3 - 1, table]);
  }
  if (!iccProfile || Buffer.from(iccProfile.subarray(16, 20)).toString('latin1') !== ICC_SIGNATURE[components]) return PDFName.of(device);
  const profile = context.register(context.flateStream(iccProfile, { N: components, Alternate: device }));
  return context.obj(['ICCBased', profile]);
}
