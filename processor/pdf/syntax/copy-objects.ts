// Copies an object into another document with all that it refers to, each object once and without recursion over references. What leads out of a
// page's content stays behind: pages, structure, private data of programs.

import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { SourceStream, sourceOf } from './source-stream.ts';

const LEFT_BEHIND = new Set(['/Parent', '/P', '/StructParent', '/StructParents', '/PieceInfo', '/Metadata']);

/** One for each pair of documents: what was copied before is not copied again. */
export class ObjectCopy {
  readonly #from: PDFContext;
  readonly #to: PDFContext;
  readonly #refs = new Map<PDFRef, PDFRef>();
  readonly #waiting: PDFRef[] = [];

  constructor(from: PDFContext, to: PDFContext) {
    this.#from = from;
    this.#to = to;
  }

  /** @returns where it is in the other document */
  copy(ref: PDFRef): PDFRef {
    const copied = this.#refOf(ref);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const object = this.#from.lookup(next);
      if (object) this.#to.assign(this.#refOf(next), this.#shallow(object));
    }
    return copied;
  }

  #refOf(ref: PDFRef): PDFRef {
    const known = this.#refs.get(ref);
    if (known) return known;
    const fresh = this.#to.nextRef();
    this.#refs.set(ref, fresh);
    this.#waiting.push(ref);
    return fresh;
  }

  /** Objects within objects are as deep as the parser let them be. */
  #shallow(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return this.#refOf(object);
    if (object instanceof PDFStream) return SourceStream.over(this.#dict(object.dict), sourceOf(object));
    if (object instanceof PDFDict) return this.#dict(object);
    if (!(object instanceof PDFArray)) return object.clone(this.#to);
    const array = PDFArray.withContext(this.#to);
    for (const item of object.asArray()) array.push(this.#shallow(item));
    return array;
  }

  #dict(dict: PDFDict): PDFDict {
    const copied = PDFDict.withContext(this.#to);
    for (const [key, value] of dict.entries()) if (!LEFT_BEHIND.has(key.toString())) copied.set(key, this.#shallow(value));
    return copied;
  }
}
