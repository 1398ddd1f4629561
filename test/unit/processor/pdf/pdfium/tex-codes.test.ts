// Bitmap fonts of TeX: Type 3 fonts whose glyphs have neither names nor characters, only TeX's codes.

import { afterAll, expect, it } from 'vitest';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf, type PdfObject } from '../../../../../support/documents/make-pdf.ts';
import { readDocxLook } from '../../../../../support/judges/read-docx-look.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

afterAll(endPdfium);

/** Of a to z in thousandths of an em: cmr10 and cmbx10 (Knuth 1986). */
const ROMAN = [
  500, 556, 444, 556, 444, 306, 500, 556, 278, 306, 528, 278, 833, 556, 500, 556, 528, 392, 394, 389, 556, 528, 722, 528, 528, 444,
];
const BOLD = [
  559, 639, 511, 639, 527, 351, 575, 639, 319, 351, 607, 319, 958, 639, 575, 639, 607, 474, 454, 447, 639, 607, 831, 607, 607, 511,
];

/** A font as pdfTeX writes it, with pictures of boxes for letters: `a65` is the glyph of code 65. */
function type3(number: number, codes: readonly number[], widths: readonly number[]): Record<number, PdfObject> {
  const widthOf = (code: number) => widths[code - 97] ?? 500;
  const all = [...new Set(codes)].toSorted((one, two) => one - two);
  const last = all.at(-1) ?? 0;
  return {
    [number]: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 0 /LastChar ${last} /Widths [${Array.from({ length: last + 1 }, (_, code) => widthOf(code)).join(' ')}] /Encoding << /Type /Encoding /Differences [${all.map((code) => `${code} /a${code}`).join(' ')}] >> /CharProcs << ${all.map((code, at) => `/a${code} ${number + 1 + at} 0 R`).join(' ')} >> >>`,
    ...Object.fromEntries(
      all.map((code, at) => [
        number + 1 + at,
        {
          dict: '',
          data: `${widthOf(code)} 0 0 0 ${widthOf(code)} 700 d1 q ${widthOf(code) - 100} 0 0 600 50 0 cm BI /IM true /W 1 /H 1 /BPC 1 ID A EI Q`,
        },
      ]),
    ),
  };
}

interface Line {
  readonly codes: readonly number[];
  readonly widths: readonly number[];
}

/** Lines of words below each other, each line in a font of its own; words are a third of an em apart, as TeX sets them. */
function made(lines: readonly Line[]): Uint8Array {
  const fonts = lines.map((_, at) => 100 * (at + 1));
  const set = ({ codes }: Line) => {
    const words: number[][] = [[]];
    for (const code of codes)
      if (code === 32) words.push([]);
      else words.at(-1)?.push(code);
    return words.map((word) => `<${word.map((code) => code.toString(16).padStart(2, '0')).join('')}>`).join(' -333 ');
  };
  const content = lines.map((line, at) => `BT /F${at} 10 Tf 20 ${270 - at * 14} Td [${set(line)}] TJ ET`).join(' ');
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 300] /Contents 4 0 R /Resources << /Font << ${fonts.map((font, at) => `/F${at} ${font} 0 R`).join(' ')} >> >> >>`,
      4: { dict: '', data: content },
      ...Object.assign(
        {},
        ...lines.map(({ codes, widths }, at) =>
          type3(
            fonts[at] ?? 0,
            codes.filter((code) => code !== 32),
            widths,
          ),
        ),
      ),
    },
  });
}

const codesOf = (text: string, special: Readonly<Record<string, number>> = {}) =>
  Array.from(text, (letter) => special[letter] ?? letter.codePointAt(0) ?? 0);
const TEXT = 'the sum of the o\ufb03ces that we have in the north is as large as that of the others';

it('are read by the codes of OT1, each style by its widths', async () => {
  const bytes = made([
    { codes: codesOf(TEXT, { '\ufb03': 0x0e }), widths: ROMAN },
    { codes: codesOf('and this line of the text is in heavy letters, which are wider than they are'), widths: BOLD },
  ]);
  expect(textOfResult(await convertFromPdf('txt', bytes))).toContain(TEXT.normalize('NFKC'));
  const document = readDocxLook((await convertFromPdf('docx', bytes)).bytes).part('word/document.xml');
  const runs = [...document.matchAll(/<w:r>.*?<\/w:r>/gsu)].map(([run]) => [/<w:b\/>/.test(run), run.replaceAll(/<[^>]+>/g, '')]);
  expect(runs.filter(([, text]) => String(text).includes('heavy')).map(([isBold]) => isBold)).toEqual([true]);
  expect(runs.filter(([, text]) => String(text).includes('sum')).map(([isBold]) => isBold)).toEqual([false]);
});

it('are read by those of T1 where they have its letters, and bullets of their own font are bullets', async () => {
  const text = 'elle est \xe0 la fen\xeatre de la salle, et les deux portes sont dans la cour pour une \u0153uvre';
  const bytes = made([
    { codes: codesOf(text, { '\u0153': 0xf7 }), widths: ROMAN },
    { codes: [0x0f], widths: ROMAN },
  ]);
  const read = textOfResult(await convertFromPdf('txt', bytes));
  expect(read).toContain(text);
  expect(read).toMatch(/[•-]/u);
});

it('have no meaning where their codes make up no text', async () => {
  const shifted = Array.from(TEXT.normalize('NFKC'), (letter) =>
    letter === ' ' ? 32 : 97 + (((letter.codePointAt(0) ?? 0) - 97 + 11) % 26),
  );
  const { evidence } = await convertFromPdf('txt', made([{ codes: shifted, widths: ROMAN }]));
  expect(evidence['characters_unmapped']).toBeGreaterThan(50);
});
