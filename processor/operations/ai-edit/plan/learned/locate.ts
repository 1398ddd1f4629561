// The things of the document that an act can mean, the likeliest first, with their probability: what is learned weighs what is seen of each.

import type { Folded } from '#instruction/reading/folded.ts';
import { placeRegion } from '../ground/regions.ts';
import { findIn, mayStand, plainName } from '../places/ground-document.ts';
import type { Place } from '../places/page-lines.ts';
import type { Scene } from '../places/scene.ts';
import { documentWords } from './document-words.ts';
import {
  type Add,
  addNoneFeatures,
  addThingFeatures,
  type Features,
  type SaidThing,
  type Seeker,
  seekerOf,
  wholeOf,
} from './thing-features.ts';
import { distinctThings, type SaidText, textThings, type ThingThere, thingsOn } from './things.ts';
import { tokensOf } from './tokens.ts';

export interface Located {
  /** Undefined for none of them. */
  readonly thing: ThingThere | undefined;
  readonly probability: number;
}

export interface Seen {
  readonly thing: ThingThere | undefined;
  readonly features: Features;
}

const PAGES_MAX = 6;
const TEXTS_MAX = 40;

/** Pages on which it may stand: those that are said, of many those that hold rare words of it. */
function pagesFor(scene: Scene, said: SaidThing): readonly number[] {
  if (scene.pages.length <= PAGES_MAX) return scene.pages;
  const { at } = documentWords(scene.ground);
  const words = [said.target, said.where]
    .flatMap((one) => (one ? plainName(one.source).split(' ') : []))
    .concat(said.old === undefined ? [] : plainName(said.old).split(' '))
    .filter((word) => word.length > 2 && (at.get(word)?.length ?? 0) > 0);
  const scored = scene.pages.map((page) => ({
    page,
    score: words.reduce((sum, word) => sum + (scene.ground.holds(page, ` ${word} `) ? 1 / (at.get(word)?.length ?? 1) : 0), 0),
  }));
  const best = scored.toSorted((one, two) => two.score - one.score || one.page - two.page).slice(0, PAGES_MAX - 2);
  return [...new Set([scene.pages[0] ?? 1, ...best.map(({ page }) => page), scene.pages.at(-1) ?? 1])].toSorted((one, two) => one - two);
}

/** The longest runs of its tokens that stand in the document, and all that is quoted. */
function textsSaid(scene: Scene, phrase: Folded | undefined, from: SaidText['from']): readonly SaidText[] {
  if (!phrase) return [];
  const tokens = tokensOf(phrase);
  const found: (SaidText & { readonly length: number })[] = [];
  for (let first = 0; first < tokens.length; first++) {
    const begin = tokens[first]?.start ?? 0;
    const isHeld = (to: number) => mayStand(scene.ground, phrase.source.slice(begin, tokens[to - 1]?.end ?? begin), scene.pages);
    // What does not stand there does not with more words.
    let longest = first;
    while (longest < tokens.length && isHeld(longest + 1)) longest++;
    for (let to = longest; to > first; to--) {
      const [one, last] = [tokens[first], tokens[to - 1]];
      if (!one || !last) continue;
      const isQuoted = one.isQuoted && to === first + 1;
      const said = isQuoted ? one.source.slice(1, -1) : phrase.source.slice(one.start, last.end);
      if (!/[\p{L}\p{N}]/u.test(said) || (to - first === 1 && said.length < 2 && !/\p{N}/u.test(said))) continue;
      const own = findIn(scene.ground, said, scene.pages);
      if (!own || own.isInside || own.places.length > TEXTS_MAX) continue;
      for (const place of own.places) found.push({ place, from, isQuoted, isLongest: false, length: isQuoted ? 99 : to - first });
      // What begins here and is shorter is a part of it.
      break;
    }
  }
  const most = Math.max(0, ...found.map(({ length }) => length));
  return found.map(({ place, isQuoted, length }) => ({ place, from, isQuoted, isLongest: length === most }));
}

function oldTexts(scene: Scene, old: string | undefined): readonly SaidText[] {
  const found = old === undefined ? undefined : findIn(scene.ground, old, scene.pages);
  if (!found || found.isInside) return [];
  return found.places.slice(0, TEXTS_MAX).map((place) => ({ place, from: 'o', isQuoted: false, isLongest: true }));
}

const JOINT = /^(\S+)[ ']/u;

function regionOf(scene: Scene, where: Folded | undefined): readonly Place[] | undefined {
  if (!where) return undefined;
  const inner: Scene = { ...scene, folded: where };
  const span = wholeOf(where);
  const joint = JOINT.exec(where.text)?.[0] ?? '';
  const rest = { start: joint.length, end: span.end };
  return (placeRegion(inner, span) ?? (joint !== '' && rest.start < rest.end ? placeRegion(inner, rest, ` ${joint}`) : undefined))?.region;
}

interface Sought {
  readonly scene: Scene;
  readonly seeker: Seeker;
  readonly things: readonly ThingThere[];
}

function soughtThings(base: Scene, said: SaidThing): Sought {
  const scene: Scene = { ...base, pages: pagesFor(base, said) };
  const texts = [...oldTexts(scene, said.old), ...textsSaid(scene, said.target, 't'), ...textsSaid(scene, said.where, 'w')];
  // A page may be said twice.
  const listed = [...new Set(scene.pages)].flatMap((page) => thingsOn(scene, page));
  const things = [...distinctThings(textThings(scene, texts)), ...listed];
  return { scene, seeker: seekerOf(scene, said, regionOf(scene, said.where)), things };
}

/** For learning: each thing, and none of them, with what is seen of it. */
export function seenThings(base: Scene, said: SaidThing): readonly Seen[] {
  const { scene, seeker, things } = soughtThings(base, said);
  const listed = (list: (add: Add) => void): Features => {
    const features: [string, number][] = [];
    list((name, value = 1) => {
      if (value !== 0) features.push([name, value]);
    });
    return features;
  };
  return [
    ...things.map((thing) => ({ thing, features: listed((add) => addThingFeatures(scene, seeker, thing, add)) })),
    { thing: undefined, features: listed((add) => addNoneFeatures(scene, seeker, things, add)) },
  ];
}

/** Things of one text at one place are one; the likeliest first. */
export function locate(scene: Scene, said: SaidThing, weights: ReadonlyMap<string, number>): readonly Located[] {
  const sought = soughtThings(scene, said);
  const { seeker, things } = sought;
  let score = 0;
  const add: Add = (name, value = 1) => {
    score += (weights.get(name) ?? 0) * value;
  };
  const scoreOf = (list: () => void): number => {
    score = 0;
    list();
    return score;
  };
  const scores = things.map((thing) => scoreOf(() => addThingFeatures(sought.scene, seeker, thing, add)));
  scores.push(scoreOf(() => addNoneFeatures(sought.scene, seeker, things, add)));
  const highest = Math.max(...scores, -Infinity);
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  const byPlace = Map.groupBy(scores.keys(), (at) => things[at]?.key ?? '');
  return [...byPlace.values()]
    .map((own) => {
      const best = own.toSorted((one, two) => (scores[two] ?? 0) - (scores[one] ?? 0))[0] ?? 0;
      return { thing: things[best], probability: own.reduce((total, at) => total + Math.exp((scores[at] ?? 0) - highest), 0) / sum };
    })
    .toSorted((one, two) => two.probability - one.probability);
}
