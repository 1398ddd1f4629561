import { expect, test } from 'vitest';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { fold } from '#instruction/reading/folded.ts';
import { isLikely } from '../../../../../../../processor/operations/ai-edit/plan/learned/is-likely.ts';
import { isAsLikely } from '../../../../../../../processor/operations/ai-edit/plan/learned/judge-plan.ts';
import { seenThings } from '../../../../../../../processor/operations/ai-edit/plan/learned/locate.ts';
import { planLearned } from '../../../../../../../processor/operations/ai-edit/plan/learned/plan-learned.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const PAGE = 'Northwind Traders\n\nThe misfits stare at an empty canvas.\n\nThere was fog, and the fog stayed.';
const ground = openGround(factsOfText({ pages: [PAGE] }), () => Promise.resolve([]));

const replacing = (text: string, value: string) =>
  [{ op: 'replace_text', id: 'op1', because: '-', pages: 'all', match: { text, case: 'exact', whole_word: true, occurrence: 'all', expect: { min: 1 } }, value, fit: 'shrink' }] as unknown as readonly EditOperation[]; // prettier-ignore

test('a request is planned with the words that it came from', async () => {
  const { plan } = await planLearned('hello, please change misfits to outsiders, thanks a lot', ground);
  expect(plan.edits?.operations).toMatchObject([
    { op: 'replace_text', match: { text: 'misfits' }, value: 'outsiders', because: 'change misfits to outsiders' },
  ]);
});

test('a text that stands in two places is less sure than one that stands once', async () => {
  const once = (await planLearned('replace misfits with outsiders', ground)).plan;
  const twice = (await planLearned('replace fog with snow', ground)).plan;
  expect(once.edits).toBeDefined();
  if (once.edits && twice.edits) expect(twice.sure.things).toBeLessThan(once.sure.things * 0.7);
});

test('what no edit can do is left open', async () => {
  expect((await planLearned('please translate the first line into Dutch', ground)).plan.edits).toBeUndefined();
});

test.each([
  ['its text and its new text', replacing('misfits', 'outsiders'), true],
  ['another text', replacing('canvas', 'outsiders'), false],
  ['another new text', replacing('misfits', 'strangers'), false],
])('a plan of the rules with %s: %s', async (_, operations, isSo) => {
  expect(await isLikely(operations, await planLearned('change misfits to outsiders', ground))).toBe(isSo);
});

test('a plan is as likely as every number up to one, wherever judging ends early', async () => {
  const { scene, readings } = await planLearned('change misfits to outsiders', ground);
  const shares = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);
  for (const [operations, least, most] of [
    [replacing('misfits', 'outsiders'), 0.5, 1],
    [replacing('canvas', 'outsiders'), 0, 0.2],
  ] as const) {
    const judged = await Promise.all(shares.map((share) => isAsLikely(scene, operations, readings, share)));
    const last = judged.lastIndexOf(true);
    expect(judged.slice(0, last + 1)).not.toContain(false);
    expect(last / 100).toBeGreaterThanOrEqual(least - 0.01);
    expect(last / 100).toBeLessThan(most);
  }
});

test('a page that is said twice is looked at once', async () => {
  const { scene } = await planLearned('change misfits to outsiders', ground);
  const said = { act: 'delete', target: fold('the empty canvas'), where: undefined, old: undefined, fresh: undefined, isNewQuoted: false };
  const things = (pages: readonly number[]) => seenThings({ ...scene, pages }, said).flatMap(({ thing }) => (thing && thing.thing !== 'text' ? [`${thing.thing} ${thing.key}`] : [])); // prettier-ignore
  expect(things([1]).length).toBeGreaterThan(0);
  expect(things([1, 1])).toEqual(things([1]));
});
