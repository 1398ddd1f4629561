import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../../../processor/pdf/geometry/box.ts';
import type { JudgedPage } from '../../../../../../processor/pdf/pdfium/compare/judged-page.ts';
import { EditJudge } from '../../../../../../processor/pdf/pdfium/compare/judge-edit.ts';
import { loadPdfium } from '../../../../../../processor/pdf/pdfium/pdfium.ts';
import { onePage, openObjects, save } from '../../../../../../support/run/edit-pdf.ts';

const TEXT = 'BT /F1 18 Tf 60 100 Td (one word) Tj ET';
const WORD: Box = [58, 94, 150, 120];

const make = async (content: string, page = '') => save(await openObjects(onePage(content, { page })));

async function judge(before: Uint8Array, after: Uint8Array, page: Partial<JudgedPage> = {}) {
  using judging = new EditJudge(await loadPdfium(), { before, after });
  const judgement = judging.judge({
    before: 0,
    after: 0,
    texts: [],
    boxes: [],
    quarterTurns: 0,
    isCut: false,
    isLetterByLetter: true,
    drawings: 'none',
    mayCover: false,
    coloured: 0,
    dpi: 50,
    ...page,
  });
  if (!judgement) throw new Error('a version does not open');
  const { wrong, isCompared, placesChecked } = judgement;
  return { wrong: wrong.map(({ what }) => what), operations: wrong.flatMap(({ operations }) => operations), isCompared, placesChecked };
}

const SHAPES = [
  '/Rotate 90',
  '/Rotate 270 /CropBox [40 60 260 190]',
  '/CropBox [30 40 270 180]',
  '/UserUnit 2',
  '/Rotate 180 /UserUnit 3 /CropBox [10 20 290 190]',
];

describe('the judge of edits', () => {
  it.each(SHAPES)('compares pixels on a page with %s: a mark outside the boxes is seen, one inside is not', async (shape) => {
    const before = await make(TEXT, shape);
    const inside = await make(`${TEXT} 70 100 20 8 re f`, shape);
    const outside = await make(`${TEXT} 200 100 20 8 re f`, shape);
    expect(await judge(before, inside, { boxes: [WORD], drawings: 'any' })).toMatchObject({ wrong: [], isCompared: true });
    expect(await judge(before, outside, { boxes: [WORD] })).toMatchObject({ wrong: ['picture'], isCompared: true });
  });

  it.each(SHAPES)('finds a new text at its box on a page with %s, and sees when it stands elsewhere', async (shape) => {
    const before = await make('', shape);
    const [there, elsewhere] = [await make(TEXT, shape), await make(TEXT.replace('60 100', '100 150'), shape)];
    const page = { texts: [{ old: undefined, new: 'one word', box: WORD }], boxes: [[0, 0, 300, 200]] as Box[] };
    expect(await judge(before, there, page)).toMatchObject({ wrong: [], placesChecked: 1 });
    // The declared box of another edit does not touch this one.
    expect(await judge(before, elsewhere, { ...page, boxes: [WORD, [90, 140, 250, 180]] })).toMatchObject({ wrong: ['place'] });
  });

  it('takes a mark across the page for one word', async () => {
    const lines =
      'BT /F1 12 Tf 20 30 Td (one two three four five six) Tj 0 30 Td (seven eight nine ten eleven) Tj 0 60 Td (and twelve more) Tj ET';
    const mark = (text: string) => `BT /F1 40 Tf 0.6 0.8 -0.8 0.6 150 40 Tm 4 Tc (${text}) Tj ET`;
    const page = { texts: [{ old: 'COPY', new: undefined }], boxes: [[0, 0, 300, 200]] as Box[] };
    const joined = lines.replace('two three', 'twothree');
    expect(await judge(await make(`${lines} ${mark('COPY')}`), await make(lines), page)).toMatchObject({ wrong: [] });
    expect(await judge(await make(`${lines} ${mark('COPY')}`), await make(joined), page)).toMatchObject({ wrong: ['joined'] });
  });

  it('lets as many letters vanish as the plan colours, and no more', async () => {
    const before = await make(TEXT);
    const white = await make(`1 g ${TEXT}`);
    const page = { boxes: [WORD], dpi: 150 };
    expect(await judge(before, white, page)).toMatchObject({ wrong: ['hidden'] });
    expect(await judge(before, white, { ...page, coloured: 3 })).toMatchObject({ wrong: ['hidden'] });
    expect(await judge(before, white, { ...page, coloured: 'one word'.length })).toMatchObject({ wrong: [] });
  });

  it('misses a word that was to stay, also where the new text has all of its letters', async () => {
    const line = (text: string) => make(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`);
    const before = await line('An old note on the page');
    const [whole, without] = [await line('A far longer note on the page'), await line('A far longer on the page')];
    const page = { texts: [{ old: 'An old', new: 'A far longer' }], boxes: [[0, 90, 300, 120]] as Box[] };
    expect(await judge(before, whole, page)).toMatchObject({ wrong: [] });
    expect(await judge(before, without, page)).toMatchObject({ wrong: ['hidden'] });
  });

  it('sees words that run into each other, whether a space, an array or a place kept them apart', async () => {
    const apart = [TEXT, 'BT /F1 18 Tf 60 100 Td [(one)-300(word)] TJ ET', 'BT /F1 18 Tf 60 100 Td (one) Tj 36 0 Td (word) Tj ET'];
    const joined = await make('BT /F1 18 Tf 60 100 Td (oneword) Tj ET');
    const covered = await make('BT /F1 18 Tf 60 100 Td [(one )278(word)] TJ ET');
    const page = { boxes: [WORD], texts: [{ old: undefined, new: undefined }] };
    for (const content of apart) {
      const before = await make(content);
      expect(await judge(before, joined, page)).toMatchObject({ wrong: ['joined'] });
      expect(await judge(before, covered, page)).toMatchObject({ wrong: ['joined'] });
      for (const other of apart) expect(await judge(before, await make(other), page)).toMatchObject({ wrong: [] });
    }
    // What was asked for may join words; new words are to be apart.
    const [before, alone] = [await make(TEXT), await make('BT /F1 18 Tf 60 100 Td (word) Tj ET')];
    expect(await judge(before, alone, { boxes: [WORD], texts: [{ old: 'one', new: undefined }] })).toMatchObject({ wrong: [] });
    expect(await judge(alone, joined, { boxes: [WORD], texts: [{ old: 'word', new: 'one word' }] })).toMatchObject({ wrong: ['joined'] });
    expect(await judge(alone, joined, { boxes: [WORD], texts: [{ old: 'word', new: 'oneword' }] })).toMatchObject({ wrong: [] });
  });

  it('lets a text without spaces stand directly beside what it is inserted at, but not join what was apart', async () => {
    const more = {
      6: '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UTF16-H /DescendantFonts [7 0 R] >>',
      7: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 8 0 R >>',
      8: '<< /Type /FontDescriptor /FontName /Mincho /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 90 >>',
    };
    const write = async (words: string) =>
      save(await openObjects(onePage(`BT /F1 18 Tf 60 100 Td ${words} Tj ET`, { fonts: '/F2 6 0 R', more })));
    const sign = '/F2 18 Tf <5b57> Tj /F1 18 Tf';
    // The engine has no face that draws the sign.
    const page = { boxes: [[0, 90, 300, 120]] as Box[], texts: [{ old: undefined, new: '字' }], coloured: 1 };
    const before = await write('(one word)');
    for (const beside of [`(one) Tj ${sign} ( word)`, `(one ) Tj ${sign} (word)`, `(one ) Tj ${sign} ( word)`])
      expect(await judge(before, await write(beside), page)).toMatchObject({ wrong: [] });
    expect(await judge(before, await write(`(one) Tj ${sign} (word)`), page)).toMatchObject({ wrong: ['joined'] });
  });

  it('takes words with a hyphen, marks that stand alone and slanted letters for what they are', async () => {
    const slanted = { 6: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>' };
    const write = async (words: string) =>
      save(await openObjects(onePage(`BT /F2 18 Tf 20 100 Td (${words}) Tj ET`, { fonts: '/F2 6 0 R', more: slanted })));
    for (const [old, fresh] of [
      ['an easy-to-apply rule', 'a rule'],
      ['- one: : two', 'one two'],
      ['the roof', 'the roof of that half of the hall'],
    ] as const)
      expect(await judge(await write(old), await write(fresh), { boxes: [[0, 80, 300, 130]], texts: [{ old, new: fresh }] })).toMatchObject(
        { wrong: [] },
      );
  });

  it('sees what fields show: a value that changed elsewhere, a tick, and one that did not come', async () => {
    const form = async (value: string, state: string) => {
      const objects = onePage(TEXT, {
        page: '/Annots [6 0 R 7 0 R]',
        more: {
          6: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V () /Rect [20 20 140 40] /F 4 /AP << /N 8 0 R >> >>',
          7: `<< /Type /Annot /Subtype /Widget /FT /Btn /T (tick) /V /${state} /AS /${state} /Rect [200 20 216 36] /F 4 /AP << /N << /Yes 9 0 R >> >> >>`,
          8: {
            dict: '/Type /XObject /Subtype /Form /BBox [0 0 120 20] /Resources << /Font << /F1 5 0 R >> >>',
            data: `BT /F1 12 Tf 2 5 Td (${value}) Tj ET`,
          },
          9: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 16 16]', data: '2 w 2 8 m 7 3 l 14 14 l S' },
        },
      });
      return save(await openObjects({ ...objects, 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>' }));
    };
    const [empty, filled, ticked] = [await form('', 'Off'), await form('Jane', 'Off'), await form('', 'Yes')];
    const [name, tick]: Box[] = [
      [20, 20, 140, 40],
      [200, 20, 216, 36],
    ];
    expect(await judge(empty, filled)).toMatchObject({ wrong: ['picture'] });
    expect(await judge(empty, filled, { boxes: [name!] })).toMatchObject({ wrong: [] });
    expect(await judge(empty, ticked, { boxes: [name!] })).toMatchObject({ wrong: ['picture'] });
    const things = { blank: [], annotations: new Map(), links: [], pictures: undefined };
    expect(await judge(empty, ticked, { boxes: [tick!], things: { ...things, altered: [tick!] } })).toMatchObject({ wrong: [] });
    expect(await judge(empty, empty, { boxes: [tick!], things: { ...things, altered: [tick!] } })).toMatchObject({ wrong: ['thing'] });
  });

  it('a page that the plan turns and cuts is compared in the shape of its source', async () => {
    const before = await make(TEXT, '/Rotate 90');
    const shape = '/Rotate 180 /CropBox [20 20 280 180]';
    const plan = { quarterTurns: 1, isCut: true, texts: [{ old: undefined, new: undefined }] };
    expect(await judge(before, await make(TEXT, shape), plan)).toMatchObject({ wrong: [], isCompared: true });
    expect(await judge(before, await make(`${TEXT} 200 100 9 9 re f`, shape), plan)).toMatchObject({ wrong: ['picture'] });
    expect(await judge(before, await make(TEXT, '/Rotate 270 /CropBox [20 20 280 180]'), plan)).toMatchObject({ wrong: ['shape'] });
    expect(await judge(before, await make(TEXT, shape), { ...plan, isCut: false })).toMatchObject({ wrong: ['shape'] });
  });

  it('says whose doing a text is that did not come or did not go', async () => {
    const bytes = await make(TEXT);
    const texts = [
      { operation: 'op1', old: 'word', new: undefined },
      { operation: 'op2', old: undefined, new: 'elsewhere' },
    ];
    expect(await judge(bytes, bytes, { texts })).toMatchObject({ wrong: ['text'], operations: ['op1', 'op2'] });
  });
});
