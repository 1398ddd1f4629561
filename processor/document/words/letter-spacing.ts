// Letter-spaced text ("H O W  C A N" for "HOW CAN"): the letters of such lines stand apart as words do elsewhere, all equally far.

import { FLAG } from '../../pdf/pdfium/page/character-columns.ts';
import type { CharacterColumns } from '../../pdf/pdfium/page/page-content.ts';

/** Gap in ems between letters, from which text looks letter-spaced where all its gaps are alike, and the widest that is still that. */
const SPACED_EM = { from: 0.15, to: 0.9 } as const;
/** In ems, how much gaps within words may differ: kerning, and rounding of places. */
const EVEN_EM = 0.09;
/** So many gaps show that it is no chance. */
const GAPS_MIN = 4;
/** Share of letters: numbers in columns stand as evenly. */
const LETTERS_SHARE = 0.75;
/** Share of the gaps that are those between letters; the others are between words. */
const EVEN_SHARE = 0.6;

const LETTER = /\p{L}/u;

/** @returns by place in the page's order, the distance (points) that letter-spacing puts before this letter; undefined where no text is letter-spaced */
export function findLetterSpacing(columns: CharacterColumns): Float32Array | undefined {
  let found: Float32Array | undefined;
  for (const stretch of stretchesOf(columns)) {
    const spacing = spacingOf(columns, stretch);
    if (spacing === undefined) continue;
    found ??= new Float32Array(columns.count);
    for (const { at } of stretch.gaps) found[at] = spacing;
  }
  return found;
}

interface Stretch {
  readonly size: number;
  /** Before each letter that follows another without a typed space. */
  readonly gaps: { readonly at: number; readonly points: number }[];
}

/** Neighbours on one line and of one style, as long as no gap is that of ordinary text. */
function* stretchesOf({ count, code, left, right, y, style, styles, flags }: CharacterColumns): Generator<Stretch> {
  let open: Stretch | undefined;
  let [previous, typed] = [-1, false];
  for (let at = 0; at < count; at++) {
    if ((code[at] ?? 0) <= 0x20 || code[at] === 0xa0) {
      if (((flags[at] ?? 0) & FLAG.generated) === 0) typed = true;
      continue;
    }
    const look = styles[style[at] ?? 0];
    const size = look?.size ?? 0;
    const gap = previous < 0 ? -Infinity : (left[at] ?? 0) - (right[previous] ?? 0);
    const goesOn = previous >= 0 && style[previous] === style[at] && (y[previous] ?? 0) === (y[at] ?? 0) && look?.angle === 0;
    const isApart = goesOn && gap >= size * SPACED_EM.from && gap <= size * (SPACED_EM.to * 2);
    if (!isApart) {
      if (open) yield open;
      open = undefined;
    } else if (!typed) {
      open ??= { size, gaps: [] };
      open.gaps.push({ at, points: gap });
    }
    [previous, typed] = [at, false];
  }
  if (open) yield open;
}

function spacingOf({ code }: CharacterColumns, { size, gaps }: Stretch): number | undefined {
  if (gaps.length < GAPS_MIN) return undefined;
  const sorted = gaps.map(({ points }) => points).toSorted((one, two) => one - two);
  const narrow = sorted[0] ?? 0;
  const even = sorted.filter((points) => points <= narrow + size * EVEN_EM);
  if (narrow > size * SPACED_EM.to || even.length < sorted.length * EVEN_SHARE) return undefined;
  const letters = gaps.filter(({ at }) => LETTER.test(String.fromCodePoint(code[at] ?? 0)));
  if (letters.length < gaps.length * LETTERS_SHARE) return undefined;
  return even[Math.floor(even.length / 2)];
}
