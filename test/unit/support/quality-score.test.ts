// The scorer of conversions: what it counts, on documents whose structure is known.

import { describe, expect, it } from 'vitest';
import { collapse, type Outline, wordsOf } from '../../../support/judges/quality/outline.ts';
import { readDocxOutline } from '../../../support/judges/quality/read-docx.ts';
import { readHtmlOutline } from '../../../support/judges/quality/read-html.ts';
import { commonSubsequence, f1, scoreAsSeen, scoreOutline, sequenceRatio } from '../../../support/judges/quality/score.ts';
import { makeLists, makeReport, makeTables } from '../../../support/documents/structured-docx.ts';

const empty: Outline = { paragraphs: [], tables: [], links: [], images: 0 };

describe('the scorer', () => {
  it('gives 1 to a document against itself, in every part that it has', async () => {
    for (const make of [makeReport, makeLists, makeTables]) {
      const outline = readDocxOutline(await make(3));
      for (const value of Object.values(scoreOutline(outline, outline))) expect(value).toBe(1);
    }
  });

  it('finds headings, items, cells and links of a Word document', async () => {
    const report = readDocxOutline(await makeReport(3));
    expect(report.paragraphs.filter(({ heading }) => heading !== undefined)).toHaveLength(13);
    expect(report.links).toEqual([1, 2, 3, 4].map((id) => `https://example.com/office/${id}`));
    const lists = readDocxOutline(await makeLists(3));
    expect(lists.paragraphs.flatMap(({ listLevel }) => listLevel ?? [])).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 1, 0]);
    const [ruled] = readDocxOutline(await makeTables(3)).tables;
    expect(ruled?.slice(0, 4).map(({ row, column, text }) => [row, column, text])).toEqual([
      [0, 0, 'place'],
      [0, 1, 'counts of the year'],
      [1, 1, 'spring'],
      [1, 2, 'autumn'],
    ]);
  });

  it('counts no table that is not seen: one that draws nothing and has no row of two texts', async () => {
    const cell = (row: number, column: number, text: string, drawn?: true) => ({ row, column, text, ...(drawn && { drawn }) });
    const cellsOf = (tables: Outline['tables']) => scoreAsSeen({ ...empty, tables }, empty).cells;
    expect(cellsOf([[cell(0, 0, 'one'), cell(1, 1, 'two')]])).toBeUndefined();
    expect(cellsOf([[cell(0, 0, 'one', true), cell(1, 1, 'two')]])).toBe(0);
    expect(cellsOf([[cell(0, 0, 'one'), cell(0, 1, 'two'), cell(1, 0, '')]])).toBe(0);
    expect(scoreOutline({ ...empty, tables: [[cell(0, 0, 'one'), cell(1, 1, 'two')]] }, empty).cells).toBe(0);
    const [ruled, plain] = readDocxOutline(await makeTables(3)).tables;
    expect([ruled?.[0]?.drawn, plain?.[0]?.drawn]).toEqual([true, undefined]);
  });

  it('reads the same parts from HTML', () => {
    const html =
      '<!DOCTYPE html><html lang="en"><head><title>t</title><style>p{}</style></head><body><header><p>Running</p></header><main><h2>One &amp; two</h2><p>Some <b>bold</b> text</p>' +
      '<ol><li>First<ul><li>Inner</li></ul></li></ol><table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>' +
      '<p><a href="https://example.com/">there</a><img src="data:," alt=""></p></main></body></html>';
    const outline = readHtmlOutline(html);
    expect(outline.paragraphs.map(({ text, heading, listLevel }) => [text, heading ?? listLevel ?? null])).toEqual([
      ['one & two', 2],
      ['some bold text', null],
      ['first', 0],
      ['inner', 1],
      ['a', null],
      ['b', null],
      ['c', null],
      ['there', null],
    ]);
    expect(outline.tables).toEqual([
      [
        { row: 0, column: 0, text: 'a' },
        { row: 0, column: 1, text: 'b' },
        { row: 1, column: 1, text: 'c' },
      ],
    ]);
    expect([outline.links, outline.images]).toEqual([['https://example.com/'], 1]);
  });

  it('loses a paragraph for each that is cut in two or joined, and words for what is out of order', () => {
    const truth: Outline = { ...empty, paragraphs: ['a b c', 'd e f'].map((text) => ({ text })) };
    const cut: Outline = { ...empty, paragraphs: ['a b', 'c', 'd e f'].map((text) => ({ text })) };
    expect(scoreOutline(truth, cut)).toEqual({ words: 1, paragraphs: 2 / 5 });
    const turned: Outline = { ...empty, paragraphs: ['d e f', 'a b c'].map((text) => ({ text })) };
    expect(scoreOutline(truth, turned)).toEqual({ words: 0.5, paragraphs: 1 });
  });

  it('counts a cell only beside its neighbour', () => {
    const table = (rows: readonly (readonly string[])[]): Outline => ({
      ...empty,
      tables: [rows.flatMap((cells, row) => cells.map((text, column) => ({ row, column, text })))],
    });
    const truth = table([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(
      scoreOutline(
        truth,
        table([
          ['a', 'b'],
          ['c', 'd'],
        ]),
      ).cells,
    ).toBe(1);
    expect(
      scoreOutline(
        truth,
        table([
          ['a', 'd'],
          ['c', 'b'],
        ]),
      ).cells,
    ).toBe(0.5);
    expect(scoreOutline(truth, empty).cells).toBe(0);
  });

  it('measures bags and sequences by their own definitions', () => {
    expect(f1(['a', 'a', 'b'], ['a', 'c'])).toBeCloseTo(2 / 5);
    expect(commonSubsequence('abcbdab'.split(''), 'bdcaba'.split(''))).toBe(4);
    expect(sequenceRatio(['a'], [])).toBe(0);
    expect(sequenceRatio([], [])).toBe(1);
    expect(wordsOf('Two 世界 words')).toEqual(['two', '世', '界', 'words']);
    expect(collapse(' A\u00a0\u00adb\n')).toBe('a b');
  });
});
