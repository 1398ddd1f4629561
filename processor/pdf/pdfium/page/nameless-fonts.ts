// Fonts without a name, as Chromium and others write Type 3 fonts: which common family they are like, by the widths of their letters. Those of TeX are
// Computer Modern, each of whose styles has widths of its own.

import { standardMetrics } from '../../fonts/standard-fonts.ts';
import { FLAG } from './character-columns.ts';
import type { CharacterColumns, TextStyle } from './page-content.ts';

type Face = Pick<TextStyle, 'family' | 'fixedPitch' | 'serif'> & Partial<Pick<TextStyle, 'bold' | 'italic'>>;

const SANS: Face = { family: 'Arial', fixedPitch: false, serif: false };
const SERIF: Face = { family: 'Times New Roman', fixedPitch: false, serif: true };
const MONO: Face = { family: 'Courier New', fixedPitch: true, serif: true };
const FACES: readonly { readonly metrics: string; readonly face: Face }[] = [
  { metrics: 'Times-Roman', face: SERIF },
  { metrics: 'Courier', face: MONO },
];

/** Of a to z, in thousandths of an em: Computer Modern (Knuth 1986), as Latin Modern has them. Slanted letters are as wide as upright ones. */
const TEX_FACES: readonly { readonly widths: readonly number[]; readonly face: Face }[] = [
  {
    widths: [
      500, 556, 444, 556, 444, 306, 500, 556, 278, 306, 528, 278, 833, 556, 500, 556, 528, 392, 394, 389, 556, 528, 722, 528, 528, 444,
    ],
    face: SERIF,
  },
  {
    widths: [
      559, 639, 511, 639, 527, 351, 575, 639, 319, 351, 607, 319, 958, 639, 575, 639, 607, 474, 454, 447, 639, 607, 831, 607, 607, 511,
    ],
    face: { ...SERIF, bold: true },
  },
  {
    widths: [
      511, 460, 460, 511, 460, 307, 460, 511, 307, 307, 460, 256, 818, 562, 511, 511, 460, 422, 409, 332, 537, 460, 664, 464, 486, 409,
    ],
    face: { ...SERIF, italic: true },
  },
  {
    widths: [
      591, 532, 532, 591, 532, 400, 532, 591, 356, 356, 532, 297, 944, 650, 591, 591, 532, 502, 487, 385, 621, 532, 768, 561, 562, 491,
    ],
    face: { ...SERIF, bold: true, italic: true },
  },
  {
    widths: [
      481, 517, 444, 517, 444, 306, 500, 517, 239, 267, 489, 239, 794, 517, 500, 517, 517, 342, 383, 361, 517, 461, 683, 461, 461, 435,
    ],
    face: SANS,
  },
  {
    widths: [
      525, 561, 489, 561, 511, 336, 550, 561, 256, 286, 531, 256, 867, 561, 550, 561, 561, 372, 422, 404, 561, 500, 744, 500, 500, 476,
    ],
    face: { ...SANS, bold: true },
  },
  { widths: Array.from({ length: 26 }, () => 525), face: MONO },
];

/** Fewer different letters show nothing. */
const LETTERS_MIN = 6;
const LETTER = /^[A-Za-z]$/;

/** @param ofTex styles whose fonts TeX wrote @returns the styles with the families of those that have none */
export function nameFonts(
  columns: Omit<CharacterColumns, 'count' | 'styles'>,
  count: number,
  styles: readonly TextStyle[],
  ofTex: ReadonlySet<number>,
): readonly TextStyle[] {
  const nameless = new Map(styles.flatMap((one, index) => (one.family === '' ? [[index, new Map<string, number[]>()] as const] : [])));
  if (nameless.size === 0) return styles;
  const { style, code, x, y, flags } = columns;
  for (let at = 0; at + 1 < count; at++) {
    const own = nameless.get(style[at] ?? 0);
    const letter = String.fromCodePoint(code[at] ?? 0);
    const next = at + 1;
    // From one letter to the next: the boxes of these fonts are as wide as their glyphs say.
    const isNext = style[next] === style[at] && y[next] === y[at] && ((flags[next] ?? 0) & FLAG.generated) === 0;
    const advance = (x[next] ?? 0) - (x[at] ?? 0);
    if (!own || !isNext || advance <= 0 || !LETTER.test(letter)) continue;
    const { size = 0 } = styles[style[at] ?? 0] ?? {};
    const widths = own.get(letter) ?? [];
    widths.push(advance / Math.max(Number.EPSILON, size));
    own.set(letter, widths);
  }
  return styles.map((one, index) => {
    const widths = nameless.get(index);
    if (!widths) return one;
    if (ofTex.has(index)) return { ...one, ...closestOfTex(widths) };
    const least = new Map([...widths].map(([letter, all]) => [letter, Math.min(...all)]));
    return widths.size >= LETTERS_MIN ? { ...one, ...closestFace(least) } : one;
  });
}

/** Their size is known. */
const TEX_LETTERS_MIN = 4;
/** Of the misfit: fonts that TeX has for other sizes are a little wider or narrower, bold ones by more. */
const OTHER_SIZE = 0.02;

/** Text where they do not say it. @param widths by letter, in ems: kerning makes some of them smaller */
function closestOfTex(widths: ReadonlyMap<string, readonly number[]>): Face {
  const seen = [...widths].flatMap(([letter, all]) => {
    const at = (letter.codePointAt(0) ?? 0) - 'a'.charCodeAt(0);
    return at >= 0 ? [[at, all.toSorted((one, two) => one - two)[all.length >> 1] ?? 0] as const] : [];
  });
  if (seen.length < TEX_LETTERS_MIN) return SERIF;
  const errors = TEX_FACES.map(({ widths: own, face }) => {
    const pairs = seen.map(([at, width]) => [(own[at] ?? 0) / 1000, width] as const);
    return { face, error: misfitOf(pairs) + OTHER_SIZE * Math.log(scaleOf(pairs)) ** 2 };
  });
  return errors.reduce((best, one) => (one.error < best.error ? one : best)).face;
}

/** Of the misfit of a sans serif, which most of these fonts are: another family fits better by so much. */
const BETTER = 0.9;

/** @param widths by letter, of whatever size */
export function closestFace(all: ReadonlyMap<string, number>): Face {
  const widths = new Map([...all].filter(([letter, width]) => LETTER.test(letter) && width > 0));
  if (widths.size < LETTERS_MIN) return SANS;
  let [best, least] = [SANS, misfit(widths, 'Helvetica') * BETTER];
  for (const { metrics, face } of FACES) {
    const error = misfit(widths, metrics);
    if (error < least) [best, least] = [face, error];
  }
  return best;
}

/** How far the widths are from those of a font, of whatever size: a share of their squares. */
function misfit(widths: ReadonlyMap<string, number>, font: string): number {
  const metrics = standardMetrics(font);
  return misfitOf([...widths].map(([letter, seen]) => [(metrics.widthOf(letter) ?? 500) / 1000, seen]));
}

function scaleOf(pairs: readonly (readonly [number, number])[]): number {
  const sum = (of: (own: number, seen: number) => number) => pairs.reduce((total, [own, seen]) => total + of(own, seen), 0);
  return sum((own, seen) => own * seen) / sum((own) => own * own);
}

/** @param pairs a width of the font, and the one that is seen */
function misfitOf(pairs: readonly (readonly [number, number])[]): number {
  const sum = (of: (own: number, seen: number) => number) => pairs.reduce((total, [own, seen]) => total + of(own, seen), 0);
  const scale = scaleOf(pairs);
  return (
    sum((own, seen) => (seen - own * scale) ** 2) /
    Math.max(
      Number.EPSILON,
      sum((_, seen) => seen * seen),
    )
  );
}
