// The live objects of a file, exactly those that its cross-reference names, each read at its first lookup: earlier revisions, orphans in object
// streams and anything between objects stay out. pdf-lib's own loader reads the file front to back and takes whatever comes last.
// pdf-lib's context asks a map for its objects; this is that map.

import { type PDFContext, PDFRawStream, PDFRef, type PDFObject } from 'pdf-lib';
import { PdfDamage } from '../bounds.ts';
import { nameOf } from '../syntax/dictionary.ts';
import type { ObjectReader } from './read-objects.ts';
import type { Xref, XrefEntry } from './xref.ts';

export class ObjectTable extends Map<PDFRef, PDFObject> {
  private readonly reader: ObjectReader;
  private readonly waiting: Map<number, XrefEntry>;
  /** The objects of each object stream. */
  private readonly packs = new Map<number, number[]>();
  private readonly broken = new Map<number, PdfDamage>();
  /** Those that were read by themselves, and not set or deleted since. */
  private readonly readAlone = new Map<PDFRef, XrefEntry>();

  constructor(xref: Xref, reader: ObjectReader) {
    super();
    this.reader = reader;
    this.waiting = new Map(xref.entries);
    for (const [objectNumber, entry] of xref.entries) {
      if (entry.kind === 'plain') continue;
      const pack = this.packs.get(entry.streamNumber);
      if (pack) pack.push(objectNumber);
      else this.packs.set(entry.streamNumber, [objectNumber]);
    }
  }

  /** Puts the table in the place of the context's own objects. */
  attachTo(context: PDFContext): void {
    Reflect.set(context, 'indirectObjects', this);
    for (const objectNumber of this.waiting.keys()) context.largestObjectNumber = Math.max(context.largestObjectNumber, objectNumber);
  }

  /** Why an object that was looked up is not there. */
  damageOf(ref: PDFRef): PdfDamage | undefined {
    return this.broken.get(ref.objectNumber);
  }

  /** An object as any entry names it, also of an earlier revision; the table does not change. @throws PdfDamage; JobFailure */
  readApart(objectNumber: number, entry: XrefEntry): PDFObject | undefined {
    return this.reader.read(objectNumber, entry);
  }

  /** @throws JobFailure corrupt_file, decompression_limit */
  override get(ref: PDFRef): PDFObject | undefined {
    const entry = this.waiting.get(ref.objectNumber);
    if (entry && generationOf(entry) === ref.generationNumber) this.load(ref.objectNumber, entry);
    return super.get(ref);
  }

  override has(ref: PDFRef): boolean {
    return this.get(ref) !== undefined;
  }

  override set(ref: PDFRef, object: PDFObject): this {
    this.forget(ref);
    return super.set(ref, object);
  }

  override delete(ref: PDFRef): boolean {
    return this.forget(ref) || super.delete(ref);
  }

  override entries(): MapIterator<[PDFRef, PDFObject]> {
    this.loadRest();
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[PDFRef, PDFObject]> {
    return this.entries();
  }

  /** Where the objects lie in the file, in order: the first byte and the position after the last. */
  spans(): (readonly [number, number])[] {
    this.loadRest();
    return [...this.reader.spans()];
  }

  /** Reads what nobody has looked up yet. @throws JobFailure as get */
  loadRest(): void {
    for (const [objectNumber, entry] of this.waiting) this.load(objectNumber, entry);
  }

  /**
   * Holds the objects no longer that can be read again from the file: for who changes none of them. Looked up again they are other
   * instances, but for those to keep.
   */
  release(keep: ReadonlySet<PDFObject>): void {
    for (const [ref, entry] of this.readAlone) {
      const object = super.get(ref);
      if (object === undefined || keep.has(object)) continue;
      super.delete(ref);
      this.waiting.set(ref.objectNumber, entry);
      this.readAlone.delete(ref);
    }
  }

  private forget(ref: PDFRef): boolean {
    this.readAlone.delete(ref);
    const entry = this.waiting.get(ref.objectNumber);
    return entry !== undefined && generationOf(entry) === ref.generationNumber && this.waiting.delete(ref.objectNumber);
  }

  /** An object stream is decoded once: all that it holds is read with the first of its objects. */
  private load(objectNumber: number, entry: XrefEntry): void {
    const together = entry.kind === 'packed' ? (this.packs.get(entry.streamNumber) ?? []) : [objectNumber];
    const found = together.flatMap((one) => {
      const own = this.waiting.get(one);
      this.waiting.delete(one);
      return own ? [[one, own] as const] : [];
    });
    for (const [one, own] of found) this.keep(one, own);
  }

  private keep(objectNumber: number, entry: XrefEntry): void {
    try {
      const object = this.reader.read(objectNumber, entry);
      // The containers of packed objects and the cross-reference itself are written anew.
      if (!object || (object instanceof PDFRawStream && ['ObjStm', 'XRef'].includes(nameOf(object.dict, 'Type') ?? ''))) return;
      const ref = PDFRef.of(objectNumber, generationOf(entry));
      super.set(ref, object);
      if (entry.kind === 'plain') this.readAlone.set(ref, entry);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      this.broken.set(objectNumber, error);
    }
  }
}

function generationOf(entry: XrefEntry): number {
  return entry.kind === 'plain' ? entry.generation : 0;
}
