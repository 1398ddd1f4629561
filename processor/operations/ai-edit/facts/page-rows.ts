// The words of a page row by row, as a reader sees them: a table drawn column by column is still read across.

import type { PageLayout, PlacedWord } from './locate.ts';

/** Words whose middles are at most half their height apart are in one row. */
function isSameRow({ box: one }: PlacedWord, { box: two }: PlacedWord): boolean {
  return Math.abs(one[1] + one[3] - (two[1] + two[3])) <= Math.min(one[3] - one[1], two[3] - two[1]);
}

/** From the top, each from the left. */
export function rowsOf({ words }: PageLayout): readonly (readonly PlacedWord[])[] {
  const rows: PlacedWord[][] = [];
  for (const word of words.toSorted((one, two) => two.box[1] + two.box[3] - (one.box[1] + one.box[3]))) {
    const row = rows.at(-1);
    if (row?.[0] && isSameRow(row[0], word)) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => row.toSorted((one, two) => one.box[0] - two.box[0]));
}

export function textOfRows(layout: PageLayout, page: string): string {
  return rowsOf(layout)
    .map((row) => row.map(({ start, end }) => page.slice(start, end)).join(' '))
    .join('\n');
}

/** The words in the row of a place, on either side of it. */
export function rowBeside(
  words: readonly PlacedWord[],
  start: number,
  end: number,
): readonly [left: readonly PlacedWord[], right: readonly PlacedWord[]] {
  const inside = words.filter((word) => word.end > start && word.start < end);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return [[], []];
  const byLeft = (one: PlacedWord, two: PlacedWord) => one.box[0] - two.box[0];
  return [
    words.filter((word) => isSameRow(word, first) && word.box[2] <= first.box[0] + 1).sort(byLeft),
    words.filter((word) => isSameRow(word, last) && word.box[0] >= last.box[2] - 1).sort(byLeft),
  ];
}
