// Damages that a person would see, done on purpose inside of what an edit declares: the guard refuses each, and says which it is.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { PDFRawStream, PDFRef } from 'pdf-lib';
import { type Applied, expectOn } from '../../../../../processor/operations/ai-edit/applied.ts';
import { verifyEdit } from '../../../../../processor/operations/ai-edit/verify-edit.ts';
import type { Box } from '../../../../../processor/pdf/geometry/box.ts';
import { openPdf } from '../../../../../processor/pdf/open.ts';
import { takeFingerprint } from '../../../../../processor/pdf/pages/fingerprint.ts';
import { savePackedFile } from '../../../../../processor/pdf/save-packed.ts';
import { makePdf } from '../../../../../support/documents/make-pdf.ts';
import { onePage } from '../../../../../support/run/edit-pdf.ts';

const workDir = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(workDir, { recursive: true }));

/** @param expected what the edit declares; a word in its line where absent */
async function judge(before: string, after: string, expected: Record<string, unknown> = WORD) {
  const bytes = makePdf({ objects: onePage(before) });
  const open = () => openPdf(bytes, { needs: 'modify', pagesMax: 100, strict: true });
  const [source, edited] = [await open(), await open()];
  const ref = PDFRef.of(4);
  const { dict } = edited.context.lookup(ref) as PDFRawStream;
  edited.context.assign(ref, PDFRawStream.of(dict, Buffer.from(after, 'latin1')));
  const path = join(workDir, `${randomUUID()}.pdf`);
  const numbers = savePackedFile(edited.context, path, { objectStreams: false });
  const applied: Applied = { changes: [{ operation: 'op1', op: 'replace_text', page: 1 }], skipped: [], pages: new Map() };
  Object.assign(expectOn(applied, 1), expected);
  const saved = {
    source: { file: source.source, pages: 1, fingerprint: takeFingerprint(source) },
    path,
    sourcePages: [1],
    sourceNumbers: new Map(Array.from(numbers, ([one, number]) => [number, one.objectNumber])),
    applied,
  };
  const context = { limits: { processing_ms: 120_000, pages: 100, output_bytes: 1e9 }, progress: () => {}, workDir };
  return verifyEdit(saved, context, () => undefined);
}

const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`;
const RULES = '0.5 w 15 60 m 280 60 l S 15 140 m 280 140 l S 15 60 m 15 140 l S 280 60 m 280 140 l S';
const PAGES: readonly (readonly [string, (text: string, later: string) => string])[] = [
  ['a paragraph', (text, later) => `BT /F1 12 Tf ${text} ET ${later}`],
  ['a cell between rules', (text, later) => `${RULES} BT /F1 10 Tf ${text} ET ${later}`],
  ['text on a ground', (text, later) => `0.9 0.9 1 rg 10 50 280 100 re f 0 g BT /F1 14 Tf ${text} ET ${later}`],
];
const [KEPT, BELOW] = ['that is kept', 'goes on in a second line caf\xe9'];
const text = (word: string, { beside = at(110, 100, KEPT), below = at(20, 80, BELOW) } = {}) =>
  `${at(20, 100, `one ${word}`)} ${beside} ${below}`;
const BOX: Box = [15, 65, 275, 118];
const WORD = { boxes: [BOX], texts: [{ operation: 'op1', old: 'word', new: 'wolf', box: BOX }] };

/** What a person would see, in the declared box, beside what was asked for. */
const SABOTAGE: readonly (readonly [string, string, string, string])[] = [
  [
    'another colour',
    text('wolf', { below: `1 0 0 rg ${at(20, 80, BELOW)} 0 g` }),
    '',
    'letters that were to stay have another colour or size',
  ],
  ['another size', text('wolf', { below: `/F1 9 Tf ${at(20, 80, BELOW)}` }), '', 'letters that were to stay have another colour or size'],
  [
    'a word off its line',
    text('wolf', { beside: `${at(110, 100, 'that is')} 2 Ts ( kept) Tj 0 Ts` }),
    '',
    'words do not stand on their line, or leave a hole in it',
  ],
  [
    'a hole between two words',
    text('wolf', { below: '1 0 0 1 20 80 Tm [(goes on in a) -300 ( second line caf\xe9)] TJ' }),
    '',
    'words do not stand on their line, or leave a hole in it',
  ],
  ['a word under a picture', text('wolf'), '0.5 g 108 96 40 14 re f 0 g', 'text that was to stay is gone or not visible'],
  ['an overlapping neighbour', text('wolf', { beside: at(36, 100, KEPT) }), '', 'texts lie over each other'],
  [
    'a lost accent',
    text('wolf', { below: at(20, 80, 'goes on in a second line cafe') }),
    '',
    'text that was to stay is gone or not visible',
  ],
];

describe.each(PAGES)('the guard, in %s,', (_, page) => {
  it('lets pass what was asked for', async () => {
    await expect(judge(page(text('word'), ''), page(text('wolf'), ''))).resolves.toBeDefined();
  });

  it.each(SABOTAGE)('refuses %s', async (_name, inner, later, finding) => {
    await expect(judge(page(text('word'), ''), page(inner, later))).rejects.toMatchObject({
      reason: 'unsupported_feature',
      cause: { message: finding },
    });
  });
});

it('refuses a numerator that leaves the line of its fraction', async () => {
  const page = (word: string, numerator: number) =>
    `BT /F1 12 Tf ${at(20, 104, `one ${word}`)} ${at(40, 84, 'is C =')} ${at(92, numerator, 'A')} ${at(92, 76, 'd')} ET 90 88 m 102 88 l S`;
  await expect(judge(page('word', 91), page('wolf', 91))).resolves.toBeDefined();
  await expect(judge(page('word', 91), page('wolf', 103))).rejects.toMatchObject({
    cause: { message: 'a line is left without its words' },
  });
});

describe('the guard, where accents are glyphs of their own,', () => {
  const page = (word: string, accent: string) =>
    `BT /F1 12 Tf ${at(20, 100, `one ${word}`)} 1 0 0 1 20 80 Tm [(the second line of a caf) -111 ${accent} 444 (e)] TJ ET`;

  it('lets pass what was asked for', async () => {
    await expect(judge(page('word', '(\\302)'), page('wolf', '(\\302)'))).resolves.toBeDefined();
  });

  it.each([
    ['is lost', '-333'],
    ['has become another', '(\\310)'],
  ])('refuses one that %s', async (_, accent) => {
    await expect(judge(page('word', '(\\302)'), page('wolf', accent))).rejects.toMatchObject({
      cause: { message: 'text that was to stay is gone or not visible' },
    });
  });
});

describe('the guard, in a table whose frame is one shape,', () => {
  /** Rings and shapes with slanted ends, as converters of web pages draw them: the lower side of the frame, and of the line in its middle. */
  const table = (word: string, frame: number, line: number) =>
    `20 ${frame} m 20 116 l 270 116 l 270 ${frame} l 20 ${frame} l 20.75 ${frame + 0.75} m 269.25 ${frame + 0.75} l 269.25 115.25 l 20.75 115.25 l ` +
    `20.75 ${frame + 0.75} l f 150 116 m 150 ${line} l 149.25 ${line + 0.75} l 149.25 115.25 l f BT /F1 10 Tf ${at(30, 100, `one ${word}`)} ET`;

  it('lets a line pass that goes on to where the frame now ends', async () => {
    await expect(judge(table('word', 76, 76), table('wolf', 70, 70))).resolves.toBeDefined();
  });

  it('refuses a line that was left behind', async () => {
    const [refused] = await Promise.allSettled([judge(table('word', 76, 76), table('wolf', 70, 76))]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { reason: 'unsupported_feature' } });
  });
});

describe('the guard, in a table that gets a row,', () => {
  const rule = (y: number) => `15 ${y} m 280 ${y} l S `;
  const row = (y: number, name: string) => `${at(20, y, name)} ${at(180, y, '12.50')} `;
  const before = `0.5 w ${[120, 100, 80].map(rule).join('')}BT /F1 10 Tf ${row(106, 'Aspen')}${row(86, 'Denver')} ET`;
  const rows = `BT /F1 10 Tf ${row(106, 'Aspen')}${row(86, 'Boulder')}${row(66, 'Denver')} ET`;
  const box: Box = [10, 50, 290, 122];
  const added = {
    boxes: [box],
    hasRows: true,
    newRows: [{ cells: ['Boulder', '12.50'], box }],
    texts: [{ operation: 'op1', old: '', new: 'Boulder 12.50', box }],
  };
  const seen = (rules: readonly number[]) => judge(before, `0.5 w ${rules.map(rule).join('')}${rows}`, added);

  it('lets it pass between rules of its own', async () => {
    await expect(seen([120, 100, 80, 60])).resolves.toBeDefined();
  });

  it.each([
    ['without a rule before the next row', [120, 100, 60]],
    ['without a rule after the row before', [120, 80, 60]],
  ])('refuses it %s', async (_, rules) => {
    await expect(seen(rules)).rejects.toMatchObject({ reason: 'unsupported_feature' });
  });
});

describe('the guard, in a table whose last row has two lines and a sum below it,', () => {
  const row = (y: number, name: string, count: string) => `${at(20, y, name)} ${at(180, y, count)} `;
  const ground = (y: number) => `0.8 0.9 1 rg 15 ${y - 6} 200 18 re f 0 g `;
  const above = `${row(140, 'Ash', '4')}${row(122, 'Box', '3')}${row(104, 'Cherry and', '2')}${at(20, 93, 'rowan')} `;
  const page = (rule: number, rows: string, grounds = '') => `${grounds}0.5 w 15 ${rule} m 215 ${rule} l S BT /F1 10 Tf ${above}${rows} ET`;
  const before = page(87, row(75, 'Sum', '9'));
  const box: Box = [10, 20, 290, 160];
  const seen = (after: string, source = before) =>
    judge(source, after, {
      boxes: [box],
      hasRows: true,
      newRows: [{ cells: ['Fir', '7'], box: [15, 60, 220, 90] }],
      texts: ['Fir', '7'].map((cell) => ({ operation: 'op1', old: undefined, new: cell, box })),
    });
  const refusal = { reason: 'unsupported_feature', cause: { message: 'a new row does not stand as the rows beside it do' } };

  it('lets it pass as far from its neighbours as they are from one another, above the rule of the sum', async () => {
    await expect(seen(page(69, `${row(75, 'Fir', '7')}${row(57, 'Sum', '9')}`))).resolves.toBeDefined();
  });

  it.each([
    ['at the distance of lines', page(76, `${row(82, 'Fir', '7')}${row(64, 'Sum', '9')}`)],
    ['too near the row below', page(69, `${row(75, 'Fir', '7')}${row(64, 'Sum', '9')}`)],
    ['as far as a row of two lines is high', page(58, `${row(64, 'Fir', '7')}${row(46, 'Sum', '9')}`)],
    ['below a rule that parts no rows', page(87, `${row(75, 'Fir', '7')}${row(57, 'Sum', '9')}ET 15 69 m 215 69 l S BT`)],
    ['below the rule of the sum', page(87, `${row(75, 'Fir', '7')}${row(57, 'Sum', '9')}`)],
  ])('refuses it %s', async (_, after) => {
    await expect(seen(after)).rejects.toMatchObject(refusal);
  });

  it('lets a last row pass above the rule at the end of its table, whatever stands in two columns further below', async () => {
    const text = [
      at(20, 20, 'Some more text in'),
      at(180, 20, 'two columns of it'),
      at(20, 8, 'a page that goes'),
      at(180, 8, 'on and on below'),
    ].join(' ');
    const short = (rule: number, rows: string) =>
      `0.5 w 15 134 m 215 134 l S 15 ${rule} m 215 ${rule} l S BT /F1 10 Tf ${row(140, 'Head', 'Sum')}${row(122, 'Box', '3')}${row(104, 'Elm', '2')}${rows}${text} ET`;
    await expect(seen(short(80, row(86, 'Fir', '7')), short(98, ''))).resolves.toBeDefined();
    await expect(seen(short(98, row(86, 'Fir', '7')), short(98, ''))).rejects.toMatchObject({ reason: 'unsupported_feature' });
  });

  it('lets it pass at the end of a table with rules between all of its rows, and refuses it without the rule at the end', async () => {
    const ruled = (rules: readonly number[], rows: string) =>
      `0.5 w ${rules.map((y) => `15 ${y} m 215 ${y} l S `).join('')}BT /F1 10 Tf ${above}${rows} ET`;
    const [rules, text] = [[152, 134, 116, 87], 'A text that is below the table'];
    const source = ruled(rules, at(20, 60, text));
    await expect(seen(ruled([...rules, 69], `${row(75, 'Fir', '7')}${at(20, 42, text)}`), source)).resolves.toBeDefined();
    await expect(seen(ruled(rules, `${row(75, 'Fir', '7')}${at(20, 42, text)}`), source)).rejects.toMatchObject(refusal);
  });

  it('refuses it between the lines of another row', async () => {
    const upper = `${row(140, 'Ash', '4')}${row(122, 'Box', '3')}${row(104, 'Cherry and', '2')}`;
    const lower = `${row(86, 'Fir', '7')}${at(20, 75, 'rowan')} ${row(57, 'Sum', '9')}`;
    await expect(seen(`0.5 w 15 69 m 215 69 l S BT /F1 10 Tf ${upper}${lower} ET`)).rejects.toMatchObject(refusal);
  });

  it('refuses two rows on one ground where the others stand on grounds in turn', async () => {
    const rows = (names: readonly string[]) => names.map((name, index) => row(140 - 18 * index, name, String(index))).join('');
    const striped = (grounds: readonly number[], names: readonly string[]) =>
      `${grounds.map((index) => ground(140 - 18 * index)).join('')}BT /F1 10 Tf ${rows(names)} ET`;
    const source = striped([1, 3], ['Ash', 'Box', 'Elm', 'Oak', 'Yew']);
    const names = ['Ash', 'Box', 'Fir', 'Elm', 'Oak', 'Yew'];
    const inTurn = (grounds: readonly number[]) =>
      judge(source, striped(grounds, names).replace('(2)', '(7)').replace('(3)', '(2)').replace('(4)', '(3)').replace('(5)', '(4)'), {
        boxes: [box],
        hasRows: true,
        newRows: [{ cells: ['Fir', '7'], box: [15, 90, 220, 120] }],
        texts: ['Fir', '7'].map((cell) => ({ operation: 'op1', old: undefined, new: cell, box })),
      });
    await expect(inTurn([1, 3, 5])).resolves.toBeDefined();
    await expect(inTurn([1, 2, 4])).rejects.toMatchObject(refusal);
  });
});
