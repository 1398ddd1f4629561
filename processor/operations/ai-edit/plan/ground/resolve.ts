// From the words for a thing to its places in the document: a text that stands there, a role (`the date`), a label's value, a row, a paragraph.
// What fits several things is not chosen: the candidates are given back.

import { choosePages } from '#contract/params/edit-pages.ts';
import { type Folded, quotedIn, trimmed, writtenAs } from '#instruction/reading/folded.ts';
import { ORDINAL, ordinalOf, takeWhere } from '#instruction/reading/scope-words.ts';
import { DETERMINER, IN_PLACE, NAMING, THINGS, thingOf } from '#instruction/reading/things.ts';
import { ANY_VERB, LIMITS, word } from '#instruction/reading/lexicon.ts';
import { COLOR } from '#instruction/reading/looks.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn, type GroundDocument, plainName } from './ground-document.ts';
import type { Box } from '../../../../pdf/geometry/box.ts';
import { valuesOfLabel } from './label-values.ts';
import { type Place, rowAt, wordsAt, placesOf } from './page-lines.ts';
import { placesOfThing } from './roles.ts';

export interface Scene {
  readonly ground: GroundDocument;
  readonly folded: Folded;
  readonly pages: readonly number[];
  /** Only what stands here, where something is given. */
  readonly region?: readonly Place[] | undefined;
  /** Without quotation marks, only a name or a number is the text itself: other words describe. */
  readonly isProper?: boolean;
}

export interface Resolved {
  readonly ok: true;
  /** `text`: what was said stands there. `value`: it stands there for what was said. `block`: lines, paragraphs, rows. */
  readonly kind: 'text' | 'value' | 'block';
  /** Each a target of its own; one target may have several places. */
  readonly targets: readonly (readonly Place[])[];
  readonly isInside?: boolean;
  readonly isEverywhere?: boolean;
}

export interface Unresolved {
  readonly ok: false;
  readonly why: 'missing' | 'ambiguous' | 'unclear';
  readonly said: string;
  readonly candidates: readonly Place[];
  /** What could be meant and is no text; boxes in default user space. */
  readonly things?: readonly { readonly page: number; readonly what: string; readonly box: Box }[];
}

export type Resolution = Resolved | Unresolved;

export function resolveTarget(scene: Scene, span: Span): Resolution {
  const { rest, where } = takeWhere(scene.folded, span);
  const pages = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  const inside: Scene = { ...scene, pages: pages.filter((page) => scene.pages.includes(page)) };
  const resolution = quotedIn(scene.folded, rest) ? resolveQuoted(inside, rest) : resolveSaid(inside, rest);
  return resolution.ok && where.isEverywhere === true ? { ...resolution, isEverywhere: true } : resolution;
}

function missing(said: string, candidates: readonly Place[] = []): Unresolved {
  return { ok: false, why: candidates.length > 0 ? 'ambiguous' : 'missing', said, candidates };
}

const unclear = (said: string): Unresolved => ({ ok: false, why: 'unclear', said, candidates: [] });

/** `the word "A"`, `the second "A"`, `"A" in the footer`. */
function resolveQuoted(scene: Scene, span: Span): Resolution {
  const { folded } = scene;
  const quoted = quotedIn(folded, span);
  if (!quoted) return unclear('');
  const lead = trimmed(folded, { start: span.start, end: quoted.start });
  const tail = trimmed(folded, { start: quoted.end, end: span.end });
  const said = folded.text.slice(lead.start, lead.end).replace(DETERMINER, '');
  const ordinal = new RegExp(`^(?:${ORDINAL}) ?`, 'u').exec(said)?.[0];
  const noun = said.slice(ordinal?.length ?? 0).trim();
  const whole = folded.source.slice(span.start, span.end);
  const { text } = writtenAs(folded, quoted);
  const found = findIn(scene.ground, text, scene.pages);
  // What stands once needs no description: no other place can be meant.
  const described = `${noun} ${folded.text.slice(tail.start, tail.end)}`;
  const isOnly = found?.places.length === 1 && !found.isInside && !LIMITING.test(described) && !OF_ANOTHER.test(noun);
  const region = tail.start < tail.end ? regionOf(scene, tail) : { region: scene.region };
  if (!region && !isOnly) return unclear(whole);
  const places = (found?.places ?? []).filter((place) => isIn(place, isOnly && !region ? undefined : region?.region));
  if (!isOnly && !NAMING.test(noun) && !places.some((place) => isNamedBefore(scene, place, noun))) return unclear(whole);
  const nth = ordinal === undefined ? undefined : ordinalOf(ordinal.trim());
  const chosen = nth === undefined ? places : places.slice(nth < 0 ? nth : nth - 1, nth === -1 ? undefined : nth < 0 ? nth + 1 : nth);
  if (chosen.length === 0) return missing(text);
  return { ok: true, kind: 'text', targets: chosen.map((place) => [place]), isInside: found?.isInside ?? false };
}

/** More than a description: an exception, a second request, or a larger or smaller thing around the text. */
const LIMITING = new RegExp(
  `${LIMITS.source}|${ANY_VERB}|${COLOR}|\\uE001|${word('paragraphs?|rows?|lines?|sections?|sentences? (?:with|containing|starting|beginning)|starts?|starting|begins?|beginning|contain(?:s|ing)|with|together|everything|cells?|absatz|zeile|abschnitt|paragraphe|ligne|parrafo|fila|seccion|paragrafo|riga|linha|before|after|vor|nach|under|below|above|unter|next to')}`,
  'u',
);

/** Before a text these name something else that belongs to it: `the link of`, `the picture beside`. */
const OF_ANOTHER = new RegExp(
  `${word('of|for|from|behind|beside|near|by|at|on|in|von|vom|zu|bei|hinter|neben|de|du|des|del|della|di|da|do|van|bij|links?|liens?|enlaces?|collegament[oi]|colou?r|size|fonts?|style|comments?|annotations?|farbe|grosse|schrift')}$`,
  'u',
);

/** The words before a quoted text are its label in the document. */
function isNamedBefore({ ground }: Scene, { page, start }: Place, noun: string): boolean {
  const before = plainName(ground.facts.pageText(page).slice(Math.max(0, start - 120), start));
  return before.endsWith(plainName(noun));
}

/** What follows a target as its place: `in the footer`, `under Knowledge`. */
function regionOf(scene: Scene, tail: Span): { readonly region: readonly Place[] } | undefined {
  const { folded } = scene;
  const text = folded.text.slice(tail.start, tail.end);
  const joint = new RegExp(`^${IN_PLACE} ?`, 'u').exec(text);
  if (!joint) return undefined;
  return placeRegion(scene, trimmed(folded, { start: tail.start + joint[0].length, end: tail.end }));
}

/** The lines that a place covers: a running head, a row, a section's column. */
export function placeRegion(scene: Scene, span: Span): { readonly region: readonly Place[] } | undefined {
  const { rest, where } = takeWhere(scene.folded, span);
  const pages = where.pages === undefined ? scene.pages : (choosePages(where.pages, scene.ground.pageCount) ?? []);
  const said = scene.folded.text.slice(rest.start, rest.end).replace(DETERMINER, '').trim();
  if (said === '' || WHOLE.test(said)) return { region: pages.map((page) => ({ page, start: 0, end: Infinity })) };
  const thing = thingOf(said);
  const inner = { ...scene, pages };
  if (thing === 'header' || thing === 'footer') {
    const lines = placesOfThing(inner, thing);
    return lines.length > 0 ? { region: lines.flat() } : undefined;
  }
  const rows = rowsNamed(inner, rest);
  return rows && rows.length > 0 ? { region: rows.flat() } : undefined;
}

/** Places that are no part of the document. */
const WHOLE =
  /^(?:pages?|document|letter|text|file|pdf|form|list|table|tabelle|tableau|tabla|tabella|tabela|tabel|seite|dokument|brief|liste|formular|documents?|lettre|texte|formulaire|pagina|documento|carta|texto|lista|formulario|lettera|testo|elenco|modulo|brief|lijst|tekst)$/u;

export function isIn(place: Place, region: readonly Place[] | undefined): boolean {
  return region?.some(({ page, start, end }) => page === place.page && place.start >= start && place.end <= end) ?? true;
}

function resolveSaid(scene: Scene, span: Span): Resolution {
  const { folded } = scene;
  const source = folded.source.slice(span.start, span.end);
  const bare = folded.text.slice(span.start, span.end);
  if (bare === '') return unclear(source);
  const determiner = DETERMINER.exec(bare)?.[0].length ?? 0;
  const own = { start: span.start + determiner, end: span.end };
  const said = bare.slice(determiner).trim();
  if (said === '' || /^(?:it|them|this|that|everything|something|all|es|alles|tout|todo|tutto|tudo)$/u.test(said)) return unclear(source);
  const thing = thingOf(said);
  if (thing === undefined) {
    const literal =
      resolveLiteral(scene, source) ?? (determiner > 0 ? resolveLiteral(scene, folded.source.slice(own.start, own.end)) : undefined);
    if (literal) return literal;
    const named = new RegExp(
      `^(?:word|text|phrase|term|name|company|typo|title|heading|headline|wort|begriff|titel|uberschrift|mot|titre|palabra|titulo|parola|titolo|palavra|woord) `,
      'u',
    ).exec(said);
    const inner = named && resolveLiteral(scene, folded.source.slice(own.start + named[0].length, own.end));
    if (inner) return inner;
  }
  return resolveRole(scene, own, said) ?? resolveLabel(scene, own) ?? resolveSplit(scene, own) ?? missing(source);
}

function resolveLiteral({ ground, pages, region, isProper }: Scene, said: string): Resolved | undefined {
  if (!/[\p{L}\p{N}\p{Sc}]/u.test(said) || /^(?:this|these|that|those|dies\p{L}*|cett?e|est[ea]|quest[oa]) /iu.test(said)) return undefined;
  if (isProper === true && !/[\p{Lu}\p{N}\p{Lo}]/u.test(said)) return undefined;
  const found = findIn(ground, said, pages);
  // Without quotes, a part of a longer word is never meant.
  const places = found?.isInside === true ? [] : (found?.places ?? []).filter((place) => isIn(place, region));
  return places.length > 0 ? { ok: true, kind: 'text', targets: places.map((place) => [place]) } : undefined;
}

/** `the date`, `the second paragraph`, `third bullet`, `the Denver row`. */
function resolveRole(scene: Scene, span: Span, said: string): Resolution | undefined {
  const rows = rowsNamed(scene, span);
  if (rows) return rows.length > 0 ? { ok: true, kind: 'block', targets: rows } : missing(said);
  const ordinal = new RegExp(`^(?:${ORDINAL}) `, 'u').exec(said)?.[0] ?? '';
  const behind = new RegExp(` (?:${ORDINAL})$`, 'u').exec(said)?.[0] ?? '';
  const noun = said.slice(ordinal.length, said.length - behind.length).trim();
  const thing = thingOf(noun);
  if (thing === undefined) return undefined;
  const nth = ordinalOf((ordinal || behind).trim());
  const all = placesOfThing(scene, thing).filter((places) => places.every((place) => isIn(place, scene.region)));
  const isBlock = ['paragraph', 'line', 'item', 'row', 'sentence', 'header', 'footer', 'title'].includes(thing);
  const kind = isBlock ? 'block' : 'value';
  if (nth !== undefined) {
    const one = all.at(nth > 0 ? nth - 1 : nth);
    return one ? { ok: true, kind, targets: [one] } : missing(said);
  }
  if (['email', 'phone', 'url', 'iban', 'header', 'footer'].includes(thing))
    return all.length > 0 ? { ok: true, kind, targets: all } : missing(said);
  const labelled =
    isBlock && thing !== 'title' ? [] : valuesOfLabel(scene.ground, said, scene.pages).filter((place) => isIn(place, scene.region));
  if (labelled.length > 0 && thing !== 'title') return oneValue(scene, labelled, said);
  if (all.length === 0) return missing(said);
  const texts = new Set(all.map((places) => textOf(scene, places)));
  return texts.size === 1 ? { ok: true, kind, targets: all } : missing(said, all.flat());
}

export function textOf({ ground }: Pick<Scene, 'ground'>, places: readonly Place[]): string {
  return places.map(({ page, start, end }) => ground.facts.pageText(page).slice(start, end).replaceAll(/\s+/gu, ' ')).join(' ');
}

function oneValue(scene: Scene, places: readonly Place[], said: string): Resolution {
  const texts = new Set(places.map((place) => textOf(scene, [place])));
  return texts.size === 1 ? { ok: true, kind: 'value', targets: places.map((place) => [place]) } : missing(said, places);
}

function resolveLabel(scene: Scene, span: Span): Resolution | undefined {
  const source = scene.folded.source.slice(span.start, span.end);
  const values = valuesOfLabel(scene.ground, source, scene.pages).filter((place) => isIn(place, scene.region));
  return values.length > 0 ? oneValue(scene, values, source) : undefined;
}

/** `the date in the header`, `threshold of Methane`: the thing, then where it is. */
function resolveSplit(scene: Scene, span: Span): Resolution | undefined {
  const text = scene.folded.text.slice(span.start, span.end);
  const found: Resolution[] = [];
  for (const joint of text.matchAll(new RegExp(` (?:${IN_PLACE}) `, 'gu'))) {
    const head = trimmed(scene.folded, { start: span.start, end: span.start + joint.index });
    const place = trimmed(scene.folded, { start: span.start + joint.index + joint[0].length, end: span.end });
    const region = placeRegion(scene, place);
    if (region) {
      const inner = resolveTarget({ ...scene, region: region.region, pages: scene.pages }, head);
      if (inner.ok || inner.why === 'ambiguous') return inner;
    }
    const cell = cellOf(scene, place, head);
    if (cell) found.push(cell);
  }
  return found.find(({ ok }) => ok) ?? found[0];
}

const ROW = new RegExp(
  `^(?:(?:${THINGS.row}) (?:(?:of|for|with|von|mit|de|di|del|van) )?(?<behind>.+)|(?<before>.+?) ?(?:${THINGS.row}))$`,
  'u',
);

/** Rows that hold a name: `the Denver row`, `row Tripura`. @returns undefined where no row is meant */
function rowsNamed(scene: Scene, span: Span): readonly (readonly Place[])[] | undefined {
  const { folded, ground } = scene;
  const text = folded.text.slice(span.start, span.end);
  const determiner = DETERMINER.exec(text)?.[0].length ?? 0;
  const found = ROW.exec(text.slice(determiner));
  const name = found?.groups?.['behind'] ?? found?.groups?.['before'];
  if (name === undefined || new RegExp(`^${ORDINAL}$`, 'u').test(name.trim())) return undefined;
  const start = span.start + determiner + text.slice(determiner).indexOf(name);
  const named = trimmed(folded, { start, end: start + name.length });
  const { text: said } = writtenAs(folded, named);
  const places = (findIn(ground, said.replace(DETERMINER, ''), scene.pages)?.places ?? []).filter((place) => isIn(place, scene.region));
  const rows = places.flatMap((place) => {
    const lines = ground.lines(place.page);
    const row = rowAt(lines, place);
    // A name of a row begins a cell of it; in running text it names none.
    const starts = row?.some(({ words }) => words[0] !== undefined && words[0].start === wordsAt(lines, place)[0]?.start) ?? false;
    return row && row.length > 1 && starts
      ? [
          placesOf(
            lines,
            row.flatMap(({ words }) => words),
          ),
        ]
      : [];
  });
  return rows;
}

/** Where the row of one name crosses the column of another. */
export function cellOf(scene: Scene, rowName: Span, columnName: Span): Resolution | undefined {
  const { ground, folded } = scene;
  const name = (span: Span) => writtenAs(folded, span).text.replace(DETERMINER, '').trim();
  const [row, column] = [name(rowName), name(columnName)];
  if (row === '' || column === '') return undefined;
  const heads = findIn(ground, column, scene.pages)?.places ?? [];
  const cells: Place[][] = [];
  for (const place of findIn(ground, row, scene.pages)?.places ?? []) {
    const lines = ground.lines(place.page);
    const own = rowAt(lines, place);
    const [first] = wordsAt(lines, place);
    if (!own || own.length < 2 || !first) continue;
    for (const head of heads.filter(({ page }) => page === place.page)) {
      const words = wordsAt(lines, head);
      const [left, right] = [Math.min(...words.map(({ box }) => box[0])), Math.max(...words.map(({ box }) => box[2]))];
      if (!words[0] || words[0].box[1] < first.box[3]) continue;
      const under = own.filter(({ box, words: inside }) => !inside.includes(first) && Math.min(box[2], right) - Math.max(box[0], left) > 0);
      const [only] = under;
      if (only && under.length === 1) cells.push(placesOf(lines, only.words));
    }
  }
  if (cells.length === 0) return undefined;
  const distinct = new Map(cells.map((cell) => [JSON.stringify(cell), cell]));
  if (distinct.size > 1) return missing(`${row}, ${column}`, cells.flat());
  return { ok: true, kind: 'value', targets: [...distinct.values()] };
}
