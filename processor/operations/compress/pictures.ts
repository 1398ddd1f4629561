// The pictures of a document, one at a time: read, the candidates of the level made, the smallest put in its place. What each was stays at hand, so
// that a page which looks too different gets the next safer one.

import { type PDFContext, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import { isImage } from '../../pdf/colour-space.ts';
import { numberOf } from '../../pdf/dictionary.ts';
import { codecOf } from '../../pdf/measure-bytes.ts';
import type { Level } from './levels.ts';
import { type Candidate, makeCandidates } from './picture-candidates.ts';
import { type Picture, readPicture } from './read-picture.ts';
import { keepState, restoreState, storeCandidate, type StoredState } from './store-picture.ts';

export interface PictureTold {
  readonly object: number;
  readonly width: number;
  readonly height: number;
  readonly dpi: number | null;
  readonly codec: string;
  readonly bytes: number;
  /** Why nothing was tried; absent when it was. */
  readonly left?: string;
}

export interface CompressedPicture {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly before: PictureTold;
  /** Replaces the current candidate by the next one that is more alike, at last by what was there. False when there was nothing to go back to. */
  readonly makeSafer: () => boolean;
  readonly restore: () => void;
  readonly chosen: () => Candidate | undefined;
}

export interface PicturesRequest {
  readonly context: PDFContext;
  readonly level: Level;
  /** Dots per inch of the largest placement, by picture; what is not here has no known placement. */
  readonly dpis: ReadonlyMap<PDFRef, number>;
  readonly onPicture: (done: number, total: number) => void;
}

export async function compressPictures({ context, level, dpis, onPicture }: PicturesRequest): Promise<CompressedPicture[]> {
  const pictures = context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]) => (object instanceof PDFRawStream && isImage(object.dict) ? [[ref, object] as const] : []));
  const softMasks = findSoftMasks(
    pictures.map(([, stream]) => stream),
    dpis,
  );
  const hints = new Map<string, { qualityIndex?: number }>();
  const compressed: CompressedPicture[] = [];
  for (const [index, [ref, stream]] of pictures.entries()) {
    onPicture(index, pictures.length);
    const mask = softMasks.get(ref);
    const dpi = dpis.get(ref) ?? mask?.dpi;
    const kind = `${mask ? 'mask' : 'picture'} ${stream.dict.get(PDFName.of('ColorSpace'))?.toString()}`;
    const hint = hints.get(kind) ?? {};
    hints.set(kind, hint);
    compressed.push(
      await compressPicture(ref, stream, { dpi, isSoftMask: mask !== undefined, isMatte: mask?.isMatte ?? false, level, hint }),
    );
  }
  return compressed;
}

interface PictureRequest {
  readonly dpi: number | undefined;
  readonly isSoftMask: boolean;
  readonly isMatte: boolean;
  readonly level: Level;
  readonly hint: { qualityIndex?: number };
}

async function compressPicture(ref: PDFRef, stream: PDFRawStream, request: PictureRequest): Promise<CompressedPicture> {
  const { dpi, level } = request;
  const [width, height] = [numberOf(stream.dict, 'Width') ?? 0, numberOf(stream.dict, 'Height') ?? 0];
  const told = {
    object: ref.objectNumber,
    width,
    height,
    dpi: dpi === undefined ? null : Math.round(dpi),
    codec: codecOf(stream.dict),
    bytes: stream.getContentsSize(),
  };
  const picture = request.isMatte ? 'matte' : told.bytes < PICTURE_BYTES_MIN ? 'small' : await readPicture(stream, level);
  if (typeof picture === 'string') return unchanged(ref, stream, { ...told, left: picture });
  const candidates = await makeCandidates({ picture, currentBytes: told.bytes, ...request });
  if (candidates.length === 0) return unchanged(ref, stream, { ...told, left: 'no_smaller_form' });
  return withCandidates(ref, stream, told, picture, candidates);
}

/** Less than this is not worth a second look at a whole picture. */
const PICTURE_BYTES_MIN = 200;

function withCandidates(
  ref: PDFRef,
  stream: PDFRawStream,
  before: PictureTold,
  { raster: _, ...picture }: Picture,
  candidates: readonly Candidate[],
): CompressedPicture {
  const state: StoredState = keepState(stream);
  // From small to large only those count that are more alike than a smaller one.
  let likest = -1;
  const ladder = candidates.filter(({ ssim }) => ssim > likest && (likest = ssim) >= 0);
  let step = 0;
  const put = () => {
    const candidate = ladder[step];
    if (candidate) storeCandidate(stream, picture, candidate);
    else restoreState(stream, state);
  };
  put();
  return {
    ref,
    stream,
    before,
    makeSafer() {
      if (step >= ladder.length || ladder[step]?.ssim === 1) return false;
      step++;
      put();
      return true;
    },
    restore() {
      step = ladder.length;
      put();
    },
    chosen: () => ladder[step],
  };
}

function unchanged(ref: PDFRef, stream: PDFRawStream, before: PictureTold): CompressedPicture {
  return { ref, stream, before, makeSafer: () => false, restore: () => {}, chosen: () => undefined };
}

interface SoftMask {
  /** As dense as its picture is placed, times the ratio of their sizes. */
  readonly dpi: number | undefined;
  readonly isMatte: boolean;
}

function findSoftMasks(pictures: readonly PDFRawStream[], dpis: ReadonlyMap<PDFRef, number>): ReadonlyMap<PDFRef, SoftMask> {
  const masks = new Map<PDFRef, SoftMask>();
  for (const picture of pictures) {
    for (const key of ['SMask', 'Mask']) {
      const ref = picture.dict.get(PDFName.of(key));
      const mask = picture.dict.context.lookup(ref);
      if (!(ref instanceof PDFRef) || !(mask instanceof PDFRawStream)) continue;
      const own = picture.dict.context.getObjectRef(picture);
      const dpi = own ? dpis.get(own) : undefined;
      const [width, maskWidth] = [numberOf(picture.dict, 'Width') ?? 1, numberOf(mask.dict, 'Width') ?? 1];
      const scaled = dpi === undefined ? undefined : (dpi * maskWidth) / width;
      const known = masks.get(ref);
      masks.set(ref, {
        dpi: known?.dpi === undefined ? scaled : Math.min(known.dpi, scaled ?? known.dpi),
        isMatte: (known?.isMatte ?? false) || mask.dict.has(PDFName.of('Matte')),
      });
    }
  }
  return masks;
}
