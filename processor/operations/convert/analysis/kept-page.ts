// A page once it has been read: its words, and what is still asked of the rest. Its characters stay only where they may be needed again.

import { type CharacterColumns, packCharacters } from '../../../pdf/pdfium/page/character-columns.ts';
import type { PageContent } from '../../../pdf/pdfium/page/page-content.ts';
import { findDrawings, type FoundDrawing } from './pictures/drawings.ts';
import { type PageWords, readPageWords } from './structure/page-words.ts';
import { type CharacterFacts, countFacts } from './words/character-facts.ts';

export interface KeptPage {
  readonly content: PageContent;
  readonly facts: CharacterFacts;
  readonly words: PageWords;
  /** Without their labels. */
  readonly drawings: readonly FoundDrawing[];
}

export interface Keeping {
  /** Drawings are looked for. */
  readonly withDrawings: boolean;
  /** The page's characters will be asked for again. */
  readonly keepsCharacters: (facts: CharacterFacts) => boolean;
}

const NO_CHARACTERS: CharacterColumns = packCharacters([]);

export function keepPage(content: PageContent, { withDrawings, keepsCharacters }: Keeping): KeptPage {
  const facts = countFacts(content.characters);
  const words = readPageWords(content);
  const drawings = withDrawings ? findDrawings(content, words) : [];
  const isNeeded = drawings.length > 0 || keepsCharacters(facts);
  return { content: isNeeded ? content : { ...content, characters: NO_CHARACTERS, rules: [], drawings: [] }, facts, words, drawings };
}
