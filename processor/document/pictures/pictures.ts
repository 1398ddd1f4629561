// Pictures of a page as files in the job's folder: JPEG unchanged, pixels as PNG, or as JPEG for a photograph. Their bytes stay on disk.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { PictureFile } from '../model.ts';

interface Encoded extends Pick<PictureFile, 'type'> {
  readonly bytes: Uint8Array;
}

/** A PNG that is larger than this (bytes per pixel) shows a photograph. */
const PHOTO_BYTES_PER_PIXEL = 1.2;
const PHOTO_PIXELS_MIN = 40_000;

/** Costs one more encoding. A file that does not decode is kept: a viewer may still read it. */
async function cropJpeg(jpeg: Uint8Array, crop: ShownBox): Promise<Uint8Array> {
  try {
    const { width, height } = await sharp(jpeg).metadata();
    return await sharp(jpeg)
      .extract(regionOf(crop, width, height))
      .jpeg({ quality: 92 })
      .toBuffer();
  } catch {
    return jpeg;
  }
}

function regionOf(crop: ShownBox, width: number, height: number): { left: number; top: number; width: number; height: number } {
  const [left, top] = [Math.floor(crop.left * width), Math.floor(crop.top * height)];
  return {
    left: Math.min(left, width - 1),
    top: Math.min(top, height - 1),
    width: Math.max(1, Math.min(width - left, Math.round(crop.right * width) - left)),
    height: Math.max(1, Math.min(height - top, Math.round(crop.bottom * height) - top)),
  };
}

/** The pictures of a document as files: what is shown several times is made once. */
export class PictureFiles {
  readonly #files = new WeakMap<PlacedImage, PictureFile>();
  readonly #byContent = new Map<string, PictureFile>();
  readonly #folder: string;
  readonly #keepsPlaces: boolean;

  /**
   * @param folder of the job, where a folder for pictures is made
   * @param keepsPlaces pictures whose pixels were not read are there, without anything to be read
   */
  constructor(folder: string, keepsPlaces = false) {
    this.#folder = join(folder, 'pictures');
    this.#keepsPlaces = keepsPlaces;
  }

  /** Undefined for a picture without pixels, unless places are kept. */
  async of(image: PlacedImage): Promise<PictureFile | undefined> {
    const known = this.#files.get(image);
    if (known) return known;
    const content = image.jpeg ?? image.bgra;
    if (!content) return this.#keepsPlaces ? { type: 'png', read: () => Promise.resolve(new Uint8Array()) } : undefined;
    const { left = 0, top = 0, right = 1, bottom = 1 } = image.crop ?? {};
    const looks = [image.jpeg === undefined, image.widthPixels, image.heightPixels, left, top, right, bottom].join(' ');
    const key = `${createHash('sha256').update(content).digest('base64')} ${looks}`;
    const file = this.#byContent.get(key) ?? (await this.#store(image));
    if (!file) return undefined;
    this.#byContent.set(key, file);
    this.#files.set(image, file);
    return file;
  }

  async #store(image: PlacedImage): Promise<PictureFile | undefined> {
    const encoded = await makePicture(image);
    if (!encoded) return undefined;
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${this.#byContent.size + 1}.${encoded.type}`);
    await writeFile(path, encoded.bytes);
    return { type: encoded.type, read: () => readFile(path) };
  }

  /** The same picture by its file, without the pixels that it was made from. */
  async shrink(image: PlacedImage): Promise<PlacedImage> {
    const file = await this.of(image);
    this.#files.delete(image);
    const place = withoutPixels(image);
    if (file) this.#files.set(place, file);
    return place;
  }
}

export function withoutPixels(image: PlacedImage): PlacedImage {
  const { jpeg, bgra, ...place } = image;
  const content = jpeg ?? bgra;
  const isSmall = place.widthPixels * place.heightPixels <= MARK_PIXELS_MAX;
  return content && isSmall ? { ...place, digest: crc32(content) } : place;
}

/** Of what may be the mark of a list. */
const MARK_PIXELS_MAX = 200 * 200;

async function makePicture(image: PlacedImage): Promise<Encoded | undefined> {
  if (image.jpeg) return { type: 'jpg', bytes: image.crop ? await cropJpeg(image.jpeg, image.crop) : image.jpeg };
  if (!image.bgra) return undefined;
  const { widthPixels: width, heightPixels: height } = image;
  const rgba = Buffer.from(image.bgra);
  let opaque = true;
  for (let at = 0; at < rgba.length; at += 4) {
    const blue = rgba[at] ?? 0;
    rgba[at] = rgba[at + 2] ?? 0;
    rgba[at + 2] = blue;
    if (rgba[at + 3] !== 255) opaque = false;
  }
  const raw = { raw: { width, height, channels: 4 as const }, limitInputPixels: false };
  const picture = image.crop ? sharp(rgba, raw).extract(regionOf(image.crop, width, height)) : sharp(rgba, raw);
  const png = await (opaque ? picture.clone().removeAlpha() : picture.clone()).png({ compressionLevel: 6 }).toBuffer();
  if (!opaque || width * height < PHOTO_PIXELS_MIN || png.length < width * height * PHOTO_BYTES_PER_PIXEL)
    return { type: 'png', bytes: png };
  return { type: 'jpg', bytes: await picture.removeAlpha().jpeg({ quality: 88 }).toBuffer() };
}
