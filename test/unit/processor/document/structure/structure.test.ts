// What makes a heading, an item or the end of a paragraph: each rule on text that is set here.

import { describe, expect, it } from 'vitest';
import { findHeadings, textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import { joinTitles } from '../../../../../processor/document/structure/join-titles.ts';
import { ListReader } from '../../../../../processor/document/structure/lists.ts';
import type { PageWords } from '../../../../../processor/document/structure/page-words.ts';
import { makeParagraphs } from '../../../../../processor/document/structure/paragraphs.ts';
import type { DraftText } from '../../../../../processor/document/drafts.ts';
import { lineOf } from '../../../../../processor/document/words/lines.ts';
import { makeSegments } from '../../../../../processor/document/words/segments.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import { findTextLook } from '../../../../../processor/document/structure/text-look.ts';
import type { Character } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { BOLD, linesOf, pageOf, set, STYLE, wordsOf } from '../../../../support/synthetic-page.ts';

const LINE = 'words that fill all of a line of this text up to its end';
const BODY = 40;
const prose = (y: number, lines = 4): Character[][] => Array.from({ length: lines }, (_, at) => set(LINE, BODY, y + at * 12));

function textsOf(page: PageWords): { texts: DraftText[]; headings: Map<DraftText, number> } {
  const look = findTextLook([page]);
  const blocks = readRegion({ ...page, columns: look.columns });
  return { texts: blocks.filter((block) => block.kind === 'text'), headings: findHeadings(blocks, look) };
}

function headingsOf(page: PageWords): [string, number][] {
  return [...textsOf(page).headings].map(([block, level]) => [textOfDraft(block).replaceAll('\t', ' '), level]);
}

function itemsOf(page: PageWords): [label: string, level: number][] {
  const { texts, headings } = textsOf(page);
  const items = new ListReader().flow(headings).read(texts, []);
  return texts.flatMap((text) => {
    const item = items.get(text);
    return item ? [[`${item.format.kind} ${item.format.text} ${item.value}`, item.level]] : [];
  });
}

describe('headings', () => {
  it('are not captions, names, lines that are set to both sides, or text that is only larger than many notes', () => {
    const large = { ...BOLD, size: 14 };
    const page = pageOf([
      set('Harbour office', BODY, 30, large),
      set('Report 7', 400, 30, large),
      set('A report on quays', BODY, 60, large),
      set('Anna Berg, Carl D. Ek, Eva Falk', BODY, 80, { ...BOLD, size: 12 }),
      ...prose(100),
      set('Figure 2: Quays by their length', BODY, 170, { ...BOLD, size: 12 }),
      ...prose(190),
    ]);
    expect(headingsOf(page)).toEqual([['A report on quays', 1]]);
    const small = { ...STYLE, size: 8 };
    const notes = Array.from({ length: 7 }, (_, at) => set(`${LINE} ${LINE}`, BODY, 300 + at * 10, small));
    const text = Array.from({ length: 8 }, (_, at) => set(LINE, BODY, 30 + at * 30));
    expect(headingsOf(pageOf([...text, ...notes]))).toEqual([]);
  });

  it('rank by size, weight and number over the whole document', () => {
    const page = pageOf([
      set('The title', BODY, 40, { ...BOLD, size: 16 }),
      ...prose(70),
      set('1. First part', BODY, 140, BOLD),
      ...prose(156),
      set('1.1 Of details', BODY, 224, BOLD),
      ...prose(240),
      set('2. Second part', BODY, 308, BOLD),
      ...prose(324),
    ]);
    expect(headingsOf(page)).toEqual([
      ['The title', 1],
      ['1. First part', 2],
      ['1.1 Of details', 3],
      ['2. Second part', 2],
    ]);
  });

  it('may stand above a heading of the next level; text in capitals ranks before text that is not', () => {
    const page = pageOf([...prose(40), set('PART TWO', BODY, 110, BOLD), set('Its beginning', BODY, 130, BOLD), ...prose(146, 12)]);
    expect(headingsOf(page)).toEqual([
      ['PART TWO', 1],
      ['Its beginning', 2],
    ]);
  });

  it('in another type may stand above their first part', () => {
    const other = { ...STYLE, family: 'Other' };
    const sections = (first: string, second: string) =>
      pageOf([...prose(40), set(first, BODY, 110, other), set(second, BODY, 130, other), ...prose(150, 12)]);
    expect(headingsOf(sections('3. Quays', '3.1. Their length')).map(([text]) => text)).toContain('3. Quays');
    expect(headingsOf(sections('3. Quays', '4.1. Their length')).map(([text]) => text)).not.toContain('3. Quays');
  });

  it('are not two authors with their marks', () => {
    const names = (text: string) => pageOf([set(text, BODY, 40, { ...BOLD, size: 14 }), ...prose(70, 8)]);
    expect(headingsOf(names('Anna Berg1 and Carl D. Ek2'))).toEqual([]);
    expect(headingsOf(names('Harbour Towns and Their Quays'))).toHaveLength(1);
  });

  it('are neither what stands in brackets nor what announces a list', () => {
    const page = pageOf([
      ...prose(40),
      set('(to be filled in)', BODY, 110, BOLD),
      ...prose(126),
      set('Enclosed:', BODY, 194, BOLD),
      ...prose(210),
    ]);
    expect(headingsOf(page)).toEqual([]);
  });

  it('may end in a colon where there is room below', () => {
    const page = pageOf([...prose(40), set('What you need:', BODY, 130, BOLD), ...prose(160)]);
    expect(headingsOf(page)).toEqual([['What you need:', 1]]);
    const source = pageOf([...prose(40), set('Source: our counts', BODY, 130, BOLD), ...prose(160)]);
    expect(headingsOf(source)).toEqual([]);
  });

  it('of several lines are one: of one look, close to each other, the first long or without room for more', () => {
    const large = { ...BOLD, size: 16 };
    const titlesOf = (...lines: Character[][]) => {
      const page = pageOf([...lines, ...prose(120), ...prose(180)]);
      const look = findTextLook([page]);
      const blocks = [...joinTitles(readRegion({ ...page, columns: look.columns }), look)];
      const texts = blocks.flatMap((block) => (block.kind === 'text' ? [textOfDraft(block)] : []));
      return texts.filter((text) => !text.includes(LINE));
    };
    const title = set('On the weight of stones in the water', BODY, 40, large);
    expect(titlesOf(title, set('of old harbours', BODY, 60, large))).toEqual(['On the weight of stones in the water of old harbours']);
    expect(titlesOf(title, set('OF OLD HARBOURS', BODY, 60, large))).toHaveLength(2);
    expect(titlesOf(title, set('of old harbours', BODY, 80, large))).toHaveLength(2);
    expect(titlesOf(set('Harbours', BODY, 40, large), set('Stones', BODY, 60, large))).toHaveLength(2);
    expect(titlesOf(set('Harbours of the', BODY, 40, large), set('Netherlands', BODY, 60, large))).toEqual(['Harbours of the Netherlands']);
    expect(titlesOf(set('Of it', BODY, 40, large), set('A harbour of stones', BODY, 60, large))).toHaveLength(2);
    expect(titlesOf(set('4', BODY, 40, { ...large, size: 20 }), set('Harbours', BODY, 66, large))).toEqual(['4 Harbours']);
  });

  it('in bold end where text that is not bold goes on, though the line is full', () => {
    const page = pageOf([...prose(40), set(LINE, BODY, 110, BOLD), set(`W${LINE.slice(1)}`, BODY, 122), ...prose(134)]);
    expect(textsOf(page).texts.map((text) => text.lines.length)).toEqual([4, 1, 5]);
  });
});

describe('bare numbers', () => {
  it('count headings, and are no labels in a row of a table', () => {
    const page = pageOf([set('1', BODY, 40, BOLD), set('Introduction', BODY + 30, 40, BOLD), ...prose(56, 8)]);
    const { texts, headings } = textsOf(page);
    expect(headingsOf(page)).toEqual([['1 Introduction', 1]]);
    expect([...new ListReader().flow(headings).read(texts, []).values()]).toMatchObject([
      { value: 1, labelWords: 1, format: { kind: 'decimal', text: '%1' } },
    ]);
    const row = pageOf([set('1', BODY, 40), set('Basket', BODY + 30, 40), set('17.50', 300, 40), set('34.00', 360, 40)]);
    expect(readRegion({ ...row, columns: [] }).flatMap((block) => (block.kind === 'text' ? block.lines[0]!.segments.length : []))).toEqual([
      4,
    ]);
  });
});

describe('numbers of sections', () => {
  it('count headings though they are closer to them than words are to each other', () => {
    const counted = (label: string, y: number) => [...set(label, BODY, y, BOLD), ...set('Owners of quays', BODY + 21, y, BOLD)];
    const page = pageOf([...prose(40), counted('3.4', 110), ...prose(126, 8), counted('3.5', 246), ...prose(262)]);
    const { texts, headings } = textsOf(page);
    expect([...new ListReader().flow(headings).read(texts, []).values()].map(({ value }) => value)).toEqual([4, 5]);
  });
});

describe('items', () => {
  const item = (label: string, text: string, y: number, x = BODY + 20): Character[][] => [set(label, x, y), set(text, x + 18, y)];

  it('with drawn bullets are items', () => {
    const disc = (y: number) => ({ box: { left: BODY + 22, right: BODY + 26, top: y - 6, bottom: y - 2 }, mcid: -1 });
    const page = pageOf([...prose(40), set('first of two', BODY + 38, 100), set('second of two', BODY + 38, 112), ...prose(130)], {
      drawings: [disc(100), disc(112)],
    });
    expect(itemsOf(page)).toEqual([
      ['bullet • 1', 0],
      ['bullet • 1', 0],
    ]);
    const icon = (y: number, digest: number) => ({ ...disc(y), object: -1, widthPixels: 9, heightPixels: 9, digest });
    const withIcons = (...digests: number[]) =>
      itemsOf(
        pageOf([...prose(40), set('first of two', BODY + 38, 100), set('second of two', BODY + 38, 112), ...prose(130)], {
          images: digests.map((digest, at) => icon(100 + 12 * at, digest)),
        }),
      ).length;
    expect([withIcons(1, 1), withIcons(1, 2)]).toEqual([2, 0]);
    const white = [disc(100), disc(112)].map((drawing) => ({ ...drawing, colour: 0xffffff }));
    const unseen = pageOf([...prose(40), set('first of two', BODY + 38, 100), set('second of two', BODY + 38, 112), ...prose(130)], {
      drawings: white,
    });
    expect(itemsOf(unseen)).toEqual([]);
    const alone = pageOf([...prose(40), set('only one', BODY + 38, 100)], { drawings: [disc(100)] });
    expect(itemsOf(alone)).toEqual([]);
  });

  it('count on though the label is a space away, where it is drawn apart and hangs', () => {
    const long = LINE.slice(0, 46);
    const page = pageOf([
      ...prose(40),
      [...set('1. ', BODY + 20, 100), ...set(long, BODY + 38, 100)],
      set('and its second line', BODY + 38, 112),
      [...set('2. ', BODY + 20, 124), ...set('a short one', BODY + 38, 124)],
      ...prose(142),
    ]);
    expect(itemsOf(page)).toEqual([
      ['decimal %1. 1', 0],
      ['decimal %1. 2', 0],
    ]);
  });

  it('are not what a writer numbered by hand in text with indents', () => {
    const page = pageOf([
      ...prose(40),
      set(`1. ${LINE.slice(0, 50)}`, BODY + 18, 100),
      set(LINE, BODY, 112),
      set(`2. ${LINE.slice(0, 50)}`, BODY + 18, 124),
      set(LINE, BODY, 136),
    ]);
    expect(itemsOf(page)).toEqual([]);
    expect(textsOf(page).texts.map((text) => text.lines.length)).toEqual([4, 2, 2]);
  });

  it('of a level inside are another list where their sign is another', () => {
    const page = pageOf([
      ...item('1.', 'the first', 40),
      ...item('\u2013', 'a part', 52, BODY + 60),
      ...item('2.', 'the second', 64),
      ...item('\u25b6', 'a part', 76, BODY + 60),
      ...item('3.', 'the third', 88),
      ...item('\u2013', 'a part', 100, BODY + 60),
    ]);
    const { texts, headings } = textsOf(page);
    const items = [...new ListReader().flow(headings).read(texts, []).values()];
    const [first, dash, , arrow, , again] = items.map(({ list, level }) => ({ list, level }));
    expect([dash, again]).toEqual([
      { list: first?.list, level: 1 },
      { list: first?.list, level: 1 },
    ]);
    expect(arrow?.level).toBe(1);
    expect(arrow?.list).not.toBe(first?.list);
  });

  it('of sources have their numbers in brackets', () => {
    const page = pageOf([
      ...item('[1]', 'A. Author: a book', 40),
      ...item('[2]', 'B. Author: another', 52),
      ...item('[3]', 'C. Author: a third', 64),
    ]);
    expect(itemsOf(page).map(([label]) => label)).toEqual(['decimal [%1] 1', 'decimal [%1] 2', 'decimal [%1] 3']);
  });
});

describe('paragraphs', () => {
  it('go on with an amount whose unit is drawn apart, and end at the number of a section', () => {
    const amount = (gap: number, unit = 'mm') =>
      lineOf(makeSegments(wordsOf(set('0.13', 40, 24), set(`${unit} of all quays are open to the market of`, 64 + gap, 24))), 0);
    const lines = linesOf([
      [LINE, 40, 0],
      [LINE, 40, 12],
    ]);
    const column = () => ({ left: 40, right: 40 + LINE.length * 6 });
    expect(makeParagraphs([...lines, amount(3)], column).map((one) => one.lines.length)).toEqual([3]);
    expect(makeParagraphs([...lines, amount(10)], column).map((one) => one.lines.length)).toEqual([2, 1]);
    expect(makeParagraphs([...lines, amount(3, 'MPa')], column).map((one) => one.lines.length)).toEqual([3]);
    expect(makeParagraphs([...lines, amount(3, 'Owners')], column).map((one) => one.lines.length)).toEqual([2, 1]);
  });

  it('begin where lines are set in as first lines are here', () => {
    const lines = linesOf([
      [LINE, 54, 0],
      [LINE, 40, 12],
      [LINE, 54, 24],
      [LINE, 54, 36],
      [LINE, 40, 48],
      [LINE, 54, 60],
      [LINE, 40, 72],
    ]);
    expect(makeParagraphs(lines, () => ({ left: 40, right: 54 + LINE.length * 6 })).map((one) => one.lines.length)).toEqual([2, 1, 2, 2]);
  });

  it('begin at the next number of the list, typed or not', () => {
    const lines = linesOf([
      [`1. ${LINE}`, 40, 0],
      [`2. ${LINE}`, 40, 12],
    ]);
    expect(makeParagraphs(lines, () => ({ left: 40, right: 40 + (LINE.length + 3) * 6 }))).toHaveLength(2);
  });

  it('end before and behind a line of nothing but one sign', () => {
    const lines = linesOf([
      [LINE, 40, 0],
      ['+'.repeat(LINE.length), 40, 12],
      [LINE, 40, 24],
    ]);
    expect(makeParagraphs(lines, () => ({ left: 40, right: 40 + LINE.length * 6 }))).toHaveLength(3);
  });

  it('of Japanese text go on to the next line unless a character more would have fitted', () => {
    const style = { ...STYLE, size: 10 };
    const full = '農業高等学校長協会許諾の下企業';
    const wide = (text: string, y: number) => set(text, 0, y, style);
    const page = pageOf([wide(full, 20), wide('団体等からの収入', 32), wide('（１）次の項目', 44)]);
    expect(readRegion({ ...page, columns: [] }).map((block) => (block.kind === 'text' ? block.lines.length : 0))).toEqual([2, 1]);
  });
});
