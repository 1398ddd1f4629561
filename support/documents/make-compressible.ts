// Documents that hold one thing to compress each: a picture of every kind that PDF knows, a font of every kind, and one with everything that must not
// be lost. Made by code, the same each time.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { encodeCcittG4 } from '../../processor/images/ccitt-encode.ts';
import { encodeJbig2 } from '../../processor/images/jbig2-encode.ts';
import { packSamples } from '../../processor/images/raster.ts';
import { makePdf, type PdfObject } from './make-pdf.ts';
import { makeType1 } from './make-type1.ts';

const [WIDTH, HEIGHT] = [800, 600];
const [SIDE_X, SIDE_Y] = [288, 216];

/** Soft colours with some grain, as a camera sees them; the grain comes from a formula. */
export function photo(channels: 1 | 3, width = WIDTH, height = HEIGHT): Buffer {
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grain = ((x * 7919 + y * 104_729 + ((x * y) % 31) * 17) % 13) - 6;
      for (let channel = 0; channel < channels; channel++, at++) {
        const wave = Math.sin(x / (60 + channel * 25)) * 60 + Math.cos(y / (45 + channel * 10)) * 50;
        data[at] = Math.max(0, Math.min(255, Math.round(128 + wave + grain)));
      }
    }
  }
  return data;
}

/** Lines of strokes as a scanner sees a page of print: 1 is black. */
export function print(width = WIDTH, height = HEIGHT): Uint8Array {
  const black = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    if (y % 24 > 14) continue;
    for (let x = 20; x < width - 20; x++) {
      const letter = (Math.imul(Math.floor(x / 14) * 131 + Math.floor(y / 24) * 7919 + 1, 0x9e3779b1) >>> 7) % 1009;
      const stroke =
        (x % 14 < 3 && letter % 3 !== 0) || (y % 24 === letter % 11 && x % 14 < 10) || (x % 14 > 7 && x % 14 < 10 && letter % 5 < 2);
      if (stroke) black[y * width + x] = 1;
    }
  }
  return black;
}

const base = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT}`;
const flate = (data: Uint8Array) => deflateSync(data, { level: 1 });
const bits = (black: Uint8Array) =>
  packSamples(
    black.map((bit) => 1 - bit),
    WIDTH,
    HEIGHT,
    1,
  );

async function jpeg(channels: 1 | 3, quality = 98): Promise<Buffer> {
  const image = sharp(photo(channels), { raw: { width: WIDTH, height: HEIGHT, channels } });
  return (channels === 1 ? image.toColourspace('b-w') : image).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function cmykJpeg(): Promise<Buffer> {
  return sharp(photo(3), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .toColourspace('cmyk')
    .jpeg({ quality: 98 })
    .toBuffer();
}

/** Eight flat colours. */
function drawing(): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const colour = (Math.floor(x / 90) + Math.floor(y / 70) * 3) % 8;
    data.set([colour * 36, 255 - colour * 30, (colour * 97) % 256], at * 3);
  }
  return data;
}

const greyAsRgb = () => Buffer.from([...photo(1)].flatMap((level) => [level, level, level]));

interface PictureParts {
  readonly picture: PdfObject;
  readonly more?: Readonly<Record<number, PdfObject>>;
}

/** What is in the picture's place in the document; object 5 is the picture. */
export const PICTURES = {
  'rgb flate': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`, data: flate(photo(3)) },
  }),
  'grey flate': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`, data: flate(photo(1)) },
  }),
  'grey in rgb': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`, data: flate(greyAsRgb()) },
  }),
  'grey turned by Decode': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0] /Filter /FlateDecode`, data: flate(photo(1)) },
  }),
  'few colours': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`, data: flate(drawing()) },
  }),
  'no filter': async () => ({ picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8`, data: photo(3) } }),
  'calibrated rgb': async () => ({
    picture: {
      dict: `${base} /ColorSpace [/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [2.2 2.2 2.2] >>] /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(photo(3)),
    },
  }),
  indexed: async () => ({
    picture: {
      dict: `${base} /ColorSpace [/Indexed /DeviceRGB 255 7 0 R] /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(photo(1)),
    },
    more: { 7: { dict: '', data: Buffer.from(Array.from({ length: 256 }, (_, level) => [level, 255 - level, (level * 3) % 256]).flat()) } },
  }),
  separation: async () => ({
    picture: {
      dict: `${base} /ColorSpace [/Separation /Ink /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 0.5 0 0] /N 1 >>] /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(photo(1)),
    },
  }),
  lab: async () => ({
    picture: {
      dict: `${base} /ColorSpace [/Lab << /WhitePoint [0.95 1 1.09] /Range [-100 100 -100 100] >>] /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(photo(3)),
    },
  }),
  'bilevel in grey': async () => ({
    picture: {
      dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      data: flate(print().map((bit) => (bit === 1 ? 0 : 255))),
    },
  }),
  'bilevel flate': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`, data: flate(bits(print())) },
  }),
  ccitt: async () => ({
    picture: {
      dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} /Rows ${HEIGHT} /EndOfBlock false >>`,
      data: encodeCcittG4(print(), WIDTH, HEIGHT),
    },
  }),
  jbig2: async () => ({
    picture: {
      dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode`,
      data: encodeJbig2(print(), WIDTH, HEIGHT),
    },
  }),
  stencil: async () => ({
    picture: { dict: `${base} /ImageMask true /BitsPerComponent 1 /Decode [1 0] /Filter /FlateDecode`, data: flate(bits(print())) },
  }),
  'jpeg rgb': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`, data: await jpeg(3) },
  }),
  'jpeg grey': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`, data: await jpeg(1) },
  }),
  'jpeg in ascii': async () => ({
    picture: {
      dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/ASCIIHexDecode /DCTDecode]`,
      data: `${(await jpeg(3)).toString('hex')}>`,
    },
  }),
  'jpeg cmyk': async () => ({
    picture: {
      dict: `${base} /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0] /Filter /DCTDecode`,
      data: await cmykJpeg(),
    },
  }),
  'soft mask': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 7 0 R /Filter /FlateDecode`, data: flate(photo(3)) },
    more: { 7: { dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`, data: flate(photo(1)) } },
  }),
  matte: async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 7 0 R /Filter /FlateDecode`, data: flate(photo(3)) },
    more: { 7: { dict: `${base} /ColorSpace /DeviceGray /BitsPerComponent 8 /Matte [0 0 0] /Filter /FlateDecode`, data: flate(photo(1)) } },
  }),
  'mask of bits': async () => ({
    picture: { dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask 7 0 R /Filter /FlateDecode`, data: flate(photo(3)) },
    more: { 7: { dict: `${base} /ImageMask true /BitsPerComponent 1 /Filter /FlateDecode`, data: flate(bits(print())) } },
  }),
  'mask of a colour': async () => ({
    picture: {
      dict: `${base} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask [0 40 200 255 0 0] /Filter /FlateDecode`,
      data: flate(drawing()),
    },
  }),
} satisfies Record<string, () => Promise<PictureParts>>;
export type PictureKind = keyof typeof PICTURES;

/** One page with the picture at 200 dpi (or `dpi`), and a line of text. */
export async function makePicturePdf(kind: PictureKind, dpi = 200): Promise<Uint8Array> {
  const { picture, more = {} }: PictureParts = await PICTURES[kind]();
  const [wide, high] = [(WIDTH * 72) / dpi, (HEIGHT * 72) / dpi];
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${wide + 20} ${high + 50}] >>`,
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> /Font << /F 6 0 R >> >> >>',
      4: {
        dict: '',
        data: `0.2 0.4 0.6 rg q ${wide} 0 0 ${high} 10 10 cm /P Do Q BT /F 12 Tf 10 ${high + 25} Td (Below is a picture) Tj ET`,
      },
      5: picture,
      6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...more,
    },
  });
}

const dejavu = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));
const descriptor = (key: string, name: string) =>
  `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [0 -250 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -250 /CapHeight 700 /StemV 80 /${key} 8 0 R >>`;

/** A page of text in a completely embedded font. */
export const FONTS = {
  truetype: () => ({
    text: '(Only these letters are used) Tj',
    objects: {
      6: `<< /Type /Font /Subtype /TrueType /BaseFont /DejaVuSans /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${'600 '.repeat(95)}] /FontDescriptor 7 0 R >>`,
      7: descriptor('FontFile2', 'DejaVuSans'),
      8: { dict: `/Length1 ${dejavu.length}`, data: dejavu },
    },
  }),
  // Glyphs 36 … are A, B, C … in this font.
  'truetype by glyph number': () => ({
    text: '<00240025002600270028> Tj',
    objects: {
      6: '<< /Type /Font /Subtype /Type0 /BaseFont /DejaVuSans /Encoding /Identity-H /DescendantFonts [9 0 R] /ToUnicode 10 0 R >>',
      7: descriptor('FontFile2', 'DejaVuSans'),
      8: { dict: `/Length1 ${dejavu.length}`, data: dejavu },
      9: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /DejaVuSans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 700 /CIDToGIDMap /Identity /FontDescriptor 7 0 R >>',
      10: {
        dict: '',
        data: '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0024> <0028> <0041> endbfrange endcmap end end',
      },
    },
  }),
  type1: () => {
    const font = makeType1();
    return {
      text: '(HIOT U H\\311) Tj',
      objects: {
        6: `<< /Type /Font /Subtype /Type1 /BaseFont /Strokes /FirstChar 32 /LastChar 201 /Widths [${'700 '.repeat(170)}] /Encoding << /Type /Encoding /Differences [201 /Iacute] >> /FontDescriptor 7 0 R >>`,
        7: descriptor('FontFile', 'Strokes'),
        8: { dict: `/Length1 ${font.length1} /Length2 ${font.length2} /Length3 532`, data: font.bytes },
      },
    };
  },
} satisfies Record<string, () => { text: string; objects: Record<number, PdfObject> }>;
export type FontKind = keyof typeof FONTS;

export function makeFontPdf(kind: FontKind, catalog = '', more: Readonly<Record<number, PdfObject>> = {}): Uint8Array {
  const { text, objects } = FONTS[kind]();
  return makePdf({
    objects: {
      1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${SIDE_X} ${SIDE_Y}] >>`,
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 6 0 R >> >> >>',
      4: { dict: '', data: `BT /F 18 Tf 10 100 Td ${text} ET` },
      ...objects,
      ...more,
    },
  });
}

/** Tags, a form, a link, a note, an outline, an attachment, page labels, a layer, destinations, metadata, private data, a thumbnail; a photo beside. */
export async function makeFeaturePdf(): Promise<Uint8Array> {
  const { picture }: PictureParts = await PICTURES['rgb flate']();
  return makePdf({
    objects: {
      1: `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 20 0 R /AcroForm << /Fields [24 0 R] /DA (/F 10 Tf) /DR << /Font << /F 6 0 R >> >> >>
        /Outlines 26 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 28 0 R] >> /Dests << /Names [(top) [3 0 R /Fit]] >> >>
        /PageLabels << /Nums [0 << /S /r >>] >> /OCProperties << /OCGs [30 0 R] /D << /Order [30 0 R] >> >> /Metadata 31 0 R /Lang (en) >>`,
      2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${SIDE_X} ${SIDE_Y}] >>`,
      3: `<< /Type /Page /Parent 2 0 R /Contents [4 0 R 9 0 R] /StructParents 0 /Annots [23 0 R 24 0 R 25 0 R] /Thumb 32 0 R
        /PieceInfo << /App << /LastModified (D:20200101) /Private << /Data (${'private '.repeat(200)}) >> >> >> /LastModified (D:20200101)
        /Resources << /XObject << /P 5 0 R >> /Font << /F 6 0 R >> /Properties << /L 30 0 R >> >> >>`,
      4: { dict: '', data: '/P << /MCID 0 >> BDC BT /F 12 Tf 10.000000 190.00 Td (A tagged paragraph) Tj ET EMC' },
      5: picture,
      6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      9: { dict: '', data: '/OC /L BDC q 100.000 0 0 75.000 10 100 cm /P Do Q EMC' },
      20: '<< /Type /StructTreeRoot /K [21 0 R] /ParentTree << /Nums [0 [22 0 R]] >> >>',
      21: '<< /Type /StructElem /S /Document /P 20 0 R /K [22 0 R] >>',
      22: '<< /Type /StructElem /S /P /P 21 0 R /Pg 3 0 R /K 0 >>',
      23: '<< /Type /Annot /Subtype /Link /Rect [10 10 100 20] /Border [0 0 0] /A << /S /URI /URI (https://example.com/) >> >>',
      24: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /DA (/F 10 Tf) /Rect [10 30 100 45] >>',
      25: '<< /Type /Annot /Subtype /Text /Rect [200 10 220 30] /Contents (A note) >>',
      26: '<< /Type /Outlines /First 27 0 R /Last 27 0 R /Count 1 >>',
      27: '<< /Title (Start) /Parent 26 0 R /Dest (top) >>',
      28: '<< /Type /Filespec /F (a.txt) /EF << /F 29 0 R >> >>',
      29: { dict: '/Type /EmbeddedFile', data: 'attached text '.repeat(40) },
      30: '<< /Type /OCG /Name (Layer) >>',
      31: {
        dict: '/Type /Metadata /Subtype /XML',
        data: `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/>${' '.repeat(2000)}<?xpacket end="w"?>`,
      },
      32: { dict: '/Width 60 /Height 60 /ColorSpace /DeviceGray /BitsPerComponent 8', data: Buffer.alloc(3600, 90) },
    },
  });
}
