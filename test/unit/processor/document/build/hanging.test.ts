// Items whose lines below begin elsewhere than their text.

import { afterAll, expect, it } from 'vitest';
import { wordsBeforeText } from '../../../../../processor/document/build/hanging.ts';
import { lineOf } from '../../../../../processor/document/words/lines.ts';
import { makeSegments } from '../../../../../processor/document/words/segments.ts';
import { makeWords } from '../../../../../processor/document/words/words.ts';
import { packCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { readDocxLook } from '../../../../../support/judges/read-docx-look.ts';
import { convertFromPdf } from '../../../../../support/run/read-pdf-document.ts';
import { set } from '../../../../support/synthetic-page.ts';

afterAll(endPdfium);

it('hang by as much as the page has, and their text stands behind the label', async () => {
  const line = (text: string, x: number, y: number) => `BT /F 12 Tf ${x} ${y} Td (${text}) Tj ET`;
  const items = ['2.1.', '2.2.', '2.3.'].flatMap((label, at) => [
    line(label, 60, 240 - at * 40),
    line('The customer is given what was agreed upon in the order', 86, 240 - at * 40),
    line('and in the plan that goes with it, by the end of the month.', 80, 226 - at * 40),
  ]);
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 300] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      4: { dict: '', data: items.join(' ') },
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    },
  });
  const document = readDocxLook((await convertFromPdf('docx', bytes)).bytes).part('word/document.xml');
  const found = [...document.matchAll(/<w:p>.*?<\/w:p>/gsu)].filter(([paragraph]) => paragraph.includes('customer'));
  const points = found.map(([paragraph]) => Math.round(Number(/w:hanging="(\d+)"/.exec(paragraph)?.[1]) / 20));
  expect(points).toEqual([20, 20, 20]);
  expect(found.every(([paragraph]) => /<w:tab w:val="left" w:pos="\d+"\/>/u.test(paragraph))).toBe(true);
});

it('do not where their lines are centred and one begins below a word', () => {
  const line = (...parts: ReturnType<typeof set>[]) => lineOf(makeSegments(makeWords(packCharacters(parts.flat()))), 0);
  const first = line(set('Parish ', 100, 50), set('Catechist', 140, 50));
  expect(wordsBeforeText([first, line(set('Susan Carr', 141, 64))])).toBe(1);
  expect(wordsBeforeText([first, line(set('Nu', 141, 64))])).toBe(0);
});
