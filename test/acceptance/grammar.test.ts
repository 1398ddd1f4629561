import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { GRAMMAR_NAMES } from '../support/random-plan.ts';
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
  expect(new Set(seen)).toEqual(new Set(GRAMMAR_NAMES));
});

/** The supported instructions that the grammar does not read as their plan, each with the reason why that is accepted. */
const MISSES: ReadonlyMap<string, string> = new Map([
  [
    'redact all links and emails on the first page',
    'links are no kind of text that is found; it is refused, and not read as the e-mails alone',
  ],
]);

test('every supported instruction becomes exactly its plan, those held out too, but for the misses that are named', () => {
  const supported = INSTRUCTIONS.filter((row) => !isRefused(row));
  const missed = supported.filter((row) => !isExact(row));
  const heldOut = supported.filter(isHeldOut);
  process.stdout.write(
    `grammar: ${supported.length - missed.length} of ${supported.length} plans exact, held out ${heldOut.filter(isExact).length} of ${heldOut.length}\n`,
  );
  expect(missed.map(([instruction]) => instruction)).toEqual([...MISSES.keys()]);
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
