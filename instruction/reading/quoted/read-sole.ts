// A request whose verb and quoted texts say what to do, in whatever sentence they stand: `there is a mistake in the red line: replace "A" with "B"`.
// What else is said describes where the text stands, and is not needed where it stands once.

import type { Span } from '../../tokens.ts';
import { RESULT } from '../clauses/results.ts';
import { stayOf } from '../clauses/stays.ts';
import { type Folded, trimmed } from '../folded.ts';
import { type Act, ANY_VERB, LIMITS, PAGE_VERBS, patternOf, verbsOf, word } from '../lexicon.ts';
import { findPages, ORDINAL, ordinalOf } from '../scope-words.ts';
import { THINGS } from '../things.ts';
import { AFTER, BEFORE, LEAD, MISLEADING, TO } from './quoted-words.ts';
import { leadOf, type QuotedRequest } from './read-quoted.ts';

const SEVERAL = word(
  'everywhere|every|each|all|both|any|uberall|alle[nr]?|jede[nrsm]?|beide[nrs]?|partout|tous|toutes|chaque|todo[s]?|todas?|cada|ambos|ambas|ovunque|tutt[ieao]|ogni|overal|elke?|wszystkich|kazdej',
);
const WAYS_ON = word('and|then|und|dann|et|puis|y|luego|poi|depois|daarna|en dan|moreover|instead|rather|move|swap|before|after|between');
const LEADS = `(?:${LEAD}|[\\s,':])*`;
const NEW = patternOf(`(?:${TO})${LEADS}$`, 'u');
const BEHIND = patternOf(
  `(?:${AFTER}|${word('to(?: the end of)?|at the end of|an|ans? ende von|a la fin de|al final de|alla fine di|ao fim de|aan')})${LEADS}$`,
  'u',
);
const AHEAD = patternOf(`(?:${BEFORE})${LEADS}$`, 'u');
const BESIDE = patternOf(`${AFTER}|${BEFORE}`, 'u');
const GAP_CHARS_MAX = 120;

/** Which of several that read the same, and what is read in the end. */
export interface SoleRequest extends QuotedRequest {
  /** The nth from the start; -1 the last. */
  readonly nth?: number;
  /** `the one above "A"`: it stands before or after that. */
  readonly near?: { readonly text: Span; readonly side: 'before' | 'after' };
  readonly result?: Span;
  /** `first row, right-most column`; counted as `nth`. */
  readonly row?: number;
  readonly column?: number;
}

/** @returns undefined where more than one thing may be asked for */
export function readSole(folded: Folded): SoleRequest | undefined {
  const whole = trimmed(folded, { start: 0, end: folded.text.length }, /[\s,;:.!]/u);
  const paged = findPages(folded, whole);
  const { text, near, result } = withoutAids(withoutStays(paged ? blank(folded.text, paged.span) : folded.text));
  const quotes = quotesIn(text);
  const [first, second, ...others] = quotes;
  if (!first || others.length > 0) return undefined;
  const outside = quotes.reduce(blank, text);
  const verbs = [...outside.matchAll(patternOf(ANY_VERB, 'gu'))].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));
  const [verb, ...more] = verbs;
  if (!verb || more.length > 0 || LIMITS.test(outside) || patternOf(`${SEVERAL}|${PAGE_VERBS}`, 'u').test(outside)) return undefined;
  const read = second ? readTwo({ source: folded.source, text }, verb, first, second) : readOne(text, verb, first);
  const nth = read && nthOf(text, read.target.text);
  return (
    read && {
      ...read,
      ...(paged ? { pages: paged.pages } : {}),
      ...(nth === undefined ? {} : { nth }),
      ...(near ? { near } : {}),
      ...(result ? { result } : {}),
      ...gridSaid(outside),
    }
  );
}

const quotesIn = (text: string): readonly Span[] =>
  [...text.matchAll(/\uE001\uE000*/gu)].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));

const THE_ONE = word('the (?:one|first one|last one)|that|der|die|das|den|jene[rsnm]?|celui|celle|el|la|lo|quell[oa]|o|a|degene|die');
const NEAR = patternOf(`[,(] ?${THE_ONE}(?: [\\p{L}]+)?,? (?:(?<after>${AFTER})|(?<before>${BEFORE}))${LEADS}$`, 'u');

interface Aids extends Pick<SoleRequest, 'near' | 'result'> {
  readonly text: string;
}

/** Asides that quote what stands beside the text, and what it reads in the end. */
function withoutAids(whole: string): Aids {
  let aids: Aids = { text: whole };
  for (const quote of quotesIn(whole)) {
    const before = whole.slice(0, quote.start);
    const rest = whole.slice(quote.end);
    const result = RESULT.exec(before);
    if (result && CLOSED.test(rest)) aids = { ...aids, result: quote, text: blank(aids.text, { start: result.index, end: quote.end }) };
    const near = NEAR.exec(before);
    if (!near || !/^[,)]/u.test(rest)) continue;
    const side = near.groups?.['after'] === undefined ? 'before' : 'after';
    aids = { ...aids, near: { text: quote, side }, text: blank(aids.text, { start: near.index, end: quote.end + 1 }) };
  }
  return aids;
}

const CLOSED = /^[\s.,;!)]*$/u;

const TOP = word('top(?:most)?|upper(?:most)?|oberste[nrs]?');
const BOTTOM = word('bottom|lower(?:most)?|lowest|unterste[nrs]?');
const LEFTMOST = word('left-?most|far left|linke[nrs]?|linkeste[nrs]?|ganz links');
const RIGHTMOST = word('right-?most|far right|rechte[nrs]?|rechteste[nrs]?|ganz rechts');
const ROWS = `(?:${THINGS.row})`;
const COLUMNS = `(?:${THINGS.column})`;

function gridSaid(outside: string): Pick<SoleRequest, 'row' | 'column'> {
  const said = (pattern: string) => patternOf(pattern, 'u').exec(outside);
  const counted = (noun: string) => ordinalOf(said(`(?<ordinal>${ORDINAL}) ${noun}`)?.groups?.['ordinal'] ?? '');
  const row = counted(ROWS) ?? (said(`(?:${TOP}) ${ROWS}`) ? 1 : said(`(?:${BOTTOM}) ${ROWS}`) ? -1 : undefined);
  const column = counted(COLUMNS) ?? (said(LEFTMOST) ? 1 : said(RIGHTMOST) ? -1 : undefined);
  return { ...(row === undefined ? {} : { row }), ...(column === undefined ? {} : { column }) };
}

const nthOf = (text: string, quote: Span): number | undefined => {
  const said = patternOf(`(?<ordinal>${ORDINAL}) '?$`, 'u').exec(text.slice(0, quote.start))?.groups?.['ordinal'];
  return said === undefined ? undefined : ordinalOf(said);
};

const blank = (text: string, { start, end }: Span) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

/** Sentences and clauses that only say what stays, whatever figures they name. */
function withoutStays(text: string): string {
  const named = text.replaceAll(/\d[\d.,:]*\d|\d/gu, (figures) => 'x'.repeat(figures.length));
  return [...named.matchAll(/(?<=^|[.;,]\s)[^.;,]+/gu)]
    .filter(({ 0: said }) => !said.includes('\uE001') && stayOf(said.trim()) !== undefined)
    .reduce((left, { index, 0: said }) => blank(left, { start: index, end: index + said.length }), text);
}

function readTwo(folded: Folded, verb: Span, first: Span, second: Span): QuotedRequest | undefined {
  const { text } = folded;
  if (isOf(text, verb, 'delete')) return readPart(folded, verb, first, second);
  if (verb.start > first.start) return undefined;
  const [lead, gap] = [text.slice(verb.end, first.start), text.slice(first.end, second.start)];
  const isVerb = (...acts: readonly Act[]) => isOf(text, verb, ...acts);
  if (gap.length > GAP_CHARS_MAX || patternOf(WAYS_ON, 'u').test(lead) || patternOf(MISLEADING, 'u').test(lead)) return undefined;
  const target = mentionOf(lead, first);
  const value = { text: second, noun: '', isDescribed: false };
  if (isVerb('replace', 'change', 'rename') && NEW.test(gap) && !BESIDE.test(lead)) return { act: 'replace', target, value, scopes: [] };
  if (!isVerb('insert')) return undefined;
  const side = AHEAD.test(gap) ? 'before' : BEHIND.test(gap) ? 'after' : undefined;
  return side && { act: 'insert', target: mentionOf('', second), value: mentionOf(lead, first), side, scopes: [] };
}

const isOf = (text: string, verb: Span, ...acts: readonly Act[]): boolean =>
  patternOf(`^(?:${verbsOf(...acts)})$`, 'u').test(text.slice(verb.start, verb.end));

/** `in the label "A + B", delete "+ B"`: the longer text says where the other stands. */
function readPart({ source, text }: Folded, verb: Span, first: Span, second: Span): QuotedRequest | undefined {
  const written = ({ start, end }: Span) => source.slice(start + 1, end - 1);
  const [part, whole] = written(first).length < written(second).length ? [first, second] : [second, first];
  const isBehind =
    verb.end <= part.start && leadOf(text.slice(Math.max(verb.end, part === second ? first.end : 0), part.start)) !== undefined;
  if (!isBehind || verb.start < whole.start !== whole.start > part.start || !written(whole).includes(written(part))) return undefined;
  const target = { text: part, noun: '', isDescribed: false };
  return { act: 'delete', target, scopes: [{ joint: 'within', name: whole, noun: '' }] };
}

function readOne(text: string, verb: Span, quote: Span): QuotedRequest | undefined {
  const lead = text.slice(verb.end, quote.start);
  if (!isOf(text, verb, 'delete') || verb.start > quote.start || /[,:]/u.test(lead)) return undefined;
  const said = leadOf(lead);
  return said && { act: 'delete', target: { text: quote, ...said, isDescribed: false }, scopes: [] };
}

const mentionOf = (lead: string, text: Span) => ({ text, noun: leadOf(lead)?.noun ?? '', isDescribed: false });
