// What a language model may ask about a document: its pages as readers see them, and its text as the editor finds it.

import type { DocumentModel } from '../../../document/pages/model-document.ts';
import type { PageModel } from '../../../document/pages/page-model.ts';
import type { DocumentFacts } from '../facts/locate.ts';

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
    const page = model.page(number);
    built.set(number, page);
    return page;
  };
  return { pageCount: facts.pageCount, facts, model: { page: pageAt } };
}
