// The pages of a document between two passes over them: in memory while they are few, else in a file of the job's folder, from which each is read
// when it is asked for. Pictures stay in memory as places; their pixels are not the store's.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { KeptPage } from './kept-page.ts';
import type { Sequence } from './page-sequence.ts';
import { packWords, type PackedWords, StyleTable, unpackWords } from './words/pack-words.ts';

const PAGES_IN_MEMORY_MAX = 64;

interface Place {
  readonly offset: number;
  /** Bytes of what a page holds besides its words, which follow. */
  readonly facts: number;
  readonly words: number;
}

export class PageStore implements Disposable {
  readonly #path: string;
  readonly #inMemoryMax: number;
  readonly #styles = new StyleTable();
  readonly #images: (PlacedImage | undefined)[] = [];
  readonly #imagePlaces = new Map<PlacedImage, number>();
  readonly #places: Place[] = [];
  #inMemory: KeptPage[] | undefined = [];
  #file: number | undefined;
  #size = 0;

  /** @param path of a file to be made when it is needed, and removed on dispose */
  constructor(path: string, inMemoryMax = PAGES_IN_MEMORY_MAX) {
    this.#path = path;
    this.#inMemoryMax = inMemoryMax;
  }

  add(page: KeptPage): void {
    if (this.#inMemory && this.#inMemory.length < this.#inMemoryMax) {
      this.#inMemory.push(page);
      return;
    }
    const waiting = this.#inMemory ?? [];
    this.#inMemory = undefined;
    for (const one of [...waiting, page]) this.#places.push(this.#write(one));
  }

  /** @param at 0-based */
  replace(at: number, page: KeptPage): void {
    if (this.#inMemory) {
      this.#inMemory[at] = page;
      return;
    }
    const before = this.#places[at];
    this.#places[at] = this.#write(page);
    if (before) this.#forgetImages(this.#read(before), page);
  }

  /** In their order; to be taken anew after a page was replaced. */
  get pages(): Sequence<KeptPage> {
    if (this.#inMemory) return [...this.#inMemory];
    const [places, read] = [this.#places, this.#read.bind(this)];
    return {
      length: places.length,
      at: (at) => (places[at] ? read(places[at]) : undefined),
      *[Symbol.iterator]() {
        for (const place of places) yield read(place);
      },
    };
  }

  [Symbol.dispose](): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    unlinkSync(this.#path);
    this.#file = undefined;
  }

  #write({ words: page, content, ...rest }: KeptPage): Place {
    const { words, images, ...shapes } = page;
    const stored = {
      ...rest,
      shapes,
      images: images.map((image) => this.#keepImage(image)),
      content: content && { ...content, images: content.images.map((image) => this.#keepImage(image)) },
    };
    const facts = serialize(stored);
    const packed = serialize(packWords(words, this.#styles));
    this.#file ??= openSync(this.#path, 'wx+');
    const place = { offset: this.#size, facts: facts.length, words: packed.length };
    for (const bytes of [facts, packed]) this.#append(bytes);
    return place;
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file ?? 0, bytes, done, bytes.length - done, this.#size + done);
    this.#size += bytes.length;
  }

  /** Pixels of what has gone are not held. */
  #forgetImages(before: KeptPage, page: KeptPage): void {
    const kept = new Set([...page.words.images, ...(page.content?.images ?? [])]);
    for (const image of [...before.words.images, ...(before.content?.images ?? [])]) {
      const place = kept.has(image) ? undefined : this.#imagePlaces.get(image);
      if (place !== undefined) this.#images[place] = undefined;
      if (place !== undefined) this.#imagePlaces.delete(image);
    }
  }

  #keepImage(image: PlacedImage): number {
    const place = this.#imagePlaces.get(image) ?? this.#images.push(image) - 1;
    this.#imagePlaces.set(image, place);
    return place;
  }

  #read(place: Place): KeptPage {
    const { shapes, images, content, ...rest } = deserialize(this.#bytes(place.offset, place.facts)) as StoredPage;
    const imageAt = (at: number) => this.#images[at] as PlacedImage;
    let words: KeptPage['words']['words'] | undefined;
    const unpack = () => unpackWords(deserialize(this.#bytes(place.offset + place.facts, place.words)) as PackedWords, this.#styles);
    return {
      ...rest,
      ...(content && { content: { ...content, images: content.images.map(imageAt) } }),
      words: {
        ...shapes,
        images: images.map(imageAt),
        // Not every pass asks for them.
        get words() {
          return (words ??= unpack());
        },
      },
    };
  }

  #bytes(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#file ?? 0, bytes, done, length - done, offset + done);
      if (read === 0) throw new RangeError('the file of pages is cut off');
      done += read;
    }
    return bytes;
  }
}

type StoredPage = Omit<KeptPage, 'words' | 'content'> & {
  readonly shapes: Omit<KeptPage['words'], 'words' | 'images'>;
  readonly images: readonly number[];
  readonly content?: Omit<NonNullable<KeptPage['content']>, 'images'> & { readonly images: readonly number[] };
};
