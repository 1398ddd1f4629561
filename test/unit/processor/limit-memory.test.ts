// A WebAssembly module with less memory than it was built for.

import { expect, it } from 'vitest';
import { limitMemory, wasm } from '../../../processor/tools/web-assembly.ts';

const MIB = 1024 * 1024;
/** Its only section is memory, exported as `m`: from 1 page up to `most`, 32768 pages in three bytes. */
const module = (limits: readonly number[]): Uint8Array =>
  Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, limits.length + 1, 1, ...limits, 7, 5, 1, 1, 0x6d, 2, 0]);
const TO_2_GIB = module([1, 1, 0x80, 0x80, 2]);

async function grow(code: Uint8Array, pages: number): Promise<number> {
  const { m } = new wasm.Instance(await wasm.compile(code), {}).exports as { m: { grow: (pages: number) => number } };
  return m.grow(pages);
}

it('grows up to the limit and no further', async () => {
  const limited = limitMemory(TO_2_GIB, 4 * MIB);
  expect(await grow(limited, 63)).toBe(1);
  await expect(grow(limited, 64)).rejects.toThrow(RangeError);
  expect(await grow(TO_2_GIB, 64)).toBe(1);
});

it('keeps what it needs to start, and a maximum that is lower or absent', async () => {
  await expect(grow(limitMemory(TO_2_GIB, 1), 1)).rejects.toThrow(RangeError);
  for (const code of [module([1, 1, 8]), module([0, 1])]) expect(limitMemory(code, 4 * MIB)).toEqual(code);
});
