// Paragraphs of a text box: what stands beside it says where its lines end, not the margin of the page.

import { describe, expect, it } from 'vitest';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import { readRegion } from '../../../../../processor/document/structure/region.ts';
import { findTextLook } from '../../../../../processor/document/structure/text-look.ts';
import type { Character } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { pageOf, set } from '../../../../support/synthetic-page.ts';

const paragraphsOf = (parts: readonly Character[][]): string[] => {
  const page = pageOf([set('A line over the whole of the page, from one side to the other side', 40, 30), ...parts]);
  const { columns } = findTextLook([page]);
  return readRegion({ ...page, columns })
    .flatMap((block) => (block.kind === 'text' ? [textOfDraft(block)] : []))
    .slice(1);
};
const stack = (x: number, texts: readonly string[]): Character[][] => texts.map((text, at) => set(text, x, 100 + at * 12));

describe('a text with something beside it', () => {
  const BESIDE = stack(300, ['What stands', 'To the right', 'Of the text', 'Line by line']);

  it('is one paragraph where each of its lines is full', () => {
    const own = stack(40, ['Systems that only return', 'Information by words; the', 'Pack returns what meets', 'The intent']);
    expect(paragraphsOf([...own, ...BESIDE])).toContain(
      'Systems that only return Information by words; the Pack returns what meets The intent',
    );
  });

  it('is as many as its lines where they had room for more', () => {
    expect(paragraphsOf([...stack(40, ['John A', 'Harbour Road of the 12', 'Hull', 'England']), ...BESIDE]).slice(0, 2)).toEqual([
      'John A',
      'Harbour Road of the 12',
    ]);
  });
});

it('a sentence that goes on small on the next line is not parted, wherever its lines end', () => {
  expect(paragraphsOf(stack(40, ['The analysis of user logs', 'allows us to optimise', 'over time']))[0]).toBe(
    'The analysis of user logs allows us to optimise',
  );
  expect(paragraphsOf(stack(40, ['apples', 'pears', 'plums']))).toEqual(['apples', 'pears', 'plums']);
});
