// The third reading, with a reader whose readings are given: the document and what is said decide, never the likelihood alone.

import { expect, test } from 'vitest';
import { openGround } from '../../../../../../../processor/operations/ai-edit/plan/places/ground-document.ts';
import { planLearned } from '../../../../../../../processor/operations/ai-edit/plan/learned/plan-learned.ts';
import { TAGS } from '../../../../../../../processor/operations/ai-edit/plan/learned/roles.ts';
import type { ReaderModels } from '../../../../../../../processor/operations/ai-edit/plan/learned/weights.ts';
import { factsOfText } from '../../../../../../support/text-document.ts';

const LETTER = 'Northwind Traders\n\nThe misfits stare at an empty canvas.\nOpening hours 10 to 12';
const ground = () => openGround(factsOfText({ pages: [LETTER] }), () => Promise.resolve([]));

/** @param tags what each word is @param sure how sure of it */
const reader = (tags: Readonly<Record<string, string>>, act: string, sure = 20): ReaderModels => ({
  roles: {
    tags: TAGS,
    weights: new Map(Object.entries(tags).map(([word, tag]) => [`w=${word}`, [TAGS.indexOf(tag), sure]])),
    transitions: new Float64Array((TAGS.length + 1) * TAGS.length),
  },
  acts: { classes: [act, 'other'], weights: new Map([['b', [0, sure]]]) },
});

const WORDS = { swap: 'B-verb', misfits: 'B-target', for: 'O', outsiders: 'B-new' };

test('a reading that holds is a plan', async () => {
  const plan = await planLearned('swap misfits for outsiders', ground(), reader(WORDS, 'replace'));
  expect(plan?.operations).toMatchObject([{ op: 'replace_text', match: { text: 'misfits' }, value: 'outsiders' }]);
});

test.each([
  ['what is not likely', 'swap misfits for outsiders', reader(WORDS, 'replace', 1)],
  ['what does not stand there', 'swap rebels for outsiders', reader({ ...WORDS, rebels: 'B-target' }, 'replace')],
  ['a number without a role', 'swap misfits for outsiders 12', reader({ ...WORDS, 12: 'O' }, 'replace')],
  ['a quoted text that is only talk', 'swap misfits for outsiders "canvas"', reader({ ...WORDS, '"': 'B-talk' }, 'replace')],
  ['an act of no kind', 'swap misfits for outsiders', reader(WORDS, 'other')],
])('%s is none', async (_, instruction, models) => {
  expect(await planLearned(instruction, ground(), models)).toBeUndefined();
});
