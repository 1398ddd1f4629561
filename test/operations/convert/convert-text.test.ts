// txt → PDF: the text can be read and searched again in every script that has a font here, in order, on pages of the size asked for; what cannot be
// shown is reported.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { expectFailure } from '../../support/expect-failure.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { convert } from '../../../support/run/run-convert.ts';
import { onBusyMachine } from '../../support/busy-machine.ts';

afterAll(endPdfium);

const NOTO = '/usr/share/fonts/truetype/noto';
const hasCjk = existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc');

/** Without the marks of direction that poppler puts around what runs from right to left. */
const plain = (text: string) =>
  text
    .replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe.runIf(hasPdfJudges)('the text', () => {
  test.each([
    ['Latin', 'Ünïcödé: ÄÖÜ ß é ñ ł ż — “quotes” … €', true],
    ['Greek and Cyrillic', 'Ελληνικά και Русский, українська', true],
    ['Devanagari', 'नमस्ते दुनिया, यह एक परीक्षण है। क्षत्रिय', existsSync(`${NOTO}/NotoSansDevanagari-Regular.ttf`)],
    ['Japanese', '日本語のテキスト、漢字とかな。', hasCjk],
    ['Korean', '한국어 텍스트', hasCjk],
    ['Thai', 'ภาษาไทย ทดสอบ', existsSync(`${NOTO}/NotoSansThai-Regular.ttf`)],
    ['Georgian and Armenian', 'ქართული հայերեն', true],
  ])('in %s is read by poppler as it was written', async (_, text, hasFont) => {
    if (!hasFont) return;
    const result = await convert(`${text}\n`, 'text/plain');
    expect(plain(textOfPdf(result.bytes))).toBe(text);
    expect(result.codes).toEqual([]);
    expect(qpdfCheck(result.bytes).status).toBe(0);
    const fonts = spawnSync('pdffonts', ['-'], { input: result.bytes });
    expect(fonts.status).not.toBeNull();
  });

  test.each([
    ['Hebrew', 'שלום עולם, המחיר הוא 1,234.50', 'שלום'],
    ['Arabic', 'مرحبا بالعالم والسلام', 'مرحبا'],
  ])('in %s stands at the right, first word rightmost', async (_, text, first) => {
    const result = await convert(text, 'text/plain');
    const words = wordBoxes(result.bytes);
    const width = 595.28 - 56.7;
    expect(Math.max(...words.map(({ xMax }) => xMax))).toBeGreaterThan(width - 8);
    const rightmost = words.toSorted((a, b) => b.xMax - a.xMax)[0];
    expect(fromVisual(rightmost?.text ?? '')).toBe(first);
    expect(plain(textOfPdf(result.bytes))).toContain(first);
  });

  test('of both directions keeps each in its own', async () => {
    const words = wordBoxes((await convert('Latin then עברית and more', 'text/plain')).bytes);
    expect(words.toSorted((a, b) => a.xMin - b.xMin).map(({ text }) => fromVisual(text))).toEqual([
      'Latin',
      'then',
      'עברית',
      'and',
      'more',
    ]);
  });

  test('without a glyph is told by its script, and never silently dropped', async () => {
    const result = await convert('known \u{e000}\u{e001} and \u{10fffd}', 'text/plain');
    expect(result.warnings).toMatchObject([{ code: 'glyph_missing', message: expect.stringContaining('private use (3)') }]);
  });

  test('with characters that turn the order around loses only those', async () => {
    const result = await convert('invoice \u202efdp.exe\u202c end', 'text/plain');
    expect(plain(textOfPdf(result.bytes))).toBe('invoice fdp.exe end');
    expect(result.codes).toEqual(['bidi_controls_ignored']);
  });
});

/** `pdftotext -bbox` gives the letters of a word in their order on the page. */
function fromVisual(text: string): string {
  return /[\u0590-\u08ff]/.test(text) ? Array.from(plain(text)).toReversed().join('') : plain(text);
}

function wordBoxes(pdf: Uint8Array): { text: string; xMin: number; xMax: number; yMin: number }[] {
  const html = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).stdout.toString('utf8');
  return [...html.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)<\/word>/g)].map(
    ([, xMin, yMin, xMax, text]) => ({ text: text ?? '', xMin: Number(xMin), xMax: Number(xMax), yMin: Number(yMin) }),
  );
}

describe.runIf(hasPdfJudges)('encodings', () => {
  const text = 'Grüße aus Köln';
  test.each([
    ['UTF-8', Buffer.from(text), []],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), []],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), []],
    ['UTF-16 BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), []],
    ['UTF-16 LE without', Buffer.from(text, 'utf16le'), ['encoding_guessed']],
    ['Latin-1', Buffer.from(text, 'latin1'), ['encoding_guessed']],
    [
      'UTF-8 with a broken byte',
      Buffer.concat([Buffer.from(text), Buffer.from([0x20, 0xff]), Buffer.from(` ${text} öäü ${text}`)]),
      ['encoding_damaged'],
    ],
    ['NUL and control characters', Buffer.from('Grüße\0 aus\x01 Köln'), ['control_characters_removed']],
  ])('%s', async (_, bytes, codes) => {
    const result = await convert(bytes, 'text/plain');
    expect(plain(textOfPdf(result.bytes)).startsWith(text)).toBe(true);
    expect(result.codes).toEqual(codes);
  });
});

describe.runIf(hasPdfJudges)('the layout', () => {
  test('wraps long lines inside the margins and loses no word', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
    const result = await convert(words.join(' '), 'text/plain');
    expect(plain(textOfPdf(result.bytes)).split(' ')).toEqual(words);
    const boxes = wordBoxes(result.bytes);
    expect(Math.min(...boxes.map(({ xMin }) => xMin))).toBeGreaterThan(56);
    expect(Math.max(...boxes.map(({ xMax }) => xMax))).toBeLessThan(595.28 - 56);
  });

  test('a word that is wider than the page is broken', async () => {
    const result = await convert('x'.repeat(1000), 'text/plain');
    expect(textOfPdf(result.bytes).replaceAll(/\s/g, '')).toBe('x'.repeat(1000));
  });

  test('a form feed begins a page, and tabs stand at every eighth column', async () => {
    const result = await convert('one\n\ftwo\f\tthree\n', 'text/plain');
    expect(result.pages).toBe(3);
    const [box] = wordBoxes(result.bytes).filter(({ text }) => text === 'three');
    expect(box?.xMin).toBeCloseTo(56.7 + 8 * 6.02, 0);
  });

  test(
    'columns set with tabs stand one below the other in wide letters too, and a line of 100,000 tabs takes no longer than others',
    { tags: 'long' },
    async () => {
      const { bytes } = await convert('名前\tvalue\na\tvalue\n東京都庁\tvalue\n', 'text/plain');
      const places = wordBoxes(bytes).filter(({ text }) => text === 'value');
      expect(places).toHaveLength(3);
      for (const { xMin } of places) expect(Math.abs(xMin - (56.7 + 8 * 6.02))).toBeLessThan(4);
      const start = performance.now();
      await convert('a\t'.repeat(100_000), 'text/plain');
      expect(performance.now() - start).toBeLessThan(onBusyMachine(15_000));
    },
  );

  test.each([
    ['a4', [595, 842]],
    ['letter', [612, 792]],
    ['a5', [420, 595]],
  ])('page_size %s', async (page_size, size) => {
    const page = (await PDFDocument.load((await convert('text', 'text/plain', { page_size })).bytes)).getPage(0);
    expect([page.getWidth(), page.getHeight()].map(Math.round)).toEqual(size);
  });

  test('an empty line takes its place', async () => {
    const [a, b] = wordBoxes((await convert('a\n\n\nb', 'text/plain')).bytes);
    expect((b?.yMin ?? 0) - (a?.yMin ?? 0)).toBeCloseTo(37.5, 0);
  });

  test('the same text gives the same bytes', async () => {
    const [one, two] = [await convert('same', 'text/plain'), await convert('same', 'text/plain')];
    expect(Buffer.compare(one.bytes, two.bytes)).toBe(0);
  });
});

describe('what is too much', () => {
  test.each([
    ['100,000 form feeds', () => '\f'.repeat(100_000)],
    ['a line of 20 MB', () => 'word '.repeat(4_000_000)],
    ['a million lines', () => 'line\n'.repeat(1_000_000)],
  ])('%s: page_limit in bounded time', async (_, make) => {
    const start = performance.now();
    await expectFailure('page_limit', () => convert(make(), 'text/plain', {}, { pages: 100 }));
    expect(performance.now() - start).toBeLessThan(onBusyMachine(8000));
  });

  test('half a million marks on one letter are cut down, with a warning', async () => {
    const result = await convert(`Z${'\u0300'.repeat(500_000)}`, 'text/plain');
    expect(result.pages).toBe(1);
    expect(result.codes).toContain('control_characters_removed');
  });
});
