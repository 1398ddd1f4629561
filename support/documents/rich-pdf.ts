// A document of eight pages with everything that `split` and `merge` carry: outline, names, links, labels, tags, fields of which one is calculated,
// attachments, layers; among them blank pages, pages that begin an invoice, and a separator sheet with a QR code.

import makeQrCode from 'qrcode-generator';
import { makePdf, type PdfObject } from './make-pdf.ts';

/** What each page says. The third is blank, the sixth is the separator sheet. */
export const RICH_WORDS = ['Invoice 1', 'Alpha', '', 'Invoice 2', 'Bravo', '', 'Invoice 3', 'Charlie'] as const;
export const RICH_BLANK = 3;
export const RICH_SHEET = 6;

const PAGE = 100;
const CONTENT = 200;
const ELEMENT = 300;
const BOXES: Readonly<Record<number, string>> = {
  1: '400 0 R 401 0 R',
  2: '410 0 R 402 0 R',
  4: '403 0 R 411 0 R',
  5: '412 0 R',
  8: '404 0 R 413 0 R',
};

export function richPdf(): Uint8Array {
  const pages = RICH_WORDS.map((_, at) => at + 1);
  const written = pages.filter((page) => RICH_WORDS[page - 1] !== '');
  const objects: Record<number, PdfObject> = {
    1:
      '<< /Type /Catalog /Pages 2 0 R /Outlines 30 0 R /Names << /Dests 40 0 R /EmbeddedFiles << /Names [(notes.txt) 42 0 R] >> >> ' +
      '/PageLabels << /Nums [0 << /S /r >> 3 << /S /D /P (B-) >>] >> /StructTreeRoot 50 0 R /MarkInfo << /Marked true >> ' +
      '/AcroForm << /Fields [410 0 R 411 0 R 412 0 R 413 0 R] /CO [413 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> ' +
      '/OCProperties << /OCGs [70 0 R 71 0 R] /D << /Order [70 0 R 71 0 R] /OFF [71 0 R] >> >> >>',
    2: `<< /Type /Pages /Kids [${pages.map((page) => `${PAGE + page} 0 R`).join(' ')}] /Count ${pages.length} /MediaBox [0 0 300 200] >>`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    6: qrPicture('INVOICE-3'),
    30: '<< /Type /Outlines /First 31 0 R /Last 33 0 R /Count 4 >>',
    31: outlineItem('First', 1, '/Next 32 0 R /First 34 0 R /Last 34 0 R /Count 1'),
    32: outlineItem('Second', 4, '/Prev 31 0 R /Next 33 0 R'),
    33: outlineItem('Third', 7, '/Prev 32 0 R'),
    34: `<< /Title (Alpha) /Parent 31 0 R /Dest (alpha) >>`,
    40: `<< /Names [(alpha) [${PAGE + 2} 0 R /Fit] (charlie) [${PAGE + 8} 0 R /Fit]] >>`,
    42: '<< /Type /Filespec /F (notes.txt) /UF (notes.txt) /EF << /F 43 0 R >> >>',
    43: { dict: '/Type /EmbeddedFile', data: 'What is attached.' },
    50: `<< /Type /StructTreeRoot /K 51 0 R /ParentTree << /Nums [${written.map((page) => `${page - 1} [${ELEMENT + page} 0 R]`).join(' ')}] >> /ParentTreeNextKey 20 >>`,
    51: `<< /Type /StructElem /S /Document /P 50 0 R /K [${written.map((page) => `${ELEMENT + page} 0 R`).join(' ')}] >>`,
    70: '<< /Type /OCG /Name (Shown) >>',
    71: '<< /Type /OCG /Name (Hidden) >>',
    400: link(`/Dest [${PAGE + 2} 0 R /Fit]`, 20),
    401: link('/A << /S /URI /URI (https://example.com/) >>', 90),
    402: link('/Dest (charlie)', 160),
    403: link(`/A << /S /GoTo /D [${PAGE + 5} 0 R /Fit] >>`, 160),
    404: link(`/Dest [${PAGE + 7} 0 R /Fit]`, 160),
    410: field('Amount', 2),
    411: field('Rate', 4),
    412: field('Name', 5),
    413: field('Total', 8, '/AA << /C << /S /JavaScript /JS (AFSimple_Calculate\\("SUM", ["Amount", "Rate"]\\);) >> >>'),
    420: {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 5 0 R >> >>',
      data: '/Tx BMC q BT /F1 10 Tf 2 6 Td (12) Tj ET Q EMC',
    },
  };
  for (const page of pages) Object.assign(objects, pageObjects(page));
  return makePdf({ objects });
}

function pageObjects(page: number): Record<number, PdfObject> {
  const word = RICH_WORDS[page - 1] ?? '';
  const layer = page === 2 || page === 5 ? '/OC /L0 BDC 200 20 30 30 re f EMC /OC /L1 BDC 240 20 30 30 re f EMC' : '';
  const content = page === RICH_SHEET ? 'q 99 0 0 99 50 50 cm /QR Do Q' : word === '' ? '' : text(word) + layer;
  const resources = '<< /Font << /F1 5 0 R >> /XObject << /QR 6 0 R >> /Properties << /L0 70 0 R /L1 71 0 R >> >>';
  const tagged = word === '' ? '' : `/StructParents ${page - 1}`;
  return {
    [PAGE + page]:
      `<< /Type /Page /Parent 2 0 R /Contents ${CONTENT + page} 0 R /Resources ${resources} ${tagged} /Annots [${BOXES[page] ?? ''}] >>`,
    [CONTENT + page]: { dict: '', data: content },
    ...(word === '' ? {} : { [ELEMENT + page]: `<< /Type /StructElem /S /P /P 51 0 R /Pg ${PAGE + page} 0 R /K 0 >>` }),
  };
}

const text = (word: string) => `/P << /MCID 0 >> BDC BT /F1 18 Tf 20 100 Td (${word}) Tj ET EMC `;

function outlineItem(title: string, page: number, more: string): string {
  return `<< /Title (${title}) /Parent 30 0 R /Dest [${PAGE + page} 0 R /Fit] ${more} >>`;
}

function link(target: string, x: number): string {
  return `<< /Type /Annot /Subtype /Link /Rect [${x} 150 ${x + 60} 170] /Border [0 0 0] ${target} >>`;
}

function field(name: string, page: number, more = ''): string {
  return `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (12) /Rect [20 20 120 40] /P ${PAGE + page} 0 R /F 4 /AP << /N 420 0 R >> ${more} >>`;
}

function qrPicture(said: string): PdfObject {
  const code = makeQrCode(0, 'M');
  code.addData(said);
  code.make();
  const count = code.getModuleCount();
  const data = Buffer.from(Array.from({ length: count * count }, (_, at) => (code.isDark(Math.floor(at / count), at % count) ? 0 : 255)));
  return { dict: `/Type /XObject /Subtype /Image /Width ${count} /Height ${count} /BitsPerComponent 8 /ColorSpace /DeviceGray`, data };
}
