// Corrections that are told: the old text, or a value of the kind of the new one, where the words around them lead to one place only. Every word
// that describes the place stands near it, names what kind of thing it is, or stands on its page.

import { trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { ANY_VERB, ARROW, LIMITS, word } from '#instruction/reading/lexicon.ts';
import { PLACE_WORDS } from '#instruction/reading/looks.ts';
import { readValue } from '#instruction/reading/read-value.ts';
import { findPages } from '#instruction/reading/scope-words.ts';
import { THINGS } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import { type Place, rowAt, wordsAt } from '../places/page-lines.ts';
import { missing, type Scene, textOf, type Unresolved } from '../places/scene.ts';
import { namesKind, onlyValues, type TypedValue, valuesIn } from '../places/typed-values.ts';
import { headsAround } from './cells.ts';
import { contextOf } from './find-old.ts';
import { isCounter, isOtherKind, onlyNumber, sameTail } from './ground-replace.ts';
import { stemsOf } from './named-units.ts';
import { type Grounded, planAll, type PlannedEdit, unclear } from './outcome.ts';
import { isPlainValue } from './plain-value.ts';
import { placeRegion } from './regions.ts';

type Told = Extract<Intent, { kind: 'told' }>;

export async function groundTold(given: Scene, intent: Told): Promise<Grounded> {
  const inner = describedScene(given, intent.about);
  if ('ok' in inner) return inner;
  if (!intent.old) return replaceValue(inner, intent);
  const replaced = await replaceOld(inner, intent, intent.old);
  // `not to the Berkeley address`: the old text is described.
  if (replaced.ok || replaced.why !== 'missing' || /[\p{N}\uE001]/u.test(saidAt(given, intent.old))) return replaced;
  const described = describedScene(given, [...intent.about, intent.old]);
  return 'ok' in described ? described : replaceValue(described, intent);
}

const saidAt = ({ folded }: Scene, { start, end }: Span) => folded.text.slice(start, end);

interface Described extends Scene {
  /** The words that describe the place, as they are written; folded. */
  readonly described: readonly string[];
}

/** What the words around the texts say of the pages and the part of the page; the rest has to stand near the place. */
function describedScene(given: Scene, about: readonly Span[]): Described | Unresolved {
  let scene = given;
  const left: string[] = [];
  for (const span of about) {
    const said = scene.folded.text.slice(span.start, span.end);
    if (/\uE001/u.test(said) || LIMITING.test(said)) return unclear(scene.folded.source.slice(span.start, span.end));
    const pages = findPages(scene.folded, span);
    if (pages) scene = { ...scene, pages: choosePages(pages.pages, scene.ground.pageCount) ?? [] };
    const own = pages ? pages.span : { start: span.start, end: span.start };
    for (const rest of [
      { start: span.start, end: own.start },
      { start: own.end, end: span.end },
    ]) {
      const narrowed = inRunningHead(scene, trimmed(scene.folded, rest));
      scene = narrowed.scene;
      left.push(narrowed.left);
    }
  }
  return {
    ...scene,
    described: left
      .join(' ')
      .split(/[\s,]+/u)
      .map(plainName)
      .filter((one) => one !== ''),
  };
}

/** Another request, another statement, or an exception. */
const LIMITING = new RegExp(
  `${LIMITS.source}|${ANY_VERB}|${ARROW}|${word('is now|are now|should|must|instead|becomes?|soll|muss|doit|debe|deve|moet')}`,
  'u',
);
const RUNNING = new RegExp(word(`${THINGS.header}|${THINGS.footer}`), 'u');

const IN_RUNNING_HEAD_WORDS = new RegExp(`(?:${PLACE_WORDS}[ -]?)+`, 'u');

/** `in the footer`, `at the top`: only there. */
function inRunningHead(scene: Scene, span: Span): { readonly scene: Scene; readonly left: string } {
  const text = scene.folded.text.slice(span.start, span.end);
  for (const words of [RUNNING, IN_RUNNING_HEAD_WORDS]) {
    const found = words.exec(text);
    if (!found) continue;
    const place = placeRegion(
      scene,
      trimmed(scene.folded, { start: span.start + found.index, end: span.start + found.index + found[0].length }),
    );
    if (!place) continue;
    const rest =
      scene.folded.source.slice(span.start, span.start + found.index) +
      scene.folded.source.slice(span.start + found.index + found[0].length, span.end);
    return { scene: { ...scene, region: place.region }, left: rest };
  }
  return { scene, left: scene.folded.source.slice(span.start, span.end) };
}

/** Says nothing of which place it is. */
const GENERAL = new RegExp(
  `^(?:${word('contact|kontakt|contacto|contatto|contato|de|von|still|now|our|my|your|we|they|list|table|tabelle|tableau|row|line|zeile|ligne|column|cell|entry|value|number|nummer|numero|text|word|title|titel|titre|heading|uberschrift|page|pages|seite|document|place|section|says|wert|valeur|noch|hier|dort|ganz|very|just|steht|there|here')})$`,
  'u',
);

const isInside = (place: Place, { region }: Scene) =>
  region?.some(({ page, start, end }) => page === place.page && place.start >= start && place.end <= end) ?? true;

/** A word of the same stem stands in a folded text: `revised` for `revision`. */
const speaksOf = (text: string, said: string) =>
  /\p{N}/u.test(said) || said.length < 5
    ? ` ${text} `.includes(` ${said} `)
    : ` ${text}`.includes(` ${said.slice(0, Math.max(4, Math.ceil(said.length * 0.6)))}`);

interface Candidate<T> {
  readonly place: Place;
  readonly of: T;
}

/** The candidates that more of the words lead to than to any other; undefined where the words do not decide, or lead nowhere. */
function bestOf<T>(scene: Described, all: readonly Candidate<T>[], kind: string): readonly Candidate<T>[] | undefined {
  const words = scene.described.filter((one) => stemsOf(one).length > 0);
  const near = all.map(({ place }) => {
    const context = contextOf(scene, place);
    return new Set(words.filter((one) => speaksOf(context, one)));
  });
  const counted = all.map((one, at) => ({ one, near: near[at] ?? new Set<string>() }));
  const best = counted.reduce((most, { near: own }) => (own.size > most.size ? own : most), new Set<string>());
  const nearest = counted.filter(({ near: own }) => own.size === best.size);
  const beside = nearest.filter(({ one }) => isBesideAll(scene, one.place, [...best]));
  const below = nearest.filter(({ one }) => isBelow(scene, one.place, [...best]));
  const chosen = beside.length > 0 ? beside : below.length === 1 ? below : nearest;
  const isDecided = chosen.every(({ near: own }) => own.isSubsetOf(best)) && counted.every(({ near: own }) => own.isSubsetOf(best));
  const isSaid = words.every(
    (one) =>
      best.has(one) ||
      GENERAL.test(one) ||
      namesKind(one, kind) ||
      chosen.every(({ one: { place } }) => speaksOf(plainName(scene.ground.facts.pageText(place.page)), one)),
  );
  const isNamed = best.size > 0 || words.some((one) => namesKind(one, kind)) || scene.region !== undefined;
  return isDecided && isSaid && isNamed ? chosen.map(({ one }) => one) : undefined;
}

/** All the words stand in its own line. */
function isBesideAll({ ground }: Scene, place: Place, words: readonly string[]): boolean {
  const row = plainName((rowAt(ground.lines(place.page), place) ?? []).map(({ text }) => text).join(' '));
  return words.length > 0 && words.every((said) => speaksOf(row, said));
}

/** In columns of blocks: all the words stand above the place, in its column. */
function isBelow({ ground }: Scene, place: Place, words: readonly string[]): boolean {
  const lines = ground.lines(place.page);
  const own = wordsAt(lines, place)[0]?.box;
  if (!own || words.length === 0) return false;
  return words.every((said) =>
    lines.words.some(
      ({ box, start, end }) =>
        box[1] > own[1] &&
        box[1] - own[3] < (own[3] - own[1]) * BLOCK_LINES_MAX &&
        Math.min(box[2], own[2]) > Math.max(box[0], own[0]) &&
        speaksOf(plainName(lines.text.slice(start, end)), said),
    ),
  );
}

const BLOCK_LINES_MAX = 6;

const sourceOf = (scene: Scene, spans: readonly Span[]) => spans.map(({ start, end }) => scene.folded.source.slice(start, end)).join(' … ');

async function replaceOld(scene: Described, intent: Told, old: Span): Promise<Grounded> {
  const { text } = writtenAs(scene.folded, trimmed(scene.folded, old, /[\s,;:()]/u));
  const found = findIn(scene.ground, text, scene.pages);
  const places = (found?.isInside === true ? [] : (found?.places ?? [])).filter((place) => isInside(place, scene));
  if (places.length === 0) return missing(text);
  const isAll = places.length === 1 || intent.where?.isEverywhere === true || scene.described.every((one) => GENERAL.test(one));
  const chosen = isAll
    ? places.map((place) => ({ place, of: text }))
    : bestOf(
        scene,
        places.map((place) => ({ place, of: text })),
        valuesIn(text)[0]?.kind ?? '',
      );
  if (!chosen || (!isAll && chosen.length > 1)) return missing(text);
  if (isElsewhere(scene, text, chosen[0]?.place)) return missing(sourceOf(scene, intent.about));
  const targets = chosen.map(({ place }) => [place]);
  const written = freshText(scene, intent.fresh);
  const fresh = (written && sameTail(written, text)) ?? valueOfKind(scene, written, text, places[0]);
  if (fresh === undefined || isOtherKind(text, fresh) || isCounter(text, fresh)) return unclear(sourceOf(scene, [intent.fresh]));
  const cut = /^\p{N}+$/u.test(fresh)
    ? (onlyNumber(scene, { ok: true, kind: 'text', targets }, fresh) ?? partOf(scene, targets, fresh))
    : undefined;
  return planAll(scene, { ok: true, kind: 'value', targets: cut ?? targets }, (match) => ({ op: 'replace_text', ...match, value: fresh }));
}

/** The words lead to another value of its kind: what is said to stand there stands elsewhere. */
function isElsewhere(scene: Described, old: string, place: Place | undefined): boolean {
  const [value, ...others] = onlyValues(old) ?? [];
  if (!value || !place || others.length > 0) return false;
  const words = scene.described.filter((one) => stemsOf(one).length > 0 && !GENERAL.test(one) && !namesKind(one, value.kind));
  const own = contextOf(scene, place);
  return candidatesFor(scene, value, false).some(({ place: other }) => {
    const context = contextOf(scene, other);
    return words.some((one) => speaksOf(context, one) && !speaksOf(own, one));
  });
}

/** Of `slide 5` for 3 the number: the other words say what it counts. */
function valueOfKind(scene: Scene, fresh: string | undefined, old: string, place: Place | undefined): string | undefined {
  const [first, ...others] = onlyValues(old) ?? [];
  if (fresh === undefined || !first || others.length > 0 || onlyValues(fresh)) return fresh;
  const [value, ...more] = valuesIn(fresh);
  const rest = value
    ? plainName(fresh.replace(value.text, ' '))
        .split(' ')
        .filter((one) => one !== '')
    : [];
  const isSaid = (one: string) => COUNTED.test(one) || (place !== undefined && speaksOf(contextOf(scene, place), one));
  if (!value) return fresh;
  return more.length === 0 && rest.every(isSaid) ? value.text : undefined;
}

const COUNTED = /^(?:pages?|slides?|seite|folie|page|pagina|diapositiva|dia|numbers?|no)$/u;

/** `05/15/5016, should be 2016`: the one of its numbers that has as many digits. */
function partOf({ ground }: Scene, targets: readonly (readonly Place[])[], value: string): readonly (readonly Place[])[] | undefined {
  const cut: (readonly Place[])[] = [];
  for (const [place] of targets) {
    const text = place ? ground.facts.pageText(place.page).slice(place.start, place.end) : '';
    const runs = [...text.matchAll(/\p{N}+/gu)];
    const alike = runs.filter(([run]) => run.length === value.length);
    const [only] = alike;
    if (!place || !only || alike.length > 1 || runs.length < 2) return undefined;
    cut.push([{ page: place.page, start: place.start + only.index, end: place.start + only.index + value.length }]);
  }
  return cut;
}

function freshText(scene: Scene, span: Span): string | undefined {
  const read = readValue(scene.folded, span);
  if (!read || read.tail) return undefined;
  const { text, isQuoted } = writtenAs(scene.folded, read.value);
  return isQuoted || isPlainValue(scene, read.value) ? text : undefined;
}

/** A value of each kind that the new text has, where the words lead. */
async function replaceValue(scene: Described, intent: Told): Promise<Grounded> {
  const text = freshText(scene, intent.fresh);
  const values = text === undefined ? undefined : onlyValues(text);
  if (!values) return unclear(sourceOf(scene, [intent.fresh]));
  const edits: PlannedEdit[] = [];
  for (const value of values) {
    const all = candidatesFor(scene, value, intent.isRounded === true);
    const chosen = bestOf(scene, all, value.kind);
    if (!chosen || (intent.isRounded !== true && chosen.some(({ place }) => isOneOfRow(scene, value, place))))
      return missing(sourceOf(scene, intent.about));
    const isAdjacent = chosen.every(({ place }) => stands(scene, place));
    if (intent.isBare && !isAdjacent) return missing(sourceOf(scene, intent.about));
    if (new Set(chosen.map(({ place }) => textOf(scene, [place]))).size !== 1) return missing(sourceOf(scene, intent.about));
    const made = await planAll(scene, { ok: true, kind: 'value', targets: chosen.map(({ place }) => [place]) }, (match) => ({
      op: 'replace_text',
      ...match,
      value: value.text,
    }));
    if (!made.ok) return made;
    edits.push(...made.edits);
  }
  return { ok: true, edits };
}

/** A plain number in a row of several cells, of which no word names the column. */
function isOneOfRow(scene: Described, { kind }: TypedValue, place: Place): boolean {
  if (!/^(?:n+|decimal|range)$/u.test(kind)) return false;
  const row = rowAt(scene.ground.lines(place.page), place) ?? [];
  if (row.length < 3) return false;
  const own = plainName(row.map(({ text }) => text).join(' '));
  const heads = headsAround(scene, place);
  return !scene.described.some((one) => stemsOf(one).length > 0 && !GENERAL.test(one) && !speaksOf(own, one) && speaksOf(heads, one));
}

/** All the words right before the value: `Copyright © 2005`. */
function stands({ ground, described }: Described, { page, start }: Place): boolean {
  const before = plainName(ground.facts.pageText(page).slice(Math.max(0, start - 60), start));
  return before.endsWith(described.join(' '));
}

function candidatesFor(scene: Scene, value: TypedValue, isRounded: boolean): readonly Candidate<TypedValue>[] {
  const decimals = value.text.split(/[.,]/u)[1]?.length ?? 0;
  const isKind = (one: TypedValue) =>
    isRounded
      ? Number(one.text).toFixed(decimals) === value.text && one.text !== value.text
      : one.kind === value.kind || one.shape === value.shape;
  return scene.pages.flatMap((page) =>
    valuesIn(scene.ground.facts.pageText(page))
      .filter(isKind)
      .filter((one) => !isPartOfCode(scene.ground.facts.pageText(page), one))
      .map((one) => ({ place: { page, start: one.start, end: one.end }, of: one }))
      .filter(({ place }) => isInside(place, scene)),
  );
}

/** Between letters and digits that are joined to it: `2021-2` in `2021-2-FR02-KA220`. */
const isPartOfCode = (text: string, { start, end }: TypedValue) =>
  /[\p{L}\p{N}][-_/]$/u.test(text.slice(Math.max(0, start - 2), start)) || /^[-_/][\p{L}\p{N}]/u.test(text.slice(end, end + 2));
