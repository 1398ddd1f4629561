import { describe, expect, it } from 'vitest';
import { deleteUnit, insertUnit } from '../../../../../processor/pdf/edit/edit-units.ts';
import { readPageTextEvents } from '../../../../../processor/pdf/edit/page-text.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { drawingsOf, type Unit } from '../../../../../processor/pdf/edit/layout/units.ts';
import { hasPdfJudges, textOfPdf } from '../../../../../support/judges/judge-pdf.ts';
import { onePage, openObjects, pdfiumOrigins, save } from '../../../../../support/run/edit-pdf.ts';
import { editMatches, replaceOnPage } from '../../../../support/replace-on-page.ts';
import { inkAt } from '../../../../support/ink-at.ts';

/** A cell as word processors write it: its ground, the ground of its text, and its text in a clip of the cell, twice. */
const cell = (left: number, bottom: number, width: number, text: string) => `0.8 0.85 1 rg ${left} ${bottom} ${width} 15 re f
q ${left} ${bottom} ${width} 15 re W* n ${left + 4} ${bottom + 1} ${width - 8} 13 re f
q ${left} ${bottom} ${width} 15 re W* n 0 g BT /F1 10 Tf 1 0 0 1 ${left + 5} ${bottom + 4} Tm (${text}) Tj ET Q Q
1 g ${left} ${bottom - 0.5} ${width} 0.5 re f`;
const ROWS = [
  ['Head A', 'Head B'],
  ['Anna', '12.50'],
  ['Bert', '13.75'],
  ['Clara', '9.00'],
];
const table = ROWS.flatMap(([one = '', two = ''], row) => [
  cell(40, 120 - row * 15.5, 100, one),
  cell(140, 120 - row * 15.5, 100, two),
]).join('\n');
const list = `0 g BT /F1 10 Tf 1 0 0 1 60 160 Tm (- First) Tj 1 0 0 1 60 146 Tm (- Second) Tj ET`;

async function change(text: string, unit: Unit, value?: string) {
  const opened = await openObjects(onePage(`${list}\n${table}`, { page: '/MediaBox [0 0 300 220]' }));
  const outcomes = await editMatches(opened, 0, { text }, 1, (page, match) => {
    const on = { document: opened, pageIndex: 0, text: page };
    return value === undefined ? Promise.resolve(deleteUnit(on, match, unit)) : insertUnit(on, match, { unit, place: 'after', value });
  });
  const bytes = await save(opened);
  const origins = (await pdfiumOrigins(bytes)).filter((one) => one.text.trim() !== '');
  const baselines = [...new Set(origins.map(({ y }) => Math.round(y * 10) / 10))];
  return { outcomes, text: textOfPdf(bytes).split(/\s+/u).filter(Boolean).join(' '), baselines, visible: await inkAt(bytes, origins) };
}

describe.skipIf(!hasPdfJudges)('units beside clips', () => {
  it('a row that goes: those below move up with the clips of their cells, and are seen', async () => {
    const { outcomes, text, baselines, visible } = await change('Anna', 'row');
    expect(outcomes.map((one) => (one.ok ? 'ok' : one.refusal))).toEqual(['ok']);
    expect(text).toBe('- First - Second Head A Head B Bert 13.75 Clara 9.00');
    expect(baselines).toEqual([160, 146, 124, 108.5, 93]);
    expect(visible).toBe(true);
  });

  it('a row that comes is seen, also where the font of a cell lacks a letter', async () => {
    const { outcomes, text, baselines, visible } = await change('Clara', 'row', 'Дора | 8.25 Ж');
    expect(outcomes.map((one) => (one.ok ? 'ok' : one.refusal))).toEqual(['ok']);
    expect(text).toMatch(/Clara 9\.00.*Дора.*8\.25 Ж/u);
    expect(baselines).toEqual([160, 146, 124, 108.5, 93, 77.5, 62]);
    expect(visible).toBe(true);
  });

  it('an item that comes moves a table below it with all of its cells', async () => {
    const { outcomes, text, baselines, visible } = await change('Second', 'list_item', 'Third');
    expect(outcomes.map((one) => (one.ok ? 'ok' : one.refusal))).toEqual(['ok']);
    expect(text).toBe('- First - Second - Third Head A Head B Anna 12.50 Bert 13.75 Clara 9.00');
    expect(baselines).toEqual([160, 146, 132, 110, 94.5, 79, 63.5]);
    expect(visible).toBe(true);
  });

  it.each([
    ['b.', 'c. Third'],
    ['2.', '3. Third'],
    // A list begins with i where it counts in Roman figures.
    ['i.', 'ii. Third'],
    // It may be a letter or a figure.
    ['v.', 'v. Third'],
    ['ix.', 'x. Third'],
  ])('behind %s comes %s', async (mark, expected) => {
    const content = `BT /F1 10 Tf 1 0 0 1 60 160 Tm (${mark} Second) Tj ET`;
    const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 300 220]' }));
    const [outcome] = await editMatches(opened, 0, { text: 'Second' }, 1, (page, match) =>
      insertUnit({ document: opened, pageIndex: 0, text: page }, match, { unit: 'list_item', place: 'after', value: 'Third' }),
    );
    expect(outcome?.ok).toBe(true);
    expect(textOfPdf(await save(opened)).replaceAll(/\s+/gu, ' ')).toContain(expected);
  });

  it.each([
    ['(Biogas:) Tj /F1 10 Tf ( methane from food waste)', 'Other: each year', 'Other:'],
    ['(Biogas) Tj /F1 10 Tf (: methane from food waste)', 'Other: each year', 'Other'],
    ['(Biogas:) Tj /F1 10 Tf ( methane from food waste)', 'Nothing else', ''],
  ])('a new item beside %s has its label in the same face', async (item, value, label) => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>';
    const content = `BT /F1 10 Tf 1 0 0 1 60 160 Tm (- ) Tj /F2 10 Tf ${item} Tj ET`;
    const opened = await openObjects(onePage(content, { fonts: '/F2 20 0 R', more: { 20: font }, page: '/MediaBox [0 0 300 220]' }));
    const [outcome] = await editMatches(opened, 0, { text: 'food waste' }, 1, (page, match) =>
      insertUnit({ document: opened, pageIndex: 0, text: page }, match, { unit: 'list_item', place: 'after', value }),
    );
    expect(outcome?.ok).toBe(true);
    const bytes = await save(opened);
    const [page] = (await openPdf(bytes, { needs: 'modify', pagesMax: 10 })).pages;
    const glyphs = page ? readPageTextEvents(page.dict).glyphs : [];
    const lowest = Math.min(...glyphs.map(({ baseline }) => baseline));
    const inBold = glyphs.filter(({ baseline, event }) => baseline === lowest && event.font?.baseFont === 'Courier-Bold');
    expect(inBold.map(({ shown }) => shown.glyph.unicode).join('')).toBe(label);
    expect(textOfPdf(bytes).replaceAll(/\s+/gu, ' ')).toContain(`- ${value}`);
  });

  it('words in a face of their own keep their spaces where a paragraph is set again', async () => {
    const paragraph = ['The parties to this agreement have', 'agreed upon the terms that follow in', 'the annex.'];
    const content = `BT /F1 12 Tf 14 TL 40 150 Td ${paragraph.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
    const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 260 220]' }));
    const outcomes = await replaceOnPage(opened, 0, { text: 'parties to' }, 'two parties Ж to');
    expect(outcomes.map((one) => (one.ok ? 'ok' : one.refusal))).toEqual(['ok']);
    expect(textOfPdf(await save(opened)).replaceAll(/\s+/gu, ' ')).toContain('The two parties Ж to this agreement');
  });

  it('a line that goes from one of two columns leaves the foot of the page below their frame, and the frame', async () => {
    const column = (left: number, ...lines: string[]) =>
      lines.map((line, at) => `1 0 0 1 ${left} ${180 - at * 14} Tm (${line}) Tj`).join(' ');
    const texts = `${column(30, 'Alpha', 'Beta', 'Gamma', 'Delta')} ${column(160, 'One', 'Two', 'Three', 'Four')}`;
    const content = `20 125.5 m 260 125.5 l 20 195 m 20 125.5 l 260 195 m 260 125.5 l S BT /F1 10 Tf ${texts} 1 0 0 1 30 108 Tm (Owner 2000) Tj ET`;
    const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 300 220]' }));
    const [outcome] = await editMatches(opened, 0, { text: 'Beta' }, 1, (page, match) =>
      deleteUnit({ document: opened, pageIndex: 0, text: page }, match, 'line'),
    );
    expect(outcome?.ok).toBe(true);
    const bytes = await save(opened);
    const placed = new Map<number, string>();
    for (const { text, x, y } of await pdfiumOrigins(bytes))
      if (x < 150) placed.set(Math.round(y), (placed.get(Math.round(y)) ?? '') + text.trim());
    expect([...placed].filter(([, text]) => text !== '')).toEqual([
      [180, 'Alpha'],
      [166, 'Gamma'],
      [152, 'Delta'],
      [108, 'Owner2000'],
    ]);
    const [page] = (await openPdf(bytes, { needs: 'modify', pagesMax: 1 })).pages;
    const drawn = page ? drawingsOf(readPageTextEvents(page.dict)).map(({ box }) => box.map(Math.round)) : [];
    expect(drawn).toEqual([[20, 126, 260, 195]]);
  });

  it.each([
    ['as near to its foot as others stand to its head', 380, ['ok', [380, 30, 18]]],
    ['no nearer', 365, ['no_room_below', [365, 30]]],
  ] as const)('a line that comes below the last one of its page stands %s', async (_, head, expected) => {
    const content = `BT /F1 10 Tf 1 0 0 1 40 ${head} Tm (Head of the page) Tj 1 0 0 1 40 30 Tm (Copyright 2014) Tj ET`;
    const opened = await openObjects(onePage(content, { page: '/MediaBox [0 0 300 400]' }));
    const [outcome] = await editMatches(opened, 0, { text: 'Copyright' }, 1, (page, match) =>
      insertUnit({ document: opened, pageIndex: 0, text: page }, match, { unit: 'line', place: 'after', value: 'All rights reserved' }),
    );
    const baselines = [...new Set((await pdfiumOrigins(await save(opened))).map(({ y }) => Math.round(y)))];
    expect([outcome?.ok ? 'ok' : outcome?.refusal, baselines.toSorted((one, two) => two - one)]).toEqual(expected);
  });
});
