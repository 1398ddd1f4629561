// Rows of dots that lead to a page number.

import { expect, it } from 'vitest';
import { readLeader } from '../../../../../processor/document/build/leaders.ts';

it('begin behind the title, not at the point of the numeral before it', () => {
  const texts = ['I.', '\t', 'Introduction', ' ....', '........', ' 3'];
  const read = readLeader(
    texts.map((text) => ({ text })),
    [{ at: 40 }],
    400,
  );
  expect(read?.runs.map(({ text }) => text).join('')).toBe('I.\tIntroduction\t3');
  expect(read?.tabs).toEqual([{ at: 40 }, { at: 400, right: true, leader: 'dot' }]);
});
