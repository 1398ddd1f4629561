// How well a thing of the document is what an act speaks of, as numbers by name: its kind beside the nouns, the words that it and its surroundings
// say, its order and its place, and whether the new text is of its kind. What speaks for none of them is a thing of its own.

import { termOf } from '#instruction/mentions/mention-words.ts';
import { type Mention, readMention } from '#instruction/mentions/read-mention.ts';
import { type Folded, QUOTED, quotedIn, writtenAs } from '#instruction/reading/folded.ts';
import { positionSaid } from '#instruction/reading/looks.ts';
import { DETERMINER } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import { plainName } from '../places/ground-document.ts';
import { isIn, type Scene } from '../places/scene.ts';
import type { Place } from '../places/page-lines.ts';
import { speaksOf } from '../mentions/word-match.ts';
import { documentWords } from './document-words.ts';
import { type ThingThere, writtenAs as writtenThere } from './things.ts';
import { kindOfText } from './written-kind.ts';

/** What an act says of the thing that it touches. */
export interface SaidThing {
  readonly act: string;
  readonly target: Folded | undefined;
  readonly where: Folded | undefined;
  readonly old: string | undefined;
  readonly fresh: string | undefined;
  readonly isNewQuoted: boolean;
}

export interface Seeker {
  readonly said: SaidThing;
  readonly group: string;
  readonly mention: Mention | undefined;
  readonly nouns: readonly string[];
  readonly words: readonly Weighed[];
  readonly whereWords: readonly Weighed[];
  readonly literal: string;
  readonly isQuoted: boolean;
  readonly old: string;
  readonly position: string | undefined;
  readonly nth: number | undefined;
  readonly freshKind: string;
  readonly freshWords: number;
  readonly fresh: string;
  /** The words of it, folded. */
  readonly freshNames: readonly string[];
  readonly region: readonly Place[] | undefined;
  readonly pageCount: number;
}

interface Weighed {
  readonly word: string;
  readonly weight: number;
  /** How often it stands in the document. */
  readonly count: number;
}

export const phraseOf = (folded: Folded, { start, end }: Span): Folded => ({
  source: folded.source.slice(start, end),
  text: folded.text.slice(start, end),
});

export const wholeOf = ({ text }: Folded): Span => ({ start: 0, end: text.length });
const QUOTES = new RegExp(QUOTED, 'gu');

function weigh(scene: Scene, phrase: Folded | undefined): readonly Weighed[] {
  if (!phrase) return [];
  const { at, words } = documentWords(scene.ground);
  const said = plainName(phrase.source)
    .split(' ')
    .filter((one) => one !== '');
  return [...new Set(said)].flatMap((word) => {
    const term = termOf(word).is;
    if (term !== 'word' && term !== 'look' && term !== 'noun' && term !== 'ordinal' && !/\p{N}/u.test(word)) return [];
    const count = at.get(word)?.length ?? 0;
    const rarity = Math.log((words.length + 10) / (count + 1)) / Math.log(words.length + 10);
    const weight = (term === 'word' || term === 'look' || /\p{N}/u.test(word) ? 1 : 0.25) * (count === 0 ? 0.5 : rarity);
    return [{ word, weight, count }];
  });
}

const GROUPS: Readonly<Record<string, string>> = {
  'fill-field': 'replace', 'correct-spelling': 'replace', translate: 'whole', shorten: 'whole', underline: 'mark', highlight: 'mark', strike: 'mark',
  'note-add': 'note', 'link-add': 'link', 'link-change': 'link', 'link-remove': 'link',
}; // prettier-ignore

export function seekerOf(scene: Scene, said: SaidThing, region: readonly Place[] | undefined): Seeker {
  const phrase = said.target ?? said.where;
  const mention = phrase ? readMention(phrase, wholeOf(phrase)) : undefined;
  const literal = said.target ? plainName(writtenAs(said.target, wholeOf(said.target)).text.replace(DETERMINER, '')) : '';
  const position = [said.target, said.where]
    .flatMap((one) => (one ? [positionSaid(one.text.replaceAll(QUOTES, ' '))] : []))
    .find((one) => one !== undefined);
  const fresh = said.fresh === undefined ? '' : plainName(said.fresh);
  return {
    said,
    group: GROUPS[said.act] ?? said.act,
    mention,
    nouns: mention
      ? [...(mention.noun ? [mention.noun] : ['none']), ...mention.nouns.map((one) => `+${one}`), ...(mention.isPlural ? ['*'] : [])]
      : ['nothing'],
    words: weigh(scene, said.target),
    whereWords: weigh(scene, said.where),
    literal,
    isQuoted: phrase !== undefined && quotedIn(phrase, wholeOf(phrase)) !== undefined,
    old: said.old === undefined ? '' : plainName(said.old),
    position,
    nth: mention?.nth,
    freshKind: said.fresh === undefined ? 'none' : kindOfText(said.fresh),
    freshWords: said.fresh === undefined ? 0 : said.fresh.split(/\s+/u).length,
    fresh,
    freshNames: fresh.split(' ').filter((one) => one !== ''),
    region,
    pageCount: scene.ground.pageCount,
  };
}

const SIZES = [1, 2, 4, 8, 16, 40] as const;
const sizeOf = (count: number) => SIZES.findIndex((size) => count <= size);
const VALUES: ReadonlySet<string> = new Set(['cell', 'value', 'number', 'money', 'percent', 'year', 'date', 'email', 'url', 'page_number']);

/** Of a thing, of what stands around it too, and of its heading too. */
function sharesOf(words: readonly Weighed[], { text, around, heading }: ThingThere): readonly [own: number, all: number, far: number] {
  let [total, own, all, far] = [0, 0, 0, 0];
  for (const { word, weight } of words) {
    total += weight;
    const isOwn = speaksOf(text, word);
    const isNear = isOwn || speaksOf(around, word);
    if (isOwn) own += weight;
    if (isNear) all += weight;
    if (isNear || speaksOf(heading, word)) far += weight;
  }
  return total === 0 ? [0, 0, 0] : [own / total, all / total, far / total];
}

/** Folded words of the new text that the thing has too. */
function likeness(words: readonly string[], text: string): number {
  return words.length === 0 ? 0 : words.filter((one) => text.includes(` ${one} `)).length / words.length;
}

const kindClass = (kind: string) => (kind === 'words' || kind === 'mixed' ? kind : 'value');

export type Features = readonly (readonly [name: string, value: number])[];

export type Add = (name: string, value?: number) => void;

/** Each of them is added once; a value of 0 says nothing. */
export function addThingFeatures(scene: Scene, seeker: Seeker, thing: ThingThere, add: Add): void {
  const { group } = seeker;
  const kind = thing.thing;
  const unit = kind === 'text' ? `t${thing.from ?? ''}` : VALUES.has(kind) ? 'v' : 'u';
  add(`k=${kind}`);
  add(`k,a=${kind} ${group}`);
  for (const noun of seeker.nouns) add(`k,n=${kind} ${noun}`);
  const { size } = thing;
  add(`size=${sizeOf(size)}`);
  add(`size,a=${sizeOf(size)} ${group}`);
  addWords(seeker, thing, unit, size, add);
  addOld(seeker, thing, unit, add);
  if (seeker.region) {
    const isInside = thing.places.every((place) => isIn(place, seeker.region));
    add(isInside ? `region` : 'noregion');
    add(isInside ? `region,${unit}` : `noregion,${unit}`);
  }
  if (seeker.nth !== undefined) {
    const at = seeker.nth > 0 ? seeker.nth - 1 : thing.count + seeker.nth;
    add(at === thing.nth ? 'nth' : 'notnth');
    if (at === thing.nth) add(`nth,k=${kind} ${seeker.nouns[0] ?? ''}`);
    if (thing.text.startsWith(` ${seeker.nth} `)) add(`nth.said,k=${kind}`);
  } else if (thing.nth === 0 || unit !== 'u') add(`first,k=${kind}`); // Of like texts none is meant before the others.
  addPosition(scene, seeker, thing, add);
  addFresh(scene, seeker, thing, unit, add);
  add(thing.page === 1 ? 'p=1' : thing.page === seeker.pageCount ? 'p=last' : 'p=mid');
  add('many', Math.min(thing.count, 20) / 20);
  if (thing.count === 1) add(`only,${kind}`);
}

function addWords(seeker: Seeker, thing: ThingThere, unit: string, size: number, add: Add): void {
  const { text } = thing;
  const [own, near, further] = sharesOf(seeker.words, thing);
  const all = own > 0.99 ? own : near;
  const far = all > 0.99 ? all : further;
  for (const [name, share] of [['own', own], ['all', all], ['far', far]] as const) {
    add(name, share);
    add(`${name},${unit}`, share);
    if (share > 0.99) add(`${name}=1,${unit}`);
  } // prettier-ignore
  add(`own,${thing.thing}`, own);
  add(`all,${thing.thing}`, all - own);
  if (seeker.literal !== '') {
    if (text.trim() === seeker.literal) {
      add(`exact,${unit}`);
      add(`exact,${unit},${seeker.group}`);
      add(`exact,k=${thing.thing}`);
      if (seeker.isQuoted) add('exact,quoted');
    } else if (text.startsWith(` ${seeker.literal} `)) add(`starts,${unit}`);
    else if (text.includes(` ${seeker.literal} `)) add(`holds,${unit}`);
    else if (seeker.literal.includes(text.trim()) && size > 1) {
      add(`part,${unit}`);
      if (seeker.literal.startsWith(text.trim())) add(`part.start,${unit}`);
      if (seeker.literal.endsWith(text.trim())) add(`part.end,${unit}`);
    }
    if (thing.label !== '' && ` ${seeker.literal} `.includes(` ${thing.label} `)) add(`label,${thing.thing}`);
    if (thing.label !== '' && seeker.literal === thing.label) add(`label=,${thing.thing}`);
    add('density', (own * seeker.words.length) / Math.max(1, size));
    add(`density,${unit}`, Math.min(1, (own * seeker.words.length) / Math.max(1, size)));
  }
  if (thing.isLabel) {
    add(`islabel,${unit}`);
    add(`islabel,${seeker.group},${kindClass(seeker.freshKind)}`);
  }
  if (thing.from !== undefined) add(`from,${thing.from},${seeker.group}${seeker.said.target ? '' : ',w'}`);
  if (thing.isQuoted) add(`quoted,${thing.from ?? ''},${seeker.group}`);
  if (thing.isLongest) add(`longest,${thing.from ?? ''}`);
  if (seeker.whereWords.length > 0) {
    const [whereOwn, whereAll, whereFar] = sharesOf(seeker.whereWords, thing);
    add('w.own', whereOwn);
    add(`w.own,${unit}`, whereOwn);
    add(`w.own,${seeker.group}`, whereOwn);
    add('w.all', whereAll);
    add('w.far', whereFar);
  }
}

function addOld({ old, group }: Seeker, { text }: ThingThere, unit: string, add: Add): void {
  if (old === '') return;
  if (text.trim() === old) {
    add('old');
    add(`old,${unit}`);
    add(`old,${group}`);
  } else if (text.includes(` ${old} `)) add(`old.in,${unit}`);
  else add('old.no');
}

function addFresh(scene: Scene, seeker: Seeker, thing: ThingThere, unit: string, add: Add): void {
  if (seeker.freshKind === 'none') return;
  const own = writtenThere(scene, thing);
  const { size } = thing;
  const [one, two] = [kindClass(seeker.freshKind), kindClass(own)];
  add(own === seeker.freshKind ? `fresh=${one}` : `fresh:${one},${two}`);
  add(own === seeker.freshKind ? `fresh=${one},${unit}` : `fresh:${one},${two},${unit}`);
  const ratio = Math.round(Math.log2(size / Math.max(1, seeker.freshWords)));
  add(`ratio=${Math.max(-3, Math.min(3, ratio))}`);
  add(`ratio,${unit}=${Math.max(-3, Math.min(3, ratio))}`);
  const like = likeness(seeker.freshNames, thing.text);
  add('like', like);
  add(`like,${unit}`, like);
  if (thing.text.trim() === seeker.fresh) add('same');
}

function addPosition(scene: Scene, { position }: Seeker, thing: ThingThere, add: Add): void {
  if (position === undefined) return;
  const { width, height } = scene.ground.lines(thing.page);
  const [x, y] = [(thing.box[0] + thing.box[2]) / 2 / width, (thing.box[1] + thing.box[3]) / 2 / height];
  const [vertical, horizontal] = position === 'center' ? ['center', 'center'] : position.split('_');
  if (vertical === 'top') add('pos.y', y * 2 - 1);
  if (vertical === 'bottom') add('pos.y', 1 - y * 2);
  if (horizontal === 'left') add('pos.x', 1 - x * 2);
  if (horizontal === 'right') add('pos.x', x * 2 - 1);
}

const countClass = (count: number) => (count > 3 ? 'm' : String(count));

/** What speaks for none of the things: it does not stand there, or several are like each other. */
export function addNoneFeatures(scene: Scene, seeker: Seeker, things: readonly ThingThere[], addTo: Add): void {
  const add: Add = (name, value) => addTo(`none:${name}`, value);
  add('b');
  add(`a=${seeker.group}`);
  if (!seeker.said.target) add(`notarget,${seeker.group}`);
  for (const noun of seeker.nouns) add(`n=${noun}`);
  const content = [...seeker.words, ...seeker.whereWords];
  const unknown = content.filter(({ count }) => count === 0).length;
  add('unknown', content.length === 0 ? 0 : unknown / content.length);
  add(`unknown=${countClass(unknown)}`);
  if (content.length === 0) add('nowords');
  const exact = things.filter(({ text }) => text.trim() === seeker.literal && seeker.literal !== '').map(({ key }) => key);
  const places = new Set(exact).size;
  add(`exact=${countClass(places)}`);
  add(`exact=${countClass(places)},${seeker.isQuoted ? 'q' : 'n'},${seeker.region ? 'r' : ''}`);
  if (seeker.old !== '') {
    const olds = new Set(things.filter(({ text }) => text.trim() === seeker.old).map(({ key }) => key)).size;
    add(`old=${countClass(olds)}`);
    add(`old=${countClass(olds)},${seeker.said.target ? 't' : ''}`);
  }
  if (seeker.said.where && !seeker.region) add('noplace');
  if (seeker.nth !== undefined) add('nth');
  const { mention } = seeker;
  if (mention?.count !== undefined) add('count');
  if (mention?.deictic !== undefined) add('deictic');
  if (seeker.position !== undefined) add('position');
  add(`pages=${scene.pages.length === 1 ? '1' : seeker.pageCount === 1 ? 'one' : 'many'}`);
}
