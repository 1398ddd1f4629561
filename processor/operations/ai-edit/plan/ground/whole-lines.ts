// Lines as wholes: what stands alone in its line, and what would leave a hole.

import { type Place, rowAt, wordsAt } from './page-lines.ts';
import type { Scene } from './scene.ts';

/** Nothing else stands in its line: a heading, an item, a line of its own. */
export function isWholeLine({ ground }: Scene, place: Place): boolean {
  const lines = ground.lines(place.page);
  const own = rowAt(lines, place)?.find(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start));
  const rest = own?.words.filter(({ start, end }) => end <= place.start || start >= place.end) ?? [];
  return own !== undefined && rest.every(({ start, end }) => !/[\p{L}\p{N}]{2}/u.test(lines.text.slice(start, end)));
}

/** What is taken away whole leaves a hole above the lines that follow. */
export function leavesHole(scene: Scene, places: readonly Place[]): boolean {
  return places.some((place) => {
    const lines = scene.ground.lines(place.page);
    const words = wordsAt(lines, place);
    const inside = lines.rows.flat().filter((piece) => piece.words.some((word) => words.includes(word)));
    const isWhole =
      inside.length > 0 &&
      inside.every(({ words: own }) =>
        own.every((word) => words.includes(word) || !/[\p{L}\p{N}]{2}/u.test(lines.text.slice(word.start, word.end))),
      );
    if (!isWhole) return false;
    const [bottom, height] = [Math.min(...inside.map(({ box }) => box[1])), Math.max(...inside.map(({ box }) => box[3] - box[1]))];
    const [left, right] = [Math.min(...inside.map(({ box }) => box[0])), Math.max(...inside.map(({ box }) => box[2]))];
    return lines.rows
      .flat()
      .some(
        ({ box }) => box[3] < bottom + height * 0.5 && bottom - box[3] < height * 2 && Math.min(box[2], right) > Math.max(box[0], left),
      );
  });
}
