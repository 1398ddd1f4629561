import { expect, test } from 'vitest';
import { INSTRUCTION_CHARS_MAX, PLAN_OPERATIONS_MAX, PlannedEdits } from '#contract/params/edit-plan.ts';
import { GRAMMAR_NAMES } from '../../support/random-plan.ts';
import { FORMS } from '#instruction/forms/all-forms.ts';
import { parseInstruction } from '#instruction/parse.ts';
import { makeRandom } from '../../../support/documents/random.ts';

const VOCABULARY =
  'replace delete remove page pages the first last "a" “b” with to and then , ; . on in 2 2-5 all except odd rotate by 90 degrees find it bold red 14 pt ' +
  'add a watermark stamp header set title fill field check move before after crop 1 cm from top ( ) ` " \' \n - Acme Ltd please thanks ignoring case only';

test('any text is answered with a plan that fits the schema, or with problems that point into it', () => {
  const random = makeRandom('grammar fuzz');
  const words = VOCABULARY.split(' ');
  for (let round = 0; round < 6000; round++) {
    const count = 1 + random.below(30);
    const instruction = Array.from({ length: count }, () =>
      random.below(12) === 0 ? String.fromCodePoint(32 + random.below(0x2fff)) : random.pick(words),
    ).join(random.pick([' ', ' ', ' ', '']));
    const read = parseInstruction(instruction);
    expect(parseInstruction(instruction)).toEqual(read);
    if (read.ok) {
      expect(PlannedEdits.safeParse(read.edits).success, instruction).toBe(true);
      for (const operation of read.edits.operations) expect(instruction).toContain(operation.because);
    } else {
      expect(read.problems.length).toBeGreaterThan(0);
      for (const problem of read.problems) expect(instruction.slice(problem.start, problem.end)).toBe(problem.text);
    }
  }
});

test.each([
  'on ',
  'and ',
  'delete "a" and ',
  'page 1, ',
  'on page 1 ',
  'replace a with ',
  'please ',
  'the first ',
  '(ignoring case ',
  'A ',
  '"',
  "' ",
  '` `` ',
  'delete page ',
  '\n',
  'find ',
  'in red ',
])('%j repeated up to the limit is answered in time that grows with its length alone', (piece) => {
  const timeMs = (chars: number) => {
    const instruction = `replace ${piece.repeat(Math.ceil(chars / piece.length))}`.slice(0, chars);
    const rounds = [0, 1, 2, 3].map(() => {
      const from = process.cpuUsage().user;
      parseInstruction(instruction);
      return (process.cpuUsage().user - from) / 1000;
    });
    return Math.min(...rounds);
  };
  timeMs(500);
  // Four times the text: quadratic work would take sixteen times as long. Of a few milliseconds a busy machine says little.
  expect(timeMs(INSTRUCTION_CHARS_MAX)).toBeLessThan(Math.max(timeMs(INSTRUCTION_CHARS_MAX / 4) * 9, 40));
});

test('every operation that words alone can ask for has an example, and every example is understood', () => {
  const seen = FORMS.flatMap(({ example }) => {
    const read = parseInstruction(example.replace('file_…', 'file_0123456789abcdefghijkl'));
    if (!read.ok) throw new Error(`${example}: ${JSON.stringify(read.problems)}`);
    return read.edits.operations.map((operation) => operation.op);
  });
  expect(new Set(seen)).toEqual(new Set(GRAMMAR_NAMES));
});

test('an operation carries the words that ask for it', () => {
  const read = parseInstruction('Please replace "A" with "B", and then, on page 2, delete "C"; thanks!');
  expect(read.ok && read.edits.operations.map((operation) => [operation.id, operation.because])).toEqual([
    ['op1', 'replace "A" with "B"'],
    ['op2', 'on page 2, delete "C"'],
  ]);
});

test('a problem names its place in code units and the nearest forms', () => {
  const read = parseInstruction('🙂 Rotate page 2 by 45 degrees');
  expect(read).toEqual({
    ok: false,
    problems: [expect.objectContaining({ start: 0, text: '🙂 Rotate page 2 by 45 degrees' })],
  });
  const turn = parseInstruction('delete page 1 and replace "A" with "B" in the second table');
  expect(turn).toEqual({
    ok: false,
    problems: [
      {
        start: 53,
        end: 58,
        text: 'table',
        message: 'This part is not understood.',
        suggestions: expect.arrayContaining(['replace "old text" with "new text" on page 2']),
      },
    ],
  });
});

test('more operations than a plan may hold are refused', () => {
  const clauses = (count: number) => Array.from({ length: count }, () => 'flatten the form').join('; ');
  expect(parseInstruction(clauses(PLAN_OPERATIONS_MAX)).ok).toBe(true);
  expect(parseInstruction(clauses(PLAN_OPERATIONS_MAX + 1)).ok).toBe(false);
  expect(parseInstruction(`delete "${'x'.repeat(INSTRUCTION_CHARS_MAX)}"`).ok).toBe(false);
});

test.each(['delete "a\u0007b"', 'delete "a\u202eb"', 'set the title to "\ud800"'])(
  '%j is refused: what it would write is no text',
  (instruction) => {
    expect(parseInstruction(instruction).ok).toBe(false);
  },
);
