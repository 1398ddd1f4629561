// Tables whose lines are few or none: rows from baselines, columns from gaps, on pages that are set here; and what looks like one and is none.

import { describe, expect, it } from 'vitest';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import type { PageWords } from '../../../../../processor/document/structure/page-words.ts';
import type { DraftBlock, DraftTable } from '../../../../../processor/document/drafts.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import type { Character, Fill, Rule } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { across, BOLD, down, pageOf, set } from '../../../../support/synthetic-page.ts';

const tablesOf = (page: PageWords): DraftTable[] => readRegion({ ...page, columns: [] }).filter((block) => block.kind === 'table');
const textOf = (blocks: readonly DraftBlock[]): string =>
  blocks.map((block) => (block.kind === 'text' ? textOfDraft(block) : '')).join(' / ');
const rowsOf = ({ rows, cells }: DraftTable): string[][] =>
  Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).map(({ blocks }) => textOf(blocks)));
const fill = (left: number, top: number, right: number, bottom: number, colour = 0xdddddd): Fill => ({
  box: { left, top, right, bottom },
  colour,
  opacity: 255,
});

const XS = [40, 140, 240, 340];
const row = (y: number, texts: readonly string[]): Character[][] =>
  texts.flatMap((text, at) => (text === '' ? [] : [set(text, XS[at] ?? 0, y)]));
const read = (parts: readonly Character[][], rules: readonly Rule[] = [], fills: readonly Fill[] = []) =>
  tablesOf(pageOf(parts, { rules, fills }));

describe('a table with lines above, below its head and below its last row', () => {
  const rules = [100, 120, 170].map((y) => across(y, 38, 420));

  it('has the rows and columns of its text', () => {
    const [table] = read(
      [
        ...row(114, ['Model', 'Speed', 'Weight', 'Price']),
        ...row(134, ['One', '12.5', '3.1', '99']),
        ...row(146, ['Two b', '13.0', '2.9', '120']),
        ...row(158, ['Three', '9.75', '', '80']),
      ],
      rules,
    );
    expect(rowsOf(table!)).toEqual([
      ['Model', 'Speed', 'Weight', 'Price'],
      ['One', '12.5', '3.1', '99'],
      ['Two b', '13.0', '2.9', '120'],
      ['Three', '9.75', '', '80'],
    ]);
  });

  it('has heads over the columns that the line below them is over', () => {
    const [table] = read(
      [
        set('Results', 215, 110),
        ...row(130, ['Model', 'Speed', 'Weight', 'Price']),
        ...row(154, ['One', '12.5', '3.1', '99']),
        ...row(166, ['Two', '13.0', '2.9', '120']),
        ...row(178, ['Three', '9.75', '2.0', '80']),
      ],
      [across(98, 38, 420), across(115, 138, 276), across(140, 38, 420), across(190, 38, 420)],
    );
    const head = table!.cells.filter(({ row: at }) => at === 0).map(({ column, rowSpan, columnSpan }) => [column, rowSpan, columnSpan]);
    expect(head).toEqual([
      [0, 2, 1],
      [1, 1, 2],
      [3, 2, 1],
    ]);
  });

  it('is not what stands between the lines of two headings: tables of their own', () => {
    const gridAt = (top: number) =>
      [0, 15, 30, 45].map((y) => across(top + y, 38, 240)).concat([38, 138, 240].map((x) => down(x, top, top + 45)));
    const textAt = (top: number) => [
      ...row(top + 11, ['Gas', '10']),
      ...row(top + 26, ['Methane', '100']),
      ...row(top + 41, ['Ammonia', '50']),
    ];
    const headings = [90, 190, 290].map((y) => across(y, 30, 260));
    const parts = [set('Gases', 100, 86), ...textAt(100), set('Metals', 100, 186), ...textAt(200), set('Salts', 100, 286)];
    const tables = read(parts, [...headings, ...gridAt(100), ...gridAt(200)]);
    expect(tables.map(rowsOf)).toEqual([
      [
        ['Gas', '10'],
        ['Methane', '100'],
        ['Ammonia', '50'],
      ],
      [
        ['Gas', '10'],
        ['Methane', '100'],
        ['Ammonia', '50'],
      ],
    ]);
  });

  it('is not text in two columns between a line at the head of the page and one at its foot', () => {
    const left = 'these are the words of the left column';
    const right = 'and those are words of the right column';
    const ys = [120, 132, 144, 156, 168];
    const text = [...ys.map((y) => set(left, 40, y)), ...ys.map((y) => set(right, 310, y))];
    expect(read(text, [across(100, 40, 550), across(190, 40, 550)])).toEqual([]);
  });
});

describe('a table with lines between its columns but not between its rows', () => {
  const frame = [across(100, 40, 420), across(120, 40, 420), across(180, 40, 420)];
  const columns = [40, 140, 240, 420].map((x) => down(x, 100, 180));
  const text = [
    ...row(114, ['No.', 'Name', 'Count']),
    ...row(134, ['1', 'Ribbon', '17']),
    ...row(150, ['2', 'Basket', '9']),
    ...row(166, ['3', 'Lantern', '31']),
  ];
  const whole = [
    ['No.', 'Name', 'Count'],
    ['1', 'Ribbon', '17'],
    ['2', 'Basket', '9'],
    ['3', 'Lantern', '31'],
  ];

  it('has a row for each line that had room to go on above', () => {
    expect(rowsOf(read(text, [...frame, ...columns])[0]!)).toEqual(whole);
  });

  it('has its rows where every other one is shaded', () => {
    const shaded = [fill(40, 138, 140, 154), fill(140, 138, 240, 154), fill(240, 138, 420, 154)];
    expect(rowsOf(read(text, [...frame, ...columns], shaded)[0]!)).toEqual(whole);
  });

  it('keeps the lines of a cell that is full', () => {
    const wrapped = [
      ...row(114, ['No.', 'Name', 'Count']),
      set('1', 45, 134),
      set('Ribbon of silk', 145, 134),
      set('and wool', 145, 146),
      set('17', 250, 134),
      set('2', 45, 162),
      set('Basket', 145, 162),
      set('9', 250, 162),
    ];
    const shaded = [fill(40, 151, 140, 180), fill(140, 151, 240, 180), fill(240, 151, 420, 180)];
    expect(rowsOf(read(wrapped, [...frame, ...columns], shaded)[0]!)).toEqual([
      ['No.', 'Name', 'Count'],
      ['1', 'Ribbon of silk and wool', '17'],
      ['2', 'Basket', '9'],
    ]);
  });

  it('has the columns of its head where that alone has lines between them', () => {
    const inHead = [40, 140, 240, 420].map((x) => down(x, 100, x === 40 || x === 420 ? 180 : 120));
    expect(rowsOf(read(text, [...frame, ...inHead])[0]!)).toEqual(whole);
  });
});

describe('a table with pieces of lines beside others', () => {
  it('has no column that no cell begins or ends with', () => {
    const rules = [...[100, 120, 140].map((y) => across(y, 40, 300)), ...[40, 140, 300].map((x) => down(x, 100, 140)), down(290, 96, 102)];
    const [table] = read([...row(114, ['Bridge', 'River']), ...row(134, ['Harbour', 'Sea'])], rules);
    expect(table?.xs).toEqual([40, 140, 300]);
  });
});

describe('fields in a frame whose lines begin behind their labels', () => {
  const frame = [across(100, 40, 300), across(180, 40, 300), down(40, 100, 180), down(300, 100, 180)];
  const labels = ['Name:', 'Street:', 'Town:', 'Post code:'].flatMap((label, at) => [set(label, 44, 114 + at * 20)]);

  it('have a column of labels', () => {
    const [table] = read(labels, [...frame, ...[120, 140, 160].map((y) => across(y, 110, 300))]);
    expect(table?.xs).toEqual([40, 110, 300]);
    expect(rowsOf(table!).map(([label]) => label)).toEqual(['Name:', 'Street:', 'Town:', 'Post code:']);
  });

  it('have none where their lines begin here and there', () => {
    const [table] = read(labels, [...frame, ...[120, 140, 160].map((y, at) => across(y, 110 + at * 12, 300))]);
    expect(table?.xs).toEqual([40, 300]);
  });
});

describe('a table without lines', () => {
  it('has columns of figures, whatever the order in which it is drawn', () => {
    const parts = [
      ...row(100, ['Port', 'Foreign', 'Domestic']),
      ...row(114, ['Manila', '2454', '6,125']),
      ...row(128, ['Cebu', '1138', '79,500']),
      ...row(142, ['Davao', '750', '17,807']),
    ];
    const byColumn = [0, 1, 2].flatMap((column) => parts.filter((_, index) => index % 3 === column));
    expect(rowsOf(read(byColumn)[0]!)).toEqual([
      ['Port', 'Foreign', 'Domestic'],
      ['Manila', '2454', '6,125'],
      ['Cebu', '1138', '79,500'],
      ['Davao', '750', '17,807'],
    ]);
  });

  it('has the line above as its head whose words stand at its columns, as near as words of a text', () => {
    const columns = [40, 124, 148, 208];
    const line = (y: number, texts: readonly string[]) => texts.map((text, at) => set(text, columns[at] ?? 0, y));
    const parts = [
      set('Saccharometer Use Substance Yeast used in it', 40, 100, BOLD),
      ...line(116, ['1', '2 ', '12 ml', '0 ml']),
      ...line(132, ['2', '4 ', '8 ml', '2 ml']),
      ...line(148, ['3', '9 ', '6 ml', '4 ml']),
    ];
    expect(rowsOf(read(parts)[0]!)[0]).toEqual(['Saccharometer', 'Use', 'Substance', 'Yeast used in it']);
  });

  it('is not the contents of a document', () => {
    const titles = ['Front matter', 'Types of sources', 'How to search', 'Evaluating news'];
    expect(read(titles.flatMap((title, at) => [set(title, 40, 100 + at * 14), set(`${at * 12 + 1}`, 340, 100 + at * 14)]))).toEqual([]);
  });

  it('is not notes behind their numbers', () => {
    const note = (number: number, y: number) => [
      set(`${number}`, 40, y),
      set('See the introduction to the book on the history of trade,', 70, y),
      set('pages four and the following ones.', 70, y + 12),
    ];
    expect(read([...note(25, 100), ...note(26, 124), ...note(27, 148), ...note(28, 172)])).toEqual([]);
  });

  it('is not codes behind letters that count on', () => {
    const items = ['a.', 'b.', 'c.'].flatMap((label, at) => [set(label, 60, 100 + at * 14), set(`2-${label[0]}`, 90, 100 + at * 14)]);
    expect(read(items)).toEqual([]);
  });

  it('is not the scale and the labels of a chart', () => {
    const scale = [100, 120, 140, 160].flatMap((y, at) => [set(`${40 - at * 10}`, 40, y + 3)]);
    const bars = [fill(80, 110, 100, 160), fill(140, 130, 160, 160), fill(200, 121, 220, 160), fill(260, 144, 280, 160)];
    const labels = ['12', '8', '10', '4'].map((text, at) => set(text, 84 + at * 60, 108 + at * 8));
    const years = ['2016', '2017', '2018', '2019'].map((text, at) => set(text, 78 + at * 60, 176));
    const rules = [100, 120, 140, 160].map((y) => across(y, 60, 300));
    expect(read([...scale, ...labels, ...years], rules, bars)).toEqual([]);
  });
});

describe('text in columns that is drawn over all of them, line by line', () => {
  it('is read column by column', () => {
    const left = [
      'they had no plans to hire and others',
      'said that they did not know whether to',
      'hire again or not in the coming year',
      'which is more than in the last survey',
    ];
    const right = [
      'in January some said that they had no',
      'plans while the others were not asked',
      'because they had let nobody go since',
      'the round before it ended in October',
    ];
    const parts = left.flatMap((text, at) => [set(text, 40, 100 + at * 12), set(right[at] ?? '', 300, 100 + at * 12)]);
    const blocks = readRegion({ ...pageOf(parts), columns: [] });
    expect(blocks.map((block) => (block.kind === 'text' ? textOfDraft(block) : block.kind))).toEqual([left.join(' '), right.join(' ')]);
  });
});

describe('a table from right to left', () => {
  /** As PDFium gives such text: the letters in the order of reading, each left of the one before. */
  const setRtl = (text: string, right: number, y: number): Character[] =>
    set(text, 0, y).map((one, at) => ({
      ...one,
      x: right - (at + 1) * 6,
      box: { ...one.box, left: right - (at + 1) * 6, right: right - at * 6 },
    }));

  it('has its first column at the right, and rows where its text begins', () => {
    const lines = [
      ['\u0645\u062f\u064a\u0646\u0629', '\u0630\u0643\u0648\u0631', '\u0625\u0646\u0627\u062b'],
      ['\u0628\u064a\u0631\u0648\u062a', '12.5', '3.1'],
      ['\u062f\u0645\u0634\u0642', '13.0', '2.9'],
      ['\u062a\u0648\u0646\u0633', '9.75', '2.2'],
    ];
    const parts = lines.flatMap(([name = '', one = '', two = ''], at) => {
      const y = 114 + at * 12 + (at > 0 ? 8 : 0);
      const place = (text: string, right: number) => (/\d/.test(text) ? set(text, right - text.length * 6, y) : setRtl(text, right, y));
      return [setRtl(name, 420, y), place(one, 260), place(two, 140)];
    });
    const [table] = read(
      parts,
      [100, 120, 172].map((y) => across(y, 80, 422)),
    );
    expect(table?.rtl).toBe(true);
    expect(rowsOf(table!).map((texts) => texts.toReversed())).toEqual(lines);
  });
});
