// A picture that a converter may open: a known kind by its own bytes, metafiles without what they can hide, WebP as PNG.

import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { JobFailure } from '../failure.ts';
import { cleanEmf, cleanWmf } from './metafile.ts';
import { METAFILES, type PictureKind, pictureKind } from './picture-kind.ts';

export interface SafePicture {
  readonly kind: PictureKind;
  /** Returns the same array where nothing had to change. */
  readonly bytes: Uint8Array;
}

const PIXELS_MAX = 100_000_000;
const METAFILE_BYTES_MAX = 64 * 1024 * 1024;

/** Undefined: not allowed to reach a converter. @throws JobFailure pixel_limit */
export async function makeSafePicture(bytes: Uint8Array): Promise<SafePicture | undefined> {
  const kind = pictureKind(bytes);
  switch (kind) {
    case undefined:
      return openCompressed(bytes);
    case 'emf':
    case 'wmf':
      return cleanMetafile(kind, bytes);
    case 'webp': {
      // Readers look for a RIFF header last of all: before that, anything inside could be found.
      await refuseHugePicture(bytes);
      const png = await sharp(bytes)
        .png()
        .toBuffer()
        .catch(() => undefined);
      return png && { kind: 'png', bytes: png };
    }
    case 'bmp':
      refuseHuge(...bmpSize(bytes));
      return { kind, bytes };
    default:
      await refuseHugePicture(bytes);
      return { kind, bytes };
  }
}

/** `.emz` and `.wmz` are metafiles in gzip. */
function openCompressed(bytes: Uint8Array): SafePicture | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  let inner: Uint8Array;
  try {
    inner = gunzipSync(bytes, { maxOutputLength: METAFILE_BYTES_MAX });
  } catch {
    return undefined;
  }
  const kind = pictureKind(inner);
  return kind !== undefined && METAFILES.has(kind) ? cleanMetafile(kind, inner) : undefined;
}

function cleanMetafile(kind: PictureKind, bytes: Uint8Array): SafePicture | undefined {
  const clean = kind === 'emf' ? cleanEmf(bytes) : cleanWmf(bytes);
  return clean && { kind, bytes: clean };
}

/** By the header alone. */
async function refuseHugePicture(bytes: Uint8Array): Promise<void> {
  // What the library cannot read is passed to the converter, which shows nothing in its place.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  refuseHuge(width, height);
}

function bmpSize(bytes: Uint8Array): [width: number, height: number] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.readUInt32LE(14) === 12) return [file.readUInt16LE(18), file.readUInt16LE(20)];
  return [Math.abs(file.readInt32LE(18)), Math.abs(file.readInt32LE(22))];
}

function refuseHuge(width: number, height: number): void {
  if (width * height > PIXELS_MAX) throw new JobFailure('pixel_limit', { details: { width, height, pixels_max: PIXELS_MAX } });
}
