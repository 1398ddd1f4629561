// Small PNGs from nothing (W3C PNG): grey gradients, and chunks to put into them.

import { crc32, deflateSync } from 'node:zlib';

export function makeChunk(type: string, data: Uint8Array | string = ''): Uint8Array {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), typeof data === 'string' ? Buffer.from(data, 'latin1') : data]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(typed.length - 4);
  chunk.set(typed, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

/** @param chunks What comes between IHDR and IDAT. */
export function makePng(chunks: readonly Uint8Array[] = [], width = 16, height = 16): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (_, x) => (x * 13 + y * 7) & 0xff)]);
  return pngOf({ width, height, colourType: 0 }, rows.flat(), chunks);
}

/** @param rgb three bytes for each pixel */
export function makeColouredPng(rgb: Uint8Array, width: number): Uint8Array {
  const rowBytes = width * 3;
  const height = rgb.length / rowBytes;
  const rows = Array.from({ length: height }, (_, y) => [0, ...rgb.subarray(y * rowBytes, (y + 1) * rowBytes)]);
  return pngOf({ width, height, colourType: 2 }, rows.flat(), []);
}

interface PngShape {
  readonly width: number;
  readonly height: number;
  readonly colourType: 0 | 2;
}

function pngOf({ width, height, colourType }: PngShape, rows: readonly number[], chunks: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    makeChunk('IHDR', header),
    ...chunks,
    makeChunk('IDAT', deflateSync(Uint8Array.from(rows))),
    makeChunk('IEND'),
  ]);
}

/** Types of the chunks, in order, by an own walk. */
export function chunkTypes(png: Uint8Array): string[] {
  const file = Buffer.from(png);
  const types: string[] = [];
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) types.push(file.toString('latin1', at + 4, at + 8));
  return types;
}

/** The data of the first chunk of this type. */
export function chunkData(png: Uint8Array, type: string): Uint8Array | undefined {
  const file = Buffer.from(png);
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === type) return file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
  }
  return undefined;
}
