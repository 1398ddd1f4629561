// Type 3 fonts that draw the outlines of a font with a name: they are read as that font, in the weight that their letters show.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict } from 'pdf-lib';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { withOutlineFonts } from '../../../../../processor/operations/convert/outline-fonts.ts';
import { readEmbeddedFonts } from '../../../../../processor/operations/convert/layout/embedded-fonts.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { unpackCharacters } from '../../../../../processor/pdf/pdfium/page/character-columns.ts';
import { engineInput } from '../../../../../processor/pdf/pdfium/pdfium.ts';
import { endPdfium, readPagesBounded } from '../../../../../processor/pdf/pdfium/pdfium-thread.ts';
import { nameOf } from '../../../../../processor/pdf/syntax/dictionary.ts';
import { makePdf, type PdfObject } from '../../../../../support/documents/make-pdf.ts';

afterAll(endPdfium);

interface Drawn {
  readonly letters: string;
  /** Thousandths of an em. */
  readonly stem: number;
  readonly lean?: number;
  readonly weight?: number;
  readonly procedure?: string;
  /** Its last two letters stand apart. */
  readonly spaced?: boolean;
  /** Without a descriptor and a map: its glyphs are called by these names. */
  readonly names?: readonly string[];
}

const HEIGHT = 700;

/** Letters that are upright bars, in a glyph space with y downwards as Chromium has it; the last code draws nothing and means nothing. */
function drawnFont(
  number: number,
  { letters, stem, lean = 0, weight = 400, procedure, spaced = true, names }: Drawn,
): Record<number, PdfObject> {
  const codes = Array.from(letters, (_, at) => at + 1);
  const blank = letters.length + 1;
  const shown = spaced ? [...codes, blank] : codes;
  const top = lean * HEIGHT;
  const bar = `500 0 0 -${HEIGHT} 500 0 d1 60 0 m ${60 + top} -${HEIGHT} l ${60 + stem + top} -${HEIGHT} l ${60 + stem} 0 l h f`;
  const nameOfCode = (code: number) => names?.[code - 1] ?? `g${code}`;
  const described = names ? '' : `/FontDescriptor ${number + 3} 0 R /ToUnicode ${number + 4} 0 R`;
  const map = Array.from(letters, (letter, at) => `<0${at + 1}> <00${letter.codePointAt(0)?.toString(16)}>`);
  return {
    [number]: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 -1000] /FontMatrix [.001 0 0 -.001 0 0] /FirstChar 0 /LastChar ${blank} /Widths [900 ${shown.map(() => 500).join(' ')}] /Encoding << /Type /Encoding /Differences [0 /g0 ${shown.map((code) => `/${nameOfCode(code)}`).join(' ')}] >> /CharProcs << /g0 ${number + 1} 0 R ${codes.map((code) => `/${nameOfCode(code)} ${number + 1} 0 R`).join(' ')} /g${blank} ${number + 2} 0 R >> ${described} >>`,
    [number + 1]: { dict: '', data: procedure ?? bar },
    [number + 2]: { dict: '', data: '500 0 0 0 0 0 d1' },
    [number + 3]:
      `<< /Type /FontDescriptor /FontName /AAAAAA+Sample-Regular /FontFamily (Sample) /FontWeight ${weight} /CapHeight ${HEIGHT} /Flags 4 /ItalicAngle 0 >>`,
    [number + 4]: {
      dict: '',
      data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap end end`,
    },
  };
}

/** A line for each font: its letters, what draws nothing, its first letter. */
async function openWith(...fonts: readonly Drawn[]) {
  const numbers = fonts.map((_, at) => 10 + at * 5);
  const hex = ({ letters, spaced = true }: Drawn) =>
    `${Array.from(letters, (_, at) => `0${at + 1}`).join('')}${spaced ? `0${letters.length + 1}` : ''}01`;
  const lines = fonts.map((font, at) => `/F${at} 20 Tf 0 -40 Td <${hex(font)}> Tj`);
  const bytes = makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << ${numbers.map((number, at) => `/F${at} ${number} 0 R`).join(' ')} >> >> >>`,
      4: { dict: '', data: `BT 20 280 Td ${lines.join(' ')} ET` },
      ...Object.assign({}, ...fonts.map((font, at) => drawnFont(numbers[at] ?? 0, font))),
    },
  });
  const source = await openPdf(bytes, { needs: 'read', pagesMax: 10 });
  const workDir = await mkdtemp(join(tmpdir(), 'outline-fonts-'));
  onTestFinished(() => rm(workDir, { recursive: true, force: true }));
  return { source, found: await withOutlineFonts(source, workDir), workDir };
}

async function readLines(...fonts: readonly Drawn[]) {
  const { found } = await openWith(...fonts);
  const request = { input: engineInput(found.source), imagePixelsMax: 0, imageMsMax: 0, imageBytesMax: 0, maskedJpegBytes: [] };
  for await (const page of readPagesBounded(request, [{ pageIndex: 0, widgets: undefined }], 10_000)) {
    const letters = page ? unpackCharacters(page.characters).filter(({ generated, text }) => !generated || text === ' ') : [];
    return [...Map.groupBy(letters, ({ y }) => y).values()].map((line) => ({
      text: line.map(({ text }) => text).join(''),
      family: line[0]?.style.family,
      own: line[0]?.style.ownFamily,
      bold: line[0]?.style.bold,
      italic: line[0]?.style.italic,
    }));
  }
  return [];
}

it('has its name, and is bold where its stems are', async () => {
  const [regular, bold] = await readLines({ letters: 'lIH', stem: 90 }, { letters: 'lIH', stem: 140 });
  expect(regular).toMatchObject({ text: 'lIH l', family: 'Sample', bold: false, italic: false });
  expect(bold).toMatchObject({ text: 'lIH l', family: 'Sample', bold: true, italic: false });
});

it.each([300, 400, 500])('is bold where it was made so, whatever weight its descriptor says: %s', async (weight) => {
  const [bold] = await readLines({ letters: 'lIH', stem: 130, weight });
  expect(bold).toMatchObject({ family: 'Sample', bold: true });
});

it('is as bold as the others of its name where its own letters have no stems', async () => {
  const [, round] = await readLines({ letters: 'lIH', stem: 140 }, { letters: 'OSC', stem: 140 });
  expect(round).toMatchObject({ family: 'Sample', bold: true });
});

it('has the weight that its descriptor says', async () => {
  const [light, semibold] = await readLines({ letters: 'lIH', stem: 60, weight: 300 }, { letters: 'lIH', stem: 125, weight: 600 });
  expect(light).toMatchObject({ own: 'Sample Light', bold: false });
  expect(semibold).toMatchObject({ own: 'Sample SemiBold', bold: true });
});

it('is slanted where its letters lean', async () => {
  const [slanted] = await readLines({ letters: 'lIH', stem: 90, lean: 0.2 });
  expect(slanted).toMatchObject({ family: 'Sample', italic: true, bold: false });
});

it('stays a Type 3 font in the document that was opened', async () => {
  const { source, found } = await openWith({ letters: 'lIH', stem: 90 });
  const kinds = ({ context }: typeof source) =>
    context
      .enumerateIndirectObjects()
      .flatMap(([, one]) => (one instanceof PDFDict && nameOf(one, 'Type') === 'Font' ? [nameOf(one, 'Subtype')] : []));
  expect([kinds(source), kinds(found)]).toEqual([['Type3'], ['TrueType']]);
});

it('is left alone where a letter is more than a filled path', async () => {
  const { source, found } = await openWith({ letters: 'lIH', stem: 90, procedure: '500 0 d0 1 0 0 rg 0 0 100 700 re f' });
  expect(found).toBe(source);
});

it('has the space of the subset that draws one', async () => {
  const { found, workDir } = await openWith({ letters: 'lIH', stem: 90, spaced: false }, { letters: 'bdk', stem: 90 });
  const { fonts } = await readEmbeddedFonts(found, [0], new Map(), workDir);
  expect(fonts.map(({ family, space }) => [family, space])).toEqual([['Sample', 0.5]]);
});

it('without a name has a number, its letters by the names of their glyphs, and its shapes', async () => {
  const drawn = { letters: 'lIH', names: ['l', 'I', 'H'], stem: 140 };
  const [line] = await readLines(drawn);
  expect(line).toMatchObject({ text: 'lIH l', own: 'T3Font_10-Bold', bold: true, italic: false });
  const { found, workDir } = await openWith(drawn);
  const { fonts } = await readEmbeddedFonts(found, [0], new Map(), workDir);
  expect(fonts.map(({ family, bold }) => [family, bold])).toEqual([['T3Font_10-Bold', true]]);
});
