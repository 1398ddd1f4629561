// Headers and footers: lines at the top or bottom that repeat on page after page at the same place, apart from numbers.

import type { PlacedImage } from '../../pdf/pdfium/page/page-content.ts';
import type { PageWords } from './page-words.ts';
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
  readonly words: ReadonlySet<Word>;
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
/** In places. */
const DRIFT_PLACES = 5;

interface Candidate {
  readonly page: PageWords;
  readonly line: Line;
  readonly key: string;
}

export function findRunning(pages: readonly PageWords[]): Running {
  const words = new Set<Word>();
  const onFirstPage = { header: true, footer: true };
  const [only] = pages;
  if (pages.length < 2) {
    const footer = only ? footOf(only) : [];
    for (const { line } of footer) for (const word of line.words) words.add(word);
    return { header: [], footer, words, onFirstPage, images: { header: [], footer: [], all: new Set() } };
  }
  const lines = pages.map((page) => ({ page, lines: linesOf(page) }));
  const pick = (end: 'top' | 'bottom'): RunningLine[] => {
    const edges = lines.map(({ page, lines: all }) => edgeLines(page, all, end));
    const counts = new Map<string, Candidate[]>();
    for (const candidate of edges.flat()) {
      const same = counts.get(candidate.key);
      if (same) same.push(candidate);
      else counts.set(candidate.key, [candidate]);
    }
    const needed = Math.max(2, Math.ceil(pages.length * LINE_PAGES_SHARE));
    const places = new Map<string, number[]>();
    for (const [key, same] of counts) {
      const [text, place] = splitKey(key);
      if (same.length >= needed) places.set(text, [...(places.get(text) ?? []), place]);
    }
    // A first page may have its header or footer a little higher or lower.
    const isRunning = ({ key }: Candidate) => {
      const [text, place] = splitKey(key);
      return places.get(text)?.some((other) => Math.abs(other - place) <= DRIFT_PLACES) ?? false;
    };
    let chosen: Candidate[] = [];
    let onFirst = false;
    for (const [index, edge] of edges.entries()) {
      // From the edge inwards, as far as lines come back.
      const stop = edge.findIndex((candidate) => !isRunning(candidate));
      const own = edge.slice(0, stop < 0 ? edge.length : stop);
      // A page that would have nothing left has no header: that is its text.
      if (own.length > 0 && own.length === lines[index]?.lines.length) continue;
      for (const { line } of own) for (const word of line.words) words.add(word);
      if (own.length > chosen.length) chosen = own;
      if (own[0]?.page === pages[0]) onFirst = true;
    }
    if (end === 'top') onFirstPage.header = onFirst;
    else onFirstPage.footer = onFirst;
    const alike = (key: string) => edges.flat().filter((other) => splitKey(other.key)[0] === splitKey(key)[0] && isRunning(other));
    const ordered = end === 'top' ? chosen : chosen.toReversed();
    return ordered.map(({ line, page, key }) => ({ line, fields: fieldsOf(line, page, alike(key), pages.length) }));
  };
  const images = findRunningImages(pages);
  const [header, footer] = [pick('top'), pick('bottom')];
  const isFirst = (image: PlacedImage) => pages[0]?.images.includes(image) ?? false;
  if (header.length === 0 || images.header.some(isFirst)) onFirstPage.header = true;
  if (footer.length === 0 || images.footer.some(isFirst)) onFirstPage.footer = true;
  const numberStart = startOf([...header, ...footer], pages[0]?.pageIndex ?? 0);
  return { header, footer, words, onFirstPage, images, ...(numberStart === undefined ? {} : { numberStart }) };
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

function splitKey(key: string): readonly [string, number] {
  const at = key.lastIndexOf('|');
  return [key.slice(0, at), Number(key.slice(at + 1))];
}

function findRunningImages(pages: readonly PageWords[]): Running['images'] {
  const places = new Map<string, PlacedImage[]>();
  for (const { images } of pages) {
    for (const image of images) {
      const { left, top, right, bottom } = image.box;
      const key = [left, top, right, bottom].map((value) => Math.round(value / PLACE_POINTS)).join(' ');
      const same = places.get(key);
      if (same) same.push(image);
      else places.set(key, [image]);
    }
  }
  const height = pages[0]?.height ?? 842;
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

function edgeLines(page: PageWords, lines: readonly Line[], end: 'top' | 'bottom'): Candidate[] {
  const inward = end === 'top' ? lines : lines.toReversed();
  return inward
    .filter(({ y }) => (end === 'top' ? y < page.height * BAND : y > page.height * (1 - BAND)))
    .slice(0, LINES_MAX)
    .map((line) => {
      const text = textOfLine(line)
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/\d+/g, '#')
        .replaceAll(/\b[ivxlc]+\b/g, '#');
      const place = Math.round((end === 'top' ? line.y : page.height - line.y) / PLACE_POINTS);
      return { page, line, key: `${text}|${place}` };
    });
}

/** A number that is the page's own on every page that has the line (with one offset), or the count of pages on all. */
function fieldsOf(line: Line, page: PageWords, same: readonly Candidate[], pageCount: number): Map<Word, 'page' | 'pages'> {
  const fields = new Map<Word, 'page' | 'pages'>();
  for (const [index, word] of line.words.entries()) {
    if (!/^\d+$/.test(word.text)) continue;
    const values = same.flatMap((other) => {
      const text = other.line.words[index]?.text ?? '';
      return /^\d+$/.test(text) ? [{ value: Number(text), pageIndex: other.page.pageIndex }] : [];
    });
    const offset = Number(word.text) - page.pageIndex;
    const own = Math.abs(offset - 1) < 1000 && values.every(({ value, pageIndex }) => value - pageIndex === offset);
    const differ = new Set(values.map(({ value }) => value)).size > 1;
    if (own && differ) fields.set(word, 'page');
    else if (!differ && values.length > 1 && Number(word.text) === pageCount) fields.set(word, 'pages');
  }
  return fields;
}
