// Pages that keep their places and take more pages than they should.

import { expect, it } from 'vitest';
import { placePages, type Wanted } from '../../../../../../processor/operations/convert/layout/place-pages.ts';

const SOURCE = { words: new Map(), scales: new Map(), tables: new Map() };

/** @param counts pages of each layout, in turn */
async function place(counts: readonly number[]) {
  const asked: Wanted[] = [];
  const placed = await placePages(
    [0, 1],
    async (wanted) => {
      asked.push(wanted);
      return { laidOut: { path: 'none', pages: counts[asked.length - 1] ?? 0, matches: new Map() } };
    },
    SOURCE,
  );
  return { placed, asked: asked.map(({ plainCells, freeTables }) => [plainCells ?? false, [...(freeTables ?? [])]]) };
}

it('are laid out with plain cells, then with texts instead of tables; what they take in the end is told', async () => {
  const { placed, asked } = await place([5, 5, 4]);
  expect(asked).toEqual([
    [false, []],
    [true, []],
    [false, [0, 1]],
  ]);
  expect(placed).toMatchObject({ pages: 4, plainCells: false, freeTables: new Set([0, 1]) });
});

it('stay as they were where neither takes fewer', async () => {
  const { placed } = await place([3, 3, 4]);
  expect(placed).toMatchObject({ pages: 3, plainCells: false, freeTables: new Set() });
});
