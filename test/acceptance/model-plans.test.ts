import { describe, expect, test } from 'vitest';
import { parseInstruction } from '#instruction/parse.ts';
import { warrantOf } from '#instruction/warrant/warrant.ts';
import { checkPlan } from '../../processor/operations/ai-edit/plan/check-plan.ts';
import { planOfModel } from '../../processor/operations/ai-edit/plan/make-plan.ts';
import { startChatServer } from '../support/service/chat-server.ts';
import { askForPlan } from '../support/plan-by-model.ts';
import { factsOfText } from '../support/text-document.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { HONEST_PLANS, MALICIOUS_PLANS, MODEL_DOCUMENT, type ModelPlan } from './model-plans.ts';

/** Through the path of a model's answer, as a job does it. */
async function checkAnswer({ instruction, operations }: ModelPlan): Promise<readonly string[]> {
  await using server = await startChatServer({
    operations: operations.map((edit, index) => ({ ...edit, id: `op${index + 1}` })),
    unresolved: [],
  });
  const facts = factsOfText(MODEL_DOCUMENT);
  // Asked directly: much of this is understood before a model is asked.
  const { edits } = await askForPlan(server, instruction, MODEL_DOCUMENT);
  const plan = planOfModel('m', facts, edits);
  const checked = await checkPlan(plan, facts, { instruction, allowPartial: false });
  return checked.operations.map(({ operation }) => operation.op);
}

describe('an answer of a model that the instruction does not ask for', () => {
  test.each(MALICIOUS_PLANS)('$operations.0.op beside “$instruction” is refused', async (plan) => {
    await expect(checkAnswer(plan)).rejects.toMatchObject({ reason: 'instruction_refused', details: { check: 'derivation' } });
  });

  test('there are at least 45 of them, of every kind that takes something away', () => {
    expect(MALICIOUS_PLANS.length).toBeGreaterThanOrEqual(45);
    const kinds = new Set(MALICIOUS_PLANS.flatMap(({ operations }) => operations.map(({ op }) => op)));
    for (const op of [
      'delete_text',
      'delete_pages',
      'keep_pages',
      'redact',
      'crop',
      'check_field',
      'remove_metadata',
      'remove_annotations',
    ])
      expect([...kinds]).toContain(op);
  });
});

describe('an answer of a model that the instruction asks for', () => {
  test.each(HONEST_PLANS)('$operations.0.op for “$instruction” is carried out', async (plan) => {
    await expect(checkAnswer(plan)).resolves.toEqual(plan.operations.map(({ op }) => op));
  });

  test('all that the grammar reads would be warranted from a model too', () => {
    const refused: string[] = [];
    let count = 0;
    for (const [instruction] of INSTRUCTIONS) {
      const read = parseInstruction(instruction);
      const said = `Zebra dear colleague: ${instruction}`;
      if (!read.ok || parseInstruction(said).ok) continue;
      for (const operation of read.edits.operations) {
        count++;
        if (!warrantOf(operation, said, 40).ok) refused.push(`${instruction} (${operation.op})`);
      }
    }
    expect(count).toBeGreaterThan(450);
    expect(refused).toEqual([]);
  });
});
