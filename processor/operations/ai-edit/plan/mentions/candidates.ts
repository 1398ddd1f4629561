// What a noun can mean on the pages: units of text with what they say and what stands around them.

import type { Noun } from '#instruction/mentions/mention-words.ts';
import type { Thing } from '#instruction/reading/things.ts';
import type { PlacedWord } from '../../facts/locate.ts';
import { plainName } from '../places/ground-document.ts';
import { type Place, wordsAt } from '../places/page-lines.ts';
import { placesOfThing } from '../places/roles.ts';
import { isIn, type Scene, textOf } from '../places/scene.ts';
import { type Unit, unitPlaces, unitsOf } from '../places/units.ts';

type Sides = readonly [left: number, bottom: number, right: number, top: number];

export type Kind = Thing | 'number' | 'money' | 'percent' | 'year' | 'cell' | 'value' | 'text';

export interface Candidate {
  readonly thing: Kind;
  readonly page: number;
  readonly places: readonly Place[];
  readonly box: Sides;
  /** All that it says, folded, between spaces. */
  readonly text: string;
  /** Its number or bullet, folded. */
  readonly label: string;
  /** What it is called: its text, its heading, its caption. */
  readonly name: string;
}

const UNITS: ReadonlySet<string> = new Set([
  'row', 'column', 'table', 'section', 'heading', 'caption', 'note', 'list', 'item', 'sentence', 'paragraph', 'line', 'header', 'footer', 'page_number',
]); // prettier-ignore
/** For a word that stands for any of them: the smallest whole first. */
const ANY: readonly Kind[] = ['item', 'row', 'note', 'paragraph', 'heading', 'line'];

/** The kinds of thing that a noun can mean, those of a later list only where there is none of an earlier one. */
export function kindsOf(noun: Noun): readonly Kind[] {
  if (noun === 'any') return ANY;
  // People call the first heading a title, and a heading of a table its title.
  if (noun === 'title') return ['title', 'heading', 'caption'];
  if (noun === 'caption') return ['caption', 'heading'];
  if (noun === 'paragraph') return ['paragraph', 'item', 'note'];
  if (noun === 'row') return ['row', 'line'];
  if (noun === 'line') return ['row', 'line', 'item'];
  if (noun === 'item') return ['item', 'paragraph', 'row'];
  // An amount of money, or a number.
  if (noun === 'number') return ['money', 'number'];
  return UNITS.has(noun) || noun in VALUES ? [noun as Kind] : [];
}

const KNOWN = new WeakMap<Scene['ground'], Map<string, readonly Candidate[]>>();

export function candidatesOf(scene: Scene, thing: Kind): readonly Candidate[] {
  const known = KNOWN.get(scene.ground) ?? new Map<string, readonly Candidate[]>();
  KNOWN.set(scene.ground, known);
  return scene.pages
    .flatMap((page) => {
      const key = `${thing} ${page}`;
      const all = known.get(key) ?? onPage(scene, thing, page);
      known.set(key, all);
      return all;
    })
    .filter(({ places }) => places.every((place) => isIn(place, scene.region)));
}

function onPage(scene: Scene, thing: Kind, page: number): readonly Candidate[] {
  const own = { ...scene, pages: [page], region: undefined };
  if (thing === 'header' || thing === 'footer') {
    const seen = unitsOf(scene.ground, [page], thing).map((unit) => unitPlaces(scene.ground, unit));
    return (seen.length > 0 ? seen : placesOfThing(own, thing)).flatMap((places) => candidateAt(scene, thing, places, undefined) ?? []);
  }
  const pattern = VALUES[thing];
  if (pattern) return valuesOn(scene, thing, page, pattern);
  if (thing === 'title') return placesOfThing(own, 'title').flatMap((places) => candidateAt(scene, thing, places, undefined) ?? []);
  return unitsOf(scene.ground, [page], thing as Thing)
    .filter((unit) => thing !== 'paragraph' || isApart(scene, unit))
    .flatMap((unit) => candidateAt(scene, thing, unitPlaces(scene.ground, { ...unit, more: [] }), unit) ?? []);
}

/** A single line close to others is no paragraph, however the page was read. */
function isApart({ ground }: Scene, { page, words }: Unit): boolean {
  const lines = ground.lines(page);
  const [left, bottom, right, top] = aroundWords(words);
  const height = Math.max(...words.map(({ box }) => box[3] - box[1]));
  if (top - bottom > height * 1.6) return true;
  const isNear = (gap: number) => gap > -height * 0.5 && gap < height * 0.6;
  return !lines.words.some((word) => {
    const { box } = word;
    return (
      (isNear(box[1] - top) || isNear(bottom - box[3])) &&
      box[0] < right &&
      box[2] > left &&
      Math.abs(box[3] - box[1] - height) < height * 0.15 &&
      !words.includes(word)
    );
  });
}

/** Values that stand in the text, by how they are written. */
const VALUES: Readonly<Record<string, RegExp>> = {
  number: /(?<![\p{L}\p{N}.,-])\p{N}+(?:[.,]\p{N}+)*(?![\p{L}\p{N}]|[.,-]\p{N})/gu,
  money:
    /\p{N}+(?:[.,]\p{N}+)* ?[MkK]\$|[€$£¥] ?\p{N}+(?:[.,]\p{N}+)*(?: (?:million|billion|thousand|Millionen|millions?))?|\p{N}+(?:[.,]\p{N}+)* ?(?:€|EUR|USD|Euros?|dollars?|pesos?)(?!\p{L})/gu,
  percent: /(?<![\p{N}.,])\p{N}+(?:[.,]\p{N}+)? ?(?:%|percent|per cent|Prozent|pour cent|por ciento|per cento|por cento|procent)/gu,
  year: /(?<![\p{L}\p{N}.,-])(?:1[5-9]|20)\p{N}{2}(?![\p{L}\p{N}]|[.,-]\p{N})/gu,
  email: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu,
  url: /(?:https?:\/\/|www\.)[^\s<>()]+[^\s<>().,;:]/gu,
};

export const isValue = (thing: string): boolean => thing in VALUES;

/** What a page has where such a value stands: the patterns themselves look at each of its words. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  money: /[€$£¥]|EUR|USD|euro|dollar|peso/iu,
  percent: /%|per|pro|pour|por/iu,
  email: /@/u,
  url: /https?:|www\./u,
};

function valuesOn(scene: Scene, thing: Kind, page: number, pattern: RegExp): readonly Candidate[] {
  const text = scene.ground.facts.pageText(page);
  if (SIGNS[thing]?.test(text) === false) return [];
  return [...text.matchAll(pattern)].flatMap(
    ({ index, 0: hit }) => candidateAt(scene, thing, [{ page, start: index, end: index + hit.length }], undefined) ?? [],
  );
}

function candidateAt(scene: Scene, thing: Kind, places: readonly Place[], unit: Unit | undefined): Candidate | undefined {
  const [first] = places;
  const box = boxOf(scene, places);
  if (!first || !box) return undefined;
  const text = ` ${plainName(textOf(scene, places))} `;
  return { thing, page: first.page, places, box, text, label: plainName(unit?.label ?? ''), name: ` ${unit?.name ?? text.trim()} ` };
}

/** Any places as one thing. */
export const candidateOf = (scene: Scene, places: readonly Place[], thing: Kind = 'line'): Candidate | undefined =>
  candidateAt(scene, thing, places, undefined);

/** Around places of one page, in points from its lower left corner. */
export function boxOf({ ground }: Pick<Scene, 'ground'>, places: readonly Place[]): Sides | undefined {
  const [first] = places;
  if (!first) return undefined;
  const words = places.filter(({ page }) => page === first.page).flatMap((place) => wordsAt(ground.lines(first.page), place));
  return words.length === 0 ? undefined : aroundWords(words);
}

function aroundWords(words: readonly PlacedWord[]): Sides {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of words) {
    left = Math.min(left, box[0]);
    bottom = Math.min(bottom, box[1]);
    right = Math.max(right, box[2]);
    top = Math.max(top, box[3]);
  }
  return [left, bottom, right, top];
}

/** What names the wholes that a place stands in: headings of its sections, the names of its table, the text before its list. */
export function namesAround(scene: Scene, candidate: Candidate): string {
  const known = AROUND.get(candidate);
  if (known !== undefined) return known;
  const own = { ...scene, region: undefined, pages: [candidate.page] };
  const wholes = (['section', 'table', 'list'] as const).flatMap((thing) =>
    candidatesOf(own, thing).filter((whole) => candidate.places.every((place) => whole.places.some((one) => isIn(place, [one])))),
  );
  const names = wholes.map(({ name }) => name).join(' ');
  AROUND.set(candidate, names);
  return names;
}

const AROUND = new WeakMap<Candidate, string>();
