// Documents of many pages, each of one kind: text, forms, scans, pictures. No page is the same as another, as in a real document: what a
// program does once for equal content it must do here for each page.

import sharp from 'sharp';
import { encodeCcittG4 } from '../../processor/images/ccitt-encode.ts';
import { makeSegment } from '../../support/documents/make-jpeg.ts';
import { photo } from '../../support/documents/make-compressible.ts';
import { makeScan, TEXTS } from '../../support/documents/make-scan.ts';
import { type EmbeddedFont, PdfFile, references } from './pdf-file.ts';
import { fillLine, type Line, showLine, wordsOf } from './set-text.ts';

/** Stands once on every page, in the running head, and nowhere else. */
export const WORD_TO_REPLACE = 'Northwind';

const [LEFT, WIDTH, TOP, BOTTOM] = [70, 455, 790, 60];
const CHARS_A_PAGE = 2800;
const FIELDS_A_PAGE = 20;
const PICTURES_A_PAGE = 4;
/** One in so many scans is a grey JPEG; the others are black and white. */
const GREY_SCAN_EVERY = 4;

interface Fonts {
  readonly body: EmbeddedFont;
  readonly bold: EmbeddedFont;
}

/** About 2,800 characters a page: running head, heading, justified paragraphs, lists, ruled tables, links, page number. */
export async function writeTextPages(path: string, pages: number): Promise<void> {
  const file = new PdfFile(path);
  const fonts = await addFonts(file);
  const resources = resourcesOf(fonts);
  file.finish(pages, (index) => {
    const content = file.addContent(textPage(index, fonts));
    const link = index % 7 === 0 ? `/Annots [${references([file.add(LINK)])}]` : '';
    return `/Contents ${content} 0 R ${resources} ${link}`;
  });
}

/** Twenty filled text fields with their labels on every page. */
export async function writeFormPages(path: string, pages: number): Promise<void> {
  const file = new PdfFile(path);
  const fonts = await addFonts(file);
  const helvetica = file.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const own = `/Resources << /Font << /Helv ${helvetica} 0 R >> >>`;
  const fields: number[] = [];
  const formPage = (index: number, page: number): string => {
    const next = wordsOf(index);
    const onPage: number[] = [];
    let content = headAndFoot(index, fonts);
    for (let i = 0; i < FIELDS_A_PAGE; i++) {
      const y = TOP - 60 - i * 32;
      const label = `${i + 1}. ${next()} ${next()} ${next()}`;
      content += showLine(label, { name: 'F1', font: fonts.body, size: 10, x: LEFT, y: y + 6 });
      const value = `${next()} ${index * FIELDS_A_PAGE + i}`.replaceAll(/[()\\]/g, '');
      const appearance = file.add(
        `/Type /XObject /Subtype /Form /BBox [0 0 240 20] ${own}`,
        Buffer.from(`/Tx BMC q BT /Helv 10 Tf 0 g 2 6 Td (${value}) Tj ET Q EMC`),
      );
      onPage.push(
        file.add(
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (p${index + 1}f${i + 1}) /TU (${label.replaceAll(/[()\\]/g, '')}) /V (${value}) ` +
            `/DA (/Helv 10 Tf 0 g) /F 4 /Rect [${LEFT + 200} ${y} ${LEFT + 440} ${y + 20}] /P ${page} 0 R /AP << /N ${appearance} 0 R >> >>`,
        ),
      );
    }
    fields.push(...onPage);
    return `/Contents ${file.addContent(content)} 0 R ${resourcesOf(fonts)} /Annots [${references(onPage)}]`;
  };
  file.finish(
    pages,
    formPage,
    () => `/AcroForm << /Fields [${references(fields)}] /DA (/Helv 10 Tf 0 g) /DR << /Font << /Helv ${helvetica} 0 R >> >> >>`,
  );
}

/** One picture a page: CCITT at 300 dpi, every fourth a grey JPEG at 200 dpi. */
export async function writeScannedPages(path: string, pages: number): Promise<void> {
  const columns = [`${TEXTS.eng.text} ${TEXTS.eng.text} ${TEXTS.eng.text}`];
  const sheet = { columns, widthPoints: 595, heightPoints: 842 };
  const bilevel = await makeScan({ ...sheet, dpi: 300, bilevel: true });
  const grey = await makeScan({ ...sheet, dpi: 200, speckle: 0.0005 });
  const ccitt = encodeCcittG4(
    bilevel.pixels.map((level) => (level < 128 ? 1 : 0)),
    bilevel.width,
    bilevel.height,
  );
  const raw = { width: grey.width, height: grey.height, channels: 1 } as const;
  const jpeg = await sharp(grey.pixels, { raw }).toColourspace('b-w').jpeg({ quality: 50 }).toBuffer();
  const file = new PdfFile(path);
  file.finish(pages, (index) => {
    const image =
      index % GREY_SCAN_EVERY === GREY_SCAN_EVERY - 1
        ? file.add(`${sizeOf(grey)} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`, numbered(jpeg, index))
        : file.add(
            `${sizeOf(bilevel)} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode ` +
              `/DecodeParms << /K -1 /Columns ${bilevel.width} /Rows ${bilevel.height} >>`,
            // Behind the end of the picture, where no decoder looks.
            Buffer.concat([ccitt, Buffer.from(String(index))]),
          );
    const content = file.addContent('q 595 0 0 842 0 0 cm /Im0 Do Q');
    return `/Contents ${content} 0 R /Resources << /XObject << /Im0 ${image} 0 R >> >>`;
  });
}

/** Four photographs a page, with captions. */
export async function writePicturePages(path: string, pages: number): Promise<void> {
  const [width, height] = [800, 600];
  const jpeg = await sharp(photo(3, width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const file = new PdfFile(path);
  const fonts = await addFonts(file);
  file.finish(pages, (index) => {
    const next = wordsOf(index);
    let content = headAndFoot(index, fonts);
    const images: string[] = [];
    for (let i = 0; i < PICTURES_A_PAGE; i++) {
      const [x, y] = [LEFT + (i % 2) * 235, 460 - Math.floor(i / 2) * 320];
      const dict = `${sizeOf({ width, height })} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
      images.push(`/Im${i} ${file.add(dict, numbered(jpeg, index * PICTURES_A_PAGE + i))} 0 R`);
      content += `q 220 0 0 165 ${x} ${y} cm /Im${i} Do Q\n`;
      const caption = `Figure ${index * PICTURES_A_PAGE + i + 1}. ${next()} ${next()} ${next()}`;
      content += showLine(caption, { name: 'F1', font: fonts.body, size: 9, x, y: y - 14 });
    }
    return `/Contents ${file.addContent(content)} 0 R ${resourcesOf(fonts, `/XObject << ${images.join(' ')} >>`)}`;
  });
}

const LINK =
  `<< /Type /Annot /Subtype /Link /Rect [${LEFT} ${TOP - 30} ${LEFT + 200} ${TOP - 18}] /Border [0 0 0] ` +
  '/A << /S /URI /URI (https://example.com/) >> >>';

async function addFonts(file: PdfFile): Promise<Fonts> {
  return {
    body: await file.addFont({ family: 'serif', isBold: false, isItalic: false }),
    bold: await file.addFont({ family: 'sans', isBold: true, isItalic: false }),
  };
}

function resourcesOf({ body, bold }: Fonts, more = ''): string {
  return `/Resources << /Font << /F1 ${body.number} 0 R /F2 ${bold.number} 0 R >> ${more} >>`;
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }): string {
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;
}

/** The same picture with a comment of its own. */
function numbered(jpeg: Uint8Array, index: number): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), makeSegment(0xfe, `number ${index}`), jpeg.subarray(2)]);
}

function headAndFoot(index: number, { body }: Fonts): string {
  const head = { name: 'F1', font: body, size: 9, x: LEFT };
  return showLine(`${WORD_TO_REPLACE} Harbour Report`, { ...head, y: 815 }) + showLine(String(index + 1), { ...head, x: 290, y: 30 });
}

function textPage(index: number, fonts: Fonts): string {
  const next = wordsOf(index);
  const line: Omit<Line, 'y'> = { name: 'F1', font: fonts.body, size: 11, x: LEFT };
  let [content, y, chars, text, pending] = [headAndFoot(index, fonts), TOP, 0, '', ''];
  if (index % 3 === 0) {
    content += showLine(`${index / 3 + 1}. The ${next()} and the ${next()}`, { name: 'F2', font: fonts.bold, size: 16, x: LEFT, y });
    y -= 28;
  }
  if (index % 5 === 0) {
    content += table(next, line, y);
    y -= 6 * 18 + 16;
  }
  for (let row = 0; chars < CHARS_A_PAGE && y > BOTTOM; row++) {
    const isItem = index % 4 === 0 && row % 12 > 8;
    const indent = isItem ? 18 : 0;
    [text, pending] = fillLine(next, pending, line, WIDTH - indent);
    const endsParagraph = row % 8 === 7 || isItem;
    if (isItem) content += showLine('-', { ...line, y });
    content += showLine(text, { ...line, x: LEFT + indent, y }, endsParagraph ? undefined : WIDTH);
    chars += text.length;
    y -= endsParagraph ? 20 : 15;
  }
  return content;
}

/** Five ruled rows of four cells. */
function table(next: () => string, line: Omit<Line, 'y'>, top: number): string {
  let content = '0.5 w\n';
  for (let row = 0; row < 6; row++) content += `${LEFT} ${top - row * 18} m ${LEFT + WIDTH} ${top - row * 18} l S\n`;
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 4; column++) {
      const cell = column === 0 ? `${next()} ${next()}` : String((next().length + row) * 137 * column);
      content += showLine(cell, { ...line, size: 10, x: LEFT + 4 + (column * WIDTH) / 4, y: top - 13 - row * 18 });
    }
  }
  return content;
}
