// Plans for annotated instructions, beside what is annotated: `node bench/annotated-plans.ts [FOLDER]`. Nothing is carried out: a plan is right when
// each act is done on the text that is annotated, with the new text, and nothing else (understand/fits.ts). Without a folder, the rows of documents
// that the shipped weights were not learned from. ROWS takes that many of them by chance; PLANS is a file that gets each plan, for looking at it.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditOperation } from '#contract/params/edit-plan.ts';
import { planLearned } from '../processor/operations/ai-edit/plan/learned/plan-learned.ts';
import { makePlan } from '../processor/operations/ai-edit/plan/make-plan.ts';
import type { GroundDocument, PageModels } from '../processor/operations/ai-edit/plan/places/ground-document.ts';
import { ROOT } from '../scripts/local/edge.ts';
import { seeded } from '../support/documents/random.ts';
import { round } from './measure.ts';
import type { Annotated } from './understand/annotations.ts';
import { verdictOf, type Verdict } from './understand/fits.ts';
import { isHeldBack, learnedFrom, withDocuments } from './understand/reader-examples.ts';
import { shuffled } from './understand/shuffled.ts';

/** As the shipped weights were learned. */
const HELD = 4;
const SURE = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] as const;

interface Told {
  readonly row: Annotated;
  readonly learned: Verdict;
  readonly sure: number;
  readonly made: Verdict;
}

const [folder] = process.argv.slice(2);
const all = folder === undefined ? learnedFrom(join(ROOT, 'test/acceptance/understand/annotated'), true).filter(({ file }) => isHeldBack(file, HELD)) : learnedFrom(folder, false); // prettier-ignore
const rows = shuffled(all, seeded(5)).slice(0, Number(process.env['ROWS'] ?? all.length));
const told: Told[] = [];
await withDocuments(rows, true, async (own, ground, page) => {
  for (const row of own) told.push(await tell(row, ground, page));
});
process.stdout.write(`${JSON.stringify(figures(), null, 2)}\n`);

async function tell(row: Annotated, ground: GroundDocument, page: PageModels): Promise<Told> {
  const learned = await planLearned(row.text, ground);
  const document = { facts: ground.facts, fields: ground.fields, model: () => Promise.resolve({ page }) };
  const made = await makePlan(row.text, document, undefined).catch(() => undefined);
  const { plan } = learned;
  const operations: readonly EditOperation[] | undefined = plan.edits?.operations;
  const one: Told = {
    row,
    learned: await verdictOf(row, operations, ground),
    sure: plan.edits === undefined ? 0 : plan.sure.roles * plan.sure.acts * plan.sure.things,
    made: await verdictOf(row, made?.operations, ground),
  };
  const path = process.env['PLANS'];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify({ ...one, plan, operations: made?.operations })}\n`);
  return one;
}

function figures(): Readonly<Record<string, unknown>> {
  const reasonable = told.filter(({ row }) => row.outcome === 'do');
  const others = told.filter(({ row }) => row.outcome !== 'do');
  const count = (of: readonly Told[], verdict: Verdict) => of.filter(({ made }) => made === verdict).length;
  const sure = SURE.map((least) => {
    const plans = told.filter((one) => one.sure >= least);
    const right = plans.filter(({ learned }) => learned === 'right').length;
    return [`sure_${least}`, { plans: plans.length, right, of_reasonable: round(right / reasonable.length, 3) }];
  });
  return {
    reasonable: reasonable.length,
    right: count(reasonable, 'right'),
    wrong: count(reasonable, 'wrong'),
    refused: count(reasonable, 'refused'),
    others: others.length,
    others_carried_out: count(others, 'wrong'),
    ...Object.fromEntries(sure),
  };
}
