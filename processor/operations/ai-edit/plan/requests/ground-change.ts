// A change by its roles → the text that is replaced. Where the old text is said, its place must be the only one of which the rest of the request
// holds; else the thing that is named. The new text must be able to stand for the old one.

import { PHRASES } from '../mentions/phrases.ts';
import { writtenAs } from '#instruction/reading/folded.ts';
import { readValue } from '#instruction/reading/read-value.ts';
import { takeWhere } from '#instruction/reading/scope-words.ts';
import { articleLength, DETERMINER } from '#instruction/reading/things.ts';
import { readMention } from '#instruction/mentions/read-mention.ts';
import type { Change } from '#instruction/requests/read-change.ts';
import { isTalk } from '#instruction/requests/talk.ts';
import { stayOf } from '#instruction/reading/clauses/stays.ts';
import type { Span } from '#instruction/tokens.ts';
import { choosePages } from '#contract/params/edit-pages.ts';
import { labelOrText } from '../ground/label-or-text.ts';
import { isCounter, isOtherKind, onlyNumber } from '../ground/ground-replace.ts';
import { type Grounded, planAll, unclear } from '../ground/outcome.ts';
import { isPlainValue } from '../ground/plain-value.ts';
import { placeRegion } from '../ground/regions.ts';
import { resolveTarget } from '../ground/resolve.ts';
import { contextOf } from '../ground/find-old.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import { type Place, placesOf, rowAt, wordsAt } from '../places/page-lines.ts';
import { isIn, missing, type Resolution, type Resolved, type Scene, textOf } from '../places/scene.ts';
import { onlyValues } from '../places/typed-values.ts';
import { contentOf, speaksOf } from '../mentions/word-match.ts';
import { likestPart, shareOf } from './likest-part.ts';
import { composed } from './composed.ts';

interface Asked {
  readonly scene: Scene;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly isEverywhere: boolean;
  readonly thing: Span | undefined;
  readonly old: Span | undefined;
  /** Words of places that are none of the document: they must hold of what stands around. */
  readonly contexts: readonly string[];
  readonly isBare: boolean;
}

export async function groundChange(base: Scene, change: Change): Promise<Grounded> {
  const asked = askedOf(base, change);
  if (!asked) return unclear(change.fresh.source);
  const found = asked.old ? placeOfOld(asked, asked.old) : placeOfThing(asked);
  if (!found.ok) return found;
  const { scene, value } = asked;
  if (found.targets.length === 0 || found.targets.some((places) => places.length !== 1)) return unclear(value);
  const texts = found.targets.map((places) => textOf(scene, places));
  if (texts.some((text) => !canStandFor(asked, text))) return unclear(value);
  if (found.targets.some(([place]) => place && isInCode(scene, place))) return unclear(value);
  const [first] = found.targets;
  const counted = texts.every((text) => NUMBER.test(text)) ? countOf(value, first?.[0] ? ` ${contextOf(scene, first[0])} ` : ' ') : value;
  if (counted === undefined) return unclear(value);
  if (counted !== value) return planAll(scene, found, (match) => ({ op: 'replace_text', ...match, value: counted }));
  const numbered = onlyNumber(scene, found, value);
  return planAll(scene, numbered ? { ...found, targets: numbered } : found, (match) => ({ op: 'replace_text', ...match, value }));
}

const NUMBER = /^[\p{Sc}]?\p{N}[\p{N}.,]*$/u;

/** Of `125 pieds` for 130 the number; undefined where other words could be a part of the request. */
function countOf(value: string, around: string): string | undefined {
  if (NUMBER.test(value) || !/\s/u.test(value)) return value;
  const [count, unit, ...more] = value.split(/\s+/u);
  const isCounted = [unit ?? '', ...more].every((one) => speaksOf(around, plainName(one)));
  if (count !== undefined && NUMBER.test(count) && isCounted) return count;
  return count !== undefined && unit !== undefined && NUMBER.test(count) && more.length === 0 && /^\p{Ll}+$/u.test(unit)
    ? count
    : undefined;
}

/** The parts of a request at their places in one text; undefined where the new text cannot be one. */
function askedOf(base: Scene, { fresh, thing, old, places, isBare }: Change): Asked | undefined {
  const { folded, spans } = composed([fresh, ...(thing ? [thing] : []), ...(old ? [old] : []), ...places]);
  const [freshSpan, ...others] = spans;
  const thingSpan = thing ? others.shift() : undefined;
  const oldSpan = old ? others.shift() : undefined;
  if (!freshSpan) return undefined;
  let scene: Scene = { ...base, folded, phrases: PHRASES };
  const read = readValue(folded, withoutRemark(scene, freshSpan));
  if (!read) return undefined;
  if (read.tail && !isRemark(folded.text.slice(read.tail.start, read.tail.end))) return undefined;
  const { text: value, isQuoted } = writtenAs(folded, read.value);
  if (value === '' || (!isQuoted && !isPlainValue(scene, read.value))) return undefined;
  const contexts: string[] = [];
  const wheres = [
    read.where,
    ...(oldSpan ? [takeWhere(folded, oldSpan).where] : []),
    ...(thingSpan ? [takeWhere(folded, thingSpan).where] : []),
  ];
  const pages = wheres.find((where) => where.pages !== undefined)?.pages;
  if (pages !== undefined) scene = { ...scene, pages: choosePages(pages, base.ground.pageCount) ?? [] };
  for (const place of others) {
    const joint = /^\S+(?= )/u.exec(folded.text.slice(place.start, place.end))?.[0] ?? '';
    const isJoint = JOINTS.test(joint);
    const own = isJoint ? { start: place.start + joint.length + 1, end: place.end } : place;
    const region = placeRegion(scene, own, isJoint ? ` ${joint} ` : '');
    if (region) scene = { ...scene, region: region.region };
    else contexts.push(folded.source.slice(own.start, own.end));
  }
  const isEverywhere = wheres.some((where) => where.isEverywhere === true);
  return { scene, value, isQuoted, isEverywhere, thing: thingSpan, old: oldSpan, contexts, isBare };
}

const JOINTS =
  /^(?:in|on|at|under|below|above|after|before|from|within|inside|im|am|auf|unter|uber|bei|beim|dans|sur|sous|au|aux|en|nel|nella|nello|sul|sulla|sotto|sopra|no|na|nos|nas|op|bij|aan|onder|boven|for)$/u;

const isRemark = (text: string) => {
  const bare = text.replaceAll(/^[\s(,]+|[\s),.]+$/gu, '');
  return isTalk(bare) || stayOf(bare) !== undefined;
};

/** `84 (same unit)`: what stands in brackets behind it is no part. */
function withoutRemark({ folded }: Scene, { start, end }: Span): Span {
  const found = /\s*\([^()]*\)$/u.exec(folded.text.slice(start, end));
  return found && found.index > 0 && isRemark(found[0]) ? { start, end: start + found.index } : { start, end };
}

const GENERIC =
  /^(?:it|this|that|there|her|him|them|they|es|das|sie|ihn|da|dort|le|la|lo|il|elle|ca|cela|esto|eso|isto|isso|het|dat|text|the text|word|the word|everything)$/u;

/** Where the old text stands, and all that is said of its place holds. */
function placeOfOld({ scene, value, thing, contexts, isEverywhere }: Asked, old: Span): Resolution {
  const { rest } = takeWhere(scene.folded, old);
  const { text } = writtenAs(scene.folded, rest);
  const bare = text.replace(/^(?:the|a|an) (?=\p{Lu}|\p{N})/iu, '');
  const found = findIn(scene.ground, text, scene.pages) ?? (bare === text ? undefined : findIn(scene.ground, bare, scene.pages));
  const all = found === undefined || found.isInside ? [] : found.places;
  let places = all.filter((place) => isIn(place, scene.region));
  if (places.length === 0) return missing(text);
  const said = thing ? scene.folded.text.slice(thing.start, thing.end).replace(DETERMINER, '').trim() : '';
  const words = [...contexts];
  if (thing && said !== '' && !GENERIC.test(said) && plainName(said) !== plainName(text)) {
    const region = regionOfThing(scene, thing);
    const inside = places.filter((place) => region.some((one) => isIn(place, [one])));
    if (inside.length > 0) places = inside;
    else words.push(scene.folded.source.slice(thing.start, thing.end));
  }
  places = places.filter((place) => words.every((one) => holdsAround(scene, place, one)));
  if (places.length === 0) return missing(words.join(' '));
  // Much of the new text stands there already: the old one is a part of what it writes anew.
  const part =
    places.length > 1 && !isEverywhere
      ? likestPart(scene, scene.region ?? scene.pages.map((page) => ({ page, start: 0, end: Infinity })), value)
      : undefined;
  if (part && places.some((place) => isIn(place, [part]))) return { ok: true, kind: 'text', targets: [[part]] };
  if (places.length > 1 && !isEverywhere) return missing(text, places);
  return { ok: true, kind: 'text', targets: places.map((place) => [NUMBER.test(text) ? place : overlapping(scene, place, value)]) };
}

/** `highest aspiration of all people` for `the common people` behind `highest aspiration of`: what the new text says again goes with the old one. */
function overlapping({ ground }: Scene, place: Place, value: string): Place {
  const text = ground.facts.pageText(place.page);
  const words = value.split(/\s+/u);
  let { start, end } = place;
  for (let count = Math.min(words.length - 1, OVERLAP_WORDS_MAX); count > 0; count--) {
    const own = new RegExp(
      `${words
        .slice(0, count)
        .map((one) => RegExp.escape(one))
        .join('\\s+')}\\s+$`,
      'iu',
    ).exec(text.slice(Math.max(0, place.start - 300), place.start));
    if (own && start === place.start) start = place.start - own[0].length;
    const next = new RegExp(
      `^\\s+${words
        .slice(-count)
        .map((one) => RegExp.escape(one))
        .join('\\s+')}(?![\\p{L}\\p{N}])`,
      'iu',
    ).exec(text.slice(place.end, place.end + 300));
    if (next && end === place.end) end = place.end + next[0].length;
  }
  return { ...place, start, end };
}

const OVERLAP_WORDS_MAX = 12;

/** What a thing covers: its row or paragraph where it is a text in one. */
function regionOfThing(scene: Scene, thing: Span): readonly Place[] {
  const region = placeRegion(scene, thing)?.region;
  const meant = resolveTarget(scene, thing);
  if (!meant.ok) return region ?? [];
  const around =
    meant.kind === 'block' ? meant.targets.flat() : meant.targets.flatMap((places) => places.flatMap((place) => aroundText(scene, place)));
  return [...around, ...(meant.kind === 'block' ? (region ?? []) : [])];
}

function aroundText({ ground }: Scene, place: Place): readonly Place[] {
  const lines = ground.lines(place.page);
  const row = rowAt(lines, place) ?? [];
  const own = lines.paragraphs.find(({ pieces }) =>
    pieces.some(({ words }) => words.some(({ start, end }) => start < place.end && end > place.start)),
  );
  const words =
    row.length > 1 ? row.flatMap((piece) => piece.words) : (own?.pieces.flatMap((piece) => piece.words) ?? wordsAt(lines, place));
  return placesOf(lines, words);
}

/** Each word stands in its row, its paragraph, its heads, or in the heading above. */
function holdsAround(scene: Scene, place: Place, said: string): boolean {
  const around = ` ${contextOf(scene, place)} `;
  const words = contentOf(said);
  return words.length > 0 && words.every((one) => speaksOf(around, one));
}

/** What is named, or what in the place is nearly the new text. */
function placeOfThing(asked: Asked): Resolution {
  const { scene, thing, value, contexts, isEverywhere, isBare } = asked;
  if (contexts.length > 0) return missing(contexts.join(', '));
  const said = thing ? scene.folded.text.slice(thing.start, thing.end).replace(DETERMINER, '').trim() : '';
  if (!thing || GENERIC.test(said)) {
    const part = scene.region ? likestPart(scene, scene.region, value) : undefined;
    return part ? { ok: true, kind: 'text', targets: [[part]] } : missing(value);
  }
  // `the misfits` at the beginning of a sentence: its article stays.
  const article = /^\p{Ll}/u.test(scene.folded.source.slice(thing.start)) ? articleLength(scene.folded, thing) : 0;
  const found = resolveTarget(scene, { start: thing.start + article, end: thing.end });
  if (!found.ok) return found;
  const noun = readMention(scene.folded, thing).noun;
  if (found.isRow === true || noun === 'table' || noun === 'section' || noun === 'list' || noun === 'column') return unclear(said);
  const checked = labelOrText(scene, found, { kind: 'replace', old: thing, fresh: thing, says: 'text' }, value);
  if (!checked.ok) return checked;
  if (checked.targets.length > 1 && !isEverywhere && checked.isEverywhere !== true) return missing(said, checked.targets.flat());
  const texts = checked.targets.map((places) => textOf(scene, places));
  if (isBare && !texts.every((text) => isLike(text, value))) return unclear(value);
  return checked.kind === 'block' ? inBlock(scene, checked, value) : checked;
}

/** Of the same kind, or in most of its words. */
function isLike(old: string, value: string): boolean {
  const [one, two] = [onlyValues(old), onlyValues(value)];
  if (one && two)
    return one.length === two.length && one.every(({ kind }, at) => kind === two[at]?.kind || /^[\p{N}.,]+$/u.test(one[at]?.text ?? ''));
  return shareOf(value, old) >= LIKE_SHARE;
}

const LIKE_SHARE = 0.5;
const SHORT_WORDS_MAX = 9;
const MARK = /^(?:[•▪●◦‣∙·■□○➢➤✓*–—-]|\(?\d{1,3}(?:\.\d{1,2})*[.)]?|\(?[a-zA-Z][.)])\s+/u;

/** The whole of a short block, or of one that the new text writes anew; else the part that is nearly the new text. */
function inBlock(scene: Scene, found: Resolved, value: string): Resolution {
  const targets: (readonly Place[])[] = [];
  for (const places of found.targets) {
    const [place, ...others] = places;
    if (!place || others.length > 0) return unclear(value);
    const text = scene.ground.facts.pageText(place.page).slice(place.start, place.end);
    const count = text.split(/\s+/u).length;
    const isWhole = count <= SHORT_WORDS_MAX || (shareOf(value, text) >= LIKE_SHARE && value.split(/\s+/u).length * 2 > count);
    const part = isWhole ? place : likestPart(scene, [place], value);
    if (!part) return unclear(value);
    const mark = part === place && !MARK.test(value) ? (MARK.exec(text)?.[0].length ?? 0) : 0;
    targets.push([{ ...part, start: part.start + (mark < text.length ? mark : 0) }]);
  }
  return { ...found, kind: 'value', targets };
}

const WORDS_TIMES_MAX = 4;
const WORDS_MORE_MAX = 6;

function canStandFor({ value, isQuoted, scene }: Asked, old: string): boolean {
  if (plainName(old) === plainName(value) && old === value) return false;
  if (isOtherKind(old, value) || isCounter(old, value)) return false;
  const [olds, news] = [old.split(/\s+/u).length, value.split(/\s+/u).length];
  // Far more than stood there may be more of the request.
  if (!isQuoted && news > olds * WORDS_TIMES_MAX + WORDS_MORE_MAX) return false;
  return olds <= OLD_WORDS_MAX && scene.pages.length > 0;
}

const OLD_WORDS_MAX = 60;

/** `2021-2` in `2021-2-FR02`. */
function isInCode({ ground }: Scene, { page, start, end }: Place): boolean {
  const text = ground.facts.pageText(page);
  const own = text.slice(start, end);
  if (!/\p{N}/u.test(own)) return false;
  return (
    /[\p{L}\p{N}][-/_.]$/u.test(text.slice(Math.max(0, start - 2), start)) || /^[-/_][\p{L}\p{N}]|^\.\p{N}/u.test(text.slice(end, end + 2))
  );
}
