// A piece of PDFium's heap for results that its functions write through pointers. One per page that is read; freed on dispose.

import type { Pdfium } from '../pdfium.ts';

const BYTES = 4096;
/** As many as any function writes. */
const VALUES = 16;

interface Views {
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  readonly integers: Int32Array;
}

export class Scratch implements Disposable {
  readonly pointer: number;
  readonly #engine: Pdfium;
  #views: Views | undefined;

  constructor(engine: Pdfium) {
    this.#engine = engine;
    this.pointer = engine.pdfium.wasmExports.malloc(BYTES);
  }

  get floats(): Float32Array {
    return this.#viewed().floats;
  }

  get doubles(): Float64Array {
    return this.#viewed().doubles;
  }

  get integers(): Int32Array {
    return this.#viewed().integers;
  }

  /** The heap gets another buffer when it grows; views of the one before are empty then. */
  #viewed(): Views {
    if (this.#views !== undefined && this.#views.floats.length > 0) return this.#views;
    const { buffer } = this.#engine.pdfium.HEAPU8;
    this.#views = {
      floats: new Float32Array(buffer, this.pointer, VALUES),
      doubles: new Float64Array(buffer, this.pointer, VALUES),
      integers: new Int32Array(buffer, this.pointer, VALUES),
    };
    return this.#views;
  }

  /** The string that `write` puts there; it is given the pointer and the room, and returns how many bytes it needs, including the final zero. */
  string(write: (pointer: number, bytesMax: number) => number): string {
    const length = write(this.pointer, BYTES);
    if (length <= 1 || length > BYTES) return '';
    return Buffer.from(this.#engine.pdfium.HEAPU8.buffer, this.pointer, length - 1).toString('utf8');
  }

  /** The bytes that `write` has to give, of any length up to `bytesMax`. */
  bytes(write: (pointer: number, bytesMax: number) => number, bytesMax: number): Uint8Array<ArrayBuffer> | undefined {
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
