// Footnotes on pages that are set here: each column has its own, and the foot of the page is none.

import { describe, expect, it } from 'vitest';
import { findFootnotes } from '../../../../../processor/document/structure/footnotes.ts';
import { textOfDraft } from '../../../../../processor/document/structure/headings.ts';
import type { Character } from '../../../../../processor/pdf/pdfium/page/page-content.ts';
import { across, pageOf, set, STYLE } from '../../../../support/synthetic-page.ts';

const [SMALL, NOTE] = [
  { ...STYLE, size: 6 },
  { ...STYLE, size: 8 },
];
const marked = (text: string, mark: string, x: number, y: number): Character[] => [
  ...set(text, x, y),
  ...set(mark, x + text.length * 6, y - 4, SMALL),
];
const note = (mark: string, text: string, x: number, y: number): Character[][] => [set(mark, x, y - 2, SMALL), set(text, x + 8, y, NOTE)];

function notesOf(parts: readonly Character[][], separators: readonly [x: number, y: number][]): string[][] {
  const page = pageOf(parts, { rules: separators.map(([x, y]) => across(y, x, x + 80)), fills: [] });
  return findFootnotes(page, 10).map(({ mark, paragraphs }) => [mark, ...paragraphs.map(textOfDraft)]);
}

describe('footnotes', () => {
  const text = [marked('A first claim.', '1', 40, 500), marked('And another one.', '2', 320, 500)];

  it('of two columns stand below the text of each', () => {
    const left = note('1', 'Where the first is from', 40, 620);
    const right = [...note('2', 'Where the other is from', 320, 612), set('and who wrote it', 320, 622, NOTE)];
    expect(
      notesOf(
        [...text, ...left, ...right],
        [
          [40, 608],
          [320, 600],
        ],
      ),
    ).toEqual([
      ['1', 'Where the first is from'],
      ['2', 'Where the other is from and who wrote it'],
    ]);
  });

  it('end where the foot of the page begins, and may stand below lines that no mark refers to', () => {
    const below = [set('Write to the harbour office', 40, 612, NOTE), ...note('1', 'Where the first is from', 40, 622)];
    const foot = set('Harbours of the north', 40, 690, NOTE);
    expect(notesOf([...text, ...below, foot], [[40, 600]])).toEqual([['1', 'Where the first is from']]);
  });
});
