// What the reader and the choice of things have learned, as `bench/train-reader.ts` writes it. `reader-weights.bin`: the length of its head (4 bytes,
// little endian), the head as JSON, then the numbers of each tensor one after the other. `thing-weights.txt`: a line for each feature.

import { readFileSync } from 'node:fs';
import type { Encoder, Matrix } from './encoder.ts';

export interface ReaderModels {
  readonly encoder: Encoder;
  readonly tags: readonly string[];
  /** Names of acts. */
  readonly acts: readonly string[];
  /** By feature of a thing. */
  readonly things: ReadonlyMap<string, number>;
}

interface Head {
  readonly tags: readonly string[];
  readonly acts: readonly string[];
  /** In the order of their rows, from 1: row 0 is none. */
  readonly features: readonly string[];
  readonly tensors: readonly {
    readonly name: string;
    readonly rows: number;
    readonly columns: number;
    readonly bytes: 1 | 2;
    readonly scale: number;
  }[];
}

const HEAD_BYTES = 4;

/** @throws Error for bytes that are no weights */
function modelsOf(bytes: Uint8Array, things: string): ReaderModels {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length))) as Head;
  const tensors = new Map<string, Matrix>();
  let from = HEAD_BYTES + length;
  for (const { name, rows, columns, bytes: size, scale } of head.tensors) {
    const length = rows * columns * size;
    const own = new Uint8Array(length);
    own.set(bytes.subarray(from, from + length));
    tensors.set(name, { rows, columns, scale, numbers: size === 1 ? new Int8Array(own.buffer) : new Int16Array(own.buffer) });
    from += length;
  }
  if (from !== bytes.length) throw new Error('the weights of the reader are not as long as their head says');
  return {
    encoder: { features: new Map(head.features.map((one, at) => [one, at + 1])), tensors },
    tags: head.tags,
    acts: head.acts,
    things: thingWeights(things),
  };
}

const thingWeights = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split('\n').flatMap((line): (readonly [string, number])[] => {
      const [name, weight] = line.split('\t');
      return name !== undefined && weight !== undefined ? [[name, Number(weight)]] : [];
    }),
  );

let models: ReaderModels | undefined;

export const readerModels = (): ReaderModels =>
  (models ??= modelsOf(
    readFileSync(new URL('./reader-weights.bin', import.meta.url)),
    readFileSync(new URL('./thing-weights.txt', import.meta.url), 'utf8'),
  ));
