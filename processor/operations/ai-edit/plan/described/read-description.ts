// What an instruction says of a place that it does not quote: the words that may stand there or above it, the kinds of thing that it names, and
// the form of what is to be written.

import { fold } from '#instruction/reading/folded.ts';
import { word } from '#instruction/reading/lexicon.ts';
import { type Thing, THINGS } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { VERB_FAMILIES } from '#instruction/verbs.ts';
import { findPattern, type TextPattern } from '../../facts/text-patterns.ts';

export interface Term {
  readonly text: string;
  readonly span: Span;
}

export interface SaidOfPlace {
  readonly terms: readonly Term[];
  /** Words beside the fragment: they only decide between places that it describes alike. */
  readonly rest: readonly Term[];
  readonly things: readonly { readonly thing: Thing; readonly span: Span | undefined }[];
  /** What has the form of the new text, where that is more than a word or a number. */
  readonly shape: RegExp | undefined;
}

const QUOTES = /["“”„«»「」『』`']/gu;
/** Nouns for parts of a layout: nobody looks for `line` as a word. */
const LAYOUT: ReadonlySet<Thing> = new Set<Thing>(['line', 'paragraph', 'sentence']);
/** Whose name it is was said before. */
const THEIR_NAME =
  /(?<!\p{L})(?:(?:her|his|their|its) names?|(?:ihrem|ihren|ihr|seinem|seinen|sein) namen?|(?:son|leur) nom|su nombre|il suo nome|o seu nome|(?:haar|zijn) naam)(?!\p{L})/gu;
const PAGE = new RegExp(word('(?:pages?|pg|p|seiten?|pagin[ae]s?|strona)(?: ?\\d+| [a-z]+(?= |$))|第? ?\\d+ ?(?:页|ページ|頁)'), 'gu');
const SAYS_NOTHING = new RegExp(
  `^(?:${
    'a|an|the|of|to|in|on|at|by|for|from|with|is|are|be|it|its|this|that|there|should|must|say|says|now|please|and|or|not|all|both|one|my|our|your|as|so|i|you|we|' +
    'der|die|das|den|dem|des|ein|eine|im|am|auf|an|zu|von|mit|und|oder|ist|sind|bitte|le|la|les|un|une|de|du|des|et|ou|en|est|dans|el|los|las|una|y|o|es|al|por|' +
    'il|lo|gli|di|da|e|nel|della|do|dos|das|na|no|um|uma|os|het|een|van|op|met|s'
  })$`,
  'u',
);
export const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const HIRAGANA = /^\p{scx=Hira}+$/u;
/** Kinds of text that a new text has in common with the old one. */
const KINDS = ['date', 'email', 'phone', 'url', 'iban'] as const satisfies readonly (Thing & TextPattern)[];

/** @param value what is to be written describes nothing. @param rest of the sentence, what no other operation rests on */
export function readDescription(because: string, value: string | undefined, rest: string): SaidOfPlace {
  let text = fold(because.replaceAll(QUOTES, ' ')).text;
  const blank = ({ start, end }: Span) => (text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end));
  for (const part of (value ?? '').split(' | ')) {
    const written = fold(part.replaceAll(QUOTES, ' ')).text.trim();
    const start = written === '' ? -1 : text.lastIndexOf(written);
    if (start >= 0) blank({ start, end: start + written.length });
  }
  for (const { 0: page, index } of text.matchAll(PAGE)) blank({ start: index, end: index + page.length });
  const things = (Object.keys(THINGS) as Thing[]).flatMap((thing) =>
    [...text.matchAll(new RegExp(`${word(THINGS[thing])}|${unspaced(THINGS[thing])}`, 'gu'))].slice(0, 1).map(({ 0: hit, index }) => ({
      thing,
      span: { start: index, end: index + hit.length },
    })),
  );
  const alike = KINDS.filter((kind) => value !== undefined && isWhole(value, kind) && !things.some(({ thing }) => thing === kind));
  for (const verb of Object.values(VERB_FAMILIES)) {
    for (const { 0: hit, index } of text.matchAll(verb)) blank({ start: index, end: index + hit.length });
  }
  for (const { thing, span } of things) if (LAYOUT.has(thing)) blank(span);
  for (const { 0: whose, index } of text.matchAll(THEIR_NAME)) blank({ start: index, end: index + whose.length });
  return {
    terms: termsOf(text),
    rest: termsOf(fold(rest.replaceAll(QUOTES, ' ')).text),
    things: [
      ...things.filter(({ thing, span }) => !isHeadingToo(thing, span, things)),
      ...alike.map((thing) => ({ thing, span: undefined })),
    ],
    shape: value === undefined || alike.length > 0 ? undefined : shapeOf(value),
  };
}

/** One noun may name both, and a title is one of the headings: it would be described twice. */
function isHeadingToo(one: Thing, { start }: Span, things: readonly { readonly thing: Thing; readonly span: Span }[]): boolean {
  return one === 'title' && things.some(({ thing, span }) => thing === 'heading' && span.start === start);
}

/** The alternatives in scripts that know no edges of words. */
function unspaced(alternatives: string): string {
  return (
    alternatives
      .split('|')
      .filter((one) => IDEOGRAPHS.test(one) && !/[()?]/.test(one))
      .join('|') || '(?!)'
  );
}

function isWhole(value: string, kind: TextPattern): boolean {
  return findPattern(value, kind).some(({ start, end }) => end - start > value.length * 0.6);
}

export function termsOf(text: string): Term[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: token, index }) => {
    const parts = IDEOGRAPHS.test(token) ? pairsOf(token) : [{ text: token, at: 0 }];
    return parts
      .filter((part) => !SAYS_NOTHING.test(part.text) && !HIRAGANA.test(part.text))
      .map((part) => ({ text: part.text, span: { start: index + part.at, end: index + part.at + part.text.length } }));
  });
}

function pairsOf(token: string): { readonly text: string; readonly at: number }[] {
  const ofWords = token.matchAll(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+/gu);
  return [...ofWords].flatMap(({ 0: run, index }) => {
    if (!IDEOGRAPHS.test(run) || run.length < 3) return [{ text: run, at: index }];
    return Array.from({ length: run.length - 1 }, (_, at) => ({ text: run.slice(at, at + 2), at: index + at }));
  });
}

/** `9.9.9` for a version: what has several parts, digits among them. */
function shapeOf(value: string): RegExp | undefined {
  if (!/\d/.test(value) || value.length > 60 || (value.match(/\d+|\p{L}+/gu) ?? []).length < 3) return undefined;
  const source = value.replaceAll(/\d+|\p{L}+|\s+|[^\d\p{L}\s]/gu, (part) => {
    if (/\d/.test(part)) return '\\d+';
    if (/\p{L}/u.test(part)) return '\\p{L}+';
    return /\s/.test(part) ? '\\s+' : RegExp.escape(part);
  });
  return new RegExp(`(?<![\\p{L}\\d])${source}(?![\\p{L}\\d])`, 'gu');
}
