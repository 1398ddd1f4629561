import { expect, test } from 'vitest';
import { makePlan } from '../../../../../../processor/operations/ai-edit/plan/make-plan.ts';
import { factsOfText } from '../../../../../support/text-document.ts';

const planIn = (page: string, instruction: string) =>
  makePlan(instruction, { facts: factsOfText({ pages: [page] }), fields: () => Promise.resolve([]) }, undefined);

test('what several things fit is not decided by which of them is likelier', async () => {
  const heads = 'Our Purpose      Our Mission      What We Do\nBeneficial       Everywhere       Solutions';
  await expect(planIn(heads, 'Our Mission -> "AI for every team"')).rejects.toMatchObject({ reason: 'ambiguous_match' });
  const { operations } = await planIn('Read Our Mission today.', 'Our Mission -> "AI for every team"');
  expect(operations).toMatchObject([{ match: { text: 'Our Mission' }, value: 'AI for every team' }]);
});
