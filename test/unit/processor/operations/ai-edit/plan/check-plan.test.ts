import { expect, test } from 'vitest';
import type { RecordClass } from '#contract/edit-policy.ts';
import { parseInstruction } from '#instruction/parse.ts';
import { checkPlan, type CheckOptions } from '../../../../../../processor/operations/ai-edit/plan/check-plan.ts';
import { factsOfText, type TextDocument } from '../../../../../support/text-document.ts';

const DOCUMENT: TextDocument = {
  pages: ['Acme Ltd\nOffer of 2 May 2024 to Globex. Acme Ltd offers tea.', 'Acme Ltd, mail us: tea@acme.example', '', 'End of offer'],
  fields: { Name: 'text', Agree: 'box', Sign: 'signature' },
};
const facts = factsOfText(DOCUMENT);
const source = { sha256: facts.sha256, pages: 4 };

function planOf(instruction: string) {
  const read = parseInstruction(instruction);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return { plan_version: 1, planner: { kind: 'grammar', version: '1' }, source, ...read.edits };
}

const check = (instruction: string, options: Partial<CheckOptions> = {}) =>
  checkPlan(planOf(instruction), facts, { instruction, allowPartial: false, ...options });

test('a plan that can be carried out comes back with its pages and places', async () => {
  const checked = await check('replace the second "Acme Ltd" with "Acme GmbH" on pages 1-2; rotate page 4 by 90 degrees');
  expect(
    checked.operations.map(({ operation, pages, found }) => [
      operation.op,
      pages,
      found.map(({ page, start, text }) => [page, start, text]),
    ]),
  ).toEqual([
    ['replace_text', [1, 2], [[1, 40, 'Acme Ltd']]],
    ['rotate_pages', [4], []],
  ]);
});

test.each([
  ['delete page 5', 'plan_invalid', 'pages'],
  ['move page 1 after page 9', 'plan_invalid', 'pages'],
  ['insert a blank page after page 5', 'plan_invalid', 'pages'],
  ['delete pages 3-9', 'plan_invalid', 'pages'],
  ['delete "Initech"', 'text_not_found', 'located'],
  ['delete "acme ltd"', 'text_not_found', 'located'],
  ['delete the fourth "Acme Ltd"', 'text_not_found', 'located'],
  ['delete "Acme" as a whole word, expecting exactly 2 matches', 'ambiguous_match', 'located'],
  ['delete "Globex", expecting at least 2 matches', 'text_not_found', 'located'],
  ['delete "Acme Ltd" on page 3', 'no_text_found', 'located'],
  ['redact all IBANs', 'text_not_found', 'located'],
  ['fill the field "Street" with "Main St"', 'text_not_found', 'located'],
  ['check the box "Name"', 'plan_invalid', 'located'],
  ['delete pages 1-4', 'plan_invalid', 'conflicts'],
  ['delete page 2; rotate page 2 by 90 degrees', 'plan_invalid', 'conflicts'],
  ['delete page 1; delete "Globex" on page 1', 'plan_invalid', 'conflicts'],
  ['keep pages 1-2; keep pages 2-3', 'plan_invalid', 'conflicts'],
  ['keep pages 1-2; rotate page 4 by 90 degrees', 'plan_invalid', 'conflicts'],
  ['delete page 2; move page 1 after page 2', 'plan_invalid', 'conflicts'],
  ['move page 1 after page 3; move pages 1-2 after page 4', 'plan_invalid', 'conflicts'],
  ['replace "Acme Ltd" with "A"; delete "Acme"', 'plan_invalid', 'conflicts'],
  ['redact all dates; replace "2024" with "2025"', 'plan_invalid', 'conflicts'],
  ['insert "x1" after "Globex"; delete "Globex"', 'plan_invalid', 'conflicts'],
  ['set the document title to "A"; set the document title to "B"', 'plan_invalid', 'conflicts'],
  ['add page numbers; add page numbers on page 2', 'plan_invalid', 'conflicts'],
  ['crop 1 cm from the top; crop 1 cm from the left of page 2', 'plan_invalid', 'conflicts'],
])('%s fails as %s at the check of %s', async (instruction, reason, at) => {
  await expect(check(instruction)).rejects.toMatchObject({ reason, details: { check: at } });
});

test.each([
  'redact all dates; redact "2 May 2024"',
  'make "Globex" red; highlight "Globex" in yellow',
  'delete page 3; rotate all pages by 90 degrees',
  'delete page 3; add page numbers',
  'add page numbers at the top right; add page numbers at the bottom right',
  'replace "Globex" with "Initech"; delete "offers tea"',
  'delete "Acme Ltd" on page 2, ignoring case',
  'fill the field "Name" with "Ann"; check the box "Agree"; flatten the form',
])('%s goes together', async (instruction) => {
  await expect(check(instruction)).resolves.toMatchObject({ skipped: [] });
});

test('what another operation deletes is left out of `all pages`', async () => {
  const checked = await check('delete page 2; redact "Acme Ltd"');
  expect(checked.operations.map(({ pages }) => pages)).toEqual([[2], [1, 3, 4]]);
  expect(checked.operations[1]?.found.map(({ page }) => page)).toEqual([1, 1]);
});

test('a target that is not there fails the whole plan unless a part is allowed', async () => {
  const checked = await check('delete "Initech"; delete "Globex"', { allowPartial: true });
  expect(checked.operations.map(({ operation }) => operation.id)).toEqual(['op2']);
  expect(checked.skipped).toEqual([{ operation: 'op1', reason: 'text_not_found', message: 'The text “Initech” was found 0 times.' }]);
  await expect(check('delete "Initech"', { allowPartial: true })).rejects.toMatchObject({ reason: 'plan_invalid' });
});

test('what a planner left unresolved fails the plan unless a part is allowed', async () => {
  const plan = { ...planOf('delete "Globex"'), unresolved: [{ text: 'and make it nice', reason: 'no operation' }] };
  const instruction = 'delete "Globex" and make it nice';
  await expect(checkPlan(plan, facts, { instruction, allowPartial: false })).rejects.toMatchObject({
    reason: 'plan_invalid',
    details: { check: 'unresolved' },
  });
  await expect(checkPlan(plan, facts, { instruction, allowPartial: true })).resolves.toMatchObject({ skipped: [] });
});

test.each([
  ['another document', { source: { sha256: '0'.repeat(64), pages: 4 } }, 'source'],
  ['another number of pages', { source: { ...source, pages: 5 } }, 'source'],
  ['another version', { plan_version: 2 }, 'schema'],
  ['an unknown field', { script: 'x' }, 'schema'],
  ['an id twice', { operations: [...planOf('delete "Globex"').operations, ...planOf('flatten the form').operations] }, 'schema'],
  ['no operation', { operations: [] }, 'unresolved'],
])('a plan with %s is invalid', async (_name, change, at) => {
  const plan = { ...planOf('delete "Globex"'), ...change };
  await expect(checkPlan(plan, facts, { instruction: 'delete "Globex"', allowPartial: false })).rejects.toMatchObject({
    reason: 'plan_invalid',
    details: { check: at },
  });
});

test.each([null, undefined, 7, 'x', [], {}, { operations: 'all' }, JSON.parse('{"__proto__": {"operations": []}}')])(
  '%j is no plan',
  async (plan) => {
    await expect(checkPlan(plan, facts, { instruction: 'delete "Globex"', allowPartial: false })).rejects.toMatchObject({
      reason: 'plan_invalid',
    });
  },
);

test('words that the instruction does not have are refused, wherever they come from', async () => {
  const instruction = 'replace "Globex" with "Initech"';
  for (const value of ['Acme Ltd', 'tea@acme.example', 'Hooli']) {
    const plan = planOf(instruction);
    const operations = plan.operations.map((operation) => ({ ...operation, value }));
    await expect(checkPlan({ ...plan, operations }, facts, { instruction, allowPartial: false })).rejects.toMatchObject({
      reason: 'instruction_refused',
      details: { check: 'derivation', field: 'value' },
    });
  }
});

test('a caller who brings a plan and no instruction answers for its words, and is held to everything else', async () => {
  const options = { instruction: undefined, allowPartial: false };
  const caller = { ...planOf('replace "Globex" with "Initech"'), planner: { kind: 'caller', version: '1' } };
  await expect(checkPlan(caller, facts, options)).resolves.toMatchObject({ skipped: [] });
  await expect(checkPlan({ ...caller, ...planOf('delete page 9') }, facts, options)).rejects.toMatchObject({ details: { check: 'pages' } });
});

const STATEMENT = factsOfText({
  pages: [
    'Statement of Account\nIBAN GB29 NWBK 6016 1331 9268 19\nClosing balance 3,299.97\n01/03/2024 Rent 800.00\n02/03/2024 Food 41.50',
  ],
});

test('an account that issues such records itself may be allowed to edit them', async () => {
  const instruction = 'replace "3,299.97" with "9,299.97"';
  const plan = { ...planOf(instruction), source: { sha256: STATEMENT.sha256, pages: 1 } };
  const allowed = (...records: RecordClass[]) =>
    checkPlan(plan, STATEMENT, { instruction, allowPartial: false, allowedRecords: new Set(records) });
  await expect(allowed('payslip')).rejects.toMatchObject({
    reason: 'policy_violation',
    message: expect.stringContaining('a bank statement'),
    details: { check: 'policy', record: 'bank_statement', kind: 'amount' },
  });
  await expect(allowed('bank_statement')).resolves.toMatchObject({ skipped: [] });
});
