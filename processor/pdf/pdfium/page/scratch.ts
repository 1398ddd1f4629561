// A piece of PDFium's heap for results that its functions write through pointers. One per page that is read; freed on dispose.

import type { Pdfium } from '../pdfium.ts';

const BYTES = 4096;

export class Scratch implements Disposable {
  readonly pointer: number;
  readonly #engine: Pdfium;

  constructor(engine: Pdfium) {
    this.#engine = engine;
    this.pointer = engine.pdfium.wasmExports.malloc(BYTES);
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.#engine.pdfium.HEAPU8.buffer, this.pointer, count);
  }

  doubles(count: number): Float64Array {
    return new Float64Array(this.#engine.pdfium.HEAPU8.buffer, this.pointer, count);
  }

  integers(count: number): Int32Array {
    return new Int32Array(this.#engine.pdfium.HEAPU8.buffer, this.pointer, count);
  }

  /** The string that `write` puts there; it is given the pointer and the room, and returns how many bytes it needs, including the final zero. */
  string(write: (pointer: number, bytesMax: number) => number): string {
    const length = write(this.pointer, BYTES);
    if (length <= 1 || length > BYTES) return '';
    return Buffer.from(this.#engine.pdfium.HEAPU8.buffer, this.pointer, length - 1).toString('utf8');
  }

  /** The bytes that `write` has to give, of any length up to `bytesMax`. */
  bytes(write: (pointer: number, bytesMax: number) => number, bytesMax: number): Uint8Array | undefined {
    const length = write(0, 0);
    if (length <= 0 || length > bytesMax) return undefined;
    const { wasmExports } = this.#engine.pdfium;
    const pointer = wasmExports.malloc(length);
    if (pointer === 0) return undefined;
    write(pointer, length);
    const found = this.#engine.pdfium.HEAPU8.slice(pointer, pointer + length);
    wasmExports.free(pointer);
    return found;
  }

  [Symbol.dispose](): void {
    this.#engine.pdfium.wasmExports.free(this.pointer);
  }
}
