// The pure steps between characters and the model, each on input that is made here.

import { describe, expect, it } from 'vitest';
import type { ShownBox } from '../../../../processor/pdf/geometry/shown-box.ts';
import { packCharacters } from '../../../../processor/pdf/pdfium/page/character-columns.ts';
import { orderPieces } from '../../../../processor/pdf/pdfium/page/order-pieces.ts';
import type { Character, Rule } from '../../../../processor/pdf/pdfium/page/page-content.ts';
import { decorateWords } from '../../../../processor/document/words/decorate.ts';
import { findGrids } from '../../../../processor/document/tables/grids.ts';
import { readLabel } from '../../../../processor/document/words/labels.ts';
import { lineOf, textOfWords } from '../../../../processor/document/words/lines.ts';
import { orderSegments } from '../../../../processor/document/structure/order.ts';
import { makeParagraphs } from '../../../../processor/document/structure/paragraphs.ts';
import { makeRuns, WordLearner } from '../../../../processor/document/build/runs.ts';
import { makeSegments } from '../../../../processor/document/words/segments.ts';
import { makeRows, makeStacks } from '../../../../processor/document/tables/stacks.ts';
import { findTextTable } from '../../../../processor/document/tables/text-table.ts';
import { describeFont } from '../../../../processor/pdf/pdfium/page/fonts.ts';
import { transform } from '../../../../processor/pdf/geometry/matrix.ts';
import { pageMatrix } from '../../../../processor/pdf/geometry/page-matrix.ts';
import { labelOf } from '../../../../processor/operations/convert/writers/labels.ts';
import { across, down, linesOf, set, STYLE, wordsOf } from '../../../support/synthetic-page.ts';
import { makeWords, type Word } from '../../../../processor/document/words/words.ts';

const texts = (words: readonly Word[]) => words.map(({ text }) => text);
const NONE = new WordLearner().find();

describe('words', () => {
  it('end at spaces, at gaps and at a change of look; pieces of one word know that they join', () => {
    expect(textOfWords(wordsOf(set('two words', 0, 0)))).toBe('two words');
    expect(texts(wordsOf(set('left', 0, 0), set('right', 40, 0)))).toEqual(['left', 'right']);
    const mixed = wordsOf(set('bold', 0, 0, { ...STYLE, bold: true }), set('ly', 24, 0));
    expect([texts(mixed), textOfWords(mixed)]).toEqual([['bold', 'ly'], 'boldly']);
  });

  it('a space that the text is drawn over is none', () => {
    const space = set(' ', 18, 0);
    expect(textOfWords(wordsOf(set('adm', 0, 0), space, set('_x', 18, 0)))).toBe('adm_x');
  });

  it('a raised mark joins the word before it', () => {
    expect(textOfWords(wordsOf(set('gate', 0, 0), set('1', 24, -4, { ...STYLE, size: 6 }), set('. They', 27.6, 0)))).toBe('gate1. They');
  });

  it('a label is parted from the text that touches it', () => {
    expect(texts(wordsOf(set('10.', 0, 0), set('Item', 18, 0)))).toEqual(['10.', 'Item']);
  });

  describe('set with space between their letters', () => {
    const spaced = (text: string, x: number) => Array.from(text, (letter, index) => set(letter, x + index * 9, 0)).flat();

    it('are words, and know the space', () => {
      const words = wordsOf(spaced('HOW', 0), set(' ', 24, 0), spaced('CAN', 33));
      expect(texts(words)).toEqual(['HOW', 'CAN']);
      expect(words.map(({ letterSpacing }) => letterSpacing)).toEqual([3, 3]);
    });

    it('end at wider gaps where no space is typed', () => {
      expect(texts(wordsOf(spaced('HOW', 0), spaced('CAN', 34)))).toEqual(['HOW', 'CAN']);
    });

    it('numbers in columns as even as that stay apart, and so do a few letters', () => {
      expect(wordsOf(spaced('123456', 0))).toHaveLength(6);
      expect(wordsOf(spaced('ABC', 0))).toHaveLength(3);
    });

    /** A space of 3 points behind each letter. */
    const typed = (text: string, x: number) =>
      Array.from(text, (letter, index) => [...set(letter, x + index * 9, 0), ...set(' ', x + index * 9 + 6, 0)]).flat();

    it('are words where the space is typed, and wider between words', () => {
      const words = wordsOf(typed('MAIN', 0), typed('WALL', 42));
      expect([texts(words), words.map(({ letterSpacing }) => letterSpacing)]).toEqual([
        ['MAIN', 'WALL'],
        [3, 3],
      ]);
      expect(words[1]).toMatchObject({ spaceBefore: true });
    });

    it('are letters where all typed spaces are alike, and where they count up', () => {
      expect(wordsOf(typed('MAINWALL', 0))).toHaveLength(8);
      expect(wordsOf(typed('ABCD', 0), typed('ABCD', 42))).toHaveLength(8);
    });

    it('are words of one letter where they stand between words as far from each other', () => {
      const words = wordsOf(set('about', 0, 0), set('a', 33, 0), set('b', 42, 0), set('V', 51, 0), set('usable', 60, 0));
      expect(texts(words)).toEqual(['about', 'a', 'b', 'V', 'usable']);
    });

    it('text as the font has it knows no space', () => {
      expect(wordsOf(set('plain', 0, 0))[0]).not.toHaveProperty('letterSpacing');
    });
  });

  it('ligatures of right-to-left text keep the order of their letters', () => {
    const [alef, lam] = set('اﻝ'.normalize('NFKC'), 0, 0);
    const glyph = [alef!, { ...lam!, x: alef!.x, box: alef!.box }];
    expect(wordsOf(glyph)[0]?.text).toBe('لا');
  });

  describe('ligatures of right-to-left text', () => {
    /** At one place. */
    const one = (letters: string, x: number) => {
      const [first, ...more] = set(letters, x, 0);
      return [first!, ...more.map((letter) => ({ ...letter, x: first!.x, box: first!.box }))];
    };

    it.each([
      ['a letter that only ends words is the last', ['\u0644\u0649'], '\u0644\u0649'],
      ['that letter is the last, told first', ['\u0649\u0644'], '\u0644\u0649'],
      ['a mark follows its letter', ['\u064b\u0645'], '\u0645\u064b'],
      ['others are turned as the engine turns them', ['\u0645\u0644'], '\u0644\u0645'],
      ['others are as those whose order is known', ['\u0644\u0645', '\u0644\u0649'], '\u0644\u0645'],
    ])('%s', (_, glyphs, text) => {
      expect(wordsOf(...glyphs.map((letters, at) => one(letters, 100 - at * 40)))[0]?.text).toBe(text);
    });
  });

  describe('marks of Thai', () => {
    it('stay with the letter that they are drawn behind, though they reach over the next one', () => {
      const [consonant, tone, next] = set('\u0e01\u0e48\u0e20', 0, 0);
      const drawn = [
        { ...consonant!, object: 1 },
        { ...next!, x: 6, box: { ...next!.box, left: 6, right: 12 }, object: 3 },
        { ...tone!, x: 8, box: { ...tone!.box, left: 6.4, right: 7.4 }, object: 2 },
      ];
      expect(wordsOf(drawn)[0]?.text).toBe('\u0e01\u0e48\u0e20');
    });

    it('a circle and a vowel behind it are sara am, with the tone before it', () => {
      const [consonant, circle, tone, vowel] = set('\u0e19\u0e4d\u0e49\u0e32', 0, 0);
      const over = (mark: typeof circle) => ({ ...mark!, x: 6, box: { ...mark!.box, left: 4, right: 6 } });
      const drawn = [consonant!, over(circle), over(tone), { ...vowel!, x: 6, box: { ...vowel!.box, left: 6, right: 12 } }];
      expect(wordsOf(drawn)[0]?.text).toBe('\u0e19\u0e49\u0e33');
    });
  });
});

describe('segments and order', () => {
  it('numbers alone that are read from the right are from there, as the years beside a text of a script from there', () => {
    const years = [...set('2019', 60, 0), ...set('-', 48, 0), ...set('2016', 12, 0)];
    expect(lineOf(makeSegments(wordsOf(years)), 0).rtl).toBe(true);
    expect(linesOf([['2016 - 2019', 0, 0]])[0]?.rtl).toBe(false);
  });

  it('what a line has of one font, and then of another between its letters, is read from the left', () => {
    const drawn = [
      set('Tempering', 20, 0),
      set('\u25e6', 4, 0),
      set('St hl', 80, 0),
      set('heisser', 122, 0),
      set('a', 92, 0),
      set(',', 110, 0),
    ];
    const read = (pieces: Character[][]) => makeSegments(makeWords(orderPieces(packCharacters(pieces.flat()))));
    expect(read(drawn).map(({ words }) => textOfWords(words))).toEqual(['\u25e6 Tempering Stahl, heisser']);
    // A text over another one, and numbers beside a text from the right, stay as they are drawn.
    expect(read([set('over', 20, 0), set('under', 22, 0)]).map(({ words }) => textOfWords(words))[0]).toContain('over');
    expect(read([set('2019', 60, 0), set('2016', 20, 0)]).flatMap(({ words }) => words.map(({ text }) => text))).toEqual(['2019', '2016']);
  });

  it('an index below another one behind a letter takes no space', () => {
    const small = { ...STYLE, size: 6 };
    const [two, low] = [set('2', 26, -4, small), set('i', 26, 2, small)];
    const words = wordsOf(set('th', 14, 0), two, low, set('in', 36, 0));
    expect(words.map(({ text, spaceBefore }) => (spaceBefore ? ' ' : '') + text).join('')).toBe('th2i in');
  });

  it('a wide gap parts two segments, a tab between words of one object does not part a justified line', () => {
    expect(makeSegments(wordsOf(set('left', 0, 0), set('right', 60, 0)))).toHaveLength(2);
  });

  it('columns are read one after the other when the stream jumps about', () => {
    const rows = [0, 1, 2, 3, 4, 5].map((row) => [
      set(`left column row ${row} text`, 0, row * 12),
      set(`right column row ${row} text`, 200, row * 12),
    ]);
    const shuffled = [5, 2, 0, 4, 1, 3].flatMap((row) => [rows[row]![1]!, rows[row]![0]!]);
    const ordered = orderSegments(makeSegments(wordsOf(...shuffled))).map(({ words }) => textOfWords(words));
    expect(ordered).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((row) => `left column row ${row} text`),
      ...[0, 1, 2, 3, 4, 5].map((row) => `right column row ${row} text`),
    ]);
  });
});

describe('paragraphs', () => {
  const column = () => ({ left: 0, right: 240 });

  it('end where the next word would still have fitted', () => {
    const lines = linesOf([
      ['a line that goes on to the end of it all', 0, 0],
      ['and stops here', 0, 12],
      ['then another one begins on a full line', 0, 24],
    ]);
    expect(makeParagraphs(lines, column).map((paragraph) => paragraph.lines.length)).toEqual([2, 1]);
  });

  it('end at a larger distance, another size and a label', () => {
    const full = 'a line that goes on to the end of it all';
    const spaced = linesOf([
      [full, 0, 0],
      [full, 0, 12],
      [full, 0, 36],
      [full, 0, 48],
    ]);
    expect(makeParagraphs(spaced, column).map((paragraph) => paragraph.lines.length)).toEqual([2, 2]);
    const listed = [...linesOf([[full, 0, 0]]), lineOf(makeSegments(wordsOf(set('•', 0, 12), set(full, 12, 12))), 0)];
    expect(makeParagraphs(listed, column)).toHaveLength(2);
  });
});

describe('runs', () => {
  it('make a word whole that a line broke, and keep a compound', () => {
    const broken = linesOf([
      ['the environ-', 0, 0],
      ['ment of rivers', 0, 12],
    ]);
    expect(makeRuns(broken, { ...NONE, hyphenates: true }).map(({ text }) => text)).toEqual(['the environment of rivers']);
    expect(makeRuns(broken, { ...NONE, vocabulary: new Set(['environment']) })[0]?.text).toBe('the environment of rivers');
    expect(makeRuns(broken, NONE)[0]?.text).toBe('the environ-ment of rivers');
    const compound = linesOf([
      ['a well-', 0, 0],
      ['known river', 0, 12],
    ]);
    expect(makeRuns(compound, { ...NONE, hyphenates: true, vocabulary: new Set(['well-known']) })[0]?.text).toBe('a well-known river');
  });

  it('join lines of a script without spaces without one', () => {
    expect(
      makeRuns(
        linesOf([
          ['世界人権', 0, 0],
          ['宣言です', 0, 12],
        ]),
        NONE,
      )[0]?.text,
    ).toBe('世界人権宣言です');
  });
});

describe('what is drawn around words', () => {
  const rule = (box: ShownBox): Rule => ({ box, horizontal: true, thickness: 0.5, colour: 0 });

  it('a line below a word underlines it, a line through it strikes it, a longer line stays', () => {
    const words = wordsOf(set('word', 10, 100));
    const found = decorateWords(words, [rule({ left: 10, right: 34, top: 101, bottom: 101 })], [], []);
    expect([found.words[0]?.underline, found.rules]).toEqual([true, []]);
    expect(decorateWords(words, [rule({ left: 10, right: 34, top: 97, bottom: 97 })], [], []).words[0]?.strike).toBe(true);
    expect(decorateWords(words, [rule({ left: 0, right: 200, top: 101, bottom: 101 })], [], []).rules).toHaveLength(1);
  });

  it('a fill behind a word highlights it; a link over it is its link', () => {
    const words = wordsOf(set('word', 10, 100));
    const box = { left: 9, right: 35, top: 91, bottom: 103 };
    const found = decorateWords(words, [], [{ box, colour: 0xffff00, opacity: 255 }], [{ boxes: [box], uri: 'https://example.com' }]);
    expect(found.words[0]).toMatchObject({ highlight: 0xffff00, link: 'https://example.com' });
  });
});

describe('grids', () => {
  it('have a cell between lines, and a merged one where a line is missing', () => {
    const rules = [across(0, 0, 200), across(20, 0, 200), across(40, 0, 200), down(0, 0, 40), down(100, 20, 40), down(200, 0, 40)];
    const [grid, ...others] = findGrids(rules, []);
    expect(others).toEqual([]);
    expect(grid?.cells.map(({ row, column, rowSpan, columnSpan }) => [row, column, rowSpan, columnSpan])).toEqual([
      [0, 0, 1, 2],
      [1, 0, 1, 1],
      [1, 1, 1, 1],
    ]);
  });

  it('are not made of lines that do not meet; a frame is a grid of one cell', () => {
    expect(findGrids([across(0, 0, 100), across(50, 0, 100), down(0, 0, 50), down(100, 0, 50)], [])).toMatchObject([
      { cells: { length: 1 } },
    ]);
    expect(findGrids([across(0, 0, 100), across(50, 0, 100), down(150, 0, 50)], [])).toEqual([]);
  });
});

describe('tables without lines', () => {
  const rowsOf = (cells: readonly (readonly string[])[]) =>
    makeRows(makeStacks(makeSegments(wordsOf(...cells.flatMap((row, y) => row.map((text, x) => set(text, x * 120, y * 14)))))));

  it('need three rows of cells that stand under each other', () => {
    const found = findTextTable(
      rowsOf([
        ['River', '14 km'],
        ['Bridge', '3 km'],
        ['Harbour', '22 km'],
      ]),
      0,
    );
    expect(found?.table.cells.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
    expect(
      findTextTable(
        rowsOf([
          ['River', '14 km'],
          ['Bridge', '3 km'],
        ]),
        0,
      ),
    ).toBeUndefined();
  });

  it('are not lines with leaders to page numbers', () => {
    expect(
      findTextTable(
        rowsOf([
          ['River ........', '14'],
          ['Bridge ........', '3'],
          ['Harbour ........', '22'],
        ]),
        0,
      ),
    ).toBeUndefined();
  });
});

describe('labels', () => {
  it.for([
    ['•', 'bullet', '•', 1],
    ['\uf0b7', 'bullet', '•', 1],
    ['3.', 'decimal', '%1.', 3],
    ['(b)', 'lowerLetter', '(%1)', 2],
    ['iv)', 'lowerRoman', '%1)', 4],
    ['2.1', 'decimal', '2.%1', 1],
  ] as const)('%s is read and shown again', ([text, kind, pattern, value]) => {
    const label = readLabel(text);
    expect(label).toMatchObject({ kind, pattern, value });
    if (kind !== 'bullet') expect(labelOf({ list: 1, level: 0, format: { kind, text: pattern }, value })).toBe(text);
  });

  it.for(['word', '2026', 'A', 'e.g.', '3,5', ''])('%s is none', (text) => {
    expect(readLabel(text)).toBeUndefined();
  });
});

describe('fonts and places', () => {
  it('names tell family, weight and slant', () => {
    expect(describeFont('ABCDEF+LiberationSerif-BoldItalic', '', 4, 400)).toMatchObject({
      family: 'Liberation Serif',
      bold: true,
      italic: true,
    });
    expect(describeFont('TimesNewRomanPS-BoldMT', 'Chrom Serif OTF', 4, 400)).toMatchObject({
      family: 'Times New Roman',
      bold: true,
      italic: false,
    });
    expect(describeFont('BCDFEE+BookAntiqua', '', 0, 400)).toMatchObject({ family: 'Book Antiqua', serif: true });
    expect(describeFont('ABCDEF+FSBrabo-Regular+20', 'FSBrabo-Regular+20', 4, 400)).toMatchObject({ family: 'FSBrabo' });
    expect(describeFont('ABCDEF+GillSans-Light', '', 0, 400)).toMatchObject({ serif: false });
    // Widths of stems say little where the name says what it is.
    expect(describeFont('Montserrat-Regular', '', 0, 700)).toMatchObject({ bold: false });
    expect(describeFont('FAAAAA+FreeMono', '', 5, 704)).toMatchObject({ family: 'Free Mono', bold: false });
    expect(describeFont('Calibri-Italic', '', 32, 892)).toMatchObject({ bold: false, italic: true });
    expect(describeFont('Arial-ItalicMT', '', 32, 892)).toMatchObject({ bold: false, italic: true });
    expect(describeFont('Calibri-BoldItalic', '', 32, 400)).toMatchObject({ bold: true, italic: true });
    expect(describeFont('CMSY10', '', 0, 700)).toMatchObject({ bold: false });
    expect(describeFont('CMBX12', '', 0, 400)).toMatchObject({ bold: true });
    expect(describeFont('QuickTypeIICondensed', 'QuickType II', 0, 400)).toMatchObject({
      family: 'QuickType II',
      ownFamily: 'QuickType II Condensed',
    });
    expect(describeFont('ABCDEF+DepotNew-Thin', '', 0, 400)).toMatchObject({ family: 'Depot New', ownFamily: 'Depot New Thin' });
    expect(describeFont('Montserrat-SemiBoldItalic', '', 0, 400)).toMatchObject({
      ownFamily: 'Montserrat SemiBold',
      bold: true,
      italic: true,
    });
    for (const name of ['DepotNew-Bold', 'DepotNew-BoldItalic', 'ArialNarrow', 'Highlighter'])
      expect(describeFont(name, '', 0, 400).ownFamily).toBeUndefined();
    expect(describeFont('Montserrat', '', 0, 700)).toMatchObject({ bold: true });
    expect(describeFont('Helvetica', '', 0, 400)).toMatchObject({ family: 'Arial', ownFamily: 'Helvetica', bold: false });
    expect(describeFont('HelveticaNeue', '', 0, 400).ownFamily).toBeUndefined();
  });

  it('a turned page is read as it is seen', () => {
    const box = [0, 0, 300, 200] as const;
    expect([0, 1, 2, 3].map((turns) => transform(pageMatrix(box, turns), 0, 0).map((value) => value + 0))).toEqual([
      [0, 200],
      [0, 0],
      [300, 0],
      [200, 300],
    ]);
  });
});

it('a line of small type that begins below a large word is none of its segment, and a raised figure beside it is', () => {
  const large = { ...STYLE, size: 29 };
  const small = { ...STYLE, size: 7 };
  const below = wordsOf(set('FOSS', 40, 100, large), set('This is free', 41, 108.1, small));
  const raised = wordsOf(set('FOSS', 40, 100, large), set('2', 110, 88, small));
  expect([below, raised].map((words) => makeSegments(words).length)).toEqual([2, 1]);
});
