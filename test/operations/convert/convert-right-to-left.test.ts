// Lines of Hebrew and Arabic with numbers, brackets and Latin words, from a page back to what was written.

import { afterAll, describe, expect, test } from 'vitest';
import { makeSegments } from '../../../processor/document/words/segments.ts';
import { makeWords } from '../../../processor/document/words/words.ts';
import { orderDirected } from '../../../processor/pdf/pdfium/page/order-directed.ts';
import { packCharacters } from '../../../processor/pdf/pdfium/page/character-columns.ts';
import type { Character } from '../../../processor/pdf/pdfium/page/page-content.ts';
import { memorySource } from '../../../processor/pdf/byte-source.ts';
import { engineInput } from '../../../processor/pdf/pdfium/pdfium.ts';
import { endPdfium, readGlyphsBounded } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { set } from '../../support/synthetic-page.ts';

afterAll(endPdfium);

const LINES = [
  '(2) את התרגיל ניתן לבצע בזוגות (לא לשכוח',
  'לציין את שמות בני הזוג על גבי ההגשה).',
  'תרגיל בית 1 - חלקים (Machine Learning) ומודל m1 בלבד',
  'הקובץ בשם report.pdf יוגש עד 31.12.2024, 50%',
];

describe('what LibreOffice wrote from the right', () => {
  test('is read as it was written', async () => {
    const html = `<html dir="rtl"><body>${LINES.map((line) => `<p>${line}</p>`).join('')}</body></html>`;
    const pdf = await convert(html, 'text/html', { target_format: 'pdf' });
    const text = await convert(pdf.bytes, 'application/pdf', { target_format: 'txt' });
    const read = Buffer.from(text.bytes)
      .toString()
      .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(read).toEqual(LINES);
  });
});

describe('fonts made of the glyphs of a page', () => {
  const brackets = async (html: string): Promise<string> => {
    const { bytes } = await convert(html, 'text/html', { target_format: 'pdf' });
    const fonts = await readGlyphsBounded(
      { input: engineInput(memorySource(bytes)), coded: undefined, pageIndexes: [0], glyphsMax: 1000 },
      20_000,
    );
    return (fonts ?? [])
      .flatMap(({ letters }) => letters.map(({ code }) => String.fromCodePoint(code)))
      .filter((one) => '()'.includes(one))
      .join('');
  };

  test('have no brackets of text from the right, which are mirrored already', { tags: 'long' }, async () => {
    expect(await brackets('<p>harbour (river)</p>')).toContain('(');
    expect(await brackets('<html dir="rtl"><p>(שלום)</p></html>')).toBe('');
  });
});

/** As the engine gives them: from the right, and brackets behind them as their counterparts; behind Latin words as they are written. */
const fromRight = (text: string, right: number): Character[] =>
  Array.from(text).flatMap((letter, index) => set(letter, right - (index + 1) * 6, 50));
const read = (characters: readonly Character[]) =>
  makeWords(orderDirected(packCharacters(characters)))
    .map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text))
    .join('');

describe('a line of several directions', () => {
  test('has its brackets as they are written, also those without a counterpart, where the others of the page say so', () => {
    const lines = [')2( שלום', ')עולם', 'גדול('].flatMap((text, row) => fromRight(text, 300).map((one) => ({ ...one, y: 50 + row * 20 })));
    expect(read(lines).split(' ')).toEqual(expect.arrayContaining(['(2)']));
    expect(read(lines)).toContain('(עולם');
    expect(read(lines)).toContain('גדול)');
  });

  test('keeps Latin words in their order, without spaces at the brackets around them', () => {
    const line = [...fromRight('שפה )', 300), ...set('Learning', 222, 50), ...set('Machine', 174, 50), ...fromRight(') אחת', 174)];
    expect(read(line)).toBe('שפה (Machine Learning) אחת');
  });

  test('is parted where typed spaces lead to a column', () => {
    const line = [...fromRight('שלום      ', 300), ...set('4.00', 200, 50)];
    const words = makeWords(orderDirected(packCharacters(line)));
    expect(makeSegments(words).map(({ words: own }) => own.map(({ text }) => text))).toEqual([['שלום'], ['4.00']]);
  });

  test('has no space where one lies under a letter', () => {
    const space = set(' ', 270, 50);
    expect(
      read([...fromRight('שלום', 300), ...space.map((one) => ({ ...one, x: 276.1, box: { ...one.box, left: 276.1, right: 279 } }))]),
    ).toBe('שלום');
  });
});
