// Visits every object that the trailer reaches, each once, without recursion and with a bound on nesting. Marks what is live; the rest is swept.

import { PDFArray, type PDFContext, PDFDict, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS } from '../bounds.ts';

/** The place of a dictionary: the key (or array of the key) in its parent that leads to it. */
export interface Visit {
  readonly dict: PDFDict;
  /** The stream whose dictionary it is. */
  readonly stream: PDFStream | undefined;
  /** The nearest indirect object at or above it. */
  readonly ref: PDFRef | undefined;
  /** The key in the parent dictionary that leads here, through any arrays; empty at the roots. */
  readonly key: string;
  readonly parent: PDFDict | undefined;
}

interface Waiting {
  readonly object: PDFObject;
  readonly ref: PDFRef | undefined;
  readonly key: string;
  readonly parent: PDFDict | undefined;
  readonly depth: number;
}

/**
 * Calls `visit` for each live dictionary and `missing` for each reference to nothing; returns the live references.
 * @throws JobFailure corrupt_file when direct objects nest too deep
 */
export function walkLive(context: PDFContext, visit: (found: Visit) => void, missing?: (ref: PDFRef) => void): Set<PDFRef> {
  const live = new Set<PDFRef>();
  const waiting: Waiting[] = [];
  const { Root, Info } = context.trailerInfo;
  for (const [object, key] of [
    [Info, 'Info'],
    [Root, 'Root'],
  ] as const) {
    if (object) waiting.push({ object, ref: undefined, key, parent: undefined, depth: 0 });
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { object, ref, key, parent, depth } = next;
    if (depth > PDF_BOUNDS.depthMax) throw new JobFailure('corrupt_file', { message: 'Objects are nested too deep.' });
    if (object instanceof PDFRef) {
      if (live.has(object)) continue;
      const target = context.lookup(object);
      if (!target) {
        missing?.(object);
        continue;
      }
      live.add(object);
      waiting.push({ object: target, ref: object, key, parent, depth: depth + (target instanceof PDFRef ? 1 : 0) });
    } else if (object instanceof PDFArray) {
      for (const item of object.asArray())
        if (canLead(item)) waiting.push({ object: item, ref, key, parent, depth: nextDepth(item, depth) });
    } else if (object instanceof PDFDict || object instanceof PDFStream) {
      const dict = object instanceof PDFDict ? object : object.dict;
      visit({ dict, stream: object instanceof PDFStream ? object : undefined, ref, key, parent });
      for (const [name, value] of dict.entries()) {
        if (canLead(value)) waiting.push({ object: value, ref, key: name.decodeText(), parent: dict, depth: nextDepth(value, depth) });
      }
    }
  }
  return live;
}

/** Objects that are made from now on get no number that a reference to nothing has: they would be found there. */
export function passMissing(context: PDFContext): void {
  walkLive(
    context,
    () => {},
    ({ objectNumber }) => {
      if (objectNumber <= PDF_BOUNDS.objectNumberMax) context.largestObjectNumber = Math.max(context.largestObjectNumber, objectNumber);
    },
  );
}

/** Deletes every indirect object that is not in `live`. */
export function sweep(context: PDFContext, live: ReadonlySet<PDFRef>): number {
  let swept = 0;
  for (const [ref] of context.enumerateIndirectObjects()) {
    if (live.has(ref)) continue;
    context.delete(ref);
    swept++;
  }
  return swept;
}

function canLead(object: PDFObject): boolean {
  return object instanceof PDFRef || object instanceof PDFArray || object instanceof PDFDict || object instanceof PDFStream;
}

/** Only direct objects nest; a reference starts again at 0. */
function nextDepth(object: PDFObject, depth: number): number {
  return object instanceof PDFRef ? 0 : depth + 1;
}
