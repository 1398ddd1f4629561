// Fonts without a name, as Chromium and others write Type 3 fonts: which common family they are like, by the widths of their letters.

import { standardMetrics } from '../../fonts/standard-fonts.ts';
import { FLAG } from './character-columns.ts';
import type { CharacterColumns, TextStyle } from './page-content.ts';

type Face = Pick<TextStyle, 'family' | 'fixedPitch' | 'serif'>;

const SANS: Face = { family: 'Arial', fixedPitch: false, serif: false };
const SERIF: Face = { family: 'Times New Roman', fixedPitch: false, serif: true };
const MONO: Face = { family: 'Courier New', fixedPitch: true, serif: true };
const FACES: readonly { readonly metrics: string; readonly face: Face }[] = [
  { metrics: 'Times-Roman', face: SERIF },
  { metrics: 'Courier', face: MONO },
];

/** Fewer different letters show nothing. */
const LETTERS_MIN = 6;
const LETTER = /^[A-Za-z]$/;

/** @returns the styles with the families of those that have none */
export function nameFonts(
  columns: Omit<CharacterColumns, 'count' | 'styles'>,
  count: number,
  styles: readonly TextStyle[],
): readonly TextStyle[] {
  const nameless = new Map(styles.flatMap((one, index) => (one.family === '' ? [[index, new Map<string, number>()] as const] : [])));
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
    const width = advance / Math.max(Number.EPSILON, size);
    own.set(letter, Math.min(width, own.get(letter) ?? Infinity));
  }
  return styles.map((one, index) => {
    const widths = nameless.get(index);
    return widths && widths.size >= LETTERS_MIN ? { ...one, ...closestFace(widths) } : one;
  });
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
  const pairs = [...widths].map(([letter, seen]) => [(metrics.widthOf(letter) ?? 500) / 1000, seen] as const);
  const sum = (of: (own: number, seen: number) => number) => pairs.reduce((total, [own, seen]) => total + of(own, seen), 0);
  const scale = sum((own, seen) => own * seen) / sum((own) => own * own);
  return (
    sum((own, seen) => (seen - own * scale) ** 2) /
    Math.max(
      Number.EPSILON,
      sum((_, seen) => seen * seen),
    )
  );
}
