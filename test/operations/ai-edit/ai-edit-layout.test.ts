// Edits that change the length of a text: what was not asked for stays where it is or goes where the paragraph puts it, and stays visible.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { readPageTextEvents } from '../../../processor/pdf/edit/page-text.ts';
import { openPdf } from '../../../processor/pdf/open.ts';
import { onePage, pdfiumOrigins } from '../../../support/run/edit-pdf.ts';
import { greyAt } from '../../support/ink-at.ts';
import { type EditRun, runEdit } from '../../../support/run/run-edit.ts';

const PAGE = '/MediaBox [0 0 400 300]';
const COURIER = { 6: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>' };
const make = (content: string) => makePdf({ objects: onePage(content, { page: PAGE, fonts: '/F2 6 0 R', more: COURIER }) });

/** Where the first letter of a text is, spaces not counted. */
async function placeOf(bytes: Uint8Array, text: string): Promise<{ readonly x: number; readonly y: number } | undefined> {
  const origins = (await pdfiumOrigins(bytes)).filter((origin) => origin.text.trim() !== '');
  const at = origins
    .map((origin) => origin.text)
    .join('')
    .indexOf(text.replaceAll(' ', ''));
  return origins[at];
}

async function expectUnmoved(before: Uint8Array, run: EditRun, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const [was, is] = [await placeOf(before, text), await placeOf(run.bytes, text)];
    expect(was, text).toBeDefined();
    expect(is?.x, text).toBeCloseTo(was!.x, 1);
    expect(is?.y, text).toBeCloseTo(was!.y, 1);
  }
  expect(qpdfCheck(run.bytes).status).toBe(0);
}

const flat = (bytes: Uint8Array) => textOfPdf(bytes).replaceAll(/\s+/g, ' ').trim();

describe.skipIf(!hasPdfJudges)('a word in a face of its own', () => {
  test('keeps it where the new text has the word too, and the rest has the face of the line', async () => {
    const source = make(`BT /F1 12 Tf 40 250 Td (What ) Tj /F2 12 Tf (WEAVE) Tj /F1 12 Tf ( Does) Tj ET`);
    const run = await runEdit(source, 'replace "What WEAVE Does" with "What the WEAVE Program Does Not"');
    expect(flat(run.bytes)).toBe('What the WEAVE Program Does Not');
    const [page] = (await openPdf(run.bytes, { needs: 'read', pagesMax: 1 })).pages;
    const glyphs = page ? readPageTextEvents(page.dict).glyphs : [];
    const inCourier = glyphs.filter(({ event }) => event.font?.baseFont === 'Courier').map(({ shown }) => shown.glyph.unicode);
    expect(inCourier.join('').trim()).toBe('WEAVE');
  });
});

test.skipIf(!hasPdfJudges)('a label before a quoted text stays where the new text goes on from it', async () => {
  const source = make(`BT /F2 10 Tf 40 250 Td (Keywords ) Tj /F1 10 Tf (compilers, traces.) Tj ET`);
  const run = await runEdit(source, 'Change the keywords "compilers, traces." on page 1 to "compilers, traces, types."');
  expect(flat(run.bytes)).toBe('Keywords compilers, traces, types.');
});

describe.skipIf(!hasPdfJudges)('what is beside a text', () => {
  test('shows the side of its column: a cell whose text stood in its middle by chance begins where the others do', async () => {
    const names = ['Cash', 'Bills of clients', 'Current assets', 'Stock', 'Goods for sale', 'Other items'];
    const text = names.map((name, row) => `BT /F1 10 Tf 84 ${254 - row * 20} Td (${name}) Tj ET`).join(' ');
    const rules = Array.from({ length: 7 }, (_, row) => `60 ${268 - row * 20} m 250 ${268 - row * 20} l S`).join(' ');
    const sides = [60, 171, 250].map((x) => `${x} 148 m ${x} 268 l S`).join(' ');
    const source = make(`0.5 w ${rules} ${sides} ${text}`);
    const run = await runEdit(source, 'replace "Current assets" with "Current assets B"');
    expect((await placeOf(run.bytes, 'Current assets B'))?.x).toBeCloseTo(84, 0);
    await expectUnmoved(source, run, ['Cash', 'Stock', 'Other items']);
  });

  test('stays where it is when it has a clip of its own, and is not dragged out of it', async () => {
    const footer =
      'q 20 15 172 14 re W n BT /F1 9 Tf 22 20 Td (Acme Trading Ltd, 12 High Street, Leeds) Tj ET Q ' +
      'q 190 15 120 14 re W n BT /F1 9 Tf 192 20 Td (printed on 12 May 2026) Tj ET Q';
    const source = make(`BT /F1 12 Tf 22 250 Td (The body of the letter) Tj ET ${footer}`);
    const run = await runEdit(source, 'delete "Acme Trading Ltd, 12 High Street, Leeds"');
    await expectUnmoved(source, run, ['printed on', 'The body']);
    expect(flat(run.bytes)).not.toContain('Acme');
  });

  test('keeps its column in a table that is set with spaces in a monospaced face', async () => {
    const rows = ['Item        Qty   Price', 'Bolt          4    1.20', 'Washer       16    0.35'];
    const source = make(`BT /F2 10 Tf 14 TL 40 250 Td ${rows.map((row) => `(${row}) Tj T*`).join(' ')} ET`);
    const longer = await runEdit(source, 'replace "Bolt" with "Hex bolt"');
    await expectUnmoved(source, longer, ['41.20', 'Washer', 'QtyPrice']);
    const shorter = await runEdit(source, 'replace "Washer" with "Nut"');
    await expectUnmoved(source, shorter, ['160.35', 'Bolt']);
    const figure = await runEdit(source, 'replace "16" with "8"');
    const [was, is] = [await placeOf(source, '160.35'), await placeOf(figure.bytes, '80.35')];
    expect(is!.x).toBeCloseTo(was!.x + 6, 1);
  });

  test('keeps its column behind leaders', async () => {
    const source = make('BT /F1 10 Tf 40 250 Td (Scope of work ........................................ 12) Tj ET');
    const run = await runEdit(source, 'replace "Scope of work" with "Scope of all works and services"');
    const origins = await Promise.all([source, run.bytes].map((bytes) => pdfiumOrigins(bytes)));
    const lastX = origins.map((all) => all.at(-1)?.x ?? 0);
    expect(lastX[1]).toBeCloseTo(lastX[0] ?? 0, 1);
    expect(flat(run.bytes)).toMatch(/^Scope of all works and services \.{4,} ?12$/);
  });

  test('is led to from where a shorter text ends: by dots, and by a line', async () => {
    const source = make(
      'BT /F1 10 Tf 40 250 Td (Foreword and thanks) Tj 95 0 Td (....................) Tj 60 0 Td (vii) Tj ET ' +
        '0.5 w BT /F1 10 Tf 40 200 Td (Annual report and outlook) Tj ET 165 203 m 330 203 l S BT /F1 10 Tf 340 200 Td (19) Tj ET',
    );
    const dots = await runEdit(source, 'replace "Foreword and thanks" with "Thanks"');
    await expectUnmoved(source, dots, ['vii', 'Annual', '19']);
    const places = (await pdfiumOrigins(dots.bytes)).filter(({ text }) => text === '.').map(({ x }) => x);
    expect(places.length).toBeGreaterThan(30);
    expect(Math.min(...places)).toBeLessThan(90);
    const steps = places.toSorted((one, two) => one - two).map((x, index, all) => x - (all[index - 1] ?? x - 2.78));
    expect(steps.every((step) => Math.abs(step - 2.78) < 0.01)).toBe(true);
    const line = await runEdit(source, 'replace "Annual report and outlook" with "Annual report, second edition, and outlook"');
    await expectUnmoved(source, line, ['vii', 'Foreword', '19']);
    const [end] = await greyAt(line.bytes, [{ x: 325, y: 203 }]);
    const [under] = await greyAt(line.bytes, [{ x: 170, y: 203.25 }]);
    expect(end).toBeLessThan(150);
    expect(under).toBeGreaterThan(200);
  });
});

describe.skipIf(!hasPdfJudges)('a deletion', () => {
  test.each([
    ['in one string', '(Firefox, Pale Moon, Basilisk, and SeaMonkey) Tj'],
    [
      'in words placed one by one',
      '(Firefox,) Tj 45 0 Td (Pale Moon) Tj 57.37 0 Td (, Basilisk,) Tj 54 0 Td (and) Tj 23 0 Td (SeaMonkey) Tj',
    ],
    ['with spaces that are numbers', '[(Firefox,) -278 (Pale) -278 (Moon) (, Basilisk,) -278 (and) -278 (SeaMonkey)] TJ'],
    ['with spaces of their own', '(Firefox, ) Tj (Pale Moon) Tj (, Basilisk,) Tj ( ) Tj (and) Tj ( ) Tj (SeaMonkey) Tj'],
  ])('leaves one space between the words beside it (%s)', async (_, show) => {
    const source = make(`BT /F1 12 Tf 40 250 Td ${show} ET`);
    const run = await runEdit(source, 'delete ", Basilisk,"');
    expect(flat(run.bytes)).toBe('Firefox, Pale Moon and SeaMonkey');
    const [moon, and, monkey] = await Promise.all(['Moon', 'and', 'Sea'].map((text) => placeOf(run.bytes, text)));
    expect(and!.x - moon!.x).toBeCloseTo(12 * (0.833 + 0.556 * 3 + 0.278), 0);
    expect(monkey!.x - and!.x).toBeCloseTo(12 * (0.556 * 3 + 0.278), 0);
  });
});

describe.skipIf(!hasPdfJudges)('text that is drawn twice', () => {
  test.each([
    ['to look bold', '1 0 0 1 40 200 Tm (Test engineer) Tj 1 0 0 1 40.3 200 Tm (Test engineer) Tj'],
    ['with a shadow', '0.6 g 1 0 0 1 41 199 Tm (Test engineer) Tj 0 g 1 0 0 1 40 200 Tm (Test engineer) Tj'],
    [
      'letter by letter',
      Array.from(
        'Test',
        (letter, index) => `1 0 0 1 ${40 + index * 9} 200 Tm (${letter}) Tj 1 0 0 1 ${40.3 + index * 9} 200 Tm (${letter}) Tj`,
      ).join(' '),
    ],
  ])('is one text: found once, and replaced in both drawings (%s)', async (name, show) => {
    const old = name === 'letter by letter' ? 'Test' : 'Test engineer';
    const source = make(`BT /F1 14 Tf ${show} ET`);
    const run = await runEdit(source, `replace "${old}" with "Software developer"`);
    expect(run.report.changes).toHaveLength(1);
    expect(flat(run.bytes)).toBe('Software developer');
    const letters = (await pdfiumOrigins(run.bytes)).map(({ text }) => text).join('');
    expect(letters.replaceAll(/[^a-zA-Z]/g, '')).not.toMatch(/[Tt]est|engineer/);
  });
});

describe.skipIf(!hasPdfJudges)('text that is longer than its place', () => {
  const CELL =
    '0.5 w 40 120 90 16 re S 130 120 90 16 re S BT /F1 11 Tf 1 0 0 1 44 124.5 Tm (Quantity) Tj 1 0 0 1 134 124.5 Tm (Price) Tj ET';

  test('is made smaller by a tenth at most, and says so', async () => {
    const run = await runEdit(make(CELL), 'replace "Quantity" with "Quantity delivered"');
    expect(flat(run.bytes)).toContain('Quantity delivered');
    expect(run.warnings.map(({ code }) => code)).toEqual(['text_made_smaller']);
  });

  test('is refused beyond that, with how much is too long', async () => {
    const failure = await runEdit(make(CELL), 'replace "Quantity" with "Quantity received by us"').catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'text_does_not_fit' });
    expect((failure as Error).message).toMatch(/\d+ (?:pt|%)/);
  });
});

describe.skipIf(!hasPdfJudges)('what is drawn for a text', () => {
  // "manual" begins at 84.7 and is 39.35 wide.
  const [x, width] = [84.7, 39.35];
  const LINK = `<< /Type /Annot /Subtype /Link /Rect [${x} 197 ${x + width} 210] /Border [0 0 0] /A << /S /URI /URI (https://example.com) >> >>`;
  const source = makePdf({
    objects: onePage(`BT /F1 12 Tf 40 200 Td (See the manual for all details) Tj ET ${x} 198 ${width} 0.6 re f 40 190 300 0.6 re f`, {
      page: `${PAGE} /Annots [7 0 R]`,
      fonts: '/F2 6 0 R',
      more: { ...COURIER, 7: LINK },
    }),
  });
  const drawn = (bytes: Uint8Array) => {
    const text = qpdfPlain(bytes);
    return { text, link: /\/Rect \[([^\]]*)\]/.exec(text)?.[1]?.trim().split(/\s+/).map(Number) };
  };

  test('moves with it: underline and link; a rule below does not', async () => {
    const run = await runEdit(source, 'replace "the" with "the new"');
    const moved = 12 * (0.278 + 0.556 * 2 + 0.722);
    expect(drawn(run.bytes).link?.[0]).toBeCloseTo(x + moved, 0);
    expect(drawn(run.bytes).text).toMatch(new RegExp(`1 0 0 1 ${String(moved).slice(0, 4)}\\d* 0 cm\\s+${x} 198 ${width} 0.6 re f`));
    expect(drawn(run.bytes).text).toMatch(/(?<!cm\s+)40 190 300 0.6 re f/);
  });

  test('grows with it, also where only its letters grow, and goes with it', async () => {
    const larger = drawn((await runEdit(source, 'make "manual" 13 pt')).bytes);
    expect((larger.link?.[2] ?? 0) - (larger.link?.[0] ?? 0)).toBeCloseTo((width * 13) / 12, 0);
    const longer = drawn((await runEdit(source, 'replace "manual" with "user manual"')).bytes);
    expect((longer.link?.[2] ?? 0) - (longer.link?.[0] ?? 0)).toBeCloseTo(width + 12 * (0.556 * 2 + 0.5 + 0.333 + 0.278), 0);
    const gone = drawn((await runEdit(source, 'delete "manual"')).bytes);
    expect(gone.link).toBeUndefined();
    expect(gone.text).not.toContain(`${x} 198`);
  });
});

describe.skipIf(!hasPdfJudges)('a header', () => {
  test('does not print over text', async () => {
    const source = make('BT /F1 12 Tf 150 262 Td (Annual report of the board) Tj ET BT /F1 12 Tf 40 200 Td (Body) Tj ET');
    const run = await runEdit(source, 'add a header "Confidential draft"');
    const [report, header] = await Promise.all(['Annual', 'Confidential'].map((text) => placeOf(run.bytes, text)));
    expect(Math.abs(report!.y - header!.y)).toBeGreaterThan(11);
  });
});

describe.skipIf(!hasPdfJudges)('a heading of centred lines', () => {
  test('is broken anew in the width of its column, and keeps its middle', async () => {
    const centred = (y: number, text: string, width: number) => `1 0 0 1 ${200 - width / 2} ${y} Tm (${text}) Tj`;
    const body = Array.from(
      { length: 3 },
      (_, at) => `1 0 0 1 60 ${190 - at * 12} Tm (The body of the paper has lines as long as its column is.) Tj`,
    );
    const source = make(
      `BT /F1 16 Tf ${centred(250, 'Shift work and', 108.5)} ${centred(232, 'family conflict', 103.2)} /F1 10.5 Tf ${body.join(' ')} ET`,
    );
    const run = await runEdit(source, 'replace "Shift work and family conflict" with "Shift work, conflict and the life of a family"');
    const letters = (await pdfiumOrigins(run.bytes)).filter(({ y, text }) => y > 225 && text.trim() !== '');
    const rows = Map.groupBy(letters, ({ y }) => Math.round(y));
    expect([...rows.keys()]).toEqual([250, 232]);
    for (const row of rows.values()) expect(Math.abs(row[0]!.x + row.at(-1)!.x - 390)).toBeLessThan(8);
    await expectUnmoved(source, run, ['The body']);
  });
});
