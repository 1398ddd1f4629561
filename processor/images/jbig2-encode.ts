// Encodes a bilevel picture as one generic region of JBIG2 (ITU-T T.88 6.2, 7.4.6), lossless: arithmetic coding, template 0, typical prediction.
// No symbols are shared, so that no letter can take the place of another. The result is what a PDF embeds (ISO 32000-1 7.4.7): no file header.

import { ArithmeticEncoder } from './arithmetic-encoder.ts';

const CONTEXTS = 1 << 16;
/** Rows have white pixels on either side, so that the context needs no bounds. */
const MARGIN = 4;
/** The context of "this row is like the one above" for template 0 (T.88 figure 8). */
const TYPICAL_CONTEXT = 0x9b25;

/** @param black one byte per pixel, 1 is black, rows without padding. */
export function encodeJbig2(black: Uint8Array, width: number, height: number): Uint8Array {
  const region = encodeRegion(black, width, height);
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  const head = Buffer.alloc(26);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Generic region flags: template 0, typical prediction; then the four adaptive pixels at their nominal places.
  head[17] = 0b0000_1000;
  head.set([3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe], 18);
  return Buffer.concat([segment(0, PAGE_INFORMATION, page), segment(1, LOSSLESS_GENERIC_REGION, Buffer.concat([head, region]))]);
}

const PAGE_INFORMATION = 48;
const LOSSLESS_GENERIC_REGION = 39;

function segment(number: number, type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header[4] = type;
  header[6] = 1;
  header.writeUInt32BE(data.length, 7);
  return Buffer.concat([header, data]);
}

function encodeRegion(black: Uint8Array, width: number, height: number): Uint8Array {
  const encoder = new ArithmeticEncoder(CONTEXTS);
  let above2 = new Uint8Array(width + 2 * MARGIN);
  let above = new Uint8Array(width + 2 * MARGIN);
  let row = new Uint8Array(width + 2 * MARGIN);
  let wasTypical = 0;
  for (let y = 0; y < height; y++) {
    row.set(black.subarray(y * width, (y + 1) * width), MARGIN);
    const isTypical = sameRow(row, above) ? 1 : 0;
    encoder.encode(isTypical ^ wasTypical, TYPICAL_CONTEXT);
    wasTypical = isTypical;
    if (isTypical === 0) encodeRow(encoder, row, above, above2, width);
    [above2, above, row] = [above, row, above2];
  }
  return encoder.finish();
}

function encodeRow(encoder: ArithmeticEncoder, row: Uint8Array, above: Uint8Array, above2: Uint8Array, width: number): void {
  let high = ((above2[MARGIN] ?? 0) << 1) | (above2[MARGIN + 1] ?? 0);
  let middle = ((above[MARGIN] ?? 0) << 2) | ((above[MARGIN + 1] ?? 0) << 1) | (above[MARGIN + 2] ?? 0);
  let low = 0;
  for (let x = MARGIN; x < width + MARGIN; x++) {
    high = ((high << 1) | (above2[x + 2] ?? 0)) & 0x1f;
    middle = ((middle << 1) | (above[x + 3] ?? 0)) & 0x7f;
    const bit = row[x] ?? 0;
    encoder.encode(bit, (high << 11) | (middle << 4) | low);
    low = ((low << 1) | bit) & 0xf;
  }
}

function sameRow(one: Uint8Array, two: Uint8Array): boolean {
  return Buffer.compare(one, two) === 0;
}
