// Small baseline JPEGs from nothing: an encoder for grey images of flat 8 × 8 blocks (ITU-T T.81), and segments to put into them.

/** Code lengths of the DC categories (T.81, table K.3). */
const DC_COUNTS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_CODES = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110', '1111110', '11111110', '111111110'];

export function makeSegment(marker: number, payload: Uint8Array | string): Uint8Array {
  const body = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload;
  const length = body.length + 2;
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), body]);
}

export const JFIF = makeSegment(0xe0, 'JFIF\0\u0001\u0002\u0001\0\u0060\0\u0060\0\0');

/** @param levels Grey level 0–255 of each 8 × 8 block, in rows of `blocksAcross`. @param segments What comes between SOI and the tables. */
export function makeJpeg(
  levels: readonly number[] = [10, 200, 90, 250],
  blocksAcross = 2,
  segments: readonly Uint8Array[] = [JFIF],
): Uint8Array {
  const width = blocksAcross * 8;
  const height = Math.ceil(levels.length / blocksAcross) * 8;
  const frame = Uint8Array.of(8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0);
  const acCounts = [1, ...Array.from({ length: 15 }, () => 0)];
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    ...segments,
    makeSegment(0xdb, Uint8Array.of(0, ...Array.from({ length: 64 }, () => 8))),
    makeSegment(0xc0, frame),
    makeSegment(0xc4, Uint8Array.of(0x00, ...DC_COUNTS, ...Array.from({ length: 12 }, (_, category) => category))),
    makeSegment(0xc4, Uint8Array.of(0x10, ...acCounts, 0)),
    makeSegment(0xda, Uint8Array.of(1, 1, 0x00, 0, 63, 0)),
    encodeBlocks(levels),
    Uint8Array.of(0xff, 0xd9),
  ]);
}

/** With a quantiser of 8 the DC coefficient of a flat block is its level minus 128. The only AC code is `0`, end of block. */
function encodeBlocks(levels: readonly number[]): Uint8Array {
  let bits = '';
  let previous = 0;
  for (const level of levels) {
    const difference = level - 128 - previous;
    previous = level - 128;
    const category = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
    const value = difference < 0 ? difference + 2 ** category - 1 : difference;
    bits += `${DC_CODES[category]}${category === 0 ? '' : value.toString(2).padStart(category, '0')}0`;
  }
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8), 2);
    bytes.push(byte, ...(byte === 0xff ? [0] : []));
  }
  return Uint8Array.from(bytes);
}

/** The part of a JPEG that makes the picture: everything from the first quantisation table to EOI. */
export function pictureOf(jpeg: Uint8Array): string {
  const file = Buffer.from(jpeg);
  const start = file.indexOf(Uint8Array.of(0xff, 0xdb, 0, 67, 0, 8, 8));
  const end = file.indexOf(Uint8Array.of(0xff, 0xd9), start);
  return file.toString('hex', start, end + 2);
}
