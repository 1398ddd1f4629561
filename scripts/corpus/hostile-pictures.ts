// Pictures that are larger than they look.

import { makeJpeg, makeSegment } from '../../support/documents/make-jpeg.ts';
import { makeChunk } from '../../support/documents/make-png.ts';
import type { HostileFile } from './hostile-file.ts';
import { zlibOf } from './repeated.ts';

/** Black, one bit a pixel. */
export function flatPng(side: number): Buffer {
  const rowBytes = 1 + Math.ceil(side / 8);
  return pngOf(side, side, zlibOf({ unit: new Uint8Array(rowBytes * 60), count: side / 60 }));
}

function pngOf(width: number, height: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, makeChunk('IHDR', header), makeChunk('IDAT', data), makeChunk('IEND')]);
}

/** Four blocks of pixels, and a frame that promises 65,500 by 65,500. */
function jpegThatLies(): Buffer {
  const jpeg = Buffer.from(makeJpeg());
  const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
  jpeg.writeUInt16BE(65_500, frame + 5);
  jpeg.writeUInt16BE(65_500, frame + 7);
  return jpeg;
}

/** Each scan refines nothing and makes a decoder process the whole picture again. */
function jpegOfScans(count: number): Buffer {
  const side = 4096;
  const tables = Buffer.concat([
    makeSegment(0xdb, Uint8Array.of(0, ...Array.from({ length: 64 }, () => 8))),
    makeSegment(0xc2, Uint8Array.of(8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0)),
    makeSegment(0xc4, Uint8Array.of(0, 1, ...Array.from({ length: 15 }, () => 0), 0)),
  ]);
  const scan = Buffer.concat([makeSegment(0xda, Uint8Array.of(1, 1, 0, 0, 0, 0)), Uint8Array.of(0)]);
  return Buffer.concat([Uint8Array.of(0xff, 0xd8), tables, ...Array.from({ length: count }, () => scan), Uint8Array.of(0xff, 0xd9)]);
}

export const hostilePictures: readonly HostileFile[] = [
  { name: 'bomb-60000x60000-1bit.png', tags: 'bomb;image', outcome: 'limit', make: () => flatPng(60_000) },
  {
    name: 'bomb-dims-2g.png',
    tags: 'bomb;image',
    outcome: 'reject',
    make: () => pngOf(2 ** 31 - 1, 2 ** 31 - 1, zlibOf({ unit: '\0', count: 1 })),
  },
  { name: 'zero-dims.png', tags: 'corrupt', outcome: 'reject', make: () => pngOf(0, 0, zlibOf({ unit: '\0', count: 1 })) },
  { name: 'dims-lie-65500.jpg', tags: 'bomb;image', outcome: 'limit', make: jpegThatLies },
  { name: 'progressive-100k-scans.jpg', tags: 'bomb;image;jpeg-scans', outcome: 'limit', make: () => jpegOfScans(100_000) },
  {
    name: 'svg-renamed.png',
    tags: 'renamed;lfi',
    outcome: 'reject',
    make: () =>
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><image width="90" height="90" href="file:///etc/passwd"/></svg>\n',
  },
];
