// A request that names every text in quotation marks, read by the words between them: one verb, what joins the quoted texts, a noun before each, and
// the place in which it stands. Every word belongs to one of these; where one does not, nothing is read.

import type { Span } from '../../tokens.ts';
import { type Folded, trimmed } from '../folded.ts';
import { CLOSERS, LIMITS, OPENERS, PARTICLES, patternOf, verbsOf, word } from '../lexicon.ts';
import { findPages, ORDINAL } from '../scope-words.ts';
import { AFTER, BEFORE, IN, INSTEAD, LEAD, MISLEADING, NOUNS, POLITE, TO } from './quoted-words.ts';

/** Where a quoted text stands: `in Table 1`, `under "Contact"`, `in the row "A"`. */
export interface QuotedScope {
  readonly joint: string;
  /** Without its article. */
  readonly name: Span;
  /** The noun before a quoted name; folded. */
  readonly noun: string;
}

/** A quoted text and the words right before it; folded, without articles. */
export interface QuotedMention {
  readonly text: Span;
  readonly noun: string;
  /** Words that are not known describe it. */
  readonly isDescribed: boolean;
}

export interface QuotedRequest {
  readonly act: 'delete' | 'replace' | 'insert';
  /** What goes, what gives way, or what the new text stands beside. */
  readonly target: QuotedMention;
  readonly value?: QuotedMention;
  readonly side?: 'before' | 'after';
  readonly scopes: readonly QuotedScope[];
  readonly pages?: string;
}

type Role = 'object' | 'value' | 'old' | 'before' | 'after' | 'scope';

/** What stands between two quoted texts. */
interface Gap {
  readonly scopes: readonly QuotedScope[];
  readonly role: Role;
  readonly lead: Lead;
  readonly joint: string;
}

interface Lead {
  readonly noun: string;
  readonly isDescribed: boolean;
}

type Verb = Span & { readonly act: QuotedRequest['act'] };

const QUOTES_MAX = 4;
/** As much as may stand between two quoted texts, and as many ways to read it. */
const GAP_CHARS_MAX = 160;
const WAYS_MAX = 12;
const ACTS = { delete: ['delete'], replace: ['replace', 'change', 'rename'], insert: ['insert'] } as const;

/** @returns undefined where a word has no part in it, or several requests may be meant */
export function readQuoted(folded: Folded): QuotedRequest | undefined {
  const whole = trimmed(folded, { start: 0, end: folded.text.length }, /[\s,;:.!]/u);
  const paged = findPages(folded, whole);
  const text = paged ? blank(folded.text, paged.span) : folded.text;
  const quotes = [...text.matchAll(/\uE001\uE000*/gu)].map(({ index, 0: all }) => ({ start: index, end: index + all.length }));
  if (quotes.length === 0 || quotes.length > QUOTES_MAX) return undefined;
  const gaps = [...quotes, undefined].map((quote, at) => ({ start: quotes[at - 1]?.end ?? 0, end: quote?.start ?? whole.end }));
  if (gaps.some(({ start, end }) => end - start > GAP_CHARS_MAX || /[.;!?:]\s/u.test(text.slice(start, end).trim()))) return undefined;
  const said = { source: folded.source, text };
  for (const act of ['delete', 'replace', 'insert'] as const) {
    const verb = onlyVerb(said, gaps, act);
    const read = verb && readWith(said, { quotes, gaps, verb });
    if (read) return { ...read, ...(paged ? { pages: paged.pages } : {}) };
  }
  return undefined;
}

const blank = (text: string, { start, end }: Span) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

/** The first verb of an act that opens the request or one of its parts, or ends it. */
function onlyVerb({ text }: Folded, gaps: readonly Span[], act: QuotedRequest['act']): Verb | undefined {
  const found = gaps.flatMap((gap) =>
    [...text.slice(gap.start, gap.end).matchAll(patternOf(verbsOf(...ACTS[act]), 'gu'))].map(({ index, 0: all }) => ({
      act,
      start: gap.start + index,
      end: gap.start + index + all.length,
    })),
  );
  return found[0];
}

interface Sentence {
  readonly quotes: readonly Span[];
  readonly gaps: readonly Span[];
  readonly verb: Verb;
}

function readWith(folded: Folded, { quotes, gaps, verb }: Sentence): QuotedRequest | undefined {
  const ways = gaps.map((gap, at) => {
    const isVerbHere = verb.start >= gap.start && verb.end <= gap.end;
    const [left, right] = isVerbHere
      ? [
          { start: gap.start, end: verb.start },
          { start: verb.end, end: gap.end },
        ]
      : [undefined, gap];
    const before = left ? readTail(folded, left, at === 0) : [];
    if (!before) return [];
    const rest = at === gaps.length - 1 ? closing(folded, right, isVerbHere) : readLead(folded, right, at > 0 && !isVerbHere);
    const read = rest.map((one) => ({ ...one, scopes: [...before, ...one.scopes] }));
    return [...new Map(read.map((one) => [JSON.stringify(one), one])).values()].slice(0, WAYS_MAX);
  });
  // `under "C" add "B" below "A"`: beside what follows it, where both may be meant.
  const away = ({ target, value }: QuotedRequest) => (value && target.text.start < value.text.start ? 1 : 0);
  return combine(ways, quotes, verb.act).toSorted((one, two) => away(one) - away(two))[0];
}

/** The ways in which each quoted text has its part. */
function combine(
  ways: readonly (readonly Gap[])[],
  quotes: readonly Span[],
  act: QuotedRequest['act'],
  chosen: readonly Gap[] = [],
): readonly QuotedRequest[] {
  const at = chosen.length;
  if (at === ways.length) return [assign(chosen, quotes, act) ?? []].flat();
  return (ways[at] ?? []).flatMap((way) => combine(ways, quotes, act, [...chosen, way]));
}

function assign(gaps: readonly Gap[], quotes: readonly Span[], act: QuotedRequest['act']): QuotedRequest | undefined {
  const mentions = quotes.flatMap((text, at) => {
    const gap = gaps[at];
    return gap ? [{ role: gap.role, joint: gap.joint, mention: { text, ...gap.lead } }] : [];
  });
  const of = (...roles: readonly Role[]) => mentions.filter(({ role }) => roles.includes(role));
  const scopes = [
    ...gaps.flatMap((gap) => gap.scopes),
    ...of('scope').map(({ joint, mention }) => ({ joint, name: mention.text, noun: mention.noun })),
  ];
  const [objects, values, olds, sides] = [of('object'), of('value'), of('old'), of('before', 'after')];
  const counts = [objects.length, values.length, olds.length, sides.length].join();
  const [object] = objects;
  if (!object) return undefined;
  if (act === 'delete') return counts === '1,0,0,0' ? { act, target: object.mention, scopes } : undefined;
  // `write "B" instead of "A"`
  const [old] = olds;
  if (old) return counts === '1,0,1,0' ? { act: 'replace', target: old.mention, value: object.mention, scopes } : undefined;
  const [value] = values;
  if (act === 'replace') return value && counts === '1,1,0,0' ? { act, target: object.mention, value: value.mention, scopes } : undefined;
  const [beside] = sides;
  if (!beside || counts !== '1,0,0,1') return undefined;
  return { act, target: beside.mention, value: object.mention, side: beside.role === 'before' ? 'before' : 'after', scopes };
}

const JOINTS = [
  ['after', AFTER],
  ['before', BEFORE],
  ['old', INSTEAD],
  ['value', TO],
  ['scope', IN],
] as const satisfies readonly (readonly [Role, string])[];

/** The ways to read what stands before a quoted text: a place, a joining word, and its noun. */
function readLead(folded: Folded, span: Span, isBehindQuote: boolean): readonly Gap[] {
  const { text } = folded;
  const found: Gap[] = [];
  const said = text.slice(span.start, span.end);
  for (const [role, words] of JOINTS) {
    for (const { index, 0: joint } of [...said.matchAll(patternOf(words, 'gu'))].toReversed()) {
      const lead = leadOf(said.slice(index + joint.length));
      const before = readTail(folded, { start: span.start, end: span.start + index }, !isBehindQuote);
      if (lead && before) found.push({ role, lead, scopes: before, joint });
    }
  }
  // No joining word: what is asked for itself, behind a place.
  for (let at = 0; at <= said.length; at++) {
    if (at > 0 && at < said.length && !/[\s,]/u.test(said.charAt(at))) continue;
    const lead = leadOf(said.slice(at));
    const before = lead && readTail(folded, { start: span.start, end: span.start + at }, !isBehindQuote);
    if (lead && before) found.push({ role: 'object', lead, scopes: before, joint: '' });
  }
  return found;
}

/** Behind the last quoted text: a place, or the end of a verb. */
function closing(folded: Folded, span: Span, isVerbHere: boolean): readonly Gap[] {
  const scopes = readTail(folded, span, false);
  // A verb that ends the request has nothing behind it.
  return scopes && !(isVerbHere && scopes.length > 0)
    ? [{ role: 'object', lead: { noun: '', isDescribed: false }, scopes, joint: '' }]
    : [];
}

const NOTHING = new RegExp(`^(?:${[PARTICLES, POLITE, OPENERS, CLOSERS, '[\\s,.!]'].join('|')})*$`, 'u');
const TAIL = new RegExp(`^[\\s,]*(?<joint>${IN})[\\s']+(?<article>(?:${LEAD}[\\s']+)*)(?<name>[^\\uE001,;:]+?)[\\s,]*$`, 'du');
const NAME_WORDS_MAX = 7;

/** One place, or nothing. @returns undefined where it is anything else */
function readTail(folded: Folded, span: Span, isOpening: boolean): readonly QuotedScope[] | undefined {
  const text = folded.text.slice(span.start, span.end);
  if (NOTHING.test(text.trim())) return [];
  const courtesy = isOpening ? (LEADING.exec(text)?.[0].length ?? 0) : 0;
  const ending = TRAILING.exec(text)?.[0].length ?? 0;
  const said = text.slice(courtesy, text.length - ending);
  const found = TAIL.exec(said);
  const [from, to] = found?.indices?.groups?.['name'] ?? [0, 0];
  const name = said.slice(from, to).trim();
  if (!found || name.split(/\s+/u).length > NAME_WORDS_MAX || UNSCOPED.test(name) || ARTICLES_ONLY.test(name) || PAST_NUMBER.test(name))
    return undefined;
  const start = span.start + courtesy + from;
  // `the Table 1`: the noun belongs to the name.
  const article = found.groups?.['article'] ?? '';
  const nouns = new RegExp(`(?:${NOUNS}[\\s']+)+$`, 'u').exec(article)?.[0].length ?? 0;
  return [{ joint: found.groups?.['joint'] ?? '', name: trimmed(folded, { start: start - nouns, end: start + name.length }), noun: '' }];
}

const LEADING = new RegExp(`^(?:(?:${OPENERS}|${POLITE}|[\\s,])+)`, 'u');
const TRAILING = new RegExp(`(?:[\\s,](?:${PARTICLES}|${CLOSERS}))+[\\s,]*$|[\\s,]+$`, 'u');
/** `Table 1 the heading`: a number ends the name of a place. */
const PAST_NUMBER = new RegExp(`^(?:${NOUNS} )?\\p{N}[\\p{N}.]* (?:${POLITE}) `, 'u');
const ARTICLES_ONLY = new RegExp(`^(?:${POLITE}|${IN}|[\\s'])*$`, 'u');
/** What limits, and what counts, is no name of a place. */
const UNSCOPED = new RegExp(
  `${LIMITS.source}|${word('and|und|et|y|oraz|everywhere|uberall|partout|every|each|all|both|any|alle[nr]?|jede[nrsm]?|tous|toutes|chaque|tod[oa]s|cada|tutt[ie]|ogni|elke?|wszystkich|kazdej')}|${verbsOf('delete', 'replace', 'insert', 'change')}`,
  'u',
);

const LEAD_WORDS = new RegExp(`^(?:${LEAD}|[\\s,':])*$`, 'u');
const ARTICLES_BEFORE = new RegExp(`^(?:(?:${POLITE}|[\\s,':])*)`, 'u');
const ENDS_IN_NOUN = new RegExp(`${NOUNS}$`, 'u');
const UNLED = new RegExp(`${LIMITS.source}|${ORDINAL}|${MISLEADING}|\\p{N}|${word('and|und|et|y|i|oraz')}`, 'u');
const DESCRIBING_MAX = 2;

const ROWS = word(
  'row|line|item|entry|bullet(?: point)?|tabellenzeile|zeile|eintrag|punkt|ligne|rangee|entree|fila|linea|entrada|riga|voce|linha|rij|regel|wiersz|pozycj[aei]',
);
const SENTENCES = word('sentence|paragraph|satz|absatz|phrase|paragraphe|frase|parrafo|paragrafo|zin|alinea|zdanie|akapit');
/** `the row of "A"`, `the sentence that contains "A"`: one whole, and a text of it. */
const HOLDING = new RegExp(
  `(?:(?<whole>${ROWS})[\\s']+(?:${word('of|for|von|fur|d[eu]|des|d|pour|para|di|per|do|da|van|voor|dla')})|(?<whole>${ROWS}|${SENTENCES})[\\s']+(?:${word(
    'with|containing|(?:that|which) (?:has|contains|says|holds|reads|starts with|begins with)|starting with|beginning with|mit|avec|contenant|qui contient|con|que (?:contiene|contem|empieza (?:con|por)|comeca (?:com|por))|che (?:contiene|inizia con)|com|met|ze?',
  )}))$`,
  'u',
);

/** The words before a quoted text: articles and nouns; up to two others where a noun follows them. */
export function leadOf(said: string): Lead | undefined {
  const text = said.trim().replace(HOLDING, '$<whole>');
  const noun = text.replace(ARTICLES_BEFORE, '').trim();
  if (LEAD_WORDS.test(text)) return { noun, isDescribed: false };
  if (UNLED.test(text) || /[,;:.!?]/u.test(text) || !ENDS_IN_NOUN.test(text)) return undefined;
  const unknown = text.split(/\s+/u).filter((one) => !LEAD_WORDS.test(one));
  return unknown.length <= DESCRIBING_MAX && !unknown.some((one) => ANY_JOINT.test(one)) ? { noun, isDescribed: true } : undefined;
}

const ANY_JOINT = new RegExp(
  `^(?:${[AFTER, BEFORE, INSTEAD, TO, IN].join('|')}|${verbsOf('delete', 'replace', 'insert', 'change', 'highlight', 'redact', 'style', 'fill', 'tick')})$`,
  'u',
);
