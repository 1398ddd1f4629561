// Reads what a clause acts on: a quoted text, a class of text, or words without quotes where they can only be literal text. Words that
// describe (`the second paragraph`, `the logo`, `it`) are never taken for the text itself.

import type { TEXT_PATTERNS } from '#contract/params/edit-plan.ts';
import { attempt, type Cursor, isAtEnd, peek, step, take, takeQuoted, wordAt } from './cursor.ts';
import { isScopeHere, MATCH_KEYS, type Scope, type ScopeKey, takeNth } from './scope.ts';
import type { Token } from './tokens.ts';
import { ordinalNumber } from './words.ts';

type TextPattern = (typeof TEXT_PATTERNS)[number];

export interface Target {
  readonly text?: string;
  readonly pattern?: TextPattern;
  readonly occurrence?: 'all' | number;
}

export interface TargetRules {
  /** Words that end a text without quotes. */
  readonly stops?: ReadonlySet<string>;
  readonly keys?: readonly ScopeKey[];
  /** `any`: words without quotes may be in lower case; `proper`: they must have a capital or a digit; `quoted`: quotes are needed. */
  readonly literal?: 'any' | 'proper' | 'quoted';
  readonly patterns?: boolean;
}

/** Nouns that say what a quoted text is, without widening it: the text itself stays the target. */
const TEXT_NOUNS = new Set(
  (
    'word words text texts phrase phrases sentence line string strings term terms expression name names surname title heading headline label ' +
    'typo misspelling number date price amount value company product project contact customer client entry character characters letter letters ' +
    'symbol spelling abbreviation acronym code reference phone telephone account invoice order personal street email e-mail address city brand job'
  ).split(' '),
);
/** After these nouns the text needs no quotes. */
const NAMING_NOUNS = new Set(['word', 'text', 'phrase', 'term', 'string', 'name', 'typo', 'company', 'product', 'project']);

const DETERMINERS = new Set('the a an this that these those my our your his her its their'.split(' '));
const QUANTIFIERS = ['all of the', 'all the', 'all', 'every single', 'every', 'each', 'any'];
const OF_OCCURRENCES = ['occurrences of', 'occurrence of', 'instances of', 'instance of', 'mentions of', 'mention of', 'appearances of'];

const PATTERNS: readonly (readonly [TextPattern, plural: readonly string[], singular: readonly string[]])[] = [
  ['email', ['email addresses', 'e-mail addresses', 'mail addresses', 'emails', 'e-mails'], ['email address', 'e-mail address', 'email']],
  ['phone', ['phone numbers', 'telephone numbers'], ['phone number', 'telephone number']],
  [
    'card_number',
    ['credit card numbers', 'debit card numbers', 'payment card numbers', 'card numbers', 'credit cards'],
    ['credit card number', 'card number'],
  ],
  ['iban', ['iban numbers', 'ibans'], ['iban number', 'iban']],
  ['ssn', ['social security numbers', 'ssns'], ['social security number', 'ssn']],
  ['date', ['dates'], ['date']],
  ['url', ['urls', 'web addresses', 'website addresses'], ['url', 'web address']],
];

/** Words that describe a part of a document, or point to something said before: not literal text in lower case. */
const DESCRIPTIONS = new Set(
  (
    'logo logos image images picture pictures photo heading headings headline title subtitle paragraph paragraphs header headers footer footers ' +
    'signature signatures date dates name names text texts font fonts table tables row column amount amounts total totals price prices address ' +
    'addresses word words everything something anything nothing all none section sections chapter page pages background watermark watermarks ' +
    'typo typos error errors mistake mistakes link links number numbers letter letters color colour colors colours sentence sentences line ' +
    'lines it them they this that him us me you he she who what document file pdf form forms field fields annotation annotations comment ' +
    'comments margin margins chart graph box boxes border data names people stamp stamps bookmark bookmarks content contents order layout style'
  ).split(' '),
);
/** Words of the instruction itself: with one inside a text without quotes, the clause can be read in two ways. */
const STRUCTURE = new Set(
  (
    'and or with by to into in on at from for except but only where when if unless which while as using so because instead before after until ' +
    'than then not -> → => below above under behind'
  ).split(' '),
);

/** @returns the targets of a list: `"A", "B" and "C"`, `all email addresses and phone numbers`. */
export function readTargets(cursor: Cursor, scope: Scope, rules: TargetRules): readonly Target[] {
  const targets: Target[] = [];
  if (take(cursor, 'the following')) {
    takeNouns(cursor);
    take(cursor, ':');
  }
  for (let target = readTarget(cursor, scope, rules); target !== undefined; target = readNextTarget(cursor, scope, rules))
    targets.push(target);
  return targets;
}

function readNextTarget(cursor: Cursor, scope: Scope, rules: TargetRules): Target | undefined {
  return attempt(cursor, (cursor) =>
    take(cursor, ', and', ',', 'and', '&') ? readTarget(cursor, scope, { ...rules, literal: 'quoted' }) : undefined,
  );
}

export function readTarget(cursor: Cursor, scope: Scope, rules: TargetRules): Target | undefined {
  return attempt(cursor, (cursor) => {
    const occurrence = readOccurrenceBefore(cursor);
    const determined = occurrence !== undefined || takeDeterminer(cursor);
    const of = take(cursor, ...OF_OCCURRENCES) !== undefined;
    if (of) take(cursor, 'the');
    if (rules.patterns === true) {
      const pattern = readPattern(cursor, occurrence !== undefined);
      if (pattern !== undefined) return { pattern, ...(occurrence === undefined ? {} : { occurrence }) };
    }
    const noun = readNouns(cursor);
    const quoted = takeQuoted(cursor);
    const named = noun !== undefined && NAMING_NOUNS.has(noun);
    // `the third line "A"` counts lines, which only the page can tell.
    if (quoted !== undefined && occurrence !== undefined && noun !== undefined && !named) return undefined;
    if (quoted !== undefined) return { text: quoted, ...(occurrence === undefined ? {} : { occurrence }) };
    if (rules.literal === 'quoted' || ((determined || noun !== undefined) && !of && !named)) return undefined;
    const text = readLiteral(cursor, rules, scope);
    return text === undefined ? undefined : { text, ...(occurrence === undefined ? {} : { occurrence }) };
  });
}

/** A text to write: quoted, or without quotes where it can only be literal. */
export function readValue(cursor: Cursor, scope: Scope, rules: TargetRules): string | undefined {
  return attempt(cursor, (cursor) => {
    const determined = take(cursor, 'the', 'a') !== undefined;
    const noun = readNouns(cursor);
    const quoted = takeQuoted(cursor);
    if (quoted !== undefined) return quoted;
    if (rules.literal === 'quoted' || determined || noun !== undefined) return undefined;
    return readLiteral(cursor, rules, scope);
  });
}

/** `A` and `An` with a capital are taken for a name: instructions start with a verb. */
function isDeterminer(token: Token): boolean {
  return token.text === token.word && DETERMINERS.has(token.word);
}

function takeDeterminer(cursor: Cursor): boolean {
  const token = peek(cursor);
  if (token === undefined || !isDeterminer(token)) return false;
  step(cursor);
  return true;
}

/** `all`, `every`, `the first`, `last`, `the second to last`. */
function readOccurrenceBefore(cursor: Cursor): 'all' | number | undefined {
  if (take(cursor, ...QUANTIFIERS)) return 'all';
  return attempt(cursor, (cursor) => {
    take(cursor, 'only');
    take(cursor, 'the');
    take(cursor, 'very');
    return takeNth(cursor);
  });
}

function readPattern(cursor: Cursor, quantified: boolean): TextPattern | undefined {
  for (const [pattern, plural, singular] of PATTERNS) {
    if (take(cursor, ...plural) || (quantified && take(cursor, ...singular))) return pattern;
  }
  return undefined;
}

/** Only nouns, as in `change the company name from …`. */
export function takeNouns(cursor: Cursor): void {
  for (let count = 0; count < 2 && TEXT_NOUNS.has(wordAt(cursor)); count++) step(cursor);
}

/** @returns the last of up to three nouns before a quoted or named text. */
function readNouns(cursor: Cursor): string | undefined {
  let noun: string | undefined;
  for (let count = 0; count < 3; count++) {
    const next = peek(cursor, 1);
    const here = wordAt(cursor);
    if (!TEXT_NOUNS.has(here) || next === undefined) break;
    if (peek(cursor)?.text !== here && next.kind !== 'quoted') break;
    const naming = NAMING_NOUNS.has(here) && next.kind === 'word' && !STRUCTURE.has(next.word);
    if (next.kind !== 'quoted' && !naming && !TEXT_NOUNS.has(next.word)) break;
    noun = here;
    step(cursor);
  }
  return noun;
}

/** The longest run of words up to a stop, a modifier or a comma; undefined where the run could mean something else. */
function readLiteral(cursor: Cursor, rules: TargetRules, scope: Scope): string | undefined {
  const from = cursor.at;
  const keys = (rules.keys ?? MATCH_KEYS).filter((key) => scope[key] === undefined);
  while (!isAtEnd(cursor)) {
    const token = peek(cursor);
    if (token === undefined || token.kind === 'line' || token.word === ',' || token.word === '(' || token.word === 'and') break;
    if (token.kind === 'quoted') return undefined;
    if (cursor.at > from && (rules.stops?.has(token.word) === true || isScopeHere(cursor, keys))) break;
    if (STRUCTURE.has(token.word)) return undefined;
    step(cursor);
  }
  const tokens = cursor.tokens.slice(from, cursor.at);
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined || first.kind !== 'word' || isDeterminer(first)) return undefined;
  if (first.text.startsWith('/') || first.text.includes('\\') || ordinalNumber(first.word) !== undefined) return undefined;
  const described = tokens.some((token) => token.text === token.word && DESCRIPTIONS.has(token.word));
  const proper = tokens.some((token) => token.text !== token.text.toLowerCase() || /\p{N}/u.test(token.text));
  if (described || (rules.literal === 'proper' && !proper)) return undefined;
  const text = cursor.source.slice(first.start, last.end);
  return /[\p{L}\p{N}\p{Sc}\p{So}]/u.test(text) ? text : undefined;
}
