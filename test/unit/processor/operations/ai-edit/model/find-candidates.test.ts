// What shares words with a description: rare words lead to a place, words that stand everywhere do not.

import { expect, test } from 'vitest';
import { findCandidates } from '../../../../../../processor/operations/ai-edit/model/find-candidates.ts';
import type { ReadableDocument } from '../../../../../../processor/operations/ai-edit/model/readable-document.ts';

const PAGES = [
  ['Page 1', 'Chapter 1 on page 1', 'Step 1 of page 1', 'The tariff is fixed'],
  ['Page 2', 'Step 1 of page 2', 'Nothing else'],
];

const document = {
  pageCount: PAGES.length,
  facts: { pageText: (page: number) => (PAGES[page - 1] ?? []).join('\n') },
  model: {
    page: (page: number) => ({
      page,
      blocks: (PAGES[page - 1] ?? []).map((text, index) => ({ id: `p${page}b${index + 1}`, kind: 'paragraph', text })),
      pairs: [],
      fields: [],
    }),
  },
} as unknown as ReadableDocument;

test('a rare word counts more than words that stand in many places', () => {
  const [first] = findCandidates(document, 'tariff on page 1', 5);
  expect(first?.text).toBe('The tariff is fixed');
});

test('what shares nothing is not told', () => {
  expect(findCandidates(document, 'zebra', 5)).toEqual([]);
});
