import { expect, test } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { isLikely } from '../../../../../../../processor/operations/ai-edit/plan/learned/is-likely.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const ground = openGround(factsOfText({ pages: ['Northwind Traders\n\nThe misfits stare at an empty canvas.'] }), () =>
  Promise.resolve([]),
);
const plan = (op: string) => [{ id: 'op1', because: '-', op }] as unknown as readonly EditOperation[];

test.each([
  ['change misfits to outsiders', 'replace_text', true],
  ['change misfits to outsiders', 'highlight', false],
  ['please delete the last sentence', 'delete_text', true],
  ['please delete the last sentence', 'fill_field', false],
  ['lösch bitte den letzten Satz', 'delete_text', true],
  // A verb of the lexicon asks for it.
  ['surligne le mot canvas en jaune', 'highlight', true],
  ['surligne le mot canvas en jaune', 'replace_text', false],
  // Acts that few instructions were seen of are not judged.
  ['rotate page 2 to the left', 'rotate_pages', true],
])('%s: %s %s', (instruction, op, isSo) => {
  expect(isLikely(instruction, plan(op), ground)).toBe(isSo);
});
