// Letters with marks above and below that are drawn by pieces, in any order, with or without a text that says them.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasJoining, partFamily } from '../../../../../processor/document/build/part-fonts.ts';
import { familyOf } from '../../../../../processor/document/build/runs.ts';
import { makeWords } from '../../../../../processor/document/words/words.ts';
import { writeCodedCopy } from '../../../../../processor/operations/convert/layout/coded-copy.ts';
import { readEmbeddedFonts } from '../../../../../processor/operations/convert/layout/embedded-fonts.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { thaiFormOf } from '../../../../../processor/pdf/pdfium/page/thai-marks.ts';
import { engineInput } from '../../../../../processor/pdf/pdfium/pdfium.ts';
import { endPdfium, readGlyphsBounded, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { type CidFontOptions, makeCidFont } from '../../../../../support/documents/cid-font.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { STYLE } from '../../../../support/synthetic-page.ts';

afterAll(endPdfium);

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
const SIZE = 20;

type Content = (show: (text: string) => string) => string;

/** Letters of Latin that mean others. */
async function makeDocument(meanings: Readonly<Record<string, string>>, options: Partial<CidFontOptions>, contentOf: Content) {
  const letters = Object.keys(meanings).join('');
  const codes = Object.fromEntries(Object.entries(meanings).map(([letter, meaning]) => [letter, hex(meaning)]));
  const font = await makeCidFont(letters, {
    number: 20,
    name: 'ABCDEF+Sample',
    family: 'serif',
    meanings: codes,
    isNameless: true,
    ...options,
  });
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: `BT /F ${SIZE} Tf 20 250 Td ${contentOf(font.show)} ET` },
      ...font.objects,
    },
  });
  return openPdf(bytes, { needs: 'read', pagesMax: 10 });
}

async function wordsOf(source: Awaited<ReturnType<typeof makeDocument>>): Promise<readonly string[]> {
  const request = { input: engineInput(source.source), imagePixelsMax: 0, imageMsMax: 0, imageBytesMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 10_000))
    return page ? makeWords(page.characters).map(({ text }) => text) : [];
  return [];
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'clusters-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const MARKS = { advances: { v: 0, t: 0 } } as const;
/** A consonant, a vowel above, a tone, another consonant. */
const THAI = { n: '\u0e17', v: '\u0e35', t: '\u0e48', o: '\u0e2d' };

describe('marks of Thai', () => {
  it('belong to the letter that they are drawn over, whatever is drawn before them', async () => {
    const source = await makeDocument(
      THAI,
      MARKS,
      (show) => `${show('n')} Tj 10 0 Td ${show('o')} Tj -10 2 Td ${show('v')} Tj 2 3 Td ${show('t')} Tj`,
    );
    expect(await wordsOf(source)).toEqual(['\u0e17\u0e35\u0e48\u0e2d']);
  });

  it('have an outline each, also where two of them stand at one place, in the form that they have there', async () => {
    const source = await makeDocument(THAI, MARKS, (show) => `${show('nvto')} Tj 60 0 Td ${show('nto')} Tj`);
    const coded = writeCodedCopy(source, await folder());
    const [font] = (await readGlyphsBounded({ input: engineInput(source.source), coded, pageIndexes: [0], glyphsMax: 100 }, 20_000)) ?? [];
    const codes = font?.letters.map(({ code }) => code).filter((code) => code > 0x20);
    expect(codes?.toSorted((one, two) => one - two)).toEqual([0xe17, 0xe2d, 0xe35, 0xe48, 0xf70a]);
  });

  it('have the circle of sara am, which some fonts call a space', async () => {
    const source = await makeDocument({ n: '\u0e17', v: ' ', o: '\u0e32' }, MARKS, (show) => `${show('nvo')} Tj`);
    const coded = writeCodedCopy(source, await folder());
    const [font] = (await readGlyphsBounded({ input: engineInput(source.source), coded, pageIndexes: [0], glyphsMax: 100 }, 20_000)) ?? [];
    expect(font?.letters.map(({ code }) => code).filter((code) => code > 0x20)).toEqual(expect.arrayContaining([0xe17, 0xe32, 0xe4d]));
  });

  it('are lower without a vowel between, and further left on tall letters', () => {
    const [tone, vowel, short, tall] = [0xe48, 0xe34, 0xe01, 0xe1b];
    expect(thaiFormOf(tone, short, true)).toBe(tone);
    expect(thaiFormOf(tone, short, false)).toBe(0xf70a);
    expect(thaiFormOf(tone, tall, true)).toBe(0xf713);
    expect(thaiFormOf(tone, tall, false)).toBe(0xf705);
    expect([thaiFormOf(vowel, short, false), thaiFormOf(vowel, tall, false)]).toEqual([vowel, 0xf701]);
  });
});

const said = (text: string, drawn: string) => `/Span << /ActualText <feff${hex(text)}> >> BDC ${drawn} EMC`;

describe('a syllable that is said by a text', () => {
  /** Letter, vowel behind it, letter; the vowel is drawn by a glyph without a meaning. */
  const HINDI = { m: '\u092e', a: '', n: '\u0923' };

  it('is said once, in the room of all of its pieces', async () => {
    const source = await makeDocument(HINDI, {}, (show) =>
      [said('\u092e\u093e', `${show('m')} Tj 15.6 0 Td ${show('a')} Tj`), `8.8 0 Td ${show('n')} Tj`].join(' '),
    );
    expect(await wordsOf(source)).toEqual(['\u092e\u093e\u0923']);
  });

  it('is said once where the engine finds another letter between its pieces', async () => {
    const source = await makeDocument(HINDI, {}, (show) =>
      [said('\u092e\u093e', `${show('m')} Tj 18 0 Td ${show('a')} Tj`), `-2 0 Td ${show('n')} Tj`].join(' '),
    );
    expect(await wordsOf(source)).toEqual(['\u092e\u093e\u0923']);
  });
});

it('a letter from the right is drawn behind its marks, and has its own room', async () => {
  const hebrew = { n: '\u05dc', i: '', m: '\u05e9' };
  const source = await makeDocument(hebrew, {}, (show) =>
    [`${show('n')} Tj`, said('\u05e9\u05b8', `18 0 Td ${show('i')} Tj -8 0 Td ${show('m')} Tj`)].join(' '),
  );
  expect(await wordsOf(source)).toEqual(['\u05e9\u05b8\u05dc']);
});

describe('a font of letters that join', () => {
  it('goes without them, under a name that no whole font has', async () => {
    const source = await makeDocument({ m: '\u092e', 1: '1', x: 'x' }, {}, (show) => `${show('m1x')} Tj`);
    const { fonts } = await readEmbeddedFonts(source, [0], new Map(), await folder());
    expect(fonts.map(({ family }) => family)).toEqual([partFamily('Sample')]);
  });

  it('sets the other words alone', () => {
    const style = { ...STYLE, family: 'Sample' };
    const embedded = new Map([[partFamily('Sample'), 0.25]]);
    expect(familyOf({ style, text: '2024' }, embedded)).toBe(partFamily('Sample'));
    expect(familyOf({ style, text: '\u092e\u093e' }, embedded)).toBe('Sample');
    expect([hasJoining('\u0e17'), hasJoining('\u0967')]).toEqual([false, false]);
  });
});
