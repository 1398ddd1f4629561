// Pages of known text as a scanner would give them: set in a real font, then skewed, turned, speckled, inverted or coarse, and wrapped into a
// PDF the ways scanners do. The truth is the text that was set.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { GreyRaster } from '../../processor/recognition/recognised.ts';
import { type PdfObject, makePdf } from './make-pdf.ts';

const DEJAVU = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const NOTO_CJK = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';

interface Face {
  readonly font: string;
  readonly file: string;
}

const SERIF: Face = { font: 'DejaVu Serif', file: join(DEJAVU, 'DejaVuSerif.ttf') };
const SANS: Face = { font: 'DejaVu Sans', file: join(DEJAVU, 'DejaVuSans.ttf') };
const CJK: Face = { font: 'Noto Sans CJK JP', file: NOTO_CJK };

/** Own sentences, one paragraph each; `face` is absent where the machine has no font for the script. */
export const TEXTS = {
  eng: {
    face: SERIF,
    text:
      'The harbour wakes before the town does. At five the first boats come in past the lighthouse, low in the water with herring, and the ' +
      'auctioneer walks along the quay with his list. By seven every box is sold, the ice has been shovelled, and forty vans are on the road ' +
      'to markets in the hills. Nobody writes a contract for less than a thousand kilograms; a nod and a number are enough. "Quarter to ' +
      'nine," says the woman at the scales, "and the best of the day is over." She closes the ledger, counts 1,284 tickets into bundles of ' +
      'fifty, and goes to buy bread. In the afternoon the square belongs to children, pigeons and the man who repairs umbrellas.',
  },
  deu: {
    face: SERIF,
    text:
      'Am Montag früh fährt der Zug um sechs Uhr zwölf vom Gleis drei. Wer die Brücke über den Fluß zu Fuß überquert, braucht ungefähr ' +
      'zwanzig Minuten länger, sieht dafür die Gärten, die Mühle und das alte Zollhaus. Der Schaffner grüßt die meisten Fahrgäste mit Namen.',
  },
  ara: {
    face: SANS,
    text: 'تفتح المدرسة أبوابها في الصباح ويدخل الطلاب إلى الصفوف. يكتب المعلم على اللوح درس اليوم ثم يقرأ الجميع بصوت واحد. بعد الظهر يعود الأطفال إلى البيت مع الكتب.',
  },
  jpn: {
    face: existsSync(NOTO_CJK) ? CJK : undefined,
    text: '朝の市場には新しい魚と野菜が並ぶ。町の人々は早く起きて買い物に行く。午後になると子供たちは公園で遊び、夕方には家に帰る。',
  },
} as const satisfies Record<string, { readonly face: Face | undefined; readonly text: string }>;

export interface ScanOptions {
  /** Paragraphs or columns are set from these, side by side where there is more than one. */
  readonly columns: readonly string[];
  readonly face?: Face;
  readonly dpi?: number;
  readonly sizePoints?: number;
  readonly widthPoints?: number;
  readonly heightPoints?: number;
  /** Clockwise. */
  readonly skewDegrees?: number;
  /** Clockwise, how the sheet lay on the glass. */
  readonly turn?: 0 | 90 | 180 | 270;
  /** Share of the pixels that are black or white by chance. */
  readonly speckle?: number;
  readonly inverted?: boolean;
  readonly bilevel?: boolean;
}

/** A page with the text in it, 8-bit grey, black on white unless inverted. */
export async function makeScan(options: ScanOptions): Promise<GreyRaster> {
  const { columns, face = SERIF, dpi = 300, sizePoints = 11, widthPoints = 420, heightPoints = 300 } = options;
  const px = (points: number): number => Math.round((points * dpi) / 72);
  const margin = 30;
  const columnPoints = (widthPoints - margin * (columns.length + 1)) / columns.length;
  const layers = await Promise.all(
    columns.map(async (text, index) => ({
      input: await setText(text, face, sizePoints, dpi, px(columnPoints)),
      left: px(margin + index * (columnPoints + margin)),
      top: px(margin),
    })),
  );
  const white = { r: 255, g: 255, b: 255 };
  const sheet = await sharp({ create: { width: px(widthPoints), height: px(heightPoints), channels: 3, background: white } })
    .composite(layers)
    .png({ compressionLevel: 0 })
    .toBuffer();
  // Skewed and turned in two passes: sharp turns once.
  const skewed = options.skewDegrees ? await sharp(sheet).rotate(options.skewDegrees, { background: white }).toBuffer() : sheet;
  const { data, info } = await sharp(skewed)
    .rotate(options.turn ?? 0)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data);
  speckle(pixels, options.speckle ?? 0);
  if (options.bilevel) for (const [index, pixel] of pixels.entries()) pixels[index] = pixel < 128 ? 0 : 255;
  if (options.inverted) for (const [index, pixel] of pixels.entries()) pixels[index] = 255 - pixel;
  return { pixels, width: info.width, height: info.height, channels: 1, dpi };
}

async function setText(text: string, face: Face, sizePoints: number, dpi: number, width: number): Promise<Buffer> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const picture = {
    text: escaped,
    font: `${face.font} ${sizePoints}`,
    fontfile: face.file,
    dpi,
    width,
    spacing: Math.round(dpi / 18),
  };
  return sharp({ text: picture }).negate({ alpha: false }).png({ compressionLevel: 0 }).toBuffer();
}

/** The same specks each time (xorshift32). */
function speckle(pixels: Uint8Array, share: number): void {
  let state = 2_463_534_242;
  for (let count = Math.round(pixels.length * share); count > 0; count--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    pixels[(state >>> 0) % pixels.length] = state & 0x10000 ? 0 : 255;
  }
}

export type ScanCoding = 'jpeg' | 'grey' | 'bilevel' | 'bilevel_inverted' | 'indexed';

export interface ScanPage {
  readonly raster: GreyRaster;
  readonly coding: ScanCoding;
  /** Entries of the page besides those of a plain one. */
  readonly page?: string;
  /** Entries of the image. */
  readonly image?: string;
  /** Drawn after the image. */
  readonly content?: string;
  /** Instead of the whole page: the matrix of the image, in points of the page. */
  readonly matrix?: string;
  readonly mediaBox?: string;
}

/** One page per raster, which fills it. */
export async function makeScanPdf(pages: readonly ScanPage[]): Promise<Uint8Array> {
  const objects: Record<number, PdfObject> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  const kids: string[] = [];
  for (const [index, scan] of pages.entries()) {
    const { raster, page = '', content = '' } = scan;
    const number = 3 + index * 3;
    const [width, height] = [raster.width, raster.height].map((px) => ((px * 72) / raster.dpi).toFixed(4));
    const box = scan.mediaBox ?? `0 0 ${width} ${height}`;
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${number + 1} 0 R /Resources << /XObject << /Im0 ${number + 2} 0 R >> >> ${page} >>`;
    objects[number + 1] = { dict: '', data: `q ${scan.matrix ?? `${width} 0 0 ${height} 0 0`} cm /Im0 Do Q ${content}` };
    objects[number + 2] = await imageObject(scan);
    kids.push(`${number} 0 R`);
  }
  objects[2] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  return makePdf({ objects });
}

async function imageObject({ raster, coding, image = '' }: ScanPage): Promise<PdfObject> {
  const { pixels, width, height } = raster;
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${image}`;
  switch (coding) {
    case 'jpeg': {
      const data = await sharp(pixels, { raw: { width, height, channels: 1 } })
        .toColourspace('b-w')
        .jpeg({ quality: 80 })
        .toBuffer();
      return { dict: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`, data };
    }
    case 'grey':
      return { dict: `${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`, data: deflateSync(pixels) };
    case 'bilevel':
      return {
        dict: `${size} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`,
        data: deflateSync(packBits(raster, false)),
      };
    case 'bilevel_inverted': {
      const dict = `${size} /ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /FlateDecode`;
      return { dict, data: deflateSync(packBits(raster, true)) };
    }
    case 'indexed': {
      // Two colours, dark blue on cream, in the order light, dark.
      const dict = `${size} /ColorSpace [/Indexed /DeviceRGB 1 <FFF8E0101040>] /BitsPerComponent 1 /Filter /FlateDecode`;
      return { dict, data: deflateSync(packBits(raster, true)) };
    }
  }
}

function packBits({ pixels, width, height }: GreyRaster, darkIsOne: boolean): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const packed = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isDark = (pixels[y * width + x] ?? 255) < 128;
      if (isDark === darkIsOne) packed[y * rowBytes + (x >> 3)] = (packed[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return packed;
}
