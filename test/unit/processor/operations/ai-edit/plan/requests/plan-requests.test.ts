// The second reading of an instruction, planned for a letter: each piece is a request of which every word holds, or asks for nothing.

import { describe, expect, test } from 'vitest';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { isAccounted } from '../../../../../../../processor/operations/ai-edit/plan/requests/is-accounted.ts';
import { planRequests } from '../../../../../../../processor/operations/ai-edit/plan/requests/plan-requests.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const LETTER = `Northwind Traders

Received 4 October 2005
Revised 7 March 2006

The misfits stare at an empty canvas. They dream of the work of the common people.
There are 110 regular volunteers at the shop, and 12 at the gate.
Opening hours 10 to 12
Write to info@northwind.example before noon.`;

const ground = (letter = LETTER) => openGround(factsOfText({ pages: [letter] }), () => Promise.resolve([]));

/** An operation as one line. */
async function linesOf(instruction: string, letter = LETTER): Promise<readonly string[] | undefined> {
  const plan = await planRequests(instruction, ground(letter));
  return plan?.operations.map((operation) => {
    const target = 'match' in operation ? operation.match.text : '';
    return `${operation.op} ${target}${'value' in operation ? ` → ${operation.value}` : ''}`;
  });
}

describe('a change by its roles', () => {
  test.each([
    ['call them outsiders instead of misfits', ['replace_text misfits → outsiders']],
    ['there are 120 regular volunteers, not 110', ['replace_text 110 → 120']],
    ['where it still says misfits please write outsiders, we agreed on that', ['replace_text misfits → outsiders']],
    [
      'Two corrections for the flyer: the misfits should be outsiders, and canvas should be wall',
      ['replace_text misfits → outsiders', 'replace_text canvas → wall'],
    ],
    [
      'it should say the work of all people instead of the common people',
      ['replace_text the work of the common people → the work of all people'],
    ],
    ['da steht misfits, es soll outsiders heißen', undefined],
  ])('%s', async (instruction, lines) => {
    expect(await linesOf(instruction)).toEqual(lines);
  });
});

describe('an act by its verb, wherever it stands', () => {
  test.each([
    ['Northwind Traders must be blacked out, nobody may read it', ['redact Northwind Traders']],
    ['mach Northwind Traders bitte fett, das ist unser Name', ['restyle_text Northwind Traders']],
    ['The word canvas is too long, please underline it', ['underline canvas']],
  ])('%s', async (instruction, lines) => {
    expect(await linesOf(instruction)).toEqual(lines);
  });
});

describe('what is not passed over', () => {
  test.each([
    'change misfits to outsiders, and turn the whole thing into a poem',
    'the 12 should be 14',
    'delete the sentence about penguins',
    'Every misfits in the second column (7 March 2006) should say outsiders instead',
    'take out the words "stare at" in paragraph 9',
    'make misfits in the green box bold',
    'change misfits to outsiders, but the canvas one only on page 7',
  ])('%s', async (instruction) => {
    expect(await linesOf(instruction)).toBeUndefined();
  });

  test('a quoted text that a plan does not use speaks against it', () => {
    const operation = { id: 'op1', because: 'x', op: 'delete_text', pages: 'all', match: { text: 'misfits' } } as never;
    expect(isAccounted('delete misfits', [operation], ground())).toBe(true);
    expect(isAccounted('delete misfits in "Penguins"', [operation], ground())).toBe(false);
  });

  test('a text of many words is not replaced by one that has nothing of it', () => {
    const operation = {
      id: 'op1',
      because: 'x',
      op: 'replace_text',
      pages: 'all',
      match: { text: 'They dream of the work of the common people.' },
      value: 'Summary',
    } as never;
    expect(isAccounted('the heading should be Summary', [operation], ground())).toBe(false);
  });
});
