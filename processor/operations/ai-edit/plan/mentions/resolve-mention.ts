// From a phrase to the one thing that all of its words hold of. What kind of thing, which of several, what it says, where it stands: each is
// checked in the document, and a word that holds of nothing leaves the phrase without a thing. Several things that fit alike are given back.

import type { Folded } from '#instruction/reading/folded.ts';
import { type Mention, readMention } from '#instruction/mentions/read-mention.ts';
import { positionSaid } from '#instruction/reading/looks.ts';
import type { Span } from '#instruction/tokens.ts';
import { findIn } from '../places/ground-document.ts';
import { isIn, missing, type Resolution, type Resolved, type Scene } from '../places/scene.ts';
import { termOf } from '#instruction/mentions/mention-words.ts';
import type { Place } from '../places/page-lines.ts';
import { hasUnseenRows } from '../places/units.ts';
import { boxOf, type Candidate, candidatesOf, isValue, kindsOf, namesAround } from './candidates.ts';
import { type Link, linksOf } from './links.ts';
import { contentOf, matchOf, speaksOf } from './word-match.ts';

const saidIn = ({ source }: Folded, { start, end }: Span) => source.slice(start, end);

/** @returns undefined where the phrase is none of this kind, or nothing fits it */
export function resolveMention(scene: Scene, span: Span): Resolution | undefined {
  // Scripts without spaces are read elsewhere.
  if (/[\u3040-\u30ff\u3400-\u9fff]/u.test(scene.folded.text.slice(span.start, span.end))) return undefined;
  const mention = readMention(scene.folded, span);
  if (mention.noun === 'text' || mention.noun === undefined) return resolveText(scene, mention);
  const isDescribed =
    mention.words !== undefined ||
    mention.says.length > 0 ||
    mention.at.length > 0 ||
    mention.nth !== undefined ||
    mention.position !== '' ||
    mention.asides.length > 0 ||
    mention.deictic !== undefined;
  if (mention.noun === 'any' && !isDescribed) return undefined;
  // Lines in the middle of a page are not counted: what is one, nobody knows.
  if (mention.noun === 'line' && mention.nth !== undefined && Math.abs(mention.nth) > 1) return undefined;
  const links = linksOf(scene, mention);
  let refused: Resolution | undefined;
  for (const thing of mention.isLarge && mention.noun === 'heading' ? (['title'] as const) : kindsOf(mention.noun)) {
    // A value is found only where a place is said.
    if (isValue(thing) && links.length === 0 && scene.region === undefined && mention.position === '') continue;
    const all = candidatesOf(scene, thing);
    if (all.length === 0) continue;
    // What may be several rows, or one of many lines, is not counted.
    if (thing === 'row' && mention.nth !== undefined && hasUnseenRows(scene.ground, scene.pages)) return undefined;
    const found = chosenOf(scene, mention, links, all);
    if (found?.ok === true) return found;
    refused ??= found;
  }
  return refused;
}

interface Fitting {
  readonly candidate: Candidate;
  readonly rank: number;
}

function chosenOf(scene: Scene, mention: Mention, links: readonly Link[], all: readonly Candidate[]): Resolution | undefined {
  const said = saidIn(scene.folded, mention.span);
  const related = links.reduce<readonly Candidate[]>((left, link) => link.keep(left), all);
  const fitting = related.flatMap((candidate): Fitting[] => {
    const rank = rankOf(scene, mention, candidate);
    return rank === undefined ? [] : [{ candidate, rank }];
  });
  const placed = atPosition(scene, mention.position, fitting);
  const isSaid = mention.words !== undefined || mention.says.length > 0 || mention.asides.length > 0;
  // Counted among all, and then what is said must hold; or counted among those that say it.
  const counted = mention.nth === undefined ? undefined : nthOf(mention, isSaid && !isDescribedFirst(mention) ? related : placed.map(({ candidate }) => candidate)); // prettier-ignore
  if (counted) {
    const fits = counted.every((candidate) => placed.some((one) => one.candidate === candidate));
    return fits && counted.length > 0 ? resolved(counted) : undefined;
  }
  if (placed.length === 0) return undefined;
  const candidates = placed.map(({ candidate }) => candidate);
  const isEach = mention.count !== undefined || mention.isPlural;
  if (isEach)
    return mention.count === undefined || mention.count === placed.length ? resolved(candidates) : missing(said, placesOf(candidates));
  const best = Math.max(...placed.map(({ rank }) => rank));
  const nearest = placed.filter(({ rank }) => rank === best).map(({ candidate }) => candidate);
  if (nearest.length === 1) return resolved(nearest);
  const isRunning = nearest.every(({ thing }) => ['header', 'footer', 'page_number'].includes(thing));
  return isRunning ? resolved(nearest) : missing(said, placesOf(nearest));
}

const placesOf = (candidates: readonly Candidate[]) => candidates.flatMap(({ places }) => places);

const resolved = (candidates: readonly Candidate[]): Resolved => ({
  ok: true,
  kind: candidates.every(({ thing }) => thing === 'page_number' || isValue(thing)) ? 'value' : 'block',
  targets: candidates.map(({ places }) => places),
  ...(candidates.every(({ thing }) => thing === 'row') ? { isRow: true } : {}),
});

/** `the second Whereas paragraph`: counted among those. */
const isDescribedFirst = ({ words, says, asides, isLabel }: Mention) =>
  words !== undefined && !isLabel && says.length === 0 && asides.length === 0;

function nthOf({ nth = 1, count }: Mention, all: readonly Candidate[]): readonly Candidate[] {
  if (count !== undefined && nth === 1) return all.length >= count ? all.slice(0, count) : [];
  if (count !== undefined && nth === -1) return all.length >= count ? all.slice(-count) : [];
  const one = all.at(nth > 0 ? nth - 1 : nth);
  return one ? [one] : [];
}

/** How well it is what the phrase says; undefined where a word of the phrase does not hold of it. */
function rankOf(scene: Scene, mention: Mention, candidate: Candidate): number | undefined {
  const { folded } = scene;
  let rank = 0;
  if (mention.words) {
    const own = ownRank(scene, mention, candidate, saidIn(folded, mention.words));
    if (own === undefined) return undefined;
    rank += own;
  }
  const isNamedBeside = mention.asides.some((aside) => matchOf(candidate.text, saidIn(folded, aside)) >= 2);
  for (const { by, words } of mention.says) {
    const said = sayingRank(candidate, by, saidIn(folded, words), mention.nth !== undefined);
    // Told in another language: what is said beside it in the words of the document is enough.
    if (said === undefined && !(isNamedBeside && isForeign(scene, saidIn(folded, words)))) return undefined;
    rank += said ?? 0;
  }
  for (const noun of mention.nouns) if (!isAmong(scene, noun, candidate)) return undefined;
  for (const aside of mention.asides) {
    const held = asideRank(scene, mention, candidate, aside);
    if (held === undefined) return undefined;
    rank += held;
  }
  return rank;
}

/** Wholes are called by their names, parts by what they say, or by the whole that they stand in. */
function ownRank(scene: Scene, { isLabel }: Mention, candidate: Candidate, said: string): number | undefined {
  const isNumber = /^\(?[\p{N}.]{1,6}\)?$/u.test(said.trim());
  const number = said.replaceAll(/[()]|\.$/gu, '').trim();
  if (isNumber && isLabel) {
    const label = candidate.label.trim();
    const isSo =
      label === number.replaceAll('.', ' ').trim() ||
      candidate.name.startsWith(` ${number.replaceAll('.', ' ')} `) ||
      isNumbered(candidate, number);
    return isSo ? 4 : undefined;
  }
  const own = Math.max(matchOf(candidate.name, said), matchOf(candidate.text, said));
  if (own > 1) return own;
  // Some words are its own, others name what it stands in; not all of them may be others'.
  const words = contentOf(said);
  const others = words.filter((one) => !speaksOf(candidate.text, one));
  if (words.length === 0 || others.length === words.length) return undefined;
  const around = others.length === 0 ? '' : namesAround(scene, candidate);
  if (others.every((one) => speaksOf(around, one))) return own === 1 ? 1 : 0.5;
  return undefined;
}

/** `Figure 7.3`, `Article 2`, `Table 6.1`: the number behind its noun. */
const isNumbered = ({ name }: Candidate, number: string) =>
  new RegExp(`^ \\p{L}+ ${RegExp.escape(number.replaceAll('.', ' '))} `, 'u').test(name);

function sayingRank({ text }: Candidate, by: 'start' | 'end' | 'holds', said: string, isCounted: boolean): number | undefined {
  const match = matchOf(text, said);
  if (by === 'start') return match >= 3 ? 4 : undefined;
  if (by === 'end') return match === 4 || endsWith(text, said) ? 4 : undefined;
  if (match > 0) return match;
  if (holdsKinds(text, said)) return 1;
  // Counted, it need not be told in the words of the document.
  return isCounted && contentOf(said).some((one) => speaksOf(text, one)) ? 0.5 : undefined;
}

/** `with Sprouts and the web address`: the words stand there, and a value of that kind. */
function holdsKinds(text: string, said: string): boolean {
  const words = contentOf(said);
  const kinds = words.filter(
    (one) => termOf(one).is === 'noun' || /^(?:web|internet|address|adresse|direccion|indirizzo|endereco|adres)$/u.test(one),
  );
  const others = words.filter((one) => !kinds.includes(one));
  const hasValue = / (?:https?|www) |(?: \p{L}+){2} (?:com|org|net|edu|gov|de|fr) /u.test(text) || /\p{N}/u.test(text);
  return others.length > 0 && kinds.length > 0 && hasValue && others.every((one) => speaksOf(text, one));
}

/** None of its words stands in the document. */
const isForeign = ({ ground, pages }: Scene, said: string) => {
  const words = contentOf(said).filter((one) => /\p{L}{4}/u.test(one));
  return words.length > 0 && !pages.some((page) => words.some((one) => ground.holds(page, one)));
};

const endsWith = (text: string, said: string) =>
  matchOf(` ${text.trim().split(' ').toReversed().join(' ')} `, said.split(/\s+/u).toReversed().join(' ')) >= 3;

const isAmong = (scene: Scene, noun: Mention['nouns'][number], candidate: Candidate) => {
  const wholes = kindsOf(noun).flatMap((thing) => candidatesOf({ ...scene, pages: [candidate.page], region: undefined }, thing));
  return wholes.length === 0 || wholes.some(({ places }) => candidate.places.every((place) => places.some((one) => place.page === one.page && place.start >= one.start && place.end <= one.end))); // prettier-ignore
};

const ONE =
  /^(?:the |die |der |das |le |la |les |el |los |las |il |quella?|quell[oi]|o |a |as |os |de |het )?(?:ones?|those|derjenige|celles?|ceux|celui|quella|quello|quelle|quelli|que|aquela|aquele|degene|das|die|der|las|los|el|la)(?: |$)/u;

/** In brackets: which of them it is, what it says, or what it stands for. */
function asideRank(scene: Scene, mention: Mention, candidate: Candidate, aside: Span): number | undefined {
  const said = saidIn(scene.folded, aside);
  const folded = scene.folded.text.slice(aside.start, aside.end);
  const direct = matchOf(candidate.text, said);
  if (direct > 0) return direct;
  if (ONE.test(folded) || termIsSaying(scene, aside)) {
    const inner = readMention(scene.folded, aside);
    const links = linksOf(scene, inner);
    const kept = links.reduce<readonly Candidate[]>((left, link) => link.keep(left), [candidate]);
    const rank = rankOf(scene, { ...inner, nouns: [] }, candidate);
    if (kept.length > 0 && rank !== undefined && (inner.says.length > 0 || inner.at.length > 0 || inner.words !== undefined)) return rank;
  }
  return mention.nth !== undefined && contentOf(said).some((one) => speaksOf(candidate.text, one)) ? 0.5 : undefined;
}

const termIsSaying = (scene: Scene, aside: Span) => readMention(scene.folded, aside).says.length > 0;

const HALF = 0.5;

function isBoxAt({ width, height }: { readonly width: number; readonly height: number }, box: Candidate['box'], position: string): boolean {
  const [vertical, horizontal] = position === 'center' ? ['center', 'center'] : position.split('_');
  const [x, y] = [(box[0] + box[2]) / 2 / width, (box[1] + box[3]) / 2 / height];
  const fitsY = vertical === 'top' ? y > HALF : vertical === 'bottom' ? y < HALF : true;
  return fitsY && (horizontal === 'left' ? x < HALF : horizontal === 'right' ? x > HALF : true);
}

function standsAt(scene: Scene, place: Place, said: string): boolean {
  const position = said === '' ? undefined : positionSaid(said);
  const box = boxOf(scene, [place]);
  return position === undefined || (box !== undefined && isBoxAt(scene.ground.lines(place.page), box, position));
}

/** Those where the words of place say; of several the one that stands furthest there. */
function atPosition({ ground }: Scene, said: string, fitting: readonly Fitting[]): readonly Fitting[] {
  if (said === '' || fitting.length === 0) return fitting;
  const position = positionSaid(said);
  if (position === undefined) return fitting;
  const [vertical] = position.split('_');
  const there = fitting.filter(({ candidate: { box, page } }) => isBoxAt(ground.lines(page), box, position));
  if (there.length < 2 || vertical === 'center') return there;
  const edge = ({ candidate: { box } }: Fitting) => (vertical === 'top' ? -box[3] : box[1]);
  const first = Math.min(...there.map(edge));
  const furthest = there.filter((one) => edge(one) - first < 3);
  return new Set(there.map(({ candidate }) => candidate.page)).size > 1 ? there : furthest;
}

/** `the label NOTE 1`: the words are the text itself. */
function resolveText(scene: Scene, mention: Mention): Resolution | undefined {
  if (!mention.words || mention.says.length > 0 || mention.nth !== undefined) return undefined;
  if (mention.noun === undefined && mention.at.length === 0 && mention.position === '') return undefined;
  // `World Bank (2022a)`: what stands in brackets is a part of it, or describes what is not known.
  const [aside, ...asides] = mention.asides;
  const said = saidIn(scene.folded, aside ? { start: mention.words.start, end: aside.end + 1 } : mention.words);
  if (!/[\p{Lu}\p{N}]/u.test(said) || asides.length > 0) return undefined;
  const found = findIn(scene.ground, said, scene.pages);
  if (!found || found.isInside || found.spelling !== 'exact') return undefined;
  const linked = linksOf(scene, mention).reduce((left, link) => link.keepPlaces(left), found.places);
  const kept = linked.filter((place) => isIn(place, scene.region) && standsAt(scene, place, mention.position));
  return kept.length === 1 ? { ok: true, kind: 'text', targets: kept.map((place) => [place]) } : missing(said, kept);
}
