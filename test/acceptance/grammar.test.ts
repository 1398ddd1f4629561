import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { EDIT_NAMES } from '#contract/params/edit-plan.ts';
import { parseInstruction } from '#instruction/parse.ts';
import { bareOperation, expectedOperation, INSTRUCTIONS } from './instructions.ts';
import { type ExpectedEdit, isHeldOut, type Labelled } from './labelled.ts';

const isRefused = ([, first]: Labelled) => typeof first === 'string';

function isExact([instruction, ...plan]: Labelled): boolean {
  const read = parseInstruction(instruction);
  return read.ok && isDeepStrictEqual(read.edits.operations.map(bareOperation), (plan as ExpectedEdit[]).map(expectedOperation));
}

test('the set has what a planner must be measured on', () => {
  const plans = INSTRUCTIONS.filter((row) => !isRefused(row));
  expect(new Set(INSTRUCTIONS.map(([instruction]) => instruction)).size).toBe(INSTRUCTIONS.length);
  expect(INSTRUCTIONS.length).toBeGreaterThanOrEqual(300);
  expect(INSTRUCTIONS.length - plans.length).toBeGreaterThanOrEqual(60);
  expect(plans.filter((row) => row.length > 2).length).toBeGreaterThanOrEqual(20);
  const seen = plans.flatMap(([, ...plan]) => (plan as ExpectedEdit[]).map((edit) => edit.op));
  expect(new Set(seen)).toEqual(new Set(EDIT_NAMES));
});

test('at least 95 % of the supported instructions become exactly their plan, those held out too', () => {
  for (const [name, rows] of [
    ['all', INSTRUCTIONS],
    ['held out', INSTRUCTIONS.filter(isHeldOut)],
  ] as const) {
    const supported = rows.filter((row) => !isRefused(row));
    const missed = supported.filter((row) => !isExact(row));
    const share = 1 - missed.length / supported.length;
    process.stdout.write(
      `grammar, ${name}: ${supported.length - missed.length} of ${supported.length} plans exact (${(share * 100).toFixed(1)} %)\n`,
    );
    for (const [instruction] of missed) process.stdout.write(`  missed: ${JSON.stringify(instruction)}\n`);
    expect(share).toBeGreaterThanOrEqual(0.95);
  }
});

test('what no operation does, or what can be read in two ways, is refused and never guessed', () => {
  const accepted = INSTRUCTIONS.filter((row) => row[1] === 'unsupported' && parseInstruction(row[0]).ok).map(
    ([instruction]) => instruction,
  );
  process.stdout.write(
    `grammar: ${INSTRUCTIONS.filter((row) => row[1] === 'unsupported').length} unsupported instructions, ${accepted.length} accepted\n`,
  );
  expect(accepted).toEqual([]);
});
