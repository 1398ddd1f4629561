// The text layer with words that are known: poppler, pdf.js and qpdf find them, where they are, on pages of every make.

import { afterAll, describe, expect, test } from 'vitest';
import { addLayers, prepareLayer } from '../../../processor/operations/ocr/add-layer.ts';
import { removeEarlierLayers } from '../../../processor/operations/ocr/earlier-layers.ts';
import { LayerCodes } from '../../../processor/operations/ocr/glyphless-font.ts';
import { PageRasters, uprightToUserSpace } from '../../../processor/recognition/page-raster.ts';
import type { ShownBox } from '../../../processor/pdf/geometry/shown-box.ts';
import type { RecognisedPage } from '../../../processor/recognition/recognised.ts';
import type { OpenedPdf } from '../../../processor/pdf/opened.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { endPdfium } from '../../../processor/pdf/pdfium/pdfium-thread.ts';
import { savePdf } from '../../../processor/pdf/save.ts';
import { hasPdfJudges, picturesOfPdf, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { type KnownPage, makeKnownPage, makePictures, type PictureOptions } from '../../../support/documents/known-words.ts';
import { type FoundWord, overlap, pdfiumText, pdfjsLines, popplerBoxes, popplerRawWords } from '../../../support/judges/read-layer.ts';
import { thinned } from '../../../support/everything.ts';

afterAll(endPdfium);

const PROSE = (
  'Nobody writes a contract for less than a thousand kilograms; a nod and a number (1,284.50) are enough. By seven every box is sold, the ' +
  'ice has been shovelled and forty vans are on the road \\ to markets in the hills'
).split(' ');

/** Lines of ten words, the same words shifted each time. */
const proseLines = (count: number): string[][] =>
  Array.from({ length: count }, (_, line) => Array.from({ length: 10 }, (_, index) => PROSE[(line * 7 + index) % PROSE.length] ?? ''));

interface Laid {
  readonly source: Uint8Array;
  readonly result: Uint8Array;
  readonly page: RecognisedPage;
  readonly shown: { readonly width: number; readonly height: number };
  readonly words: number;
}

const open = (bytes: Uint8Array): Promise<OpenedPdf> => openPdf(bytes, { needs: 'modify', pagesMax: 100 });

/** Lays known words under the first page, where the raster of that page says they are. */
async function lay(known: KnownPage, options: PictureOptions = {}, source = makePictures(options)): Promise<Laid> {
  const opened = await open(source);
  const [page] = opened.pages;
  await using rasters = new PageRasters(opened);
  const raster = await rasters.rasterOf(0);
  const isTurned = known.rotation === 90 || known.rotation === 270;
  const [widthPx, heightPx] = isTurned ? [raster.height, raster.width] : [raster.width, raster.height];
  const recognised = makeKnownPage({ ...known, widthPx, heightPx });
  const codes = new LayerCodes();
  const layer = prepareLayer(recognised, uprightToUserSpace(raster, known.rotation ?? 0), codes);
  if (!page || !layer) throw new Error('there is nothing to lay');
  addLayers(opened.context, [[page.dict, layer]], codes);
  const result = await savePdf(opened.context, { packed: true });
  // Default user space units, as poppler counts.
  const scale = Math.hypot(raster.toUserSpace[0], raster.toUserSpace[1]);
  return {
    source,
    result,
    page: recognised,
    shown: { width: raster.width * scale, height: raster.height * scale },
    words: layer.words,
  };
}

/** Where a word is on the page as shown: from the sides of its own box to the height of its line. */
function expectedWords({ page, shown }: Laid): FoundWord[] {
  const isTurned = page.rotation === 90 || page.rotation === 270;
  const unit = shown.width / (isTurned ? page.heightPx : page.widthPx);
  return page.lines.flatMap((line) =>
    line.words.map(({ text, box }): FoundWord => {
      const level = Math.abs(line.baseline.y1 - line.baseline.y0) < 1;
      const [x0, y0, x1, y1] = [box.left, level ? line.box.top : box.top, box.right, level ? line.box.bottom : box.bottom].map(
        (value) => value * unit,
      ) as [number, number, number, number];
      switch (page.rotation) {
        case 90:
          return { text, box: [y0, shown.height - x1, y1, shown.height - x0] };
        case 180:
          return { text, box: [shown.width - x1, shown.height - y1, shown.width - x0, shown.height - y0] };
        case 270:
          return { text, box: [shown.width - y1, x0, shown.width - y0, x1] };
        default:
          return { text, box: [x0, y0, x1, y1] };
      }
    }),
  );
}

function meanOverlap(laid: Laid): number {
  const found = popplerBoxes(laid.result);
  const expected = expectedWords(laid);
  return expected.reduce((sum, word) => sum + Math.max(0, ...found.map(({ box }) => overlap(word.box, box))), 0) / expected.length;
}

function lostWords(laid: Laid): string[] {
  const found = Map.groupBy(popplerRawWords(laid.result), (word) => word);
  return laid.page.lines
    .flatMap(({ words }) => words)
    .flatMap(({ text }) => {
      const left = found.get(text);
      if (left && left.length > 0) return left.pop() === undefined ? [text] : [];
      return [text];
    });
}

const LAID_ON: readonly [string, KnownPage, PictureOptions][] = [
  ['a plain page', { lines: proseLines(20) }, {}],
  ['/Rotate 90', { lines: proseLines(20) }, { page: '/Rotate 90' }],
  ['/Rotate 180', { lines: proseLines(20) }, { page: '/Rotate 180' }],
  ['/Rotate -90', { lines: proseLines(20) }, { page: '/Rotate -90' }],
  ['a crop box', { lines: proseLines(12), lineHeightPx: 24 }, { page: '/CropBox [60 80 460 700]' }],
  ['a crop box on a turned page', { lines: proseLines(12), lineHeightPx: 24 }, { page: '/CropBox [60 80 460 700] /Rotate 270' }],
  ['a crop box beyond the media box', { lines: proseLines(12) }, { page: '/CropBox [-100 -100 900 900]' }],
  ['an origin below zero', { lines: proseLines(12) }, { mediaBox: '-300 -400 295.2 441.92' }],
  ['a unit of two', { lines: proseLines(12), lineHeightPx: 60 }, { page: '/UserUnit 2' }],
  ['a picture read after a quarter turn', { lines: proseLines(20), rotation: 90 }, {}],
  ['a picture read upside down', { lines: proseLines(20), rotation: 180 }, { page: '/Rotate 90' }],
  ['a picture read after three quarter turns', { lines: proseLines(20), rotation: 270 }, { page: '/CropBox [20 20 500 600]' }],
  ['lines that lean by 0.4 %', { lines: proseLines(20), slope: 0.004 }, {}],
  ['lines that lean by 3 %', { lines: proseLines(20), slope: 0.03 }, {}],
];

describe.skipIf(!hasPdfJudges)('the text layer', () => {
  test.each(thinned(LAID_ON, 5))('lies where the words are on %s', async (_, known, options) => {
    const laid = await lay(known, options);
    expect(qpdfCheck(laid.result)).toMatchObject({ status: 0 });
    expect(meanOverlap(laid)).toBeGreaterThanOrEqual(0.95);
    const words = laid.page.lines.flatMap((line) => line.words).length;
    expect(lostWords(laid).length).toBeLessThanOrEqual(words * 0.005);
    expect(picturesOfPdf(laid.result)).toEqual(picturesOfPdf(laid.source));
  });

  test.each(thinned([0, 0.004, 0.03, -0.05], 2))('breaks into as many lines as there are in pdf.js, leaning by %d', async (slope) => {
    const laid = await lay({ lines: proseLines(30), slope });
    const lines = await pdfjsLines(laid.result);
    expect(lines.length).toBeGreaterThanOrEqual(27);
    expect(lines.length).toBeLessThanOrEqual(33);
    expect(lines.join(' ')).toContain('a nod and a number (1,284.50) are');
  });

  test('costs at most 12 bytes a word and 2.5 kB', { tags: 'long' }, async () => {
    for (const lines of [1, 10, 40]) {
      const laid = await lay({ lines: proseLines(lines) });
      const unlaid = await savePdf((await open(laid.source)).context, { packed: true });
      expect(laid.result.length - unlaid.length).toBeLessThanOrEqual(12 * laid.words + 2500);
    }
  });

  test('keeps the letters of scripts that run from right to left in their order, for poppler and pdf.js', async () => {
    const lines = ['כל בני אדם נולדו בני חורין', 'يولد جميع الناس أحرارا متساوين في الكرامة'].map((line) => line.split(' '));
    const laid = await lay({ lines });
    expect(lostWords(laid)).toEqual([]);
    expect(await pdfjsLines(laid.result)).toEqual(lines.map((line) => line.join(' ')));
    expect(meanOverlap(laid)).toBeGreaterThanOrEqual(0.95);
  });

  test('writes Chinese and Japanese without spaces between the words, and characters beyond two bytes', async () => {
    const laid = await lay({
      lines: [
        ['世界', '人権', '宣言'],
        ['𠮷野家', '😀', 'end'],
      ],
    });
    expect(popplerRawWords(laid.result).join(' ')).toMatch(/^世界人権宣言 𠮷野家 ?😀 end$/);
    expect((await pdfjsLines(laid.result)).join(' ')).toMatch(/^世界人権宣言 𠮷野家 ?😀 end$/);
  });

  test('keeps full stops, numbers and foreign words of right-to-left lines at their places, for poppler and pdf.js', async () => {
    const lines = ['בבוקר השוק נפתח מוקדם, והדייגים מביאים דגים.', 'בשנת 1974 נשרף בניין Town Hall העירייה; בשעה 12:30 בדיוק'];
    const laid = await lay({ lines: lines.map((line) => line.split(' ')) });
    const found = textOfPdf(laid.result).replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '');
    // Latin words of such a line stand one by one: their order among each other is not reported.
    const plain = (text: string): string => text.replaceAll(/Town|Hall/g, 'Latin');
    expect(plain(found.trim()).split(/\n+/)).toEqual(lines.map(plain));
    expect((await pdfjsLines(laid.result)).map(plain)).toEqual(lines.map(plain));
  });

  test.each([
    ['Japanese', ['町', 'の', '人々', 'は', '早く', '起きて', '買い物', 'に', '行く', '。']],
    ['Thai', ['ตอน', 'เช้า', 'ตลาด', 'เปิด', 'แต่', 'เช้า']],
  ])('makes no spaces of the gaps between the words of %s', async (_, words) => {
    const laid = await lay({ lines: [words], wideGapPx: 14 });
    expect(popplerRawWords(laid.result)).toEqual([words.join('')]);
    expect(await pdfjsLines(laid.result)).toEqual([words.join('')]);
    expect((await pdfiumText(laid.result)).trim()).toBe(words.join(''));
  });

  test.each(['down', 'up'] as const)('writes lines that run %s as lines, where they are', async (direction) => {
    const known = makeKnownPage({ lines: proseLines(8), widthPx: 1800, heightPx: 1800 });
    const turn = ({ left, top, right, bottom }: ShownBox): ShownBox =>
      direction === 'down'
        ? { left: 1800 - bottom, right: 1800 - top, top: left, bottom: right }
        : { left: top, right: bottom, top: 1800 - right, bottom: 1800 - left };
    const lines = known.lines.map((line) => {
      const box = turn(line.box);
      const { left, top, right, bottom } = box;
      const baseline = direction === 'down' ? { x0: left, y0: top, x1: left, y1: bottom } : { x0: right, y0: bottom, x1: right, y1: top };
      return { ...line, box, baseline, words: line.words.map((word) => ({ ...word, box: turn(word.box) })) };
    });
    const opened = await open(makePictures({ mediaBox: '0 0 900 900', content: 'q 900 0 0 900 0 0 cm /Im0 Do Q' }));
    const codes = new LayerCodes();
    const layer = prepareLayer({ ...known, lines }, [0.5, 0, 0, -0.5, 0, 900], codes);
    const [page] = opened.pages;
    if (!page || !layer) throw new Error('there is nothing to lay');
    addLayers(opened.context, [[page.dict, layer]], codes);
    const result = await savePdf(opened.context, { packed: true });
    const texts = lines.map(({ words }) => words.map(({ text }) => text).join(' '));
    expect(popplerRawWords(result).join(' ')).toBe(texts.join(' '));
    expect(await pdfjsLines(result)).toEqual(texts);
    const found = popplerBoxes(result);
    const words = lines.flatMap((line) => line.words.map(({ box }) => [box.left, box.top, box.right, box.bottom].map((side) => side / 2)));
    const overlaps = words.map((box) => Math.max(...found.map((one) => overlap(box as unknown as FoundWord['box'], one.box))));
    expect(overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length).toBeGreaterThan(0.9);
  });

  test('leaves out what is no text, and is none for a page without words', async () => {
    const laid = await lay({ lines: [['so\u0000und', '\ud800', '\ufeffmark']] });
    expect(popplerRawWords(laid.result)).toEqual(['sound', 'mark']);
    expect(prepareLayer(makeKnownPage({ lines: [] }), [1, 0, 0, 1, 0, 0], new LayerCodes())).toBeUndefined();
  });

  test('leaves every stream of the source as it is and keeps what belongs to the document', async () => {
    const catalog =
      '/Outlines 30 0 R /PageLabels << /Nums [0 << /S /r >>] >> /StructTreeRoot 31 0 R /MarkInfo << /Marked true >> ' +
      '/Names << /EmbeddedFiles << /Names [(a.txt) 32 0 R] >> >> /AcroForm << /Fields [34 0 R] >> /Lang (en-GB)';
    const page = '/Annots [33 0 R 34 0 R] /StructParents 0';
    const more = {
      30: '<< /Type /Outlines /First 35 0 R /Last 35 0 R /Count 1 >>',
      31: '<< /Type /StructTreeRoot >>',
      32: '<< /Type /Filespec /F (a.txt) /EF << /F 36 0 R >> >>',
      33: '<< /Type /Annot /Subtype /Link /Rect [10 10 90 30] /Border [0 0 0] /A << /S /URI /URI (https://example.com/kept) >> >>',
      34: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (field-kept) /V (value-kept) /Rect [0 0 0 0] >>',
      35: '<< /Title (outline-kept) /Parent 30 0 R /Dest [10 0 R /Fit] >>',
      36: { dict: '/Type /EmbeddedFile', data: 'attachment-kept' },
    };
    const laid = await lay({ lines: proseLines(3) }, { catalog, page, more });
    const before = await open(laid.source);
    const bytes = Buffer.from(laid.result);
    for (const stream of before.description.streams) expect(bytes.includes(Buffer.from(stream.getContents()))).toBe(true);
    const plain = qpdfPlain(laid.result);
    for (const text of [
      'outline-kept',
      'field-kept',
      'value-kept',
      'attachment-kept',
      'example.com/kept',
      '/PageLabels',
      '/StructTreeRoot',
      'en-GB',
    ])
      expect(plain).toContain(text);
  });

  test.each([
    ['saves more often than it restores', 'q q 0.5 0 0 0.5 0 0 cm 0 0 50 50 re f'],
    ['restores more often than it saves', '0 0 50 50 re f Q Q Q 2 0 0 2 0 0 cm 0 0 9 9 re f'],
    ['holds an inline image with Q in it', 'q 40 0 0 40 0 0 cm BI /W 4 /H 2 /CS /G /BPC 8 ID Q Q QQ Q EI Q'],
    ['ends in the middle of a string', 'BT (never closed'],
  ])('lies right under content that %s', async (_, content) => {
    const laid = await lay({ lines: proseLines(6) }, { content });
    expect(meanOverlap(laid)).toBeGreaterThanOrEqual(0.95);
    expect(picturesOfPdf(laid.result)).toEqual(picturesOfPdf(laid.source));
  });

  test('lies on a page without contents, without resources, and does not reach pages that share theirs', async () => {
    const laid = await lay({ lines: proseLines(2) }, { pages: 2, more: { 10: '<< /Type /Page /Parent 2 0 R >>' } });
    expect(meanOverlap(laid)).toBeGreaterThanOrEqual(0.95);
    const [, second] = (await open(laid.result)).pages;
    expect(second?.dict.toString()).not.toContain('OcrLayer');
    expect(popplerBoxes(laid.result, 2)).toEqual([]);
  });

  test('can be lifted off again, which gives the streams and pages of the source', async () => {
    const laid = await lay({ lines: proseLines(5) });
    const opened = await open(laid.result);
    const [page] = opened.pages;
    if (!page) throw new Error('no page');
    expect(removeEarlierLayers(page.dict)).toBe(true);
    expect(removeEarlierLayers(page.dict)).toBe(false);
    const lifted = await savePdf(opened.context, { packed: true });
    expect(popplerRawWords(lifted)).toEqual([]);
    const streams = async (bytes: Uint8Array) =>
      Array.from((await open(bytes)).description.streams, (stream) => stream.getContentsString()).toSorted();
    expect(await streams(lifted)).toEqual(await streams(laid.source));
  });
});
