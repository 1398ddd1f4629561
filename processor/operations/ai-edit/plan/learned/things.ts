// Everything of a page that a person can speak of: units of text, cells, values behind labels, values by how they are written, and the texts that
// an instruction repeats.

import { headsAround } from '../ground/cells.ts';
import { type Candidate, candidateOf, candidatesOf, type Kind } from '../mentions/candidates.ts';
import { type GroundDocument, plainName } from '../places/ground-document.ts';
import { labelledOn, valueBeside } from '../places/label-values.ts';
import { type PageLines, type Piece, type Place, placesOf, rowAt } from '../places/page-lines.ts';
import { placesOfThing } from '../places/roles.ts';
import { type Scene, textOf } from '../places/scene.ts';
import { unitsOf } from '../places/units.ts';
import { kindOfText } from './written-kind.ts';

export interface ThingThere extends Candidate {
  /** From 0, among those of its kind on its page, and how many these are. */
  readonly nth: number;
  readonly count: number;
  /** In words. */
  readonly size: number;
  /** Of its places. */
  readonly key: string;
  /** What stands around it, folded, between spaces: heads of its row and column, its label, its row. */
  readonly around: string;
  /** The heading above it; folded, between spaces. */
  readonly heading: string;
  /** Of a text: the part of the act that repeats it. */
  readonly from?: 'o' | 't' | 'w';
  readonly isQuoted?: boolean;
  readonly isLongest?: boolean;
  /** A value stands for it. */
  readonly isLabel?: boolean;
}

const KINDS: readonly Kind[] = [
  'title', 'heading', 'paragraph', 'item', 'caption', 'note', 'header', 'footer', 'page_number', 'row', 'line', 'sentence', 'column', 'table', 'list',
  'email', 'url', 'money', 'percent', 'year', 'number',
]; // prettier-ignore

const KNOWN = new WeakMap<GroundDocument, Map<number, readonly ThingThere[]>>();
const OF_KIND_MAX = 400;

export function thingsOn(scene: Scene, page: number): readonly ThingThere[] {
  const known = KNOWN.get(scene.ground) ?? new Map<number, readonly ThingThere[]>();
  KNOWN.set(scene.ground, known);
  const things = known.get(page) ?? distinctThings(listThings({ ground: scene.ground, folded: scene.folded, pages: [page] }, page));
  known.set(page, things);
  return things;
}

/** Of one kind at one place the first. */
export function distinctThings(all: readonly ThingThere[]): readonly ThingThere[] {
  const distinct = new Map<string, ThingThere>();
  for (const thing of all) {
    const key = `${thing.thing} ${thing.key}`;
    if (!distinct.has(key)) distinct.set(key, thing);
  }
  return [...distinct.values()];
}

function listThings(scene: Scene, page: number): readonly ThingThere[] {
  const { ground } = scene;
  const headings = headingsOn(ground, page);
  const of = (kind: Kind, all: readonly Candidate[]) =>
    all.slice(0, OF_KIND_MAX).map((one, nth): ThingThere => {
      const { page, places, box, text, label, name } = one;
      const { size, key } = measured(one);
      const { around, heading } = surroundings(scene, one, headings);
      // Field by field: thousands of things are made, and a spread is slow.
      return { thing: kind, page, places, box, text, label, name, nth, count: all.length, size, key, around, heading };
    });
  const values = labelledOn(ground, page).flatMap(({ label, value }) => {
    const one = candidateOf(scene, [value], 'value');
    return one ? [{ ...one, label }] : [];
  });
  const dates = placesOfThing({ ground, pages: [page] }, 'date').flatMap((places) => candidateOf(scene, places, 'date') ?? []);
  const cells = ground
    .blocks(page)
    .flatMap((block) => block.cells)
    .flatMap(({ words }) => {
      const places = placesOf(ground.lines(page), words);
      return places.length > 0 ? (candidateOf(scene, places, 'cell') ?? []) : [];
    });
  return [
    ...KINDS.flatMap((kind) => of(kind, candidatesOf(scene, kind))),
    ...of('value', values).map((one, at) => ({ ...one, around: ` ${values[at]?.label ?? ''}${one.around}` })),
    ...of('date', dates),
    ...of('cell', cells),
  ];
}

const measured = ({ text, places }: Candidate): Pick<ThingThere, 'size' | 'key'> => ({
  size: text.trim().split(' ').length,
  key: places.map(({ page, start, end }) => `${page}:${start}-${end}`).join(' '),
});

interface Heading {
  readonly name: string;
  readonly top: number;
  readonly left: number;
  readonly right: number;
}

const HEADINGS = new WeakMap<PageLines, readonly Heading[]>();

function headingsOn(ground: GroundDocument, page: number): readonly Heading[] {
  const lines = ground.lines(page);
  const known = HEADINGS.get(lines) ?? readHeadings(ground, page);
  HEADINGS.set(lines, known);
  return known;
}

function readHeadings(ground: GroundDocument, page: number): readonly Heading[] {
  return unitsOf(ground, [page], 'heading').map(({ words, name }) => ({
    name,
    top: Math.min(...words.map(({ box }) => box[1])),
    left: Math.min(...words.map(({ box }) => box[0])),
    right: Math.max(...words.map(({ box }) => box[2])),
  }));
}

function surroundings(
  scene: Scene,
  { page, places, box }: Candidate,
  headings: readonly Heading[],
): Pick<ThingThere, 'around' | 'heading'> {
  const [place] = places;
  const lines = scene.ground.lines(page);
  const row = place ? rowAt(lines, place) : undefined;
  const heads = place ? headsAround(scene, place) : '';
  let above: Heading | undefined;
  for (const one of headings)
    if (one.top >= box[3] - 2 && one.right > box[0] - 200 && one.left < box[2] + 200 && one.top < (above?.top ?? Infinity)) above = one;
  return { around: ` ${row ? nameOfRow(row) : ''} ${heads} `, heading: above ? ` ${above.name} ` : ' ' };
}

const ROWS = new WeakMap<readonly Piece[], string>();

/** All that a row says; folded. */
function nameOfRow(row: readonly Piece[]): string {
  const known = ROWS.get(row);
  if (known !== undefined) return known;
  const name = plainName(row.map(({ text }) => text).join(' '));
  ROWS.set(row, name);
  return name;
}

const WRITTEN = new WeakMap<ThingThere, string>();

/** How a thing is written: as a date, an amount, words. */
export function writtenAs(scene: Scene, thing: ThingThere): string {
  const known = WRITTEN.get(thing);
  if (known !== undefined) return known;
  const written = kindOfText(textOf(scene, thing.places));
  WRITTEN.set(thing, written);
  return written;
}

export interface SaidText {
  readonly place: Place;
  readonly from: 'o' | 't' | 'w';
  readonly isQuoted: boolean;
  readonly isLongest: boolean;
}

/** A text of the instruction where it stands. */
export function textThings(scene: Scene, texts: readonly SaidText[]): readonly ThingThere[] {
  return texts.flatMap(({ place, ...said }, nth) => {
    const own = headingsOn(scene.ground, place.page);
    const one = candidateOf(scene, [place], 'text');
    if (!one) return [];
    const alike = texts.filter((other) => other.from === said.from).length;
    const isLabel = valueBeside(scene.ground, place) !== undefined;
    return [{ ...one, nth, count: alike, ...said, isLabel, ...measured(one), ...surroundings(scene, one, own) }];
  });
}
