// Type 3 fonts without a name: the widths of their letters say what they are like.

import { afterAll, expect, it } from 'vitest';
import { standardMetrics } from '../../../../../processor/pdf/fonts/standard-fonts.ts';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf, type PdfObject } from '../../../../../support/documents/make-pdf.ts';
import { readDocxLook } from '../../../../../support/judges/read-docx-look.ts';
import { convertFromPdf } from '../../../../../support/run/read-pdf-document.ts';

afterAll(endPdfium);

const TEXT = 'The quick brown fox jumps over the lazy dog';
const LETTERS = Array.from(new Set(TEXT.replaceAll(' ', '')), String).toSorted((one, two) => one.localeCompare(two));

/** Boxes as wide as the letters of a font, drawn for their codes (ISO 32000-1 9.6.5). */
function type3(number: number, metrics: string): Record<number, PdfObject> {
  const widthOf = (letter: string) => standardMetrics(metrics).widthOf(letter === ' ' ? 'space' : letter) ?? 0;
  const codes = Array.from({ length: 96 }, (_, at) => String.fromCharCode(32 + at));
  const procs = LETTERS.map((letter, at) => `/g${letter.codePointAt(0)} ${number + 1 + at} 0 R`).join(' ');
  const differences = LETTERS.map((letter) => `${letter.codePointAt(0)} /g${letter.codePointAt(0)}`).join(' ');
  const map = LETTERS.map((letter) => `<${letter.codePointAt(0)?.toString(16)}> <00${letter.codePointAt(0)?.toString(16)}>`);
  return {
    [number]: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 32 /LastChar 127 /Widths [${codes.map(widthOf).join(' ')}] /Encoding << /Type /Encoding /Differences [${differences}] >> /CharProcs << ${procs} >> /ToUnicode ${number + 90} 0 R >>`,
    [number + 90]: {
      dict: '',
      data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length + 1} beginbfchar <20> <0020> ${map.join(' ')} endbfchar endcmap end end`,
    },
    ...Object.fromEntries(
      LETTERS.map((letter, at) => [
        number + 1 + at,
        { dict: '', data: `${widthOf(letter)} 0 0 0 900 700 d1 50 0 ${widthOf(letter) - 100} 600 re f` },
      ]),
    ),
  };
}

it.each([
  ['Helvetica', 'Arial'],
  ['Times-Roman', 'Times New Roman'],
  ['Courier', 'Courier New'],
])('one with the widths of %s is set in %s', async (metrics, family) => {
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `BT /F 14 Tf 20 250 Td (${TEXT}) Tj ET` },
      ...type3(20, metrics),
    },
  });
  const look = readDocxLook((await convertFromPdf('docx', bytes)).bytes);
  expect(look.part('word/styles.xml')).toMatch(new RegExp(`<w:docDefaults>.*?w:ascii="${family}"`));
});
