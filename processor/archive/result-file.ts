// A result while it is written: a file that only grows, up to the job's limit.

import { JobFailure } from '../failure.ts';
import { FileSink } from '../pdf/byte-sink.ts';

export class ResultFile implements Disposable {
  readonly #sink: FileSink;
  readonly #bytesMax: number;

  constructor(path: string, bytesMax: number) {
    this.#sink = new FileSink(path);
    this.#bytesMax = bytesMax;
  }

  get size(): number {
    return this.#sink.size;
  }

  /** @throws JobFailure output_limit */
  write(content: string | Uint8Array): void {
    this.#sink.write(typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
    if (this.#sink.size > this.#bytesMax) throw new JobFailure('output_limit');
  }

  [Symbol.dispose](): void {
    this.#sink[Symbol.dispose]();
  }
}
