import { expect, test } from 'vitest';
import { parseInstruction } from '#instruction/parse.ts';
import { checkPlan } from '../../../../../../processor/operations/ai-edit/plan/check-plan.ts';
import { factsOfText } from '../../../../../support/text-document.ts';
import { onBusyMachine } from '../../../../../support/busy-machine.ts';

const PAGE =
  'Maria Lopez, MARIA LOPEZ, maria lopez\nMaria\u00a0Lopez and Maria\u2009Lopez\nMaria-Lopez and Maria\u2011Lopez\nMa\u00adria Lopez, Maria Lo\u200bpez\nMaria\nLopez, Ma-\nria Lopez\nMariana Lopezia';

async function redacted(instruction: string, page = PAGE) {
  const facts = factsOfText({ pages: [page] });
  const read = parseInstruction(instruction);
  if (!read.ok) throw new Error(instruction);
  const plan = { plan_version: 1, planner: { kind: 'grammar', version: '1' }, source: { sha256: facts.sha256, pages: 1 }, ...read.edits };
  const { operations, spellingsLeft } = await checkPlan(plan, facts, { instruction, allowPartial: false });
  return { found: operations.flatMap(({ found }) => found.map(({ text }) => text)), left: spellingsLeft };
}

test('a redaction takes every spelling of its text, and leaves none', async () => {
  const { found, left } = await redacted('redact "Maria Lopez"');
  expect(found).toEqual([
    'Maria Lopez',
    'MARIA LOPEZ',
    'maria lopez',
    'Maria\u00a0Lopez',
    'Maria\u2009Lopez',
    'Maria-Lopez',
    'Maria\u2011Lopez',
    'Ma\u00adria Lopez',
    'Maria Lo\u200bpez',
    'Maria\nLopez',
    'Ma-\nria Lopez',
  ]);
  expect(left).toEqual([]);
});

test('one that matches case says which other spellings it left', async () => {
  const { found, left } = await redacted('redact "Maria Lopez", matching case');
  expect(found).toEqual(['Maria Lopez', 'Maria\u00a0Lopez', 'Maria\u2009Lopez', 'Maria\nLopez', 'Ma-\nria Lopez']);
  expect(left).toEqual([
    { operation: 'op1', spelling: 'case', count: 2 },
    { operation: 'op1', spelling: 'hyphenation', count: 3 },
    { operation: 'op1', spelling: 'spacing', count: 1 },
  ]);
});

test.each([
  ['e-mail', 'E-Mail, email, e mail, Email', ['E-Mail', 'email', 'e mail', 'Email']],
  ['5-10', '5-10, 5–10, 510, 5 10', ['5-10', '5–10', '5 10']],
  ["O'Neil", 'O’Neil, ONEIL, O Neil', ['O’Neil']],
  ['resign', 'resign, re-sign, RESIGN', ['resign', 'RESIGN']],
  ['1,500.00', '1,500.00 1.500,00 1,500-00', ['1,500.00']],
  ['a.c', 'a.c abc A.C', ['a.c', 'A.C']],
])('redact "%s" in “%s” takes %j', async (text, page, expected) => {
  expect((await redacted(`redact "${text}"`, page)).found).toEqual(expected);
});

test('other operations take the text as it is given', async () => {
  expect((await redacted('delete "Maria Lopez"')).found).toEqual([
    'Maria Lopez',
    'Maria\u00a0Lopez',
    'Maria\u2009Lopez',
    'Maria\nLopez',
    'Ma-\nria Lopez',
  ]);
});

test('a long text is looked for in linear time', async () => {
  const page = `${'a-'.repeat(20_000)} ${' -'.repeat(20_000)}`;
  const startedAt = performance.now();
  await expect(redacted(`redact "${'a a '.repeat(100)}b"`, page)).rejects.toMatchObject({ reason: 'text_not_found' });
  expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(5000));
});
