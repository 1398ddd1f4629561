// Where the objects of an operation are looked for: a fragment of the instruction with its verbs and the pages that it names. A reader that
// finds nothing answers the field that rests on nothing.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { Match } from '#contract/params/edit-plan.ts';
import { datesIn } from '../derived.ts';
import { isOccurrenceSaid } from '../occurrences.ts';
import { type NamedPages, type Said, type Verb, mentionsOf, plain, rulersOf, sentenceOf, verbsOf } from '../said.ts';
import type { Span } from '../tokens.ts';
import { VERB_FAMILIES } from '../verbs.ts';
import { decimalNumber, wholeNumber } from '../words.ts';

/** Where an object is named; or the field that is not named anywhere. */
export type Named = readonly Span[] | string;

export interface Reading {
  readonly said: Said;
  /** All verbs of the fragment. */
  readonly verbs: readonly Verb[];
  /** Of the whole instruction. */
  readonly pages: readonly NamedPages[];
  readonly pageCount: number;
}

const PATTERN_NOUNS: Readonly<Record<NonNullable<Match['pattern']>, RegExp>> = {
  email: /e-?mails?\b|mail address|correo|courriel/gu,
  phone: /phone|telephone|telefon|téléphone|teléfono|fax|mobile|numbers? to call/gu,
  card_number: /card|karte|tarjeta|carte/gu,
  iban: /\bibans?\b|bank account|account numbers?/gu,
  ssn: /\bssns?\b|social security/gu,
  date: /\bdat(?:es?|um|en|a|as)\b|fechas?|\bdays?\b/gu,
  url: /\burls?\b|links?\b|web ?sites?|web address|internet/gu,
};

export function targetOf({ text, pattern, occurrence }: Match, reading: Reading): Named {
  if (pattern !== undefined) return namesOne(pattern, reading) ? 'match.pattern' : noun(reading, PATTERN_NOUNS[pattern], 'match.pattern');
  const spans = mentionsOf(reading.said, text ?? '');
  if (spans.length === 0) return 'match.text';
  return isOccurrenceSaid(occurrence, reading.said, spans) ? spans : 'match.occurrence';
}

/** An example of each class, as instructions write it. */
const INSTANCES: Readonly<Record<NonNullable<Match['pattern']>, RegExp>> = {
  email: /\S@\S+\.\S/u,
  phone: /\d[\d /().-]{4,}\d/u,
  card_number: /\d[\d -]{6,}\d/u,
  iban: /\b[a-z]{2}\d{2}[a-z\d ]{8,}/u,
  ssn: /\d[\d -]{4,}\d/u,
  date: /\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b/u,
  url: /https?:|www\.|\p{L}\.(?:com|org|net|io|de|fr|es|it|eu)\b/u,
};
const ALL_OF_CLASS =
  /(?<!\p{L})(?:all|every|each|any|such as|like|alle[ns]?|jede[ns]?|tou(?:s|tes)|chaque|tod[oa]s|cada|tutt[ei]|ogni)(?!\p{L})/u;

/** `the date of birth 30/08/1968` means that date and not its class. */
function namesOne(pattern: NonNullable<Match['pattern']>, { said }: Reading): boolean {
  const text = said.text.slice(said.start, said.end);
  return (INSTANCES[pattern].test(text) || (pattern === 'date' && datesIn(text).length > 0)) && !ALL_OF_CLASS.test(text);
}

export function noun({ said }: Reading, pattern: RegExp, field: string): Named {
  const found = Array.from(said.unquoted.matchAll(pattern), ({ 0: word, index }) => ({ start: index, end: index + word.length }));
  const inside = found.filter(({ start, end }) => start >= said.start && end <= said.end);
  return inside.length === 0 ? field : inside;
}

export function chosen(choice: string, { pageCount }: Reading): readonly number[] {
  return choosePages(choice, pageCount) ?? [];
}

/** The objects, if the pages are those that the instruction names beside them. */
export function within(objects: Named, choice: string, reading: Reading, isWhole = false): Named {
  if (typeof objects === 'string') return objects;
  const pages = scope(choice, reading, isWhole);
  return typeof pages === 'string' ? pages : objects;
}

/**
 * Pages that say where something is done. Where the sentence names pages for it, no other ones are meant.
 * @param isWhole fewer pages than the instruction names are refused as well
 */
export function scope(choice: string, reading: Reading, isWhole = false): Named {
  const { said, verbs, pages, pageCount } = reading;
  const sentence = sentenceOf(said);
  const around = verbsOf({ ...said, ...sentence }, VERB_FAMILIES);
  const meant = pages.filter((named) => {
    if (named.start < sentence.start || named.end > sentence.end) return false;
    if (named.start >= said.start && named.end <= said.end) return verbs.length < 2 || isRuledAlike(named, reading);
    const between = named.end <= said.start ? [named.end, said.start] : [said.end, named.start];
    const [from = 0, to = 0] = between;
    if (around.some((verb) => verb.start >= from && verb.end <= to)) return false;
    return named.start >= said.end || !around.some((verb) => verb.end <= named.start);
  });
  const wanted = chosen(choice, reading);
  if (meant.length === 0) return isWhole && wanted.length < pageCount && pages.length === 0 ? 'pages' : [said];
  const named = new Set(meant.flatMap((one) => one.pages));
  if (!wanted.every((page) => named.has(page))) return 'pages';
  return isWhole && wanted.length < named.size ? 'pages' : meant;
}

/** Whether the verb that rules these pages is of the kind of the fragment's first verb, or coordinated with it. */
function isRuledAlike(named: Span, { said, verbs }: Reading): boolean {
  const [first] = verbs;
  return first === undefined || named.end <= first.start || rulersOf(verbs, named, said.unquoted).length > 0;
}

/** Several families know one word: all of them rule. */
export function ruledBy(object: Span, verbs: readonly Verb[], said: Said): readonly Verb[] {
  return [...rulersOf(verbs, object, said.unquoted), ...pointingBack(object, verbs, said)].flatMap((ruler) =>
    verbs.filter((verb) => verb.start < ruler.end && ruler.start < verb.end),
  );
}

/** `page 3 is old, throw that page away`; a bare `it` only points to what its sentence began with. */
function pointingBack(object: Span, verbs: readonly Verb[], { unquoted, start }: Said): readonly Verb[] {
  const verb = verbs.find((one) => one.start >= object.end);
  if (!verb) return [];
  const asked = unquoted.slice(verb.start, verb.end + 24);
  const isLastSaid = /^,? (?:(?:so|and|please|then|kindly|therefore) )*$/u.test(unquoted.slice(object.end, verb.start));
  const isSubject = isLastSaid || object.start === start || /[.;:!?,] ?(?:the )?$/u.test(unquoted.slice(start, object.start));
  const points =
    /\b(?:that|this|the|those|these) (?:page|sheet)s?\b/u.test(asked) && /page|sheet|seite/u.test(unquoted.slice(object.start, object.end));
  return points || (isSubject && /^\S+ (?:it|them|this|that|these|those)\b/u.test(asked)) ? [verb] : [];
}

/** Contiguous, in the fragment. */
export function valueIn(value: string, { said }: Reading): readonly Span[] {
  const spans = mentionsOf(said, value, 'parts');
  if (spans.length > 0) return spans;
  // The same date in another form is still the same date.
  return datesIn(value).length === 1 && plain(value).length < 40
    ? datesIn(said.text.slice(said.start, said.end))
        .filter(({ iso }) => iso.some((one) => datesIn(value)[0]?.iso.includes(one)))
        .map(({ start, end }) => ({ start: start + said.start, end: end + said.start }))
    : [];
}

export function numbersIn(text: string): readonly number[] {
  const words = text.split(/[\s;:!?()]+|(?<=\d)(?=[a-z%])/);
  return words.flatMap((word) => decimalNumber(word.replace(/[.,]$/, '')) ?? wholeNumber(word) ?? []);
}

export function isNumberSaid(number: number, { said }: Reading): boolean {
  return numbersIn(said.unquoted.slice(said.start, said.end)).includes(number);
}
