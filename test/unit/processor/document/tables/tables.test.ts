// Tables: what draws them, what is their head, where a page break cut them; on pages that are set here.

import { describe, expect, it } from 'vitest';
import { joinAcrossPages } from '../../../../../processor/document/structure/across-pages.ts';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import type { PageWords } from '../../../../../processor/document/structure/page-words.ts';
import type { DraftBlock, DraftTable } from '../../../../../processor/document/drafts.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import type { Character, Rule } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { across, BOLD, down, pageOf, set, setUpwards } from '../../../../support/synthetic-page.ts';

const blocksOf = (page: PageWords): DraftBlock[] => readRegion({ ...page, columns: [] });
const tablesOf = (blocks: readonly DraftBlock[]): DraftTable[] => blocks.filter((block) => block.kind === 'table');
const textOf = (blocks: readonly DraftBlock[]): string =>
  blocks.map((block) => (block.kind === 'text' ? textOfDraft(block) : '')).join(' / ');
const rowsOf = ({ rows, cells }: DraftTable): string[][] =>
  Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).map(({ blocks }) => textOf(blocks)));

const XS = [40, 240, 340, 440];
function grid(ys: readonly number[]): Rule[] {
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  return [...ys.map((y) => across(y, 40, 440)), ...XS.map((x) => down(x, top, bottom))];
}
const row = (y: number, texts: readonly string[], style = BOLD): Character[][] =>
  texts.flatMap((text, at) => (text === '' ? [] : [set(text, (XS[at] ?? 0) + 5, y, style)]));
const plain = { ...BOLD, bold: false };

describe('a table whose rows alone are ruled', () => {
  it('has a row between each two lines, columns where no text stands, and cells over several of them', () => {
    const page = pageOf(
      [
        ...row(55, ['Article', 'Count', 'Sum']),
        ...row(75, ['Basket', '2', '34.00'], plain),
        ...row(87, ['with a lid'], plain),
        ...row(107, ['Lantern', '1', '17.50'], plain),
        set('All of the articles above, without tax', 45, 127, plain),
        set('51.50', 345, 127, plain),
      ],
      { rules: [40, 60, 92, 112, 132].map((y) => across(y, 40, 440)) },
    );
    const [table] = tablesOf(blocksOf(page));
    expect(rowsOf(table!)).toEqual([
      ['Article', 'Count', 'Sum'],
      ['Basket with a lid', '2', '34.00'],
      ['Lantern', '1', '17.50'],
      ['All of the articles above, without tax', '51.50'],
    ]);
    expect(table?.cells.find(({ row: at }) => at === 3)?.columnSpan).toBe(2);
  });

  it('is not text between lines across the page', () => {
    const text = [60, 100, 140, 180].map((y) => set('a line of text that goes on over all of the width here', 40, y, plain));
    expect(tablesOf(blocksOf(pageOf(text, { rules: [40, 80, 120, 160, 200].map((y) => across(y, 40, 440)) })))).toEqual([]);
  });
});

describe('the head of a table', () => {
  it('is the rows that are bold where the others are not', () => {
    const page = pageOf(
      [...row(55, ['Stop', 'Week', '']), ...row(75, ['', 'early', 'late']), ...row(95, ['Bridge', '6:00', '8:00'], plain)],
      { rules: grid([40, 60, 80, 100]) },
    );
    const [table] = tablesOf(blocksOf(page));
    expect(table?.cells.filter(({ header }) => header).map(({ row: at }) => at)).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('may read upwards, in words and lines as it is read', () => {
    const parts = [
      ...row(135, ['Stop'], plain),
      setUpwards('Number of', 260, 138),
      setUpwards('stops', 274, 138),
      ...row(155, ['Bridge', '4', '7'], plain),
      ...row(175, ['Harbour', '2', '3'], plain),
    ];
    const [table] = tablesOf(blocksOf(pageOf(parts, { rules: grid([80, 140, 160, 180]) })));
    expect(rowsOf(table!)[0]).toEqual(['Stop', 'Number of stops', '']);
    expect(table?.cells.find(({ column, row: at }) => column === 1 && at === 0)?.turned).toBe(90);
  });
});

describe('a frame', () => {
  const frame = (left: number, right: number): Rule[] => [
    across(90, left, right),
    across(130, left, right),
    down(left, 90, 130),
    down(right, 90, 130),
  ];
  const around = [40, 52, 64, 150, 162, 174].map((y) => set('a line of text that goes on over all of the width here', 40, y, plain));

  it('around text as wide as the page is a table of one cell', () => {
    const [table] = tablesOf(blocksOf(pageOf([...around, set('Warning: it is hot', 50, 110, plain)], { rules: frame(40, 360) })));
    expect(rowsOf(table!)).toEqual([['Warning: it is hot']]);
  });

  it('around a word, or around the whole page, is none', () => {
    expect(tablesOf(blocksOf(pageOf([...around, set('Word', 50, 110, plain)], { rules: frame(40, 90) })))).toEqual([]);
    const whole = [across(20, 20, 400), across(200, 20, 400), down(20, 20, 200), down(400, 20, 200)];
    expect(tablesOf(blocksOf(pageOf(around, { rules: whole })))).toEqual([]);
  });
});

describe('a line above a table', () => {
  it('is not taken for the first line of its first cell', () => {
    const cells = [0, 1, 2].flatMap((at) => row(80 + at * 14, [`Ticket ${at}`, `${at}.40`, `${at}.20`], plain));
    const blocks = blocksOf(pageOf([set('Prices', 45, 62, BOLD), ...cells]));
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'table']);
    expect(rowsOf(tablesOf(blocks)[0]!)[0]).toEqual(['Ticket 0', '0.40', '0.20']);
  });
});

describe('a table without lines below a bold head', () => {
  // Gaps of two thirds of an em where the longest text stands.
  const line = (y: number, texts: readonly string[], style = plain) =>
    texts.map((text, at) => set(text, [40, 110, 240][at] ?? 0, y, style));
  const body = [
    ['FR-AUTH-01', 'Sign in by a password', 'yes'],
    ['FR-AUTH-02', 'Sign out', 'yes'],
    ['FR-FARM-01', 'List farms', 'no'],
  ];

  it('has its columns however near they are, and ends where text follows', () => {
    const parts = [
      ...line(60, ['Number', 'What it does', 'Done'], BOLD),
      ...body.flatMap((texts, at) => line(76 + at * 16, texts)),
      set('The others are in the second part of this document.', 40, 130, plain),
    ];
    const [table, ...others] = tablesOf(blocksOf(pageOf(parts)));
    expect(others).toEqual([]);
    expect(rowsOf(table!)).toEqual([['Number', 'What it does', 'Done'], ...body]);
  });

  it('is no bold line above words that stand below each other by chance, nor two headings side by side', () => {
    const alike = ['Section 1 tells how', 'Section 2 lists parts', 'Section 3 has sums', 'Section 4 ends it'];
    const texts = [set('1.4 Overview of it', 40, 60, BOLD), ...alike.map((text, at) => set(text, 40, 76 + at * 16, plain))];
    expect(tablesOf(blocksOf(pageOf(texts)))).toEqual([]);
    const columns = [40, 320].flatMap((x) => [
      set('A heading of this column', x, 60, BOLD),
      ...[0, 1, 2, 3, 4].map((at) => set('text that fills all of the column here', x, 76 + at * 12, plain)),
    ]);
    expect(tablesOf(blocksOf(pageOf(columns)))).toEqual([]);
  });

  it('does not reach over a larger heading between two lines of the page', () => {
    const parts = [
      set('43. Codes', 40, 60, { ...BOLD, size: 16 }),
      ...line(90, ['Situation', 'Status', 'Done'], BOLD),
      ...body.flatMap((texts, at) => line(106 + at * 16, texts)),
    ];
    const blocks = blocksOf(pageOf(parts, { rules: [30, 170].map((y) => across(y, 40, 560)) }));
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'table']);
  });
});

it('is no table what is drawn with letters', () => {
  const tree = ['├── prisma/      # data', '│   ├── schema   # model', '│   └── seed     # samples', '└── public/      # pictures'];
  const parts = tree.flatMap((text, at) => [
    set(text.slice(0, 16), 40, 60 + at * 14, plain),
    set(text.slice(16), 180, 60 + at * 14, plain),
  ]);
  expect(tablesOf(blocksOf(pageOf(parts)))).toEqual([]);
});

describe('a table whose only line is below its head', () => {
  const XS3 = [40, 110, 300];
  const line = (y: number, texts: readonly string[]) =>
    texts.flatMap((text, at) => (text === '' ? [] : [set(text, XS3[at] ?? 0, y, plain)]));
  const body = [
    ...line(60, ['Centre', 'Asset', 'Access']),
    ...[0, 1, 2, 3].flatMap((at) => [
      ...line(80 + at * 32, [`North-`, 'Maps of mangrove', 'open']),
      ...line(92 + at * 32, ['east', 'forests on coasts', '']),
    ]),
  ];
  const rules = [across(66, 36, 400)];

  it('has rows where they stand further apart than lines, and ends where text stands across', () => {
    const after = set('The table above lists what was sent in by all of the centres', 40, 220, plain);
    const [table, ...others] = tablesOf(blocksOf(pageOf([...body, after], { rules })));
    expect(others).toEqual([]);
    expect(rowsOf(table!)).toEqual([
      ['Centre', 'Asset', 'Access'],
      ...[0, 1, 2, 3].map(() => [expect.stringMatching(/^North-?\s?east$/) as string, 'Maps of mangrove forests on coasts', 'open']),
    ]);
  });

  it('is none where the line is that of a page’s head', () => {
    const head = [set('A COLLEGE', 40, 60, plain), set('BIO 181', 340, 60, plain)];
    const list = [0, 1, 2, 3].map((at) => set('Test tube', 40, 84 + at * 14, plain));
    expect(tablesOf(blocksOf(pageOf([...head, ...list], { rules })))).toEqual([]);
  });
});

describe('a table that a page break cut', () => {
  const part = (pageIndex: number, rows: readonly (readonly string[])[], heads: number): DraftBlock[] => {
    const ys = Array.from({ length: rows.length + 1 }, (_, at) => 40 + at * 20);
    const parts = rows.flatMap((texts, at) => row(55 + at * 20, texts, at < heads ? BOLD : plain));
    return blocksOf({ ...pageOf(parts, { rules: grid(ys) }), pageIndex });
  };

  it('has the rows of its head once, marked as such', () => {
    const head = [
      ['Year', 'Cases', 'Deaths'],
      ['', 'all', 'all'],
    ];
    const [table, ...others] = tablesOf(
      joinAcrossPages([...part(0, [...head, ['1976', '8.2', '2.2']], 2), ...part(1, [...head, ['1977', '8.9', '2.3']], 2)]),
    );
    expect(others).toEqual([]);
    expect(rowsOf(table!).map(([first]) => first)).toEqual(['Year', '', '1976', '1977']);
    expect(table?.cells.filter(({ header }) => header).every(({ row: at }) => at < 2)).toBe(true);
  });

  it('is two where the second has a head of its own, but for a number as the first, or the labels of the first again', () => {
    const form = (number: number) => [
      [`Case ${number}`, 'Who', 'What'],
      ['1', 'Admin', `adds ${number}`],
    ];
    const tables = tablesOf(joinAcrossPages([...part(0, form(1), 1), ...part(1, form(2), 1)]));
    expect(tables.map((table) => rowsOf(table)[0]?.[0])).toEqual(['Case 1', 'Case 2']);
    const labelled = (name: string) => [
      ['Name', name, ''],
      ['Aim', `is ${name}`, ''],
      ['Who', 'Admin', ''],
      ['When', 'each day', ''],
    ];
    const cards = tablesOf(joinAcrossPages([...part(0, labelled('Sign in'), 0), ...part(1, labelled('Sign out'), 0)]));
    expect(cards.map((table) => rowsOf(table)[0]?.[1])).toEqual(['Sign in', 'Sign out']);
  });

  it('has a row whole that the break went through', () => {
    const [table] = tablesOf(
      joinAcrossPages([
        ...part(
          0,
          [
            ['1', 'A street', '4'],
            ['2', 'The bridge of', '7'],
          ],
          0,
        ),
        ...part(
          1,
          [
            ['', 'the north', ''],
            ['3', 'A harbour', '9'],
          ],
          0,
        ),
      ]),
    );
    expect(rowsOf(table!)).toEqual([
      ['1', 'A street', '4'],
      ['2', expect.stringMatching(/^The bridge of(?: \/)? the north$/), '7'],
      ['3', 'A harbour', '9'],
    ]);
  });

  it('has a row whole of which every text goes on after the break, and each row of names', () => {
    const texts = ['words of a long text that', 'more words of another text'];
    const cut = joinAcrossPages([
      ...part(
        0,
        [
          ['A head', 'Another head', ''],
          [...texts, ''],
        ],
        0,
      ),
      ...part(
        1,
        [
          ['goes on', 'goes on too', ''],
          ['Next', 'Last', ''],
        ],
        0,
      ),
    ]);
    expect(rowsOf(tablesOf(cut)[0]!)).toHaveLength(3);
    const names = joinAcrossPages([
      ...part(
        0,
        [
          ['A head', 'Another head', ''],
          ['one', 'two', ''],
        ],
        0,
      ),
      ...part(
        1,
        [
          ['three', 'four', ''],
          ['five', 'six', ''],
        ],
        0,
      ),
    ]);
    expect(rowsOf(tablesOf(names)[0]!)).toHaveLength(4);
  });
});
