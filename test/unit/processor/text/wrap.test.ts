// Lines broken to a width; here each UTF-16 unit is one wide.

import { describe, expect, it } from 'vitest';
import { wrapLine } from '../../../../processor/text/wrap.ts';
import { onBusyMachine } from '../../../support/busy-machine.ts';

const wrap = (line: string, width: number) => [...wrapLine(line, width, (text) => text.length)];

describe('a line', () => {
  it.each([
    ['fits', 10, ['fits']],
    ['', 10, ['']],
    ['   ', 10, ['']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 8, ['one two', 'three']],
    ['onetwothree', 4, ['onet', 'woth', 'ree']],
    ['well-known thing', 8, ['well-', 'known', 'thing']],
    ['漢字漢字漢字', 4, ['漢字漢字', '漢字']],
    ['  indented text', 10, ['  indented', 'text']],
  ])('%j at width %i', (line, width, parts) => expect(wrap(line, width)).toEqual(parts));

  it('keeps a mark with its letter and a pair of surrogates together', () => {
    expect(wrap('aaa\u0301aaa', 3)).toEqual(['aa', 'a\u0301a', 'aa']);
    expect(wrap('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
    expect(wrap('😀😀', 1)).toEqual(['😀', '😀']);
  });

  it('of a million characters takes linear time', () => {
    const start = performance.now();
    expect(wrap('x'.repeat(1_000_000), 80)).toHaveLength(12_500);
    expect(performance.now() - start).toBeLessThan(onBusyMachine(3000));
  });
});
