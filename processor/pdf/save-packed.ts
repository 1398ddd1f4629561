// Writes an opened document as small as its syntax allows: live objects only, numbered anew so that like objects stand together, object streams of
// a size that fills deflate's window, a cross-reference stream with predictor (ISO 32000-1 7.5.7, 7.5.8). Stream data is written as it is, range by range.

import { deflateSync } from 'node:zlib';
import { PDFDict, PDFName, type PDFRef, PDFStream, type PDFContext, PDFRawStream, type PDFObject } from 'pdf-lib';
import { type ByteSink, DigestSink, FileSink, MemorySink } from './byte-sink.ts';
import { makeContentId } from './syntax/content-id.ts';
import { sourceOf } from './syntax/source-stream.ts';
import { walkLive } from './syntax/walk.ts';
import { type NumberOf, writeObject } from './syntax/write-object.ts';

export interface SavePackedOptions {
  /** False writes plain objects and a cross-reference table, which PDF/A-1 and PDF 1.4 require. */
  readonly objectStreams: boolean;
}

/** Text of the objects in one object stream: a few times deflate's window; a reader that wants one object unpacks no more. */
const PACK_CHARS_MAX = 256 * 1024;

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

function writeDocument(context: PDFContext, { objectStreams }: SavePackedOptions, sink: ByteSink): ReadonlyMap<PDFRef, number> {
  const live = walkLive(context, () => {});
  const writer = new PackedWriter(context, live, objectStreams, sink);
  writer.write();
  return writer.numbers;
}

type Entry = { readonly kind: 1; readonly offset: number } | { readonly kind: 2; readonly pack: number; readonly index: number };

class PackedWriter {
  private readonly context: PDFContext;
  private readonly live: ReadonlySet<PDFRef>;
  private readonly packed: boolean;
  private readonly sink: ByteSink;
  readonly numbers = new Map<PDFRef, number>();
  private readonly entries: Entry[] = [];

  constructor(context: PDFContext, live: ReadonlySet<PDFRef>, packed: boolean, sink: ByteSink) {
    this.context = context;
    this.live = live;
    this.packed = packed;
    this.sink = sink;
  }

  write(): void {
    const objects = this.context.enumerateIndirectObjects().filter(([ref]) => this.live.has(ref));
    const streams = objects.filter(([, object]) => object instanceof PDFStream);
    const others = sortAlike(objects.filter(([, object]) => !(object instanceof PDFStream)));
    for (const [ref] of [...others, ...streams]) this.numbers.set(ref, this.numbers.size + 1);
    this.push(`%PDF-${this.version()}\n%\xe2\xe3\xcf\xd3\n`);
    for (const [ref, object] of streams) if (object instanceof PDFStream) this.writeStream(this.numberOf(ref) ?? 0, object);
    if (this.packed) {
      this.writePacks(others);
      this.writeXrefStream();
    } else {
      for (const [ref, object] of others) this.writeIndirect(this.numberOf(ref) ?? 0, writeObject(object, this.numberOf));
      this.writeXrefTable();
    }
  }

  private readonly numberOf: NumberOf = (ref) => this.numbers.get(ref);

  private version(): string {
    const declared = /%PDF-(\d\.\d)/.exec(this.context.header.toString())?.[1] ?? '1.4';
    return this.packed && declared < '1.5' ? '1.5' : declared;
  }

  private push(text: string): void {
    this.sink.write(Buffer.from(text, 'latin1'));
  }

  private writeIndirect(number: number, body: string): void {
    this.entries[number] = { kind: 1, offset: this.sink.size };
    this.push(`${number} 0 obj\n${body}\nendobj\n`);
  }

  private writeStream(number: number, stream: PDFStream): void {
    const contents = sourceOf(stream);
    stream.dict.delete(PDFName.of('Length'));
    this.entries[number] = { kind: 1, offset: this.sink.size };
    const dict = writeObject(stream.dict, this.numberOf).slice(0, -2);
    this.push(`${number} 0 obj\n${dict}/Length ${contents.size}>>stream\n`);
    this.sink.copy(contents);
    this.push('\nendstream\nendobj\n');
  }

  private writePacks(objects: readonly (readonly [PDFRef, PDFObject])[]): void {
    let next = this.numbers.size + 1;
    for (let from = 0; from < objects.length;) {
      const [places, bodies]: [string[], string[]] = [[], []];
      let chars = 0;
      const pack = next;
      while (from < objects.length && chars < PACK_CHARS_MAX) {
        const [ref, object] = objects[from] as readonly [PDFRef, PDFObject];
        const number = this.numberOf(ref) ?? 0;
        const body = `${writeObject(object, this.numberOf)} `;
        this.entries[number] = { kind: 2, pack, index: places.length };
        places.push(`${number} ${chars}`);
        bodies.push(body);
        chars += body.length;
        from++;
      }
      const head = `${places.join(' ')} `;
      const data = deflateSync(Buffer.from(head + bodies.join(''), 'latin1'), { level: 9, memLevel: 9 });
      const dict = this.context.obj({ Type: 'ObjStm', N: places.length, First: head.length, Filter: 'FlateDecode' });
      this.writeStream(pack, PDFRawStream.of(dict, data));
      next++;
    }
  }

  private trailer(): PDFDict {
    const { Root, Info, ID } = this.context.trailerInfo;
    const trailer = this.context.obj({});
    if (Root) trailer.set(PDFName.of('Root'), Root);
    if (Info) trailer.set(PDFName.of('Info'), Info);
    if (ID) trailer.set(PDFName.of('ID'), ID);
    return trailer;
  }

  private writeXrefStream(): void {
    const own = Math.max(this.entries.length, 1);
    const position = this.sink.size;
    this.entries[own] = { kind: 1, offset: position };
    const width = bytesFor(Math.max(position, own));
    const last = this.entries.reduce((most, entry) => (entry?.kind === 2 ? Math.max(most, entry.index) : most), 0);
    const indexWidth = last === 0 ? 0 : bytesFor(last);
    const rowBytes = 1 + width + indexWidth;
    const rows = Buffer.alloc(rowBytes * (own + 1));
    for (let number = 1; number <= own; number++) {
      const entry = this.entries[number];
      const at = number * rowBytes;
      if (!entry) continue;
      rows[at] = entry.kind;
      rows.writeUIntBE(entry.kind === 1 ? entry.offset : entry.pack, at + 1, width);
      if (entry.kind === 2 && indexWidth > 0) rows.writeUIntBE(entry.index, at + 1 + width, indexWidth);
    }
    const trailer = this.trailer();
    const fields = { Type: 'XRef', Size: own + 1, W: [1, width, indexWidth], Filter: 'FlateDecode' };
    const parms = { Predictor: 12, Columns: rowBytes };
    for (const [key, value] of this.context.obj({ ...fields, DecodeParms: parms }).entries()) trailer.set(key, value);
    this.writeStream(own, PDFRawStream.of(trailer, deflateSync(differenceUp(rows, rowBytes), { level: 9 })));
    this.push(`startxref\n${position}\n%%EOF\n`);
  }

  private writeXrefTable(): void {
    const position = this.sink.size;
    const size = Math.max(this.entries.length, 1);
    const rows = ['0000000000 65535 f \n'];
    for (let number = 1; number < size; number++) {
      const entry = this.entries[number];
      rows.push(`${String(entry?.kind === 1 ? entry.offset : 0).padStart(10, '0')} 00000 n \n`);
    }
    const trailer = this.trailer();
    trailer.set(PDFName.of('Size'), this.context.obj(size));
    this.push(`xref\n0 ${size}\n${rows.join('')}trailer\n${writeObject(trailer, this.numberOf)}\nstartxref\n${position}\n%%EOF\n`);
  }
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

function bytesFor(value: number): number {
  return Math.max(1, Math.ceil(Math.log2(value + 1) / 8));
}

/** PNG predictor Up on every row. */
function differenceUp(rows: Buffer, rowBytes: number): Buffer {
  const count = rows.length / rowBytes;
  const out = Buffer.alloc(rows.length + count);
  for (let row = 0; row < count; row++) {
    out[row * (rowBytes + 1)] = 2;
    for (let column = 0; column < rowBytes; column++) {
      const above = row > 0 ? (rows[(row - 1) * rowBytes + column] ?? 0) : 0;
      out[row * (rowBytes + 1) + 1 + column] = ((rows[row * rowBytes + column] ?? 0) - above) & 255;
    }
  }
  return out;
}
