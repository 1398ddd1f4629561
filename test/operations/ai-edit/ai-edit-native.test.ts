// Edits look as if the text had been written so: its spaces after sentences, its column, and no hole where something is gone.

import { describe, expect, test } from 'vitest';
import { standardMetrics } from '../../../processor/pdf/fonts/standard-fonts.ts';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges } from '../../../support/judges/judge-pdf.ts';
import { onePage, pdfiumOrigins } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const make = (content: string) => makePdf({ objects: onePage(content, { page: '/MediaBox [0 0 400 300]' }) });
const at = (x: number, y: number, text: string, size = 10) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
const NAMES: Record<string, string> = { ' ': 'space', ',': 'comma', '.': 'period' };
const advance = (text: string, size = 10) =>
  Array.from(text).reduce((sum, letter) => sum + (standardMetrics('Helvetica').widthOf(NAMES[letter] ?? letter) ?? 0) * size, 0) / 1000;

/** What PDFium sees on each baseline from the top: its letters without spaces, where it begins, and where its last letter does. */
async function rowsOf(bytes: Uint8Array) {
  const letters = (await pdfiumOrigins(bytes)).filter(({ text }) => text.trim() !== '');
  return [...Map.groupBy(letters, ({ y }) => Math.round(y))]
    .toSorted(([one], [two]) => two - one)
    .map(([y, row]) => ({ y, row: row.toSorted((one, two) => one.x - two.x) }))
    .map(({ y, row }) => ({
      y,
      row,
      text: row.map(({ text }) => text).join(''),
      end: (row.at(-1)?.x ?? 0) + advance(row.at(-1)?.text ?? ''),
    }));
}

const placesOf = async (bytes: Uint8Array) => (await rowsOf(bytes)).map(({ y, text }) => [text, y]);

/** Lines between 40 and 280, justified with word spacing. */
const justified = (lines: readonly string[], top: number) =>
  lines
    .map((line, index) => {
      const gap = index === lines.length - 1 ? 0 : (240 - advance(line)) / (line.split(' ').length - 1);
      return `${gap.toFixed(3)} Tw ${at(40, top - 13 * index, line)}`;
    })
    .join(' ');
const BODY = [
  'the seller delivers the goods to the buyer within ten',
  'days of the order and the buyer pays the price when',
  'he gets the goods and not later than at the end of a',
  'month that begins on the day on which he gets them or',
  'on which he could have had them but for his own wish,',
  'unless the parties agree on another day.',
];

describe.skipIf(!hasPdfJudges)('an edited text looks as if it had been written so', () => {
  test('with the wider spaces that its page has after sentences, in old and in new ones', async () => {
    const lines = [
      'A first sentence is here.  The next one follows it at once and',
      'goes on to the second line.  Then comes another that is quite',
      'long and ends.  The last one closes the paragraph.',
    ];
    const source = make(lines.map((line, index) => at(40, 250 - 13 * index, line)).join(' '));
    const { bytes } = await runEdit(source, 'replace "goes on to" with "runs on for a while. Now it goes on, and on, to"');
    const gaps = { sentence: [] as number[], other: [] as number[] };
    for (const { row } of await rowsOf(bytes)) {
      for (const [index, { x, text }] of row.entries()) {
        const last = row[index - 1];
        const gap = last ? x - last.x - advance(last.text) : 0;
        if (last && gap > 1) gaps[last.text === '.' && /[A-Z]/.test(text) ? 'sentence' : 'other'].push(gap);
      }
    }
    expect(gaps.sentence.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...gaps.sentence)).toBeGreaterThan(1.7 * Math.max(...gaps.other));
  });

  test('in its column, where the lines below show it: a longer heading does not run out of it', async () => {
    const beside = Array.from({ length: 8 }, (_, index) => at(300, 240 - 13 * index, 'another column'));
    const source = make(`${at(40, 240, 'Delivery')} ${justified(BODY, 220)} 0 Tw ${beside.join(' ')}`);
    const { bytes } = await runEdit(source, 'replace "Delivery" with "Delivery of the goods to the buyer by the seller in time"');
    const letters = (await rowsOf(bytes)).flatMap(({ row }) => row).filter(({ x }) => x < 295);
    expect(Math.max(...letters.map(({ x, text }) => x + advance(text)))).toBeLessThan(280.5);
  });

  test('on both sides of its column, also where a paragraph has two lines only', async () => {
    const source = make(
      `${justified(BODY, 250)} ${justified(['the buyer tells the seller of a delay as soon as he', 'knows of it.'], 150)}`,
    );
    const { bytes } = await runEdit(source, 'replace "tells the seller" with "writes to the seller and all others who are concerned"');
    const rows = (await rowsOf(bytes)).filter(({ y }) => y <= 150);
    expect(rows.length).toBeGreaterThan(1);
    for (const { end } of rows.slice(0, -1)) expect(Math.abs(end - 280)).toBeLessThan(0.5);
    expect(rows.at(-1)?.end).toBeLessThan(270);
  });

  test('without a hole: what is below a deleted line, or a paragraph that has become shorter, moves up', async () => {
    const lines = ['The first of them', 'A second one', 'And a third', 'Or the last'];
    const list = make(lines.map((line, index) => at(40, 250 - 20 * index, line)).join(' '));
    expect(await placesOf((await runEdit(list, 'delete "A second one"')).bytes)).toEqual([
      ['Thefirstofthem', 250],
      ['Andathird', 230],
      ['Orthelast', 210],
    ]);
    const source = make(`${justified(BODY, 250)} ${at(40, 165, 'The next paragraph.')} ${at(40, 30, 'Page 1')}`);
    const { bytes } = await runEdit(
      source,
      'delete "or on which he could have had them but for his own wish, unless the parties agree on another day"',
    );
    const places = await placesOf(bytes);
    const lowest = places.findIndex(([text]) => text === 'Thenextparagraph.');
    expect(Number(places[lowest - 1]?.[1]) - Number(places[lowest]?.[1])).toBe(250 - 13 * 5 - 165);
    expect(places.at(-1)).toEqual(['Page1', 30]);
  });

  test('with the numbers of a list of contents counted on behind leaders', async () => {
    const entry = (number: number, title: string, page: string) =>
      `${at(40, 260 - 16 * number, `${number}.`)} ${at(60, 260 - 16 * number, title)} ${at(180, 260 - 16 * number, '....................')} ${at(300, 260 - 16 * number, page)}`;
    const source = make(
      ['Fountain', 'Homeland', 'Jewel', 'Relatives', 'Iran'].map((title, index) => entry(index + 1, title, `${index * 9 + 1}`)).join(' '),
    );
    const plan = {
      operations: [{ id: 'op1', because: 'asked', op: 'delete_text', as: 'list_item', match: { text: 'Homeland' } }],
      unresolved: [],
    };
    const rows = await placesOf((await runEdit(source, { plan: plan as never })).bytes);
    expect(rows.map(([text]) => /^\d\.[A-Za-z]+/.exec(String(text))?.[0])).toEqual(['1.Fountain', '2.Jewel', '3.Relatives', '4.Iran']);
  });
});

describe.skipIf(!hasPdfJudges)('a line that is deleted out of a paragraph', () => {
  /** The first line is indented, and one whole sentence. */
  const lines = [
    'This formula was made for simple cases only, like gas.',
    'Nevertheless it does hold in all of the cases that are known',
    'to us now, and in many more of which we only know a little',
    'and will know more.',
  ];
  const body = lines.map((line, index) => at(index === 0 ? 55 : 40, 250 - 13 * index, line)).join(' ');

  test('leaves the others with the indent of the first, and the number of the page where it is', async () => {
    const above = ['It may of course be said that there are other ways to say', 'it, and nobody knows all of them.'];
    const source = make(
      `${above.map((line, index) => at(index === 0 ? 55 : 40, 276 - 13 * index, line)).join(' ')} ${body} ${at(40, 190, '312')}`,
    );
    const { bytes } = await runEdit(source, {
      plan: {
        operations: [
          {
            id: 'op1',
            op: 'delete_text',
            because: 'asked',
            pages: 'all',
            match: { text: 'This formula was made for simple cases only, like gas.' },
            as: 'line',
          },
        ],
        unresolved: [],
      },
    });
    const rows = await rowsOf(bytes);
    const next = rows.find(({ text }) => text.startsWith('Nevertheless'));
    expect(next?.row[0]?.x).toBeCloseTo(55, 0);
    expect(next?.y).toBe(250);
    expect(rows.find(({ text }) => text === '312')?.y).toBe(190);
  });
});
