import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../../../processor/pdf/geometry/box.ts';
import type { JudgedPage } from '../../../../../../processor/pdf/pdfium/compare/judged-page.ts';
import { EditJudge } from '../../../../../../processor/pdf/pdfium/compare/judge-edit.ts';
import { loadPdfium } from '../../../../../../processor/pdf/pdfium/pdfium.ts';
import { onePage, openObjects, save } from '../../../../../../support/run/edit-pdf.ts';

const PICTURE = { dict: '/Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray', data: '\x00\x60\xa0\xf0' };
const make = async (content: string) =>
  save(await openObjects(onePage(content, { resources: '/XObject << /Im 6 0 R >>', more: { 6: PICTURE } })));

const ALL: Box = [0, 0, 300, 200];

async function judge(before: string, after: string, page: Partial<JudgedPage> = {}) {
  using judging = new EditJudge(await loadPdfium(), { before: await make(before), after: await make(after) });
  const judged: JudgedPage = {
    before: 0,
    after: 0,
    texts: [{ old: undefined, new: undefined }],
    boxes: [ALL],
    quarterTurns: 0,
    isCut: false,
    isLetterByLetter: true,
    drawings: 'none',
    mayCover: false,
    coloured: 0,
    dpi: 72,
    ...page,
  };
  return judging.judge(judged)?.wrong.map(({ what }) => what);
}

const text = (words: string, x = 50, y = 100, size = 12) => `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
const replaced = (old: string, fresh: string | undefined) => ({ texts: [{ old, new: fresh }] });
/** Three rows of a table between four lines, from y = 140 down; `rows` in their order, with as many lines as asked. */
const table = (rows: readonly string[], lines = rows.length + 1) =>
  [
    ...rows.map((row, index) => text(row, 30, 126 - 20 * index, 10)),
    ...Array.from({ length: lines }, (_, index) => `20 ${140 - 20 * index} m 220 ${140 - 20 * index} l S`),
  ].join('\n');

describe('the judge of what is drawn beside text', () => {
  it.each([
    ['a side of a frame that is one path', '0.5 w 40 90 80 26 re S'],
    ['a side of a frame of hair lines', '0 w 40 90 m 120 90 l S 120 90 m 120 116 l S'],
    ['a thin filled box', '120 90 0.6 26 re f'],
    ['the edge of a picture', 'q 60 0 0 40 118 85 cm /Im Do Q'],
    ['the edge of a ground', '0.7 0.85 1 rg 40 90 80 26 re f 0 g'],
  ])('sees words that run over %s', async (_, drawn) => {
    const [short, long] = [`${drawn} ${text('words inside')}`, `${drawn} ${text('words that go far beyond')}`];
    expect(await judge(short, `${drawn} ${text('other inside')}`, replaced('words', 'other'))).toEqual([]);
    expect(await judge(short, long, replaced('words inside', 'words that go far beyond'))).toEqual(['crossing']);
    // What was so before may stay so.
    expect(await judge(long, `${drawn} ${text('words that went far beyond')}`, replaced('go', 'went'))).toEqual([]);
  });

  it('does not take letters of another size for words that come nearer to the line below them', async () => {
    const over = (line: number, words: string, size: number) =>
      `20 ${line} m 220 ${line} l S ${text('kept', 30)} ${text(words, 70, 100, size)}`;
    const before = over(97, 'word', 12);
    expect(await judge(before, over(97, 'Quze', 15), replaced('word', 'Quze'))).toEqual([]);
  });

  it('does not mind an underline, a strike, or a line that nobody sees', async () => {
    const under = (words: string, width: number, rise: number) => `${text(words)} 50 ${100 + rise} ${width} 0.7 re f`;
    for (const rise of [-1.8, 4])
      expect(await judge(under('gypsy queen', 68, rise), under('gypsy', 31.3, rise), replaced(' queen', undefined))).toEqual([]);
    const unseen = `1 G 0.5 w 95 80 m 95 120 l S ${text('words')}`;
    expect(await judge(unseen, `1 G 0.5 w 95 80 m 95 120 l S ${text('words that go on')}`, replaced('words', 'words that go on'))).toEqual(
      [],
    );
  });

  it.each([
    ['an underline', -1.8, 'left'],
    ['a strike', 4, 'crossing'],
  ])('sees %s that stays without its words, that is too long for them, or lies beside them', async (_, rise, finding) => {
    const line = (x: number, width: number) => `${x} ${100 + rise} ${width} 0.7 re f`;
    const before = `${text('two words and more')} ${line(50, 55.4)}`;
    expect(await judge(before, `${text('more')} ${line(50, 55.4)}`, replaced('two words and', undefined))).toEqual(['left']);
    expect(await judge(before, text('and more'), replaced('two words', undefined))).toEqual([]);
    const after = `${text('nevertheless, more')} ${text('two words', 160)}`;
    const apart = `${text('two words')} ${line(50, 54)} ${text('nevertheless, more', 130)}`;
    expect(await judge(apart, `${after} ${line(50, 54)}`)).toEqual([finding]);
    expect(await judge(apart, `${after} ${line(160, 54)}`)).toEqual([]);
    expect(await judge(apart, `${after} ${line(170, 54)}`)).toEqual([finding]);
  });

  it('sees that a row is deleted and its lines are left, whether the rows below move or not', async () => {
    const before = table(['First row', 'Second row', 'Third row']);
    const rows = { ...replaced('Second row', undefined), drawings: 'rows' } as const;
    expect(await judge(before, table(['First row', 'Third row']), rows)).toEqual([]);
    expect(await judge(before, table(['First row', 'Third row'], 4), rows)).toEqual(['left']);
    expect(await judge(before, table(['First row', '', 'Third row']), rows)).toEqual(['left']);
    // The last line is outside of what the edit declares.
    const moved = { ...rows, boxes: [[20, 80, 220, 140]] as Box[] };
    expect(await judge(before, table(['First row', 'Third row'], 4), moved)).toEqual(['left']);
    // A line under a row does not belong to the words at its ends.
    const cells = (name: string) => `${text(name, 20, 126, 10)} ${text('4,542', 195, 126, 10)} 20 124 m 220 124 l S`;
    expect(await judge(cells('Trinity'), cells(''), replaced('Trinity', undefined))).toEqual([]);
    // A text that is deleted in a cell leaves the cell.
    expect(await judge(before, table(['First row', '', 'Third row']), replaced('Second row', undefined))).toEqual([]);
  });

  it('sees a line, a picture or a ground that is gone although it belongs to no deleted words', async () => {
    const before = `0.7 0.85 1 rg 40 90 100 26 re f 0 g ${text('words')} 20 60 m 280 60 l S q 30 0 0 30 240 150 cm /Im Do Q`;
    expect(await judge(before, before.replace('20 60 m 280 60 l S', ''))).toEqual(['lost']);
    expect(await judge(before, before.replace('/Im Do', ''))).toEqual(['lost']);
    expect(await judge(before, before.replace('40 90 100 26 re f', ''))).toContain('crossing');
    expect(await judge(before, before.replace(/.*20 60 m/u, '20 60 m'))).not.toEqual([]);
  });

  it('sees a frame that is torn: a side in parts, and a line that no longer reaches it', async () => {
    const frame = (top: number, bottom: number, parts: readonly (readonly [number, number])[]) =>
      [top, bottom].map((y) => `20 ${y} m 220 ${y} l S`).join(' ') + parts.map(([low, high]) => ` 20 ${low} m 20 ${high} l S`).join('');
    const before = `${frame(140, 60, [
      [60, 100],
      [100, 140],
    ])} ${text('words', 50, 120)} ${text('more', 50, 80)}`;
    const without = (drawn: string) => `${drawn} ${text('words', 50, 120)}`;
    const deleted = replaced('more', undefined);
    expect(await judge(before, without(frame(140, 80, [[80, 140]])), deleted)).toEqual([]);
    expect(
      await judge(
        before,
        without(
          frame(140, 80, [
            [60, 95],
            [100, 140],
          ]),
        ),
        deleted,
      ),
    ).toEqual(['lost']);
    expect(await judge(before, without(frame(140, 50, [[60, 140]])), deleted)).toEqual(['lost']);
  });

  it('sees words that are put on another ground', async () => {
    const ground = '0.2 0.3 0.6 rg 40 30 200 30 re f 0 g';
    const before = `${ground} ${text('words')}`;
    expect(await judge(before, `${ground} 1 g ${text('words', 50, 40)}`)).toEqual(['crossing']);
    expect(await judge(before, `${ground} 1 g ${text('words', 50, 40)}`, { drawings: 'any' })).toEqual([]);
  });

  it('sees a text that runs out of the column which the lines around it show', async () => {
    const body = Array.from({ length: 4 }, () => 'many words of only one column');
    const page = (head: string) => [text(head, 50, 150), ...body.map((line, index) => text(line, 50, 130 - 14 * index))].join('\n');
    const [short, full, long] = ['A heading', 'A heading that is as wide', 'A heading that is wider than all of it'];
    expect(await judge(page(short), page(full), replaced(short, full))).toEqual([]);
    expect(await judge(page(short), page(long), replaced(short, long))).toEqual(['crossing']);
    // What was so before may stay so; and lines that end where they like show no column.
    expect(await judge(page(long), page(`${long} again`), replaced(long, `${long} again`))).toEqual([]);
    const ragged = (head: string) =>
      [text(head, 50, 150), ...body.map((line, index) => text(line.slice(0, -2 * index - 1), 50, 130 - 14 * index))].join('\n');
    expect(await judge(ragged(short), ragged(long), replaced(short, long))).toEqual([]);
  });

  it('sees a line that comes to lie under the words of the row above', async () => {
    const rows = (names: readonly string[], rule: number) =>
      [...names.map((name, index) => text(name, 30, 150 - 20 * index, 10)), `20 ${rule} m 220 ${rule} l S`].join('\n');
    const rowsOf = { ...replaced('Third', undefined), drawings: 'rows' } as const;
    const before = rows(['First', 'Second', 'Third'], 98);
    expect(await judge(before, rows(['First', 'Second'], 118), rowsOf)).toEqual([]);
    expect(await judge(before, rows(['First', 'Second'], 129), rowsOf)).toEqual(['crossing']);
  });
});
