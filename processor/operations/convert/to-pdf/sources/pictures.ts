// Pictures that PDF cannot hold as they are → PNG, without loss: WebP, GIF and BMP. Of an animation the first picture.

import sharp, { type Sharp } from 'sharp';
import type { Warning } from '#contract/processor.ts';
import { JobFailure } from '../../../../failure.ts';
import { decodeBmp } from '../../../../images/bmp.ts';
import { parsePng, serialisePng } from '../../../../images/png-chunks.ts';
import { pictureKind } from '../../../../office/picture-kind.ts';

export type OtherPictureType = 'image/webp' | 'image/gif' | 'image/bmp';

export interface PngPicture {
  readonly png: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** As for any picture that becomes a page. */
const PIXELS_MAX = 140_000_000;

/** @throws JobFailure type_mismatch, pixel_limit, corrupt_file */
export async function pngOfPicture(bytes: Uint8Array, type: OtherPictureType): Promise<PngPicture> {
  if (type !== `image/${pictureKind(bytes)}`) throw new JobFailure('type_mismatch');
  if (type === 'image/bmp') {
    const { pixels, ...raw } = decodeBmp(bytes, PIXELS_MAX);
    return { png: await pngOf(sharp(pixels, { raw, limitInputPixels: false })), warnings: [] };
  }
  try {
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > PIXELS_MAX) throw new JobFailure('pixel_limit', { details: { width, height, pixels_max: PIXELS_MAX } });
    const png = await pngOf(sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient());
    const message = `The picture is an animation of ${pages} pictures; the first one is shown.`;
    return { png, warnings: pages > 1 ? [{ code: 'frames_left_out', message }] : [] };
  } catch (cause) {
    if (cause instanceof JobFailure) throw cause;
    throw new JobFailure('corrupt_file', { message: 'The image cannot be decoded.', cause });
  }
}

/** Without a resolution: the encoder would state one pixel a millimetre. */
async function pngOf(picture: Sharp): Promise<Uint8Array> {
  const { chunks } = parsePng(await picture.png({ compressionLevel: 3 }).toBuffer());
  return serialisePng(chunks.filter(({ type }) => type !== 'pHYs'));
}
