// A stream whose bytes stay where they are until somebody looks at them: for pdf-lib it is a raw stream like any other. What was read is not kept,
// not even weakly: a weak reference lives as long as the loop that made it, and such loops go over whole documents.

import { type PDFDict, PDFRawStream, type PDFStream } from 'pdf-lib';
import { type ByteSource, memorySource } from '../byte-source.ts';

/** pdf-lib keeps the constructor to itself, and its `contents` are a field. */
const RawStream = PDFRawStream as unknown as new (dict: PDFDict, contents: Uint8Array) => PDFStream;

const EMPTY = new Uint8Array(0);

export class SourceStream extends RawStream {
  source: ByteSource;

  private constructor(dict: PDFDict, source: ByteSource) {
    super(dict, EMPTY);
    this.source = source;
  }

  static over(dict: PDFDict, source: ByteSource): PDFRawStream {
    return new SourceStream(dict, source) as PDFStream as PDFRawStream;
  }

  get contents(): Uint8Array {
    return this.source.read(0, this.source.size);
  }

  set contents(bytes: Uint8Array) {
    this.source = memorySource(bytes);
  }

  override getContentsSize(): number {
    return this.source.size;
  }
}

/** The bytes of a stream as they are to be written, for whoever takes them range by range. */
export function sourceOf(stream: PDFStream): ByteSource {
  return stream instanceof SourceStream ? stream.source : memorySource(stream.getContents());
}

/** Gives a stream other bytes, wherever those lie. */
export function replaceContents(stream: PDFRawStream, source: ByteSource): void {
  if (stream instanceof SourceStream) stream.source = source;
  else stream.updateContents(source.read(0, source.size));
}
