// What an instruction says, word for word: the fragment that a planner names, and where a text, a page, a number or a verb is said in it.
// A planner that a document has talked into something finds no such words, or only where they mean something else.

import { choosePages } from '#contract/params/edit-pages.ts';
import { makeCursor } from './cursor.ts';
import { readPages, readPagesBeyond, readPagesPhrase } from './pages.ts';
import { fold } from './reading/folded.ts';
import { everyPages } from './reading/scope-words.ts';
import { readTokens, type Span, type Token } from './tokens.ts';

/** One place of a fragment in the instruction. Spans count in `text`, which is the instruction in plain form. */
export interface Said extends Span {
  readonly text: string;
  /** The same with spaces instead of quoted texts. */
  readonly unquoted: string;
  /** The texts between quotes. */
  readonly quotes: readonly Span[];
}

const WORD = /[\p{L}\p{M}\p{N}]/u;
const QUOTED = /"[^"]*"|`[^`]*`|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu;

/** Nobody who writes an instruction distinguishes compatibility forms, quotes, dashes and spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚‹›]/g, "'")
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Every place where the instruction has these words, whole. */
export function findFragment(instruction: string, because: string): readonly Said[] {
  const text = plain(instruction);
  const quotes = Array.from(text.matchAll(QUOTED), ({ 0: all, index }) => ({ start: index + 1, end: index + all.length - 1 }));
  let unquoted = text;
  for (const { start, end } of quotes) unquoted = unquoted.slice(0, start - 1) + ' '.repeat(end - start + 2) + unquoted.slice(end + 1);
  return wholePlaces(text, plain(because)).map((span) => ({ ...span, text, unquoted, quotes }));
}

/** Where a text is said as whole words; a quoted text is said as a whole, or as one part of a list between marks. */
export function mentionsOf(said: Said, sought: string, parts: 'whole' | 'parts' = 'whole'): readonly Span[] {
  const text = plain(sought);
  return wholePlaces(said.text, text, said).filter((span) => {
    if (isNegated(said.text, span.start)) return false;
    return said.quotes.every((quote) => {
      if (span.end <= quote.start || span.start >= quote.end) return true;
      // A text with quotes of its own holds them.
      if (span.start < quote.start || span.end > quote.end) return /["'`]/.test(text);
      const [before, after] = [said.text.slice(quote.start, span.start).trim(), said.text.slice(span.end, quote.end).trim()];
      return (before === '' && after === '') || (parts === 'parts' && /^$|[:=,;|]$/.test(before) && /^$|^[,;|]/.test(after));
    });
  });
}

function wholePlaces(text: string, sought: string, within: Span = { start: 0, end: text.length }): readonly Span[] {
  const found: Span[] = [];
  if (sought === '') return found;
  for (let start = text.indexOf(sought, within.start); start >= 0; start = text.indexOf(sought, start + 1)) {
    const end = start + sought.length;
    if (end > within.end) break;
    if (!isJoined(text, start) && !isJoined(text, end)) found.push({ start, end });
  }
  return found;
}

/** In scripts without spaces between words there is no half of a word. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u;

/** Whether a word, a number or an address continues over this place. */
function isJoined(text: string, at: number): boolean {
  const [left, right] = [text.charAt(at - 1), text.charAt(at)];
  if (UNSPACED.test(left) || UNSPACED.test(right)) return false;
  const [leftWord, rightWord] = [WORD.test(left), WORD.test(right)];
  if (leftWord && rightWord) return true;
  const digits = (one: string, two: string) => /\d/.test(one) && /\d/.test(two);
  const joins = (mark: string, one: string, two: string) =>
    /[@._/-]/.test(mark) ? WORD.test(one) && WORD.test(two) : mark === ',' && digits(one, two);
  if (leftWord && joins(right, left, text.charAt(at + 1))) return true;
  if (rightWord && joins(left, text.charAt(at - 2), right)) return true;
  return rightWord && /\d/.test(right) && /[-+]/.test(left) && !WORD.test(text.charAt(at - 2));
}

const NEGATION =
  /(?:^|[\s("])(?:not|no|non|never|without|nicht|keine?[nmrs]?|nie|ohne|pas|jamais|sans|nunca|ninguna?|sin|senza|mai) ["'`]?$/u;

/** `change A to not B` does not say B alone. `B, not A` says A. */
function isNegated(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 14), start);
  return NEGATION.test(before) && !/[,;:-] (?:not|nicht|pas|non|no) ["'`]?$/u.test(before) && !/["'`]$/.test(before);
}

/** Before a verb these reverse it; `do not forget to` does not. */
const FORBIDS =
  /\b(?:not|don't|dont|doesn't|didn't|won't|never|without|avoid|refrain from|instead of|rather than|no need|no one|nobody|stop|nicht|kein\w*|niemals|ohne|ne|n'|jamais|sans|nunca|sin|non|senza)(?: (?!forget|hesitate|fail|mind|only)[\p{L}']+){0,4} $/u;
/** These come before a noun: `the cut`, `a check`. */
const DETERMINED = /\b(?:an?|the|this|these|those|each|every|my|our|your|its|their) $/u;
/** Words that are seldom verbs: they count only where a request can begin. */
const AMBIGUOUS = /^(?:clear|cut|drop|mark|check|tick|cover|mask|trim|copy|double|only|lock|complete|black)$/u;
const OPENS =
  /(?:^|[,;:.!?("-] ?|\b(?:please|kindly|and|then|to|just|also|now|you|we|i|would|could|can|should|must|so|but|or|let's|only|pls|simply|first|next|finally) )$/u;

export interface Verb extends Span {
  readonly family: string;
}

/** The verbs of the fragment that ask for something, in their order. @param families word starts, by family */
export function verbsOf(said: Said, families: Readonly<Record<string, RegExp>>): readonly Verb[] {
  const verbs: Verb[] = [];
  for (const [family, pattern] of Object.entries(families)) {
    for (const { 0: word, index } of said.unquoted.matchAll(pattern)) {
      if (index < said.start || index + word.length > said.end) continue;
      const before = said.unquoted.slice(Math.max(0, index - 60), index);
      const clause = before.replace(/^.*(?:[,;.:]| but )/su, '');
      const isOpen = index === 0 || OPENS.test(before);
      if (FORBIDS.test(clause) || DETERMINED.test(before) || (AMBIGUOUS.test(word) && !isOpen)) continue;
      verbs.push({ family, start: index, end: index + word.length });
    }
  }
  return verbs.sort((one, two) => one.start - two.start);
}

/** The verb that rules what is said here: the last one before it, or one close behind it in the passive. */
export function rulersOf(verbs: readonly Verb[], { start, end }: Span, text: string): readonly Verb[] {
  const before = verbs.findLast((verb) => verb.end <= start);
  const after = verbs.find((verb) => verb.start >= end);
  const between = after ? text.slice(end, after.start) : '';
  const isPassive = /\b(?:should|must|can|needs?|ought|has|have|is|are|be|to) (?:\p{L}+ ){0,2}$/u.test(between);
  const isClose =
    !/[;:.!?]/.test(between) && !(!isPassive && between.includes(',')) && between.trim().split(' ').length <= (isPassive ? 8 : 3);
  if (!after || !isClose || (before && !isPassive)) return before ? [before] : [];
  return before ? [before, after] : [after];
}

const ENGLISH: Readonly<Record<string, string>> = {
  seite: 'page',
  seiten: 'pages',
  página: 'page',
  pagina: 'page',
  páginas: 'pages',
  pagine: 'pages',
  strona: 'page',
  letzte: 'last',
  letzten: 'last',
  dernière: 'last',
  última: 'last',
  ultima: 'last',
  erste: 'first',
  ersten: 'first',
  première: 'first',
  primera: 'first',
  primeira: 'first',
  prima: 'first',
  bis: 'to',
  à: 'to',
  hasta: 'to',
  und: 'and',
  et: 'and',
  y: 'and',
  e: 'and',
  die: 'the',
  der: 'the',
  la: 'the',
  las: 'the',
  les: 'the',
  le: 'the',
  alle: 'all',
  toutes: 'all',
  todas: 'all',
  tutte: 'all',
};

export interface NamedPages extends Span {
  /** 1-based; every page of a document of this length that is named. */
  readonly pages: readonly number[];
  readonly isException: boolean;
}

/** The pages that the whole instruction names, outside of quotes, each with its place. */
export function pagesNamed(said: Said, pageCount: number): readonly NamedPages[] {
  const read = readTokens(said.unquoted.replaceAll(/["'`]/g, ' '));
  if (!read.ok) return [];
  const tokens: readonly Token[] = read.tokens.map((token) => ({ ...token, word: ENGLISH[token.word] ?? token.word }));
  const named: NamedPages[] = [];
  for (let at = 0; at < tokens.length;) {
    const cursor = makeCursor(said.unquoted, tokens, at, tokens.length);
    const choice = readPagesBeyond(cursor) ?? readPages(cursor) ?? readPagesPhrase(cursor);
    const pages = choice === undefined ? undefined : choosePages(choice, pageCount);
    const [first, last] = [tokens[at], tokens[cursor.at - 1]];
    if (choice !== undefined && pages !== undefined && first && last && !isVerb(tokens, at)) {
      const start = cursor.at > at + 1 && BEFORE_PAGES.test(first.word) ? first.end : first.start;
      named.push({ start, end: last.end, pages, isException: choice.startsWith('all except') });
    }
    at = Math.max(cursor.at, at + 1);
  }
  const others = foreignPages(said.unquoted, pageCount).filter(
    ({ start, end }) => !named.some((one) => one.start < end && start < one.end),
  );
  return [...named, ...others, ...unspacedPages(said.unquoted, pageCount)];
}

/** What the grammar reads, or would read as the name of a text: `Sheet 2`. */
const ENGLISH_PAGES =
  /^(?:[^\p{L}]|(?<!\p{L})(?:on|in|of|from|at|to|across|for|over|the|pages?|pgs?|pp?|slides?|sheets?|front|cover|both|all|every|each|and|through|until|no|number|one|two|three|four|five|six|seven|eight|nine|ten|very|last|final|first|second|third|fourth|fifth|sixth|seventh|eighth|penultimate|\d+(?:st|nd|rd|th))(?!\p{L}))+$/u;

/** `les deux premières pages`, `die ersten drei Seiten`, `bladzijde 4`, `Titelblatt`. */
function foreignPages(text: string, pageCount: number): NamedPages[] {
  return everyPages(fold(text)).flatMap(({ pages: choice, span: { start, end } }) => {
    const pages = ENGLISH_PAGES.test(text.slice(start, end)) ? undefined : choosePages(choice, pageCount);
    return pages ? [{ start: start + (/^[\s,(]*/u.exec(text.slice(start, end))?.[0].length ?? 0), end, pages, isException: false }] : [];
  });
}

/** `第3页`, `2ページ目`, `封面`: pages in scripts without spaces between words. */
const UNSPACED_PAGE =
  /第? ?(?<number>\d{1,5}) ?(?:ページ目?|页|頁)|(?<last>最后一?页|最後の?ページ|末页)|第一页|首页|最初のページ|封面|表紙/gu;

function unspacedPages(text: string, pageCount: number): NamedPages[] {
  return Array.from(text.matchAll(UNSPACED_PAGE), ({ 0: words, index, groups }) => {
    const page = groups?.['last'] === undefined ? Number(groups?.['number'] ?? 1) : pageCount;
    return { start: index, end: index + words.length, pages: [page].filter((one) => one >= 1 && one <= pageCount), isException: false };
  });
}

const BEFORE_PAGES = /^(?:of|on|in|from|for|to|at|across|within|over|onto|into)$/;

/** `cover "X" with black` names no page. */
function isVerb(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]?.word === 'cover' &&
    !/^(?:the|front|on|of|from|to|for|page)$/.test(tokens[at - 1]?.word ?? '') &&
    tokens[at + 1]?.word !== 'page'
  );
}

/** The sentence around the fragment. */
export function sentenceOf({ unquoted, start, end }: Said): Span {
  const before = unquoted.slice(0, start);
  const opens = Math.max(...[...before.matchAll(/[.;!?](?= )/g)].map(({ index }) => index + 1), 0);
  const closes = unquoted.slice(end).search(/[.;!?](?: |$)/);
  return { start: opens, end: closes < 0 ? unquoted.length : end + closes };
}
