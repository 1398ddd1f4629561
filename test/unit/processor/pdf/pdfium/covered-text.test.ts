// Text that is drawn several times at one place shows the last of them, and an icon shows nothing of its name.

import { afterAll, expect, it } from 'vitest';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { readDocxLook } from '../../../../../support/judges/read-docx-look.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

afterAll(endPdfium);

const page = (content: string) =>
  makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /ExtGState << /None << /ca 0 >> >> >> >>',
      4: { dict: '', data: content },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  });

it('has the colour of the last text at its place, below which others are a halo or a shadow', async () => {
  const label = (colour: string, by = 0) => `${colour} BT /F 12 Tf ${40 + by} ${200 - by} Td (Automotive) Tj ET`;
  const bytes = page(
    `BT /F 12 Tf 40 240 Td (Sectors of industry) Tj ET ${label('1 1 1 rg')} ${label('0.8 0 0 rg', 0.8)} ${label('0.8 0 0 rg', 0.8)}`,
  );
  const document = readDocxLook((await convertFromPdf('docx', bytes)).bytes).part('word/document.xml');
  const runs = [...document.matchAll(/<w:r>.*?<\/w:r>/gsu)].flatMap(([run]) => (run.includes('Automotive') ? [run] : []));
  expect(runs.map((run) => /<w:color w:val="(\w+)"/.exec(run)?.[1])).toEqual(['CC0000']);
});

it('has the look of the path that draws its letters where it is transparent, and the path is no drawing', async () => {
  // Stems of H and I at 40 points, a little wider than those of the face.
  const stems = ['42.5 200 5 28.7', '61.3 200 5 28.7', '42.5 212 20 5', '72 200 5 28.7'].map((box) => `${box} re`).join(' ');
  const bytes = page(
    `BT /F 40 Tf 40 250 Td (A line of text of its size) Tj ET 0 0 0.8 rg ${stems} f /None gs 0 g BT /F 40 Tf 40 200 Td (HI) Tj ET`,
  );
  const document = readDocxLook((await convertFromPdf('docx', bytes)).bytes).part('word/document.xml');
  const runs = [...document.matchAll(/<w:r>.*?<\/w:r>/gsu)].flatMap(([run]) => (run.includes('HI') ? [run] : []));
  expect(runs.map((run) => [/<w:color w:val="(\w+)"/.exec(run)?.[1], run.includes('<w:b/>')])).toEqual([['0000CC', true]]);
  expect(document).not.toMatch(/<w:drawing|<w:pict/u);
});

it('does not say the name of an icon, and says what stands for drawn letters', async () => {
  const spoken = (text: string, drawn: string, y: number) =>
    `/Span << /ActualText (${text}) >> BDC BT /F 12 Tf 40 ${y} Td (${drawn}) Tj ET EMC`;
  const text = textOfResult(
    await convertFromPdf('txt', page(`${spoken('keyboard_arrow_down', 'J', 200)} ${spoken('a longer text', 'xxxx xxx xx', 150)}`)),
  );
  expect(text).not.toContain('keyboard');
  expect(text).toContain('a longer text');
});
