// Cuts an instruction into clauses: at line ends and semicolons, and at `and`, `then`, commas and full stops where a new verb follows.
// Words of courtesy at the edges of a clause are not part of it.

import type { Token } from './tokens.ts';
import { wholeNumber } from './words.ts';

/** From token `start` to before token `end`. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  /** Begins a sentence: what the previous sentence said does not hold here. */
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
  'permanently',
  'for good',
  'as well',
  'too',
].map((phrase) => phrase.split(' '));
const ENDS = new Set(['.', '!', '?', ',', ':', ';', '\n']);
const BULLETS = new Set(['-', '*', '•', '–', '—', '·']);
const FILLERS_MAX = 12;

/** The place of the verb in a clause that starts at this token: there, or after a place (`On page 2, delete …`). */
export type FindVerb = (at: number) => number | undefined;

export function splitClauses(tokens: readonly Token[], findVerb: FindVerb): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let opensSentence = true;
  let hold = holdOf(tokens, 0, findVerb);
  for (let at = 0; at <= tokens.length; at++) {
    const cut = at === tokens.length ? 'sentence' : boundaryAt(tokens, at, findVerb);
    if (cut === undefined) continue;
    const clause = trimClause(tokens, start, at);
    const empty = clause.start >= clause.end;
    if (cut === 'clause' && (empty || at < hold.until || hold.once)) {
      if (!empty && at >= hold.until) hold = { until: 0, once: false };
      continue;
    }
    if (!empty) clauses.push({ ...clause, opensSentence });
    opensSentence = cut === 'sentence' || (empty && opensSentence);
    start = at + 1;
    hold = holdOf(tokens, start, findVerb);
  }
  return clauses;
}

function boundaryAt(tokens: readonly Token[], at: number, findVerb: FindVerb): 'sentence' | 'clause' | undefined {
  const word = tokens[at]?.word;
  if (word === '\n' || word === ';') return 'sentence';
  if (word === '.' || word === '!' || word === '?')
    return at + 1 === tokens.length || opensClause(tokens, at + 1, findVerb) ? 'sentence' : undefined;
  if (word === 'then' || word === 'and' || word === ',' || word === '&')
    return opensClause(tokens, at + 1, findVerb) ? 'clause' : undefined;
  return undefined;
}

/** The pages that remain after a previous clause. */
export const THE_REST = [
  'the rest',
  'all the rest',
  'the others',
  'all others',
  'the other pages',
  'all other pages',
  'the remaining pages',
  'everything else',
] as const;

const RESTS = THE_REST.map((phrase) => phrase.split(' '));

/** `and drop the rest`: the previous clause has already said so. */
function isRest(tokens: readonly Token[], at: number, findVerb: FindVerb): boolean {
  const verb = findVerb(at);
  return verb !== undefined && [1, 2, 3].some((words) => RESTS.some((phrase) => startsWith(tokens, verb + words, phrase)));
}

function opensClause(tokens: readonly Token[], at: number, findVerb: FindVerb): boolean {
  const start = skipOpeners(tokens, at, tokens.length);
  if (isRest(tokens, start, findVerb)) return false;
  return findVerb(start) !== undefined || isClosing(tokens, start);
}

function isClosing(tokens: readonly Token[], at: number): boolean {
  return CLOSERS.some((phrase) => startsWith(tokens, at, phrase));
}

/** `find "A" and replace it with "B"`, `instead of "A", write "B"`: the first verb after a separator belongs to the clause. */
function holdOf(tokens: readonly Token[], from: number, findVerb: FindVerb): { readonly until: number; readonly once: boolean } {
  const at = skipOpeners(tokens, from, tokens.length);
  const word = tokens[at]?.word ?? '';
  const searches = word === 'find' || word === 'locate' || ((word === 'search' || word === 'look') && tokens[at + 1]?.word === 'for');
  if (searches || word === 'where' || word === 'wherever' || word === 'before' || word === 'after' || word === 'instead')
    return { until: 0, once: true };
  if (word === 'in' && ['metadata', 'properties'].some((noun) => noun === tokens[at + 2]?.word || noun === tokens[at + 3]?.word))
    return { until: 0, once: true };
  return { until: findVerb(at) ?? 0, once: false };
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
