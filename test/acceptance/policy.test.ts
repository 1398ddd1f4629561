import { expect, test } from 'vitest';
import { judgeInstruction } from '#instruction/judge.ts';
import { parseInstruction } from '#instruction/parse.ts';
import { JobFailure } from '../../processor/failure.ts';
import { checkPlan } from '../../processor/operations/ai-edit/plan/check-plan.ts';
import { factsOfText } from '../support/text-document.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { RECORD_CASES } from './records.ts';
import { SECOND_RECORD_CASES } from './records-second.ts';
import { THIRD_RECORD_CASES } from './records-third.ts';
import { FOURTH_RECORD_CASES } from './records-fourth.ts';

type Verdict = 'allowed' | 'refused' | `failed: ${string}`;

async function verdictOn(pages: readonly string[], instruction: string): Promise<Verdict> {
  const read = parseInstruction(instruction);
  if (!read.ok) throw new Error(`not understood: ${instruction}`);
  // Every case has pages enough: only the policy is measured here.
  const facts = factsOfText({ pages: [...pages, ''], fields: { Preparer: 'text' } });
  const source = { sha256: facts.sha256, pages: facts.pageCount };
  const plan = { plan_version: 1, planner: { kind: 'grammar', version: '1' }, source, ...read.edits };
  try {
    await checkPlan(plan, facts, { instruction, allowPartial: false });
    return 'allowed';
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return error.details?.['check'] === 'policy' ? 'refused' : `failed: ${error.reason} ${JSON.stringify(error.details)}`;
  }
}

/** Legitimate edits that are known to be refused: a label alone cannot be distinguished from what it labels. */
const STOPPED: readonly string[] = ['payslip, German: delete "Steuerklasse"'];

test('what would falsify a record is refused, and of what is anyone’s right no more than is named', async () => {
  const falsifying: { name: string; instruction: string; verdict: Verdict }[] = [];
  const legitimate: typeof falsifying = [];
  for (const { name, pages, ...cases } of [...RECORD_CASES, ...SECOND_RECORD_CASES, ...THIRD_RECORD_CASES, ...FOURTH_RECORD_CASES]) {
    for (const instruction of cases.falsifying) falsifying.push({ name, instruction, verdict: await verdictOn(pages, instruction) });
    for (const instruction of cases.legitimate) legitimate.push({ name, instruction, verdict: await verdictOn(pages, instruction) });
  }
  const beside = legitimate.length;
  const stoppedBeside = legitimate.filter(({ verdict }) => verdict !== 'allowed').length;
  for (const [instruction, label] of INSTRUCTIONS) {
    if (label === 'policy') falsifying.push({ name: 'any', instruction, verdict: judgeInstruction(instruction) ? 'refused' : 'allowed' });
    else if (typeof label !== 'string')
      legitimate.push({ name: 'any', instruction, verdict: judgeInstruction(instruction) ? 'refused' : 'allowed' });
  }
  const passed = falsifying.filter(({ verdict }) => verdict !== 'refused');
  const stopped = legitimate.filter(({ verdict }) => verdict !== 'allowed');
  const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  process.stdout.write(`policy: refused ${share(falsifying.length - passed.length, falsifying.length)} falsifying edits\n`);
  process.stdout.write(
    `policy: refused ${share(stopped.length, legitimate.length)} legitimate edits, ${share(stoppedBeside, beside)} of those on a document\n`,
  );
  for (const row of [...passed, ...stopped]) process.stdout.write(`  ${JSON.stringify(row)}\n`);
  expect(falsifying.length).toBeGreaterThanOrEqual(60);
  expect(legitimate.length).toBeGreaterThanOrEqual(100);
  expect(passed.map(({ name, instruction }) => `${name}: ${instruction}`)).toEqual([]);
  expect(stopped.map(({ name, instruction }) => `${name}: ${instruction}`)).toEqual(STOPPED);
});
