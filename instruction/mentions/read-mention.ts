// A phrase for a thing as what it says of it: what kind of thing, which of several, what it says, where it is. Nothing of the phrase is left over:
// what is none of these is a word that must be found in the document.

import type { Folded } from '../reading/folded.ts';
import type { Span } from '../tokens.ts';
import { type Noun, type Relation, type Saying, type Term, termOf } from './mention-words.ts';

export interface Mention {
  readonly span: Span;
  readonly noun: Noun | undefined;
  /** Further nouns of the phrase: `table` of `the table row`. */
  readonly nouns: readonly Noun[];
  readonly isPlural: boolean;
  readonly nth: number | undefined;
  readonly count: number | undefined;
  /** Words of place on its page. */
  readonly position: string;
  /** Words that it has of its own: `Fact Checking` of `the Fact Checking bullet`. */
  readonly words: Span | undefined;
  /** Behind the noun they may be its label: `question 18`. */
  readonly isLabel: boolean;
  readonly says: readonly { readonly by: Saying; readonly words: Span }[];
  readonly at: readonly { readonly relation: Relation; readonly of: Span; /** With the word before it. */ readonly said: Span }[];
  /** In brackets behind it: another description, or what it says. */
  readonly asides: readonly Span[];
  /** By what was spoken of before: `the line below it`. */
  readonly deictic: Relation | undefined;
  /** Large, among others of its kind. */
  readonly isLarge: boolean;
}

interface MentionToken extends Span {
  readonly said: string;
  readonly term: Term;
  readonly mark: string | undefined;
}

const TOKEN =
  /\uE001\uE000*|(?:[ldnsmtcj]|qu|dell|all|nell|sull|dall|un|quell)'(?=[\p{L}])|[\p{L}\p{N}\p{M}]+(?:['.,:/&-][\p{L}\p{N}\p{M}]+)*\.?|[^\s]/gu;
const NOUN_WORDS_MAX = 3;

function tokensOf({ source, text }: Folded, { start, end }: Span): readonly MentionToken[] {
  const tokens: MentionToken[] = [];
  for (const { 0: whole, index } of text.slice(start, end).matchAll(TOKEN)) {
    const isWord = /[\p{L}\p{N}\uE001]/u.test(whole);
    // `15.` counts, `row.` ends.
    const said = /^\d{1,3}\.$/u.test(whole) ? whole : whole.replace(/\.$/u, '').replace(/'s?$/u, '');
    // A name in capitals is no word of the phrase.
    const isName =
      /^\p{Lu}{3,}$/u.test(source.slice(start + index, start + index + whole.length)) && /\p{Ll}{2}/u.test(source.slice(start, end));
    const term: Term = whole.startsWith('\uE001') || isName ? { is: 'word' } : isWord ? termOf(said) : { is: 'fill' };
    tokens.push({ start: start + index, end: start + index + whole.length, said, term, mark: isWord ? undefined : whole });
  }
  return joinNouns(text, tokens);
}

/** `page number`, `list item`: one noun of several words. */
function joinNouns(text: string, tokens: readonly MentionToken[]): readonly MentionToken[] {
  const joined: MentionToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at];
    if (!first) continue;
    let taken = 1;
    let token = first;
    for (let length = NOUN_WORDS_MAX; length > 1; length--) {
      const last = tokens[at + length - 1];
      if (!last || tokens.slice(at, at + length).some(({ mark }) => mark !== undefined)) continue;
      const said = text.slice(first.start, last.end).replace(/\.$/u, '');
      const term = termOf(said);
      if (term.is !== 'noun' && term.is !== 'ordinal') continue;
      [token, taken] = [{ ...first, end: last.end, said, term }, length];
      break;
    }
    joined.push(token);
    at += taken - 1;
  }
  return joined;
}

const spanOf = (tokens: readonly MentionToken[]): Span | undefined => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? { start: first.start, end: last.end } : undefined;
};

const isContent = ({ term, mark }: MentionToken) => mark === undefined && (term.is === 'word' || term.is === 'look');

/** @returns undefined for what is no phrase of this kind */
export function readMention(folded: Folded, span: Span): Mention {
  const asides: Span[] = [];
  const outer = withoutAsides(tokensOf(folded, span), asides);
  const cut = outer.findIndex(({ term, mark }, at) => (at > 0 && (term.is === 'relation' || term.is === 'saying')) || mark === ',');
  const head = cut < 0 ? outer : outer.slice(0, cut);
  const parts = (cut < 0 ? [] : partsOf(outer.slice(cut))).filter((part) => {
    const [comma, ...rest] = part;
    const own = comma?.mark === ',' ? spanOf(rest) : undefined;
    // `…, the one about …`
    if (!own || !ONE_OF.test(folded.text.slice(own.start, own.end))) return true;
    asides.push(own);
    return false;
  });
  return {
    span,
    isLarge: head.some(({ said }) => LARGE.test(said.replaceAll('ß', 'ss'))),
    ...headOf(head),
    ...parts.reduce(addPart, { says: [], at: [], position: positionOf(head), deictic: undefined } as Behind),
    asides,
  };
}

const ONE_OF =
  /^(?:the|that|those|der|die|das|den|derjenige|celui|celle|ceux|celles|el|la|los|las|quello|quella|quelli|quelle|aquele|aquela|o|a|degene|die|dat) (?:ones?|that|which|where|mit|qui|avec|que|che|con|com|met|about|with|saying)(?: |$)/u;
const LARGE = /^(?:big|large|main|gross\p{L}*|haupt|grande?|grand|principale?|groot|grote)$/u;

/** What stands in brackets is apart. */
function withoutAsides(tokens: readonly MentionToken[], asides: Span[]): readonly MentionToken[] {
  const open = tokens.findIndex(({ mark }) => mark === '(' || mark === '[');
  if (open < 0) return tokens;
  const close = tokens.findIndex(({ mark }, at) => at > open && (mark === ')' || mark === ']'));
  const aside = spanOf(tokens.slice(open + 1, close < 0 ? undefined : close));
  if (aside) asides.push(aside);
  return withoutAsides([...tokens.slice(0, open), ...(close < 0 ? [] : tokens.slice(close + 1))], asides);
}

/** Cut before each word that joins. */
function partsOf(tokens: readonly MentionToken[]): readonly (readonly MentionToken[])[] {
  const parts: MentionToken[][] = [];
  for (const token of tokens) {
    const joins = token.mark === ',' || token.term.is === 'relation' || token.term.is === 'saying';
    const last = parts.at(-1);
    // What begins with some words goes on to the end, or to a comma.
    const isOpen = last?.[0]?.term.is === 'saying' && token.mark !== ',' && !isLater(token, last);
    if (joins && !isOpen) parts.push([token]);
    else last?.push(token);
  }
  return parts;
}

/** `begins with A in the last section`: a place may follow; which of them is one, the document decides. */
const isLater = ({ term }: MentionToken, part: readonly MentionToken[]) =>
  (term.is === 'relation' && ['under', 'above', 'beside'].includes(term.relation) && part.length > 2) ||
  (part.length === 1 && term.is === 'saying');

type Behind = Pick<Mention, 'says' | 'at' | 'position' | 'deictic'>;

const IT = /^(?:it|that|this|them|es|das|dessen|le|la|lo|ello|eso|esso|essa|ele|ela|isso|het|dat)$/u;

function addPart(behind: Behind, part: readonly MentionToken[]): Behind {
  const [joint, ...rest] = part[0]?.mark === ',' ? part.slice(1) : part;
  if (!joint) return behind;
  const own = rest[0]?.term.is === 'fill' && rest.length > 1 && joint.term.is !== 'saying' ? rest : rest;
  const of = spanOf(own);
  if (joint.term.is === 'relation' || joint.term.is === 'position') {
    // `below`, `de debajo`: by what was spoken of before.
    const isPlaceOnly = [joint, ...own].every(({ term, said }) => ['relation', 'position', 'fill'].includes(term.is) || IT.test(said));
    const deictic = [joint, ...own]
      .map(({ term }) => (term.is === 'relation' && term.relation !== 'in' ? term.relation : undefined))
      .find((one) => one !== undefined);
    if (isPlaceOnly && deictic) return { ...behind, deictic };
    if (isPlaceOnly) return { ...behind, position: `${behind.position} ${positionOf([joint, ...own])}`.trim() };
    if (joint.term.is === 'relation' && of)
      return { ...behind, at: [...behind.at, { relation: joint.term.relation, of, said: { start: joint.start, end: of.end } }] };
  }
  if (joint.term.is === 'saying') {
    // `with`, `by` behind the verb.
    const skipped = own.findIndex(
      ({ term, said }) => term.is !== 'saying' && !/^(?:with|by|by|mit|par|por|con|com|met|per|of|of|von|de|auf|da)$/u.test(said),
    );
    const words = spanOf(own.slice(Math.max(0, skipped)));
    return words ? { ...behind, says: [...behind.says, { by: joint.term.saying, words }] } : behind;
  }
  const whole = spanOf([joint, ...own]);
  if ([joint, ...own].every(({ term }) => ['fill', 'ordinal'].includes(term.is))) return behind;
  return whole ? { ...behind, at: [...behind.at, { relation: 'in', of: whole, said: whole }] } : behind;
}

const positionOf = (tokens: readonly MentionToken[]) =>
  tokens
    .filter(({ term }) => term.is === 'position')
    .map(({ said }) => said)
    .join(' ');

const PLURAL = /(?:[^s]s|[ai]|en)$/u;

function headOf(tokens: readonly MentionToken[]): Pick<Mention, 'noun' | 'nouns' | 'isPlural' | 'nth' | 'count' | 'words' | 'isLabel'> {
  const nouns = tokens.flatMap((token, at) => (token.term.is === 'noun' ? [{ token, noun: token.term.noun, at }] : []));
  const content = tokens.filter(isContent);
  const firstContent = tokens.findIndex(isContent);
  // `question 18`, `ligne Subic`: the noun first; else the last noun is what is spoken of.
  const isFirst = nouns.length > 0 && firstContent > (nouns[0]?.at ?? 0);
  const head = isFirst ? nouns[0] : nouns.at(-1);
  const ordinal = tokens.find(({ term }) => term.is === 'ordinal');
  const count = tokens.find(({ term }) => term.is === 'count');
  return {
    noun: head?.noun,
    nouns: nouns.filter((one) => one !== head).map(({ noun }) => noun),
    isPlural: head !== undefined && PLURAL.test(head.token.said) && !/(?:ss|us|is)$/u.test(head.token.said),
    nth: ordinal?.term.is === 'ordinal' ? ordinal.term.nth : undefined,
    count: count?.term.is === 'count' ? count.term.count : undefined,
    words: head?.noun === 'text' && isFirst ? spanOf(tokens.slice(head.at + 1)) : spanOf(content),
    isLabel: isFirst,
  };
}
