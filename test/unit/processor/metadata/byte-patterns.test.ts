import { expect, test } from 'vitest';
import { BytePatterns, PATTERN_BYTES_MIN } from '../../../../processor/metadata/byte-patterns.ts';
import { makeRandom } from '../../../../support/documents/random.ts';

test.each([[[0, 1]], [[0, 127, 128, 255]]])('of patterns of the bytes %j those are found that Buffer.includes finds', (values) => {
  const { below, pick } = makeRandom('byte patterns');
  const draw = (length: number): Buffer => Buffer.from(Array.from({ length }, () => pick(values)));
  for (let round = 0; round < 500; round++) {
    const wanted = Array.from({ length: below(12) }, () => draw(PATTERN_BYTES_MIN + below(4)));
    const bytes = draw(below(60));
    const patterns = new BytePatterns<number>();
    for (const [index, one] of wanted.entries()) patterns.add(one, index);
    const expected = wanted.flatMap((one, index) => (bytes.includes(one) ? [index] : []));
    expect([...patterns.within(bytes)].toSorted((a, b) => a - b)).toEqual(expected);
  }
});
