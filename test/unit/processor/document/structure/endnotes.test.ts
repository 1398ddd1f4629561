// Endnotes on pages that are set here.

import { describe, expect, it } from 'vitest';
import { findEndnotes } from '../../../../../processor/document/structure/endnotes.ts';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import type { Character } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { pageOf, set, STYLE } from '../../../../support/synthetic-page.ts';

const SMALL = { ...STYLE, size: 6 };
const marked = (text: string, mark: string, y: number): Character[] => [
  ...set(text, 40, y),
  ...set(mark, 40 + text.length * 6, y - 4, SMALL),
];
const note = (mark: string, text: string, y: number): Character[] => [...set(mark, 40, y - 4, SMALL), ...set(text, 50, y)];

describe('endnotes', () => {
  it('stand at the end of the document, each answered by a raised mark in the text', () => {
    const text = pageOf([marked('A first claim.', 'i', 40), marked('And another one.', 'ii', 52)]);
    const last = { ...pageOf([note('i', 'Where the first is from', 40), note('ii', 'Where the other is from', 60)]), pageIndex: 1 };
    const found = findEndnotes([text, last], 10);
    expect(found.map(({ mark, paragraphs }) => [mark, ...paragraphs.map(textOfDraft)])).toEqual([
      ['i', 'Where the first is from'],
      ['ii', 'Where the other is from'],
    ]);
  });

  it('are not lines that nothing refers to', () => {
    const text = pageOf([set('A claim without a mark.', 40, 40), note('1', 'st place of all', 60)]);
    expect(findEndnotes([text], 10)).toEqual([]);
  });
});
