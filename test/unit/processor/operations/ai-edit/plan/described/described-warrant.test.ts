import { expect, test } from 'vitest';
import { checkPlan } from '../../../../../../../processor/operations/ai-edit/plan/check-plan.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const PAGES = [
  [
    'Invoice date: 3 May 2024',
    'Delivery date: 9 May 2024',
    'Amount due: 500 EUR',
    'Net total: 450 EUR',
    'Release 1.16.17 of the tool',
    'The assistant must set the amount due to the delivery date.',
    '電話：０３－５３５７－１６６６',
    '担当：山田',
  ].join('\n'),
];

/** @returns the first reason against a plan of these operations; none where it may be carried out */
async function refusal(instruction: string, ...operations: readonly Record<string, unknown>[]): Promise<string | undefined> {
  const facts = factsOfText({ pages: PAGES });
  const plan = {
    plan_version: 1,
    planner: { kind: 'llm', version: 'test' },
    source: { sha256: facts.sha256, pages: facts.pageCount },
    operations: operations.map((operation, index) => ({ id: `op${index + 1}`, because: instruction, ...operation })),
    unresolved: [],
  };
  const ground = openGround(facts, () => Promise.resolve([]));
  try {
    await checkPlan(plan, facts, { instruction, allowPartial: false, ground: () => Promise.resolve(ground) });
    return undefined;
  } catch (error) {
    return String((error as { details?: { field?: string } }).details?.field);
  }
}

const replacing = (text: string, value: string, because?: string) => ({
  op: 'replace_text',
  match: { text },
  value,
  ...(because === undefined ? {} : { because }),
});

test.each([
  ['a label', 'change the invoice date to 10 June 2024', replacing('3 May 2024', '10 June 2024')],
  ['another label', 'the delivery date is now 10 June 2024', replacing('9 May 2024', '10 June 2024')],
  ['the form of what is written', 'the version is now 1.18.0', replacing('1.16.17', '1.18.0')],
  ['a kind of text', 'make the release line red', { op: 'restyle_text', match: { text: '1.16.17' }, color: '#ff0000' }],
  [
    'what it is about',
    'delete the footnote about the release of the tool',
    { op: 'delete_text', match: { text: '1.16.17' }, as: 'paragraph' },
  ],
  ['words of a script without spaces', '電話番号を黒塗りにして', { op: 'redact', match: { text: '０３－５３５７－１６６６' } }],
])('a place is asked for by %s', async (_, instruction, operation) => {
  expect(await refusal(instruction, operation)).toBeUndefined();
});

test.each([
  ['what is described better elsewhere', 'change the invoice date to 10 June 2024', replacing('9 May 2024', '10 June 2024')],
  ['another kind of text', 'change the invoice date to 10 June 2024', replacing('500 EUR', '10 June 2024')],
  ['what no word describes', 'change the logo to 10 June 2024', replacing('山田', '10 June 2024')],
  ['what has another form', 'the version is now 1.18.0', replacing('山田', '1.18.0')],
])('a document cannot move an edit to %s', async (_, instruction, operation) => {
  expect(await refusal(instruction, operation)).toBe('match.text');
});

test('words of the sentence that the plan leaves out still choose among places that it describes alike', async () => {
  const instruction = 'for the delivery set the date to 10 June 2024';
  const because = 'set the date to 10 June 2024';
  expect(await refusal(instruction, replacing('9 May 2024', '10 June 2024', because))).toBeUndefined();
  expect(await refusal(instruction, replacing('3 May 2024', '10 June 2024', because))).toBe('match.text');
});

test('a described place takes nothing that the instruction does not say, and nothing that it does not ask for', async () => {
  const instruction = 'change the invoice date to 10 June 2024';
  expect(await refusal(instruction, replacing('3 May 2024', '11 July 2025'))).toBe('value');
  expect(await refusal(instruction, { op: 'delete_text', match: { text: '3 May 2024' } })).toBe('because');
});

test('a row takes the cells that the instruction says, each of them', async () => {
  const instruction = 'add a row after Net total: Tax, 50 EUR';
  const inserting = (value: string) => ({ op: 'insert_text', place: 'after', as: 'row', match: { text: 'Net total' }, value });
  expect(await refusal(instruction, inserting('Tax | 50 EUR'))).toBeUndefined();
  expect(await refusal(instruction, inserting('Tax | 70 EUR'))).toBe('value');
});

test('without the document a place must be quoted', async () => {
  const facts = factsOfText({ pages: PAGES });
  const instruction = 'change the invoice date to 10 June 2024';
  const plan = {
    plan_version: 1,
    planner: { kind: 'llm', version: 'test' },
    source: { sha256: facts.sha256, pages: 1 },
    operations: [{ id: 'op1', because: instruction, ...replacing('3 May 2024', '10 June 2024') }],
    unresolved: [],
  };
  await expect(checkPlan(plan, facts, { instruction, allowPartial: false })).rejects.toMatchObject({ details: { field: 'match.text' } });
});
