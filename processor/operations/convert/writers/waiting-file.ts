// Text that has its turn later in a result: it waits in a file beside it, which is there only while there is text.

import { unlinkSync } from 'node:fs';
import { eachPiece, fileSource } from '../../../pdf/byte-source.ts';
import { ResultFile } from '../../../archive/result-file.ts';
import type { WriteOptions } from './writer.ts';

export class WaitingFile implements Disposable {
  readonly #path: string;
  readonly #bytesMax: number;
  #file: ResultFile | undefined;

  /** @param name of what waits, among those of this result */
  constructor({ path, bytesMax }: WriteOptions, name: string) {
    this.#path = `${path}.${name}`;
    this.#bytesMax = bytesMax;
  }

  get isEmpty(): boolean {
    return this.#file === undefined;
  }

  /** @throws JobFailure output_limit */
  write(text: string): void {
    this.#file ??= new ResultFile(this.#path, this.#bytesMax);
    this.#file.write(text);
  }

  /** Hands out all of it, and is empty. */
  pour(write: (bytes: Uint8Array) => void): void {
    if (!this.#file) return;
    this[Symbol.dispose]();
    eachPiece(fileSource(this.#path), write);
    unlinkSync(this.#path);
  }

  [Symbol.dispose](): void {
    const file = this.#file;
    this.#file = undefined;
    file?.[Symbol.dispose]();
  }
}
