// Copies objects of an opened document into a file that is being written: what is asked for, and everything that it leads to, each once. The document
// does not change; a copy may differ from it in single entries. References to what stays away become null.

import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { eachPiece } from '../byte-source.ts';
import type { ObjectWriter } from '../object-writer.ts';
import { sourceOf } from '../syntax/source-stream.ts';
import { writeObject } from '../syntax/write-object.ts';

/** Streams that were written, by digest: what several documents have alike is stored once. */
export type KnownStreams = Map<string, number>;

interface CopyOptions {
  /** Whether what a reference leads to stays out of the file unless it is kept by name. */
  readonly isAway: (ref: PDFRef, object: PDFObject) => boolean;
  /** Called for each stream's dictionary before it is written; gives entries that differ. */
  readonly changesOf: (dict: PDFDict) => Changes | undefined;
  readonly known?: KnownStreams;
}

/** By key; undefined removes the entry. */
export type Changes = ReadonlyMap<string, PDFObject | undefined>;

const AWAY = 0;
const LENGTH: Changes = new Map([['Length', undefined]]);

export class SourceCopy {
  readonly context: PDFContext;
  readonly #writer: ObjectWriter;
  readonly #options: CopyOptions;
  readonly #numbers = new Map<PDFRef, number>();
  readonly #changes = new Map<PDFDict, Map<string, PDFObject | undefined>>();
  readonly #waiting: PDFRef[] = [];

  constructor(context: PDFContext, writer: ObjectWriter, options: CopyOptions) {
    this.context = context;
    this.#writer = writer;
    this.#options = options;
  }

  /** Undefined for what stays away, and for a reference to nothing. */
  readonly numberOf = (ref: PDFRef): number | undefined => {
    const number = this.#numbers.get(ref) ?? this.#take(ref);
    return number === AWAY ? undefined : number;
  };

  /** Whether it is in the file, or will be. */
  has(ref: PDFRef): boolean {
    return (this.#numbers.get(ref) ?? AWAY) !== AWAY;
  }

  /** Copies it although it would stay away. @returns its number */
  keep(ref: PDFRef): number {
    const known = this.#numbers.get(ref) ?? AWAY;
    if (known !== AWAY) return known;
    const number = this.#writer.allocate();
    this.#numbers.set(ref, number);
    this.#waiting.push(ref);
    return number;
  }

  /** Copies it under a number that was allocated for it. */
  keepAs(ref: PDFRef, number: number): void {
    this.#numbers.set(ref, number);
    this.#waiting.push(ref);
  }

  /** A reference that is written as this number. */
  refTo(number: number): PDFRef {
    const ref = this.context.nextRef();
    this.#numbers.set(ref, number);
    return ref;
  }

  /** The copy of an indirect dictionary has another value under this key; undefined removes the entry. */
  change(dict: PDFDict, key: string, value: PDFObject | undefined): void {
    const changes = this.#changes.get(dict);
    if (changes) changes.set(key, value);
    else this.#changes.set(dict, new Map([[key, value]]));
  }

  /** As PDF syntax; what it leads to is copied with the next flush. */
  textOf(object: PDFObject): string {
    return writeObject(object instanceof PDFDict ? this.#changed(object) : object, this.numberOf);
  }

  /** As an object of its own. @returns its number */
  put(object: PDFObject): number {
    const number = this.#writer.allocate();
    this.#writer.writeObject(number, this.textOf(object));
    return number;
  }

  /** Writes what waits, and what that leads to. */
  flush(): void {
    for (let ref = this.#waiting.pop(); ref; ref = this.#waiting.pop()) {
      const object = this.context.lookup(ref);
      const number = this.#numbers.get(ref) ?? AWAY;
      if (object instanceof PDFStream) this.#writeStream(number, object);
      else if (object) this.#writer.writeObject(number, this.textOf(object));
    }
  }

  #take(ref: PDFRef): number {
    const object = this.context.lookup(ref);
    if (!object || this.#options.isAway(ref, object)) {
      this.#numbers.set(ref, AWAY);
      return AWAY;
    }
    return (this.#options.known && object instanceof PDFStream && this.#takeAlike(ref, object, this.#options.known)) || this.keep(ref);
  }

  /** Of streams that lead to streams at most, such as pictures with their masks and the programs of fonts. */
  #takeAlike(ref: PDFRef, stream: PDFStream, known: KnownStreams): number | undefined {
    if (!leadsToStreamsOnly(stream.dict, this.context, 0)) return undefined;
    const digest = createHash('sha256').update(writeObject(this.#dictOf(stream), this.numberOf));
    eachPiece(sourceOf(stream), (piece) => digest.update(piece));
    const key = digest.digest('base64');
    const number = known.get(key);
    if (number === undefined) {
      const own = this.keep(ref);
      known.set(key, own);
      return own;
    }
    this.#numbers.set(ref, number);
    return number;
  }

  #writeStream(number: number, stream: PDFStream): void {
    this.#writer.writeStream(number, writeObject(this.#dictOf(stream), this.numberOf), sourceOf(stream));
  }

  #dictOf(stream: PDFStream): PDFDict {
    return withChanges(withChanges(this.#changed(stream.dict), LENGTH), this.#options.changesOf(stream.dict));
  }

  #changed(dict: PDFDict): PDFDict {
    return withChanges(dict, this.#changes.get(dict));
  }
}

/** The dictionary, or a copy that differs. */
function withChanges(dict: PDFDict, changes: Changes | undefined): PDFDict {
  if (!changes) return dict;
  const copy = PDFDict.fromMapWithContext(new Map(dict.asMap()), dict.context);
  for (const [key, value] of changes) {
    if (value === undefined) copy.delete(PDFName.of(key));
    else copy.set(PDFName.of(key), value);
  }
  return copy;
}

const NEST_MAX = 4;

function leadsToStreamsOnly(object: PDFObject | undefined, context: PDFContext, depth: number): boolean {
  if (depth > NEST_MAX) return false;
  if (object instanceof PDFRef) {
    const target = context.lookup(object);
    const isContainer = target instanceof PDFDict || target instanceof PDFArray;
    return target instanceof PDFStream ? leadsToStreamsOnly(target.dict, context, depth + 1) : !isContainer;
  }
  if (object instanceof PDFArray) return object.asArray().every((item) => leadsToStreamsOnly(item, context, depth + 1));
  if (object instanceof PDFDict) {
    const keys = object.keys().map((key) => key.decodeText());
    if (keys.includes('Resources') || keys.includes('StructParent') || keys.includes('StructParents')) return false;
    return object.entries().every(([key, value]) => key.decodeText() === 'Length' || leadsToStreamsOnly(value, context, depth + 1));
  }
  return true;
}
