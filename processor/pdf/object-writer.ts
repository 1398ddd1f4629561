// Writes the objects of a PDF one after the other (ISO 32000-1 7.5): numbers are given out before or while objects are written, small objects wait
// for an object stream of a size that fills deflate's window, stream data go range by range. Nothing that was written is held but its place.

import { deflateSync } from 'node:zlib';
import type { ByteSink } from './byte-sink.ts';
import { type ByteSource, memorySource } from './byte-source.ts';

export interface ObjectWriterOptions {
  /** `1.7`; with object streams at least `1.5` is written. */
  readonly version: string;
  /** False writes plain objects and a cross-reference table, which PDF/A-1 and PDF 1.4 require. */
  readonly objectStreams: boolean;
}

/** Text of the objects in one object stream: a few times deflate's window; a reader that wants one object unpacks no more. */
const PACK_CHARS_MAX = 256 * 1024;

type Entry = { readonly kind: 1; readonly offset: number } | { readonly kind: 2; readonly pack: number; readonly index: number };

export class ObjectWriter {
  readonly #sink: ByteSink;
  readonly #packed: boolean;
  readonly #entries: Entry[] = [];
  #highest = 0;
  #places: string[] = [];
  #bodies: string[] = [];
  #chars = 0;
  #pack = 0;

  constructor(sink: ByteSink, { version, objectStreams }: ObjectWriterOptions) {
    this.#sink = sink;
    this.#packed = objectStreams;
    this.#push(`%PDF-${objectStreams && version < '1.5' ? '1.5' : version}\n%\xe2\xe3\xcf\xd3\n`);
  }

  /** A number that no object has yet. */
  allocate(): number {
    return ++this.#highest;
  }

  /** @param body the object as PDF syntax, one character per byte */
  writeObject(number: number, body: string): void {
    if (!this.#packed) {
      this.#entries[number] = { kind: 1, offset: this.#sink.size };
      this.#push(`${number} 0 obj\n${body}\nendobj\n`);
      return;
    }
    if (this.#places.length === 0) this.#pack = this.allocate();
    this.#entries[number] = { kind: 2, pack: this.#pack, index: this.#places.length };
    this.#places.push(`${number} ${this.#chars}`);
    this.#bodies.push(`${body} `);
    this.#chars += body.length + 1;
    if (this.#chars >= PACK_CHARS_MAX) this.#writePack();
  }

  /** @param dict the stream's dictionary as PDF syntax, without /Length */
  writeStream(number: number, dict: string, data: ByteSource): void {
    this.#entries[number] = { kind: 1, offset: this.#sink.size };
    this.#push(`${number} 0 obj\n${dict.slice(0, -2)}/Length ${data.size}>>stream\n`);
    this.#sink.copy(data);
    this.#push('\nendstream\nendobj\n');
  }

  /** The highest number that was given out. */
  get highest(): number {
    return this.#highest;
  }

  /** The rest of the file. @param trailer /Root, /Info and /ID as PDF syntax */
  finish(trailer: string): void {
    if (this.#packed) this.#writeXrefStream(trailer);
    else this.#writeXrefTable(trailer);
  }

  #push(text: string): void {
    this.#sink.write(Buffer.from(text, 'latin1'));
  }

  #writePack(): void {
    if (this.#places.length === 0) return;
    const head = `${this.#places.join(' ')} `;
    const data = deflateSync(Buffer.from(head + this.#bodies.join(''), 'latin1'), { level: 9, memLevel: 9 });
    const dict = `<</Type/ObjStm/N ${this.#places.length}/First ${head.length}/Filter/FlateDecode>>`;
    this.#places = [];
    this.#bodies = [];
    this.#chars = 0;
    this.writeStream(this.#pack, dict, memorySource(data));
  }

  #writeXrefStream(trailer: string): void {
    this.#writePack();
    const own = this.allocate();
    const position = this.#sink.size;
    this.#entries[own] = { kind: 1, offset: position };
    const width = bytesFor(Math.max(position, own));
    const last = this.#entries.reduce((most, entry) => (entry?.kind === 2 ? Math.max(most, entry.index) : most), 0);
    const indexWidth = last === 0 ? 0 : bytesFor(last);
    const rowBytes = 1 + width + indexWidth;
    const rows = Buffer.alloc(rowBytes * (own + 1));
    for (let number = 1; number <= own; number++) {
      const entry = this.#entries[number];
      const at = number * rowBytes;
      if (!entry) continue;
      rows[at] = entry.kind;
      rows.writeUIntBE(entry.kind === 1 ? entry.offset : entry.pack, at + 1, width);
      if (entry.kind === 2 && indexWidth > 0) rows.writeUIntBE(entry.index, at + 1 + width, indexWidth);
    }
    const form = `/Type/XRef/Size ${own + 1}/W[1 ${width} ${indexWidth}]/Filter/FlateDecode`;
    const dict = `${trailer.slice(0, -2)}${form}/DecodeParms<</Predictor 12/Columns ${rowBytes}>>>>`;
    this.writeStream(own, dict, memorySource(deflateSync(differenceUp(rows, rowBytes), { level: 9 })));
    this.#push(`startxref\n${position}\n%%EOF\n`);
  }

  #writeXrefTable(trailer: string): void {
    const position = this.#sink.size;
    const size = Math.max(this.#highest + 1, 1);
    const numbers = Array.from({ length: size }, (_, number) => number);
    const isFree = (number: number) => this.#entries[number]?.kind !== 1;
    // Numbers that only references to nothing have are free, each with the next one (ISO 32000-1 7.5.4).
    const free = numbers.filter((number) => isFree(number));
    const next = new Map(free.map((number, at) => [number, free[at + 1] ?? 0]));
    const rows = numbers.map((number) => {
      const entry = this.#entries[number];
      const row = entry?.kind === 1 ? [entry.offset, '00000 n'] : [next.get(number) ?? 0, number === 0 ? '65535 f' : '00000 f'];
      return `${String(row[0]).padStart(10, '0')} ${row[1]} \n`;
    });
    const dict = `${trailer.slice(0, -2)}/Size ${size}>>`;
    this.#push(`xref\n0 ${size}\n${rows.join('')}trailer\n${dict}\nstartxref\n${position}\n%%EOF\n`);
  }
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
