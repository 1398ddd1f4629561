// What leads the reading of a document: its tags, or the layout of its pages.

import { describe, expect, it } from 'vitest';
import { readDrafts } from '../../../../processor/document/read-drafts.ts';
import { textOfDraft } from '../../../../processor/document/structure/headings.ts';
import { findTextLook } from '../../../../processor/document/structure/text-look.ts';
import type { StructureElement } from '../../../../processor/pdf/pages/structure-tree.ts';
import { pageOf, set, STYLE } from '../../../support/synthetic-page.ts';

const LINES = ['The first line of a text', 'And the second one', 'A third line', 'The last line of it'];
/** The tags name the last line first; nobody would by the look of it. */
const ORDER = [3, 0, 1, 2];
const page = pageOf(LINES.map((text, at) => set(text, 40, 40 + at * 40, STYLE, at)));
const element = (type: string, children: StructureElement['children']): StructureElement => ({ type, children, rowSpan: 1, columnSpan: 1 });
const tree = element('Document', [
  element('H1', [{ pageIndex: 0, mcid: ORDER[0] ?? 0 }]),
  ...ORDER.slice(1).map((mcid) => element('P', [{ pageIndex: 0, mcid }])),
]);

function linesOf(words: number): string[] {
  const group = { width: 600, height: 800, start: 0, end: 1, words, isFirst: true };
  const { blocksOf } = readDrafts({ bodies: [page], wholes: [page] }, [group], findTextLook([page]), tree);
  return [...blocksOf(group)].flatMap((block) => (block.kind === 'text' ? [textOfDraft(block)] : []));
}

describe('a tagged document', () => {
  it('is read by its tags', () => {
    expect(linesOf(page.words.length)).toEqual(ORDER.map((at) => LINES[at]));
  });

  it('is read by its layout, page by page, where it is too long to be held', () => {
    expect(linesOf(1_000_000)).toEqual(LINES);
  });
});
