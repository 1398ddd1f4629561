// Corrections that are told, planned for a notice of a club.

import { describe, expect, test } from 'vitest';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { planGrounded } from '../../../../../../../processor/operations/ai-edit/plan/ground/plan-grounded.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const NOTICE = `Harbour Rowing Club 2.4.1

The regatta takes place on 12.06.2025 at 9h30.

The barbecue takes place on 19.06.2025 at 18h00.

Members pay 40€ a year, guests pay 55€ a visit.

Write to office@club.example for the prospectuss.

Boathouse, Lakeside 10115, open daily

Copyright 2019-2024 Harbour Rowing Club

Boat          Seats       Price
Kestrel       4           12.50
Heron         8           21.75`;
const SECOND = `Revised 3/24`;

async function linesOf(instruction: string): Promise<readonly string[] | string> {
  const facts = factsOfText({ pages: [NOTICE, SECOND] });
  const plan = await planGrounded(
    instruction,
    openGround(facts, () => Promise.resolve([])),
  );
  if (!plan.ok) return plan.open.map(({ refusal }) => refusal.why).join(' ');
  return plan.edits.operations.map((operation) => {
    const text = 'match' in operation ? operation.match.text : '';
    return `${text} → ${'value' in operation ? operation.value : ''}`;
  });
}

describe('the old text is said', () => {
  test.each([
    ['it still says "prospectuss", that is wrong, it must be "prospectus"', ['prospectuss → prospectus']],
    ['Da steht noch "prospectuss", das muss "Prospekt" heissen. Danke euch!', ['prospectuss → Prospekt']],
    ["« prospectuss » c'est une coquille, il faut prospectus", ['prospectuss → prospectus']],
    ['the last line shud just say "prospectus", not "prospectuss"', ['prospectuss → prospectus']],
    ['there is a typo: prospectuss -> prospectus', ['prospectuss → prospectus']],
    ['Prices went up: 40€ is now 45€ and 55€ is now 60€.', ['40€ → 45€', '55€ → 60€']],
    ['what members pay changed from 40€ to 45€', ['40€ → 45€']],
    ["there's a typo in the regatta line: date 12.06.2025, should be 2026", ['2025 → 2026']],
    ['it says "Lakeside 10115", by now it is 10117. Could you correct it please? Kind regards, Ann', ['10115 → 10117']],
  ])('%s', async (instruction, expected) => {
    expect(await linesOf(instruction)).toStrictEqual(expected);
  });

  test('what is said to stand in one row stands in another', async () => {
    expect(await linesOf('the price of the Heron changed from 12.50 to 13.00')).toMatch(/missing|ambiguous/u);
  });
});

describe('a value of its kind, where the words lead', () => {
  test.each([
    ['the regatta is now on 14.06.2025 at 10h00', ['12.06.2025 → 14.06.2025', '9h30 → 10h00']],
    ['version is now 2.5.0', ['2.4.1 → 2.5.0']],
    ['zip of Lakeside is 10117', ['10115 → 10117']],
    ['Copyright 2019-2025', ['2019-2024 → 2019-2025']],
    ['inquiries go to desk@club.example now', 'missing'],
    ['revision date is 4/25 now (both pages)', ['3/24 → 4/25']],
    ['round the price of the Heron to 21.8', ['21.75 → 21.8']],
    ['We gave the wrong price for Kestrel, it should be 13.00', ['12.50 → 13.00']],
    ['the barbecue is now on 14.06.2025, change it on page 1', ['19.06.2025 → 14.06.2025']],
  ])('%s', async (instruction, expected) => {
    const lines = await linesOf(instruction);
    if (typeof expected === 'string') expect(typeof lines).toBe('string');
    else expect(lines).toStrictEqual(expected);
  });

  test.each([
    ['two values of the kind', 'what is taking place is now on 14.06.2025'],
    ['words that lead nowhere', 'the choir concert is now on 14.06.2025'],
    ['a kind that the document does not have', 'the regatta costs now 5 %'],
    ['an exception', 'the regatta is now on 14.06.2025 but only for guests'],
    ['another statement', 'the regatta is now on 14.06.2025 and the choir sings'],
  ])('refused: %s', async (_, instruction) => {
    expect(typeof (await linesOf(instruction))).toBe('string');
  });
});
