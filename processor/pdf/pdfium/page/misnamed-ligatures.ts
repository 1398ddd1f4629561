// Ligatures that Word's PDF gives the number of their glyph's neighbour in place of their letters: capitals or signs of other alphabets within words
// of small letters (`cul\u019fvate`, `so\u014cware`), which no language has there.

import { partCharacters } from './character-columns.ts';
import type { CharacterColumns } from './page-content.ts';

const LETTERS: ReadonlyMap<number, string> = new Map([
  [0x14c, 'ft'],
  [0x19e, 'tf'],
  [0x19f, 'ti'],
  [0x1a9, 'tt'],
  [0x1ab, 'tti'],
]);
/** Of those, the one that words begin with. */
const FIRST = 0x19f;

const SMALL = /[a-z\u00df-\u00f6\u00f8-\u00ff]/;

export function partMisnamedLigatures(columns: CharacterColumns): CharacterColumns {
  const { code, count, y } = columns;
  const isSmall = (at: number, beside: number) =>
    at >= 0 && at < count && y[at] === y[beside] && SMALL.test(String.fromCodePoint(code[at] ?? 0));
  return partCharacters(columns, (at) => {
    const letters = LETTERS.get(code[at] ?? 0);
    if (letters === undefined) return undefined;
    return isSmall(at - 1, at) || (code[at] === FIRST && isSmall(at + 1, at)) ? letters : undefined;
  });
}
