// Headers and footers: lines at the top or bottom that repeat on page after page at the same place, apart from numbers. The numbers of lines in
// the margin belong to them.

import type { ShownBox } from '../../pdf/geometry/shown-box.ts';
import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import { type PageWords, withWords } from './page-words.ts';
import type { Grid } from '../tables/grids.ts';
import type { Sequence } from '../page-sequence.ts';
import { countLetters, type Letters } from '../words/count-letters.ts';
import { findLineNumbers } from '../words/line-numbers.ts';
import { makeSegments } from '../words/segments.ts';
import { type Line, lineOf, rowsOfSegments, textOfLine } from '../words/lines.ts';
import type { Word } from '../words/words.ts';

/** Share of the pages on which a line, and a picture, must repeat. */
const LINE_PAGES_SHARE = 0.3;
const IMAGE_PAGES_SHARE = 0.5;
/** In ems: what is so far below the text is the foot of the page. */
const FOOT_GAP_EM = 3.5;
/** Shares of the page's height: pictures above the first are in its header, those below the second in its footer. */
const HEADER_IMAGE = 0.25;
const FOOTER_IMAGE = 0.8;

export interface Running {
  /** The lines of the first page that has one. */
  readonly header: readonly RunningLine[];
  readonly footer: readonly RunningLine[];
  /** What belongs to them on each page, by its place in the sequence: the places (Word.order) of the words. */
  readonly orders: ReadonlyMap<number, readonly number[]>;
  /** All of theirs. */
  readonly letters: readonly Letters[];
  /** The number that the first page shows, or would show. */
  readonly numberStart?: number;
  readonly onFirstPage: { readonly header: boolean; readonly footer: boolean };
  /** Pictures that repeat at one place; the first of each represents all. */
  readonly images: {
    readonly header: readonly PlacedImage[];
    readonly footer: readonly PlacedImage[];
    readonly all: ReadonlySet<PlacedImage>;
  };
}

export interface RunningLine {
  readonly line: Line;
  /** Words that hold the page's number, or the number of pages. */
  readonly fields: ReadonlyMap<Word, 'page' | 'pages'>;
}

const BAND = 0.17;
const LINES_MAX = 6;
const PLACE_POINTS = 4;
const TABLE_ROWS_MIN = 3;
/** In places. */
const DRIFT_PLACES = 5;

/** A line that may be of a header or footer. */
interface Edge {
  /** Without its numbers. */
  readonly text: string;
  /** From the edge of the page, in steps of PLACE_POINTS. */
  readonly place: number;
  /** Of its words. */
  readonly orders: readonly number[];
  readonly numbers: readonly (readonly [wordIndex: number, value: number])[];
  readonly letters: Letters;
}

/** The lines near the upper and the lower edge of a page, from the edge inwards. */
export interface PageEdges {
  readonly top: readonly Edge[];
  readonly bottom: readonly Edge[];
  /** How many lines the page has. */
  readonly lines: number;
  /** The words that count its lines in the margin. */
  readonly numbers: Pick<Edge, 'orders' | 'letters'>;
}

export function edgesOf(page: PageWords): PageEdges {
  const lines = linesOf(page);
  const numbers = findLineNumbers(page.words);
  return {
    numbers: { orders: numbers.map(({ order }) => order), letters: countLetters(numbers) },
    top: edgeLines(page, lines, 'top').map((line) => edgeOf(page, line, 'top')),
    bottom: edgeLines(page, lines, 'bottom').map((line) => edgeOf(page, line, 'bottom')),
    lines: lines.length,
  };
}

interface RunningPage {
  readonly words: PageWords;
  readonly edges: PageEdges;
}

export function findRunning(pages: Sequence<RunningPage>): Running {
  const orders = new Map<number, readonly number[]>();
  const onFirstPage = { header: true, footer: true };
  const only = pages.at(0);
  const first = only?.words;
  if (pages.length < 2) {
    const footer = first ? footOf(first) : [];
    orders.set(0, [...footer.flatMap(({ line }) => line.words.map((word) => word.order)), ...(only?.edges.numbers.orders ?? [])]);
    const letters = [...footer.map(({ line }) => countLetters(line.words)), only?.edges.numbers.letters ?? []];
    return { header: [], footer, orders, letters, onFirstPage, images: { header: [], footer: [], all: new Set() } };
  }
  const images = findRunningImages(pages);
  const letters: Letters[] = [];
  const [top, bottom] = [new EdgeReader('top'), new EdgeReader('bottom')];
  const ends = [top, bottom];
  for (const { edges } of pages) for (const end of ends) end.count(edges);
  for (const end of ends) end.findPlaces(pages.length);
  let at = 0;
  for (const { edges, words } of pages) {
    const own = ends.flatMap((end) => end.take(edges, at, words.pageIndex));
    const places = [...own.flatMap((edge) => edge.orders), ...edges.numbers.orders];
    if (places.length > 0) orders.set(at, places);
    letters.push(...own.map((edge) => edge.letters));
    letters.push(edges.numbers.letters);
    at++;
  }
  const [header, footer] = [top.describe(pages), bottom.describe(pages).toReversed()];
  const isFirst = (image: PlacedImage) => first?.images.includes(image) ?? false;
  onFirstPage.header = top.isOnFirst || header.length === 0 || images.header.some(isFirst);
  onFirstPage.footer = bottom.isOnFirst || footer.length === 0 || images.footer.some(isFirst);
  const numberStart = startOf([...header, ...footer], first?.pageIndex ?? 0);
  return { header, footer, orders, letters, onFirstPage, images, ...(numberStart === undefined ? {} : { numberStart }) };
}

/** The lines at one edge that come back on page after page. Each step goes through all pages before the next begins. */
class EdgeReader {
  isOnFirst = false;
  readonly #end: 'top' | 'bottom';
  /** How often each text stands at each of its places. The texts of all pages would be too many to hold: those that come back are. */
  readonly #counts = new Map<number, number>();
  readonly #again = new Map<number, Pick<Edge, 'text' | 'place'>>();
  /** Where each text stands that comes back on enough pages. */
  readonly #places = new Map<string, number[]>();
  #chosen: { readonly at: number; readonly edges: readonly Edge[] } = { at: 0, edges: [] };
  readonly #numbers = new Map<string, NumbersOfPages>();

  constructor(end: 'top' | 'bottom') {
    this.#end = end;
  }

  count(edges: PageEdges): void {
    for (const { text, place } of edges[this.#end]) {
      const hash = hashOf(text, place);
      const before = this.#counts.get(hash) ?? 0;
      this.#counts.set(hash, before + 1);
      if (before === 1) this.#again.set(hash, { text, place });
    }
  }

  findPlaces(pages: number): void {
    const needed = Math.max(2, Math.ceil(pages * LINE_PAGES_SHARE));
    for (const [hash, { text, place }] of this.#again) {
      if ((this.#counts.get(hash) ?? 0) < needed) continue;
      const known = this.#places.get(text);
      if (known) known.push(place);
      else this.#places.set(text, [place]);
    }
  }

  /** @param at place of the page @returns what of it is running */
  take(edges: PageEdges, at: number, pageIndex: number): readonly Edge[] {
    const all = edges[this.#end];
    for (const edge of all) if (this.#isRunning(edge)) this.#compareNumbers(edge, pageIndex);
    // From the edge inwards, as far as lines come back.
    const stop = all.findIndex((edge) => !this.#isRunning(edge));
    const own = all.slice(0, stop < 0 ? all.length : stop);
    // A page that would have nothing left has no header: that is its text.
    if (own.length === 0 || own.length === edges.lines) return [];
    if (own.length > this.#chosen.edges.length) this.#chosen = { at, edges: own };
    if (at === 0) this.isOnFirst = true;
    return own;
  }

  #compareNumbers(edge: Edge, pageIndex: number): void {
    const known = this.#numbers.get(edge.text) ?? new NumbersOfPages();
    known.add(edge, pageIndex);
    this.#numbers.set(edge.text, known);
  }

  /** The lines of the page with most of them, from the edge inwards. */
  describe(pages: Sequence<RunningPage>): RunningLine[] {
    const { at, edges } = this.#chosen;
    const page = edges.length === 0 ? undefined : pages.at(at)?.words;
    if (!page) return [];
    const lines = edgeLines(page, linesOf(page), this.#end).slice(0, edges.length);
    return lines.map((line, index) => ({
      line,
      fields: fieldsOf(line, page.pageIndex, this.#numbers.get(edges[index]?.text ?? ''), pages.length),
    }));
  }

  /** A first page may have its header or footer a little higher or lower. */
  #isRunning({ text, place }: Edge): boolean {
    return this.#places.get(text)?.some((other) => Math.abs(other - place) <= DRIFT_PLACES) ?? false;
  }
}

/** Of a text and its place, in 53 bits: the texts of all pages would be too many to hold. */
function hashOf(text: string, place: number): number {
  let [one, two] = [0x811c9dc5 ^ place, 0x1000193 + place];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b) ^ (two >>> 13);
  }
  return (one >>> 0) * 0x200000 + ((two >>> 0) & 0x1fffff);
}

/** @param place of the page among those that the running lines were found in */
export function withoutRunning(page: PageWords, { orders, images }: Running, place: number): PageWords {
  const taken = new Set(orders.get(place));
  const text = taken.size === 0 ? page : withWords(page, (words) => words.filter((word) => !taken.has(word.order)));
  if (images.all.size === 0) return text;
  return withWords({ ...page, images: page.images.filter((image) => !images.all.has(image)) }, () => text.words);
}

function startOf(lines: readonly RunningLine[], firstPageIndex: number): number | undefined {
  for (const { line, fields } of lines) {
    for (const [word, field] of fields) {
      const start = Number(word.text) - line.pageIndex + firstPageIndex;
      if (field === 'page' && start >= 0 && start !== 1) return start;
    }
  }
  return undefined;
}

/** Share of the height; points between the foot and the text above it. */
const FOOT = 0.86;
const FOOT_GAP_MIN = 40;
const FOOT_LINES_MAX = 4;
const NUMBER_GAP_EM = 2;
const PAGE_NUMBER =
  /^(?:[-\u2013\u2014]\s*)?(?:(?:page|seite|pagina|p\u00e1gina|pag\.|p\.|s\.|\u0441\u0442\u0440\.?)\s*)?\d{1,4}(?:\s*(?:\/|of|von|sur|de|di|van)\s*\d{1,4})?(?:\s*[-\u2013\u2014])?$/iu;

/** On a single page nothing repeats: what is isolated at its foot, or is its number, is its footer. */
function footOf(page: PageWords): RunningLine[] {
  const lines = linesOf(page);
  const first = lines.findIndex((line, index) => {
    const above = lines[index - 1];
    if (!above || line.y < page.height * FOOT || lines.length - index > FOOT_LINES_MAX) return false;
    const isNumber = index === lines.length - 1 && PAGE_NUMBER.test(textOfLine(line).replaceAll(/\s+/g, ' ').trim());
    return line.y - above.y > (isNumber ? line.size * NUMBER_GAP_EM : Math.max(FOOT_GAP_MIN, line.size * FOOT_GAP_EM));
  });
  // The text below a line is notes.
  const [top, end] = [lines[first - 1]?.y ?? 0, lines[first]?.y ?? 0];
  if (first < 0 || page.rules.some(({ box, horizontal }) => horizontal && box.top > top && box.bottom < end)) return [];
  return lines.slice(first).map((line) => {
    const number = PAGE_NUMBER.test(textOfLine(line).trim())
      ? line.words.find(({ text }) => text === String(page.pageIndex + 1))
      : undefined;
    return { line, fields: number ? new Map([[number, 'page' as const]]) : new Map() };
  });
}

function findRunningImages(pages: Sequence<RunningPage>): Running['images'] {
  const places = new Map<string, PlacedImage[]>();
  for (const { words } of pages) {
    for (const image of words.images) {
      const { left, top, right, bottom } = image.box;
      const key = [left, top, right, bottom].map((value) => Math.round(value / PLACE_POINTS)).join(' ');
      const same = places.get(key);
      if (same) same.push(image);
      else places.set(key, [image]);
    }
  }
  const height = pages.at(0)?.words.height ?? 842;
  const repeated = [...places.values()].filter((same) => same.length >= Math.max(2, pages.length * IMAGE_PAGES_SHARE));
  const firsts = repeated.flatMap(([first]) => (first ? [first] : []));
  const footer = firsts.filter(({ box }) => box.top > height * FOOTER_IMAGE);
  // Three times at one place is not chance.
  const header = firsts.filter((image) => !footer.includes(image) && (image.box.bottom < height * HEADER_IMAGE || pages.length > 2));
  const kept = new Set([...header, ...footer]);
  return { header, footer, all: new Set(repeated.filter(([first]) => first !== undefined && kept.has(first)).flat()) };
}

function linesOf(page: PageWords): Line[] {
  return rowsOfSegments(makeSegments(page.words)).map((row) => lineOf(row, page.pageIndex));
}

function edgeLines(page: PageWords, lines: readonly Line[], end: 'top' | 'bottom'): Line[] {
  const inward = end === 'top' ? lines : lines.toReversed();
  const isNear = (y: number) => (end === 'top' ? y < page.height * BAND : y > page.height * (1 - BAND));
  return inward.filter(({ y, box }) => isNear(y) && !page.grids.some((grid) => isRowOf(grid, box, isNear))).slice(0, LINES_MAX);
}

/** The head of a table comes back on each page too. A table that ends in the band is the page's head itself. */
function isRowOf({ box, xs, ys }: Grid, line: ShownBox, isNear: (y: number) => boolean): boolean {
  const isTable = xs.length > 2 && ys.length > TABLE_ROWS_MIN && !(isNear(box.top) && isNear(box.bottom));
  const middle = (line.top + line.bottom) / 2;
  return isTable && middle > box.top && middle < box.bottom && line.left > box.left - PLACE_POINTS && line.right < box.right + PLACE_POINTS;
}

function edgeOf(page: PageWords, line: Line, end: 'top' | 'bottom'): Edge {
  return {
    text: textOfLine(line)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d+/g, '#')
      .replaceAll(/\b[ivxlc]+\b/g, '#'),
    place: Math.round((end === 'top' ? line.y : page.height - line.y) / PLACE_POINTS),
    orders: line.words.map(({ order }) => order),
    letters: countLetters(line.words),
    numbers: numbersOf(line),
  };
}

function numbersOf({ words }: Line): Edge['numbers'] {
  const numbers: (readonly [wordIndex: number, value: number])[] = [];
  for (const [index, { text }] of words.entries()) if (/^\d+$/.test(text)) numbers.push([index, Number(text)]);
  return numbers;
}

/** The numbers that stand at one place of a line, over all pages that have it. */
class NumbersOfPages {
  readonly #byWord = new Map<number, { count: number; readonly offset: number; isOwn: boolean; readonly value: number; differ: boolean }>();

  add({ numbers }: Edge, pageIndex: number): void {
    for (const [wordIndex, value] of numbers) {
      const known = this.#byWord.get(wordIndex);
      if (!known) {
        this.#byWord.set(wordIndex, { count: 1, offset: value - pageIndex, isOwn: true, value, differ: false });
        continue;
      }
      known.count++;
      if (value - pageIndex !== known.offset) known.isOwn = false;
      if (value !== known.value) known.differ = true;
    }
  }

  at(wordIndex: number): { readonly count: number; readonly offset: number; readonly isOwn: boolean; readonly differ: boolean } {
    return this.#byWord.get(wordIndex) ?? { count: 0, offset: 0, isOwn: true, differ: false };
  }
}

/** A number that is the page's own on every page that has the line (with one offset), or the count of pages on all. */
function fieldsOf(line: Line, pageIndex: number, same: NumbersOfPages | undefined, pageCount: number): Map<Word, 'page' | 'pages'> {
  const fields = new Map<Word, 'page' | 'pages'>();
  for (const [index, word] of line.words.entries()) {
    if (!same || !/^\d+$/.test(word.text)) continue;
    const found = same.at(index);
    const offset = Number(word.text) - pageIndex;
    const isOwn = Math.abs(offset - 1) < 1000 && found.isOwn && (found.count === 0 || found.offset === offset);
    if (isOwn && found.differ) fields.set(word, 'page');
    else if (!found.differ && found.count > 1 && Number(word.text) === pageCount) fields.set(word, 'pages');
  }
  return fields;
}
