// What a language model may ask about a document: its pages as readers see them, and its text as the editor finds it.

import type { ShownBox } from '../../../pdf/geometry/shown-box.ts';
import type { DocumentModel } from '../../../document/pages/model-document.ts';
import type { PageBlock, PageModel } from '../../../document/pages/page-model.ts';
import { findText } from '../facts/find-text.ts';
import type { DocumentFacts } from '../facts/locate.ts';
import { wordsInBox } from '../facts/words-in-box.ts';

export interface ReadableDocument {
  readonly pageCount: number;
  readonly model: Pick<DocumentModel, 'page'>;
  readonly facts: DocumentFacts;
}

const PAGES_KEPT_MAX = 64;

/** The document with its pages kept for a while once they are built: outline and tools ask for the same ones. */
export function readableDocument(model: Pick<DocumentModel, 'page'>, facts: DocumentFacts): ReadableDocument {
  const built = new Map<number, PageModel | undefined>();
  const pageAt = (number: number): PageModel | undefined => {
    if (built.has(number)) return built.get(number);
    const [oldest] = built.keys();
    if (oldest !== undefined && built.size >= PAGES_KEPT_MAX) built.delete(oldest);
    const found = model.page(number);
    const page = found && { ...found, blocks: asFound(found, facts) };
    built.set(number, page);
    return page;
  };
  return { pageCount: facts.pageCount, facts, model: { page: pageAt } };
}

/** The blocks of a page with their text as a match finds it, where its two readers differ: in spaces between ideographs, in letters of some fonts. */
function asFound({ page, blocks }: PageModel, facts: DocumentFacts): PageBlock[] {
  const all = facts.pageText(page);
  const flat = withoutBreaks(all);
  const isFound = (text: string) =>
    flat.includes(withoutBreaks(text)) ||
    findText(all, { text, case: 'exact', whole_word: false, occurrence: 'all', expect: { min: 1 } }).length > 0;
  const textFor = (text: string, boxes: readonly ShownBox[]): string => {
    if (text.trim() === '' || isFound(text)) return text;
    const words = new Set(boxes.flatMap((box) => wordsInBox(facts.layout(page), box)));
    const printed = [...words].map(({ start, end }) => all.slice(start, end)).join(' ');
    return printed !== '' && isFound(printed) ? printed : text;
  };
  return blocks.map((block) => {
    if (block.kind === 'picture') return block;
    if (block.kind === 'table')
      return { ...block, cells: block.cells.map((cell) => (cell.box ? { ...cell, text: textFor(cell.text, [cell.box]) } : cell)) };
    const boxes = block.lines.map(({ box }) => box);
    return { ...block, text: textFor(block.text, boxes) };
  });
}

const withoutBreaks = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();
