// Pages → their bodies: without headers, footers and notes, the words that are marks of notes numbered.

import type { FontKind } from './model.ts';
import type { KeptPage } from './kept-page.ts';
import { mapSequence, type Sequence } from './page-sequence.ts';
import { findEndnotes, type FoundEndnote } from './structure/endnotes.ts';
import { findFootnotes, type FoundNote } from './structure/footnotes.ts';
import { type PageWords, withWords } from './structure/page-words.ts';
import { findRunning, type Running, withoutRunning } from './structure/running.ts';
import { BodyStyleFinder, FamilyFinder } from './structure/text-look.ts';
import type { Word } from './words/words.ts';

export interface PageParts {
  readonly running: Running;
  readonly families: ReadonlyMap<string, FontKind>;
  readonly bodies: Sequence<PageWords>;
  /** Where the notes of each page start, by page index. */
  readonly noteTops: ReadonlyMap<number, number>;
  /** In the order of their numbers. */
  readonly notes: () => Iterable<FoundNote>;
}

/** What is taken from a page, and what its marks are: both by the place of words (Word.order). */
interface PageNotes {
  readonly taken: number[];
  readonly marks: Map<number, number>;
}

export function partPages(pages: Sequence<KeptPage>): PageParts {
  const running = findRunning(pages);
  const [style, families] = [new BodyStyleFinder(), new FamilyFinder()];
  for (const { letters } of pages) {
    families.add(letters);
    style.add(letters);
  }
  for (const letters of running.letters) style.takeAway(letters);
  const { size } = style.find();
  const texts = mapSequence(pages, ({ words }, place) => withoutRunning(words, running, place));
  const notes = new NoteCounter();
  let at = 0;
  for (const page of texts) notes.add(findFootnotes(page, size), page.pageIndex, at++);
  const bodies = mapSequence(texts, (page, place) => notes.bodyOf(page, place));
  const endnotes = findEndnotes(bodies, size);
  notes.addEndnotes(endnotes, bodies);
  return {
    running,
    families: families.kinds,
    bodies: endnotes.length === 0 ? bodies : mapSequence(texts, (page, place) => notes.bodyOf(page, place)),
    noteTops: notes.tops,
    *notes() {
      for (const place of notes.pages) {
        const page = texts.at(place);
        if (page) yield* findFootnotes(page, size);
      }
      yield* endnotes;
    },
  };
}

class NoteCounter {
  /** By page index. */
  readonly tops = new Map<number, number>();
  /** Places of pages with footnotes. */
  readonly pages: number[] = [];
  readonly #byPage = new Map<number, PageNotes>();
  #count = 0;

  /** @param place of the page in the sequence */
  add(notes: readonly FoundNote[], pageIndex: number, place: number): void {
    if (notes.length === 0) return;
    this.pages.push(place);
    this.tops.set(pageIndex, Math.min(...notes.flatMap(({ paragraphs }) => paragraphs.map(({ box }) => box.top))));
    for (const { reference, words } of notes) {
      this.#of(place).marks.set(reference.order, ++this.#count);
      this.#of(place).taken.push(...ordersOf(words));
    }
  }

  addEndnotes(notes: readonly FoundEndnote[], pages: Sequence<PageWords>): void {
    const placeOf = new Map<number, number>();
    if (notes.length > 0) for (let place = 0; place < pages.length; place++) placeOf.set(pages.at(place)?.pageIndex ?? -1, place);
    for (const { reference, referenceOn, lines } of notes) {
      this.#of(referenceOn).marks.set(reference.order, ++this.#count);
      for (const { words, pageIndex } of lines) this.#of(placeOf.get(pageIndex) ?? -1).taken.push(...ordersOf(words));
    }
  }

  bodyOf(page: PageWords, place: number): PageWords {
    const own = this.#byPage.get(place);
    if (!own) return page;
    const taken = new Set(own.taken);
    return withWords(page, (words) => words.flatMap((word) => (taken.has(word.order) ? [] : [withNote(word, own.marks.get(word.order))])));
  }

  #of(place: number): PageNotes {
    const known = this.#byPage.get(place) ?? { taken: [], marks: new Map<number, number>() };
    this.#byPage.set(place, known);
    return known;
  }
}

function withNote(word: Word, note: number | undefined): Word {
  return note === undefined ? word : { ...word, note };
}

function ordersOf(words: Iterable<Word>): number[] {
  return Array.from(words, ({ order }) => order);
}
