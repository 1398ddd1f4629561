// Fonts whose maps give glyphs of syllables the characters of others, as Word's PDF does for the scripts of India: vowel signs follow each other, which
// no language writes (The Unicode Standard, 12.1: a syllable has one). Nothing that such a page says in these scripts can be believed.

import { FLAG } from './character-columns.ts';
import type { CharacterColumns } from './page-content.ts';

/** Devanagari to Malayalam: a block of 128 for each script, all laid out as that of ISCII. */
const SCRIPTS = { from: 0x0900, to: 0x0d7f } as const;
const PLACE = 0x7f;
/** Places of dependent vowel signs; those of the second kind are also written as the first half of another (Bengali ো, Tamil ொ). */
const VOWEL_SIGNS = { from: 0x3e, to: 0x4c } as const;
const HALVES = { from: 0x46, to: 0x48 } as const;

/** So many, and such a share of the letters of these scripts: a slip of the pen is no false map. */
const FALSE = { least: 5, share: 0.01 } as const;

/** Of a page, whose characters are given in the order of its text. */
export class Syllables {
  #before = 0;
  #pairs = 0;
  /** Of the scripts of India. */
  letters = 0;

  add(code: number): void {
    if (isOfIndia(code)) this.letters++;
    if (isVowelSign(code) && isWholeSign(this.#before)) this.#pairs++;
    this.#before = code;
  }

  get areFalse(): boolean {
    return this.#pairs >= FALSE.least && this.#pairs >= this.letters * FALSE.share;
  }
}

/** The letters of these scripts are unmapped where they are false. */
export function flagFalseSyllables(columns: CharacterColumns): CharacterColumns {
  const { code, count, flags } = columns;
  const syllables = new Syllables();
  for (let at = 0; at < count; at++) syllables.add(code[at] ?? 0);
  if (!syllables.areFalse) return columns;
  return { ...columns, flags: flags.map((flag, at) => (isOfIndia(code[at] ?? 0) ? flag | FLAG.unmapped : flag)) };
}

function isOfIndia(code: number): boolean {
  return code >= SCRIPTS.from && code <= SCRIPTS.to;
}

function isVowelSign(code: number): boolean {
  const place = code & PLACE;
  return isOfIndia(code) && place >= VOWEL_SIGNS.from && place <= VOWEL_SIGNS.to;
}

function isWholeSign(code: number): boolean {
  const place = code & PLACE;
  return isVowelSign(code) && (place < HALVES.from || place > HALVES.to);
}
