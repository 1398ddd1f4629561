// Whole lines, list items, table rows and paragraphs, inserted in the style of their neighbours and deleted without leaving a gap.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { readPageTextEvents } from '../../../processor/pdf/edit/page-text.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { onePage, pdfiumOrigins } from '../../../support/run/edit-pdf.ts';
import { greyAt } from '../../support/ink-at.ts';
import { type EditRun, runEdit } from '../../../support/run/run-edit.ts';

const PAGE = '/MediaBox [0 0 400 300]';
const make = (content: string, more: Parameters<typeof onePage>[1] = {}) => makePdf({ objects: onePage(content, { page: PAGE, ...more }) });
const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;

type Asked = Record<string, unknown>;
const run = (source: Uint8Array, operation: Asked): Promise<EditRun> =>
  runEdit(source, { plan: { operations: [{ id: 'op1', because: 'asked', ...operation }], unresolved: [] } as never });
const insert = (source: Uint8Array, as: string, anchor: string, value: string, place = 'after') =>
  run(source, { op: 'insert_text', as, place, match: { text: anchor }, value });
const remove = (source: Uint8Array, as: string, text: string) => run(source, { op: 'delete_text', as, match: { text } });

/** What PDFium reads on each baseline from the top, without spaces, and where it begins. */
async function rowsOf(bytes: Uint8Array): Promise<[string, number, number][]> {
  expect(qpdfCheck(bytes).status).toBe(0);
  const letters = (await pdfiumOrigins(bytes)).filter(({ text }) => text.trim() !== '');
  const rows = Map.groupBy(letters, ({ y }) => Math.round(y));
  return [...rows]
    .toSorted(([one], [two]) => two - one)
    .map(([y, row]) => {
      const sorted = row.toSorted((one, two) => one.x - two.x);
      return [sorted.map(({ text }) => text).join(''), Math.round(sorted[0]?.x ?? 0), y];
    });
}

const LIST = `BT /F1 11 Tf ${at(40, 250, 'Agenda')} ${at(50, 230, '1.')} ${at(66, 230, 'Opening')} ${at(50, 214, '2.')} ${at(66, 214, 'Budget')} ${at(40, 180, 'See you there.')} ${at(40, 30, 'Page 1')} ET`;

describe.skipIf(!hasPdfJudges)('a list item', () => {
  test('is inserted after the last with the next number, and what follows moves down; the foot of the page does not', async () => {
    const edited = await insert(make(LIST), 'list_item', 'Budget', 'Any other business');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['Agenda', 40, 250],
      ['1.Opening', 50, 230],
      ['2.Budget', 50, 214],
      ['3.Anyotherbusiness', 50, 198],
      ['Seeyouthere.', 40, 164],
      ['Page1', 40, 30],
    ]);
  });

  test('stands as far from the others as they do from one another, whatever follows the list', async () => {
    const items = ['Amber', 'Birch', 'Cedar'].map((item, index) => `${at(50, 230 - index * 16, '-')} ${at(66, 230 - index * 16, item)}`);
    const source = make(`BT /F1 11 Tf ${at(40, 250, 'Woods')} ${items.join(' ')} ${at(40, 184.5, 'These are all.')} ET`);
    const edited = await insert(source, 'list_item', 'Cedar', 'Linden');
    const baselines = (await rowsOf(edited.bytes)).map(([, , y]) => y);
    expect(baselines.slice(1, 5)).toEqual([230, 214, 198, 182]);
  });

  test('stands no further from a lone one than what is below, whatever heading parts that from other items', async () => {
    const item = (y: number, text: string) => `${at(50, y, '-')} ${at(66, y, text)}`;
    const source = make(
      `BT /F1 11 Tf ${at(40, 250, 'Woods')} ${item(222, 'Amber')} ${at(40, 190, 'Leaves')} ${item(162, 'Birch')} ${at(40, 146, 'These are all.')} ET`,
    );
    const edited = await insert(source, 'list_item', 'Birch', 'Linden');
    expect((await rowsOf(edited.bytes)).map(([, , y]) => y)).toEqual([250, 222, 190, 162, 146, 130]);
  });

  test('counts in Roman figures where the others do, and ends where they end', async () => {
    const items = ['iv.', 'v.'].map(
      (mark, index) => `${at(index === 0 ? 50 : 53, 230 - index * 16, mark)} ${at(70, 230 - index * 16, index === 0 ? 'One' : 'Two')}`,
    );
    const edited = await insert(make(`BT /F1 11 Tf ${items.join(' ')} ${at(40, 30, 'Page 1')} ET`), 'list_item', 'Two', 'Three');
    const rows = await rowsOf(edited.bytes);
    expect(rows.map(([text]) => text)).toEqual(['iv.One', 'v.Two', 'vi.Three', 'Page1']);
    expect(rows[2]?.[1]).toBe(51);
  });

  test('is inserted between others, and those after it count on', async () => {
    const edited = await insert(make(LIST), 'list_item', 'Opening', 'Minutes');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['Agenda', 40, 250],
      ['1.Opening', 50, 230],
      ['2.Minutes', 50, 214],
      ['3.Budget', 50, 198],
      ['Seeyouthere.', 40, 164],
      ['Page1', 40, 30],
    ]);
    expect(edited.report.changes[0]).toMatchObject({ renumbered: [{ before: '2.', after: '3.' }] });
  });

  test('is inserted before another, which counts on too', async () => {
    const edited = await insert(make(LIST), 'list_item', 'Opening', 'Welcome', 'before');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['Agenda', 40, 250],
      ['1.Welcome', 50, 230],
      ['2.Opening', 50, 214],
      ['3.Budget', 50, 198],
      ['Seeyouthere.', 40, 164],
      ['Page1', 40, 30],
    ]);
  });

  test('has spaces as wide as its neighbour has them, where these are no glyphs', async () => {
    const item = '[(-) -900 (Amber) -420 (and) -420 (birch) -420 (wood)] TJ';
    const source = make(`BT /F1 10 Tf 1 0 0 1 50 230 Tm ${item} 1 0 0 1 50 214 Tm ${item} ET`);
    const edited = await insert(source, 'list_item', 'Amber', 'Two more kinds');
    const row = (await pdfiumOrigins(edited.bytes)).filter(({ y, text }) => Math.round(y) === 214 && text.trim() !== '');
    const [second, third] = ['o', 'm'].map((letter) => row.find(({ text }) => text === letter));
    expect((third?.x ?? 0) - (second?.x ?? 0)).toBeCloseTo(5.56 + 4.2, 1);
  });

  test('is deleted, and those after it count back', async () => {
    const edited = await remove(make(LIST), 'list_item', 'Opening');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['Agenda', 40, 250],
      ['1.Budget', 50, 230],
      ['Seeyouthere.', 40, 196],
      ['Page1', 40, 30],
    ]);
  });

  test('is deleted with its mark, and what follows moves up, as far from the list as it was', async () => {
    const edited = await remove(make(LIST), 'list_item', 'Budget');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['Agenda', 40, 250],
      ['1.Opening', 50, 230],
      ['Seeyouthere.', 40, 196],
      ['Page1', 40, 30],
    ]);
  });
});

describe.skipIf(!hasPdfJudges)('a table row', () => {
  const row = (y: number, name: string, count: string) => `${at(44, y, name)} ${at(174, y, count)}`;
  const ruled = [200, 180, 160].map((y) => `40 ${y} 120 20 re S 160 ${y} 60 20 re S`).join(' ');
  const TABLE = `0.5 w ${ruled} BT /F1 10 Tf ${row(206, 'Part', 'Count')} ${row(186, 'Bolt', '16')} ${row(166, 'Nut', '25')} ${at(40, 130, 'Total of two parts')} ET`;

  test('goes with all of its cells where the content writes the columns one after the other, and what it marks besides stays in place', async () => {
    const columns = [['Part', 'Bolt', 'Nut'], ['Count', '16', '25']] as const; // prettier-ignore
    const cells = columns.map((column, index) => column.map((cell, nth) => at(44 + 130 * index, 206 - 20 * nth, cell)).join(' ')).join(' ');
    const source = make(`0.5 w ${ruled} BT /F1 10 Tf ${cells} ${at(40, 130, 'Total of two parts')} ET`);
    const edited = await runEdit(source, {
      plan: {
        operations: [
          { id: 'op1', because: 'asked', op: 'delete_text', as: 'row', match: { text: 'Bolt' } },
          { id: 'op2', because: 'asked', op: 'highlight', match: { text: 'Nut' } },
        ],
        unresolved: [],
      } as never,
    });
    expect(await rowsOf(edited.bytes)).toEqual([
      ['PartCount', 44, 206],
      ['Nut25', 44, 186],
      ['Totaloftwoparts', 40, 150],
    ]);
    const marked = edited.report.changes.find(({ op }) => op === 'highlight')?.bbox ?? [];
    expect(marked[1]).toBeLessThan(188);
    expect(marked[3]).toBeGreaterThan(190);
  });

  test('is judged by all of its cells, wherever they are written', async () => {
    const lines = ['Statement of Account', 'IBAN GB29 NWBK 6016 1331 9268 19', 'Closing balance 3,299.97'];
    const head = lines.map((line, index) => at(40, 280 - 14 * index, line)).join(' ');
    const cells = `${at(44, 206, 'Rent')} ${at(44, 186, 'Food')} ${at(174, 206, '800.00')} ${at(174, 186, '41.50')}`;
    const source = make(`BT /F1 10 Tf ${head} ${cells} ET`);
    await expect(remove(source, 'row', 'Rent')).rejects.toMatchObject({ reason: 'policy_violation' });
  });

  test('is inserted with its cells under those of its neighbour, with their rules', async () => {
    const edited = await insert(make(TABLE), 'row', 'Bolt', 'Washer | 40');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['PartCount', 44, 206],
      ['Bolt16', 44, 186],
      ['Washer40', 44, 166],
      ['Nut25', 44, 146],
      ['Totaloftwoparts', 40, 110],
    ]);
    expect(textOfPdf(edited.bytes)).toMatch(/Washer\s+40/);
  });

  test('is inserted before its neighbour with rules of its own', async () => {
    const edited = await insert(make(TABLE), 'row', 'Bolt', 'Washer | 40', 'before');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['PartCount', 44, 206],
      ['Washer40', 44, 186],
      ['Bolt16', 44, 166],
      ['Nut25', 44, 146],
      ['Totaloftwoparts', 40, 110],
    ]);
  });

  const striped = (rows: readonly string[]) =>
    `${rows.map((_, index) => (index % 2 === 1 ? `0.8 g 40 ${200 - index * 20} 180 20 re f` : '')).join(' ')} 0 g BT /F1 10 Tf ${rows
      .map((name, index) => row(206 - index * 20, name, String(index)))
      .join(' ')} ${at(40, 80, 'Total')} ET`;
  /** Where a ground is seen, at the right end of each row from the top. */
  const groundsOf = async (bytes: Uint8Array, count: number) =>
    (
      await greyAt(
        bytes,
        Array.from({ length: count }, (_, index) => ({ x: 215, y: 210 - index * 20 })),
      )
    ).map((grey) => grey < 230);

  test('keeps the stripes of its table in turn when one is inserted or deleted', async () => {
    const source = make(striped(['Part', 'Bolt', 'Nut', 'Screw', 'Pin']));
    expect(await groundsOf(source, 6)).toEqual([false, true, false, true, false, false]);
    const inserted = await insert(source, 'row', 'Bolt', 'Washer | 40');
    expect((await rowsOf(inserted.bytes)).map(([text, , y]) => [text, y])).toEqual([
      ['Part0', 206],
      ['Bolt1', 186],
      ['Washer40', 166],
      ['Nut2', 146],
      ['Screw3', 126],
      ['Pin4', 106],
      ['Total', 60],
    ]);
    expect(await groundsOf(inserted.bytes, 6)).toEqual([false, true, false, true, false, true]);
    const deleted = await remove(source, 'row', 'Nut');
    expect(await groundsOf(deleted.bytes, 5)).toEqual([false, true, false, true, false]);
  });

  /** A row of two lines at the end of a table, above a sum with a rule of its own. */
  const SUMMED = `0.8 g 40 228 180 16 re 40 184 180 28 re f 0 g 40 168 m 220 168 l S BT /F1 10 Tf ${row(248, 'Head', 'Count')} ${row(232, 'Ash', '4')} ${row(216, 'Beech', '3')} ${row(200, 'Cherry and', '2')} ${at(44, 188, 'rowan')} ${row(172, 'Elder', '5')} ${row(156, 'Sum', '14')} ET`;
  const OPEN = `40 164 m 220 164 l S BT /F1 10 Tf ${row(232, 'Ash', '4')} ${row(216, 'Beech', '3')} ${row(200, 'Birch', '5')} ${row(184, 'Cherry and', '2')} ${at(44, 172, 'rowan')} ${row(152, 'Sum', '14')} ET`;

  test('below a last row of two lines stands as far as rows do, above the rule of the sum', async () => {
    const edited = await insert(make(OPEN), 'row', 'Cherry', 'Fir | 7');
    expect((await rowsOf(edited.bytes)).map(([text, , y]) => [text, y]).slice(3)).toEqual([
      ['Cherryand2', 184],
      ['rowan', 172],
      ['Fir7', 156],
      ['Sum14', 136],
    ]);
    expect(
      await greyAt(
        edited.bytes,
        [164, 148].map((y) => ({ x: 160, y })),
      ),
    ).toEqual([expect.toSatisfy((grey: number) => grey > 230), expect.toSatisfy((grey: number) => grey < 230)]);
  });

  test('above a sum looks and stands as the rows that are summed up', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>';
    const content = OPEN.replace(row(152, 'Sum', '14'), `/F2 10 Tf ${row(152, 'Sum', '14')}`);
    const edited = await insert(make(content, { fonts: '/F2 20 0 R', more: { 20: font } }), 'row', 'Sum', 'Fir | 7', 'before');
    expect((await rowsOf(edited.bytes)).map(([text, , y]) => [text, y]).slice(3)).toEqual([
      ['Cherryand2', 184],
      ['rowan', 172],
      ['Fir7', 156],
      ['Sum14', 136],
    ]);
    const [page] = (await openPdf(edited.bytes, { needs: 'read', pagesMax: 1 })).pages;
    const [fir] = page ? readPageTextEvents(page.dict).glyphs.filter(({ shown }) => shown.glyph.unicode === 'F') : [];
    expect(fir?.event.font?.baseFont).toBe('Helvetica');
  });

  test('keeps stripes of different heights in turn, also where they are one path', async () => {
    const inserted = await insert(make(SUMMED), 'row', 'Beech', 'Fir | 7');
    expect((await rowsOf(inserted.bytes)).map(([text, , y]) => [text, y]).slice(2)).toEqual([
      ['Beech3', 216],
      ['Fir7', 200],
      ['Cherryand2', 184],
      ['rowan', 172],
      ['Elder5', 156],
      ['Sum14', 140],
    ]);
    const greys = await greyAt(inserted.bytes, [236, 220, 204, 182, 160, 146].map((y) => ({ x: 215, y }))); // prettier-ignore
    expect(greys.map((grey) => grey < 230)).toEqual([true, false, true, false, true, false]);
  });

  test('is deleted with its rules, and the rows below move up, with what stands near them', async () => {
    const edited = await remove(make(TABLE), 'row', 'Bolt');
    expect(await rowsOf(edited.bytes)).toEqual([
      ['PartCount', 44, 206],
      ['Nut25', 44, 186],
      ['Totaloftwoparts', 40, 150],
    ]);
  });

  test('with more cells than there are columns is refused', async () => {
    await expect(insert(make(TABLE), 'row', 'Bolt', 'a | b | c')).rejects.toMatchObject({ details: { refusal: 'too_many_cells' } });
  });
});

describe.skipIf(!hasPdfJudges)('a list of prices with leaders', () => {
  /** Names from the left, amounts that end at 300, and dots in between that stand below each other. */
  const entry = (y: number, name: string, amount: string) => {
    const start = 300 - Array.from(amount).reduce((width, letter) => width + (letter === '.' ? 2.78 : 5.56), 0);
    const dots = Array.from({ length: Math.floor((start - 5 - 120) / 5) }, (_, index) => at(120 + index * 5, y, '.')).join(' ');
    return `${at(40, y, name)} ${dots} ${at(start, y, amount)}`;
  };
  const PRICES = `BT /F1 10 Tf ${entry(250, 'Soup', '4.50')} ${entry(232, 'Trout', '12.80')} ${entry(214, 'Cake', '3.20')} ET`;
  const endsOf = async (bytes: Uint8Array) => {
    const shown = (await pdfiumOrigins(bytes)).filter(({ text }) => text.trim() !== '');
    const levels = [...Map.groupBy(shown, ({ y }) => Math.round(y)).values()];
    return levels
      .map((level) => level.toSorted((one, two) => one.x - two.x))
      .map((level) => ({ text: level.map(({ text }) => text).join(''), end: Math.round((level.at(-1)?.x ?? 0) * 10) / 10 }));
  };

  test.each([
    ['3.20', '13.20 each', /^Cake\.{20,26}13\.20each$/u],
    ['12.80', '9', /^Trout\.{32,34}9$/u],
  ])('an amount %s that becomes %s ends where it did, with as many dots as have room', async (old, value, expected) => {
    const edited = await run(make(PRICES), { op: 'replace_text', match: { text: old }, value });
    const line = (await endsOf(edited.bytes)).find(({ text }) => expected.test(text));
    expect(line?.end).toBeCloseTo(294.4, 0);
  });

  test('a line that ends with an amount has it in their column', async () => {
    const edited = await insert(make(PRICES), 'line', 'Trout', 'Salad 5.10');
    const line = (await endsOf(edited.bytes)).find(({ text }) => /^Salad\.{20,40}5\.10$/u.test(text));
    expect(line?.end).toBeCloseTo(294.4, 0);
  });

  test('a line without an amount stands below the names', async () => {
    const edited = await insert(make(PRICES), 'line', 'Trout', 'with salad');
    expect((await rowsOf(edited.bytes)).find(([text]) => text === 'withsalad')?.slice(1)).toEqual([40, 214]);
  });
});

describe.skipIf(!hasPdfJudges)('a line or paragraph', () => {
  const LETTER = `BT /F1 11 Tf 13 TL 40 250 Td (The goods are delivered to the place that the buyer) Tj T* (names, within ten days of the order.) Tj 0 -26 Td (The price is paid on delivery.) Tj ET`;

  test('is inserted where there is room, in the lines that it needs', async () => {
    const line = await insert(make(LETTER), 'line', 'paid on delivery', 'No discount is given.');
    expect((await rowsOf(line.bytes)).map(([text, , y]) => [text, y]).at(-1)).toEqual(['Nodiscountisgiven.', 198]);
    const value = 'Each party bears the costs that it has had before the contract was signed by both of them.';
    const edited = await insert(make(LETTER), 'paragraph', 'The goods', value);
    const rows = await rowsOf(edited.bytes);
    expect(rows.map(([, x]) => x)).toEqual([40, 40, 40, 40, 40]);
    expect(rows.map(([, , y]) => y)).toEqual([250, 237, 211, 198, 172]);
    expect(textOfPdf(edited.bytes).replaceAll(/\s+/g, ' ')).toContain(`${value} The price`);
  });

  test('is deleted whole, and the next takes its place', async () => {
    const edited = await remove(make(LETTER), 'paragraph', 'ten days');
    expect(await rowsOf(edited.bytes)).toEqual([['Thepriceispaidondelivery.', 40, 250]]);
    expect(edited.report.changes[0]?.before).toMatch(/^The goods .* order\.$/);
  });

  test('takes the links of what moves along', async () => {
    const more = {
      6: '<< /Type /Annot /Subtype /Link /Rect [40 208 190 222] /Border [0 0 0] /A << /S /URI /URI (https://example.com) >> >>',
    };
    const source = make(LETTER, { page: `${PAGE} /Annots [6 0 R]`, more });
    const edited = await remove(source, 'paragraph', 'ten days');
    expect(Buffer.from(edited.bytes).toString('latin1')).toMatch(/\/Rect ?\[ ?40 247 190 261 ?\]/);
  });

  test('is refused where there is no room below', async () => {
    const full = Array.from({ length: 20 }, (_, index) => at(40, 280 - index * 13.5, `Line ${index + 1} of a full page`)).join(' ');
    await expect(insert(make(`BT /F1 11 Tf ${full} ET`), 'line', 'Line 7 ', 'One more')).rejects.toMatchObject({
      details: { refusal: 'no_room_below' },
    });
  });
});

describe.skipIf(!hasPdfJudges)('a paragraph that becomes longer', () => {
  const LONG = [
    'Not a lot of downside is to be seen here, so let me know at once',
    'if your students come up with anything that is better than this.',
  ];
  const page = (...more: string[]) =>
    make(`BT /F1 11 Tf ${at(50, 250, '-')} ${at(62, 250, LONG[0] ?? '')} ${at(62, 236, LONG[1] ?? '')} ${more.join(' ')} ET`);
  const replace = (source: Uint8Array, text: string, value: string) => run(source, { op: 'replace_text', match: { text }, value });

  test('moves what is below with its bullets, and keeps the gap after its own', async () => {
    const edited = await replace(
      page(at(50, 222, '-'), at(62, 222, 'Domains are bought and sold.'), at(40, 30, 'Page 1')),
      'downside',
      'downside, apart from the time and from the money that it takes,',
    );
    const rows = await rowsOf(edited.bytes);
    expect(rows.map(([text, x, y]) => [text.slice(0, 4), x, y])).toEqual([
      ['-Not', 50, 250],
      [expect.any(String), 62, 236],
      [expect.any(String), 62, 222],
      ['-Dom', 50, 208],
      ['Page', 40, 30],
    ]);
    expect(rows.slice(0, 3).every(([, , y]) => y <= 250)).toBe(true);
    const origins = await pdfiumOrigins(edited.bytes);
    expect(origins.find(({ text }) => text === 'N')?.x).toBeCloseTo(62, 1);
  });

  test('is refused where it may go on in a way that was not seen: nothing is left alone on a line', async () => {
    const source = page(
      `/F1 6 Tf ${at(300, 226, '4')} /F1 11 Tf`,
      at(62, 222, 'for they should, as Figure 4 shows, be able to do all of that alone'),
      at(62, 208, 'and in time.'),
    );
    const outcome = await replace(source, 'downside', 'downside, apart from the time and from the money that it takes and so on,').then(
      async ({ bytes }) => (await rowsOf(bytes)).map(([text]) => text.length),
      (error: { reason?: string }) => error.reason,
    );
    if (typeof outcome !== 'string') expect(Math.min(...(outcome ?? []).slice(1, -1).filter((length) => length > 1))).toBeGreaterThan(20);
  });
});

test.skipIf(!hasPdfJudges)('a sentence that is inserted after a sentence stands apart from it', async () => {
  const source = make(`BT /F1 11 Tf ${at(40, 250, 'We met at noon.')} ${at(40, 30, 'Page 1')} ET`);
  const edited = await insert(source, 'text', 'at noon.', 'It rained.');
  expect(textOfPdf(edited.bytes)).toContain('We met at noon. It rained.');
  const marked = await insert(source, 'text', 'at noon', ', all of us');
  expect(textOfPdf(marked.bytes)).toContain('at noon, all of us.');
});

describe.skipIf(!hasPdfJudges)('a line', () => {
  test('below centred lines is centred', async () => {
    const source = make(`BT /F1 11 Tf ${at(160, 250, 'A centred title')} ${at(182, 236, 'by Name')} ${at(40, 100, 'Text.')} ET`);
    const [, , [text, start] = ['', 0]] = await rowsOf((await insert(source, 'line', 'by Name', 'in a third line')).bytes);
    expect(text).toBe('inathirdline');
    expect(start).toBeGreaterThan(160);
    expect(start).toBeLessThan(175);
  });

  test('beside entries of contents has its leaders, and its page in their column', async () => {
    const entry = (y: number, title: string, end: number, page: string) =>
      `${at(40, y, title)} ${at(end, y, '.'.repeat(Math.round((330 - end) / 3.06)))} ${at(340, y, page)}`;
    const source = make(`BT /F1 11 Tf ${entry(250, 'First chapter', 120, '12')} ${entry(236, 'Second', 90, '34')} ET`);
    const rows = await rowsOf((await insert(source, 'line', 'Second', 'Third of all 56')).bytes);
    expect(rows.map(([text]) => text.replaceAll('.', ''))).toEqual(['Firstchapter12', 'Second34', 'Thirdofall56']);
    expect(rows[2]?.[0]).toMatch(/^Thirdofall\.{20,}56$/u);
  });
});

test.skipIf(!hasPdfJudges)('a line beside a picture goes without the caption below that picture', async () => {
  const names = ['Ann Brown', 'Bob Clary', 'Cindy Hansen', 'Don Necessary', 'Ken Ota'].map((name, index) =>
    at(260, 230 - index * 16, name),
  );
  const image = { dict: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', data: 'A' };
  const source = make(`q 200 0 0 80 40 165 cm /Im Do Q BT /F1 11 Tf ${names.join(' ')} ${at(50, 152, 'All of them at the station.')} ET`, {
    resources: '/XObject << /Im 10 0 R >>',
    more: { 10: image },
  });
  expect(await rowsOf((await remove(source, 'line', 'Bob Clary')).bytes)).toEqual([
    ['AnnBrown', 260, 230],
    ['CindyHansen', 260, 214],
    ['DonNecessary', 260, 198],
    ['KenOta', 260, 182],
    ['Allofthematthestation.', 50, 152],
  ]);
});

describe.skipIf(!hasPdfJudges)('a paragraph between others', () => {
  const LINES = [
    [260, 'they have agreed that all of the nations are to live in peace with one'],
    [246, 'another wherever their people may dwell and whatever they believe,'],
    [226, 'since it is needed to further the growing of friendly ties between all'],
    [212, 'Nations of the world,'],
    [192, 'and that the members of the union have promised to bring about what'],
    [178, 'they have agreed upon, each by itself and all of them together, here,'],
    [158, 'proclaim the assembly'],
  ] as const;
  const source = make(`BT /F1 11 Tf ${LINES.map(([y, text]) => at(30, y, text)).join(' ')} ET`);
  const left = async (text: string) => (await rowsOf((await remove(source, 'paragraph', text)).bytes)).map(([row]) => row.slice(0, 12));

  test('goes with its second line, whatever word that begins with', async () => {
    expect(await left('friendly ties')).toEqual(['theyhaveagre', 'anotherwhere', 'andthatthemem', 'theyhaveagre', 'proclaimthea'].map((row) => row.slice(0, 12))); // prettier-ignore
  });

  test('of one line goes alone, however near the one above ends', async () => {
    expect(await left('proclaim the')).toHaveLength(6);
  });
});

test('a text that nobody sees goes where nothing is drawn, and stays where a picture of it may lie', async () => {
  const hidden = 'BT 3 Tr /F1 6 Tf 1 0 0 1 20 10 Tm (Made by a program) Tj ET';
  const alone = make(`BT /F1 11 Tf ${at(40, 250, 'Agenda')} ET ${hidden}`);
  expect((await rowsOf((await remove(alone, 'text', 'Made by a program')).bytes)).map(([row]) => row)).toEqual(['Agenda']);
  const scanned = make(`0.9 g 10 5 200 20 re f 0 g BT /F1 11 Tf ${at(40, 250, 'Agenda')} ET ${hidden}`);
  await expect(remove(scanned, 'text', 'Made by a program')).rejects.toMatchObject({ details: { refusal: 'invisible_text' } });
});
