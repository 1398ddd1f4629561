// The pages of a document between two passes over them: in memory while they are few, else in a file of the job's folder, from which each is read
// when it is asked for. Pictures stay in memory as places; their pixels are not the store's.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { PlacedImage } from '../pdf/pdfium/page/page-content.ts';
import type { PagePicture } from './structure/page-pictures.ts';
import type { KeptPage } from './kept-page.ts';
import type { Sequence } from './page-sequence.ts';
import type { PageEdges } from './structure/running.ts';
import type { Letters } from './words/count-letters.ts';
import { packWords, type PackedWords, StyleTable, unpackWords } from './words/pack-words.ts';

const PAGES_IN_MEMORY_MAX = 64;
const WINDOW_BYTES = 512 * 1024;

interface Place {
  /** What nearly every pass asks for: a few hundred bytes. */
  readonly summary: PageSummary;
  readonly offset: number;
  /** Bytes of its edges, of the shapes on it and of its words, one after the other. */
  readonly edges: number;
  readonly shapes: number;
  readonly words: number;
}

export class PageStore implements Disposable {
  readonly #path: string;
  readonly #inMemoryMax: number;
  readonly #styles = new StyleTable();
  readonly #images: (PagePicture | undefined)[] = [];
  readonly #imagePlaces = new Map<PlacedImage, number>();
  readonly #places: Place[] = [];
  #inMemory: KeptPage[] | undefined = [];
  #file: number | undefined;
  #size = 0;
  /** What was read last: pages are mostly read one after the other. */
  #window = { start: 0, bytes: Buffer.alloc(0) };

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

  #write({ words: page, content, letters, edges, drawings, ...rest }: KeptPage): Place {
    const { words, images, backgrounds, pageIndex, width, height, hasMarks, rules, grids, fills, fields } = page;
    const summary: PageSummary = {
      ...rest,
      letters: this.#packLetters(letters),
      page: { pageIndex, width, height, hasMarks },
      images: images.map((image) => this.#keepImage(image)),
      backgrounds: backgrounds.map((image) => this.#keepImage(image)),
      hasContent: content !== undefined,
    };
    const packedEdges = serialize(mapEdges(edges, (of) => this.#packLetters(of)));
    const shapes = serialize({
      rules,
      grids,
      fills,
      fields,
      drawings,
      ...(content && { content: { ...content, images: content.images.map((image) => this.#keepImage(image)) } }),
    } satisfies StoredShapes);
    const packed = serialize(packWords(words, this.#styles));
    this.#file ??= openSync(this.#path, 'wx+');
    const place = { summary, offset: this.#size, edges: packedEdges.length, shapes: shapes.length, words: packed.length };
    for (const bytes of [packedEdges, shapes, packed]) this.#append(bytes);
    return place;
  }

  #append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file ?? 0, bytes, done, bytes.length - done, this.#size + done);
    this.#size += bytes.length;
  }

  /** Pixels of what has gone are not held. */
  #forgetImages(before: KeptPage, page: KeptPage): void {
    const allOf = ({ words, content }: KeptPage) => [...words.images, ...words.backgrounds, ...(content?.images ?? [])];
    const kept = new Set(allOf(page));
    for (const image of allOf(before)) {
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

  /** Not every pass asks for edges, shapes and words: they are read when it does. */
  #read({ summary, offset, edges: edgeBytes, shapes: shapeBytes, words: wordBytes }: Place): KeptPage {
    const { page, images, backgrounds, hasContent, letters, ...rest } = summary;
    const imageAt = (at: number) => this.#images[at] as PagePicture;
    let shapes: StoredShapes | undefined;
    let words: KeptPage['words']['words'] | undefined;
    const unpackEdges = () =>
      mapEdges(deserialize(this.#bytes(offset, edgeBytes)) as Edges<PackedLetters>, (of) => this.#unpackLetters(of));
    const unpack = () => (shapes ??= deserialize(this.#bytes(offset + edgeBytes, shapeBytes)) as StoredShapes);
    const unpackAll = () => unpackWords(deserialize(this.#bytes(offset + edgeBytes + shapeBytes, wordBytes)) as PackedWords, this.#styles);
    const content = hasContent ? unpack().content : undefined;
    return {
      ...rest,
      letters: this.#unpackLetters(letters),
      get edges() {
        return unpackEdges();
      },
      get drawings() {
        return unpack().drawings;
      },
      ...(content && { content: { ...content, images: content.images.map(imageAt) } }),
      words: {
        ...page,
        images: images.map(imageAt),
        backgrounds: backgrounds.map(imageAt),
        get rules() {
          return unpack().rules;
        },
        get grids() {
          return unpack().grids;
        },
        get fills() {
          return unpack().fills;
        },
        get fields() {
          return unpack().fields;
        },
        get words() {
          return (words ??= unpackAll());
        },
      },
    };
  }

  #bytes(offset: number, length: number): Buffer {
    const { start, bytes } = this.#window;
    if (offset >= start && offset + length <= start + bytes.length) return bytes.subarray(offset - start, offset - start + length);
    const more = Buffer.allocUnsafeSlow(Math.min(this.#size - offset, Math.max(length, WINDOW_BYTES)));
    for (let done = 0; done < more.length;) {
      const read = readSync(this.#file ?? 0, more, done, more.length - done, offset + done);
      if (read === 0) throw new RangeError('the file of pages is cut off');
      done += read;
    }
    this.#window = { start: offset, bytes: more };
    return more.subarray(0, length);
  }

  #packLetters(letters: Letters): PackedLetters {
    return letters.map(([style, count]) => [this.#styles.placeOf(style), count]);
  }

  #unpackLetters(letters: PackedLetters): Letters {
    return letters.map(([style, count]) => [this.#styles.at(style), count]);
  }
}

function mapEdges<T, U>({ top, bottom, lines, numbers }: Edges<T>, change: (letters: T) => U): Edges<U> {
  const mapAll = (edges: readonly EdgeWith<T>[]) => edges.map((edge) => ({ ...edge, letters: change(edge.letters) }));
  return { top: mapAll(top), bottom: mapAll(bottom), lines, numbers: { ...numbers, letters: change(numbers.letters) } };
}

type PackedLetters = readonly (readonly [style: number, letters: number])[];
type EdgeWith<T> = Omit<PageEdges['top'][number], 'letters'> & { readonly letters: T };
interface Edges<T> {
  readonly top: readonly EdgeWith<T>[];
  readonly bottom: readonly EdgeWith<T>[];
  readonly lines: number;
  readonly numbers: Pick<EdgeWith<T>, 'orders' | 'letters'>;
}

type PageSummary = Omit<KeptPage, 'words' | 'content' | 'letters' | 'edges' | 'drawings'> & {
  readonly letters: PackedLetters;
  readonly page: Pick<KeptPage['words'], 'pageIndex' | 'width' | 'height' | 'hasMarks'>;
  readonly images: readonly number[];
  readonly backgrounds: readonly number[];
  readonly hasContent: boolean;
};

type StoredShapes = Pick<KeptPage['words'], 'rules' | 'grids' | 'fills' | 'fields'> &
  Pick<KeptPage, 'drawings'> & {
    readonly content?: Omit<NonNullable<KeptPage['content']>, 'images'> & { readonly images: readonly number[] };
  };
