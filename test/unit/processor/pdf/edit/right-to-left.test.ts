import { existsSync } from 'node:fs';
import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { embedFace, findFaces } from '../../../../../processor/pdf/draw/fallback-font.ts';
import { layOutParts } from '../../../../../processor/pdf/draw/lay-out-text.ts';
import { visualParts } from '../../../../../processor/pdf/draw/visual-order.ts';
import { readPageTextEvents } from '../../../../../processor/pdf/edit/page-text.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { isPresent } from '../../../../../support/judges/present.ts';
import { onePage, openObjects, pdfiumTexts, save } from '../../../../../support/run/edit-pdf.ts';
import { replaceOnPage } from '../../../../support/replace-on-page.ts';

const hasArabic = isPresent('Noto (fonts-noto-core)', existsSync('/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf'));
const STYLE = { family: 'serif', isBold: false, isItalic: false } as const;
const RIGHT = 280;

/** Lines that end on the right at the same place, drawn as they are seen, and what replaces a part of them. */
async function replaceIn(lines: readonly string[], text: string, value: string) {
  const opened = await openObjects(onePage('BT ET', { page: '/MediaBox [0 0 300 200]' }));
  const faces = (await findFaces(`${lines.join(' ')} ${value}`, STYLE)) ?? [];
  const fonts = PDFDict.withContext(opened.context);
  for (const [index, face] of faces.entries()) fonts.set(PDFName.of(`Q${index}`), embedFace(opened.context, face, STYLE));
  const content = lines.map((line, index) => {
    const glyphs = layOutParts(faces, visualParts(line, 'rtl')) ?? [];
    const width = glyphs.reduce((sum, { advance }) => sum + advance, 0) * 0.012;
    const codes = glyphs.map(({ face, code }) => `/Q${faces.indexOf(face)} 12 Tf <${code.toString(16).padStart(4, '0')}> Tj`);
    return `1 0 0 1 ${(RIGHT - width).toFixed(3)} ${150 - index * 16} Tm ${codes.join(' ')}`;
  });
  const page = opened.pages[0]!.dict;
  page.lookup(PDFName.of('Resources'), PDFDict).set(PDFName.of('Font'), fonts);
  page.set(
    PDFName.of('Contents'),
    opened.context.register(PDFRawStream.of(opened.context.obj({}), Buffer.from(`BT ${content.join('\n')} ET`))),
  );
  const [outcome] = await replaceOnPage(opened, 0, { text }, value);
  const read = readPageTextEvents(page);
  const bytes = await save(opened);
  const ends = Map.groupBy(read.glyphs, ({ baseline }) => Math.round(baseline));
  return {
    outcome,
    bytes,
    text: read.text,
    rightEdges: [...ends.values()].map((glyphs) => Math.max(...glyphs.map(({ end }) => end))),
    result: outcome?.ok ? outcome.change.fidelity : outcome?.refusal,
  };
}

/** Without the marks of direction that poppler writes. */
const read = (bytes: Uint8Array) =>
  textOfPdf(bytes)
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\f]/g, '')
    .trim();
const readByPdfium = async (bytes: Uint8Array) => ((await pdfiumTexts(bytes))[0] ?? '').replaceAll('\r', '').trim();

describe.skipIf(!hasPdfJudges)('text from right to left', () => {
  it.each([
    ['of the same letters', 'שלום', 'מלשום', 'מלשום עולם גדול'],
    ['longer', 'עולם', 'כל העולמות', 'שלום כל העולמות גדול'],
    ['deleted', 'עולם', '', 'שלום גדול'],
    ['a number', 'עולם', '2,500', 'שלום 2,500 גדול'],
    ['a word of the other direction', 'עולם', 'PDF', 'שלום PDF גדול'],
  ])('%s: the line keeps its right side and its order', async (_, text, value, expected) => {
    const lines = ['שלום עולם גדול', 'מכתב קצר', 'סוף דבר הכל נשמע'];
    const { result, bytes, rightEdges, text: own } = await replaceIn(lines, text, value);
    expect(result).toMatchObject({ font_preserved: !/[\dA-Z]/.test(value), overflow: false });
    expect(own.replaceAll(/ +/g, ' ').split('\n')).toEqual([expected, ...lines.slice(1)]);
    // Poppler drops spaces where the direction changes.
    const unspaced = [expected, ...lines.slice(1)].map((line) => line.replaceAll(' ', ''));
    expect(read(bytes).replaceAll(' ', '').split('\n')).toEqual(unspaced);
    expect((await readByPdfium(bytes)).replaceAll(/ +/g, ' ').split('\n')).toEqual([expected, ...lines.slice(1)]);
    for (const edge of rightEdges) expect(edge).toBeCloseTo(RIGHT, 1);
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  it('what would put other words in another order is refused, and nothing has changed', async () => {
    const { result, text } = await replaceIn(['קובץ PDF שלום סוף'], 'שלום', 'API');
    expect(result).toBe('right_to_left');
    expect(text).toBe('קובץ PDF שלום סוף');
  });

  it('words of one direction that stand on both sides of another are not one text', async () => {
    const { result } = await replaceIn(['קובץ PDF שלום'], 'ץ PD', 'x');
    expect(result).toBe('right_to_left');
  });

  it.skipIf(!hasArabic)('Arabic letters join, and both engines read them', async () => {
    const lines = ['الإعلان العالمي لحقوق الإنسان', 'الجمعية العامة'];
    const { result, bytes, rightEdges, text } = await replaceIn(lines, 'العالمي', 'الأول');
    expect(result).toMatchObject({ font_preserved: false, font_substituted: 'NotoNaskhArabic-Regular' });
    const expected = ['الإعلان الأول لحقوق الإنسان', 'الجمعية العامة'];
    expect(text.split('\n')).toEqual(expected);
    expect(read(bytes).split('\n')).toEqual(expected);
    expect((await readByPdfium(bytes)).split('\n')).toEqual(expected);
    for (const edge of rightEdges) expect(edge).toBeCloseTo(RIGHT, 1);
    expect(qpdfCheck(bytes).status).toBe(0);
  });

  it.skipIf(!hasArabic)('a letter has another form at the start, in the middle and at the end of a word', async () => {
    const [face] = (await findFaces('ببب', STYLE)) ?? [];
    expect(new Set(face?.words.get('ببب')?.map(({ gid }) => gid)).size).toBe(3);
  });

  it.skipIf(!hasArabic)('in a line from left to right it is one word after the other', async () => {
    const opened = await openObjects(onePage('BT /F1 12 Tf 20 100 Td (The word is Lorem here) Tj ET', { page: '/MediaBox [0 0 300 200]' }));
    const [outcome] = await replaceOnPage(opened, 0, { text: 'Lorem' }, 'شكرا جزيلا');
    expect(outcome?.ok).toBe(true);
    const bytes = await save(opened);
    expect(read(bytes).replaceAll(' ', '')).toBe('Thewordisشكراجزيلاhere');
    expect(readPageTextEvents(opened.pages[0]!.dict).text).toBe('The word is شكرا جزيلا here');
  });
});
