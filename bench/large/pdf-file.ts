// Writes a PDF to disk object by object, so that a file of any size is made in little memory. The same input gives the same bytes.

import { closeSync, openSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import type { FaceStyle } from '../../processor/pdf/draw/face-files.ts';
import { embedFace, type Face, findFaces } from '../../processor/pdf/draw/fallback-font.ts';

/** A stream that is not held: its length is known before. */
export interface LongData {
  readonly length: number;
  readonly chunks: Iterable<Uint8Array>;
}

export interface EmbeddedFont {
  readonly number: number;
  readonly face: Face;
}

const BUFFER_BYTES = 1024 * 1024;
/** Of printable ASCII: what the pages are set in. */
const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
/** Kids of one node of the page tree. */
const KIDS_MAX = 32;

export class PdfFile {
  readonly #file: number;
  /** By object number. */
  readonly #offsets: number[] = [0];
  #position = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
    this.#write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  }

  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  add(body: string, data?: Uint8Array | LongData): number {
    const number = this.reserve();
    this.put(number, body, data);
    return number;
  }

  /** @param body the object, or the entries of the dictionary of a stream */
  put(number: number, body: string, data?: Uint8Array | LongData): void {
    this.#offsets[number] = this.#position;
    if (data === undefined) return this.#write(`${number} 0 obj\n${body}\nendobj\n`);
    this.#write(`${number} 0 obj\n<< ${body} /Length ${data.length} >>\nstream\n`);
    for (const chunk of data instanceof Uint8Array ? [data] : data.chunks) this.#write(chunk);
    this.#write('\nendstream\nendobj\n');
  }

  addContent(content: string): number {
    return this.add('/Filter /FlateDecode', deflateSync(Buffer.from(content, 'latin1')));
  }

  /** A face of ours with its objects, as the processor embeds it. */
  async addFont(style: FaceStyle): Promise<EmbeddedFont> {
    const [face] = (await findFaces(CHARACTERS, style)) ?? [];
    if (!face) throw new Error('no face has printable ASCII');
    const { context } = await PDFDocument.create();
    const font = embedFace(context, face, style);
    const objects = context.enumerateIndirectObjects();
    const numbers = new Map(objects.map(([{ objectNumber }]) => [objectNumber, this.reserve()]));
    for (const [{ objectNumber }, object] of objects) {
      const bytes = new Uint8Array(object.sizeInBytes());
      object.copyBytesInto(bytes, 0);
      const text = Buffer.from(bytes).toString('latin1');
      const end = text.includes('stream') ? text.indexOf('stream') : text.length;
      // Only the dictionary names other objects.
      const renamed = text.slice(0, end).replaceAll(/(\d+) 0 R/g, (_, old: string) => `${numbers.get(Number(old))} 0 R`);
      this.put(numbers.get(objectNumber) ?? 0, renamed + text.slice(end));
    }
    return { number: numbers.get(font.objectNumber) ?? 0, face };
  }

  /** Writes the page tree. @param entriesOf of a page's dictionary; called once for each page, in order. @param catalog more entries of it */
  finish(pages: number, entriesOf: (index: number, pageNumber: number) => string, catalog: () => string = () => ''): void {
    const [root, tree] = [this.reserve(), this.reserve()];
    const nodes: number[] = [];
    for (let first = 0; first < pages; first += KIDS_MAX) {
      const node = this.reserve();
      const kids = Array.from({ length: Math.min(KIDS_MAX, pages - first) }, (_, index) => {
        const page = this.reserve();
        this.put(page, `<< /Type /Page /Parent ${node} 0 R /MediaBox [0 0 595 842] ${entriesOf(first + index, page)} >>`);
        return page;
      });
      this.put(node, `<< /Type /Pages /Parent ${tree} 0 R /Kids [${references(kids)}] /Count ${kids.length} >>`);
      nodes.push(node);
    }
    this.put(tree, `<< /Type /Pages /Kids [${references(nodes)}] /Count ${pages} >>`);
    this.put(root, `<< /Type /Catalog /Pages ${tree} 0 R ${catalog()} >>`);
    const info = this.add('<< /Title (A large document) /Author (Jane Roe) /Producer (bench) /CreationDate (D:20200101000000Z) >>');
    const start = this.#position;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#write(`xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n${rows.join('')}`);
    this.#write(`trailer\n<< /Size ${this.#offsets.length} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    this.#flush();
    closeSync(this.#file);
  }

  #write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
    this.#position += bytes.length;
    this.#waitingBytes += bytes.length;
    this.#waiting.push(bytes);
    if (this.#waitingBytes >= BUFFER_BYTES) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done);
    [this.#waiting, this.#waitingBytes] = [[], 0];
  }
}

export function references(numbers: readonly number[]): string {
  return numbers.map((number) => `${number} 0 R`).join(' ');
}
