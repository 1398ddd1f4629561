// Rows of dots that lead to a page number.

import { expect, it } from 'vitest';
import { readLeader } from '../../../../../processor/document/build/leaders.ts';

const LOOK = { family: 'Arial', size: 11, bold: false, italic: false, underline: false, strike: false, colour: 0 };

it('begin behind the title, not at the point of the numeral before it', () => {
  const texts = ['I.', '\t', 'Introduction', ' ....', '........', ' 3'];
  const read = readLeader(
    texts.map((text) => ({ ...LOOK, text })),
    [{ at: 40, right: false }],
    400,
  );
  expect(read?.runs.map(({ text }) => text).join('')).toBe('I.\tIntroduction\t3');
  expect(read?.tabs).toEqual([
    { at: 40, right: false },
    { at: 400, right: true, leader: 'dot' },
  ]);
});
