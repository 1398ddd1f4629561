// Whether a text of the document says what the words of a phrase say: as they are written, or each by its stem.

import { termOf } from '#instruction/mentions/mention-words.ts';
import { plainName } from '../places/ground-document.ts';

const STEM_SHARE = 0.7;
const STEM_MIN = 4;

/** The words of a phrase that say something, folded. */
export function contentOf(said: string): readonly string[] {
  return plainName(said)
    .split(' ')
    .filter((one) => one !== '' && !['fill', 'relation', 'count'].includes(termOf(one).is) && !/^(?:one|ones|where)$/u.test(one));
}

const SAID = new Map<string, readonly string[]>();
const SAID_MAX = 5000;

/** What stands in a text that says a word: the word, its plural, or its stem. */
function saidAs(said: string): readonly string[] {
  const known = SAID.get(said);
  if (known) return known;
  const isWhole = /\p{N}/u.test(said) || said.length < 5;
  const made = isWhole
    ? [` ${said} `, ...(said.length > 2 ? [` ${said}s `] : [])]
    : [` ${said.slice(0, Math.max(STEM_MIN, Math.ceil(said.length * STEM_SHARE)))}`];
  if (SAID.size >= SAID_MAX) SAID.clear();
  SAID.set(said, made);
  return made;
}

/** @param text folded, between spaces */
export function speaksOf(text: string, said: string): boolean {
  for (const one of saidAs(said)) if (text.includes(one)) return true;
  return false;
}

/** How well a text says it: 4 it is all of it, 3 it begins with it, 2 the words stand together, 1 all of them stand there, 0 they do not. */
export function matchOf(text: string, said: string): 0 | 1 | 2 | 3 | 4 {
  const phrase = plainName(said.replace(/(?:…|\.\.\.)\s*$/u, ''));
  if (phrase === '') return 0;
  if (text.trim() === phrase) return 4;
  if (text.startsWith(` ${phrase} `) || isMarked(text, phrase)) return 3;
  if (text.includes(` ${phrase} `)) return 2;
  const words = contentOf(said);
  return words.length > 0 && words.every((one) => speaksOf(text, one)) ? 1 : 0;
}

/** `2 purpose` for `purpose`: behind its number. */
const isMarked = (text: string, phrase: string) =>
  / (?:\p{N}{1,3}|\p{L}) /u.test(text.slice(0, 5)) && text.replace(/^ \S+/u, '').startsWith(` ${phrase} `);
