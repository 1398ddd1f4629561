// An instruction as it is searched: lower case, without accents, quoted texts hidden, every character at the place where it is written. So a
// place found here is a place of the instruction.

import type { Span } from '../tokens.ts';

export interface Folded {
  readonly source: string;
  /** As long as `source`. A quoted text is one `QUOTE` and then `HIDDEN`. */
  readonly text: string;
}

const QUOTE = '\uE001';
const HIDDEN = '\uE000';
/** One quoted text, in a pattern. */
export const QUOTED = `${QUOTE}${HIDDEN}*`;

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '\u201c': '\u201d"',
  '\u201e': '\u201c\u201d"',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  '\u2018': '\u2019',
  '\u201a': '\u2018\u2019',
  "'": "'",
  '`': '`',
};
const LETTER = /[\p{L}\p{N}]/u;
const PLAIN: Readonly<Record<string, string>> = {
  '\u2019': "'",
  '\u2018': "'",
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u3000': ' ',
  '\uff0c': ',',
  '\u3001': ',',
  '\u3002': '.',
  '\uff1a': ':',
  '\uff1b': ';',
  '\uff08': '(',
  '\uff09': ')',
  '\uff01': '!',
  '\uff1f': '?',
  '\u2013': '-',
  '\u2014': '-',
  '\n': ';',
  '\t': ' ',
};

export function fold(source: string): Folded {
  let text = '';
  for (let at = 0; at < source.length;) {
    const end = endOfQuote(source, at);
    if (end !== undefined) {
      text += QUOTE + HIDDEN.repeat(end - at - 1);
      at = end;
      continue;
    }
    text += foldCharacter(source.charAt(at));
    at++;
  }
  return { source, text };
}

function foldCharacter(character: string): string {
  // Digits of full width.
  if (/[\uff10-\uff19]/.test(character)) return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
  const plain = PLAIN[character];
  if (plain !== undefined) return plain;
  // Kana keep their marks: they make other sounds.
  const bare = /[\u00c0-\u024f\u1e00-\u1eff]/.test(character) ? character.normalize('NFD').charAt(0) : character;
  const lower = bare.toLowerCase();
  return lower.length === 1 ? lower : character;
}

/** @returns the end behind the closing quote; undefined where no quoted text starts. */
function endOfQuote(source: string, start: number): number | undefined {
  const open = source.charAt(start);
  const closing = CLOSING[open];
  if (closing === undefined) return undefined;
  const isApostrophe = closing.includes("'") || closing.includes('\u2019');
  if (isApostrophe && LETTER.test(source.charAt(start - 1))) return undefined;
  for (let at = start + 1; at < source.length && source.charAt(at) !== '\n'; at++) {
    if (!closing.includes(source.charAt(at))) continue;
    if (isApostrophe && LETTER.test(source.charAt(at + 1))) continue;
    return at > start + 1 || isEmptyCell(source, start) ? at + 1 : undefined;
  }
  return undefined;
}

/** `"A", "", "C"`: an empty quotation among others. */
function isEmptyCell(source: string, start: number): boolean {
  return /["”“»][,;]\s*$/u.test(source.slice(0, start));
}

/** A part without white space and punctuation at its ends. */
export function trimmed({ text }: Folded, { start, end }: Span, edges = /[\s,;:]/u): Span {
  let [from, to] = [start, end];
  while (from < to && edges.test(text.charAt(from))) from++;
  while (to > from && edges.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

const WRITTEN_AS_IS_QUOTED = new RegExp(`^${QUOTED}$`, 'u');

/** What is written: a wholly quoted text without its quotes. */
export function writtenAs({ source, text }: Folded, span: Span): { readonly text: string; readonly isQuoted: boolean } {
  const part = text.slice(span.start, span.end);
  const isQuoted = WRITTEN_AS_IS_QUOTED.test(part);
  return { text: isQuoted ? source.slice(span.start + 1, span.end - 1).trim() : source.slice(span.start, span.end), isQuoted };
}

const QUOTED_IN_FOUND = new RegExp(QUOTED, 'u');

/** The first quoted text in a part. */
export function quotedIn({ text }: Folded, { start, end }: Span): Span | undefined {
  const found = QUOTED_IN_FOUND.exec(text.slice(start, end));
  return found ? { start: start + found.index, end: start + found.index + found[0].length } : undefined;
}
