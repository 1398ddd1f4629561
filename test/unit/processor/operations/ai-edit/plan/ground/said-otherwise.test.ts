// The same change said in many ways, planned for a letter: what goes, what comes instead, and what is no text although it stands where one could.

import { describe, expect, test } from 'vitest';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { planGrounded } from '../../../../../../../processor/operations/ai-edit/plan/ground/plan-grounded.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const LETTER = `Northwind Traders

Received 4 October 2005
Revised 7 March 2006

The misfits stare at an empty canvas. They dream of a work of art.
Maybe thats the genius of the old tools. They cant say so.
Paper type Research paper
We thank Ann Smith of Northwind.`;

/** An operation as one line; why nothing is planned. */
async function linesOf(instruction: string, letter = LETTER): Promise<readonly string[] | string> {
  const facts = factsOfText({ pages: [letter] });
  const plan = await planGrounded(
    instruction,
    openGround(facts, () => Promise.resolve([])),
  );
  if (!plan.ok) return plan.open.map(({ refusal }) => refusal.why).join(' ');
  return plan.edits.operations.map((operation) => {
    const target = 'match' in operation ? operation.match.text : '';
    return `${operation.op} ${target}${'value' in operation ? ` → ${operation.value}` : ''}`;
  });
}

const TO_OUTSIDERS = ['replace_text misfits → outsiders'];

describe('one text for another', () => {
  test.each([
    'instead of misfits it should say outsiders',
    'Where it says "misfits" it should say "outsiders"',
    'we need "outsiders" where it now says "misfits"',
    'Wo "misfits" steht, soll "outsiders" stehen',
    'not misfits but outsiders please',
    'the misfits should be replaced with outsiders'.replace('the ', ''),
    '"misfits" muss durch "outsiders" ersetzt werden',
    'make "misfits" read "outsiders"',
    'misfits is misspelled, it should be outsiders',
    'fix the typo: misfits -> outsiders',
    'there is a letter missing in misfits, it should be outsiders',
    'swap misfits for outsiders',
    'Remplacez misfits par outsiders',
    'donde dice "misfits" debe decir "outsiders"',
    'au lieu de "misfits" il faut mettre "outsiders"',
    'waar nu "misfits" staat moet "outsiders" staan',
    'change misfits to outsiders in the line with canvas',
    'the line with canvas should start with "outsiders" instead of "misfits"',
  ])('%s', async (instruction) => {
    expect(await linesOf(instruction)).toEqual(TO_OUTSIDERS);
  });

  test('one verb for several', async () => {
    expect(await linesOf("correct thats to that's and cant to can't")).toEqual([
      "replace_text thats → that's",
      "replace_text cant → can't",
    ]);
    expect(await linesOf('change misfits to outsiders, tools to products and genius to talent')).toEqual([
      'replace_text misfits → outsiders',
      'replace_text tools → products',
      'replace_text genius → talent',
    ]);
  });

  test('a date by the word beside it, not by the one above it', async () => {
    expect(await linesOf('Received date should be 5 October 2005')).toEqual(['replace_text 4 October 2005 → 5 October 2005']);
  });
});

describe('what is no text to write', () => {
  test.each([
    ['genius should be written out as talent and skill', ['replace_text genius → talent and skill']],
    ['the word genius should be bold', ['restyle_text genius']],
    ['misfits should be deleted', 'missing'],
    ['the paper type is "Case study"', 'ambiguous'],
    ['In article 3 replace "genius" with "talent"', 'missing'],
  ])('%s', async (instruction, expected) => {
    expect(await linesOf(instruction)).toEqual(expected);
  });

  test('a place before the request is not written', async () => {
    expect(await linesOf('In the line with canvas write outsiders instead of misfits')).toEqual(TO_OUTSIDERS);
  });
});

test('what goes out of a place', async () => {
  expect(await linesOf('take the words "work of" out of the line with canvas')).toEqual(['delete_text work of']);
  expect(await linesOf('we don\'t need "They cant say so." any more')).toEqual(['delete_text They cant say so.']);
});

test.each([
  ['put "boldly" between They and dream', ['insert_text They → boldly']],
  ['Zwischen "They" und "dream" fehlt "boldly"', ['insert_text They → boldly']],
  ['there is a "not" missing before "stare"', ['insert_text stare → not']],
  ['put "boldly" between They and empty', 'missing'],
])('what goes between: %s', async (instruction, expected) => {
  expect(await linesOf(instruction)).toEqual(expected);
});

test.each([
  ['there is a double "thank" in the last line', ['replace_text thank thank → thank']],
  ['« thank » est en double', ['replace_text thank thank → thank']],
  ['the word tools stands twice', 'missing'],
])('a word that stands twice: %s', async (instruction, expected) => {
  expect(await linesOf(instruction, LETTER.replace('thank', 'thank thank'))).toEqual(expected);
});

test('of several amounts in the row of the total none is chosen', async () => {
  const table = `Zone     Stops   Length\nNorth    13      6.03\nSouth    34      5.78\nTotal    47      11.81     22,455`;
  expect(await linesOf('the total should be 48', table)).toBe('ambiguous');
});

test('a label with another number is no value for itself', async () => {
  const text = 'See below.\nFigure 7.2: Water at low pressure.';
  expect(await linesOf('Figure 7.2 should be Figure 7.3', text)).toEqual(['replace_text Figure 7.2 → Figure 7.3']);
});

test('the mark of an item stays', async () => {
  const list = 'Things\n* A place in Abkhazia\n* A title of a prince';
  expect(await linesOf('change the second bullet to "A river"', list)).toEqual(['replace_text A title of a prince → A river']);
});

test('the bit in brackets', async () => {
  expect(await linesOf('delete the bit in brackets', LETTER.replace('of Northwind', '(our clerk) of Northwind'))).toEqual([
    'delete_text (our clerk)',
  ]);
});

test('many joining words cost no time', async () => {
  const started = performance.now();
  for (const words of [
    'instead of the ',
    'in the a should be replaced where not but ',
    'soll in der durch wo nicht sondern ersetzt werden ',
  ])
    await linesOf(words.repeat(8));
  expect(performance.now() - started).toBeLessThan(20_000);
});
