// A page once it has been read: its words, and what is still asked of the rest. All of its content stays only where that may be needed again.

import type { PageContent, PageLink, PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { ShownBox } from '../pdf/geometry/shown-box.ts';
import { findDrawings, type FoundDrawing } from './pictures/drawings.ts';
import { groundOf, type PageGround } from './pictures/grounds.ts';
import { type PictureFiles, withoutPixels } from './pictures/pictures.ts';
import { type PageWords, readPageWords } from './structure/page-words.ts';
import { edgesOf, type PageEdges } from './structure/running.ts';
import { countLetters, type Letters } from './words/count-letters.ts';
import { PICTURE_BULLET } from './words/drawn-bullets.ts';
import type { Word } from './words/words.ts';
import { type CharacterFacts, countFacts } from './words/character-facts.ts';

export interface KeptPage {
  readonly facts: CharacterFacts;
  readonly words: PageWords;
  readonly ground: PageGround;
  readonly edges: PageEdges;
  readonly letters: Letters;
  /** Those that may lie over its pictures. */
  readonly links: readonly PageLink[];
  /** Without their labels. */
  readonly drawings: readonly FoundDrawing[];
  /** Its text was recognised: the page without its words, where it may keep its places. */
  readonly scan?: PlacedImage;
  /** What recognition said of it. */
  readonly reading?: PageReading;
  /** Where the page may be read again. */
  readonly content?: PageContent;
}

/** A page that was read from its picture. */
export interface PageReading {
  /** Degrees, clockwise, by which the page as shown was turned to be read: its words are placed on the turned page. */
  readonly rotation: number;
  readonly words: readonly { readonly box: ShownBox; /** 0 to 100. */ readonly confidence: number }[];
  /** Words that were read so badly that their picture says more: the objects of their characters. */
  readonly doubtful: readonly number[];
}

export interface Keeping {
  /** Drawings are looked for. */
  readonly withDrawings: boolean;
  /** The page's content will be asked for again. */
  readonly keepsContent: (facts: CharacterFacts) => boolean;
}

/** The page with the files of its pictures instead of their pixels; what is not shown keeps its place alone. */
export async function shrinkPictures(page: KeptPage, files: PictureFiles): Promise<KeptPage> {
  const { content, words } = page;
  const all = content?.images ?? [...words.images, ...words.backgrounds];
  if (all.length === 0) return page;
  const places = new Map<PlacedImage, PlacedImage>();
  // A drawing that takes the page's words away leaves a picture that stood behind them; where lines keep their places their bullets are pictures.
  const isBullet = ({ object }: Word) => object === PICTURE_BULLET;
  const shown = page.drawings.length > 0 || words.words.some(isBullet) ? all : [...words.images, ...words.backgrounds];
  for (const image of shown) places.set(image, await files.shrink(image));
  const placeOf = (image: PlacedImage) => places.get(image) ?? withoutPixels(image);
  return {
    ...page,
    ...(content && { content: { ...content, images: content.images.map(placeOf) } }),
    words: { ...words, images: words.images.map(placeOf), backgrounds: words.backgrounds.map(placeOf) },
  };
}

export function keepPage(content: PageContent, { withDrawings, keepsContent }: Keeping): KeptPage {
  const facts = countFacts(content.characters);
  const words = readPageWords(content);
  const drawings = withDrawings ? findDrawings(content, words) : [];
  return {
    facts,
    words,
    ground: groundOf(content, facts),
    edges: edgesOf(words),
    letters: countLetters(words.words),
    links: words.images.length === 0 ? [] : content.links.filter(({ uri }) => uri !== undefined),
    drawings,
    ...((drawings.length > 0 || keepsContent(facts)) && { content }),
  };
}
