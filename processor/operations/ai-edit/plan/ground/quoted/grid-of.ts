// Places that read the same and stand in rows and columns, as formulas of an exercise do: one of them is meant by the numbers of both.

import type { GroundDocument } from '../../places/ground-document.ts';
import { type Place, wordsAt } from '../../places/page-lines.ts';

/**
 * @returns the places of one page row by row, from the left; undefined where they do not fill all rows of it, so that its rows and theirs are not
 * counted alike
 */
export function gridOf(ground: GroundDocument, places: readonly Place[]): readonly (readonly Place[])[] | undefined {
  const page = places[0]?.page;
  if (page === undefined || places.some((place) => place.page !== page)) return undefined;
  const lines = ground.lines(page);
  const left = (place: Place) => wordsAt(lines, place)[0]?.box[0] ?? 0;
  const rows = lines.rows.map((row) => {
    const words = new Set(row.flatMap((piece) => piece.words));
    return places.filter((place) => wordsAt(lines, place).some((word) => words.has(word))).toSorted((one, two) => left(one) - left(two));
  });
  const columns = rows[0]?.length ?? 0;
  return columns > 0 && rows.every(({ length }) => length === columns) ? rows : undefined;
}
