// A page once it has been read: its words, and what is still asked of the rest. Its characters stay only where they may be needed again.

import { packCharacters } from '../pdf/pdfium/page/character-columns.ts';
import type { CharacterColumns, PageContent, PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import { findDrawings, type FoundDrawing } from './pictures/drawings.ts';
import { type PictureFiles, withoutPixels } from './pictures/pictures.ts';
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

/** The page with the files of its pictures instead of their pixels; what is not shown keeps its place alone. */
export async function shrinkPictures(page: KeptPage, files: PictureFiles): Promise<KeptPage> {
  const { content, words } = page;
  if (content.images.length === 0) return page;
  const places = new Map<PlacedImage, PlacedImage>();
  // A drawing that takes the page's words away leaves a picture that stood behind them.
  const shown = page.drawings.length > 0 ? content.images : words.images;
  for (const image of shown) places.set(image, await files.shrink(image));
  const placeOf = (image: PlacedImage) => places.get(image) ?? withoutPixels(image);
  return {
    ...page,
    content: { ...content, images: content.images.map(placeOf) },
    words: { ...words, images: words.images.map(placeOf) },
  };
}

export function keepPage(content: PageContent, { withDrawings, keepsCharacters }: Keeping): KeptPage {
  const facts = countFacts(content.characters);
  const words = readPageWords(content);
  const drawings = withDrawings ? findDrawings(content, words) : [];
  const isNeeded = drawings.length > 0 || keepsCharacters(facts);
  return { content: isNeeded ? content : { ...content, characters: NO_CHARACTERS, rules: [], drawings: [] }, facts, words, drawings };
}
