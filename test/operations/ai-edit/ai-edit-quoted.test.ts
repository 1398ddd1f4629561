// Requests that name every text in quotation marks, with the row or the place that it stands in: carried out there, and nowhere else.

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../support/documents/make-pdf.ts';
import { hasPdfJudges } from '../../../support/judges/judge-pdf.ts';
import { onePage } from '../../../support/run/edit-pdf.ts';
import { runEdit } from '../../../support/run/run-edit.ts';
import { reasonOf } from '../../support/expect-failure.ts';

const at = (font: string, x: number, y: number, text: string) => `/${font} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
const plain = (x: number, y: number, text: string) => at('F1 10', x, y, text);
const heading = (y: number, text: string) => at('F2 14', 60, y, text);
const priced = (y: number, name: string, price: string) => `${plain(60, y, name)} ${plain(480, y, price)}`;
const celled = (y: number, cells: readonly string[]) => cells.map((cell, column) => plain(60 + column * 110, y, cell)).join(' ');
const rules = (ys: readonly number[], right: number) => ys.map((y) => `60 ${y} m ${right} ${y} l S`).join(' ');

const content = `BT ${at('F2 20', 60, 760, 'Price List')}
${heading(725, 'Crowns')} ${priced(705, 'Post and core', 'EUR 50')} ${priced(689, 'Veneer', 'EUR 150')} ${priced(673, 'Bridge', 'EUR 700')}
${heading(640, 'Services')} ${priced(620, 'Repair', 'EUR 50')} ${priced(604, 'Soldering', 'EUR 35')} ${priced(588, 'Veneer', 'EUR 90')}
${plain(60, 540, 'Table 1. Alcohols and their index.')}
${celled(520, ['No.', 'Compound', 'Index'])} ${celled(504, ['1', 'ethanol', '4'])} ${celled(488, ['2', 'butan-2ol', '8'])}
${plain(60, 440, 'Table 2. Further alcohols and their index.')}
${celled(420, ['No.', 'Compound', 'Index'])} ${celled(404, ['1', 'hexanol', '12'])} ${celled(388, ['2', 'butan-2ol', '9'])}
${heading(340, 'Contact')} ${plain(60, 320, 'example.org')} ${plain(60, 304, 'chat.example.org')}
${heading(270, 'Elsewhere')} ${plain(60, 250, 'example.org')} ${plain(60, 234, 'The shop is closed on Mondays.')} ET
0.5 w ${rules([701, 685, 669, 616, 600, 584], 520)} ${rules([532, 516, 500, 484, 432, 416, 400, 384], 380)}`;
const source = makePdf({
  objects: onePage(content, { page: '/MediaBox [0 0 600 800]', fonts: '/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>' }),
});
const linesOf = (bytes: Uint8Array) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/gu, ' '))
    .filter((line) => line !== '');
const before = hasPdfJudges ? linesOf(source) : [];
const without = (line: string) => before.filter((one) => one !== line);
const altered = (line: string, fresh: string) => before.map((one) => (one === line ? fresh : one));
/** @param nth from 0 */
const inPlace = (line: string, nth: number, ...fresh: readonly string[]) => {
  const at = before.flatMap((one, index) => (one === line ? [index] : []))[nth] ?? -1;
  return before.toSpliced(at, 1, ...fresh);
};

describe.skipIf(!hasPdfJudges)('what comes at the end of a line', () => {
  const line = 'The shop is closed on Mondays.';

  test.each(['At the end of the line', 'On page 1, at the end of the last line'])('is no line of its own: %s', async (where) => {
    expect(await reasonOf(runEdit(source, `${where}, add "(draft)" after "${line}"`))).toBe('text_not_found');
  });

  test('is one where that is said', async () => {
    const run = await runEdit(source, `At the end, add the line "(draft)" after "${line}"`);
    expect(linesOf(run.bytes)).toEqual([...before, '(draft)']);
  });
});

describe.skipIf(!hasPdfJudges)('a row, quoted across its cells', () => {
  test.each<readonly [string, readonly string[]]>([
    ['Delete the row "Veneer EUR 90" on page 1.', without('Veneer EUR 90')],
    ['Delete the row "Soldering - EUR 35".', without('Soldering EUR 35')],
    ['A pagina 1 elimina dal listino la riga "Soldering EUR 35".', without('Soldering EUR 35')],
    ['Entfernen Sie unter "Services" die Zeile "Veneer EUR 90".', without('Veneer EUR 90')],
    ['Usuń wiersz "Repair EUR 50" na stronie 1.', without('Repair EUR 50')],
    [
      'Add a row "Night guard EUR 120" after the row "Soldering EUR 35".',
      inPlace('Soldering EUR 35', 0, 'Soldering EUR 35', 'Night guard EUR 120'),
    ],
    ['Replace the row "Soldering EUR 35" by "Laser soldering EUR 45".', altered('Soldering EUR 35', 'Laser soldering EUR 45')],
    [
      '"Soldering EUR 35" satırından sonra "Night guard EUR 120" satırını ekleyin.',
      inPlace('Soldering EUR 35', 0, 'Soldering EUR 35', 'Night guard EUR 120'),
    ],
  ])('%s', async (instruction, lines) => {
    expect(linesOf((await runEdit(source, instruction)).bytes)).toEqual(lines);
  });

  test.each([
    // No row reads so.
    'Delete the row "Veneer EUR 95".',
    'Delete the row "Soldering EUR 50".',
    // It stands under another heading.
    'Delete the row "Veneer EUR 90" under "Crowns".',
    // Which word belongs to which cell is not said.
    'Add a row "Night 120 guard" after the row "Soldering EUR 35".',
  ])('refused: %s', async (instruction) => {
    expect(await reasonOf(runEdit(source, instruction))).toMatch(/^(?:text_not_found|ambiguous_match|plan_invalid)$/u);
  });
});

describe.skipIf(!hasPdfJudges)('a text in the place that is said', () => {
  test.each<readonly [string, readonly string[]]>([
    ['Correct the compound name "butan-2ol" in Table 1 on page 1 to "butan-2-ol".', altered('2 butan-2ol 8', '2 butan-2-ol 8')],
    ['Replace "butan-2ol" by "butan-2-ol" in Table 2.', altered('2 butan-2ol 9', '2 butan-2-ol 9')],
    ['Ersetzen Sie in Tabelle 2 "butan-2ol" durch "butan-2-ol".', altered('2 butan-2ol 9', '2 butan-2-ol 9')],
    ['W tabeli 1 zamień "butan-2ol" na "butan-2-ol".', altered('2 butan-2ol 8', '2 butan-2-ol 8')],
    ['表2の「butan-2ol」を「butan-2-ol」に変更してください。', altered('2 butan-2ol 9', '2 butan-2-ol 9')],
    ['In the row "Repair" change "EUR 50" to "EUR 60".', altered('Repair EUR 50', 'Repair EUR 60')],
    ['"Repair" fiyatını "EUR 50" yerine "EUR 60" yapın.', altered('Repair EUR 50', 'Repair EUR 60')],
    [
      'Insert a line "office@example.org" after the line "example.org" under Contact on page 1.',
      inPlace('example.org', 0, 'example.org', 'office@example.org'),
    ],
    ['Replace "example.org" under "Elsewhere" with "example.net".', inPlace('example.org', 1, 'example.net')],
    ['Sotto "Contact" sostituisci "example.org" con "example.net".', inPlace('example.org', 0, 'example.net')],
    [
      'Wstaw zdanie "It opens on Tuesdays." po zdaniu "The shop is closed on Mondays."',
      altered('The shop is closed on Mondays.', 'The shop is closed on Mondays. It opens on Tuesdays.'),
    ],
  ])('%s', async (instruction, lines) => {
    expect(linesOf((await runEdit(source, instruction)).bytes)).toEqual(lines);
  });

  test.each([
    // In several places, and none is said.
    'Insert a line "office@example.org" after the line "example.org".',
    // No such place.
    'Replace "butan-2ol" by "butan-2-ol" in Table 3.',
    'Replace "ethanol" by "methanol" in Table 3.',
    'Replace "ethanol" by "methanol" under "Solvents".',
    'Replace "ethanol" by "methanol" under Solvents.',
    'Insert a line "office@example.org" after the line "example.org" under Kontakt.',
    'Delete "Soldering" under Kontakt.',
    // It stands in another one.
    'Replace "ethanol" by "methanol" in Table 2.',
    'Ersetzen Sie in Tabelle 2 "ethanol" durch "methanol".',
    'Insert a line "office@example.org" after the line "chat.example.org" under Elsewhere.',
    'In the row "Soldering" change "EUR 50" to "EUR 60".',
    '"Soldering" fiyatını "EUR 50" yerine "EUR 60" yapın.',
  ])('refused: %s', async (instruction) => {
    expect(await reasonOf(runEdit(source, instruction))).toMatch(/^(?:text_not_found|ambiguous_match|plan_invalid)$/u);
  });
});

describe.skipIf(!hasPdfJudges)('a table by its number', () => {
  /** Two tables on a page of their own, with their captions on one side, as far away from the next table as from their own. */
  const page = (
    captionsAt: readonly [number, number],
    lines: readonly [string, string],
  ) => `BT ${plain(60, 760, 'All values are rounded, as the methods say.')}
${celled(700, ['Model', 'Base', 'Score'])} ${celled(684, ['A1', 'B3', '70.1'])} ${celled(668, ['A2', 'B3 + B4', '71.5'])}
${plain(60, captionsAt[0], lines[0])}
${celled(620, ['Model', 'Base', 'Score'])} ${celled(604, ['A1', 'B3', '80.2'])} ${celled(588, ['A2', 'B5', '81.4'])}
${plain(60, captionsAt[1], lines[1])} ${plain(60, 500, 'The scores of both tables are those of the first run, and nothing was left out of them.')} ET
0.5 w ${rules([712, 696, 664, 632, 616, 584], 400)}`;
  const made = (content: string) => makePdf({ objects: onePage(content, { page: '/MediaBox [0 0 600 800]' }) });
  const below = made(page([645, 565], ['Table 3: Models of the first set.', 'Table 4: Models of the second set.']));
  const above = made(page([725, 645], ['Table 3: Models of the first set.', 'Table 4: Models of the second set.']));

  test.each([
    ['below', below],
    ['above', above],
  ])('with the captions %s', async (_, tables) => {
    const lines = linesOf(tables);
    const third = await runEdit(tables, 'Replace "A1" by "A9" in Table 3.');
    expect(linesOf(third.bytes)).toEqual(lines.map((line) => line.replace('A1 B3 70.1', 'A9 B3 70.1')));
    const fourth = await runEdit(tables, 'Delete the row "A1 B3 80.2" from Table 4.');
    expect(linesOf(fourth.bytes)).toEqual(lines.filter((line) => line !== 'A1 B3 80.2'));
    expect(await reasonOf(runEdit(tables, 'Delete the row "A1 B3 80.2" from Table 3.'))).toBe('text_not_found');
  });

  test('rows that no line parts go one by one', async () => {
    const run = await runEdit(below, 'Delete the row "A2" from Table 4.');
    expect(linesOf(run.bytes)).toEqual(linesOf(below).filter((line) => line !== 'A2 B5 81.4'));
  });

  test('refused: the text stands in it twice', async () => {
    expect(await reasonOf(runEdit(below, 'Replace "B3" by "B7" in Table 3.'))).toBe('ambiguous_match');
  });

  test('that has no rules, and of which nothing is seen but its lines', async () => {
    const rows = ['ethanol', 'propan-1-ol', 'hexan-3ol'].map((name, at) => celled(690 - at * 14, [String(at + 1), name]));
    const later = ['acetone', 'hexan-3ol'].map((name, at) => celled(590 - at * 14, [String(at + 1), name]));
    const source = made(`BT ${plain(60, 760, 'What follows is of the first paper, with all of its compounds named.')}
${plain(60, 704, 'Table 1. Index values')} ${rows.join(' ')} ${plain(60, 604, 'Table 2. Further values')} ${later.join(' ')} ET`);
    const lines = linesOf(source);
    const edited = await runEdit(source, 'Correct the compound name "hexan-3ol" in Table 1 on page 1 to "hexan-3-ol".');
    expect(linesOf(edited.bytes)).toEqual(lines.map((line) => line.replace('3 hexan-3ol', '3 hexan-3-ol')));
    expect(await reasonOf(runEdit(source, 'Replace "acetone" by "butanone" in Table 1.'))).toBe('text_not_found');
  });
});
