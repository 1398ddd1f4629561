// What a language model may ask about a document: its pages as readers see them, and its text as the editor finds it.

import type { DocumentModel } from '../../../document/pages/model-document.ts';
import type { PageModel } from '../../../document/pages/page-model.ts';
import type { DocumentFacts } from '../facts/locate.ts';

export interface ReadableDocument {
  readonly pageCount: number;
  readonly model: DocumentModel;
  readonly facts: DocumentFacts;
}

/** The document with every page built once: outline and tools ask for the same ones. */
export function readableDocument(model: DocumentModel, facts: DocumentFacts): ReadableDocument {
  const built = new Map<number, PageModel | undefined>();
  const page = (number: number): PageModel | undefined => {
    if (!built.has(number)) built.set(number, model.page(number));
    return built.get(number);
  };
  return { pageCount: facts.pageCount, facts, model: { ...model, page } };
}
