// Room for longer texts: rows of tables become higher, pictures move with the text around them, and what belongs to a word goes with it.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { onePage, pdfiumOrigins } from '../../../support/run/edit-pdf.ts';
import { drawnPixels } from '../../../support/judges/drawn-pixels.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const PAGE = '/MediaBox [0 0 400 300]';
const make = (content: string, more: Parameters<typeof onePage>[1] = {}) => makePdf({ objects: onePage(content, { page: PAGE, ...more }) });
const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;

/** What PDFium reads on each baseline from the top, without spaces; baselines of raised letters are those of their line. */
async function rowsOf(bytes: Uint8Array): Promise<[string, number][]> {
  expect(qpdfCheck(bytes).status).toBe(0);
  const letters = (await pdfiumOrigins(bytes)).filter(({ text }) => text.trim() !== '');
  const rows = Map.groupBy(letters, ({ y }) => Math.round(y));
  return [...rows]
    .toSorted(([one], [two]) => two - one)
    .map(([y, row]) => [
      row
        .toSorted((one, two) => one.x - two.x)
        .map(({ text }) => text)
        .join(''),
      y,
    ]);
}

describe.skipIf(!hasPdfJudges)('a cell whose text needs another line', () => {
  const row = (y: number, name: string, one: string, two: string) => `${at(44, y, name)} ${at(134, y, one)} ${at(184, y, two)}`;
  const text = `BT /F1 10 Tf ${row(206, 'Harbour', 'Ships', 'Boats')} ${row(186, 'Kiel', '16', '250')} ${row(166, 'Bremen', '25', '310')} ${at(40, 40, 'Page 1')} ET`;
  const grown = [
    ['HarbourShipsBoats', 206],
    ['KielontheBaltic16250', 186],
    ['SeaandCanal', 174],
    ['Bremen25310', 154],
    ['Page1', 40],
  ];

  test('makes its row higher where each cell has its own piece of the rules', async () => {
    const pieces = [216, 198, 178, 158].flatMap((y) => [40, 130, 180].map((x) => `${x} ${y} ${x === 40 ? 89.5 : 49.5} 0.5 re f`));
    const sides = [198, 178, 158].flatMap((y) => [39.5, 129.5, 179.5, 230].map((x) => `${x} ${y} 0.5 18 re f`));
    const run = await runEdit(
      make(`${pieces.join(' ')} ${sides.join(' ')} ${text}`),
      'replace "Kiel" with "Kiel on the Baltic Sea and Canal"',
    );
    expect(await rowsOf(run.bytes)).toEqual(grown);
  });

  test('makes its row higher where the table has no rules between rows', async () => {
    const run = await runEdit(make(`129.5 150 0.5 70 re f ${text}`), 'replace "Kiel" with "Kiel on the Baltic Sea and Canal"');
    expect(await rowsOf(run.bytes)).toEqual(grown);
  });
});

describe.skipIf(!hasPdfJudges)('a picture below', () => {
  const image = 'q 120 0 0 60 40 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q';
  const list = `BT /F1 10 Tf ${at(40, 250, '- Harbour')} ${at(40, 236, '- Market')} ${at(40, 222, '- Castle')}`;
  const content = `${list} ${at(40, 190, 'The places are seen in the picture.')} ${at(40, 168, 'Figure 1')} ${at(40, 88, 'Source: the town')} ${at(40, 30, 'Page 1')} ET ${image}`;

  test('moves down with the text around it', async () => {
    const operation = {
      id: 'op1',
      because: 'asked',
      op: 'insert_text',
      as: 'list_item',
      place: 'after',
      match: { text: 'Castle' },
      value: 'Museum',
    };
    const run = await runEdit(make(content), { plan: { operations: [operation], unresolved: [] } as never });
    expect(await rowsOf(run.bytes)).toEqual([
      ['-Harbour', 250],
      ['-Market', 236],
      ['-Castle', 222],
      ['-Museum', 208],
      ['Theplacesareseeninthepicture.', 176],
      ['Figure1', 154],
      ['Source:thetown', 74],
      ['Page1', 30],
    ]);
  });
});

describe.skipIf(!hasPdfJudges)('a new line', () => {
  const lines = (entries: readonly string[]) =>
    `BT /F1 10 Tf ${entries.map((entry, index) => at(40, 250 - index * 28, entry)).join(' ')} ET`;
  const content = lines(['1. Overview', '2. Features', '3. Questions']);

  test('has the distance of lines that stand far apart, and a frame that nobody sees does not limit it', async () => {
    const unseen = { resources: '/ExtGState << /G0 << /ca 0 /CA 0 >> >>' };
    const run = await runEdit(make(`q /G0 gs 30 158 200 120 re f Q ${content}`, unseen), 'Add a line "4. Contact" below "3. Questions"');
    expect(await rowsOf(run.bytes)).toEqual([
      ['1.Overview', 250],
      ['2.Features', 222],
      ['3.Questions', 194],
      ['4.Contact', 166],
    ]);
  });
});

describe.skipIf(!hasPdfJudges)('a raised sign', () => {
  test('goes with the word that it follows', async () => {
    // Raised by 0.45 of the size.
    const content = `BT /F1 10 Tf ${at(40, 250, 'University of Kiel')} /F1 6 Tf ${at(115, 254.5, '+')} ET`;
    const run = await runEdit(make(content), 'replace "Kiel" with "Kiel, Institute of Physics"');
    const letters = (await pdfiumOrigins(run.bytes)).filter(({ text }) => text.trim() !== '');
    const [last, mark] = [letters.findLast(({ text }) => text === 's'), letters.find(({ text }) => text === '+')];
    expect(mark!.x - last!.x).toBeCloseTo(5.5, 0);
    expect(mark?.y).toBeCloseTo(254.5, 1);
  });
});

describe.skipIf(!hasPdfJudges)('a running head', () => {
  test('at the right margin keeps its right end', async () => {
    // Courier: 40 letters of 6 pt, and 6 of 5.4 pt, end at 270.
    const body = [200, 186, 172, 158].map((y) => at(30, y, 'the text of the body is as wide as this ')).join(' ');
    const content = `BT /F2 10 Tf ${body.replaceAll('this )', 'these)')} /F2 9 Tf ${at(237.6, 280, 'Miller')} ET`;
    const source = make(content, {
      page: '/MediaBox [0 0 300 300]',
      fonts: '/F2 6 0 R',
      more: { 6: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>' },
    });
    const widthOf = async (bytes: Uint8Array) => (await pdfiumOrigins(bytes)).filter(({ y }) => Math.abs(y - 280) < 1).at(-1)?.x;
    const run = await runEdit(source, 'replace "Miller" with "Miller and others"');
    expect(await widthOf(run.bytes)).toBeCloseTo((await widthOf(source)) ?? 0, 0);
  });
});

describe.skipIf(!hasPdfJudges)('letters with marks', () => {
  /** WinAnsi has no marks of their own: the codes 1 and 2 are a horn on o, and a grave. */
  const ENCODING =
    '<< /Length 230 >> stream\n/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n3 beginbfchar <4c> <004c> <6f> <01a1> <7e> <0300> endbfchar 1 beginbfchar <69> <0069> endbfchar endcmap end\nendstream';
  test('are found where the document has them in two parts', async () => {
    const source = make('BT /F2 12 Tf 40 200 Td (Lo~i) Tj ET', {
      fonts: '/F2 6 0 R',
      more: { 6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>', 7: ENCODING },
    });
    const run = await runEdit(source, 'delete "Lời"'.normalize('NFC'));
    expect(textOfPdf(run.bytes).trim()).toBe('');
  });
});

describe.skipIf(!hasPdfJudges)('a paragraph without spaces', () => {
  const japanese = (lines: readonly string[]) => {
    const hex = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
    const shown = lines.map((line, index) => `1 0 0 1 40 ${250 - index * 16} Tm ${hex(line)} Tj`).join(' ');
    const cid =
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 8 0 R >>';
    return make(`BT /F2 12 Tf ${shown} ET`, {
      fonts: '/F2 6 0 R',
      more: {
        6: '<< /Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UTF16-H /DescendantFonts [7 0 R] >>',
        7: cid,
        8: '<< /Type /FontDescriptor /FontName /Mincho /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 90 >>',
      },
    });
  };

  test('is broken between any two letters, and a mark does not begin a line', async () => {
    const source = japanese(['冬が来ると地面は雪で覆われて食べ物は', 'なくなりお腹がすいたので彼はアリの', 'ところへ行きました']);
    const run = await runEdit(source, 'replace "地面は雪で覆われて" with "広い地面はすっかり深い白い雪で、覆われてしまって"');
    const rows = await rowsOf(run.bytes);
    expect(rows.map(([text]) => text).join('')).toContain('広い地面はすっかり深い白い雪で、覆われてしまって食べ物は');
    expect(rows.every(([text]) => !text.startsWith('、') && text.length <= 18)).toBe(true);
  });

  test('has a new sentence directly after another, which makes no word more', async () => {
    const source = japanese(['冬が来ると地面は雪で覆われて。', '※食べ物はなくなり']);
    const run = await runEdit(source, 'On page 1, insert the sentence "彼は行きました。" directly after "雪で覆われて。"');
    expect(await rowsOf(run.bytes)).toEqual([
      ['冬が来ると地面は雪で覆われて。彼は行きました。', 250],
      ['※食べ物はなくなり', 234],
    ]);
  });
});

describe.skipIf(!hasPdfJudges)('an item of a list whose marks are drawn', () => {
  const items = [
    'Check all tidal conditions of the day beforehand',
    'Stay within the channels that have been marked',
    'Pay attention to buoys',
  ];
  const mark = (y: number) => `42 ${y + 2} 3 3 re f`;
  const list = items.map((item, index) => `${mark(250 - index * 13.5)} BT /F1 8.5 Tf ${at(52, 250 - index * 13.5, item)} ET`).join(' ');

  test('goes alone, also beside a headline that is as high as two of them', async () => {
    // The headline's baseline is between those of the first two items.
    const source = make(`${list} BT /F1 34 Tf ${at(270, 243, 'SEA')} ET`);
    const run = await runEdit(source, 'Delete the list item "Stay within the channels that have been marked"');
    expect(await rowsOf(run.bytes)).toEqual([
      ['Checkalltidalconditionsofthedaybeforehand', 250],
      ['SEA', 243],
      ['Payattentiontobuoys', 237],
    ]);
  });
});

describe.skipIf(!hasPdfJudges)('names under each other', () => {
  const names = ['task228_arc_answer_generation_easy', 'hellaswag:1.1.0', 'task1389_hellaswag_completion', 'cot_gsm8k', 'drop:2.0.0'];

  test('are lines, not a paragraph: one of them goes alone', async () => {
    const content = `0.5 w 40 262 m 220 262 l S BT /F1 10 Tf ${names.map((name, index) => at(44, 250 - index * 12, name)).join(' ')} ET`;
    const run = await runEdit(make(content), 'Delete the row "task1389_hellaswag_completion" from the table');
    expect((await rowsOf(run.bytes)).map(([text]) => text)).toEqual(names.toSpliced(2, 1));
  });
});

describe.skipIf(!hasPdfJudges)('a frame of four sides, each drawn in a shape that ends at its corners', () => {
  const side = (clip: string, x1: number, y1: number, x2: number, y2: number) => `q ${clip} W* n 1 w ${x1} ${y1} m ${x2} ${y2} l S Q`;
  const [left, low, right, high] = [40, 210, 300, 260];
  const frame = [
    side(`${left} ${high} m ${left + 1} ${high - 1} l ${right - 1} ${high - 1} l ${right} ${high} l`, left, high - 0.5, right, high - 0.5),
    side(`${left} ${low} m ${left + 1} ${low + 1} l ${right - 1} ${low + 1} l ${right} ${low} l`, left, low + 0.5, right, low + 0.5),
    side(`${left} ${high} m ${left + 1} ${high - 1} l ${left + 1} ${low + 1} l ${left} ${low} l`, left + 0.5, high, left + 0.5, low),
    side(`${right} ${high} m ${right - 1} ${high - 1} l ${right - 1} ${low + 1} l ${right} ${low} l`, right - 0.5, high, right - 0.5, low),
  ].join(' ');
  const lines = [
    'There are two kinds of links: one to a position in the',
    'same document, and one to another document. Its',
    'end may be a file or a website.',
  ];

  test('becomes higher on all sides', async () => {
    const content = `${frame} BT /F1 10 Tf ${lines.map((line, index) => at(46, 245 - index * 14, line)).join(' ')} ${at(40, 170, 'Links')} ET`;
    const run = await runEdit(
      make(content),
      'replace "a file or a website." with "a file, a website, a named place of another document or a program."',
    );
    const rows = await rowsOf(run.bytes);
    expect(rows.slice(2)).toEqual([
      ['endmaybeafile,awebsite,anamedplaceof', 217],
      ['anotherdocumentoraprogram.', 203],
      ['Links', 156],
    ]);
    const pixel = drawnPixels(run.bytes, 1);
    // Page height 300: the sides reach the new lower edge at 196.
    for (const y of [205, 199]) for (const x of [left, right - 1]) expect(pixel(x, 300 - y)?.[0], `${x} ${y}`).toBeLessThan(200);
  });
});
