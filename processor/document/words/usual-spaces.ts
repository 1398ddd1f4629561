// How wide the spaces of a family are, as the document shows it: TeX and others draw none, they only move on.

import type { Word } from './words.ts';

/** Ems: other gaps are no spaces. */
const SPACE = { from: 0.15, to: 0.6 } as const;
/** Share of the gaps that are narrower than the font's space: justified lines are more often stretched than squeezed. */
const NATURAL_SHARE = 0.3;
/** Fewer show nothing. */
const GAPS_MIN = 8;

/** @param pages words in the order of each page @returns ems, by family */
export function usualSpaces(pages: Iterable<readonly Word[]>): ReadonlyMap<string, number> {
  const gaps = new Map<string, number[]>();
  for (const words of pages) {
    for (const [index, word] of words.entries()) {
      const before = words[index - 1];
      if (!before || !word.spaceBefore || before.y !== word.y || before.style !== word.style) continue;
      const gap = (word.box.left - before.box.right) / word.style.size - setApart(before) - setApart(word);
      if (gap < SPACE.from || gap > SPACE.to) continue;
      const family = word.style.ownFamily ?? word.style.family;
      const known = gaps.get(family);
      if (known) known.push(gap);
      else gaps.set(family, [gap]);
    }
  }
  return new Map(
    [...gaps].flatMap(([family, found]) =>
      found.length < GAPS_MIN
        ? []
        : [[family, found.toSorted((one, two) => one - two)[Math.floor(found.length * NATURAL_SHARE)] ?? 0] as const],
    ),
  );
}

/** Ems: a smaller distance between letters is that of their font. */
const SET_APART = 0.1;

/** Ems: between letters that were set apart, which is at both ends of a space, too. */
function setApart({ letterSpacing = 0, style }: Word): number {
  return letterSpacing > style.size * SET_APART ? letterSpacing / style.size : 0;
}
