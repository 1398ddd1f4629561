// What is hidden by its kind in a paper typed here with its model: authors under a title, a table, addresses, labels with their values.

import { describe, expect, test } from 'vitest';
import type { PageBlock, PageModel } from '../../../../../../../processor/document/pages/page-model.ts';
import type { DocumentFacts } from '../../../../../../../processor/operations/ai-edit/facts/locate.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { planGrounded } from '../../../../../../../processor/operations/ai-edit/plan/ground/plan-grounded.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

type Line = readonly [PageBlock['kind'] | 'row', string];

const PAPER: readonly Line[] = [
  ['heading', 'Parking near schools'],
  ['paragraph', 'Ada Brown and Bert Green'],
  ['paragraph', '{ada, bert}@example.org'],
  ['paragraph', 'Abstract: we counted cars.'],
  ['paragraph', '12 Elm Street, Springfield, IL 62704'],
  ['paragraph', 'Age: 41'],
  ['row', 'Name         Licence plate   Price'],
  ['row', 'Carl White   AB 123          10'],
  ['row', 'Dora Black   CD 456          20'],
  ['paragraph', 'All prices are in euros.'],
];

function boxOf(line: number, from: number, to: number) {
  const [left, top] = [56 + 6 * from, 56 + 16 * line];
  return { left, top, right: 56 + 6 * to, bottom: top + 12 };
}

function blocksOf(lines: readonly Line[]): PageBlock[] {
  const rows = lines.flatMap(([kind, text], line) => (kind === 'row' ? [{ line, text }] : []));
  return lines.flatMap(([kind, text], line): PageBlock[] => {
    const id = `p1-b${line + 1}`;
    const box = boxOf(line, 0, text.length);
    const own = { id, box, text, lines: [{ text, box }], from: 'text' as const };
    if (kind === 'heading') return [{ ...own, kind, level: 1 }];
    if (kind === 'paragraph') return [{ ...own, kind }];
    if (rows[0]?.line !== line) return [];
    const cells = rows.flatMap((row, index) =>
      Array.from(row.text.matchAll(/\S+(?: \S+)*/gu), ({ 0: cell, index: at }, column) => {
        const place = boxOf(row.line, at, at + cell.length);
        return { row: index, column, rowSpan: 1, columnSpan: 1, header: index === 0, text: cell, box: place };
      }),
    );
    return [{ id, box, kind: 'table', rows: rows.length, columns: 3, cells, from: 'text' }];
  });
}

async function hidden(instruction: string, lines = PAPER, facts: Partial<DocumentFacts> = {}): Promise<readonly string[] | string> {
  const model: PageModel = { page: 1, width: 595, height: 842, blocks: blocksOf(lines), pairs: [], fields: [], links: [], remarks: [] };
  const known = { ...factsOfText({ pages: [lines.map(([, text]) => text).join('\n')] }), ...facts };
  const ground = openGround(
    known,
    () => Promise.resolve([]),
    () => model,
  );
  const plan = await planGrounded(instruction, ground);
  if (!plan.ok) return plan.open.map(({ refusal }) => refusal.why).join(' ');
  return plan.edits.operations.map((operation) => ('match' in operation ? `${operation.op} ${operation.match.text}` : operation.op));
}

describe('hidden by its kind', () => {
  test.each([
    ["black out the drivers' names", ['redact Carl White', 'redact Dora Black']],
    ['hide the two licence plates', ['redact AB 123', 'redact CD 456']],
    ['redact the licence plates', ['redact AB 123', 'redact CD 456']],
    ["anonymise the table: black bars over the two drivers' names", ['redact Carl White', 'redact Dora Black']],
    [
      'Our study goes into blind review: please anonymise it, i.e. black out the author block',
      ['redact Ada Brown and Bert Green', 'redact {ada, bert}@example.org'],
    ],
    ['redact the author block under the title', ['redact Ada Brown and Bert Green', 'redact {ada, bert}@example.org']],
    ['redact both e-mail addresses', 'ambiguous'],
    ['hide the street addresses', ['redact 12 Elm Street, Springfield, IL 62704']],
    ['hide the street addresses and the licence plates', ['redact 12 Elm Street, Springfield, IL 62704', 'redact AB 123', 'redact CD 456']],
    ["redact the patient's age", ['redact 41']],
  ])('%s', async (instruction, texts) => {
    expect(await hidden(instruction)).toEqual(texts);
  });
});

describe('never a part of what is meant', () => {
  test('not where fewer are there than are spoken of', async () => {
    expect(await hidden("black out the three drivers' names")).toBe('missing');
  });

  test('not where an address is written in another way', async () => {
    const lines = [...PAPER, ['paragraph', 'Old Mill, Shelbyville, IL 62705'] as const];
    expect(await hidden('hide the street addresses', lines)).toBe('missing');
  });

  test('not where two tables have such a column, nor for a list whose other part is nowhere', async () => {
    expect(await hidden('hide the licence plates and the fingerprints')).toBe('missing');
    expect(await hidden('hide the weights')).toBe('missing');
  });

  test('a label alone hides nothing', async () => {
    expect(
      await hidden('redact Gender', [
        ['paragraph', 'Gender'],
        ['paragraph', 'We asked for it.'],
      ]),
    ).toBe('missing');
  });
});

test('a note on the title stands at the one heading that opens the paper', async () => {
  expect(await hidden('attach a comment "shorten" to the title')).toEqual(['add_note Parking near schools']);
});

describe('a link that is there gets another target', () => {
  const lines: readonly Line[] = [['paragraph', 'Read this first, then read this again.']];
  const linksOver: DocumentFacts['linksOver'] = ({ page, start }) =>
    start > 12 ? [{ page, kind: 'Link', text: '', box: [0, 0, 1, 1], author: undefined, url: 'https://a.example' }] : [];

  test('of several texts the one that has it', async () => {
    const plan = await hidden('the link behind "this" should go to https://b.example', lines, { linksOver });
    expect(plan).toEqual(['set_link this']);
  });

  test('goes with the text that it lies over, where it lies over nothing else', async () => {
    const annotations =
      (count: number): DocumentFacts['annotations'] =>
      () =>
        Array.from({ length: count }, () => ({
          page: 1,
          kind: 'Link',
          text: '',
          box: [0, 0, 1, 1] as const,
          author: undefined,
          url: 'https://a.example',
        }));
    const over: DocumentFacts['linksOver'] = ({ page }) => [
      { page, kind: 'Link', text: '', box: [0, 0, 1, 1], author: undefined, url: 'https://a.example' },
    ];
    const said = 'delete "Read this first" together with its link';
    expect(await hidden(said, lines, { linksOver: over, annotations: annotations(1) })).toEqual([
      'delete_text Read this first',
      'remove_links',
    ]);
    expect(await hidden(said, lines, { linksOver: over, annotations: annotations(2) })).toBe('missing');
    expect(await hidden(said, lines)).toBe('missing');
  });

  test('without one nothing is made', async () => {
    expect(await hidden('change the link of "this" to https://b.example', lines)).toBe('missing');
  });
});
