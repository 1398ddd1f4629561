// What glyphs mean whose map says more than a letter: names of icons, halves of a code point, soft hyphens, replacement text.

import { afterAll, expect, it } from 'vitest';
import { endPdfium } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { type CidFontOptions, makeCidFont } from '../../../../../support/documents/cid-font.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { convertFromPdf, textOfResult } from '../../../../../support/run/read-pdf-document.ts';

afterAll(endPdfium);

const LETTERS = 'abcdefghijklmnopqrstuvwxyzX-';

async function textOf(meanings: CidFontOptions['meanings'], contentOf: (show: (text: string) => string) => string): Promise<string> {
  const options = { name: 'ABCDEF+Tested', family: 'serif', ...(meanings && { meanings }) } as const;
  const [icons, letters] = [
    await makeCidFont(LETTERS, { ...options, number: 20 }),
    await makeCidFont(LETTERS, { ...options, name: 'ABCDEF+Letters', number: 30 }),
  ];
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /I 20 0 R /L 30 0 R >> >> >>',
      4: { dict: '', data: contentOf(icons.show) },
      ...icons.objects,
      ...letters.objects,
    },
  });
  return textOfResult(await convertFromPdf('txt', bytes)).trim();
}

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

it('an icon whose map says its name is one character without a meaning', async () => {
  const text = await textOf({ X: hex('HOUSE-CHIMNEY') }, (show) => `BT /I 14 Tf 20 250 Td ${show('X')} Tj 20 0 Td ${show('home')} Tj ET`);
  expect(text).toBe('\ufffd home');
});

it('a ligature of letters stays its letters', async () => {
  expect(await textOf({ X: hex('ffi') }, (show) => `BT /I 14 Tf 20 250 Td ${show('oXce')} Tj ET`)).toBe('office');
});

it('a character above U+FFFF is one', async () => {
  expect(await textOf({ X: hex('\u{1f4f1}') }, (show) => `BT /I 14 Tf 20 250 Td ${show('X')} Tj 20 0 Td ${show('phone')} Tj ET`)).toBe(
    '\u{1f4f1} phone',
  );
});

it('a hyphen that is seen is one, although its map says that it is soft', async () => {
  expect(await textOf({ '-': '00ad' }, (show) => `BT /I 14 Tf 20 250 Td ${show('on-site')} Tj ET`)).toBe('on-site');
});

const SPOKEN = '/Span << /ActualText (spoken words) >> BDC';

it('text that replaces an icon and letters in another font is not read in the place of the icon: what is drawn is', async () => {
  const text = await textOf({}, (show) => `${SPOKEN} BT /I 14 Tf 20 250 Td ${show('x')} Tj /L 14 Tf 20 0 Td ${show('letters')} Tj ET EMC`);
  expect(text).toBe('x letters');
});

it('text that says how capitals were typed is not read: what is drawn is', async () => {
  const spoken = (text: string) => `/Span << /ActualText ${text} >> BDC`;
  const text = await textOf(
    {},
    (show) =>
      `BT /L 14 Tf 20 250 Td ${spoken('<feff0041004e0041004e0041>')} ${show('anana')} Tj EMC ${show('x')} Tj 0 -40 Td ${spoken('(other)')} ${show('anana')} Tj EMC ET`,
  );
  expect(text.split(/\s+/u)).toEqual(['ananax', 'other']);
});

it('text that replaces letters of one font is read', async () => {
  expect(await textOf({}, (show) => `${SPOKEN} BT /L 14 Tf 20 250 Td ${show('drawn')} Tj ET EMC`)).toBe('spoken words');
});
