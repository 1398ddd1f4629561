// Which pages of a written document are those of its source, object by object: every object gets a digest of its own in which references are object
// numbers, and a page is the same when it and all that it reaches are. No writer's code is used here: this is what judges one.

import { createHash, hash } from 'node:crypto';
import { PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream, PDFString } from 'pdf-lib';
import { eachPiece } from '../byte-source.ts';
import type { OpenedPdf, PdfPage } from '../opened.ts';
import { dictOf, lookup } from '../syntax/dictionary.ts';
import { holderOf } from '../syntax/inherited.ts';
import { sourceOf } from '../syntax/source-stream.ts';

/** The number that a reference has in the source; undefined where it leads to nothing. */
type SourceNumber = (ref: PDFRef) => number | undefined;
type Document = Pick<OpenedPdf, 'context' | 'catalog' | 'pages'>;

/** Written with the page itself, wherever above it they stand (ISO 32000-1 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** What a page holds and does not show: where it hangs, and what programs say about it. */
const NOT_SHOWN = new Set(['Parent', 'Metadata', 'PieceInfo', 'LastModified']);
/** Digests of a document, without its objects: eight bytes for each. */
export interface Fingerprint {
  /** Two words for each object number; both 0 where there is none. */
  readonly objects: Uint32Array;
  readonly pages: readonly string[];
  /** What all pages share beside what they reach: layers, and how fields look. */
  readonly shared: string;
}

/** Reads every live stream once. @throws JobFailure when the file has changed */
export function takeFingerprint(opened: Document & Pick<OpenedPdf, 'description'>): Fingerprint {
  const { live } = opened.description;
  const numberOf: SourceNumber = (ref) => (live.has(ref) ? ref.objectNumber : undefined);
  const objects = new Uint32Array(2 * (opened.context.largestObjectNumber + 1));
  for (const ref of live) {
    const object = opened.context.lookup(ref);
    if (object) objects.set(digestOf(object, numberOf), 2 * ref.objectNumber);
  }
  return {
    objects,
    pages: opened.pages.map((page) => hashOf(writeShown(page, numberOf))),
    shared: hashOf(writeEntries(sharedOf(opened.catalog), numberOf)),
  };
}

/** A page of the result and the page of the source whose like it is said to be; both 0-based. */
export interface PagePair {
  readonly before: number;
  readonly after: number;
}

export interface Comparison {
  /** Pages that are not the same, or reach something that is not. */
  readonly changed: readonly PagePair[];
  readonly isSharedChanged: boolean;
}

/**
 * Compares pages with those of the source. Linear in what they reach: what one page has proved the next does not ask again.
 * @param numberOf as the result's writer numbered the source's objects, by the result's number; a wrong answer only makes pages differ
 */
export function compareFingerprint(
  source: Fingerprint,
  result: Document,
  pairs: readonly PagePair[],
  numberOf: (resultNumber: number) => number | undefined,
): Comparison {
  const walk = new SameWalk(source, result, ({ objectNumber }) => numberOf(objectNumber));
  return {
    changed: pairs.filter(({ before, after }) => !walk.isSamePage(result.pages[after], source.pages[before])),
    isSharedChanged: !walk.areSame(sharedOf(result.catalog), source.shared),
  };
}

class SameWalk {
  private readonly source: Fingerprint;
  private readonly result: Document;
  private readonly numberOf: SourceNumber;
  /** All that these reach is the same. Pages are looked at by themselves. */
  private readonly proved = new Set<PDFObject>();

  constructor(source: Fingerprint, result: Document, numberOf: SourceNumber) {
    this.source = source;
    this.result = result;
    this.numberOf = (ref) => (result.context.lookup(ref) ? (numberOf(ref) ?? -ref.objectNumber) : undefined);
    for (const { dict } of result.pages) this.proved.add(dict);
  }

  isSamePage(page: PdfPage | undefined, digest: string | undefined): boolean {
    if (!page || digest !== hashOf(writeShown(page, this.numberOf))) return false;
    return this.reachesSame(shownEntries(page.dict).map(([, value]) => value));
  }

  areSame(entries: Entries, digest: string): boolean {
    return digest === hashOf(writeEntries(entries, this.numberOf)) && this.reachesSame(entries.map(([, value]) => value));
  }

  private reachesSame(from: readonly PDFObject[]): boolean {
    const waiting = [...from];
    const reached: PDFObject[] = [];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next instanceof PDFRef) {
        const target = this.result.context.lookup(next);
        if (!target || this.proved.has(target)) continue;
        if (!this.isSame(next, target)) {
          for (const object of reached) this.proved.delete(object);
          return false;
        }
        this.proved.add(target);
        reached.push(target);
        waiting.push(target);
      } else if (next instanceof PDFArray) for (const item of next.asArray()) waiting.push(item);
      else {
        const dict = dictOf(next);
        for (const [key, value] of dict?.entries() ?? []) if (!(dict && key === KIDS && isFamily(dict, value))) waiting.push(value);
      }
    }
    return true;
  }

  private isSame(ref: PDFRef, target: PDFObject): boolean {
    const number = this.numberOf(ref) ?? -1;
    if (number < 0) return false;
    const [one, two] = digestOf(target, this.numberOf);
    const { objects } = this.source;
    return objects[2 * number] === one && objects[2 * number + 1] === two;
  }
}

const KIDS = PDFName.of('Kids');

/** The other parts of a field, which are on other pages: a widget leads to its field, and no further. */
function isFamily(dict: PDFDict, kids: PDFObject): boolean {
  const [first] = kids instanceof PDFArray ? kids.asArray() : [];
  return lookup(dictOf(dict.context.lookup(first)), 'Parent') === dict;
}

type Entries = readonly (readonly [string, PDFObject])[];

function shownEntries(page: PDFDict): Entries {
  const own = page.entries().map(([key, value]) => [key.decodeText(), value] as const);
  const above = INHERITED.flatMap((key) => {
    const value = page.has(PDFName.of(key)) ? undefined : holderOf(page, key)?.get(PDFName.of(key));
    return value ? [[key, value] as const] : [];
  });
  return [...own, ...above].filter(([key]) => !NOT_SHOWN.has(key));
}

function sharedOf(catalog: PDFDict): Entries {
  const form = dictOf(lookup(catalog, 'AcroForm'));
  const entriesOf = (dict: PDFDict | undefined, keys: readonly string[]) =>
    keys.flatMap((key) => {
      const value = dict?.get(PDFName.of(key));
      return value ? [[key, value] as const] : [];
    });
  return [...entriesOf(catalog, ['OCProperties']), ...entriesOf(form, ['DR', 'DA', 'NeedAppearances'])];
}

function writeShown({ dict }: PdfPage, numberOf: SourceNumber): string {
  return writeEntries(shownEntries(dict), numberOf);
}

function digestOf(object: PDFObject, numberOf: SourceNumber): readonly [number, number] {
  const stream = object instanceof PDFStream ? object : undefined;
  const text = stream ? writeEntries(entriesOfStream(stream), numberOf) : write(object, numberOf);
  const digest = stream ? hashWithData(text, stream) : hash('sha1', text, 'buffer');
  // No object has the digest of none.
  return [digest.readUInt32LE(0) || 1, digest.readUInt32LE(4)];
}

/** Its length is that of its data. */
function entriesOfStream({ dict }: PDFStream): Entries {
  return dict
    .entries()
    .map(([key, value]) => [key.decodeText(), value] as const)
    .filter(([key]) => key !== 'Length');
}

function hashWithData(text: string, stream: PDFStream): Buffer {
  const digest = createHash('sha1').update(text);
  eachPiece(sourceOf(stream), (piece) => digest.update(piece));
  return digest.digest();
}

function hashOf(text: string): string {
  return hash('sha1', text, 'base64');
}

/** A text that is the same for equal objects, whatever their spelling in the file. */
function write(object: PDFObject, numberOf: SourceNumber): string {
  if (object instanceof PDFRef) {
    const number = numberOf(object);
    return number === undefined ? 'null' : `${number} R`;
  }
  if (object instanceof PDFDict) {
    return `<${writeEntries(
      object.entries().map(([key, value]) => [key.decodeText(), value]),
      numberOf,
    )}>`;
  }
  if (object instanceof PDFArray)
    return `[${object
      .asArray()
      .map((item) => write(item, numberOf))
      .join(' ')}]`;
  if (object instanceof PDFString || object instanceof PDFHexString) return `(${Buffer.from(object.asBytes()).toString('hex')})`;
  if (object instanceof PDFName) return `/${JSON.stringify(object.decodeText())}`;
  if (object instanceof PDFNumber) return String(object.asNumber());
  return object instanceof PDFBool ? String(object.asBoolean()) : 'null';
}

/** An entry that is null is none (7.3.7). */
function writeEntries(entries: Entries, numberOf: SourceNumber): string {
  return entries
    .map(([key, value]) => [key, write(value, numberOf)] as const)
    .filter(([, text]) => text !== 'null')
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([key, text]) => `/${JSON.stringify(key)} ${text}`)
    .join(' ');
}
