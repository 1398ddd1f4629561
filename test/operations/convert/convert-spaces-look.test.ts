// PDF → docx: words are as wide and as far apart as they were: of a subset whose map calls the glyph for all that it lacks a space, and of text
// that is squeezed or stretched (ISO 32000-1 9.3.4).

import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { findFaces } from '../../../processor/pdf/draw/fallback-font.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { endLibreOffice } from '../../../processor/tools/libreoffice.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { convertWithSoffice, hasSoffice } from '../../../support/judges/soffice.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { convert } from '../../../support/run/run-convert.ts';

afterAll(async () => {
  await endLibreOffice();
  await endPdfium();
});

const TEXT = 'Harbour';
/** Ems: of the glyph that is no letter, and of what is seen between two words. */
const [WIDE, SEEN] = [0.7, 0.28];

async function makeDocument(): Promise<Uint8Array> {
  const [face] = (await findFaces(TEXT, { family: 'serif', isBold: false, isItalic: false })) ?? [];
  if (!face) throw new Error('there is no face');
  const gid = (letter: string) => face.glyphs.get(letter)?.gid ?? 0;
  const code = (letter: string) => gid(letter).toString(16).padStart(4, '0');
  const letters = [...new Set(TEXT)];
  const widths = letters.map((letter) => `${gid(letter)} [${face.glyphs.get(letter)?.width ?? 500}]`);
  const word = `<${Array.from(TEXT, code).join('')}>`;
  const line = `[${word} <0000> ${Math.round((WIDE - SEEN) * 1000)} ${word} <0000> ${Math.round((WIDE - SEEN) * 1000)} ${word}] TJ`;
  const rows = ['<0000> <0020>', ...letters.map((letter) => `<${code(letter)}> <00${letter.codePointAt(0)?.toString(16)}>`)];
  const name = '/ABCDEF+HarbourText';
  return makePdf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F 20 0 R >> >> >>',
      4: { dict: '', data: Array.from({ length: 6 }, (_, at) => `BT /F 20 Tf 40 ${250 - at * 30} Td ${line} ET`).join('\n') },
      20: `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [23 0 R] /ToUnicode 24 0 R >>`,
      21: `<< /Type /FontDescriptor /FontName ${name} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 22 0 R >>`,
      22: { dict: `/Length1 ${face.bytes.length}`, data: face.bytes },
      23: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 21 0 R /DW 500 /W [0 [${WIDE * 1000}] ${widths.join(' ')}] /CIDToGIDMap /Identity >>`,
      24: {
        dict: '',
        data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap end end`,
      },
    },
  });
}

/** Squeezed by the scaling of text or by its matrix, and a label below a sign that is large for its width. */
const STRETCHED = makePdf({
  objects: onePage(
    [
      'BT /F1 40 Tf 45 Tz 30 240 Td (5 K) Tj 90 0 Td (10 K) Tj 90 0 Td (21 K) Tj ET',
      ...[30, 120, 210].map((x) => `BT /F1 9 Tf 100 Tz ${x - 6} 224 Td (Carrera) Tj ET`),
      'BT /F1 20 Tf 60 Tz 30 150 Td (Juegos para todos) Tj ET',
      'BT /F1 1 Tf 100 Tz 26 0 0 12 30 100 Tm (Una tarde de fiesta) Tj ET',
      'BT /F1 12 Tf 100 Tz 1 0 0 1 30 60 Tm (Gratis para los socios del club) Tj ET',
    ].join('\n'),
    { page: '/MediaBox [0 0 400 300]' },
  ),
});

interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

function wordsOf(pdf: Uint8Array): PlacedWord[] {
  const xml = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).stdout.toString('utf8');
  return [...xml.matchAll(/<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)"[^>]*>([^<]*)</g)]
    .map(([, left, right, text = '']) => ({ text, left: Number(left), right: Number(right) }))
    .toSorted((one, two) => one.text.localeCompare(two.text) || one.left - two.left);
}

/** Points from the end of each word to the next. */
function gapsOf(pdf: Uint8Array): number[] {
  const xml = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).stdout.toString('utf8');
  const words = [...xml.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)"/g)].map(([, ...numbers]) => numbers.map(Number));
  return words.flatMap(([left = 0, top = 0], at) => {
    const [, lastTop = 0, lastRight = 0] = words[at - 1] ?? [];
    return Math.abs(top - lastTop) < 2 ? [left - lastRight] : [];
  });
}

describe.skipIf(!hasSoffice)('words', () => {
  test('are as far apart as they were, whatever the font calls a space', async () => {
    const source = await makeDocument();
    const { bytes } = await convert(source, 'application/pdf', { target_format: 'docx', layout: 'pages' });
    const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
    const [was, is] = [gapsOf(source), gapsOf(made ?? new Uint8Array())];
    expect(was.length).toBe(12);
    expect(is.length).toBe(12);
    for (const [at, gap] of is.entries()) expect(Math.abs(gap - (was[at] ?? 0))).toBeLessThan(2);
  });

  test('are as wide as they were where they are squeezed or stretched', async () => {
    const { bytes } = await convert(STRETCHED, 'application/pdf', { target_format: 'docx', layout: 'pages' });
    const { made } = convertWithSoffice({ files: { 'made.docx': bytes }, to: 'pdf' });
    const [was, is] = [wordsOf(STRETCHED), wordsOf(made ?? new Uint8Array())];
    expect(is.map(({ text }) => text)).toEqual(was.map(({ text }) => text));
    for (const [at, { left, right }] of is.entries()) {
      expect(Math.abs(left - (was[at]?.left ?? 0))).toBeLessThan(2);
      expect(Math.abs(right - (was[at]?.right ?? 0))).toBeLessThan(3);
    }
  });
});
