// Whether a text is where it is said to be: poppler's words with their middle in a box hold its letters.

import type { ShownBox } from '../../processor/pdf/geometry/shown-box.ts';
import type { FoundWord } from './read-layer.ts';

/** Share of a text's characters that poppler must find in its box: engines differ in ligatures and in what they call a space. */
const CHARACTERS_SHARE = 0.9;
/** Points: engines differ in how high letters are. */
const SLACK = 3;

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const unescape = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
/** Without spaces, hyphens, and the boxes that stand for form fields: those are drawn, not written. */
const bare = (text: string) => Array.from(text.normalize('NFKC').replaceAll(/[\s\u00ad\u2010-\u2015☐☑☒○◉-]+/gu, ''));

/** What fonts do not map to letters, each engine shows in its own way. */
export function isMapped(text: string): boolean {
  return !/[\ufffd\p{Cc}\p{Co}\p{Cs}]/u.test(text.replaceAll('\n', ' '));
}

/** @param words of the page that each box is on */
export function isTextIn(text: string, places: readonly { readonly words: readonly FoundWord[]; readonly box: ShownBox }[]): boolean {
  const inside = places.flatMap(({ words, box }) => words.filter((word) => isWithin(word, box)));
  const counts = new Map<string, number>();
  for (const character of bare(inside.map((word) => unescape(word.text)).join(''))) counts.set(character, (counts.get(character) ?? 0) + 1);
  const own = bare(text);
  const found = own.filter((character) => {
    const left = counts.get(character) ?? 0;
    counts.set(character, left - 1);
    return left > 0;
  });
  return found.length >= own.length * CHARACTERS_SHARE;
}

function isWithin({ box: [left, top, right, bottom] }: FoundWord, box: ShownBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left - SLACK && x <= box.right + SLACK && y >= box.top - SLACK && y <= box.bottom + SLACK;
}
