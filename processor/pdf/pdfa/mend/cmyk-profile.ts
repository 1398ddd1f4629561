// An ICC profile that maps each CMYK colour to what readers show for it without a profile: not a real press, but the look of the document
// on a screen. Its table is measured on the second engine, once for each process (ICC.1:2001-04, 6.5.9: lut16Type; 6.3.1: an input profile).

import { deflateSync } from 'node:zlib';
import { PDFContext, PDFName } from 'pdf-lib';
import { drawPictureBounded } from '../../pdfium/pdfium-thread.ts';
import { savePdf } from '../../save.ts';

/** The white of D50 (ISO 15076-1, 7.2.16). */
const WHITE = { x: 0.9642, y: 1, z: 0.8249 } as const;

/** Steps of each colourant in the table. */
const GRID = 9;
/** 9⁴ colours in a square. */
const SIDE = GRID * GRID;
const DRAW_MS_MAX = 10_000;

let made: Promise<Buffer | undefined> | undefined;

/** Undefined when the engine cannot draw. */
export function cmykProfile(): Promise<Buffer | undefined> {
  made ??= measure().then((colours) => colours && writeProfile(colours));
  return made;
}

/** sRGB, three bytes for each colour of the grid; the last colourant changes fastest. */
async function measure(): Promise<Uint8Array | undefined> {
  const step = (index: number) => Math.round((index * 255) / (GRID - 1));
  const samples = Buffer.alloc(SIDE * SIDE * 4);
  for (let index = 0; index < SIDE * SIDE; index++) {
    for (let colourant = 0; colourant < 4; colourant++)
      samples[index * 4 + colourant] = step(Math.floor(index / GRID ** (3 - colourant)) % GRID);
  }
  const context = PDFContext.create();
  const image = context.register(
    context.stream(deflateSync(samples), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: SIDE,
      Height: SIDE,
      ColorSpace: 'DeviceCMYK',
      BitsPerComponent: 8,
      Filter: 'FlateDecode',
    }),
  );
  const pages = context.obj({ Type: 'Pages', Count: 1 });
  const pagesRef = context.register(pages);
  const page = context.obj({
    Type: 'Page',
    Parent: pagesRef,
    MediaBox: [0, 0, SIDE, SIDE],
    Resources: { XObject: { Im: image } },
    Contents: context.register(context.stream(`${SIDE} 0 0 ${SIDE} 0 0 cm /Im Do`)),
  });
  pages.set(PDFName.of('Kids'), context.obj([context.register(page)]));
  context.trailerInfo.Root = context.register(context.obj({ Type: 'Catalog', Pages: pagesRef }));
  const document = await savePdf(context, { packed: true });
  const raster = await drawPictureBounded({ document, width: SIDE, height: SIDE }, DRAW_MS_MAX);
  return raster?.channels === 3 ? raster.pixels : undefined;
}

function writeProfile(colours: Uint8Array): Buffer {
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', describe('CMYK as shown on screen')],
    ['cprt', Buffer.concat([Buffer.from('text\0\0\0\0'), Buffer.from('No copyright, use freely\0')])],
    ['wtpt', xyz(WHITE.x, WHITE.y, WHITE.z)],
    ['A2B0', writeTable(colours)],
  ];
  const directory = Buffer.alloc(4 + tags.length * 12);
  directory.writeUInt32BE(tags.length, 0);
  const parts: Buffer[] = [];
  let offset = 128 + directory.length;
  for (const [index, [tag, data]] of tags.entries()) {
    directory.write(tag, 4 + index * 12, 'latin1');
    directory.writeUInt32BE(offset, 8 + index * 12);
    directory.writeUInt32BE(data.length, 12 + index * 12);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(padded);
    offset += padded.length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(offset, 0);
  head.writeUInt32BE(0x02400000, 8);
  head.write('scnrCMYKLab ', 12, 'latin1');
  for (const [index, value] of [2026, 1, 1, 0, 0, 0].entries()) head.writeUInt16BE(value, 24 + index * 2);
  head.write('acsp', 36, 'latin1');
  xyzNumbers(WHITE.x, WHITE.y, WHITE.z).copy(head, 68);
  return Buffer.concat([head, directory, ...parts]);
}

function describe(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1');
  const head = Buffer.alloc(12);
  head.write('desc', 0, 'latin1');
  head.writeUInt32BE(ascii.length, 8);
  // No Unicode, no Macintosh description: two words, a word, a script code, a length and 67 bytes.
  return Buffer.concat([head, ascii, Buffer.alloc(8 + 3 + 67)]);
}

function xyz(...values: number[]): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), xyzNumbers(...values)]);
}

function xyzNumbers(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) out.writeInt32BE(Math.round(value * 65_536), index * 4);
  return out;
}

function writeTable(colours: Uint8Array): Buffer {
  const head = Buffer.alloc(52);
  head.write('mft2', 0, 'latin1');
  [head[8], head[9], head[10]] = [4, 3, GRID];
  // The matrix is of XYZ only: identity.
  for (const at of [12, 28, 44]) head.writeInt32BE(65_536, at);
  head.writeUInt16BE(2, 48);
  head.writeUInt16BE(2, 50);
  const straight = (channels: number) => {
    const out = Buffer.alloc(channels * 4);
    for (let channel = 0; channel < channels; channel++) out.writeUInt16BE(0xffff, channel * 4 + 2);
    return out;
  };
  const table = Buffer.alloc((colours.length / 3) * 6);
  for (let index = 0; index * 3 < colours.length; index++) {
    const [l, a, b] = labOf([0, 1, 2].map((channel) => colours[index * 3 + channel] ?? 0));
    table.writeUInt16BE(clamp((l / 100) * 0xff00), index * 6);
    table.writeUInt16BE(clamp((a + 128) * 256), index * 6 + 2);
    table.writeUInt16BE(clamp((b + 128) * 256), index * 6 + 4);
  }
  return Buffer.concat([head, straight(4), table, straight(3)]);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(0xffff, Math.round(value)));
}

/** sRGB (IEC 61966-2-1) adapted to D50 by Bradford's matrix, then CIE L*a*b*. */
function labOf(rgb: readonly number[]): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = rgb.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const curve = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : (value * 24_389) / 27 / 116 + 16 / 116);
  const x = curve((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / WHITE.x);
  const y = curve(0.2225045 * r + 0.7168786 * g + 0.0606169 * b);
  const z = curve((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / WHITE.z);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
