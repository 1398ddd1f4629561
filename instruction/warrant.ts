// Whether the words of an instruction ask for an operation: for its kind, for what it acts on and for what it writes. Every kind of operation
// has its row in one table, so that a new one cannot come without. The grammar's own reading of an instruction needs no such proof.

import { choosePages } from '#contract/params/edit-pages.ts';
import type { EditName, EditOf, EditOperation, Length, Match } from '#contract/params/edit-plan.ts';
import { isAsked } from './asked.ts';
import { datesIn, saidAnew } from './derived.ts';
import { isPositionMeant, isSideMeant, isTurnMeant } from './directions.ts';
import { isOccurrenceSaid } from './occurrences.ts';
import { parseInstruction } from './parse.ts';
import { isPlaceSaid } from './places.ts';
import {
  findFragment,
  mentionsOf,
  type NamedPages,
  pagesNamed,
  plain,
  rulersOf,
  type Said,
  sentenceOf,
  verbsOf,
  type Verb,
} from './said.ts';
import type { Span } from './tokens.ts';
import { VERB_FAMILIES, type VerbFamily } from './verbs.ts';
import { colorOf, decimalNumber, unitOf, wholeNumber } from './words.ts';

/** What of the instruction an operation rests on; or the field that rests on nothing. */
export type Warrant =
  | { readonly ok: true; readonly objects: readonly Span[]; readonly takesAway: boolean }
  | { readonly ok: false; readonly field: string };

/** Where an object is named; a field that is not named anywhere is given by its name. */
type Named = readonly Span[] | string;

interface Reading {
  readonly said: Said;
  /** All that are in the fragment. */
  readonly verbs: readonly Verb[];
  /** Of the whole instruction. */
  readonly pages: readonly NamedPages[];
  readonly pageCount: number;
}

interface Row<N extends EditName> {
  /** Verbs that ask for it. Absent where the grammar's words are enough, since the named objects say what is meant. */
  readonly verbs?: readonly VerbFamily[] | ((operation: EditOf<N>) => readonly VerbFamily[]);
  /** Nouns of its own that ask for it as well as a verb does. With them, the grammar's words are not enough. */
  readonly words?: RegExp;
  /** Words that ask for it without any verb, unless they are forbidden or are to be taken away themselves. */
  readonly hints?: RegExp;
  /** Whether it removes, crops, hides or ticks: then a verb of its family must stand in its own fragment and rule its object. */
  readonly takesAway: boolean | ((operation: EditOf<N>) => boolean);
  /** What it acts on or writes, where it is named. Several lists: each must be named. */
  readonly objects: (operation: EditOf<N>, reading: Reading) => Named;
}

const WATERMARK = /watermark|wasserzeichen|filigran|marca de agua/u;
const STAMP = /stamp|stempel|tampon|sello|timbr|corner|\btop\b|\bbottom\b/u;
const NUMBERS = /number|seitenzahl|nummer|numérot|numer|paginat/u;
const NUMBERS_BY_EXAMPLE =
  /(?<!\p{L})(?:page|seite|p[áa]gina|p\.?|sheet|blatt|strona|bladzijde)? ?(?:\d+|x|n) ?(?:of|\/|von|sur|de|di|van|z) ?(?:\d+|y|n)(?![\p{L}\d])/u;
const BLANK =
  /(?:blank|empty|white|leere[ns]?|vierge|blanche|vide|en blanco|vac[íi]a|vuota|bianca|em branco|lege|pust[aą])(?: \p{L}+)? (?:page|sheet|side|seite|blatt|feuille|hoja|pagina|página|strona)s?|(?:page|feuille|p[áa]gina|hoja|strona) (?:blanche|vierge|vide|en blanco|em branco|vac[íi]a|vuota|bianca|pusta)|(?:leere|lege) (?:seite|pagina)/gu;
const MOVED =
  /(?<!\p{L})(?:comes?|goes?|go|belongs?|follows?|precedes?|should be|must be|wants? to be|kommt|gehört|gehören|va|vient|doit être|debe ir|viene|deve stare)(?!\p{L})/gu;
const TWICE =
  /(?<!\p{L})(?:twice|two times|three times|double|copies|copy|again|second time|duplicates?|doppelt|zweimal|en double|deux fois|dos veces|due volte|duas vezes|tweemaal|dwa razy)(?!\p{L})/gu;
const TURNED =
  /upside[- ]down|sideways|landscape|portrait|degrees|°|clockwise|on (?:its|their) (?:side|head)|wrong way|right way up|upright|querformat|hochformat|auf dem kopf|à l['’]envers|boca abajo|de lado|sottosopra/gu;
const UNLINKED =
  /(?:not|no longer|never|nicht(?: mehr)?|ne plus|no)(?: \p{L}+)? (?:clickable|anklickbar|cliquables?)|unclickable|(?:without|no(?: more)?|free of|ohne|sans|sin|senza) (?:any |the )?(?:hyper)?(?:links?|liens?|enlaces?)|links? (?:\p{L}+ ){0,3}(?:off|away|gone|dead)(?!\p{L})/gu;
const HEADER = /header|footer|\btop\b|\bbottom\b|kopf|fuß|en-tête|pied de page|encabezado|pie de p|intestazione/u;
const PROPERTY =
  /titles?|titel|titre|t[íi]tulo|titolo|author|autor|auteur|autore|subject|betreff|sujet|asunto|key ?words?|metadata|metadaten|properties|file info/u;

const ROWS: { readonly [N in EditName]: Row<N> } = {
  replace_text: { verbs: ['change', 'add', 'style'], takesAway: false, objects: replaced },
  delete_text: {
    verbs: ['remove'],
    takesAway: true,
    objects: ({ match, pages }, reading) => within(targetOf(match, reading), pages, reading),
  },
  insert_text: { takesAway: false, objects: inserted },
  restyle_text: {
    verbs: ({ color, size }) => (isFaint(color, size) ? ['style', 'change', 'redact'] : []),
    takesAway: ({ color, size }) => isFaint(color, size),
    objects: restyled,
  },
  redact: {
    verbs: ['redact', 'remove'],
    takesAway: true,
    objects: ({ match, pages }, reading) => within(targetOf(match, reading), pages, reading, true),
  },
  highlight: { verbs: ['highlight', 'style', 'redact'], takesAway: true, objects: highlighted },
  replace_image: { verbs: ['change', 'add'], takesAway: false, objects: pictured },
  rotate_pages: { verbs: ['rotate'], hints: TURNED, takesAway: false, objects: rotated },
  delete_pages: {
    verbs: ['remove', 'keep'],
    takesAway: true,
    objects: ({ pages }, reading) => removedPages(chosen(pages, reading), reading),
  },
  keep_pages: { verbs: ['keep', 'remove'], takesAway: true, objects: ({ pages }, reading) => keptPages(chosen(pages, reading), reading) },
  move_pages: { verbs: ['move', 'change'], hints: MOVED, takesAway: false, objects: moved },
  duplicate_pages: {
    verbs: ['copy', 'add'],
    hints: TWICE,
    takesAway: false,
    objects: ({ pages, copies }, reading) => (isCountSaid(copies, reading) ? scope(pages, reading) : 'copies'),
  },
  insert_blank_page: { verbs: ['add'], hints: BLANK, takesAway: false, objects: blank },
  crop: { verbs: ['crop'], takesAway: true, objects: cropped },
  watermark_text: { verbs: ['add'], words: WATERMARK, takesAway: false, objects: watermarked },
  stamp: { verbs: ['add'], words: STAMP, takesAway: false, objects: stamped },
  page_numbers: { words: NUMBERS, hints: NUMBERS_BY_EXAMPLE, takesAway: false, objects: numbered },
  header_footer: { verbs: ['add'], words: HEADER, takesAway: false, objects: written },
  set_metadata: { words: PROPERTY, takesAway: false, objects: property },
  remove_metadata: { verbs: ['remove', 'redact'], takesAway: true, objects: properties },
  fill_field: { verbs: ['fill', 'tick', 'change'], takesAway: false, objects: filled },
  check_field: {
    verbs: ({ checked }) => (checked ? ['tick', 'fill'] : ['untick', 'remove']),
    takesAway: true,
    objects: ({ field }, reading) => fieldNamed(field, reading),
  },
  flatten_forms: { verbs: ['flatten'], takesAway: false, objects: (_, reading) => [reading.said] },
  remove_annotations: { verbs: ['remove'], takesAway: true, objects: remarks },
  remove_links: {
    verbs: ['remove'],
    hints: UNLINKED,
    takesAway: true,
    objects: ({ pages }, reading) => within(noun(reading, /(?:hyper)?links?|urls?|lien|enlace|collegament/gu, 'op'), pages, reading),
  },
};

/** @returns what it rests on, at the place of the fragment where it rests on most. */
export function warrantOf(operation: EditOperation, instruction: string, pageCount: number): Warrant {
  if (isOwnReading(operation, instruction)) return { ok: true, objects: [], takesAway: false };
  let refused: Warrant = { ok: false, field: 'because' };
  for (const said of findFragment(instruction, operation.because)) {
    const warrant = judgePlace(operation, said, pageCount);
    if (warrant.ok) return warrant;
    refused = warrant;
  }
  return refused;
}

/** Two operations of different kinds that take something away cannot rest on the same words. */
export function shareObject(one: Warrant, two: Warrant): boolean {
  if (!one.ok || !two.ok || !one.takesAway || !two.takesAway) return false;
  return one.objects.some((a) => two.objects.some((b) => a.start < b.end && b.start < a.end));
}

function isOwnReading(operation: EditOperation, instruction: string): boolean {
  const read = parseInstruction(instruction);
  return (
    read.ok &&
    read.edits.operations.some((own) => JSON.stringify(inOrder({ ...own, id: '' })) === JSON.stringify(inOrder({ ...operation, id: '' })))
  );
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, inOrder(item)]),
  );
}

function judgePlace<N extends EditName>(operation: EditOf<N>, said: Said, pageCount: number): Warrant {
  // The row is that of the operation's own kind.
  const row = ROWS[operation.op] as unknown as Row<N>;
  const takesAway = typeof row.takesAway === 'function' ? row.takesAway(operation) : row.takesAway;
  const families = typeof row.verbs === 'function' ? row.verbs(operation) : (row.verbs ?? []);
  const verbs = verbsOf(said, VERB_FAMILIES);
  const isMeant = (verb: Verb) => families.some((family) => family === verb.family);
  const hinted = row.hints && hintedBy(row.hints, verbs, said, operation.op === 'page_numbers');
  const isHinted = hinted === 'asked';
  const isAskedFor = verbs.some(isMeant) || isHinted;
  if ((takesAway || hinted === 'forbidden') && !isAskedFor) return { ok: false, field: 'because' };
  const isNamed = row.words?.test(said.unquoted.slice(said.start, said.end)) ?? false;
  if (row.words && !isNamed && !isAskedFor) return { ok: false, field: 'because' };
  if (!row.words && !takesAway && !isAskedFor && !isAsked(operation.op, said.unquoted.slice(said.start, said.end)))
    return { ok: false, field: 'because' };
  const objects = row.objects(operation, { said, verbs, pages: pagesNamed(said, pageCount), pageCount });
  if (typeof objects === 'string') return { ok: false, field: objects };
  if (!takesAway || (isHinted && !verbs.some(isMeant))) return { ok: true, objects, takesAway };
  const ruled = objects.filter((object) => ruledBy(object, verbs, said).some(isMeant));
  return ruled.length === 0 ? { ok: false, field: 'because' } : { ok: true, objects: ruled, takesAway };
}

const HINT_FORBIDDEN =
  /(?<!\p{L})(?:not|no|never|don't|without|avoid|instead of|rather than|nicht|keine?[nrs]?|ohne|nie|ne|pas|sans|sin|nunca|non|senza)(?: \p{L}+){0,3} $/u;
const TAKING_AWAY: ReadonlySet<string> = new Set<VerbFamily>(['remove', 'redact', 'crop']);

/** @param isQuoted an example of what is to be written may stand in quotes */
function hintedBy(hints: RegExp, verbs: readonly Verb[], said: Said, isQuoted: boolean): 'asked' | 'forbidden' | undefined {
  const text = isQuoted ? said.text : said.unquoted;
  const spans = Array.from(text.matchAll(new RegExp(hints.source, 'gu')), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  })).filter(({ start, end }) => start >= said.start && end <= said.end);
  const isAsking = (span: Span) => {
    const clause = text.slice(Math.max(0, span.start - 60), span.start).replace(/^.*(?:[,;.:]| but )/su, '');
    return !HINT_FORBIDDEN.test(clause) && !rulersOf(verbs, span, said.unquoted).some(({ family }) => TAKING_AWAY.has(family));
  };
  if (spans.length === 0) return undefined;
  return spans.some(isAsking) ? 'asked' : 'forbidden';
}

/** Several families know one word: all of them rule. */
function ruledBy(object: Span, verbs: readonly Verb[], said: Said): readonly Verb[] {
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

// What is named.

const PATTERN_NOUNS: Readonly<Record<NonNullable<Match['pattern']>, RegExp>> = {
  email: /e-?mails?\b|mail address|correo|courriel/gu,
  phone: /phone|telephone|telefon|téléphone|teléfono|fax|mobile|numbers? to call/gu,
  card_number: /card|karte|tarjeta|carte/gu,
  iban: /\bibans?\b|bank account|account numbers?/gu,
  ssn: /\bssns?\b|social security/gu,
  date: /\bdat(?:es?|um|en|a|as)\b|fechas?|\bdays?\b/gu,
  url: /\burls?\b|links?\b|web ?sites?|web address|internet/gu,
};

function targetOf({ text, pattern, occurrence }: Match, reading: Reading): Named {
  if (pattern !== undefined) return noun(reading, PATTERN_NOUNS[pattern], 'match.pattern');
  const spans = mentionsOf(reading.said, text ?? '');
  if (spans.length === 0) return 'match.text';
  return isOccurrenceSaid(occurrence, reading.said, spans) ? spans : 'match.occurrence';
}

function noun({ said }: Reading, pattern: RegExp, field: string): Named {
  const found = Array.from(said.unquoted.matchAll(pattern), ({ 0: word, index }) => ({ start: index, end: index + word.length }));
  const inside = found.filter(({ start, end }) => start >= said.start && end <= said.end);
  return inside.length === 0 ? field : inside;
}

function chosen(choice: string, { pageCount }: Reading): readonly number[] {
  return choosePages(choice, pageCount) ?? [];
}

/** The objects, if the pages are those that the instruction speaks of beside them. */
function within(objects: Named, choice: string, reading: Reading, isWhole = false): Named {
  if (typeof objects === 'string') return objects;
  const pages = scope(choice, reading, isWhole);
  return typeof pages === 'string' ? pages : objects;
}

/**
 * Pages that say where something is done. Where the sentence names pages for it, no other ones are meant.
 * @param isWhole fewer pages than the instruction speaks of are refused as well
 */
function scope(choice: string, reading: Reading, isWhole = false): Named {
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

/** Whether the verb that rules these pages is one of the fragment's first verb's kind, or stands with it. */
function isRuledAlike(named: Span, { said, verbs }: Reading): boolean {
  const [first] = verbs;
  return first === undefined || named.end <= first.start || rulersOf(verbs, named, said.unquoted).length > 0;
}

/** What goes, and where to. */
function moved({ pages, place, page }: EditOf<'move_pages'>, reading: Reading): Named {
  return isPlaceSaid({ place, page }, reading.said, reading.pages, reading.pageCount) ? scope(pages, reading) : 'page';
}

function blank({ place, page, count }: EditOf<'insert_blank_page'>, reading: Reading): Named {
  if (!isPlaceSaid({ place, page }, reading.said, reading.pages, reading.pageCount)) return 'page';
  return isCountSaid(count, reading) ? noun(reading, /page|sheet|seite|blatt|feuille|hoja|página|pagina|strona|页/gu, 'page') : 'count';
}

/** One needs no number; `twice` may mean one more or two. */
function isCountSaid(count: number, reading: Reading): boolean {
  if (count === 1) return true;
  const { unquoted, start, end } = reading.said;
  return (
    [count, count + 1].some((number) => isNumberSaid(number, reading)) ||
    (count === 2 && /twice|couple|zweimal|deux fois|dos veces|due volte|triple|pair/u.test(unquoted.slice(start, end))) ||
    /\p{Script=Han}|several|some|mehrere|plusieurs|vari/u.test(unquoted.slice(start, end))
  );
}

function removedPages(pages: readonly number[], { said, verbs, pages: all, pageCount }: Reading): Named {
  const named = all.filter((one) => one.start >= said.start && one.end <= said.end);
  const kept = named.filter((one) => ruledBy(one, verbs, said).some(({ family }) => family === 'keep') && !one.isException);
  const gone = new Set(
    named
      .filter((one) => !kept.includes(one) && ruledBy(one, verbs, said).some(({ family }) => family === 'remove'))
      .flatMap((one) => one.pages),
  );
  const stays = new Set(kept.flatMap((one) => one.pages));
  const isRest = stays.size > 0 && pages.every((page) => !stays.has(page)) && stays.size + pages.length <= pageCount;
  const isNamed = gone.size > 0 && pages.every((page) => gone.has(page));
  return isNamed || isRest ? named : 'pages';
}

function keptPages(pages: readonly number[], reading: Reading): Named {
  const { said, verbs, pages: all, pageCount } = reading;
  const named = all.filter((one) => one.start >= said.start && one.end <= said.end);
  const rest = Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => !pages.includes(page));
  const stays = new Set(
    named.filter((one) => ruledBy(one, verbs, said).some(({ family }) => family === 'keep')).flatMap((one) => one.pages),
  );
  if (stays.size > 0 && [...stays].every((page) => pages.includes(page))) return named;
  return removedPages(rest, reading);
}

/** `replace X with Y`, `Y instead of X`: each on its side, and nothing else between them. */
function replaced({ match, value, pages }: EditOf<'replace_text'>, reading: Reading): Named {
  const olds = targetOf(match, reading);
  if (typeof olds === 'string') return olds;
  if (saidAnew(match.text, value, reading.said.text)) return within(olds, pages, reading);
  const news = valueIn(value, reading);
  if (news.length === 0) return 'value';
  const paired = olds.filter((old) => news.some((fresh) => isPair(old, fresh, reading.said)));
  return paired.length === 0 ? 'match.text' : within(paired, pages, reading);
}

const ONTO = /(?:^| )(?:to|with|by|into|becomes?|durch|auf|zu|par|por|con|→|->|=>) /gu;
const REVERSED =
  /(?:instead of|in place of|in lieu of|rather than|no longer|any ?more|in exchange for|over|replac\p{L}*|formerly|previously|where(?:ver)? (?:it|there) (?:says|reads)|, ?-? ?not|statt|anstelle(?: von)?|anstatt|nicht mehr|au lieu de|à la place de|plus|en lugar de|en vez de|al posto di|invece di)\s*(?:\p{L}+ )?["'`]?$/u;

/** `swap X for Y`, but `use Y for X`. */
const TAKES_FOR = /\b(?:swap|switch|exchang|trad)\p{L}*/u;
const FOR = /^ ?["'`]? *for *["'`]?$/u;

function isPair(old: Span, fresh: Span, { text, unquoted, start }: Said): boolean {
  const [first, second] = old.start < fresh.start ? [old, fresh] : [fresh, old];
  if (first.end > second.start) return false;
  if (FOR.test(unquoted.slice(first.end, second.start))) return TAKES_FOR.test(unquoted.slice(start, first.start)) === (first === old);
  if (old.end <= fresh.start) {
    const between = unquoted.slice(old.end, fresh.start);
    return between.length < 200 && !REVERSED.test(between.trimEnd()) && [...between.matchAll(ONTO)].length <= 1;
  }
  return fresh.end <= old.start && REVERSED.test(text.slice(fresh.end, old.start).trimEnd());
}

/** Contiguous, in the fragment. */
function valueIn(value: string, { said }: Reading): readonly Span[] {
  const spans = mentionsOf(said, value, 'parts');
  if (spans.length > 0) return spans;
  // Another way of writing the same date is no other date.
  return datesIn(value).length === 1 && plain(value).length < 40
    ? datesIn(said.text.slice(said.start, said.end))
        .filter(({ iso }) => iso.some((one) => datesIn(value)[0]?.iso.includes(one)))
        .map(({ start, end }) => ({ start: start + said.start, end: end + said.start }))
    : [];
}

function inserted({ match, value, place, pages }: EditOf<'insert_text'>, reading: Reading): Named {
  const anchors = targetOf(match, reading);
  if (typeof anchors === 'string') return anchors;
  if (!anchors.some((anchor) => isSideMeant(place, anchor, reading.said.unquoted))) return 'place';
  const values = valueIn(value, reading);
  const apart = anchors.filter((anchor) => values.some((one) => one.end <= anchor.start || anchor.end <= one.start));
  return apart.length === 0 ? 'value' : within(apart, pages, reading);
}

function stamped(operation: EditOf<'stamp'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  return isPositionMeant(operation.position, text) ? written(operation, reading) : 'position';
}

function written({ value, pages }: EditOf<'stamp' | 'header_footer' | 'watermark_text'>, reading: Reading): Named {
  const spans = valueIn(value, reading);
  return spans.length === 0 ? 'value' : within(spans, pages, reading);
}

/** One that hides what is under it must be asked for as one. */
function watermarked(operation: EditOf<'watermark_text'>, reading: Reading): Named {
  const { opacity } = operation;
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  const isSaid =
    opacity <= OPAQUE_MIN || numbersIn(text).includes(Math.round(opacity * 100)) || /opaque|solid|deckend|full(?:y)? /u.test(text);
  return isSaid ? written(operation, reading) : 'opacity';
}

const OPAQUE_MIN = 0.6;
const PALE_MIN = 0.75;
const DARK_MAX = 0.2;
const FAINT_PT_MAX = 4;
const FAINT_PERCENT_MAX = 50;

/** Relative luminance (WCAG 2), from 0 for black to 1 for white. */
export function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Text that is hard to see on white, or too small to read. */
function isFaint(color: string | undefined, size: EditOf<'restyle_text'>['size']): boolean {
  if (color !== undefined && luminanceOf(color) > PALE_MIN) return true;
  return size !== undefined && (size.unit === 'pt' ? size.value < FAINT_PT_MAX : size.value < FAINT_PERCENT_MAX);
}

function restyled({ match, color, size, pages }: EditOf<'restyle_text'>, reading: Reading): Named {
  const objects = targetOf(match, reading);
  if (isFaint(color, undefined) && !isColorSaid(color ?? '', reading)) return 'color';
  if (size !== undefined && !isNumberSaid(size.value, reading) && (isFaint(undefined, size) || !isSizeMeant(reading))) return 'size';
  return within(objects, pages, reading);
}

const SIZE =
  /(?<!\p{L})(?:(?:font |text |type )?size|big(?:ger)?|larger?|small(?:er)?|enlarge\p{L}*|shrink|grow|doubl\p{L}*|hal(?:f|ve)|twice|triple|tiny|huge|größer|kleiner|grand|petit|grande|pequeñ\p{L}+)(?!\p{L})/u;
const SIZE_STAYS =
  /(?:same|keep(?:ing)?|leav\p{L}+|not)(?: \p{L}+){0,3} size|size(?: \p{L}+){0,2} (?:stays?|remains?|unchanged|as (?:it )?is|the same)/u;

function isSizeMeant({ said }: Reading): boolean {
  const text = said.unquoted.slice(said.start, said.end);
  return SIZE.test(text) && !SIZE_STAYS.test(text);
}

/** White or black over a text hides it: the colour must be said. */
function highlighted({ match, color, pages }: EditOf<'highlight'>, reading: Reading): Named {
  const luminance = luminanceOf(color);
  if ((luminance > 0.95 || luminance < DARK_MAX) && !isColorSaid(color, reading)) return 'color';
  return within(targetOf(match, reading), pages, reading);
}

const INVISIBLE = /\b(?:invisible|unsichtbar|hidden|transparent)\b/u;

function isColorSaid(color: string, { said }: Reading): boolean {
  const text = said.unquoted.slice(said.start, said.end);
  const words = text.split(/[\s,.;:!?()]+/);
  const names = words.flatMap((word, index) => [word, `${word} ${words[index + 1] ?? ''}`]);
  return (
    names.some((name) => colorOf(name) === color) ||
    INVISIBLE.test(text) ||
    (/weiß|weiss|blanc|blanco|bianc/u.test(text) && luminanceOf(color) > 0.95)
  );
}

function numbersIn(text: string): readonly number[] {
  const words = text.split(/[\s;:!?()]+|(?<=\d)(?=[a-z%])/);
  return words.flatMap((word) => decimalNumber(word.replace(/[.,]$/, '')) ?? wholeNumber(word) ?? []);
}

function isNumberSaid(number: number, { said }: Reading): boolean {
  return numbersIn(said.unquoted.slice(said.start, said.end)).includes(number);
}

const PICTURE = /images?|pictures?|photos?|logos?|signatures?|graphics?|scan|illustrations?|bild(?:er)?|foto|im[áa]gen|imagen|immagine/gu;

function pictured({ image, pages }: EditOf<'replace_image'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  if (image === 'all' && !/\b(?:all|every|each|both|alle|toutes|tous|todas|todos|tutte)\b|(?:image|picture|photo|logo)s\b/u.test(text))
    return 'image';
  return within(noun(reading, PICTURE, 'image'), pages, reading);
}

function rotated({ degrees, pages }: EditOf<'rotate_pages'>, reading: Reading): Named {
  const turns = numbersIn(reading.said.unquoted.slice(reading.said.start, reading.said.end)).filter(
    (number) => number % 90 === 0 && number > 0,
  );
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  return isTurnMeant(degrees, turns, text) ? scope(pages, reading) : 'degrees';
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const ALL_SIDES =
  /\b(?:all|every|each|both|around|margins?|edges?|sides?|borders?|rand|ränder\p{L}*|seiten|marges?|bords?|márgenes|bordes|margini|bordi)\b/u;
const SHARES: Readonly<Record<string, number>> = { half: 50, quarter: 25, third: 33.33, tenth: 10 };

function cropped(operation: EditOf<'crop'>, reading: Reading): Named {
  const text = reading.said.unquoted.slice(reading.said.start, reading.said.end);
  const isAround = ALL_SIDES.test(text);
  for (const side of SIDES) {
    const cut = operation[side];
    if (cut === undefined) continue;
    if (!isAround && !new RegExp(`\\b${side}\\b`, 'u').test(text)) return side;
    if (!isLengthSaid(cut, text)) return side;
  }
  const verbs = reading.verbs
    .filter(({ family }) => family === 'crop')
    .map(({ start, end }) => ({ start: end, end: Math.max(start, end) }));
  return within(verbs, operation.pages, reading);
}

function isLengthSaid({ value, unit }: Length, text: string): boolean {
  if (unit === '%' && Object.entries(SHARES).some(([word, share]) => share === value && text.includes(word))) return true;
  const words = text.split(/[\s;:!?()]+|(?<=\d)(?=[a-z%])/).map((word) => word.replace(/[.,]$/, ''));
  if (value === 0.5 && new RegExp(`\\bhalf an? (?:\\p{L}+)`, 'u').test(text) && words.some((word) => unitOf(word) === unit)) return true;
  return words.some((word, index) => (decimalNumber(word) ?? wholeNumber(word)) === value && unitOf(words[index + 1] ?? '') === unit);
}

/** `Page 1 of 5` shows the format and names no page. */
function numbered({ format, pages }: EditOf<'page_numbers'>, reading: Reading): Named {
  if (!numbering(format, reading)) return 'format';
  const examples = [...reading.said.unquoted.matchAll(new RegExp(NUMBERS_BY_EXAMPLE.source, 'gu'))];
  const isExample = ({ start }: Span) => examples.some(({ 0: all, index }) => start >= index && start < index + all.length);
  return scope(pages, { ...reading, pages: reading.pages.filter((named) => !isExample(named)) });
}

const NUMBERING = new Set(['page', 'of', 'seite', 'von', 'sur', 'de', 'p']);

function numbering(format: string, { said }: Reading): boolean {
  const words = plain(format.replaceAll(/\{(?:n|total)\}/g, ' ')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const known = new Set(said.text.match(/[\p{L}\p{M}\p{N}]+/gu));
  return words.every((word) => NUMBERING.has(word) || known.has(word));
}

const PROPERTY_NOUNS: Readonly<Record<EditOf<'set_metadata'>['field'], RegExp>> = {
  title: /titles?|titel|titre|t[íi]tulo|titolo|name/gu,
  author: /authors?|autor\p{L}*|auteur|autore|writer|creator/gu,
  subject: /subjects?|betreff|thema|sujet|asunto|oggetto|topic/gu,
  keywords: /key ?words?|tags?|schlagw\p{L}*|schlüsselw\p{L}*|mots[- ]cl\p{L}*|palabras clave|parole chiave/gu,
};
const ALL_PROPERTIES =
  /meta ?-?(?:data|daten|données|datos|dati)|métadonnées|metadatos|metadati|properties|document info\p{L}*|eigenschaften|propriétés|propiedades|proprietà/gu;

function property({ field, value }: EditOf<'set_metadata'>, reading: Reading): Named {
  const named = noun(reading, PROPERTY_NOUNS[field], 'field');
  if (typeof named === 'string') return named;
  const others = Object.entries(PROPERTY_NOUNS).flatMap(([name, nouns]) => {
    const spans = name === field ? [] : noun(reading, nouns, 'field');
    return typeof spans === 'string' ? [] : [...spans];
  });
  // The property that is named last before a value is the one that gets it.
  const values = valueIn(value, reading).filter((one) => {
    const own = named.findLast((span) => span.end <= one.start);
    return !own || !others.some((span) => own.end <= span.start && span.end <= one.start);
  });
  return values.length === 0 ? 'value' : named;
}

function properties({ fields }: EditOf<'remove_metadata'>, reading: Reading): Named {
  const all = noun(reading, ALL_PROPERTIES, 'fields');
  if (fields === 'all') return all;
  const named = fields.map((field) => noun(reading, PROPERTY_NOUNS[field], 'fields'));
  if (named.every((one) => typeof one !== 'string')) return named.flat();
  return all;
}

const FIELD_FILLERS = new Set(
  'the a an of to with and my your is box field form i have full complete customer client applicant user text input'.split(' '),
);

/** A field by its name or label; of a technical name, its last part: `form1.page1.Last_Name[0]`. */
function fieldNamed(field: string, reading: Reading): Named {
  const last = field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
  const spaced = last.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/[_\s-]+/gu, ' ');
  for (const name of [field, last, spaced]) {
    const spans = mentionsOf(reading.said, name.replace(/[:*?]+$/, ''), 'parts');
    if (spans.length > 0) return spans;
  }
  const words =
    plain(spaced)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.filter((word) => !FIELD_FILLERS.has(word)) ?? [];
  const places = words.map((word) => mentionsOf(reading.said, word));
  return words.length > 0 && places.every((spans) => spans.length > 0) ? (places[0] ?? 'field') : 'field';
}

const NEXT_OF_LIST = /(?:[,;]| and | und | et | y | e )\s*\p{L}/u;

/** The value stands beside its field, not behind the next one of a list. */
function filled({ field, value }: EditOf<'fill_field'>, reading: Reading): Named {
  const named = fieldNamed(field, reading);
  if (typeof named === 'string') return named;
  const { text } = reading.said;
  const isBeside = (one: Span) =>
    named.some((own) => !NEXT_OF_LIST.test(own.end <= one.start ? text.slice(own.end, one.start) : text.slice(one.end, own.start)));
  return valueIn(value, reading).some(isBeside) ? named : 'value';
}

const REMARKS: Readonly<Record<EditOf<'remove_annotations'>['kind'], RegExp>> = {
  all: /annotations?|mark-?ups?|remarks?|anmerkung\p{L}*|anotacion\p{L}*|annotazion\p{L}*/gu,
  comments: /comments?|(?:sticky )?notes?|kommentar\p{L}*|commentaires?|comentarios?|commenti|annotations?/gu,
  highlights: /highlight\p{L}*|underlin\p{L}*|markierung\p{L}*|surlignage\p{L}*|resaltad\p{L}*|annotations?/gu,
  stamps: /stamps?|stempel|tampons?|sellos?|timbri|annotations?/gu,
  drawings: /drawings?|scribbles?|ink|sketch\p{L}*|zeichnung\p{L}*|dessins?|dibujos?|disegni|annotations?/gu,
};

function remarks({ kind, pages }: EditOf<'remove_annotations'>, reading: Reading): Named {
  return within(noun(reading, REMARKS[kind], 'kind'), pages, reading);
}
