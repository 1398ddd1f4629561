import { expect, test } from 'vitest';
import { parseInstruction } from '#instruction/parse.ts';
import { printOperation, printPlan, quote } from '../../support/print-instruction.ts';
import { INSTRUCTION_CHARS_MAX } from '#contract/params/edit-plan.ts';
import { makeRandom } from '../../../support/documents/random.ts';
import { randomOperations } from '../../support/random-plan.ts';

test('every operation that is printed is read back as itself', () => {
  const random = makeRandom('print and parse one');
  for (let round = 0; round < 4000; round++) {
    const [operation] = randomOperations(random, 1);
    if (operation === undefined) throw new Error('no operation');
    const printed = printOperation(operation);
    const read = parseInstruction(printed);
    if (!read.ok) throw new Error(`${JSON.stringify(operation)}\n${printed}\n${JSON.stringify(read.problems)}`);
    expect(read.edits.operations, printed).toEqual([{ ...operation, because: printed }]);
  }
});

test('a printed plan of several operations is read back with the clause that asks for each', () => {
  const random = makeRandom('print and parse many');
  for (let round = 0; round < 300; round++) {
    const operations = randomOperations(random, 1 + random.below(12));
    const printed = printPlan(operations);
    if (printed.length > INSTRUCTION_CHARS_MAX) continue;
    const read = parseInstruction(printed);
    if (!read.ok) throw new Error(`${printed}\n${JSON.stringify(read.problems)}`);
    expect(read.edits.operations).toEqual(operations.map((operation) => ({ ...operation, because: printOperation(operation) })));
  }
});

test.each(['plain', 'with "quotes"', '“a” "b" «c»', '`“"«', '``` “"«', '` “"«` ', ' “"« ', "it's"])(
  '%j is quoted so that it can be read',
  (text) => {
    const read = parseInstruction(`delete ${quote(text)}`);
    expect(read.ok && read.edits.operations[0]).toMatchObject({ op: 'delete_text', match: { text } });
  },
);
