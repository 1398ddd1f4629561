// Documents of few pages and many bytes: one large picture, or several where it would be larger than anybody's; or one attachment.

import sharp from 'sharp';
import { seeded } from '../../support/documents/random.ts';
import { type LongData, PdfFile } from './pdf-file.ts';

/** 200 MB of JPEG are some 90 million pixels of noise: what a large-format scanner gives. */
const PICTURE_BYTES_MAX = 200e6;
/** Of grey noise as a JPEG of quality 100; measured. */
const BYTES_A_PIXEL = 1.06;
const CHUNK_BYTES = 1024 * 1024;

export async function writePictures(path: string, bytes: number): Promise<void> {
  const count = Math.ceil(bytes / PICTURE_BYTES_MAX);
  const jpeg = await noise(Math.floor(bytes / count / BYTES_A_PIXEL));
  const file = new PdfFile(path);
  file.finish(count, (index) => {
    const dict = `/Type /XObject /Subtype /Image /Width ${jpeg.side} /Height ${jpeg.side} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    // Different bytes behind its end, so that no two are the same.
    const image = file.add(`${dict} /Filter /DCTDecode`, Buffer.concat([jpeg.data, Buffer.from(String(index))]));
    const content = file.addContent('q 500 0 0 500 40 200 cm /Im0 Do Q');
    return `/Contents ${content} 0 R /Resources << /XObject << /Im0 ${image} 0 R >> >>`;
  });
}

/** Random bytes, which nothing makes smaller. */
export function writeAttachment(path: string, bytes: number): Promise<void> {
  const file = new PdfFile(path);
  const font = file.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const content = file.addContent('BT /F1 12 Tf 70 700 Td (See the attachment.) Tj ET');
  const embedded = file.add('/Type /EmbeddedFile', randomData(bytes));
  const spec = file.add(`<< /Type /Filespec /F (data.bin) /UF (data.bin) /EF << /F ${embedded} 0 R >> >>`);
  file.finish(
    1,
    () => `/Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >>`,
    () => `/Names << /EmbeddedFiles << /Names [(data.bin) ${spec} 0 R] >> >>`,
  );
  return Promise.resolve();
}

async function noise(pixels: number): Promise<{ readonly data: Buffer; readonly side: number }> {
  const side = Math.floor(Math.sqrt(pixels));
  const tile = Buffer.concat([...randomData(side * 64).chunks]).subarray(0, side * 64);
  const raster = Buffer.alloc(side * side);
  for (let at = 0; at < raster.length; at += tile.length) tile.copy(raster, at);
  const data = await sharp(raster, { raw: { width: side, height: side, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .jpeg({ quality: 100 })
    .toBuffer();
  return { data, side };
}

function randomData(length: number): LongData {
  function* chunks(): Iterable<Uint8Array> {
    const next = seeded(length);
    const block = new Uint8Array(CHUNK_BYTES);
    for (let at = 0; at < CHUNK_BYTES; at++) block[at] = Math.floor(next() * 256);
    for (let done = 0, index = 0; done < length; done += CHUNK_BYTES, index++) {
      // A key of its own for each block: the same bytes further on would compress.
      const part = block.map((value) => value ^ (index * 167));
      yield part.subarray(0, Math.min(CHUNK_BYTES, length - done));
    }
  }
  return { length, chunks: chunks() };
}
