// Pages that an instruction names by what they are, in brackets or in another language: a plan acts on these, all of them, and on no others.

import { expect, test } from 'vitest';
import { checkPlan } from '../../../../../../../processor/operations/ai-edit/plan/check-plan.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const body = Array.from({ length: 12 }, (_, index) => `Line ${index} of a page that somebody reads from its left to its right.`).join('\n');
const entries = [
  'Introduction . . . . . . . 4',
  'Methods . . . . . . . . . . 5',
  'Results . . . . . . . . . . 7',
  'Index . . . . . . . . . . . 9',
];
/** 1 cover, 2 contents, 3 blank, 4 divider, 5 text, 6 divider, 7 text, 8 blank, 9 and 10 appendices. */
const PAGES = [
  `A report\n${body}`,
  `Contents\n${entries.join('\n')}`,
  '',
  'Part One',
  body,
  'Part Two',
  body,
  ' ',
  `Appendix A\n${body}`,
  `Appendix B\n${body}`,
];

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

const deleting = (pages: string) => ({ op: 'delete_pages', pages });
const keeping = (pages: string) => ({ op: 'keep_pages', pages });
const moving = (pages: string, place: string, page: number) => ({ op: 'move_pages', pages, place, page });

test.each([
  ['please delete the blank pages', deleting('3,8'), [deleting('3'), deleting('3,7'), deleting('3,4,8'), keeping('1,2,4-8,10')]],
  ['get rid of both empty pages, thanks', deleting('3,8'), [deleting('8')]],
  ['remove the second blank page, would you', deleting('8'), [deleting('3'), deleting('3,8')]],
  ['lösch bitte die leeren Seiten', deleting('3,8'), [deleting('3')]],
  ['supprime les pages blanches stp', deleting('3,8'), [deleting('1,3,8')]],
  ['remove the pages that are blank, dear', deleting('3,8'), [deleting('3,5,8')]],
  ['delete the divider pages for me', deleting('4,6'), [deleting('4'), deleting('3,4,6')]],
  ['die Trennseiten bitte entfernen', deleting('4,6'), [deleting('6')]],
  ['kindly delete the two sections of dividers (pages 4, 6)', deleting('4,6'), [deleting('5')]],
  ['remove both appendix pages (9, 10), nobody reads them', deleting('9,10'), [deleting('9'), deleting('8,9')]],
  ['remove both appendix pages, nobody reads them', deleting('9,10'), [deleting('10')]],
  ['could you remove the photo pages (5, 7) for me', deleting('5,7'), [deleting('5,6')]],
  ['would you delete the page with the table of contents', deleting('2'), [deleting('1'), deleting('1-2')]],
  ['entferne die Inhaltsseite, bitte', deleting('2'), [deleting('1')]],
  ['supprime les deux dernières pages stp', deleting('9-10'), [deleting('8-9')]],
  ['Ich brauche nur Titelblatt und Inhalt (also die ersten drei Seiten), alles andere kann weg', keeping('1-3'), [keeping('1-4'), keeping('1-2')]],
  ['verwijder bladzijde 5 alsjeblieft', deleting('5'), [deleting('6')]],
  ['could you move the contents page to the back, so that it is the last page', moving('2', 'after', 10), [moving('10', 'before', 1), moving('2', 'after', 9), moving('3', 'after', 10)]],
  ['would you move the contents page so that it becomes page 5', moving('2', 'after', 5), [moving('2', 'after', 4), moving('5', 'after', 2)]],
] as const)('%s', async (instruction, right, wrong) => {
  expect(await refusal(instruction, right)).toBeUndefined();
  for (const plan of wrong) expect(await refusal(instruction, plan), JSON.stringify(plan)).toMatch(/^(?:pages|page|because)$/);
}); // prettier-ignore

test.each([
  ['one of several is not told apart', 'please delete the blank page', deleting('3')],
  ['one of several that is moved', 'kindly move the blank page to the very end', moving('3', 'after', 10)],
  ['brackets that say another page', 'please delete the blank pages (3, 7)', deleting('3,7')],
  ['a new page is none that is there', 'add a blank page behind the cover for me', deleting('3')],
  ['what nothing is', 'delete both chapter pages for me', deleting('4,6')],
])('%s', async (_, instruction, plan) => {
  expect(await refusal(instruction, plan)).toMatch(/^(?:pages|because)$/);
});

test('pages in two operations are all of them', async () => {
  const instruction = 'please delete the blank pages';
  expect(await refusal(instruction, { ...deleting('3') }, { ...deleting('8') })).toBeUndefined();
});
