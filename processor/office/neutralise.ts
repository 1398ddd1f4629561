// What all three office formats share when a document is made safe for a converter: which links may stay, which fields fetch or run something,
// how big pictures may be, and the tally of what was taken out.

import sharp from 'sharp';
import { JobFailure } from '../failure.ts';

/** What was taken out, by kind. */
export type Tally = Map<'external_resource' | 'unsafe_link' | 'field' | 'embedded_object' | 'script' | 'embedded_document', number>;

export interface SafeDocument {
  readonly bytes: Uint8Array;
  readonly removed: Tally;
  readonly wordsIn?: number;
  readonly imagesIn: number;
  /** Font families that the text asks for by name. */
  readonly fonts: readonly string[];
}

export function count(tally: Tally, kind: typeof tally extends Map<infer K, number> ? K : never): void {
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}

/** A link that a reader may click; nothing that names a file, a script or another machine's share. */
export function isSafeLink(target: string): boolean {
  return /^(?:#|https?:\/\/|mailto:|tel:)/i.test(target.trim());
}

/** An address with a scheme, a share (`\\host`), or a path from the root: not a part of the package. */
export function leavesPackage(target: string): boolean {
  const text = target.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(text) || /^(?:\\\\|\/\/)/.test(text);
}

/** Fields that read a file, ask another program or run something (ISO/IEC 29500-1, 17.16.5, and those that only Word knows). */
const UNSAFE_FIELDS =
  /^\s*(?:INCLUDE(?:TEXT|PICTURE)?|IMPORT|LINK|DDE(?:AUTO)?|DATABASE|RD|EMBED|CONTROL|HTMLCONTROL|MACROBUTTON|AUTOTEXT|GOTOBUTTON|ASK|FILLIN|PRINT|PRIVATE)\b/i;
const LINK_FIELD = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"?([^"\s]+)/i;

export function isUnsafeField(instruction: string): boolean {
  if (UNSAFE_FIELDS.test(instruction)) return true;
  const target = LINK_FIELD.exec(instruction)?.[1];
  return target !== undefined && !isSafeLink(target) && leavesPackage(target);
}

const PICTURE = /\.(?:png|jpe?g|jfif|gif|bmp|dib|tiff?|webp)$/i;
const PICTURE_PIXELS_MAX = 100_000_000;

export function isPicture(name: string): boolean {
  return PICTURE.test(name);
}

/** By the header alone. @throws JobFailure pixel_limit */
export async function refuseHugePicture(bytes: Uint8Array): Promise<void> {
  // Whatever the library cannot read is left to the converter, which shows nothing in its place.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height > PICTURE_PIXELS_MAX)
    throw new JobFailure('pixel_limit', { details: { width, height, pixels_max: PICTURE_PIXELS_MAX } });
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
