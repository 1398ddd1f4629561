// A place in the tokens of one clause, and the few ways to move it. A reader that finds nothing does not move it.

import type { Token } from './tokens.ts';
import { wholeNumber } from './words.ts';

export interface Cursor {
  readonly source: string;
  readonly tokens: readonly Token[];
  at: number;
  readonly end: number;
  /** How far any reading of this clause has come: what an error points to. */
  readonly furthest: { at: number; message: string | undefined };
}

export function makeCursor(source: string, tokens: readonly Token[], at: number, end: number): Cursor {
  return { source, tokens, at, end, furthest: { at, message: undefined } };
}

export function isAtEnd(cursor: Cursor): boolean {
  return cursor.at >= cursor.end;
}

export function peek(cursor: Cursor, ahead = 0): Token | undefined {
  const at = cursor.at + ahead;
  return at < cursor.end ? cursor.tokens[at] : undefined;
}

export function wordAt(cursor: Cursor, ahead = 0): string {
  return peek(cursor, ahead)?.word ?? '';
}

export function step(cursor: Cursor, count = 1): void {
  cursor.at += count;
  if (cursor.at > cursor.furthest.at) {
    cursor.furthest.at = cursor.at;
    cursor.furthest.message = undefined;
  }
}

/** Takes the first of the phrases (words separated by single spaces) that is here. Longer ones come first in the list. */
export function take<P extends string>(cursor: Cursor, ...phrases: readonly P[]): P | undefined {
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    if (words.every((word, ahead) => wordAt(cursor, ahead) === word)) {
      step(cursor, words.length);
      return phrase;
    }
  }
  return undefined;
}

export function takeQuoted(cursor: Cursor): string | undefined {
  const token = peek(cursor);
  if (token?.kind !== 'quoted') return undefined;
  step(cursor);
  return token.text;
}

export function takeWholeNumber(cursor: Cursor): number | undefined {
  const number = wholeNumber(wordAt(cursor));
  if (number !== undefined) step(cursor);
  return number;
}

/** Runs a reader; where it finds nothing, the cursor stays. */
export function attempt<T>(cursor: Cursor, read: (cursor: Cursor) => T | undefined): T | undefined {
  const from = cursor.at;
  const found = read(cursor);
  if (found === undefined) cursor.at = from;
  return found;
}
