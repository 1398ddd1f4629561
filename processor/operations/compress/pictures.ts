// The pictures of a document, one at a time: read, the candidates of the level made, the smallest put in its place. The original is kept, so
// that a page that looks too different gets the next safer one.

import { type PDFContext, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import { isImage } from '../../pdf/pictures/colour-space.ts';
import type { KeepBytes } from '../../pdf/scratch-file.ts';
import { numberOf } from '../../pdf/syntax/dictionary.ts';
import { codecOf } from '../../pdf/streams/measure-bytes.ts';
import type { Level } from './levels.ts';
import { type Candidate, makeCandidates } from './picture-candidates.ts';
import { readPicture } from './read-picture.ts';
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

/** What took the place of a picture; its bytes lie elsewhere. */
export interface ChosenForm extends Omit<Candidate, 'bytes' | 'colours' | 'predicted'> {
  readonly bytes: number;
  readonly colours: Exclude<Candidate['colours'], object> | 'palette';
}

export interface CompressedPicture {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly before: PictureTold;
  /** Looks for a candidate that makes up a page's shortfall; after a few tries the original comes back. */
  readonly makeSafer: (shortfall: number) => Promise<void>;
  readonly restore: () => void;
  readonly chosen: () => ChosenForm | undefined;
}

export interface PicturesRequest {
  readonly context: PDFContext;
  readonly level: Level;
  /** Dots per inch of the largest placement, by picture; the others have no known placement. */
  readonly dpis: ReadonlyMap<PDFRef, number>;
  /** The shortfall of the worst page with the picture; asked for one picture of a kind, so that the others need no second try. */
  readonly judge: (picture: CompressedPicture) => Promise<number>;
  /** Where the new data lie until they are written. */
  readonly keep: KeepBytes;
  readonly onPicture: (done: number, total: number) => void;
}

export async function compressPictures({ context, level, dpis, judge, keep, onPicture }: PicturesRequest): Promise<CompressedPicture[]> {
  const pictures = context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]) => (object instanceof PDFRawStream && isImage(object.dict) ? [[ref, object] as const] : []));
  const softMasks = findSoftMasks(
    pictures.map(([, stream]) => stream),
    dpis,
  );
  const hints = new Map<string, Hint>();
  const compressed: CompressedPicture[] = [];
  for (const [index, [ref, stream]] of pictures.entries()) {
    onPicture(index, pictures.length);
    const mask = softMasks.get(ref);
    const dpi = dpis.get(ref) ?? mask?.dpi;
    const kind = `${mask ? 'mask' : 'picture'} ${stream.dict.get(PDFName.of('ColorSpace'))?.toString()}`;
    const hint: Hint = hints.get(kind) ?? {};
    hints.set(kind, hint);
    const request = { dpi, isSoftMask: mask !== undefined, isMatte: mask?.isMatte ?? false, level, hint, keep };
    const picture = await compressPicture(ref, stream, request);
    compressed.push(picture);
    if (pictures.length >= CALIBRATED_MIN) await calibrate(picture, hint, judge);
  }
  return compressed;
}

/** What is learned from one picture for the next of its kind. */
interface Hint {
  qualityIndex?: number;
  sizeIndex?: number;
  /** The likeness of pages is lower than that of their pictures by this much. */
  margin?: number;
}

/** With fewer pictures a second try costs less than asking. */
const CALIBRATED_MIN = 6;
const CALIBRATED_BYTES_MIN = 50_000;
const CALIBRATIONS_MAX = 2;

async function calibrate(picture: CompressedPicture, hint: Hint, judge: PicturesRequest['judge']): Promise<void> {
  if (hint.margin !== undefined || picture.before.bytes < CALIBRATED_BYTES_MIN || (picture.chosen()?.ssim ?? 1) === 1) return;
  let margin = 0;
  for (let round = 0; round < CALIBRATIONS_MAX; round++) {
    const shortfall = await judge(picture);
    if (shortfall <= 0) break;
    margin += shortfall + MARGIN_STEP;
    await picture.makeSafer(shortfall);
  }
  hint.margin = margin;
}

interface PictureRequest {
  readonly dpi: number | undefined;
  readonly isSoftMask: boolean;
  readonly isMatte: boolean;
  readonly level: Level;
  readonly hint: Hint;
  readonly keep: KeepBytes;
}

async function compressPicture(ref: PDFRef, stream: PDFRawStream, request: PictureRequest): Promise<CompressedPicture> {
  const { dpi } = request;
  const [width, height] = [numberOf(stream.dict, 'Width') ?? 0, numberOf(stream.dict, 'Height') ?? 0];
  const bytes = stream.getContentsSize();
  const told = {
    object: ref.objectNumber,
    width,
    height,
    dpi: dpi === undefined ? null : Math.round(dpi),
    codec: codecOf(stream.dict),
    bytes,
  };
  const unchanged = (left: string): CompressedPicture => ({
    ref,
    stream,
    before: { ...told, left },
    makeSafer: () => Promise.resolve(),
    restore: () => {},
    chosen: () => undefined,
  });
  if (request.isMatte) return unchanged('matte');
  if (bytes < PICTURE_BYTES_MIN) return unchanged('small');
  const state: StoredState = keepState(stream);
  const first = await storeSmallest(stream, request, request.hint.margin ?? 0);
  if (typeof first === 'string') return unchanged(first);
  let chosen: ChosenForm | undefined = first;
  let [margin, attempts] = [request.hint.margin ?? 0, 0];
  const restore = () => {
    restoreState(stream, state);
    chosen = undefined;
  };
  return {
    ref,
    stream,
    before: told,
    async makeSafer(shortfall) {
      if (!chosen || chosen.ssim === 1) return;
      restore();
      if (++attempts > ATTEMPTS_MAX) return;
      margin += shortfall * attempts + MARGIN_STEP;
      const next = await storeSmallest(stream, request, margin);
      chosen = typeof next === 'string' ? undefined : next;
    },
    restore,
    chosen: () => chosen,
  };
}

/** Less than this is not worth a second try of a whole picture. */
const PICTURE_BYTES_MIN = 200;
/** A third try costs more than it gains. */
const ATTEMPTS_MAX = 3;
const MARGIN_STEP = 0.003;

/** A string is the reason why the picture is kept unchanged. */
async function storeSmallest(stream: PDFRawStream, request: PictureRequest, margin: number): Promise<ChosenForm | string> {
  const picture = await readPicture(stream);
  if (typeof picture === 'string') return picture;
  const [smallest] = await makeCandidates({ picture, currentBytes: stream.getContentsSize(), margin, ...request });
  if (!smallest) return 'no_smaller_form';
  storeCandidate(stream, picture, smallest, request.keep);
  const { bytes, colours, predicted: _, ...form } = smallest;
  return { ...form, bytes: bytes.length, colours: typeof colours === 'string' ? colours : 'palette' };
}

interface SoftMask {
  /** The density at which its picture is placed, times the ratio of their sizes. */
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
