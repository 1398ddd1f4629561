// Tables as office programs print them: lines between all rows, cells of several lines, white ground brought along from web pages, text that touches
// the lines; and what is beside such tables on the page: rules of the page, numbers of lines.

import { describe, expect, it } from 'vitest';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import type { PageWords } from '../../../../../processor/document/structure/page-words.ts';
import type { DraftBlock, DraftTable } from '../../../../../processor/document/drafts.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import { readBorders } from '../../../../../processor/document/tables/cell-borders.ts';
import { findLineNumbers } from '../../../../../processor/document/words/line-numbers.ts';
import type { Character, Fill, Rule } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { makeRows, makeStacks } from '../../../../../processor/document/tables/stacks.ts';
import { findTextTable } from '../../../../../processor/document/tables/text-table.ts';
import { makeSegments } from '../../../../../processor/document/words/segments.ts';
import { across, down, pageOf, set, wordsOf } from '../../../../support/synthetic-page.ts';

const tablesOf = (page: PageWords): DraftTable[] => readRegion({ ...page, columns: [] }).filter((block) => block.kind === 'table');
const textOf = (blocks: readonly DraftBlock[]): string =>
  blocks.map((block) => (block.kind === 'text' ? textOfDraft(block) : '')).join(' / ');
const rowsOf = ({ rows, cells }: DraftTable): string[][] =>
  Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).map(({ blocks }) => textOf(blocks)));
const fill = (left: number, top: number, right: number, bottom: number, colour = 0xffffff): Fill => ({
  box: { left, top, right, bottom },
  colour,
  opacity: 255,
});
const read = (parts: readonly Character[][], rules: readonly Rule[] = [], fills: readonly Fill[] = []) =>
  tablesOf(pageOf(parts, { rules, fills }));

describe('a table with lines between its rows', () => {
  const ys = [40, 60, 100, 140, 160, 180, 220];
  const xs = [40, 130, 180, 420];
  const rules = [...ys.map((y) => across(y, 40, 420)), ...xs.map((x) => down(x, 40, 220))];
  const cell = (text: string, column: number, y: number) => set(text, (xs[column] ?? 0) + 14, y);
  const parts = [
    ...['Block', 'Range', 'Use'].map((text, column) => cell(text, column, 54)),
    ...['Latin', '0100', 'first of the exceptions'].map((text, column) => cell(text, column, 72)),
    ...['extended', '017F', 'second of the exceptions'].map((text, column) => cell(text, column, 86)),
    ...['Spacing', '02B0', 'third of the exceptions'].map((text, column) => cell(text, column, 112)),
    ...['letters', '02FF', 'fourth of the exceptions'].map((text, column) => cell(text, column, 126)),
    ...['Greek', '0370', 'as said'].map((text, column) => cell(text, column, 154)),
    ...['Hebrew', '0590', 'as said'].map((text, column) => cell(text, column, 174)),
    ...['Arabic', '0600', 'as said'].map((text, column) => cell(text, column, 194)),
  ];

  it('has rows of several lines, whatever its cells hold', () => {
    const [table] = read(parts, rules);
    expect(table?.rows).toBe(6);
    expect(rowsOf(table!)[1]).toEqual(['Latin extended', '0100 017F', 'first of the exceptions / second of the exceptions']);
  });

  it('is no chart where white ground lies behind its texts', () => {
    const grounds = [0, 1, 2].flatMap((column) =>
      [44, 62, 76, 102, 116, 144, 164].map((top, at) => fill((xs[column] ?? 0) + 4, top, (xs[column] ?? 0) + 40 + at * 9, top + 12)),
    );
    const grown = ys.slice(1).flatMap((bottom, at) => [fill(44, 40, 90 + at * 7, bottom), fill(135, 40, 150 + at * 6, bottom)]);
    expect(read(parts, rules, [...grounds, ...grown])).toHaveLength(1);
  });

  it('keeps a line that the text of a cell crosses from end to end', () => {
    const pieces = [40, 60, 80, 100].flatMap((y) => [across(y, 40, 100), across(y, 100, 160)]);
    const sides = [40, 100, 160].map((x) => down(x, 40, 100));
    const crossed = [40, 60, 80].flatMap((y) => [set('aaaaaaaaaa', 40, y + 23), set('bbbbbbbbbb', 100, y + 23)]);
    const [table] = read(crossed, [...pieces, ...sides]);
    expect(table?.rows).toBe(3);
  });
});

describe('a table with lines around its head, whose rows stand further apart than their lines', () => {
  const rules = [40, 70, 250].map((y) => across(y, 40, 420));
  const row = (y: number, goal: string, [one = '', two = '', three = '']: readonly string[], values: readonly string[]) => [
    ...(goal === '' ? [] : [set(goal, 40, y)]),
    ...[one, two, three].map((line, at) => set(line, 140, y + at * 12)),
    ...values.map((value, at) => set(value, 280 + at * 60, y)),
  ];
  const head = ['Goal', 'Indicator', '1995', '2005'].map((text, at) => set(text, [40, 140, 280, 340][at] ?? 0, 60));
  const body = [
    ...row(90, 'Equality', ['Share of girls', 'in primary', 'schools'], ['45', '47']),
    ...row(134, '', ['Share of women', 'in paid work', 'elsewhere'], ['19', '20']),
    ...row(178, '', ['Seats held', 'by women in', 'parliament'], ['12', '19']),
    ...row(222, '', ['Births with', 'a midwife'], ['5', '20']),
  ];

  it('has its rows, also where the first cells of most are empty', () => {
    const [table] = read([...head, ...body], rules);
    expect(rowsOf(table!).map((cells) => cells.join(' | ').replaceAll(' / ', ' '))).toEqual([
      'Goal | Indicator | 1995 | 2005',
      'Equality | Share of girls in primary schools | 45 | 47',
      ' | Share of women in paid work elsewhere | 19 | 20',
      ' | Seats held by women in parliament | 12 | 19',
      ' | Births with a midwife | 5 | 20',
    ]);
  });
});

it('lines of the page above and below are no lines of a table in its middle', () => {
  const parts = [
    set('Rank statistics', 190, 120),
    ...['Name', 'First', 'Second'].map((text, at) => set(text, 190 + at * 40, 140)),
    ...['1', '4.08', '174.0'].map((text, at) => set(text, 190 + at * 40, 156)),
    ...['2', '5.08', '175.0'].map((text, at) => set(text, 190 + at * 40, 172)),
    set('Covariances', 190, 210),
  ];
  const [table] = read(parts, [across(80, 40, 480), across(400, 40, 480)]);
  expect(table === undefined ? undefined : rowsOf(table)).toEqual([
    ['Name', 'First', 'Second'],
    ['1', '4.08', '174.0'],
    ['2', '5.08', '175.0'],
  ]);
});

it('a table in the frame of a cell has no columns and rows between the two', () => {
  const frame = [across(40, 40, 420), across(106, 40, 420), down(40, 40, 106), down(420, 40, 106)];
  const [xs, ys] = [
    [45, 170, 295, 415],
    [43, 63, 83, 103],
  ];
  const inner = [...ys.map((y) => across(y, 45, 415)), ...xs.map((x) => down(x, 43, 103))];
  const parts = ys.slice(0, 3).flatMap((y, row) => xs.slice(0, 3).map((x, column) => set(`${'abc'[column]}${row}`, x + 6, y + 14)));
  const [table] = read(parts, [...frame, ...inner]);
  expect(rowsOf(table!)).toEqual([0, 1, 2].map((row) => [`a${row}`, `b${row}`, `c${row}`]));
});

it('a frame with lines between rows has the columns of its text', () => {
  const ys = [40, 60, 80, 100];
  const frame = [...ys.map((y) => across(y, 40, 420)), down(40, 40, 100), down(420, 40, 100)];
  const rows = [
    ['Company', 'Contact', 'Phone'],
    ['Ada Ltd', 'Ada', '555 01'],
    ['Bob and sons', 'Bob', '555 02'],
  ];
  const parts = rows.flatMap((texts, row) => texts.map((text, column) => set(text, 46 + column * 130, 54 + row * 20)));
  expect(rowsOf(read(parts, frame)[0]!)).toEqual(rows);
  const text = [54, 74, 94].map((y) => set('a note in a box, line by line in a frame', 46, y));
  expect(read(text, frame)[0]?.xs).toHaveLength(2);
});

it('text that runs around a picture or a table on both sides is none', () => {
  const lines = Array.from({ length: 6 }, (_, at) => [
    set('words of a text left', 40, 66 + at * 14),
    set('and right of it', 320, 66 + at * 14),
  ]).flat();
  const rows = makeRows(lines.map((line) => makeStacks(makeSegments(wordsOf(line)))[0]!));
  expect(findTextTable(rows, 0)?.rowCount).toBe(6);
  const object = { left: 180, top: 70, right: 300, bottom: 120 };
  expect(findTextTable(rows, 0, { objects: [object] })).toBeUndefined();
  expect(findTextTable(rows, 0, { objects: [{ ...object, top: 300, bottom: 350 }] })?.rowCount).toBe(6);
});

it('a strip of the ground beside a line is no line', () => {
  const strip = { ...across(41.5, 40, 420), colour: 0xd9d9d9 };
  const borders = readBorders([across(40, 40, 420), strip], { left: 40, top: 40, right: 420, bottom: 80 }, new Set([0xd9d9d9]));
  expect(borders?.({ left: 40, right: 130, top: 41, bottom: 80 }).top?.colour).toBe(0);
});

it('a cell without height has no lines, and is no fault', () => {
  const borders = readBorders([across(40, 200, 420)], { left: 40, top: 40, right: 420, bottom: 80 });
  expect(borders?.({ left: 40, right: 130, top: 40, bottom: 40 })).toEqual({});
});

it('has a column of figures to which a long text beside it comes near', () => {
  const figures = ['22', '15', '96', '80', '82', '85', '33', '67'];
  const parts = figures.flatMap((figure, at) => [
    set(at === 3 ? 'enrolment of all pupils, a long name' : 'enrolment of boys', 40, 100 + at * 14),
    set(figure, 260, 100 + at * 14),
    set(String(100 + at), 330, 100 + at * 14),
  ]);
  const [table] = read(parts);
  expect(table?.xs).toHaveLength(4);
  expect(rowsOf(table!)[3]).toEqual(['enrolment of all pupils, a long name', '80', '103']);
});

describe('numbers of lines', () => {
  const texts = ['This element says which', 'language is used to find', 'the theme of the document', 'where none is set.'];
  const numbered = (of: (at: number) => string) =>
    Array.from({ length: 12 }, (_, at) => [set(String(at + 1), at < 9 ? 36 : 30, 60 + at * 14), set(of(at), 60, 60 + at * 14)]).flat();

  it('in the margin of running text are set aside', () => {
    const page = pageOf(numbered((at) => texts[at % 4] ?? ''));
    expect(findLineNumbers(page.words).map(({ text }) => text)).toEqual(Array.from({ length: 12 }, (_, at) => String(at + 1)));
    expect(page.grids).toEqual([]);
  });

  it('are none before the items of a list or the rows of a table', () => {
    expect(findLineNumbers(pageOf(numbered((at) => `Item ${at + 1}`)).words)).toEqual([]);
  });
});
