// The Markdown writer on parts made by hand: what a reader of Markdown would see in them.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Block, DocumentHead, DocumentPart, ListPlace, Paragraph, Run, Table } from '../../../../../../processor/document/model.ts';
import { markdownWriter } from '../../../../../../processor/operations/convert/writers/md.ts';

const folder = mkdtempSync(join(tmpdir(), 'write-md-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const body = { family: 'Arial', size: 11, bold: false, italic: false, colour: 0 };
const head: DocumentHead = {
  families: new Map(),
  look: { family: 'Arial', size: 11, headings: [], line: { rule: 'multiple', value: 240 } },
  rtl: false,
};
const run = (text: string, more: Partial<Run> = {}): Run => ({ text, ...body, underline: false, strike: false, ...more });
const paragraph = (runs: readonly Run[] | string, more: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  runs: typeof runs === 'string' ? [run(runs)] : runs,
  alignment: 'left',
  rtl: false,
  indentLeft: 0,
  indentRight: 0,
  indentFirst: 0,
  spaceBefore: 0,
  lineHeight: 12,
  ...more,
});
const item = (text: string, format: ListPlace['format'], place: Partial<ListPlace> = {}): Paragraph =>
  paragraph(text, { list: { list: 1, level: 0, value: 1, format, ...place } });
const table = (rows: readonly (readonly string[])[], spans: Readonly<Record<string, number>> = {}): Table => ({
  kind: 'table',
  widths: [100, 100],
  rows: rows.length,
  cells: rows.flatMap((texts, row) =>
    texts.map((text, column) => ({
      row,
      column,
      rowSpan: 1,
      columnSpan: spans[text] ?? 1,
      paddingLeft: 0,
      paddingRight: 0,
      blocks: text.split('/').map((one) => paragraph(one)),
    })),
  ),
  bordered: true,
  borderColour: 0,
  indentLeft: 0,
  rtl: false,
  rowHeights: [],
  spaceBefore: 0,
});

const section = (header: readonly Block[] = [], footer: readonly Block[] = []): DocumentPart => ({
  kind: 'section',
  section: {
    pageWidth: 600,
    pageHeight: 800,
    margins: { left: 0, top: 0, right: 0, bottom: 0 },
    columns: 1,
    columnGap: 0,
    newPage: true,
    header,
    footer,
    headerDistance: 0,
    footerDistance: 0,
    bareFirstPage: { header: false, footer: false },
  },
});

async function markdownOf(parts: readonly (DocumentPart | readonly Block[])[], keepRunning = false): Promise<string> {
  const path = join(folder, 'result.md');
  rmSync(path, { force: true });
  async function* all(): AsyncGenerator<DocumentPart> {
    for (const part of parts) yield 'kind' in part ? part : { kind: 'blocks', blocks: part };
  }
  await markdownWriter({ keepRunning })({ head, parts: all() }, { path, bytesMax: 2 ** 20 });
  return readFileSync(path, 'utf8');
}

test('headings have their level, and a blank line is between blocks', async () => {
  expect(await markdownOf([[paragraph('One', { heading: 1 }), paragraph('Text.'), paragraph('Two', { heading: 3 })]])).toBe(
    '# One\n\nText.\n\n### Two\n',
  );
});

test('lists nest below the text of their item, and other labels than figures are part of the text', async () => {
  const items = [
    item('first', { kind: 'decimal', text: '%1.' }),
    item('inner', { kind: 'bullet', text: '•' }, { level: 1 }),
    item('second', { kind: 'decimal', text: '%1.' }, { value: 2 }),
    item('letter', { kind: 'lowerLetter', text: '(%1)' }, { list: 2 }),
  ];
  expect(await markdownOf([items])).toBe('1. first\n   - inner\n2. second\n\n- (a) letter\n');
});

test('a table is drawn with pipes, and with HTML where a cell spans', async () => {
  expect(
    await markdownOf([
      [
        table([
          ['a', 'b|c'],
          ['two/parts', '<i>'],
        ]),
      ],
    ]),
  ).toBe('| a | b\\|c |\n| --- | --- |\n| two<br>parts | \\<i> |\n');
  const html = await markdownOf([[table([['wide'], ['x & y', '<i>']], { wide: 2 })]]);
  expect(html.replaceAll('\n', '')).toBe('<table><tr><td colspan="2">wide</td></tr><tr><td>x &amp; y</td><td>&lt;i&gt;</td></tr></table>');
});

test('only what would read as markup is escaped', async () => {
  const texts = [
    '# not a heading',
    '- no item',
    '2 * 3 * 4',
    '*stars*',
    'snake_case_name',
    '_edge_',
    'a < b <b>',
    '[1] [x](y)',
    'AT&T &amp;',
  ];
  expect((await markdownOf([texts.map((text) => paragraph(text))])).trim().split('\n\n')).toEqual([
    '\\# not a heading',
    '\\- no item',
    '2 * 3 * 4',
    '\\*stars\\*',
    'snake_case_name',
    '\\_edge\\_',
    'a < b \\<b>',
    '[1] \\[x](y)',
    'AT&T \\&amp;',
  ]);
});

test('links lead to the web only, notes stand after the text', async () => {
  const runs = [
    run('see '),
    run('the page', { link: 'https://example.org/a b' }),
    run(', '),
    run('example.org', { link: 'https://example.org/' }),
    run(' or '),
    run('bad', { link: 'javascript:alert(1)' }),
    run('7', { footnote: 1 }),
  ];
  const note: DocumentPart = { kind: 'footnote', number: 1, paragraphs: [paragraph('The note.')] };
  expect(await markdownOf([[paragraph(runs)], note])).toBe(
    'see [the page](<https://example.org/a%20b>), example.org or bad[^1]\n\n[^1]: The note.\n',
  );
});

test('running heads are left out unless they are asked for', async () => {
  const parts = [section([paragraph('Head')], [paragraph('7')]), [paragraph('Text')]];
  expect(await markdownOf(parts)).toBe('Text\n');
  expect(await markdownOf(parts, true)).toBe('Head\n\nText\n\n7\n');
});
