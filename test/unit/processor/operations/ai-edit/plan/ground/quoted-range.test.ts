import { expect, test } from 'vitest';
import { planQuotedRange } from '../../../../../../../processor/operations/ai-edit/plan/ground/quoted/quoted-range.ts';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const PAGES = ['One is first. Two goes on\nover a line (fig. 2). Three ends it.', 'Two goes on here too, as in (fig. 3).'];
const ground = openGround(factsOfText({ pages: PAGES }), () => Promise.resolve([]));
const textOf = (instruction: string) => {
  const [operation] = planQuotedRange(instruction, ground)?.operations ?? [];
  return operation?.op === 'delete_text' ? [operation.pages, operation.match.text] : undefined;
};

test.each([
  'On page 1, delete the sentence that begins "Two goes on" and ends "(fig. 2)."',
  'remove everything from "Two goes on" to "(fig. 2)." on page 1',
  'Lösche auf Seite 1 den Text von „Two goes on“ bis „(fig. 2).“, bitte',
  'supprime de « Two goes on » jusqu’à « (fig. 2). » sur la page 1',
])('%s', (instruction) => {
  expect(textOf(instruction)).toEqual(['1', 'Two goes on over a line (fig. 2).']);
});

test.each([
  ['it begins in two places', 'delete from "Two goes on" to "(fig. 2)."'],
  ['it ends before it begins', 'On page 1, delete from "Three ends" to "One is first"'],
  ['it is to be changed', 'On page 1, change from "Two goes on" to "(fig. 2)."'],
  ['more is asked for', 'On page 1, delete from "Two goes on" to "(fig. 2)." and add a note'],
  ['no range is told', 'On page 1, delete "Two goes on" and "(fig. 2)."'],
])('not where %s', (_, instruction) => {
  expect(textOf(instruction)).toBeUndefined();
});
