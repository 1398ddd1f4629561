import { describe, expect, it } from 'vitest';
import { replaceOnPage, restyleOnPage } from '../../../../support/replace-on-page.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { standardMetrics } from '../../../../../processor/pdf/fonts/standard-fonts.ts';
import { drawingsOf } from '../../../../../processor/pdf/edit/layout/units.ts';
import { annotationsOf } from '../../../../../processor/pdf/pages/annotations.ts';
import { numbersIn } from '../../../../../processor/pdf/fonts/dictionaries.ts';
import { arrayOf } from '../../../../../processor/pdf/syntax/dictionary.ts';
import { readPageTextEvents } from '../../../../../processor/pdf/edit/page-text.ts';
import { encodingNamed } from '../../../../../processor/pdf/fonts/glyph-names.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../../../../support/run/edit-pdf.ts';
import { hasPdfJudges, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';

type Options = NonNullable<Parameters<typeof replaceOnPage>[4]>;

const names = encodingNamed('WinAnsiEncoding');
const widthOf = (text: string, size: number) =>
  Array.from(text).reduce((sum, one) => sum + (standardMetrics('Helvetica').widthOf(names[one.charCodeAt(0)] ?? '') ?? 0), 0) * size;
const unitWidth = widthOf('nnnn', 1) > 100 ? 0.001 : 1;
const measured = (text: string, size: number) => widthOf(text, size) * unitWidth;
const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

async function edit(content: string, text: string, value: string, options: Options = {}) {
  const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 360 200]' }));
  const outcomes = await replaceOnPage(opened, 0, { text }, value, options);
  const bytes = await save(opened);
  return { outcomes, bytes, text: clean(textOfPdf(bytes)), lines: await linesOf(bytes) };
}

/** What PDFium sees, line by line: where the first letter begins and the last one ends. */
async function linesOf(bytes: Uint8Array, size = 12) {
  const lines = new Map<number, { start: number; end: number; y: number; text: string }>();
  for (const { text, x, y } of await pdfiumOrigins(bytes)) {
    const line = lines.get(Math.round(y)) ?? { start: x, end: x, y: Math.round(y), text: '' };
    if (text.trim() !== '') {
      line.start = line.text.trim() === '' ? x : Math.min(line.start, x);
      line.end = Math.max(line.end, x + measured(text, size));
    }
    line.text += text;
    lines.set(Math.round(y), line);
  }
  return [...lines.values()];
}

async function drawnBoxes(bytes: Uint8Array) {
  const [page] = (await openPdf(bytes, { needs: 'modify', pagesMax: 1, strict: true })).pages;
  return page ? drawingsOf(readPageTextEvents(page.dict)).map(({ box }) => box) : [];
}

/** Level strokes: where each begins, and its height. */
async function drawnLevels(bytes: Uint8Array): Promise<number[][]> {
  return (await drawnBoxes(bytes)).flatMap(([left, bottom, , top]) =>
    top - bottom < 2 ? [[Math.round(left), Math.round((bottom + top) / 2)]] : [],
  );
}

const paragraph = (...lines: string[]) => `BT /F1 12 Tf 14 TL 30 150 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
const AGREEMENT = paragraph(
  'This agreement is made between the Seller and the party',
  'of the first part, who shall deliver the goods on time and',
  'in good order to the place that the buyer names.',
);
const at = (x: number, y: number, text: string) => `1 0 0 1 ${x.toFixed(3)} ${y} Tm (${text}) Tj`;

describe.skipIf(!hasPdfJudges)('text that goes over the end of a line', () => {
  it('is replaced: the first line is filled, the rest begins the next', async () => {
    const { text, lines, outcomes } = await edit(AGREEMENT, 'the party of the first part', 'the Buyer');
    expect(text).toBe(
      'This agreement is made between the Seller and the Buyer, who shall deliver the goods on time and in good order to the place that the buyer names.',
    );
    expect(outcomes.map((outcome) => outcome.ok && [outcome.change.before, outcome.change.after, outcome.change.boxes.length])).toEqual([
      ['the party\nof the first part', 'the Buyer', 3],
    ]);
    expect(lines.map(({ start }) => Math.round(start))).toEqual([30, 30, 30]);
  });

  it('takes its link along once, where what is below it goes down', async () => {
    const width = measured('in good order to the place that the ', 12);
    const rect = [30 + width, 119, 30 + width + measured('buyer', 12), 131];
    const more = { 6: `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (https://example.com/) >> >>` };
    const below = 'BT /F1 12 Tf 30 80 Td (Here is the next paragraph of the agreement.) Tj ET';
    const opened = await openObjects(onePage(`${AGREEMENT} ${below}`, { page: '/MediaBox [0 0 360 200] /Annots [6 0 R]', more }));
    const name = 'the Zimmermann und Partner Industrieanlagen Beteiligungsgesellschaft mit Sitz in Hannover';
    await replaceOnPage(opened, 0, { text: 'the party of the first part' }, name);
    const bytes = await save(opened);
    const [page] = (await openPdf(bytes, { needs: 'modify', pagesMax: 1, strict: true })).pages;
    const [annotation] = page ? annotationsOf(page.dict) : [];
    const [left = 0, bottom = 0] = annotation ? numbersIn(arrayOf(annotation, 'Rect')) : [];
    const letters = await pdfiumOrigins(bytes);
    const at = letters.findIndex(
      (_, index) =>
        letters
          .slice(index, index + 5)
          .map(({ text }) => text)
          .join('') === 'buyer',
    );
    expect([left, bottom + 3].map(Math.round)).toEqual([letters[at]?.x ?? 0, letters[at]?.y ?? 0].map(Math.round));
  });

  it('is set in the lines of its paragraph, then in free lines below, and refused where there are none', async () => {
    const { outcomes, text } = await edit(AGREEMENT, 'the party of the first part', 'a buyer of the second part');
    expect(outcomes.map((one) => one.ok && one.change.fidelity)).toMatchObject([{ scale: 1, fitting: 'reflowed' }]);
    expect(text).toContain('a buyer of the second part, who');
    const name = 'the Zimmermann und Partner Industrieanlagen Beteiligungsgesellschaft mit Sitz in Hannover';
    const below = await edit(AGREEMENT, 'the party of the first part', name);
    expect(below.outcomes.map((one) => one.ok && one.change.fidelity)).toMatchObject([{ scale: 1, fitting: 'free_room' }]);
    expect(below.text).toContain(`the Seller and ${name}, who shall deliver`);
    expect(below.lines.length).toBeGreaterThan(3);
    for (const { start } of below.lines) expect(start).toBeCloseTo(30, 0);
    const lowest = Array.from({ length: 8 }, (_, index) => at(30, 104 - index * 14, 'A paragraph of its own.'));
    const full = await edit(`${AGREEMENT} BT /F1 12 Tf ${lowest.join(' ')} ET`, 'the party of the first part', name);
    expect(full.outcomes.map((outcome) => !outcome.ok && outcome.refusal)).toEqual(['does_not_fit']);
    expect(full.text).toContain('the party of the first part, who');
  });

  it('is set in the lines of its paragraph also where those are in two fonts of one face', async () => {
    const [first, second, third] = [
      'This agreement is made between the Seller and the party',
      'of the first part, who shall deliver',
      'goods.',
    ];
    const content = `BT /F1 12 Tf ${at(30, 150, first)} /F2 12 Tf ${at(30, 136, second)} ${at(30, 122, third)} ET`;
    const fonts = '/F2 << /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Helvetica /Encoding /WinAnsiEncoding >>';
    const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 360 200]', fonts }));
    const outcomes = await replaceOnPage(opened, 0, { text: 'the Seller' }, 'the other Seller', {});
    expect(outcomes.map((one) => one.ok && one.change.fidelity.fitting)).toEqual(['reflowed']);
    const lines = await linesOf(await save(opened));
    expect(lines.map(({ text }) => text.trim())).toEqual([
      'This agreement is made between the other Seller and',
      'the partyof the first part, who shall deliver',
      'goods.',
    ]);
  });

  it('moves down what is below its paragraph, with its underline, as far as the next gap', async () => {
    const name = 'the Zimmermann und Partner Industrieanlagen Beteiligungsgesellschaft mit Sitz in Hannover';
    const under = `BT /F1 12 Tf ${at(30, 104, 'A paragraph of its own.')} ${at(30, 20, 'Foot')} ET 30 102 ${measured('A paragraph of its own.', 12).toFixed(2)} 0.6 re f`;
    const { outcomes, lines, bytes } = await edit(`${AGREEMENT} ${under}`, 'the party of the first part', name);
    expect(outcomes.map((one) => one.ok && one.change.fidelity)).toMatchObject([{ scale: 1, fitting: 'free_room' }]);
    const moved = (await pdfiumOrigins(bytes)).filter(({ text }) => text === 'A' || text === 'F').map(({ y }) => Math.round(y));
    const added = lines.length - 5;
    expect(added).toBeGreaterThan(0);
    expect(moved).toEqual([104 - added * 14, 20]);
  });

  it('keeps the lines where the changed one still fits, also where another word would have fitted', async () => {
    const ragged = paragraph(
      'This agreement is made between the Seller and the party',
      'of the first part, who shall deliver the goods',
      'uninterruptedly and in time to the place that is named',
      'and is to be read with its annexes.',
    );
    for (const [old, value] of [
      ['deliver', 'supply'],
      ['first part', 'First Part'],
      ['shall deliver', 'shall hand over'],
    ] as const) {
      const { outcomes, lines } = await edit(ragged, old, value);
      expect(outcomes.map((one) => one.ok && [one.change.fidelity.fitting, one.change.boxes.length])).toEqual([['as_it_is', 1]]);
      expect(lines.map(({ text }) => text.trim().split(' ').at(-1))).toEqual(['party', 'goods', 'named', 'annexes.']);
    }
    const longer = await edit(ragged, 'deliver', 'deliver or have delivered');
    expect(longer.outcomes.map((one) => one.ok && one.change.fidelity.fitting)).toEqual(['reflowed']);
  });

  it.each([
    ['a divided word', 'non-residential', 'commercial', 'The commercial buildings are subject to well-known rules.'],
    ['a word with a hyphen of its own', 'well-known', 'famous', 'The non-residential buildings are subject to famous rules.'],
    ['a word without the hyphen of its division', 'residential', 'urban', 'The non-urban buildings are subject to well-known rules.'],
  ])('is found in %s', async (_, old, value, expected) => {
    const content = paragraph('The non-resi-', 'dential buildings are subject to well-', 'known rules.');
    const { text } = await edit(content, old, value);
    expect(text.replaceAll('resi- dential', 'residential').replace(/well-?\s?known/, 'well-known')).toBe(expected);
  });

  it('is deleted and restyled', async () => {
    const { text } = await edit(AGREEMENT, 'the party of the first part, who', '');
    expect(text).toContain('Seller and shall deliver');
    const opened = await openObjects(onePage(AGREEMENT, { page: '/MediaBox [0 0 400 200]' }));
    const outcomes = await restyleOnPage(opened, 0, { text: 'the party of the first part' }, { bold: true }, { fit: 'loose' });
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true]);
    expect(clean(textOfPdf(await save(opened)))).toContain('the Seller and the party of the first part, who');
  });

  it('goes on at the top of the next column', async () => {
    const content = `BT /F1 12 Tf ${at(20, 60, 'ends with the first')} ${at(190, 150, 'part of the text and')} ${at(190, 136, 'goes on')} ET`;
    const { text, outcomes } = await edit(content, 'first part', 'second piece');
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true]);
    expect(text).toMatch(/second/);
    expect(text).toMatch(/piece of the text|of the text and/);
  });

  it('is refused in the cells of a row', async () => {
    const { outcomes } = await edit(`BT /F1 12 Tf ${at(20, 100, 'Name')} ${at(200, 100, 'Address')} ET`, 'Name Address', 'x');
    expect(outcomes.map((outcome) => !outcome.ok && outcome.refusal)).toEqual(['spans_lines']);
  });
});

describe.skipIf(!hasPdfJudges)('what is below a paragraph', () => {
  const [FIRST, SECOND, THIRD] = [
    'This agreement is made between the Seller and the party',
    'of the first part, who shall deliver the goods on time and',
    'in good order to the place that the buyer names.',
  ];
  const heading = at(30, 82, 'Heading');
  const formula = `${at(60, 58, 'C =')} ${at(92, 64, 'A')} ${at(92, 50, 'q')}`;
  const content = `90 60.5 m 102 60.5 l S BT /F1 12 Tf ${at(30, 150, FIRST)} ${at(30, 136, SECOND)} ${at(30, 122, THIRD)} ${heading} ${formula} ET`;

  it('follows it when it becomes shorter, with the line of a fraction', async () => {
    const { bytes } = await edit(content, 'who shall deliver the goods on time and in good order to the place that', 'as');
    const origins = await pdfiumOrigins(bytes);
    const heightOf = (letter: string) => origins.find(({ text, y }) => text === letter && y < 130)?.y;
    expect([heightOf('H'), heightOf('A'), heightOf('q')]).toEqual([96, 78, 64].map((y) => expect.closeTo(y, 1)));
    expect(await drawnLevels(bytes)).toEqual([[90, 75]]);
  });

  it('takes the room above a smaller text rather than move that under an annotation', async () => {
    const content = 'BT /F1 16 Tf 30 150 Td (Types of annotations) Tj /F1 10 Tf 0 -44 Td (Video) Tj ET';
    const video = '<< /Type /Annot /Subtype /Screen /Rect [30 40 200 102] /AP << /N 7 0 R >> >>';
    const look = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 170 62]', data: '1 g 0 0 170 62 re f' };
    const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 360 200] /Annots [6 0 R]', more: { 6: video, 7: look } }));
    const outcomes = await replaceOnPage(opened, 0, { text: 'Types of annotations' }, 'Types of annotations that every reader has to play');
    expect(outcomes.map((one) => one.ok && one.change.fidelity)).toMatchObject([{ scale: 1, fitting: 'free_room' }]);
    const lines = await linesOf(await save(opened));
    expect(lines.find(({ text }) => text.includes('Video'))?.y).toBe(106);
    expect(lines.filter(({ y }) => y > 106).map(({ y }) => y)).toHaveLength(2);
  });

  it('keeps its gap when it moves down, where there is room further below', async () => {
    const { bytes } = await edit(content, 'that the buyer names', 'that the buyer and the seller have named together in the annex');
    const moved = (await pdfiumOrigins(bytes)).find(({ text, y }) => text === 'H' && y < 100);
    expect(moved?.y).toBeCloseTo(68, 1);
  });
});

describe.skipIf(!hasPdfJudges)('a replaced text keeps', () => {
  const words = [
    'the seller delivers the goods to the',
    'buyer within ten days of the order and',
    'the buyer pays the price on delivery of',
    'the goods and not later than the day of',
  ];
  const byWordSpacing = words.map((line) => `${((240 - measured(line, 12)) / (line.split(' ').length - 1)).toFixed(4)} Tw (${line}) Tj T*`);
  const byArrays = words.map((line) => {
    const parts = line.split(' ');
    const gap = (((measured(line, 12) - 240) / (parts.length - 1) / 12) * 1000).toFixed(2);
    return `[${parts.map((word, index) => (index < parts.length - 1 ? `(${word} ) ${gap}` : `(${word})`)).join(' ')}] TJ T*`;
  });
  it.each([
    ['word spacing, longer', byWordSpacing, 'ten days', 'twenty days'],
    ['word spacing, shorter', byWordSpacing, 'delivery', 'sale'],
    ['arrays, longer', byArrays, 'ten days', 'twenty days'],
    ['arrays, shorter', byArrays, 'delivery', 'sale'],
  ])('both sides of justified lines (%s)', async (_, lines, old, value) => {
    const edited = await edit(`BT /F1 12 Tf 14 TL 40 150 Td ${lines.join(' ')} ET`, old, value);
    expect(edited.outcomes.map((outcome) => outcome.ok && outcome.change.fidelity.scale)).toEqual([1]);
    for (const { start, end } of edited.lines) {
      expect(start).toBeCloseTo(40, 1);
      expect(Math.abs(end - 280)).toBeLessThan(0.3);
    }
    expect(edited.text).toBe(words.join(' ').replace(old, value));
  });

  it('the side of its cell, as a clip shows it', async () => {
    const set = (start: number) => `q 40 90 250 16 re W n BT /F1 12 Tf ${at(start, 94, 'Subtotal')} ET Q`;
    const width = measured('Subtotal', 12);
    const [right, middle] = [
      await edit(set(286 - width), 'Subtotal', 'Subtotal of the year'),
      await edit(set(165 - width / 2), 'Subtotal', 'Sum'),
    ];
    expect(right.lines.map(({ end }) => Math.round(end))).toEqual([286]);
    expect(middle.lines.map(({ start, end }) => Math.round((start + end) / 2))).toEqual([165]);
  });

  it('the room that it has over a smaller line, over its own ground, and over what a later ground hides', async () => {
    const title = `BT /F1 28 Tf 30 150 Td (Title) Tj ET BT /F1 10 Tf 30 132 Td (A line of small text below it) Tj ET`;
    const ground = `1 1 0 rg 28 146 ${measured('Title', 28) + 4} 30 re f 0 g ${title}`;
    const frames = `0 0 360 200 re 100 20 120 160 re S 1 g 20 100 320 90 re f 0 g ${title}`;
    for (const content of [title, ground, frames]) {
      const { outcomes } = await edit(content, 'Title', 'Report of 2024');
      expect(outcomes.map((one) => one.ok && [one.change.fidelity.fitting, one.change.fidelity.scale])).toEqual([['as_it_is', 1]]);
    }
  });

  it('the middle of centred lines, and of a title alone', async () => {
    const lines = ['Annual report', 'of the company', 'for the year 2023'];
    const centred = lines.map((line, index) => at(180 - measured(line, 12) / 2, 150 - index * 16, line)).join(' ');
    const several = await edit(`BT /F1 12 Tf ${centred} ET`, 'Annual', 'Consolidated semi-annual');
    const alone = await edit(
      `BT /F1 12 Tf ${at(180 - measured('Statement', 12) / 2, 150, 'Statement')} ${at(30, 100, 'left')} ET`,
      'Statement',
      'Certificate of origin',
    );
    for (const { start, end } of [...several.lines, alone.lines[0]!]) expect((start + end) / 2).toBeCloseTo(180, 0);
  });

  it.each([
    ['475.75', '12,475.75'],
    ['340.50', '9.50'],
    ['120.00', '-1.20'],
  ])('the right side of a column of amounts (%s → %s)', async (old, value) => {
    const rows = [
      ['Paper', '120.00'],
      ['Ink', '340.50'],
      ['Total', '475.75'],
    ].map(([name = '', sum = ''], index) => `${at(40, 150 - index * 16, name)} ${at(300 - measured(sum, 12), 150 - index * 16, sum)}`);
    const { bytes, text } = await edit(`BT /F1 12 Tf ${rows.join(' ')} ET`, old, value);
    expect(text).toContain(value);
    for (const { end } of await linesOf(bytes)) expect(end).toBeCloseTo(300, 0);
  });

  it('no hole in a row whose lines are no paragraph, with the marks across its rule', async () => {
    const rules = '40 160 m 320 160 l S 40 120 m 320 120 l S 40 94 m 320 94 l S 300 112 m 300 128 l S';
    const rows = [
      at(44, 148, 'Political Parties and Election'),
      at(44, 134, 'Campaign'),
      at(305, 148, '18'),
      at(44, 106, 'Media and Access'),
      at(305, 106, '25'),
    ];
    const { bytes, lines } = await edit(
      `0.5 w ${rules} BT /F1 12 Tf ${rows.join(' ')} ET`,
      'Political Parties and Election Campaign',
      'Parties',
    );
    expect(lines.map(({ y, text }) => [y, text.trim()])).toEqual([
      [148, expect.stringMatching(/^Parties\s*18$/u)],
      [120, expect.stringMatching(/^Media and Access\s*25$/u)],
    ]);
    expect(await drawnLevels(bytes)).toEqual([160, 134, 108].map((y) => [40, y]));
    const marks = (await drawnBoxes(bytes)).filter(([left, , right]) => right - left < 2);
    expect(marks.map(([, bottom, , top]) => [bottom, top])).toEqual([[expect.closeTo(126, 0), expect.closeTo(142, 0)]]);
  });

  it('in a cell that becomes higher with its frame, where it is too long for a line', async () => {
    const frame = `0.5 w 40 120 100 20 re S 140 120 100 20 re S BT /F1 12 Tf ${at(44, 126, 'Alpha')} ${at(40, 90, 'Below the table.')} ET`;
    const { bytes, outcomes } = await edit(frame, 'Alpha', 'Alphabetical listing of all');
    expect(outcomes[0]?.ok && outcomes[0].change.fidelity).toMatchObject({ fitting: 'free_room', scale: 1 });
    const origins = await pdfiumOrigins(bytes);
    const lines = new Set(origins.filter(({ text }) => text.trim() !== '').map(({ y }) => Math.round(y)));
    expect([...lines].toSorted((one, two) => two - one).slice(0, 1)).toEqual([126]);
    expect(lines.size).toBe(3);
    expect(Math.max(...origins.filter(({ y }) => y > 100).map(({ x }) => x))).toBeLessThan(138);
  });

  it.each([
    ['in the middle of the height', 123, 116],
    ['at the top', 130, 130],
  ])('the place of the cells beside it %s of a row that becomes higher, with their underlines', async (_, was, is) => {
    const rules = '0.5 w 40 100 m 240 100 l S 40 150 m 240 150 l S 40 100 m 40 150 l S 140 100 m 140 150 l S 240 100 m 240 150 l S';
    const cell = `${at(44, 130, 'First line of')} ${at(44, 116, 'a cell of two')}`;
    const content = `${rules} 150 ${was - 2} m ${150 + measured('1.0', 12)} ${was - 2} l S BT /F1 12 Tf ${cell} ${at(150, was, '1.0')} ${at(40, 60, 'Below.')} ET`;
    const { bytes, lines } = await edit(content, 'a cell of two', 'a cell of two and three');
    expect(lines.map(({ text }) => text.trim())).toContain('and three');
    const one = (await pdfiumOrigins(bytes)).find(({ text, x }) => text === '1' && x > 140);
    expect(one?.y).toBeCloseTo(is, 0);
    const drawn = await drawnLevels(bytes);
    expect(drawn).toContainEqual([150, Math.round(is - 2)]);
    expect(drawn).toContainEqual([40, 86]);
  });

  it('inside its cell: it passes neither the rule nor the text beside it', async () => {
    const cell = await edit(
      `0.5 w 40 120 100 20 re S 140 120 100 20 re S BT /F1 12 Tf ${at(44, 126, 'Alpha')} ET`,
      'Alpha',
      'Alphabetical listing',
    );
    const [outcome] = cell.outcomes;
    expect(outcome?.ok && outcome.change.fidelity.fitting).toBe('smaller');
    expect(outcome?.ok && outcome.change.fidelity.scale).toBeGreaterThan(0.95);
    const end = Math.max(...(await pdfiumOrigins(cell.bytes)).map(({ x }) => x)) + measured('g', 12);
    expect(end).toBeLessThan(140);
    const beside = await edit(
      `BT /F1 10 Tf ${at(40, 150, 'left text')} ${at(110, 146, 'right text a little lower')} ${at(40, 138, 'below')} ET`,
      'left text',
      'left text with additional words',
    );
    expect(beside.outcomes.map((one) => !one.ok && one.refusal)).toEqual(['does_not_fit']);
  });

  it('the spacing of its letters', async () => {
    const set = await edit('BT /F1 14 Tf 4 Tc 40 150 Td (INVOICE NUMBER) Tj ET', 'INVOICE', 'RECEIPT');
    expect(set.text).toContain('RECEIPT NUMBER');
    const array = 'BT /F1 14 Tf 40 150 Td [(I) -120 (N) -120 (V) -120 (O) -120 (I) -120 (C) -120 (E)] TJ ET';
    const { lines } = await edit(array, 'INVOICE', 'RECEIPT');
    expect(lines[0]!.end - lines[0]!.start).toBeCloseTo(measured('RECEIP', 14) + 6 * 0.12 * 14 + measured('T', 12), 0);
  });

  it('the two sizes of its capitals', async () => {
    const { bytes, text } = await edit(
      'BT 40 150 Td /F1 14 Tf (A) Tj /F1 11 Tf (NNUAL ) Tj /F1 14 Tf (R) Tj /F1 11 Tf (EPORT) Tj ET',
      'ANNUAL',
      'MONTHLY',
    );
    expect(text).toBe('MONTHLY REPORT');
    const origins = await pdfiumOrigins(bytes);
    expect(origins[2]!.x - origins[1]!.x).toBeCloseTo(measured('O', 11), 0);
    expect(origins[1]!.x - origins[0]!.x).toBeCloseTo(measured('M', 14), 0);
  });

  it('its direction, and what follows moves along it', async () => {
    const { bytes } = await edit('BT /F1 12 Tf 0.8 0.6 -0.6 0.8 60 40 Tm (Turned text with a tail) Tj ET', 'text', 'lettering');
    const origins = await pdfiumOrigins(bytes);
    for (const { x, y } of origins) expect((y - 40) / 0.6).toBeCloseTo((x - 60) / 0.8, 1);
    expect(origins.map(({ text }) => text).join('')).toBe('Turned lettering with a tail');
  });
});

describe.skipIf(!hasPdfJudges)('a line alone', () => {
  it('goes on below where the margin of its page ends, with what is below it, and is not divided within a word', async () => {
    const heading = `BT /F1 12 Tf ${at(60, 150, '3')} ${at(84, 150, 'Third section')} ${at(60, 120, 'Some text.')} ${at(170, 20, '1')} ET`;
    const { lines, text } = await edit(heading, 'Third section', 'Third section: measurements and three-dimensional models of them');
    expect(text).toBe('3 Third section: measurements and three-dimensional models of them Some text. 1');
    expect(lines.map(({ start, text: shown }) => [Math.round(start), shown.trim()])).toEqual([
      [60, '3Third section: measurements and'],
      [84, 'three-dimensional models of them'],
      [60, 'Some text.'],
      [170, '1'],
    ]);
    for (const { end } of lines) expect(end).toBeLessThan(300.5);
  });

  const [LONG, LONGER] = ['A caption of a figure', 'A caption of a figure that is longer now than the lines of its page can be'];

  it('keeps the gap below it where it goes on there, also beside its label', async () => {
    const text = ['Some text that is below the caption, and as wide as', 'its column: it moves on where the caption is longer.'];
    const below = text.map((line, index) => at(30, 116 - index * 14, line)).join(' ');
    const alone = await edit(`BT /F1 12 Tf ${at(30, 150, LONG)} ${below} ET`, LONG, LONGER);
    const labelled = await edit(
      `BT /F1 12 Tf ${at(30, 150, 'Figure 1')} ${at(100, 150, LONG)} ${below} ET`,
      LONG,
      'A caption of a figure that is longer than its column',
    );
    for (const { lines } of [alone, labelled]) {
      expect(lines.map(({ y }) => y)).toEqual([150, 136, 102, 88]);
      expect(lines.slice(2).map(({ text: shown }) => shown.trim())).toEqual(text);
    }
  });

  it('keeps a part of the gap below it where the page has no room for all of it', async () => {
    const below = ['Some text that goes on to the', 'foot of the page, below which', 'there is little room left'];
    const content = `BT /F1 12 Tf ${at(30, 80, LONG)} ${below.map((line, index) => at(30, 46 - index * 12, line)).join(' ')} ET`;
    const { lines } = await edit(content, LONG, LONGER);
    expect(lines.map(({ y }) => y)).toEqual([80, 68, 37, 25, 13]);
  });

  it('goes on at the distance of lines that the page has, also where that is wide, or where lines are centred', async () => {
    const wide = ['Text whose lines stand far apart, as in theses,', 'and that is long enough to show how far that is'];
    const content = `BT /F1 12 Tf ${wide.map((line, index) => at(30, 180 - index * 25, line)).join(' ')} ${at(30, 120, LONG)} ${at(30, 80, 'Below.')} ET`;
    expect((await edit(content, LONG, LONGER)).lines.map(({ y }) => y)).toEqual([180, 155, 120, 95, 55]);
    const centred = ['HOW YOU', 'CAN HELP US'].map((line, index) => at(180 - measured(line, 12) / 2, 180 - index * 13, line)).join(' ');
    const titled = `BT /F1 12 Tf ${centred} ${at(30, 120, LONG)} ${at(30, 80, 'Below.')} ET`;
    expect((await edit(titled, LONG, LONGER)).lines.map(({ y }) => y)).toEqual([180, 167, 120, 107, 67]);
  });

  it('of a cell goes on below, rather than closer, where others of its column do', async () => {
    const rules = '0.5 w 40 100 m 240 100 l S 40 125 m 240 125 l S 40 165 m 240 165 l S 40 100 m 40 165 l S 140 100 m 140 165 l S';
    const rows = (first: string) =>
      `${first} ${at(150, 150, '1.0')} ${at(44, 110, 'Alpha')} ${at(150, 110, '2.0')} ${at(40, 60, 'Below.')}`;
    const broken = `${at(44, 150, 'First line of')} ${at(44, 136, 'a cell of two')}`;
    const change = ['Alpha', 'Alphabetical listing'] as const;
    const [several, single] = [
      await edit(`${rules} BT /F1 12 Tf ${rows(broken)} ET`, ...change),
      await edit(`${rules} BT /F1 12 Tf ${rows(at(44, 150, 'First line'))} ET`, ...change),
    ];
    expect(several.outcomes[0]?.ok && several.outcomes[0].change.fidelity).toMatchObject({ fitting: 'free_room', scale: 1 });
    expect(several.lines.find(({ y }) => y === 96)?.text.trim()).toBe('listing');
    expect(single.outcomes[0]?.ok && single.outcomes[0].change.fidelity.fitting).toBe('smaller');
  });

  it('that ends at the right margin grows to the left', async () => {
    const footer = 'Northwind Ltd.';
    const right = 330 - measured(footer, 12);
    const { lines } = await edit(
      `BT /F1 12 Tf ${at(30, 150, 'Some text.')} ${at(right, 20, footer)} ET`,
      'Northwind Ltd.',
      'Northwind Ltd. and Sons of Hamburg',
    );
    const last = lines.at(-1);
    expect(last?.text.trim()).toBe('Northwind Ltd. and Sons of Hamburg');
    expect([last?.start, last?.end].map((one) => Math.round(one ?? 0))).toEqual([
      Math.round(330 - measured('Northwind Ltd. and Sons of Hamburg', 12)),
      330,
    ]);
  });
});

describe.skipIf(!hasPdfJudges)('a line alone on the right of its page', () => {
  const longer = 'Northwind Ltd. and Sons of Hamburg';
  const fromLeft = (right: number, text: string) => Math.round(right - measured(text, 12));

  it('ends at the margin also where another line ends a little further', async () => {
    const number = at(330 - measured('1/1', 12), 20, '1/1');
    const head = at(327 - measured('Northwind', 12), 180, 'Northwind');
    const { lines } = await edit(`BT /F1 12 Tf ${at(30, 150, 'Some text.')} ${head} ${number} ET`, 'Northwind', longer);
    expect(lines.map(({ start }) => Math.round(start))).toEqual([30, fromLeft(327, longer), fromLeft(330, '1/1')]);
  });

  it('grows to the left where it has no room on its right or below, but not up to what stands before it', async () => {
    const foot = (before: string) => `BT /F1 12 Tf ${at(30, 150, 'Some text.')} ${before} ${at(220, 10, 'Northwind')} ET`;
    const right = 220 + measured('Northwind', 12);
    const { lines, outcomes } = await edit(foot(''), 'Northwind', longer);
    expect(lines.at(-1)?.text.trim()).toBe(longer);
    expect(Math.round(lines.at(-1)?.start ?? 0)).toBe(fromLeft(right, longer));
    expect(outcomes[0]?.ok && outcomes[0].change.fidelity).toMatchObject({ scale: 1, fitting: 'free_room' });
    const refused = await edit(foot(at(60, 10, 'of the year')), 'Northwind', longer);
    expect(refused.outcomes.map((one) => !one.ok && one.refusal)).toEqual(['does_not_fit']);
  });
});

describe.skipIf(!hasPdfJudges)('a cell that is higher than its text', () => {
  const centred = (x: number, y: number, text: string) => at(x - measured(text, 12) / 2, y, text);
  const cells = (height: number, y: number, more = '') =>
    `0.5 w 40 100 100 ${height} re S 140 100 100 ${height} re S BT /F1 12 Tf ${centred(90, y, 'Monday 23.5')} ${centred(190, y, 'Tuesday 24.5')} ${more} ET`;
  const added = async (content: string, value = 'Monday 23.5 (week 21)') => {
    const { outcomes, lines } = await edit(content, 'Monday 23.5', value);
    return { outcomes, lines: lines.map(({ start, end, y, text }) => [y, text.trim(), Math.round((start + end) / 2)]) };
  };
  const beside = (y: number) => [y, 'Tuesday 24.5', 190];

  it('has its lines in the middle of its height, as the line was, and of its width', async () => {
    const { outcomes, lines } = await added(cells(50, 122));
    expect(outcomes.map((one) => one.ok && one.change.fidelity)).toMatchObject([{ scale: 1, fitting: 'free_room' }]);
    expect(lines).toEqual([[129, 'Monday 23.5', 90], [115, '(week 21)', 90], beside(122)]);
    const [whole] = (await added(cells(80, 138), 'Monday (the first day of week number 21)')).outcomes;
    expect(whole?.ok && whole.change.fidelity.scale).toBe(1);
  });

  it('has them above its foot where the line was there', async () => {
    const { lines } = await added(cells(50, 106));
    expect(lines.map(([y, text]) => [y, text])).toEqual([
      [120, 'Monday 23.5'],
      [106, '(week 21)Tuesday 24.5'],
    ]);
  });

  it.each([
    ['it has no room for them', cells(26, 110), 110],
    ['other text is above it', cells(50, 122, centred(90, 140, 'am')), 122],
    ['other text is above its foot', cells(50, 106, centred(90, 132, 'am')), 106],
  ])('keeps its line where it is where %s', async (_, content, y) => {
    const { lines } = await added(content);
    expect(lines.find(([, text]) => String(text).startsWith('Monday'))?.[0]).toBe(y);
  });
});

describe.skipIf(!hasPdfJudges)('a justified paragraph', () => {
  const MEASURE = 300;
  const stretched = (x: number, y: number, text: string) => {
    const gap = (MEASURE - measured(text, 12)) / (text.split(' ').length - 1);
    return `1 0 0 1 ${x} ${y} Tm ${gap.toFixed(4)} Tw (${text}) Tj`;
  };
  const LINES = [
    'The parties agree that the goods are to be sent within',
    'three weeks of the order, and that the buyer pays all',
    'costs of customs and storage. The seller bears the risk',
  ] as const;
  const set = `BT /F1 12 Tf ${LINES.map((line, index) => stretched(30, 150 - index * 14, line)).join(' ')} 0 Tw ${at(30, 108, 'of the transport.')} ET`;

  it('has its usual spaces in the line that is its last one now', async () => {
    const { lines, text } = await edit(set, 'The seller bears the risk of the transport.', '');
    expect(text).toBe(
      'The parties agree that the goods are to be sent within three weeks of the order, and that the buyer pays all costs of customs and storage.',
    );
    expect(lines).toHaveLength(3);
    expect(lines[2]?.end).toBeCloseTo(30 + measured('costs of customs and storage.', 12), 0);
  });

  it('leaves a line alone in its column the letters that it has: it goes on below', async () => {
    const full = [...LINES, 'of the transport, and of the storage on the way to it'];
    const caption = 'A caption below the text that is as long as its column';
    const content = `BT /F1 12 Tf ${full.map((line, index) => stretched(30, 180 - index * 14, line)).join(' ')} 0 Tw ${at(30, 110, caption)} ${at(30, 70, 'Below.')} ET`;
    const { outcomes, lines } = await edit(content, 'is as long', 'is about as long');
    expect(measured(caption.replace('is as long', 'is about as long'), 12)).toBeGreaterThan(305);
    expect(outcomes[0]?.ok && outcomes[0].change.fidelity).toMatchObject({ fitting: 'free_room', scale: 1 });
    expect(lines.slice(4).map(({ y }) => y)).toEqual([110, 96, 56]);
  });

  it('has a heading in its middle, with the number that stands further before it', async () => {
    const full = [...LINES, 'of the transport, and of the storage on the way to it'];
    const text = full.map((line, index) => stretched(30, 150 - index * 14, line)).join(' ');
    const set = (heading: string) => {
      const width = measured('IV.', 12) + 16 + measured(heading, 12);
      return [180 - width / 2, 180 + width / 2 - measured(heading, 12)] as const;
    };
    const heading = set('DATA')
      .map((x, index) => at(x, 180, ['IV.', 'DATA'][index] ?? ''))
      .join(' ');
    const { bytes } = await edit(`BT /F1 12 Tf ${heading} ${text} ET`, 'DATA', 'DATA AND NOTES');
    const [number, first] = set('DATA AND NOTES');
    const origins = (await pdfiumOrigins(bytes)).filter(({ y }) => y > 170);
    expect(origins.find(({ text: letter }) => letter === 'I')?.x).toBeCloseTo(number, 0);
    expect(origins.find(({ text: letter }) => letter === 'D')?.x).toBeCloseTo(first, 0);
    const alone = at(180 - measured('DATA', 12) / 2, 180, 'DATA');
    const { lines } = await edit(`BT /F1 12 Tf ${alone} ${text} ET`, 'DATA', 'DATA AND NOTES');
    expect(((lines[0]?.start ?? 0) + (lines[0]?.end ?? 0)) / 2).toBeCloseTo(180, 0);
  });

  it('keeps the gap behind its label, which stands in its first line', async () => {
    const [label, gap] = ['Terms', 11];
    const from = 30 + measured(label, 12) + gap;
    const first = 'goods are sent within three weeks, the buyer';
    const space = (330 - from - measured(first, 12)) / (first.split(' ').length - 1);
    const lines = LINES.slice(1).map((line, index) => stretched(30, 136 - index * 14, line));
    const content = `BT /F1 12 Tf ${at(30, 150, label)} 1 0 0 1 ${from} 150 Tm ${space.toFixed(4)} Tw (${first}) Tj ${lines.join(' ')} 0 Tw ${at(30, 108, 'of the transport.')} ET`;
    const { bytes, lines: now } = await edit(content, 'within three weeks', 'in thirteen weeks');
    expect(now[0]?.text).toContain('thirteen');
    expect(now[0]?.end).toBeCloseTo(330, 0);
    expect((await pdfiumOrigins(bytes)).find(({ text, y }) => text === 'g' && y > 145)?.x).toBeCloseTo(from, 1);
  });

  it('is one beside a caption of another size, a line of which is at nearly the same height', async () => {
    const caption = `/F1 10 Tf ${at(341, 136.7, 'Fig. 1')}`;
    const { lines } = await edit(set.replace(' ET', ` ${caption} ET`), 'three weeks of the order, and that', 'three weeks, and that');
    expect(lines.filter(({ start }) => start < 40).map(({ end }) => Math.round(end))).toEqual([330, 330, expect.any(Number)]);
    expect(lines.find(({ text }) => text.startsWith('Fig'))?.start).toBeCloseTo(341, 0);
  });

  const NARROW = 150;
  const divided = (lines: readonly string[], last: string, measure = NARROW) => {
    const set = lines.map((line, index) => {
      const gap = (measure - measured(line, 12)) / (line.split(' ').length - 1);
      return `1 0 0 1 30 ${180 - index * 14} Tm ${gap.toFixed(4)} Tw (${line}) Tj`;
    });
    return `BT /F1 12 Tf ${set.join(' ')} 0 Tw ${at(30, 180 - lines.length * 14, last)} ET`;
  };

  it('ends before a column that stands an em beside it, also where its lines end with spaces', async () => {
    const column = (x: number, lines: readonly string[]) =>
      lines.map((line, index) => {
        const gap = (NARROW - measured(line, 12)) / (line.split(' ').length - 1);
        return `1 0 0 1 ${x} ${180 - index * 14} Tm ${gap.toFixed(4)} Tw (${line}) Tj 0 Tw ( ) Tj`;
      });
    const LEFT = ['The goods that are to be sent', 'within a few weeks of the', 'order are paid by the buyer'];
    const RIGHT = ['Storage and customs are to', 'be paid by the seller, who', 'bears the risk of transport'];
    const content = `BT /F1 12 Tf ${[...column(30, LEFT), ...column(193, RIGHT)].join(' ')} ET`;
    const rightOf = async (bytes: Uint8Array) => (await pdfiumOrigins(bytes)).filter(({ text, x }) => x > 190 && text.trim() !== '');
    const { bytes, text } = await edit(content, 'within a few weeks of', 'after');
    expect(await rightOf(bytes)).toEqual(await rightOf((await edit(content, 'no such text', '')).bytes));
    expect(text).toMatch(/to be sent.* after the order/u);
  });

  it('divides words as its page does, in its language, rather than have wide spaces', async () => {
    const lines = [
      'This is the text of a con-',
      'tract, and that is to be',
      'for the buyer and the sell-',
      'er of the goods. They are',
      'with those of this store',
    ];
    const { lines: now, bytes } = await edit(divided(lines, 'and of the house.'), 'They are', 'Considerations');
    // PDFium gives the hyphens at ends of lines another code.
    const hyphenated = now.map(({ text }) => text.replaceAll('\u0002', '-').trim());
    expect(hyphenated.slice(3, 5)).toEqual(['er of the goods. Consid-', 'erationswith those of this']);
    const hyphen = measured('-', 12);
    const ends = [180 - hyphen, 180, 180 - hyphen, 180 - hyphen, 180].map((end) => Math.round(end));
    expect(now.slice(0, 5).map(({ end }) => Math.round(end))).toEqual(ends);
    expect(clean(textOfPdf(bytes))).toContain('the goods. Considerations with those of this store and of the house.');
    const whole = lines.map((line) => line.replace(/-$/, ''));
    const undivided = await edit(divided(whole, 'and of the house.'), 'They are', 'Considerations');
    expect(undivided.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(/Considerations/u));
  });

  it('divides a text of one line that goes on below, as its page divides words', async () => {
    const lines = [
      'This is the text of a con-',
      'tract, and that is to be',
      'for the buyer and the sell-',
      'er of the goods. They are',
      'with those of this store',
    ];
    const content = divided(lines, 'and of the house.').replace(' ET', ` ${at(30, 80, 'They are of this house.')} ET`);
    const { lines: now } = await edit(content, 'of this house', 'considering representatives of the house');
    const [first] = now.filter(({ y }) => y === 80);
    expect(first?.text.replaceAll('\u0002', '-').trim()).toMatch(/^They are considering .*-$/u);
  });

  describe('breaks lines above the edit again', () => {
    /** Of the widest space between two letters of a line, in those of the font. */
    const widestOf = async (bytes: Uint8Array) => {
      const letters = (await pdfiumOrigins(bytes)).filter(({ text }) => text.trim() !== '');
      const gaps = letters.flatMap(({ x, y }, index) => {
        const before = letters[index - 1];
        return before && Math.abs(before.y - y) < 1 ? [x - before.x - measured(before.text, 12)] : [];
      });
      return Math.max(...gaps) / measured(' ', 12);
    };

    it('where its own would be looser than all of its paragraph', async () => {
      const lines = [
        'buyer insurance place notice for storage to',
        'price paid time price party place delivery risk',
        'of to from agreement that paid this paid for',
        'risk weeks carriage which insurance storage',
        'delivery agreement place weeks for storage',
      ];
      const { bytes, text } = await edit(divided(lines, 'and no more.', 240), 'carriage', 'misunderstandings');
      expect(await widestOf(bytes)).toBeLessThan(2.6);
      expect(text).toBe(clean(`${lines.join(' ')} and no more.`.replace('carriage', 'misunderstandings')));
    });

    it('where the paragraph goes on elsewhere, and its last line stays full', async () => {
      const lines = [
        'with storage carriage reasonable agreement',
        'buyer is paid this which carriage this which',
        'paid by with order by buyer within of risk was',
        'was which time goods are weeks seller place',
        'are of the storage carriage transport is that',
      ];
      const { bytes, lines: now } = await edit(divided(lines, '', 240), 'the', '');
      expect(await widestOf(bytes)).toBeLessThan(2.1);
      expect(now.map(({ end }) => Math.round(end))).toEqual([270, 270, 270, 270, 270]);
    });
  });
});
