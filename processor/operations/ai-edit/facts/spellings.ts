// The spellings in which a document can hold a text and a reader takes them for the same: another case, words separated or joined by
// hyphens and spaces of any kind, invisible soft hyphens and joiners, words divided at the end of a line.

import { letterForms } from '../../../pdf/edit/faces/letter-forms.ts';

const DASHES = '\\-\\u2010-\\u2015\\u2212';
const UNSEEN = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff]*';
const DIVISION = `(?:[-\\u00ad\\u2010] ?\\n)?`;
const SPACE = `(?:[\\s\\u200b]+|[${DASHES}\\u00ad]\\s*)`;

/** Drawn as one glyph; extraction leaves a space behind it: `fi le`. */
const LIGATURES = /^(?:f[il].|ff[^il])$/iu;

/** @returns undefined for a text without characters */
export function spellingsOf(text: string): RegExp | undefined {
  const characters = Array.from(
    text
      .normalize('NFC')
      .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
      .trim()
      .replaceAll(/\s+/gu, ' '),
  );
  if (characters.length === 0) return undefined;
  const parts = characters.map((character, index) => {
    if (character === ' ') return SPACE;
    if (new RegExp(`[${DASHES}]`, 'u').test(character)) {
      const areLetters = /\p{L}/u.test(characters[index - 1] ?? '') && /\p{L}/u.test(characters[index + 1] ?? '');
      return index === 0 || index === characters.length - 1 ? `[${DASHES}]` : `${SPACE}${areLetters ? '?' : ''}`;
    }
    const one = /['’‘ʼ]/u.test(character)
      ? "['’‘ʼ]"
      : `(?:${letterForms(character)
          .map((form) => RegExp.escape(form))
          .join('|')})`;
    const isBeforeWord = index < characters.length - 1 && /[\p{L}\p{N}]/u.test(characters[index + 1] ?? '');
    if (!isBeforeWord) return one;
    const isLigature = LIGATURES.test(`${characters[index - 1] ?? ''}${character}${characters[index + 1] ?? ''}`);
    return `${one}${isLigature ? ' ?' : ''}${UNSEEN}${DIVISION}`;
  });
  return new RegExp(parts.join(''), 'giu');
}

export type Spelling = 'case' | 'hyphenation' | 'spacing';

/** How a spelling differs from the given text; undefined where it does not. */
export function differenceOf(text: string, found: string): Spelling | undefined {
  if (found === text) return undefined;
  const bare = (said: string) => said.replaceAll(new RegExp(`[${DASHES}\\s\\u00ad\\u200b-\\u200d\\u2060\\ufeff]`, 'gu'), '');
  const hyphens = (said: string) => said.replaceAll(new RegExp(`[^${DASHES}\\u00ad]`, 'gu'), '');
  if (hyphens(found) !== hyphens(text)) return 'hyphenation';
  return bare(found) === bare(text) ? 'spacing' : 'case';
}
