// The ways in which a picture could be stored at a level, each with its size and its likeness to the original at the view's resolution. The choice
// is not final here: the page that holds the picture may ask for a safer one.

import { deflateSync } from 'node:zlib';
import type { PDFObject } from 'pdf-lib';
import { encodeCcittG4 } from '../../images/ccitt-encode.ts';
import { encodeJbig2 } from '../../images/jbig2-encode.ts';
import { findPalette, isBilevel, lumaOf, packSamples, type Palette, type Raster, toBilevel, toGreyIfGrey } from '../../images/raster.ts';
import { measureSsim } from '../../images/ssim.ts';
import {
  cutBand,
  decodeJpeg,
  encodeJpeg,
  encodePredicted,
  recompressInkJpeg,
  resizeRaster,
  showInkJpeg,
  type StoredJpeg,
} from '../../tools/sharp.ts';
import { type Level, VIEW_DPI } from './levels.ts';
import type { Picture } from './read-picture.ts';

/** Times the target: resampling a less dense picture gains too little. */
const RESAMPLED_MIN = 1.15;
const BILEVEL_RESAMPLED_MIN = 1.5;
/** Least likeness of a soft mask. */
const SOFT_MASK_SSIM_MIN = 0.985;

type Codec = 'jpeg' | 'flate' | 'jbig2' | 'ccitt';

export interface Candidate {
  readonly codec: Codec;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 2 | 4 | 8;
  readonly channels: 1 | 3;
  /** `same`: the picture's own colour space stays valid, and for `inks` its /Decode too; a palette without a base is in device colours. */
  readonly colours: 'same' | 'device' | 'stencil' | 'inks' | { readonly palette: Uint8Array; readonly base: PDFObject | undefined };
  /** The data use PNG predictors. */
  readonly predicted: boolean;
  /** Likeness at the view's resolution, 1 for the same samples. */
  readonly ssim: number;
  /** JPEG quality, for a JPEG. */
  readonly quality?: number;
}

export interface CandidateRequest {
  readonly picture: Picture;
  /** Dots per inch of its largest placement; undefined when it is not known. */
  readonly dpi: number | undefined;
  readonly isSoftMask: boolean;
  readonly level: Level;
  /** By how much more alike than the level requires. */
  readonly margin: number;
  /** Its present size, after lossless recompression. */
  readonly currentBytes: number;
  /** Where the search for a quality starts; the answer is stored here for the next picture. */
  readonly hint: { qualityIndex?: number; sizeIndex?: number };
}

/** Ascending in size, all smaller than the present one. */
export async function makeCandidates(request: CandidateRequest): Promise<Candidate[]> {
  const { picture, currentBytes, level } = request;
  const found: Candidate[] = [];
  const raster = simplify(picture, level);
  const lossless = picture.isLossless && !('jpeg' in raster) ? raster : undefined;
  if (lossless?.channels === 1 && isBilevel(lossless.pixels)) found.push(...(await makeBilevel(lossless, request)));
  else {
    if (lossless) found.push(...(await makeLossless(lossless, request)));
    // A picture of a few bytes cannot become smaller.
    if (currentBytes > LOSSY_BYTES_MIN) found.push(...(await makeLossy(raster, request)));
  }
  return found.filter(({ bytes }) => bytes.length + OVERHEAD_BYTES < currentBytes).toSorted((a, b) => a.bytes.length - b.bytes.length);
}

const LOSSY_BYTES_MIN = 1500;
const OVERHEAD_BYTES = 24;
const TWO_COLOURS = 2;

function simplify(picture: Picture, level: Level): Picture['raster'] {
  const { raster, isLossless } = picture;
  if ('jpeg' in raster || !mayChangeColours(picture)) return raster;
  return toGreyIfGrey(raster, isLossless ? 0 : level.greyToleranceMax) ?? raster;
}

/** Decoded to device colours, or stored in them with nothing that maps the samples. */
function mayChangeColours({ colourSpace, isStencil, inkJpeg }: Picture): boolean {
  return !isStencil && !inkJpeg && (colourSpace === undefined || colourSpace.kind === 'rgb');
}

async function makeBilevel(raster: Raster, { picture, dpi, level, margin }: CandidateRequest): Promise<Candidate[]> {
  const candidates = encodeBilevel(toBilevel(raster.pixels, 128), raster, picture, 1);
  if (level.bilevelDpi === undefined || dpi === undefined || dpi < level.bilevelDpi * BILEVEL_RESAMPLED_MIN) return candidates;
  const scale = level.bilevelDpi / dpi;
  const [width, height] = [Math.max(1, Math.round(raster.width * scale)), Math.max(1, Math.round(raster.height * scale))];
  const small = await resizeRaster(raster, width, height);
  const black = toBilevel(small.pixels, 128);
  const again: Raster = { width, height, channels: 1, pixels: black.map((bit) => (bit === 1 ? 0 : 255)) };
  const ssim = await measureAtView(raster, again, dpi);
  if (ssim < level.imageSsimMin + margin) return candidates;
  return [...candidates, ...encodeBilevel(black, again, picture, ssim)];
}

function encodeBilevel(black: Uint8Array, { width, height }: Raster, picture: Picture, ssim: number): Candidate[] {
  const colours = picture.isStencil ? 'stencil' : coloursFor(picture, 1);
  return encodeBits(black, { width, height, bits: 1, channels: 1, colours, predicted: false, ssim });
}

/** @param zeros 1 where the sample is 0, which is what both codecs call black. */
function encodeBits(zeros: Uint8Array, base: Omit<Candidate, 'codec' | 'bytes'>): Candidate[] {
  const { width, height } = base;
  const packed = packSamples(
    zeros.map((bit) => 1 - bit),
    width,
    height,
    1,
  );
  return [
    { ...base, codec: 'jbig2', bytes: encodeJbig2(zeros, width, height) },
    { ...base, codec: 'ccitt', bytes: encodeCcittG4(zeros, width, height) },
    { ...base, codec: 'flate', bytes: deflateSync(packed, { level: 9, memLevel: 9 }) },
  ];
}

/** Its own colour space stays valid as long as the number of components stays. */
function coloursFor(picture: Picture, channels: 1 | 3): 'same' | 'device' {
  return picture.colourSpace && channels === picture.raster.channels ? 'same' : 'device';
}

async function makeLossless(raster: Raster, { picture, isSoftMask }: CandidateRequest): Promise<Candidate[]> {
  const { width, height, channels } = raster;
  const colours = coloursFor(picture, channels);
  const found: Candidate[] = [];
  // A soft mask must be DeviceGray (11.6.5.3).
  const palette = isSoftMask || picture.colourSpace?.kind === 'separation' ? undefined : findPalette(raster, 256);
  if (palette) found.push(...storePalette(palette, raster, colours === 'same' ? picture.colourSpace?.object : undefined));
  const base = { codec: 'flate', width, height, bits: 8, channels, colours, ssim: 1 } as const;
  found.push({ ...base, bytes: await encodePredicted(raster), predicted: true });
  if (channels === 1) found.push({ ...base, bytes: deflateSync(raster.pixels, { level: 9, memLevel: 9 }), predicted: false });
  return found;
}

function storePalette({ count, colours, indexes }: Palette, { width, height, channels }: Raster, base: PDFObject | undefined): Candidate[] {
  const bits = count <= TWO_COLOURS ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
  const shape = { width, height, bits, channels, colours: { palette: colours, base }, predicted: false, ssim: 1 } as const;
  if (bits === 1)
    return encodeBits(
      indexes.map((index) => 1 - index),
      shape,
    );
  const packed = bits === 8 ? indexes : packSamples(indexes, width, height, bits);
  return [{ ...shape, codec: 'flate', bytes: deflateSync(packed, { level: 9, memLevel: 9 }) }];
}

/** The resolutions to try, the coarsest first, its own last. */
function sizesToTry(
  raster: Picture['raster'],
  dpi: number | undefined,
  level: Level,
): { readonly width: number; readonly height: number }[] {
  const own = { width: raster.width, height: raster.height };
  if (dpi === undefined) return [own];
  const smaller = level.dpis
    .filter((target) => dpi >= target * RESAMPLED_MIN)
    .map((target) => ({
      width: Math.max(1, Math.round((raster.width * target) / dpi)),
      height: Math.max(1, Math.round((raster.height * target) / dpi)),
    }));
  return [...smaller, own];
}

async function makeLossy(raster: Picture['raster'], request: CandidateRequest): Promise<Candidate[]> {
  const { dpi, level, isSoftMask, margin, hint } = request;
  // What is under a soft mask shows through its edges.
  const least = isSoftMask ? Math.max(level.imageSsimMin, SOFT_MASK_SSIM_MIN) : level.imageSsimMin;
  const aim = Math.min(AIM_MAX, least + margin);
  const view = await atView(raster, dpi);
  const found: Candidate[] = [];
  const middle = level.jpegQualities.length >> 1;
  const at = ({ quality = 0 }: Candidate) => level.jpegQualities.indexOf(quality);
  const sizes = sizesToTry(raster, dpi, level);
  // The best size for the last picture of the kind is tried first for the next; the others only when it is not good enough.
  const known = sizes[hint.sizeIndex ?? -1];
  for (const size of known ? [known] : sizes) {
    const base = await resizeRaster(raster, size.width, size.height);
    const candidate = await ('jpeg' in base ? findLargeQuality(base, view, aim, request) : findQuality(base, view, aim, request));
    const before = found.at(-1);
    if (candidate) found.push(candidate);
    if (candidate && !(before && before.bytes.length <= candidate.bytes.length)) hint.sizeIndex = sizes.indexOf(size);
    // From coarse to fine: a coarse size stays when it needs little quality or a finer one is larger.
    if (candidate && (at(candidate) <= middle || (before && candidate.bytes.length > before.bytes.length))) break;
  }
  if (known && found.length === 0) {
    delete hint.sizeIndex;
    return makeLossy(raster, request);
  }
  return found;
}

const AIM_MAX = 0.997;

/** The smallest JPEG that is like the view. Searches by halves, starting where the last picture ended. */
async function findQuality(
  base: Raster,
  view: Raster,
  aim: number,
  { level, hint, picture }: CandidateRequest,
): Promise<Candidate | undefined> {
  const { jpegQualities: qualities, halveChroma } = level;
  let [low, high] = [0, qualities.length - 1];
  let best: Candidate | undefined;
  let at = Math.min(hint.qualityIndex ?? high >> 1, high);
  const { channels } = base;
  const colours = picture.inkJpeg ? 'inks' : coloursFor(picture, channels);
  while (low <= high) {
    const quality = qualities[at] ?? 75;
    const options = { quality, halveChroma };
    const { inkJpeg } = picture;
    const bytes = inkJpeg ? await recompressInkJpeg(inkJpeg, base.width, base.height, options) : await encodeJpeg(base, options);
    const shown = await (inkJpeg ? showInkJpeg(bytes) : decodeJpeg(bytes));
    if (!shown) return best;
    const ssim = await measureShown(shown, view);
    if (ssim >= aim) {
      best = { codec: 'jpeg', bytes, width: base.width, height: base.height, bits: 8, channels, colours, predicted: false, ssim, quality };
      hint.qualityIndex = at;
      high = at - 1;
    } else low = at + 1;
    // One step beside a hint first, then by halves.
    at = ssim >= aim ? Math.max(low, Math.min(at - 1, high)) : (low + high) >> 1;
  }
  return best;
}

/** Of a large picture: so many of its pixels tell the quality that all of it needs. */
const BAND_PIXELS = 4_000_000;
const LARGE_ATTEMPTS_MAX = 3;

/** As findQuality: the search is made on a band in the middle, and the answer tried on the whole, then the next ones. */
async function findLargeQuality(base: StoredJpeg, view: Raster, aim: number, request: CandidateRequest): Promise<Candidate | undefined> {
  const { level, picture, dpi } = request;
  const { width, height, channels } = base;
  const { jpegQualities: qualities, halveChroma } = level;
  const rows = Math.min(height, Math.max(1, Math.round(BAND_PIXELS / width)));
  const band = await cutBand(base, Math.floor((height - rows) / 2), rows);
  const ofBand = await findQuality(band, await atView(band, dpi), aim, request);
  if (!ofBand) return undefined;
  const from = qualities.indexOf(ofBand.quality ?? 0);
  const colours = coloursFor(picture, channels);
  for (const quality of qualities.slice(from, from + LARGE_ATTEMPTS_MAX)) {
    const bytes = await encodeJpeg(base, { quality, halveChroma });
    const ssim = await measureShown({ width, height, channels, jpeg: bytes }, view);
    if (ssim >= aim) return { codec: 'jpeg', bytes, width, height, bits: 8, channels, colours, predicted: false, ssim, quality };
  }
  return undefined;
}

async function measureShown(shown: Raster | StoredJpeg, view: Raster): Promise<number> {
  const seen = await resizeRaster(shown, view.width, view.height);
  const raster = 'jpeg' in seen ? await asRaster(seen) : seen;
  return measureSsim(lumaOf(view), lumaOf(raster), view.width, view.height);
}

function asRaster(image: StoredJpeg): Promise<Raster> {
  return cutBand(image, 0, image.height);
}

/** The picture as seen at the resolution of the comparison, at most its own. */
async function atView(raster: Picture['raster'], dpi: number | undefined): Promise<Raster> {
  const scale = dpi === undefined ? 1 : Math.min(1, VIEW_DPI / dpi);
  const capped = Math.min(scale, Math.sqrt(VIEW_PIXELS_MAX / (raster.width * raster.height)));
  const view = await resizeRaster(raster, Math.max(1, Math.round(raster.width * capped)), Math.max(1, Math.round(raster.height * capped)));
  return 'jpeg' in view ? asRaster(view) : view;
}

const VIEW_PIXELS_MAX = 3_000_000;

async function measureAtView(one: Raster, two: Raster, dpi: number | undefined): Promise<number> {
  const view = await atView(one, dpi);
  const shown = await resizeRaster(two, view.width, view.height);
  return measureSsim(lumaOf(view), lumaOf(shown), view.width, view.height);
}
