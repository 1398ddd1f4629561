// What a language model may ask about a document: its pages as readers see them, and its text as the editor finds it.

import type { DocumentModel } from '../../../document/pages/model-document.ts';
import type { DocumentFacts } from '../facts/locate.ts';

export interface ReadableDocument {
  readonly pageCount: number;
  readonly model: DocumentModel;
  readonly facts: DocumentFacts;
}
