// Merges indirect objects that are the same: streams, and dictionaries that only describe how something is drawn. What has its own identity
// (pages, annotations, fields, structure elements, layers, attachments) is never merged.

import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFObject } from 'pdf-lib';
import { eachPiece } from '../byte-source.ts';
import { sourceOf } from '../syntax/source-stream.ts';
import { nameOf } from '../syntax/dictionary.ts';
import { writeObject } from '../syntax/write-object.ts';

const MERGED_TYPES = new Set(['Font', 'FontDescriptor', 'Encoding', 'ExtGState', 'XObject', 'Pattern', 'CMap', 'Mask']);
const ROUNDS_MAX = 8;

/** @returns how many objects were merged into another one. Repeats until nothing changes, as fonts follow their font programs. */
export function mergeDuplicates(context: PDFContext): number {
  let merged = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const same = findSame(context);
    if (same.size === 0) break;
    for (const ref of same.keys()) context.delete(ref);
    for (const [, object] of context.enumerateIndirectObjects()) redirect(object, same);
    merged += same.size;
  }
  return merged;
}

function findSame(context: PDFContext): Map<PDFRef, PDFRef> {
  const first = new Map<string, PDFRef>();
  const same = new Map<PDFRef, PDFRef>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const digest = digestOf(object);
    if (digest === undefined) continue;
    const earlier = first.get(digest);
    if (earlier) same.set(ref, earlier);
    else first.set(digest, ref);
  }
  return same;
}

/** Undefined for what is not merged. */
function digestOf(object: PDFObject): string | undefined {
  if (object instanceof PDFRawStream) {
    if (nameOf(object.dict, 'Type') === 'EmbeddedFile' || object.dict.has(PDFName.of('StructParent'))) return undefined;
    object.dict.delete(PDFName.of('Length'));
    const hash = createHash('sha256').update(syntaxOf(object.dict)).update('\n');
    eachPiece(sourceOf(object), (piece) => hash.update(piece));
    return hash.digest('base64');
  }
  if (object instanceof PDFDict) {
    const type = nameOf(object, 'Type') ?? (object.has(PDFName.of('FunctionType')) ? 'Mask' : '');
    return MERGED_TYPES.has(type) ? syntaxOf(object) : undefined;
  }
  // Colour spaces, mostly: an array with a name in front. Others may be lists that grow.
  if (object instanceof PDFArray && object.size() > 1 && COLOUR_SPACES.has(object.get(0).toString())) return syntaxOf(object);
  return undefined;
}

const COLOUR_SPACES = new Set(['/ICCBased', '/Indexed', '/Separation', '/DeviceN', '/CalRGB', '/CalGray', '/Lab', '/Pattern']);

function syntaxOf(object: PDFObject): string {
  return writeObject(object, (ref) => ref.objectNumber);
}

function redirect(object: PDFObject, same: ReadonlyMap<PDFRef, PDFRef>): void {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next instanceof PDFRawStream) waiting.push(next.dict);
    else if (next instanceof PDFDict) {
      for (const [key, value] of next.entries()) {
        const target = value instanceof PDFRef ? same.get(value) : undefined;
        if (target) next.set(key, target);
        else if (!(value instanceof PDFRef)) waiting.push(value);
      }
    } else if (next instanceof PDFArray) {
      for (const [index, value] of next.asArray().entries()) {
        const target = value instanceof PDFRef ? same.get(value) : undefined;
        if (target) next.set(index, target);
        else if (!(value instanceof PDFRef)) waiting.push(value);
      }
    }
  }
}
