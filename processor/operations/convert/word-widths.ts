// How wide the ink of a word is in a standard font. Pure.

import { standardMetrics } from '../../pdf/fonts/standard-fonts.ts';

/** 1/1000 of the em that ink leaves free at the sides of a word. */
const BEARINGS = 60;

/** 1/1000 of the em. */
export function widthOf(text: string, metrics: ReturnType<typeof standardMetrics>): number {
  return Array.from(text).reduce((sum, letter) => sum + (metrics.widthOf(letter) ?? 500), -BEARINGS);
}

/** In a face that is neither wide nor narrow, in ems. */
export function usualWidth(text: string): number {
  return (isArabic(text) ? widthOfArabic(text) : widthOf(text, standardMetrics('Times-Roman'))) / 1000;
}

/** Letters that join: their heights say no size, because marks, tails and whole lines stand in the boxes of words. */
export function isArabic(text: string): boolean {
  return ARABIC.test(text);
}

const ARABIC = /\p{Script=Arabic}/u;
const MARK = /[\p{M}\u200c-\u200f]/u;
/** 1/1000 of the em in DejaVu Sans: where the letter joins the next one, and where it does not. What is not here is as wide as its likes. */
const JOINED: readonly (readonly [letters: string, joined: number, last: number])[] = [
  ['اأإآٱ', 290, 290],
  ['بتثپ', 290, 960],
  ['جحخچ', 630, 646],
  ['دذ', 485, 485],
  ['رزژ', 515, 515],
  ['سش', 865, 1245],
  ['صض', 860, 1215],
  ['طظ', 810, 935],
  ['عغ', 525, 565],
  ['ف', 490, 1036],
  ['ق', 490, 805],
  ['كکگ', 515, 835],
  ['ل', 315, 740],
  ['م', 555, 640],
  ['ن', 290, 750],
  ['هة', 495, 530],
  ['وؤ', 500, 500],
  ['يئىی', 290, 810],
  ['ء', 470, 470],
];
const WIDTHS = new Map(JOINED.flatMap(([letters, joined, last]) => Array.from(letters, (letter) => [letter, { joined, last }] as const)));
const NOT_JOINED = 'اأإآٱدذرزژوؤةىء';
const OTHER_LETTER = { joined: 400, last: 700 } as const;
/** Digits, and most signs, of that font. */
const FIGURE = 600;
const SIGN = 350;

function widthOfArabic(text: string): number {
  const letters = Array.from(text).filter((letter) => !MARK.test(letter));
  return letters.reduce((sum, letter, at) => {
    if (!ARABIC.test(letter)) return sum + (/[\p{L}\p{N}]/u.test(letter) ? FIGURE : SIGN);
    const { joined, last } = WIDTHS.get(letter) ?? OTHER_LETTER;
    const isJoined = !NOT_JOINED.includes(letter) && ARABIC.test(letters[at + 1] ?? '') && letters[at + 1] !== 'ء';
    return sum + (isJoined ? joined : last);
  }, -BEARINGS);
}
