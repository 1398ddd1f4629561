// A JPEG as an image XObject whose data are the file itself, byte for byte (ISO 32000-1 7.4.8). Returns nothing for the few kinds that PDF cannot hold:
// the caller decodes those.

import { JobFailure } from '../../failure.ts';
import { hasHeader, isIccProfile, type JpegFile, MARKER } from '../../images/jpeg-segments.ts';
import type { ImageStream } from './png-image.ts';

/** Baseline, extended sequential and progressive frames with Huffman coding. */
const READABLE_FRAMES = [0xc0, 0xc1, 0xc2];
const ICC_PREFIX_BYTES = 14;

/** @returns undefined when a PDF reader could not decode it: arithmetic coding, lossless, 12 bits, a height given after the scan. */
export function makeJpegImage(bytes: Uint8Array, file: JpegFile): ImageStream | undefined {
  const frame = file.segments.find(({ marker }) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
  if (!frame) throw new JobFailure('corrupt_file');
  const [bits, components] = [frame.payload[0], frame.payload[5]];
  const isReadable = READABLE_FRAMES.includes(frame.marker) && bits === 8 && file.height > 0;
  if (!isReadable || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  const isAdobe = file.segments.some((segment) => segment.marker === MARKER.APP14 && hasHeader(segment, 'Adobe'));
  const iccProfile = joinProfile(file);
  return {
    data: bytes,
    filter: 'DCTDecode',
    width: file.width,
    height: file.height,
    bitsPerComponent: 8,
    components,
    ...(components === 4 && isAdobe && { inverted: true }),
    ...(iccProfile && { iccProfile }),
    unchanged: true,
  };
}

/** The chunks of the profile in order (ICC.1:2022, B.4); undefined when one is missing. */
function joinProfile(file: JpegFile): Uint8Array | undefined {
  const chunks = file.segments
    .filter((segment) => isIccProfile(segment) && segment.payload.length > ICC_PREFIX_BYTES)
    .toSorted((a, b) => (a.payload[12] ?? 0) - (b.payload[12] ?? 0));
  if (chunks.length === 0 || chunks.some(({ payload }, index) => payload[12] !== index + 1 || payload[13] !== chunks.length))
    return undefined;
  return Buffer.concat(chunks.map(({ payload }) => payload.subarray(ICC_PREFIX_BYTES)));
}
