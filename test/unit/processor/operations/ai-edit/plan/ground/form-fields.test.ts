// A form that is filled as people write: labels in other words or another language, values one after the other, addresses, several boxes.

import { describe, expect, test } from 'vitest';
import type { LabelledField } from '../../../../../../../processor/operations/ai-edit/facts/labelled-fields.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { planGrounded } from '../../../../../../../processor/operations/ai-edit/plan/ground/plan-grounded.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const PAGES = ['Membership form\nMarital status\nCurrent residence\nSignature', 'Second sheet'];

function field(name: string, label: string | undefined, row: number, more: Partial<LabelledField> = {}): LabelledField {
  const box = { left: 60, top: 100 + 30 * row, right: 160, bottom: 116 + 30 * row };
  return { name, kind: 'text', label, tip: undefined, value: '', box, page: 1, ...more };
}

const FORM = [
  field('a1', 'Your given name', 0),
  field('a2', 'Surname', 0),
  field('b1', "Spouse's given name", 1),
  field('b2', 'Surname', 1),
  field('c1', 'Street (with number)', 2),
  field('c2', 'Apt. no.', 2),
  field('c3', 'City, state and ZIP code. Leave empty for a foreign address.', 3),
  field('d1', 'Daytime phone', 4),
  field('d2', 'E-mail address', 4),
  field('e1', 'Total of column 2, line 7', 5),
  field('single', 'Single', 6, { kind: 'check', state: 'Yes' }),
  field('married', 'Married', 6, { kind: 'check', state: 'Yes' }),
  field('news', 'I would like the newsletter1 for 20€ a year', 7, { kind: 'check', state: 'Yes' }),
  field('g1', 'Notes', 8),
];

async function filled(instruction: string, fields: readonly LabelledField[] = FORM): Promise<readonly string[] | string> {
  const facts = factsOfText({ pages: PAGES });
  const plan = await planGrounded(
    instruction,
    openGround(facts, () => Promise.resolve(fields)),
  );
  if (!plan.ok) return plan.open.map(({ refusal }) => refusal.why).join(' ');
  return plan.edits.operations.map((operation) => {
    const name = 'field' in operation ? operation.field : '';
    return `${name} ${'value' in operation ? operation.value : operation.op}`.trim();
  });
}

describe('a field by what it asks for', () => {
  test.each([
    ['Vorname: Ada', ['a1 Ada']],
    ['prénom : Ada', ['a1 Ada']],
    ['my given name is Ada', ['a1 Ada']],
    ['my mail is ada@example.org', ['d2 ada@example.org']],
    ['teléfono 600 123 456, correo ada@example.org', ['d1 600 123 456', 'd2 ada@example.org']],
    ['Telefon bitte auf 555 0142 ändern', ['d1 555 0142']],
    ['the notes box should contain call before noon', ['g1 call before noon']],
    ['fill in the notes (call before noon)', ['g1 call before noon']],
    ['line 7 column 2 total: 300', ['e1 300']],
    ['Trag bei Nachricht "x" und bei Telefon "555 0142" ein', 'missing'],
    ['Trag bei Telefon "555 0142" und bei E-Mail "ada@example.org" ein', ['d1 555 0142', 'd2 ada@example.org']],
    ['notes: "a, b", everything else stays as it is', ['g1 a, b']],
    ['在电话栏填写"555 0142"', ['d1 555 0142']],
    ['メールに「ada@example.org」と記入してください', ['d2 ada@example.org']],
  ])('%s', async (instruction, lines) => {
    expect(await filled(instruction)).toEqual(lines);
  });
});

describe('of several the one beside another that is filled', () => {
  test.each([
    ['given name Ada, surname Lovelace', ['a1 Ada', 'a2 Lovelace']],
    ["spouse's given name William, surname King", ['b1 William', 'b2 King']],
    ['surname Lovelace', 'ambiguous'],
  ])('%s', async (instruction, lines) => {
    expect(await filled(instruction)).toEqual(lines);
  });
});

describe('an address goes where the form has its parts', () => {
  test.each([
    ['my address is 12 Elm Street, apt 4, Springfield, IL 62704', ['c1 12 Elm Street', 'c2 4', 'c3 Springfield, IL 62704']],
    ['address 12 Elm Street', ['c1 12 Elm Street']],
    ['address 12 Elm Street, second door on the left, Springfield', 'unclear missing'],
  ])('%s', async (instruction, lines) => {
    const found = await filled(instruction);
    if (typeof lines === 'string') expect(lines.split(' ')).toContain(found);
    else expect(found).toEqual(lines);
  });

  test('in one field where there is no other, in the first of two lines', async () => {
    const lines = [field('Adresse 1', 'ADRESSE', 0), field('Adresse 2', 'ADRESSE', 1)];
    expect(await filled('adresse : 12 rue des Lilas 69003 Lyon', lines)).toEqual(['Adresse 1 12 rue des Lilas 69003 Lyon']);
  });
});

describe('choices', () => {
  test.each([
    ['given name Ada, marital status single', ['a1 Ada', 'single check_field']],
    ['tick Married and also that I would like the newsletter (20€)', ['married check_field', 'news check_field']],
    ['Kreuze Married an, und natürlich newsletter', ['married check_field', 'news check_field']],
    ['Häkchen bei Married entfernen', ['married check_field']],
    ['tick Married and the lottery', 'missing'],
  ])('%s', async (instruction, lines) => {
    expect(await filled(instruction)).toEqual(lines);
  });
});

test.each([
  // What follows the comma is another field, which the form does not have.
  ['phone 555 0142, fax 555 0143', ['missing', 'unclear']],
  // No telephone number.
  ['phone call me', ['missing', 'unclear']],
  ['nationality Austrian', ['missing', 'unclear']],
])('never as a guess: %s', async (instruction, whys) => {
  expect(whys).toContain(await filled(instruction));
});

test('a label in brackets behind a value says of what, where the form has these words', async () => {
  const two = [field('x', 'Town', 0), field('y', 'Town of birth', 1)];
  expect(await filled('town Graz (current residence)', two)).toEqual(['x Graz']);
});

test('a field whose own name asks for something else does not take the label of its neighbour', async () => {
  const two = [field('form.EMAIL[0]', 'province', 0), field('form.PROVINCE[0]', 'province', 1)];
  expect(await filled('province Graz', two)).toEqual(['form.PROVINCE[0] Graz']);
});

test.each(['Maak alle velden leeg', 'make all the fields blank', 'laisse tous les champs vides', '清空所有字段'])(
  'the form is emptied: %s',
  async (said) => {
    expect(await filled(said)).toEqual(['clear_fields']);
  },
);

test('a name in quotation marks is not translated: it is looked for as it is said', async () => {
  expect(await filled('fill the field "Vorname" with "Ada"')).toEqual(['Vorname Ada']);
  expect(await filled('write "Ada" into the "Vorname" box')).toBe('missing');
});

test('the buttons of a group are choices of their own, told apart by their labels', async () => {
  const group = ['One', 'Two', 'Three'].map((label, at) => field('Pick', label, at, { kind: 'radio', state: `s${at}` }));
  expect(await filled('choose Two', group)).toEqual(['Pick s1']);
  expect(await filled('choose the pick', group)).not.toContain('Pick s2');
});
