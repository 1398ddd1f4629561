// Cuts an instruction into clauses: at line ends and semicolons, and at `and`, `then`, commas and full stops where a new verb follows.
// Words of courtesy at the edges of a clause are no part of it.

import type { Token } from './tokens.ts';
import { wholeNumber } from './words.ts';

/** From token `start` to before token `end`. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  /** Begins a sentence: what was said for the sentence before does not hold here. */
  readonly opensSentence: boolean;
}

const OPENERS = [
  'i would like you to',
  "i'd like you to",
  'i would like to',
  "i'd like to",
  'i want you to',
  'i need you to',
  'i want to',
  'i need to',
  'we would like to',
  'we need to',
  'we want to',
  'would you please',
  'could you please',
  'can you please',
  'would you',
  'could you',
  'can you',
  'will you',
  'you should',
  'go ahead and',
  'make sure to',
  "let's",
  'let us',
  'after that',
  'good morning',
  'good afternoon',
  'please',
  'kindly',
  'hello',
  'hey',
  'hi',
  'just',
  'simply',
  'also',
  'now',
  'next',
  'firstly',
  'first',
  'secondly',
  'thirdly',
  'afterwards',
  'finally',
  'lastly',
  'then',
  'and',
  ',',
  ':',
].map((phrase) => phrase.split(' '));
const CLOSERS = [
  'thank you very much',
  'thank you so much',
  'thanks a lot',
  'many thanks',
  'thank you',
  'thanks',
  'please',
  'for me',
  'as well',
  'too',
].map((phrase) => phrase.split(' '));
const ENDS = new Set(['.', '!', '?', ',', ':', ';', '\n']);
const BULLETS = new Set(['-', '*', '•', '–', '—', '·']);
const FILLERS_MAX = 12;

/** @param opensVerb whether a verb of the language starts at this token. */
export function splitClauses(tokens: readonly Token[], opensVerb: (at: number) => boolean): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let opensSentence = true;
  let holdsTogether = needsVerb(tokens, 0);
  for (let at = 0; at <= tokens.length; at++) {
    const cut = at === tokens.length ? 'sentence' : boundaryAt(tokens, at, opensVerb);
    if (cut === undefined) continue;
    const clause = trimClause(tokens, start, at);
    const empty = clause.start >= clause.end;
    if (cut === 'clause' && (empty || holdsTogether)) {
      holdsTogether &&= empty;
      continue;
    }
    if (!empty) clauses.push({ ...clause, opensSentence });
    opensSentence = cut === 'sentence' || (empty && opensSentence);
    start = at + 1;
    holdsTogether = needsVerb(tokens, start);
  }
  return clauses;
}

function boundaryAt(tokens: readonly Token[], at: number, opensVerb: (at: number) => boolean): 'sentence' | 'clause' | undefined {
  const word = tokens[at]?.word;
  if (word === '\n' || word === ';') return 'sentence';
  if (word === '.' || word === '!' || word === '?')
    return at + 1 === tokens.length || opensClause(tokens, at + 1, opensVerb) ? 'sentence' : undefined;
  if (word === 'then' || word === 'and' || word === ',' || word === '&')
    return opensClause(tokens, at + 1, opensVerb) ? 'clause' : undefined;
  return undefined;
}

/** A verb, after words of courtesy; a place and a comma before it count (`On page 2, delete …`). */
function opensClause(tokens: readonly Token[], at: number, opensVerb: (at: number) => boolean): boolean {
  const start = skipOpeners(tokens, at, tokens.length);
  if (opensVerb(start) || isClosing(tokens, start)) return true;
  const word = tokens[start]?.word ?? '';
  if (word !== 'on' && word !== 'in') return false;
  for (let next = start + 1; next < Math.min(tokens.length, start + FILLERS_MAX); next++) {
    if (tokens[next]?.word === ',') return opensVerb(skipOpeners(tokens, next, tokens.length));
  }
  return false;
}

function isClosing(tokens: readonly Token[], at: number): boolean {
  return CLOSERS.some((phrase) => startsWith(tokens, at, phrase));
}

const LEADS = new Set('on in from at throughout across before after instead starting beginning except for within'.split(' '));

/** `find "A" and replace it with "B"` and `On page 2, delete "A"` are one clause: the first verb after a separator belongs to it. */
function needsVerb(tokens: readonly Token[], from: number): boolean {
  const at = skipOpeners(tokens, from, tokens.length);
  const word = tokens[at]?.word ?? '';
  return (
    LEADS.has(word) || word === 'find' || word === 'locate' || ((word === 'search' || word === 'look') && tokens[at + 1]?.word === 'for')
  );
}

function trimClause(tokens: readonly Token[], from: number, to: number): { readonly start: number; readonly end: number } {
  const start = skipOpeners(tokens, skipBullet(tokens, from, to), to);
  let end = to;
  for (let trimmed = true; trimmed && end > start;) {
    trimmed = false;
    if (ENDS.has(tokens[end - 1]?.word ?? '')) {
      end--;
      trimmed = true;
    }
    for (const phrase of CLOSERS) {
      if (end - phrase.length < start || !startsWith(tokens, end - phrase.length, phrase)) continue;
      end -= phrase.length;
      trimmed = true;
    }
  }
  return { start, end };
}

/** `- `, `1. `, `2) `, `a) ` at the start of a line. */
function skipBullet(tokens: readonly Token[], from: number, to: number): number {
  const first = tokens[from];
  if (first === undefined || from >= to || (from > 0 && tokens[from - 1]?.word !== '\n')) return from;
  if (BULLETS.has(first.word)) return from + 1;
  const mark = tokens[from + 1];
  const numbered = wholeNumber(first.word) !== undefined || /^[a-z]$/.test(first.word);
  return numbered && (mark?.word === '.' || mark?.word === ')') && mark.start === first.end ? from + 2 : from;
}

export function skipOpeners(tokens: readonly Token[], from: number, to: number): number {
  let at = from;
  for (let count = 0; count < FILLERS_MAX; count++) {
    const phrase = OPENERS.find((words) => at + words.length <= to && startsWith(tokens, at, words));
    if (phrase === undefined) break;
    at += phrase.length;
  }
  return at;
}

function startsWith(tokens: readonly Token[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, ahead) => tokens[at + ahead]?.word === word);
}
