// Ways in which people say what and where: each is carried out on a small page, and nothing else is.

import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';

const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
const body = [
  'Closure refers to our mind completing missing portions of a design, and there must be',
  'enough parts for the image to be filled in. The best values are bold. Night work is rare.',
];
const row = (y: number, cells: readonly string[]) => cells.map((cell, column) => at(60 + column * 110, y, cell)).join(' ');
const content = `BT /F1 9 Tf ${at(60, 760, 'Circulating Things, Circulating Stereotypes')} /F1 16 Tf ${at(60, 720, 'Closure')} /F1 10 Tf
${body.map((line, index) => at(60, 690 - index * 14, line)).join(' ')}
${row(600, ['Port', 'Foreign', 'Domestic'])} ${row(584, ['Cebu', '1138', '795'])} ${row(568, ['Lucena', '74', '4428'])}
/F1 10 Tf ${at(60, 500, 'Table 1: Ports of the country. The best values are bold.')} ET
0.5 w ${[612, 596, 580, 564].map((y) => `60 ${y} m 380 ${y} l S`).join(' ')}`;
const source = makePdf({ objects: onePage(content, { page: '/MediaBox [0 0 600 800]' }) });
const flat = (bytes: Uint8Array) => textOfPdf(bytes).replaceAll(/\s+/g, ' ').trim();
const before = flat(source);
const wordsOf = (text: string) => text.split(' ').toSorted();

describe.skipIf(!hasPdfJudges)('an instruction', () => {
  test.each([
    ['Change the heading "Closure" to "The Closure Principle"', 'Closure Closure refers', 'The Closure Principle Closure refers'],
    ['Shorten the running head "Circulating Things, Circulating Stereotypes" to "Circulating Things"', ', Circulating Stereotypes', ''],
    ['On page 1, in the first line, replace "Things" with "Wares"', 'Circulating Things', 'Circulating Wares'],
    ['Clear the cell "1138"', ' 1138', ''],
    ['Add "All are in tons." at the end of the caption, after "Table 1: Ports of the country."', 'country.', 'country. All are in tons.'],
  ])('%s', async (instruction, old, fresh) => {
    const run = await runEdit(source, instruction);
    expect(run.report.changes).toHaveLength(1);
    // Readers give the cells of a table in one order or another.
    expect(wordsOf(flat(run.bytes))).toEqual(wordsOf(before.replace(old, fresh)));
  });

  test('Add a row with three cells, each in quotation marks', async () => {
    const run = await runEdit(source, 'Add a row "Other ports", "12", "35" below the row "Lucena" in the table on page 1');
    expect(flat(run.bytes)).toBe(before.replace('Lucena 74 4428', 'Lucena 74 4428 Other ports 12 35'));
  });

  test('Make a text black instead of blue', async () => {
    const blue = makePdf({
      objects: onePage(`BT 0 0 1 rg /F1 12 Tf ${at(60, 700, 'Figure 1.8.')} 0 g ${at(140, 700, 'Foreign workers')} ET`),
    });
    const run = await runEdit(blue, 'Make "Figure 1.8." on page 1 black instead of blue');
    expect(run.report.changes).toMatchObject([{ op: 'restyle_text', before: 'Figure 1.8.' }]);
    expect(run.report.plan.operations).toMatchObject([{ color: '#000000' }]);
  });
});
