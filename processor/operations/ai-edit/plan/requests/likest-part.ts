// The part of a text that is nearly a new one: most of its words are the same, in the same order, and no other part is as near.

import { plainName } from '../places/ground-document.ts';
import type { Place } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';

const SHARE_MIN = 0.6;
const WORDS_MIN = 3;
const LENGTHS = [0, 1, -1, 2, -2];

/** @returns the share of the words of one text that another one has too */
export function shareOf(one: string, two: string): number {
  const words = plainName(one)
    .split(' ')
    .filter((word) => word !== '');
  const others = new Set(plainName(two).split(' '));
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}

export function likestPart({ ground }: Pick<Scene, 'ground'>, region: readonly Place[], value: string): Place | undefined {
  const wanted = value
    .split(/\s+/u)
    .map(plainName)
    .filter((word) => word !== '');
  if (wanted.length < WORDS_MIN) return undefined;
  const parts: { readonly place: Place; readonly share: number }[] = [];
  for (const { page, start, end } of region) {
    const text = ground.facts.pageText(page).slice(start, end === Infinity ? undefined : end);
    const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
      name: plainName(word),
      from: start + index,
      to: start + index + word.length,
    }));
    for (const [at] of words.entries())
      for (const more of LENGTHS) {
        const own = words.slice(at, at + wanted.length + more);
        const [first, last] = [own[0], own.at(-1)];
        if (!first || !last || own.length !== wanted.length + more || !wanted.includes(first.name)) continue;
        const share =
          inOrder(
            own.map(({ name }) => name),
            wanted,
          ) / Math.max(own.length, wanted.length);
        if (share >= SHARE_MIN && share < 1) parts.push({ place: { page, start: first.from, end: last.to }, share });
      }
  }
  const [best] = parts.toSorted((one, two) => two.share - one.share);
  const isOther = ({ place }: (typeof parts)[number]) => best !== undefined && (place.page !== best.place.page || place.start >= best.place.end || place.end <= best.place.start); // prettier-ignore
  return best && !parts.some((one) => isOther(one) && one.share >= best.share) ? best.place : undefined;
}

/** Length of the longest common sequence. */
function inOrder(one: readonly string[], two: readonly string[]): number {
  let row = Array.from({ length: two.length + 1 }, () => 0);
  for (const word of one) {
    const next = [0];
    for (const [at, other] of two.entries()) next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}
