// Texts that are replaced by others.

import { choosePages } from '#contract/params/edit-pages.ts';
import { isLookOf } from '#instruction/reading/clauses/passive.ts';
import { trimmed, writtenAs } from '#instruction/reading/folded.ts';
import type { Intent } from '#instruction/reading/intents.ts';
import { BIGGER, BOLD, COLOR, ITALIC, SMALLER } from '#instruction/reading/looks.ts';
import { NOT } from '#instruction/reading/lexicon.ts';
import { readValue } from '#instruction/reading/read-value.ts';
import { endsInPlace } from '#instruction/reading/texts/request-talk.ts';
import { DETERMINER, IN_PLACE, thingOf, THINGS } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn, plainName } from '../places/ground-document.ts';
import { contextOf, resolveOld } from './find-old.ts';
import { captionMeant, headingMeant, withoutPageNumbers } from './named/titles.ts';
import { holdsStems, stemsOf } from './named-units.ts';
import { addressOf } from './ground-annotations.ts';
import { labelOrText } from './label-or-text.ts';
import { type Grounded, planAll, type PlannedEdit, unclear } from './outcome.ts';
import { type Place, rowAt } from '../places/page-lines.ts';
import { isPlainValue } from './plain-value.ts';
import { cellOf } from './resolve.ts';
import { placeRegion } from './regions.ts';
import { type Resolved, type Scene, textOf } from '../places/scene.ts';
import { valuesIn } from '../places/typed-values.ts';

export async function groundReplace(scene: Scene, intent: Extract<Intent, { kind: 'replace' }>): Promise<Grounded> {
  const made = await groundText(scene, intent);
  return made.ok && intent.withLinks ? withLinks(scene, intent, made.edits) : made;
}

/** `… to office@example.org, the links too`: where the old text had a link, it leads to the new address. */
function withLinks(scene: Scene, { fresh }: Extract<Intent, { kind: 'replace' }>, edits: readonly PlannedEdit[]): Grounded {
  const value = readValue(scene.folded, fresh)?.value;
  const url = value && addressOf(writtenAs(scene.folded, value).text);
  const said = scene.folded.source.slice(fresh.start, fresh.end);
  if (url === undefined) return unclear(said);
  const links = edits.map(({ match, pages }): PlannedEdit => ({ op: 'set_link', match, url, ...(pages === undefined ? {} : { pages }) }));
  return { ok: true, edits: [...edits, ...links] };
}

const TEXT_WORDS = new RegExp(`^${IN_PLACE} ?`, 'u');
const TEXT_WORDS_2 = new RegExp(`^${NOT} `, 'u');

async function groundText(scene: Scene, intent: Extract<Intent, { kind: 'replace' }>): Promise<Grounded> {
  const said = (span: Span) => scene.folded.source.slice(span.start, span.end);
  const read = readValue(scene.folded, intent.fresh, intent.old);
  if (!read) return unclear(said(intent.fresh));
  const { text: written, isQuoted } = writtenAs(scene.folded, read.value);
  const value = isQuoted ? written : asWritten(scene, read.value, intent.old, written);
  if (!isQuoted && (!isPlainValue(scene, read.value, intent.old) || saysMore(scene, read.value, intent))) return unclear(value);
  let inner: Scene = scene;
  if (read.where.pages !== undefined) {
    inner = { ...inner, pages: choosePages(read.where.pages, scene.ground.pageCount) ?? [] };
  }
  let not = intent.not;
  if (read.tail) {
    const tail = scene.folded.text.slice(read.tail.start, read.tail.end);
    const [place, denied] = [TEXT_WORDS.exec(tail), TEXT_WORDS_2.exec(tail)];
    if (denied) not = trimmed(scene.folded, { start: read.tail.start + denied[0].length, end: read.tail.end });
    else {
      const region = place && placeRegion(inner, trimmed(scene.folded, { start: read.tail.start + place[0].length, end: read.tail.end }));
      if (!region) return unclear(said(read.tail));
      inner = { ...inner, region: region.region };
    }
  }
  const title = not
    ? undefined
    : (headingMeant(inner, intent, isQuoted || isTitled(scene, intent.old, value) ? value : undefined) ??
      captionMeant(inner, intent, value));
  const old = title ?? resolveOld(inner, intent, not);
  const targets = old.ok && read.where.isEverywhere ? { ...old, isEverywhere: true } : old;
  if (!targets.ok) return targets;
  const isStated = not !== undefined && findIn(scene.ground, writtenAs(scene.folded, not).text, scene.pages) !== undefined;
  const counted = isStated && not && !isQuoted ? await otherCount(inner, { ...intent, not }, read.value, targets) : undefined;
  if (counted) return counted;
  // A row has several cells: a single text takes the place of none of them.
  if (targets.isRow === true && targets.targets.some(([place]) => place && (rowAt(inner.ground.lines(place.page), place)?.length ?? 0) > 1))
    return { ok: false, why: 'ambiguous', said: said(intent.old), candidates: targets.targets.flat() };
  const unnumbered = targets.kind === 'block' && targets.targets.length > 1 ? withoutPageNumbers(inner, targets) : undefined;
  if (unnumbered && !/\p{N}/u.test(value)) return planAll(inner, unnumbered, (match) => ({ op: 'replace_text', ...match, value }));
  const checked = (not && isStated) || intent.within ? targets : labelOrText(inner, targets, intent, value);
  if (!checked.ok) return checked;
  if (checked.targets.length > 1 && checked.kind !== 'text' && !checked.isEverywhere) {
    const texts = new Set(checked.targets.map((places) => textOf(inner, places)));
    const alike = isQuoted ? likest(inner, checked, value) : undefined;
    if (alike) return planAll(inner, alike, (match) => ({ op: 'replace_text', ...match, value }));
    if (texts.size > 1) return { ok: false, why: 'ambiguous', said: said(intent.old), candidates: checked.targets.flat() };
  }
  if (checked.kind !== 'text' && checked.targets.some((places) => isCounter(textOf(inner, places), value))) return unclear(value);
  const isOther = (old: string) => isOtherKind(old, value) || isLookOf(value.toLowerCase(), old.toLowerCase());
  if (!isQuoted && checked.targets.some((places) => isOther(textOf(inner, places)))) return unclear(value);
  if (checked.targets.some((places) => places.length !== 1)) return unclear(said(intent.old));
  const unmarked = checked.kind === 'block' ? withoutMarks(inner, checked, value) : undefined;
  if (unmarked) return planAll(inner, unmarked, (match) => ({ op: 'replace_text', ...match, value }));
  const narrowed = checked.kind === 'text' ? onlyChanged(inner, checked, writtenAs(scene.folded, intent.old).text, value) : undefined;
  const numbered = checked.kind === 'text' ? (onlyNumber(inner, checked, value) ?? onlyNumberWord(inner, checked, value)) : undefined;
  if (numbered) return planAll(inner, { ...checked, targets: numbered }, (match) => ({ op: 'replace_text', ...match, value }));
  if (narrowed)
    return planAll(inner, { ...checked, targets: narrowed.targets }, (match) => ({ op: 'replace_text', ...match, value: narrowed.value }));
  return planAll(inner, checked, (match) => ({ op: 'replace_text', ...match, value }));
}

/** `is now the Foundation`: with its article only where the old text has one; an abbreviation keeps its full stop. */
function asWritten({ folded }: Scene, { start, end }: Span, old: Span, value: string): string {
  const isAbbreviated = folded.source.charAt(end) === '.' && ABBREVIATED.test(value);
  const joint = folded.text.slice(old.end, start);
  const isNamed =
    /is now|are now|becomes/u.test(joint) && /^the \p{Lu}/u.test(value) && !folded.text.slice(old.start, old.end).startsWith('the ');
  return (isNamed ? value.slice('the '.length) : value) + (isAbbreviated ? '.' : '');
}

const ABBREVIATED = /(?:^|[ .])(?:inc|ltd|co|corp|bhd|jr|sr|bros|etc|al|llc|s\.a|e\.v|ph\.d|a\.m|p\.m|u\.s)$/iu;

/** Unquoted, it goes on with words of place, with a clause in lower case, or far beyond the length of a text that stands there. */
function saysMore({ folded, ground, pages }: Scene, fresh: Span, { old, says }: Extract<Intent, { kind: 'replace' }>): boolean {
  const [source, text] = [folded.source.slice(fresh.start, fresh.end), folded.text.slice(fresh.start, fresh.end)];
  const was = folded.text.slice(old.start, old.end);
  if (endsInPlace({ source, text }, was)) return true;
  if (isValueWithPlace(source, folded.source.slice(old.start, old.end))) return true;
  // `make A in the green box bold`
  if (/^(?:in|on|en|im)$/u.test(folded.text.slice(old.end, fresh.start).trim()) && ENDS_IN_LOOK.test(text)) return true;
  // Behind a label a list may follow.
  if (says !== 'label' && /, \p{Ll}/u.test(source) && !was.includes(',') && !/\uE001/u.test(was)) return true;
  const isText =
    thingOf(was.replace(DETERMINER, '')) === undefined &&
    findIn(ground, folded.source.slice(old.start, old.end), pages)?.isInside === false;
  const behind = PLACE_BEHIND.exec(source)?.groups?.['place'];
  // `A309 to A312 on Tuesday`: what it stands beside.
  if (isText && behind !== undefined && !was.includes(behind.toLowerCase()) && findIn(ground, behind, pages)?.isInside === false)
    return true;
  return isText && source.split(' ').length > was.split(' ').length * WORDS_TIMES_MAX + WORDS_MORE_MAX;
}

/** `rename section 9 to Outlook`: a new title, and not another number for it. */
const isTitled = ({ folded }: Scene, old: Span, value: string) =>
  new RegExp(`^(?:the )?(?:${THINGS.section}) \\p{N}[\\p{N}.]*$`, 'u').test(folded.text.slice(old.start, old.end)) &&
  !new RegExp(`^(?:the )?(?:${THINGS.section}) |\\p{N}`, 'iu').test(value);

/** A value for a value of its kind, and then where or when: only the value is a text. */
function isValueWithPlace(fresh: string, old: string): boolean {
  const [[value], [was, ...others]] = [valuesIn(fresh), valuesIn(old)];
  if (!value || !was || others.length > 0 || value.start > 0 || (value.kind !== was.kind && value.shape !== was.shape)) return false;
  const behind = fresh.slice(value.end);
  return BEHIND_VALUE.test(behind) && !old.includes(behind.trim());
}

const BEHIND_VALUE = /^ (?:on|in|at|for|under|from|throughout|am|im|bei|unter|le|au|dans|en|el|nel|nella|na|no|op) \S/u;
const PLACE_BEHIND = / (?:on|in|at|under|from|for|am|im|bei|unter|le|au|dans|en|el|nel|nella|na|no|op) (?<place>[\p{L}\p{N}][^,;]{1,40})$/u;
const ENDS_IN_LOOK = new RegExp(`(?:${COLOR}|${BOLD}|${ITALIC}|${BIGGER}|${SMALLER})$`, 'u');
const WORDS_TIMES_MAX = 2;
const WORDS_MORE_MAX = 3;

/** Of `ask for a total of 2.5 M$` for `2 M$` its last words, which are those of the old text with another number. Undefined where they are not. */
export function sameTail(fresh: string, old: string): string | undefined {
  const [words, olds] = [fresh.split(' '), old.split(' ')];
  if (words.length <= olds.length || olds.length < 2) return undefined;
  const shape = (all: readonly string[]) => all.map((one) => one.replaceAll(/\p{N}+(?:[.,]\p{N}+)*/gu, '0')).join(' ');
  const tail = words.slice(-olds.length);
  const isSame = /\p{N}/u.test(old) && shape(tail) === shape(olds);
  return isSame && words.slice(0, -olds.length).every((one) => /^\p{Ll}+$/u.test(one)) ? tail.join(' ') : undefined;
}

/** `280 volunteers, not 260`: the words that differ are not the same number of words. @returns undefined where they are */
async function otherCount(
  scene: Scene,
  { fresh, not }: Extract<Intent, { kind: 'replace' }> & { readonly not: Span },
  value: Span,
  targets: Resolved,
): Promise<Grounded | undefined> {
  const wordsOf = (span: Span) => writtenAs(scene.folded, span).text.trim().split(/\s+/u);
  const words = wordsOf(value);
  if (wordsOf(not).length === words.length) return undefined;
  const tail = sameTail(words.join(' '), wordsOf(not).join(' '));
  if (tail !== undefined) return planAll(scene, targets, (match) => ({ op: 'replace_text', ...match, value: tail }));
  const [number, ...others] = words.filter((one) => /\p{N}/u.test(one));
  const beside = stemsOf(words.filter((one) => one !== number).join(' '));
  const isBeside = targets.targets.every(([place]) => place && holdsStems(contextOf(scene, place), beside));
  if (wordsOf(not).length > 1 || number === undefined || others.length > 0 || !isBeside)
    return unclear(scene.folded.source.slice(fresh.start, fresh.end));
  return planAll(scene, targets, (match) => ({ op: 'replace_text', ...match, value: number }));
}

const MARK = /^(?:[•▪●◦‣∙·■□○➢➤✓*–—-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+/u;

/** The bullet or number of an item stays where the new text has none. */
function withoutMarks({ ground }: Scene, found: Resolved, value: string): Resolved | undefined {
  if (MARK.test(value)) return undefined;
  const cut = found.targets.map(([place]) => {
    const text = place ? ground.facts.pageText(place.page).slice(place.start, place.end) : '';
    const mark = MARK.exec(text)?.[0].length ?? 0;
    return place && mark > 0 && mark < text.length ? { ...place, start: place.start + mark } : undefined;
  });
  const targets = cut.flatMap((place) => (place ? [[place]] : []));
  return targets.length === found.targets.length && targets.length > 0 ? { ...found, targets } : undefined;
}

/** Of several lines that a role has, the one that the new text corrects: it shares its words, and the others share none. */
function likest(scene: Scene, found: Resolved, value: string): Resolved | undefined {
  const stems = stemsOf(value).filter((stem) => /\p{L}{3}/u.test(stem));
  const shared = found.targets.map((places) => stems.filter((stem) => ` ${plainName(textOf(scene, places))}`.includes(` ${stem}`)).length);
  const targets = found.targets.filter((_, at) => (shared[at] ?? 0) * 2 >= stems.length && stems.length > 0);
  const isAlone = shared.every((count) => count === 0 || count * 2 >= stems.length);
  return isAlone && targets.length > 0 && new Set(targets.map((places) => textOf(scene, places))).size === 1
    ? { ...found, targets }
    : undefined;
}

/** `year 2` does not become a price. */
export const isCounter = (old: string, value: string) => /^\p{N}{1,2}$/u.test(old) && /[€$£]/u.test(value);

/** An address or a number does not become words: they say something about it. */
export function isOtherKind(old: string, value: string): boolean {
  const isAddress = /^\S+@\S+\.\S+$|^(?:https?:\/\/|www\.)\S+$/iu.test(old);
  if (isAddress) return !/^\S+[.@]\S+$/u.test(value);
  // A number does not become a phrase.
  if (/\p{N}/u.test(old) && !/\p{L}/u.test(old) && (value.match(/\p{L}{2,}/gu)?.length ?? 0) > 2) return true;
  return /\p{N}/u.test(old) && !/\p{L}{2}/u.test(old) && !/\p{N}/u.test(value) && /\p{L}{3}/u.test(value) && !/^[\p{Lu}]/u.test(value);
}

const NUMBER_WORD =
  /(?<![\p{L}\p{N}-])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|ein|eine|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dois|duas|sete|oito|dez|twee|drie|vijf|zes|zeven|negen|tien)(?![\p{L}\p{N}-])/giu;

/** `six categories` to `seven`: a number in words takes the place of the number before its noun. */
function onlyNumberWord({ ground }: Scene, { targets }: Resolved, value: string): readonly (readonly Place[])[] | undefined {
  if (value.replaceAll(NUMBER_WORD, '') !== '') return undefined;
  const cut = targets.map(([place]) => {
    const text = place ? ground.facts.pageText(place.page).slice(place.start, place.end) : '';
    const [found, ...others] = text.matchAll(NUMBER_WORD);
    if (!place || !found || others.length > 0 || found[0].length === text.length) return undefined;
    return [{ page: place.page, start: place.start + found.index, end: place.start + found.index + found[0].length }];
  });
  return cut.every((one) => one !== undefined) ? cut : undefined;
}

const NUMBER = /(?<![\p{L}\p{N}])\p{N}[\p{N}.,/-]*(?<![.,/-])(?![\p{L}\p{N}])/gu;

/** `PO Box 96169 -> 96148`: a number alone takes the place of the number in a name. */
export function onlyNumber({ ground }: Scene, { targets }: Resolved, value: string): readonly (readonly Place[])[] | undefined {
  if (value.replaceAll(NUMBER, '') !== '') return undefined;
  const cut: (readonly Place[])[] = [];
  for (const [place] of targets) {
    const text = place ? ground.facts.pageText(place.page).slice(place.start, place.end) : '';
    const [found, ...others] = text.matchAll(NUMBER);
    if (!place || !found || others.length > 0 || !/\p{L}/u.test(text)) return undefined;
    cut.push([{ page: place.page, start: place.start + found.index, end: place.start + found.index + found[0].length }]);
  }
  return cut;
}

/** Where the document writes an unchanged word in its own way, it stays: only the words that differ are replaced. */
function onlyChanged(
  { ground }: Scene,
  { targets }: Resolved,
  old: string,
  value: string,
): { readonly targets: readonly (readonly Place[])[]; readonly value: string } | undefined {
  const [olds, news] = [old.split(/\s+/u), value.split(/\s+/u)];
  let [first, last] = [0, 0];
  while (first < Math.min(olds.length, news.length) - 1 && olds[first] === news[first]) first++;
  while (last < Math.min(olds.length, news.length) - first - 1 && olds.at(-1 - last) === news.at(-1 - last)) last++;
  if (first + last === 0) return undefined;
  const cut: (readonly Place[])[] = [];
  for (const [place] of targets) {
    const text = place && ground.facts.pageText(place.page).slice(place.start, place.end);
    if (!place || text === undefined || text.replaceAll(/\s+/gu, ' ') === old) return undefined;
    const words = [...text.matchAll(/\S+/gu)];
    const [from, to] = [words[first], words[words.length - 1 - last]];
    if (words.length !== olds.length || !from || !to) return undefined;
    cut.push([{ page: place.page, start: place.start + from.index, end: place.start + to.index + to[0].length }]);
  }
  return { targets: cut, value: news.slice(first, news.length - last).join(' ') };
}

export async function groundPairs(scene: Scene, pairs: readonly (readonly [Span, Span])[]): Promise<Grounded> {
  const edits: PlannedEdit[] = [];
  for (const [old, fresh] of pairs) {
    const made = await groundReplace(scene, { kind: 'replace', old, fresh, says: 'text' });
    if (!made.ok) return made;
    edits.push(...made.edits);
  }
  return { ok: true, edits };
}

export async function groundCell(scene: Scene, { row, column, value }: Extract<Intent, { kind: 'set_cell' }>): Promise<Grounded> {
  const cell = cellOf(scene, row, column);
  if (!cell) return { ok: false, why: 'missing', said: scene.folded.source.slice(row.start, column.end), candidates: [] };
  const { text, isQuoted } = writtenAs(scene.folded, value);
  if (!isQuoted && !isPlainValue(scene, value)) return unclear(text);
  if (cell.ok && cell.targets.some((places) => isCounter(textOf(scene, places), text))) return unclear(text);
  return cell.ok ? planAll(scene, cell, (match) => ({ op: 'replace_text', ...match, value: text })) : cell;
}
