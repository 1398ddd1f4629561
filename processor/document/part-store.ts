// The parts of a document between its analysis, which ends with what holds for all of it, and its writer: in memory while they are few, else in a
// file of the job's folder. Pictures stay where they are.

import { closeSync, openSync, readSync, unlinkSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { FileSink } from '../pdf/byte-sink.ts';
import type { Block, DocumentPart, Image, Table, TableCell } from './model.ts';

/** Top-level blocks: some tens of pages. */
const BLOCKS_IN_MEMORY_MAX = 1024;

export class PartStore implements Disposable {
  readonly #path: string;
  readonly #inMemoryMax: number;
  readonly #images: Image[] = [];
  readonly #lengths: number[] = [];
  #inMemory: DocumentPart[] | undefined = [];
  #blocks = 0;
  #sink: FileSink | undefined;

  /** @param path of a file to be made when it is needed, and removed on dispose */
  constructor(path: string, inMemoryMax = BLOCKS_IN_MEMORY_MAX) {
    this.#path = path;
    this.#inMemoryMax = inMemoryMax;
  }

  add(part: DocumentPart): void {
    this.#blocks += part.kind === 'blocks' ? part.blocks.length : 1;
    if (this.#inMemory && this.#blocks <= this.#inMemoryMax) {
      this.#inMemory.push(part);
      return;
    }
    const waiting = this.#inMemory ?? [];
    this.#inMemory = undefined;
    this.#sink ??= new FileSink(this.#path);
    for (const one of [...waiting, part]) {
      const bytes = serialize(this.#pack(one));
      this.#lengths.push(bytes.length);
      this.#sink.write(bytes);
    }
  }

  /** After the last was added. */
  async *read(): AsyncGenerator<DocumentPart, void, void> {
    if (this.#inMemory) return yield* this.#inMemory;
    this.#close();
    const file = openSync(this.#path, 'r');
    try {
      let offset = 0;
      for (const length of this.#lengths) {
        const bytes = Buffer.allocUnsafe(length);
        for (let done = 0; done < length;) {
          const read = readSync(file, bytes, done, length - done, offset + done);
          if (read === 0) throw new RangeError('the file of parts is cut off');
          done += read;
        }
        yield this.#unpack(deserialize(bytes) as StoredPart);
        offset += length;
      }
    } finally {
      closeSync(file);
    }
  }

  [Symbol.dispose](): void {
    this.#close();
    if (!this.#inMemory) unlinkSync(this.#path);
    this.#inMemory = [];
  }

  #close(): void {
    const sink = this.#sink;
    this.#sink = undefined;
    sink?.[Symbol.dispose]();
  }

  #pack(part: DocumentPart): StoredPart {
    if (part.kind === 'footnote' || part.kind === 'shapes') return part;
    if (part.kind === 'blocks') return { ...part, blocks: this.#packBlocks(part.blocks) };
    const { header, footer } = part.section;
    return { ...part, section: { ...part.section, header: this.#packBlocks(header), footer: this.#packBlocks(footer) } };
  }

  #packBlocks(blocks: readonly Block[]): StoredBlock[] {
    return blocks.map((block) => {
      if (block.kind === 'image') return { kind: 'image', at: this.#images.push(block) - 1 };
      if (block.kind === 'paragraph') return block;
      return { ...block, cells: block.cells.map((cell) => ({ ...cell, blocks: this.#packBlocks(cell.blocks) })) };
    });
  }

  #unpack(part: StoredPart): DocumentPart {
    if (part.kind === 'footnote' || part.kind === 'shapes') return part;
    if (part.kind === 'blocks') return { ...part, blocks: this.#unpackBlocks(part.blocks) };
    const { header, footer } = part.section;
    return { ...part, section: { ...part.section, header: this.#unpackBlocks(header), footer: this.#unpackBlocks(footer) } };
  }

  #unpackBlocks(blocks: readonly StoredBlock[]): Block[] {
    return blocks.map((block) => {
      if (block.kind === 'image') return this.#images[block.at] as Image;
      if (block.kind === 'paragraph') return block;
      return { ...block, cells: block.cells.map((cell) => ({ ...cell, blocks: this.#unpackBlocks(cell.blocks) })) };
    });
  }
}

/** A picture is named by its place in memory. */
type StoredBlock =
  | Exclude<Block, Image | Table>
  | { readonly kind: 'image'; readonly at: number }
  | (Omit<Table, 'cells'> & { readonly cells: readonly (Omit<TableCell, 'blocks'> & { readonly blocks: readonly StoredBlock[] })[] });

type Parts = { readonly [K in DocumentPart['kind']]: Extract<DocumentPart, { readonly kind: K }> };
type StoredPart =
  | Parts['footnote']
  | Parts['shapes']
  | (Omit<Parts['blocks'], 'blocks'> & { readonly blocks: readonly StoredBlock[] })
  | (Omit<Parts['section'], 'section'> & {
      readonly section: Omit<Parts['section']['section'], 'header' | 'footer'> & {
        readonly header: readonly StoredBlock[];
        readonly footer: readonly StoredBlock[];
      };
    });
