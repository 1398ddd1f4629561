// Whether an instruction describes the places that a plan chose where it does not quote them: `the last row of the vehicles table`, `the phone
// number in the footer`. What its words describe is looked up in the document, by other code than the planner's, and the chosen places must be
// described as well as any other place: a document cannot move an edit to where the instruction does not point.

import { DETERMINER, type Thing } from '#instruction/reading/things.ts';
import type { Span } from '#instruction/tokens.ts';
import type { LocatedText } from '../../facts/locate.ts';
import type { GroundDocument } from '../places/ground-document.ts';
import { type PageLines, type Place, placesOf } from '../places/page-lines.ts';
import { rowsOfTable } from '../places/blocks.ts';
import { placesOfThing } from '../places/roles.ts';
import { unitPlaces, unitsOf } from '../places/units.ts';
import { IDEOGRAPHS, readDescription, type SaidOfPlace, type Term } from './read-description.ts';
import { foldedWords, type Spot, spotsOf } from './spots.ts';

interface Description {
  readonly because: string;
  /** Of its sentence, what no operation rests on. */
  readonly rest: string;
  /** What is to be written there describes nothing. */
  readonly value: string | undefined;
  /** Where the plan acts. */
  readonly found: readonly LocatedText[];
}

/** The pages with most of the words are looked at, and those that the plan touches. */
const PAGES_MAX = 12;
const PHRASES_MAX = 6;

/** @returns parts of `because`, as they are written there, that describe the places, longest first; none where they describe other places better */
export function describedBy({ because, rest, value, found }: Description, ground: GroundDocument): readonly string[] {
  const said = readDescription(because, value, rest);
  const pages = choosePages(said, found, ground);
  const evidence = new Evidence(said, ground);
  const own = found.map((place) => evidence.of(place));
  const least = Math.min(...own.map(({ score }) => score));
  if (found.length === 0 || least < 1) return [];
  const best = Math.max(...pages.flatMap((page) => spotsOf(ground, page).map((spot) => evidence.ofSpot(spot).score)));
  if (best > least) return [];
  const spans = own.flatMap((one) => one.spans);
  return phrasesOf(because, spans.length > 0 ? spans : said.terms.map(({ span }) => span));
}

interface DescribedThing extends Pick<Description, 'value' | 'found'> {
  readonly target: string;
  readonly where: string;
  /** Those that are named: a thing on another page is no better; undefined where none are. */
  readonly pages: ReadonlySet<number> | undefined;
  /** What is acted on is the place itself: what is written goes beside it. */
  readonly isPlace: boolean;
  /** Of several things no one needs to be described as well as the best one. */
  readonly isSeveral: boolean;
}

/** Words of the description that hold of the best of several things, and need not hold of another one. */
const SEVERAL_SLACK = 1;

/**
 * The same for a description whose parts are known: of the thing, and of its place.
 * @returns `inferred` where no word of the first stands anywhere (`the author`, words of another language): then nothing speaks against a place but
 * that the second leads to another page
 */
export function describedAt(
  { target, where, value, found, pages, isPlace, isSeveral }: DescribedThing,
  ground: GroundDocument,
): 'described' | 'inferred' | undefined {
  const judge = (text: string): { readonly own: number; readonly best: number; readonly pages: ReadonlySet<number> } => {
    const said = readDescription(text, value, '');
    const evidence = new Evidence(said, ground);
    const searched = choosePages(said, found, ground).filter((page) => pages?.has(page) ?? true);
    const scored = searched.flatMap((page) => spotsOf(ground, page).map((spot) => ({ page, score: evidence.ofSpot(spot).score })));
    const best = Math.max(0, ...scored.map(({ score }) => score));
    const bestPages = new Set(scored.filter(({ score }) => score === best).map(({ page }) => page));
    return { own: Math.min(...found.map((place) => evidence.of(place).score)), best, pages: bestPages };
  };
  if (found.length === 0) return undefined;
  const slack = isSeveral ? SEVERAL_SLACK : 0;
  const whole = judge(`${target} ${where}`);
  if (whole.own >= 1 && whole.own >= whole.best - slack) return 'described';
  const thing = judge(target);
  const place = judge(where);
  if (thing.own < thing.best - (thing.own >= 1 ? slack : 0) || (place.best >= 1 && !found.every(({ page }) => place.pages.has(page))))
    return undefined;
  if (isPlace && place.own < place.best) return undefined;
  return thing.own >= 1 ? 'described' : 'inferred';
}

const covers = (place: Place, page: number, start: number, end: number) => place.page === page && place.start < end && start < place.end;

const GENERIC = /^(?:num|nº|nr|address|adress|direccion|indirizz|enderec)/u;
/** What a thing of these kinds is can be seen by its form. */
const TYPED: ReadonlySet<Thing> = new Set<Thing>(['email', 'phone', 'url', 'iban', 'date']);

interface Proof {
  /** How many words and kinds of the description hold. */
  readonly score: number;
  readonly spans: readonly Span[];
}

/** What of a description holds at a place. */
class Evidence {
  readonly #said: SaidOfPlace;
  readonly #ground: GroundDocument;
  readonly #things = new Map<string, readonly Place[]>();

  constructor(said: SaidOfPlace, ground: GroundDocument) {
    this.#said = said;
    this.#ground = ground;
  }

  /** Of the spots that a place lies in, and of the place itself for its kind. */
  of({ page, start, end }: LocatedText): Proof {
    const spots = spotsOf(this.#ground, page).filter(({ words }) => words.some((one) => one.start < end && start < one.end));
    return this.#proof(page, [{ start, end }], new Set(spots.flatMap(({ terms }) => [...terms])));
  }

  ofSpot({ page, words, terms }: Spot): Proof {
    return this.#proof(page, words, terms);
  }

  #proof(page: number, spans: readonly Span[], terms: ReadonlySet<string>): Proof {
    const isThere = (places: readonly Place[]) => places.some((place) => spans.some(({ start, end }) => covers(place, page, start, end)));
    const isHeld = ({ text }: Term) => holds(terms, text);
    // `number` alone is no phone number.
    const typed = this.#said.things.flatMap(({ thing, span }) => (TYPED.has(thing) && span ? [span] : []));
    const partsOf = (span: Span) => this.#said.terms.filter((term) => term.span.start >= span.start && term.span.end <= span.end);
    const halves = new Set(
      typed.map(partsOf).flatMap((parts) => (parts.every(isHeld) ? [] : parts.filter(({ text }) => GENERIC.test(text)))),
    );
    const words = this.#said.terms.filter((term) => isHeld(term) && !halves.has(term));
    const things = this.#said.things.filter(({ thing }) => isThere(this.#placesOf(page, thing)));
    const { shape } = this.#said;
    const isShaped = shape !== undefined && isThere(shaped(this.#ground.lines(page), shape));
    const distinct = new Set(words.map(({ text }) => text)).size;
    const beside = new Set(this.#said.rest.filter(({ text }) => holds(terms, text)).map(({ text }) => text)).size;
    return {
      score: distinct + things.length + (isShaped ? 1 : 0) + Math.min(beside, 90) / 100,
      spans: [...words.map(({ span }) => span), ...things.flatMap(({ span }) => span ?? [])],
    };
  }

  #placesOf(page: number, thing: Thing): readonly Place[] {
    const key = `${page} ${thing}`;
    const ground = this.#ground;
    const places = this.#things.get(key) ?? [
      ...placesOfThing({ ground, pages: [page] }, thing).flat(),
      ...unitsOf(ground, [page], thing).flatMap((unit) => unitPlaces(ground, unit)),
      ...(thing === 'row' ? rowPlaces(ground, page) : []),
    ];
    this.#things.set(key, places);
    return places;
  }
}

/** Also of tables in whose cells there is much text. */
function rowPlaces(ground: GroundDocument, page: number): readonly Place[] {
  const tables = ground.blocks(page).filter(({ kind }) => kind === 'table');
  return tables.flatMap((table) =>
    rowsOfTable(table).flatMap((row) =>
      placesOf(
        ground.lines(page),
        row.flatMap(({ words }) => words),
      ),
    ),
  );
}

function shaped({ page, text }: PageLines, shape: RegExp): Place[] {
  return [...text.matchAll(shape)].map(({ 0: hit, index }) => ({ page, start: index, end: index + hit.length }));
}

const ENDING_MAX = 2;
const STEM_MIN = 4;

/** Also with another ending: `vehicles` where `vehicle` stands. */
function holds(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term)) return true;
  if (term.length < STEM_MIN || /\d/.test(term) || IDEOGRAPHS.test(term)) return false;
  for (const other of terms) {
    const [short, long] = other.length < term.length ? [other, term] : [term, other];
    if (short.length >= STEM_MIN && long.length - short.length <= ENDING_MAX && long.startsWith(short)) return true;
  }
  return false;
}

function choosePages({ terms }: SaidOfPlace, found: readonly LocatedText[], { facts, pageCount }: GroundDocument): readonly number[] {
  const every = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (pageCount <= PAGES_MAX) return every;
  const score = new Map(
    every.map((page) => {
      const words = foldedWords([facts.pageText(page)]);
      return [page, terms.filter(({ text }) => holds(words, text)).length];
    }),
  );
  const best = every.toSorted((one, two) => (score.get(two) ?? 0) - (score.get(one) ?? 0)).slice(0, PAGES_MAX);
  return [...new Set([...best, ...found.map(({ page }) => page)])];
}

/** Points between words that belong together, in characters. */
const GAP_MAX = 16;

function phrasesOf(because: string, spans: readonly Span[]): readonly string[] {
  const sorted = spans.toSorted((one, two) => one.start - two.start);
  const runs: Span[] = [];
  for (const { start, end } of sorted) {
    const last = runs.at(-1);
    if (last && start - last.end <= GAP_MAX) runs[runs.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else runs.push({ start, end });
  }
  const texts = [...runs, ...sorted].map(({ start, end }) => because.slice(start, end).replace(DETERMINER, ''));
  return [...new Set(texts)].toSorted((one, two) => two.length - one.length).slice(0, PHRASES_MAX);
}
