// Rows at the edges of a table's lines, cells over several of its rows, and heads of several lines: on pages that are set here.

import { describe, expect, it } from 'vitest';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import type { DraftBlock, DraftTable } from '../../../../../processor/document/drafts.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import type { Character, Rule } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { across, BOLD, down, pageOf, set } from '../../../../support/synthetic-page.ts';

const XS = [40, 140, 240, 340];
const row = (y: number, texts: readonly string[]): Character[][] =>
  texts.flatMap((text, at) => (text === '' ? [] : [set(text, XS[at] ?? 0, y)]));
const read = (parts: readonly Character[][], rules: readonly Rule[] = []): DraftTable[] =>
  readRegion({ ...pageOf(parts, { rules, fills: [] }), columns: [] }).filter((block) => block.kind === 'table');
const textOf = (blocks: readonly DraftBlock[]): string =>
  blocks.map((block) => (block.kind === 'text' ? textOfDraft(block) : '')).join(' ');
const rowsOf = ({ rows, cells }: DraftTable): string[][] =>
  Array.from({ length: rows }, (_, at) => cells.filter((cell) => cell.row === at).map(({ blocks }) => textOf(blocks)));

describe('a table with a line below each row', () => {
  const body = [...row(134, ['Hull', '7', '12']), ...row(154, ['Ryde', '9', '31']), ...row(174, ['Dover', '4', '18'])];
  const lines = [120, 140, 160, 180].map((y) => across(y, 36, 300));

  it('has its head above the first of them', () => {
    const [table] = read([...row(114, ['Port', 'Ships', 'Tonnes']), ...body], lines);
    expect(rowsOf(table!)[0]).toEqual(['Port', 'Ships', 'Tonnes']);
    expect(table!.rows).toBe(4);
  });

  it('has its last row below the last of them', () => {
    const [table] = read([...row(114, ['Port', 'Ships', 'Tonnes']), ...body, ...row(194, ['All', '20', '61'])], lines);
    expect(rowsOf(table!).at(-1)).toEqual(['All', '20', '61']);
  });

  it('has neither a caption nor a remark among its rows', () => {
    const [table] = read([set('Table 4. Ships by port', 40, 110), ...body, set('Source: the harbour office', 40, 194)], lines);
    expect(table!.rows).toBe(3);
  });

  it('has cells over the rows that the lines between leave out', () => {
    const rules = [100, 120, 160, 200].map((y) => across(y, 36, 300)).concat([140, 180].map((y) => across(y, 136, 300)));
    const parts = [
      ...row(114, ['Land', 'Port', 'Ships']),
      ...row(134, ['North', 'Hull', '7']),
      ...row(154, ['', 'Ryde', '9']),
      ...row(174, ['South', 'Dover', '4']),
      ...row(194, ['', 'Deal', '2']),
    ];
    const [table] = read(parts, rules);
    const first = table!.cells.filter(({ column }) => column === 0).map(({ row: at, rowSpan, blocks }) => [at, rowSpan, textOf(blocks)]);
    expect(first).toEqual([
      [0, 1, 'Land'],
      [1, 2, 'North'],
      [3, 2, 'South'],
    ]);
  });
});

describe('a table with lines around its cells', () => {
  const lattice = (ys: readonly number[]) => [
    ...ys.map((y) => across(y, 36, 300)),
    ...[36, 136, 236, 300].map((x) => down(x, ys[0] ?? 0, ys.at(-1) ?? 0)),
  ];
  const parts = [...row(114, ['Hull', '7', '12']), ...row(141, ['Ryde', '9', '31'])];

  it('has a narrow row without text between others', () => {
    const [table] = read(parts, lattice([100, 120, 127, 147]));
    expect(rowsOf(table!)).toEqual([
      ['Hull', '7', '12'],
      ['', '', ''],
      ['Ryde', '9', '31'],
    ]);
  });

  it('has none between the two lines of a double one', () => {
    const [table] = read(parts, lattice([100, 121, 125.2, 147]));
    expect(rowsOf(table!)).toEqual([
      ['Hull', '7', '12'],
      ['Ryde', '9', '31'],
    ]);
  });

  it('has white cells on a coloured page, and cells without a colour on white paper', () => {
    const fill = (left: number, top: number, right: number, bottom: number, colour: number, object: number) => ({
      box: { left, top, right, bottom },
      colour,
      opacity: 255,
      object,
    });
    const cells = [36, 136, 236].map((left, at) => fill(left, 100, [136, 236, 300][at] ?? 0, 120, 0xffffff, at + 1));
    const shadings = (fills: readonly ReturnType<typeof fill>[]) =>
      readRegion({ ...pageOf(parts, { rules: lattice([100, 120, 147]), fills }), columns: [] }).flatMap((block) =>
        block.kind === 'table' ? block.cells.filter((cell) => cell.row === 0).map(({ shading }) => shading) : [],
      );
    expect(shadings([fill(0, 0, 595, 842, 0xdcdada, 0), ...cells])).toEqual([0xffffff, 0xffffff, 0xffffff]);
    expect(shadings(cells)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a table with lines between columns alone', () => {
  it('has a row for each figure, also where figures fill their columns', () => {
    const xs = [38, 78, 112, 146];
    const line = (y: number, texts: readonly string[]) => texts.map((text, at) => set(text, (xs[at] ?? 0) + 2, y));
    const rules = [across(100, 38, 146), across(120, 38, 146), across(170, 38, 146), ...xs.map((x) => down(x, 100, 170))];
    const parts = [
      ...line(114, ['Port', '2019', '2020']),
      ...line(132, ['Ryde', '94027', '62365']),
      ...line(146, ['Hull', '83799', '48495']),
      ...line(160, ['Deal', '53795', '97279']),
    ];
    expect(rowsOf(read(parts, rules)[0]!)).toEqual([
      ['Port', '2019', '2020'],
      ['Ryde', '94027', '62365'],
      ['Hull', '83799', '48495'],
      ['Deal', '53795', '97279'],
    ]);
  });

  it('goes on below a head in a frame of its own', () => {
    const rules = [across(100, 36, 300), across(120, 36, 300), ...[36, 136, 236, 300].map((x) => down(x, 100, 120))];
    const parts = [
      ...row(114, ['Port', 'Ships', 'Tonnes']),
      ...row(132, ['Hull', '7', '12']),
      ...row(146, ['Ryde', '9', '31']),
      ...row(160, ['Dover', '4', '18']),
    ];
    const tables = read(parts, rules);
    expect(tables.map(({ rows }) => rows)).toEqual([4]);
  });
});

describe('a table without lines', () => {
  it('has the lines of its head in one row', () => {
    const parts = [
      ...row(100, ['', 'Ships of', 'Goods']),
      ...row(111, ['Port', 'the year', 'in tonnes']),
      ...row(126, ['Hull', '7', '12']),
      ...row(141, ['Ryde', '9', '31']),
      ...row(156, ['Dover', '4', '18']),
      ...row(171, ['Deal', '2', '11']),
    ];
    expect(rowsOf(read(parts)[0]!)[0]).toEqual(['Port', 'Ships of the year', 'Goods in tonnes']);
  });

  it('may have two rows: texts with a figure below each', () => {
    expect(read([...row(100, ['Ships', 'Tonnes', 'Crew', 'Days']), ...row(114, ['41', '58', '97', '12'])]).map(rowsOf)).toEqual([
      [
        ['Ships', 'Tonnes', 'Crew', 'Days'],
        ['41', '58', '97', '12'],
      ],
    ]);
  });
});

it('a head is marked as one as far down as its cells reach', () => {
  const rules = [100, 120, 140, 160]
    .map((y) => across(y, 36, 336))
    .concat([36, 136, 236, 336].map((x) => down(x, x > 136 && x < 336 ? 120 : 100, 160)));
  rules.splice(1, 1, across(120, 136, 336));
  const parts = [
    set('Port', 40, 124, BOLD),
    set('Ships by year', 180, 114, BOLD),
    ...row(134, ['', '2019', '2020']),
    ...row(154, ['Hull', '7', '12']),
  ];
  const [table] = read(parts, rules);
  expect(table!.cells.filter(({ header }) => header === true).map(({ row: at }) => at)).toEqual([0, 0, 1, 1]);
});
