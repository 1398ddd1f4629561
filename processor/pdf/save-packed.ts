// Writes an opened document as small as its syntax allows: live objects only, numbered anew so that like objects stand together, object streams of
// a size that fills deflate's window, a cross-reference stream with predictor (ISO 32000-1 7.5.7, 7.5.8). Stream data is written as it is, range by range.

import { PDFDict, PDFName, type PDFRef, PDFStream, type PDFContext, type PDFObject } from 'pdf-lib';
import { type ByteSink, DigestSink, FileSink, MemorySink } from './byte-sink.ts';
import { ObjectWriter } from './object-writer.ts';
import { makeContentId } from './syntax/content-id.ts';
import { sourceOf } from './syntax/source-stream.ts';
import { walkLive } from './syntax/walk.ts';
import { type NumberOf, writeObject } from './syntax/write-object.ts';

export interface SavePackedOptions {
  /** False writes plain objects and a cross-reference table, which PDF/A-1 and PDF 1.4 require. */
  readonly objectStreams: boolean;
}

/** Objects stay in the context, even those that are not written. @throws JobFailure corrupt_file as walkLive */
export function savePacked(context: PDFContext, options: SavePackedOptions): Uint8Array {
  const sink = new MemorySink();
  writeDocument(context, options, sink);
  return sink.bytes();
}

/**
 * As savePacked, into a new file. `contentId` gives it an /ID made of its content, both halves; a string stands for the data of its streams.
 * @returns the numbers under which the objects were written
 */
export function savePackedFile(
  context: PDFContext,
  path: string,
  options: SavePackedOptions & { readonly contentId?: boolean | string },
): ReadonlyMap<PDFRef, number> {
  const { contentId = false } = options;
  if (contentId !== false) {
    const digest = new DigestSink(contentId === true ? undefined : contentId);
    writeDocument(context, options, digest);
    context.trailerInfo.ID = makeContentId(context, digest.hex());
  }
  using sink = new FileSink(path);
  return writeDocument(context, options, sink);
}

/** Streams first: what is packed comes after them, in object streams of like objects. */
function writeDocument(context: PDFContext, { objectStreams }: SavePackedOptions, sink: ByteSink): ReadonlyMap<PDFRef, number> {
  const live = walkLive(context, () => {});
  const writer = new ObjectWriter(sink, { version: versionOf(context), objectStreams });
  const objects = context.enumerateIndirectObjects().filter(([ref]) => live.has(ref));
  const streams = objects.filter(([, object]) => object instanceof PDFStream);
  const others = sortAlike(objects.filter(([, object]) => !(object instanceof PDFStream)));
  const numbers = new Map<PDFRef, number>();
  for (const [ref] of [...others, ...streams]) numbers.set(ref, writer.allocate());
  const numberOf: NumberOf = (ref) => numbers.get(ref);
  for (const [ref, object] of streams) {
    if (!(object instanceof PDFStream)) continue;
    const contents = sourceOf(object);
    object.dict.delete(PDFName.of('Length'));
    writer.writeStream(numberOf(ref) ?? 0, writeObject(object.dict, numberOf), contents);
  }
  for (const [ref, object] of others) writer.writeObject(numberOf(ref) ?? 0, writeObject(object, numberOf));
  writer.finish(writeObject(trailerOf(context), numberOf));
  return numbers;
}

function versionOf(context: PDFContext): string {
  return /%PDF-(\d\.\d)/.exec(context.header.toString())?.[1] ?? '1.4';
}

function trailerOf(context: PDFContext): PDFDict {
  const { Root, Info, ID } = context.trailerInfo;
  const trailer = context.obj({});
  if (Root) trailer.set(PDFName.of('Root'), Root);
  if (Info) trailer.set(PDFName.of('Info'), Info);
  if (ID) trailer.set(PDFName.of('ID'), ID);
  return trailer;
}

/** Dictionaries with the same keys one after the other, otherwise in their order: deflate finds the repetition. */
function sortAlike(objects: readonly [PDFRef, PDFObject][]): [PDFRef, PDFObject][] {
  const groups = new Map<string, [PDFRef, PDFObject][]>();
  for (const pair of objects) {
    const [, object] = pair;
    const signature = object instanceof PDFDict ? object.keys().join('') : object.constructor.name;
    const group = groups.get(signature);
    if (group) group.push(pair);
    else groups.set(signature, [pair]);
  }
  return [...groups.values()].flat();
}
