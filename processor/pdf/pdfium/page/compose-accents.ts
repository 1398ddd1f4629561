// Accents that are drawn as glyphs of their own belong to the letter that they stand over or under.

import { isAccent, withAccent } from '../../fonts/accents.ts';
import { selectCharacters } from './character-columns.ts';
import type { CharacterColumns } from './page-content.ts';

/** So many characters around an accent its letter is looked for: the engine sorts raised ones away from their words. */
const REACH = 160;
/** Ems by which the baseline of an accent over a capital is raised, at most. */
const RAISED_EMS = 0.45;
/** Ems between their middles: letters lean. */
const ASIDE_EMS = 0.22;
/** Small capitals have accents of another size. */
const SIZE_SHARE = 0.35;

/** @returns the characters with each such letter as one; the same where there is none */
export function composeAccents(columns: CharacterColumns): CharacterColumns {
  const gone = new Set<number>();
  for (let at = 0; at < columns.count; at++) {
    const accent = accentAt(columns, at);
    const letter = accent === undefined ? -1 : letterUnder(columns, at, accent);
    if (accent === undefined || letter < 0) continue;
    columns.code[letter] = withAccent(textAt(columns, letter), accent)?.codePointAt(0) ?? 0;
    gone.add(at);
  }
  return gone.size === 0 ? columns : selectCharacters(columns, (at) => !gone.has(at));
}

const textAt = ({ code }: CharacterColumns, at: number): string => String.fromCodePoint(code[at] ?? 0);

function accentAt(columns: CharacterColumns, at: number): string | undefined {
  const code = columns.code[at] ?? 0;
  // Nearly all characters.
  if (code < 0x5e || (code > 0x60 && code < 0x7e) || code > 0x36f) return undefined;
  const text = textAt(columns, at);
  return isAccent(text) ? text : undefined;
}

/** The nearest letter that it stands over and can be one with; -1 for none. */
function letterUnder(columns: CharacterColumns, accent: number, text: string): number {
  const { count, left, right, x, y, styles, style } = columns;
  const own = styles[style[accent] ?? 0];
  if (!own || own.angle !== 0) return -1;
  const middle = ((left[accent] ?? 0) + (right[accent] ?? 0)) / 2;
  let [best, nearest] = [-1, Infinity];
  for (let at = Math.max(0, accent - REACH); at < Math.min(count, accent + REACH); at++) {
    const other = styles[style[at] ?? 0];
    if (at === accent || !other || other.angle !== 0 || Math.abs(other.size - own.size) > own.size * SIZE_SHARE) continue;
    if (Math.abs((y[at] ?? 0) - (y[accent] ?? 0)) > own.size * RAISED_EMS) continue;
    const distance = Math.abs(((left[at] ?? 0) + (right[at] ?? 0)) / 2 - middle);
    const isUnder = (x[at] ?? 0) <= middle && middle <= (right[at] ?? 0) && distance < own.size * ASIDE_EMS;
    if (isUnder && distance < nearest && withAccent(textAt(columns, at), text) !== undefined) [best, nearest] = [at, distance];
  }
  return best;
}
