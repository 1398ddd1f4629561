// Pictures that a page places: the original JPEG where it stands alone, else the pixels with their masks applied. Pixels are budgeted before
// they are made: a picture is never larger than its own samples, and never finer than IMAGE_DPI_MAX as placed.

import type { Pdfium } from '../pdfium.ts';
import { UNIT_SQUARE } from '../../geometry/box.ts';
import { showBox, type ShownBox } from '../../geometry/shown-box.ts';
import type { PlacedImage } from './page-content.ts';
import { IDENTITY, type Matrix, multiply } from '../../geometry/matrix.ts';
import { maskPixels, readClipMasks } from './clip-masks.ts';
import { movePixels } from './move-pixels.ts';
import { clipped, readClip } from './read-paths.ts';
import type { Scratch } from './scratch.ts';
import type { PlacedObject } from './walk-objects.ts';

export interface ImageBudget {
  /** Remaining pixels; decreases as pictures are read. */
  pixelsLeft: number;
  bytesLeft: number;
  /** Remaining milliseconds of drawing: a small picture can have a mask that takes a second. */
  msLeft: number;
  /** Sizes in bytes of stored JPEG data that a mask or a Decode array changes: these are drawn, not copied. */
  readonly maskedBytes: ReadonlySet<number>;
}

const IMAGE_DPI_MAX = 300;
const IMAGE_PIXELS_MAX = 12_000_000;
const SMALL_POINTS = 2;
/** Share of its size: a picture that leans more is not shown upright. */
const LEAN_MAX = 0.01;
/** The engine's bitmap may be so many times as large as requested; a larger one is wrong. */
const DRAWN_MAX = 1.1;
/** A picture of so few samples is a patch of colour. */
const PATCH_PIXELS_MAX = 16;
/** And rows: in so many places a patch is looked at. */
const PATCH_COLUMNS = 4;
const COLOURS = { grey: 1, rgb: 2, calGrey: 4, calRgb: 5, icc: 7 } as const;

interface ImageContext {
  readonly engine: Pdfium;
  readonly scratch: Scratch;
  readonly document: number;
  readonly page: number;
  readonly budget: ImageBudget;
}

interface PictureSetting {
  readonly clips: readonly PlacedObject[];
  readonly toPage: Matrix;
  readonly clip: ShownBox | undefined;
  readonly opacity: number;
}

/**
 * @param toShown from the unit square of the picture to the page as shown
 * @param clips the picture and the forms around it, which have the clip paths
 * @param clip the box around what these leave
 * @param opacity what the groups around it leave of its own, 0–1
 */
export function readImage(
  context: ImageContext,
  handle: number,
  toShown: Matrix,
  object: number,
  { clips, toPage, clip, opacity }: PictureSetting,
): PlacedImage | undefined {
  const { engine, scratch } = context;
  const box = showBox(toShown, UNIT_SQUARE);
  const seen = clip ? clipped(box, clip) : box;
  if (!seen) return undefined;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (!(width > SMALL_POINTS && height > SMALL_POINTS)) return undefined;
  if (!engine.FPDFImageObj_GetImagePixelSize(handle, scratch.pointer, scratch.pointer + 4)) return undefined;
  const [widthPixels = 0, heightPixels = 0] = scratch.integers;
  if (widthPixels <= 0 || heightPixels <= 0 || widthPixels * heightPixels <= PATCH_PIXELS_MAX) return undefined;
  const mcid = engine.FPDFPageObj_GetMarkedContentID(handle);
  const crop = cropOf(box, seen);
  const place = { box: crop ? seen : box, mcid, object, ...(crop ? { crop } : {}) };
  // Turned or mirrored pictures are drawn as they are seen.
  const lean = Math.abs(toShown[1]) + Math.abs(toShown[2]);
  const straight = Math.abs(toShown[0]) + Math.abs(toShown[3]);
  const upright = toShown[0] > 0 && toShown[3] < 0 && lean < LEAN_MAX * Math.abs(toShown[0] + toShown[3]);
  const isLeaning = Math.min(lean, straight) > LEAN_MAX * Math.max(lean, straight);
  const masks = clip ? clips.flatMap((one) => readClipMasks(engine, scratch, one.handle, multiply(one.outer, toPage), box)) : [];
  const isWhole = opacity === 1 && masks.length === 0 && engine.pdfium.wasmExports.FPDFPageObj_HasTransparency(handle) === 0;
  const jpeg = upright && isWhole ? readJpeg(context, handle) : undefined;
  if (jpeg) return { ...place, widthPixels, heightPixels, jpeg };
  const scale = Math.min(
    1,
    Math.max((width * IMAGE_DPI_MAX) / 72 / widthPixels, (height * IMAGE_DPI_MAX) / 72 / heightPixels),
    Math.sqrt(Math.min(IMAGE_PIXELS_MAX, context.budget.pixelsLeft) / (widthPixels * heightPixels)),
  );
  const turned = !isLeaning && lean > straight;
  const columns = Math.floor((turned ? heightPixels : widthPixels) * scale);
  const rows = Math.floor((turned ? widthPixels : heightPixels) * scale);
  if (columns < 1 || rows < 1 || context.budget.msLeft <= 0) return { ...place, widthPixels, heightPixels };
  const start = performance.now();
  const size = { columns, rows };
  const bgra = isLeaning ? drawLeaning(context, handle, toShown, box, size) : drawImage(context, handle, toShown, box, size);
  if (bgra?.bgra && masks.length > 0) maskPixels({ ...bgra, bgra: bgra.bgra }, box, masks);
  if (bgra?.bgra && opacity < 1) fadePixels(bgra.bgra, opacity);
  context.budget.msLeft -= performance.now() - start;
  return bgra ? { ...place, ...bgra } : { ...place, widthPixels, heightPixels };
}

function fadePixels(bgra: Uint8Array, opacity: number): void {
  for (let at = 3; at < bgra.length; at += 4) bgra[at] = Math.round((bgra[at] ?? 0) * opacity);
}

/**
 * A picture that readImage leaves out, thin or of few samples (some programs draw lines so): its visible part, and its colour where it has only
 * one. Undefined where nothing of it is seen.
 */
export function readPatch(
  context: ImageContext,
  handle: number,
  toShown: Matrix,
  { clip, opacity }: Pick<PictureSetting, 'clip' | 'opacity'>,
): { readonly box: ShownBox; readonly fill: { readonly colour: number; readonly opacity: number } | undefined } | undefined {
  const box = showBox(toShown, UNIT_SQUARE);
  const seen = clip ? clipped(box, clip) : box;
  if (!seen || context.budget.msLeft <= 0) return undefined;
  const start = performance.now();
  const drawn = drawImage(context, handle, toShown, box, { columns: PATCH_COLUMNS, rows: PATCH_COLUMNS });
  context.budget.msLeft -= performance.now() - start;
  if (!drawn?.bgra) return undefined;
  const pixels = new Uint32Array(drawn.bgra.buffer, 0, drawn.widthPixels * drawn.heightPixels);
  if (!pixels.every((pixel) => pixel === pixels[0])) return { box: seen, fill: undefined };
  const [blue = 0, green = 0, red = 0, alpha = 0] = drawn.bgra;
  const fill = { colour: (red << 16) | (green << 8) | blue, opacity: Math.round(alpha * opacity) };
  return fill.opacity === 0 ? undefined : { box: seen, fill };
}

/** Share of a side: a smaller hidden part is the rounding of a clip. */
const CROPPED_MIN = 0.02;

/** Undefined where almost nothing is hidden. */
function cropOf(box: ShownBox, seen: ShownBox): ShownBox | undefined {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const crop = {
    left: (seen.left - box.left) / width,
    top: (seen.top - box.top) / height,
    right: (seen.right - box.left) / width,
    bottom: (seen.bottom - box.top) / height,
  };
  const hidden = Math.max(crop.left, crop.top, 1 - crop.right, 1 - crop.bottom);
  return hidden > CROPPED_MIN && crop.right > crop.left && crop.bottom > crop.top ? crop : undefined;
}

function readJpeg({ engine, scratch, page, budget }: ImageContext, handle: number): Uint8Array<ArrayBuffer> | undefined {
  if (engine.FPDFImageObj_GetImageFilterCount(handle) !== 1) return undefined;
  const filter = scratch.string((pointer, max) => engine.FPDFImageObj_GetImageFilter(handle, 0, pointer, max));
  if (filter !== 'DCTDecode') return undefined;
  if (!engine.FPDFImageObj_GetImageMetadata(handle, page, scratch.pointer)) return undefined;
  // FPDF_IMAGEOBJ_METADATA: width, height, two resolutions, bits per pixel, colour space, marked-content id.
  const [, , , , bitsPerPixel = 0, colourSpace = 0] = scratch.integers;
  const plain: readonly number[] = [COLOURS.grey, COLOURS.rgb, COLOURS.calGrey, COLOURS.calRgb, COLOURS.icc];
  if (!plain.includes(colourSpace) || (bitsPerPixel !== 8 && bitsPerPixel !== 24)) return undefined;
  const bytes = scratch.bytes((pointer, max) => engine.FPDFImageObj_GetImageDataRaw(handle, pointer, max), budget.bytesLeft);
  if (!bytes || budget.maskedBytes.has(bytes.length)) return undefined;
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  budget.bytesLeft -= bytes.length;
  return bytes;
}

/** Draws only the object, at the requested size, by giving it another matrix: PDFium draws an object at one pixel per unit. */
function drawImage(
  { engine, scratch, document, page, budget }: ImageContext,
  handle: number,
  toShown: Matrix,
  box: PlacedImage['box'],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Pick<PlacedImage, 'bgra' | 'widthPixels' | 'heightPixels'> | undefined {
  const [x, y] = [columns / (box.right - box.left), rows / (box.bottom - box.top)];
  const floats = scratch.floats;
  floats.set([
    toShown[0] * x,
    -toShown[1] * y,
    toShown[2] * x,
    -toShown[3] * y,
    (toShown[4] - box.left) * x,
    (box.bottom - toShown[5]) * y,
  ]);
  if (!engine.FPDFPageObj_SetMatrix(handle, scratch.pointer)) return undefined;
  const bitmap = engine.FPDFImageObj_GetRenderedBitmap(document, page, handle);
  if (bitmap === 0) return undefined;
  const [width, height] = [engine.FPDFBitmap_GetWidth(bitmap), engine.FPDFBitmap_GetHeight(bitmap)];
  const pixels = copyPixels(engine, bitmap, width, height);
  engine.FPDFBitmap_Destroy(bitmap);
  if (!pixels) return undefined;
  budget.pixelsLeft -= width * height;
  return { bgra: pixels, widthPixels: width, heightPixels: height };
}

/** So many times as large, a clip leaves all of its picture. */
const CLIP_GROWTH = 1e4;

function widenClip({ engine, scratch }: ImageContext, handle: number): void {
  const clip = readClip(engine, scratch, handle, IDENTITY);
  if (!clip) return;
  const [x, y] = [(clip.left + clip.right) / 2, (clip.top + clip.bottom) / 2];
  const away = 1 - CLIP_GROWTH;
  engine.pdfium.wasmExports.FPDFPageObj_TransformClipPath(handle, CLIP_GROWTH, 0, 0, CLIP_GROWTH, x * away, y * away);
}

/**
 * Upright first, and then moved: the engine gives a picture that leans the bitmap that it would have if it stood upright, and cuts it. It clips
 * that by the box around the clip of the leaning one, which is therefore taken away: it is in the masks.
 */
function drawLeaning(
  context: ImageContext,
  handle: number,
  toShown: Matrix,
  box: PlacedImage['box'],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Pick<PlacedImage, 'bgra' | 'widthPixels' | 'heightPixels'> | undefined {
  widenClip(context, handle);
  const [across, along] = [Math.hypot(toShown[0], toShown[1]), Math.hypot(toShown[2], toShown[3])];
  const upright = drawImage(
    context,
    handle,
    [columns, 0, 0, -rows, 0, rows],
    { left: 0, top: 0, right: columns, bottom: rows },
    { columns, rows },
  );
  if (!upright?.bgra) return undefined;
  const { widthPixels, heightPixels } = upright;
  const toUnits: Matrix = [1 / widthPixels, 0, 0, -1 / heightPixels, 0, 1];
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const finest = Math.sqrt(Math.min(IMAGE_PIXELS_MAX, Math.max(1, context.budget.pixelsLeft)) / (width * height));
  const density = Math.min(finest, Math.max(widthPixels / across, heightPixels / along));
  const size = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))] as const;
  const toPixels: Matrix = [size[0] / width, 0, 0, size[1] / height, (-box.left * size[0]) / width, (-box.top * size[1]) / height];
  const moved = movePixels({ bgra: upright.bgra, widthPixels, heightPixels }, multiply(multiply(toUnits, toShown), toPixels), size);
  if (moved) context.budget.pixelsLeft -= size[0] * size[1];
  return moved;
}

const FORMAT = { bgr: 2, bgrx: 3, bgra: 4 } as const;

function copyPixels(engine: Pdfium, bitmap: number, width: number, height: number): Uint8Array<ArrayBuffer> | undefined {
  const format = engine.FPDFBitmap_GetFormat(bitmap);
  const channels = format === FORMAT.bgr ? 3 : format === FORMAT.bgrx || format === FORMAT.bgra ? 4 : 0;
  if (channels === 0 || width * height > IMAGE_PIXELS_MAX * DRAWN_MAX) return undefined;
  const stride = engine.FPDFBitmap_GetStride(bitmap);
  const start = engine.FPDFBitmap_GetBuffer(bitmap);
  const heap = engine.pdfium.HEAPU8;
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    let from = start + row * stride;
    let to = row * width * 4;
    for (let column = 0; column < width; column++) {
      pixels[to] = heap[from] ?? 0;
      pixels[to + 1] = heap[from + 1] ?? 0;
      pixels[to + 2] = heap[from + 2] ?? 0;
      pixels[to + 3] = format === FORMAT.bgra ? (heap[from + 3] ?? 255) : 255;
      from += channels;
      to += 4;
    }
  }
  return pixels;
}
