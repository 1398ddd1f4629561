// Reads which pages a clause means, and writes the choice in the form of edit-pages.ts. An impossible choice (page 0, 7-3) is no choice.

import { isPageChoice } from '#contract/params/edit-pages.ts';
import { parsePageRanges } from '#contract/params/page-ranges.ts';
import { attempt, type Cursor, isAtEnd, peek, step, take, takeWholeNumber, wordAt } from './cursor.ts';
import { ordinalNumber, wholeNumber } from './words.ts';

const PAGE_NOUNS = new Set(['page', 'pages', 'p', 'pp', 'pg', 'pgs']);
const COVERS = ['the cover page', 'the front page', 'the front cover', 'cover page', 'front page', 'front cover', 'the cover', 'cover'];
const WHOLES = ['the whole', 'the entire', 'the full', 'the complete', 'whole', 'entire', 'the', 'this', 'my', 'our'];
const DOCUMENTS = ['pdf document', 'pdf file', 'document', 'pdf', 'file'];
const EXCEPT = ['except for', 'except on', 'except', 'excluding', 'other than', 'apart from', 'but not on', 'but not', 'but'];
const TO = ['to', 'through', 'thru', 'until', 'till', '-', '–', '—'];
const THE_END = ['the end of the document', 'the end', 'the last page', 'the last', 'end', 'last'];
const FROM = ['starting from', 'starting on', 'starting at', 'starting with', 'beginning with', 'beginning on', 'from'];
const ONWARD = ['onwards', 'onward', 'on', 'and later', 'and following', 'and up'];
const IN = ['on', 'in', 'from', 'of', 'to', 'for', 'at', 'across', 'within', 'over', 'onto', 'into', 'throughout'];
const EVERYWHERE = [
  'wherever it appears',
  'wherever it occurs',
  'wherever they appear',
  'wherever they occur',
  'throughout',
  'everywhere',
  'globally',
  'document-wide',
];

/** Whether `pages 2 to the end` is a range here. */
type Ranges = 'open' | 'closed';

/** The pages named right here, without a preposition: `page 2`, `the last three pages`, `all pages except the first`, `the document`. */
export function readPages(cursor: Cursor, ranges: Ranges = 'open'): string | undefined {
  return attempt(cursor, (cursor) => {
    const every = readEvery(cursor);
    if (every !== undefined) return withoutExceptions(cursor, every);
    const parts: string[] = [];
    for (let part = readPart(cursor, ranges); part !== undefined; part = readNext(cursor, (cursor) => readPart(cursor, ranges)))
      parts.push(part);
    return parts.length === 0 ? undefined : checked(parts.join(','));
  });
}

/** The pages after a preposition: `on page 2`, `from page 4 on`, `throughout the document`, `everywhere`, `except on the cover`. */
export function readPagesPhrase(cursor: Cursor): string | undefined {
  return (
    attempt(cursor, readOnward) ??
    attempt(cursor, (cursor) => (take(cursor, 'up to', 'until') ? readUpTo(cursor) : undefined)) ??
    attempt(cursor, (cursor) => {
      if (!take(cursor, 'only on', 'only in', ...IN)) return undefined;
      const pages = readPages(cursor);
      if (pages !== undefined) take(cursor, 'only');
      return pages;
    }) ??
    (take(cursor, ...EVERYWHERE) === undefined ? undefined : 'all') ??
    attempt(cursor, (cursor) => {
      const every = wordAt(cursor) === 'except' || wordAt(cursor) === 'excluding' ? 'all' : undefined;
      const choice = every && withoutExceptions(cursor, every);
      return choice === 'all' ? undefined : choice;
    })
  );
}

/** `everything after page 10`, `all pages before page 3`: pages by their position. */
export function readPagesBeyond(cursor: Cursor): string | undefined {
  return attempt(cursor, (cursor) => {
    if (!take(cursor, 'everything', 'all the pages', 'all pages', 'every page', 'the pages', 'pages')) return undefined;
    const side = take(cursor, 'after', 'before', 'following', 'from');
    if (side === undefined || !takePageNoun(cursor)) return undefined;
    const page = takeWholeNumber(cursor);
    if (page === undefined) return undefined;
    if (side === 'from') return take(cursor, ...ONWARD) ? checked(`${page}-end`) : undefined;
    return side === 'before' ? checked(range(1, page - 1)) : checked(`${page + 1}-end`);
  });
}

/** One page: `page 3`, `the last page`, `the cover`. */
export function readOnePage(cursor: Cursor): number | undefined {
  return attempt(cursor, (cursor) => {
    const pages = readPart(cursor);
    const [only, ...more] = (pages === undefined ? undefined : parsePageRanges(pages)) ?? [];
    return only && more.length === 0 && only.from === only.to ? only.from : undefined;
  });
}

function readEvery(cursor: Cursor): string | undefined {
  return attempt(cursor, (cursor) => {
    const all = take(cursor, 'all of the', 'all the', 'all', 'every single', 'every', 'each', 'the');
    const half = take(cursor, 'odd-numbered', 'even-numbered', 'odd', 'even');
    if (half !== undefined) {
      take(cursor, 'numbered');
      if (!takePageNoun(cursor)) return undefined;
      return half.startsWith('odd') ? 'odd' : 'even';
    }
    if (all !== undefined && all !== 'the') return takePageNoun(cursor) ? 'all' : undefined;
    cursor.at -= all === undefined ? 0 : 1;
    if (!take(cursor, ...WHOLES)) return undefined;
    return take(cursor, ...DOCUMENTS) ? 'all' : undefined;
  });
}

/** `except the first`, `but not on page 2`, `excluding 3-4`. */
function withoutExceptions(cursor: Cursor, every: string): string | undefined {
  const from = cursor.at;
  const comma = take(cursor, ',') !== undefined;
  if (!take(cursor, ...EXCEPT)) {
    if (comma) cursor.at = from;
    return every;
  }
  const without = readExceptions(cursor);
  return without === undefined || every !== 'all' ? undefined : checked(`all except ${without}`);
}

/** Exceptions may be named without their noun: `the first`, `2-4`. */
function readExceptions(cursor: Cursor): string | undefined {
  const parts: string[] = [];
  for (let part = readException(cursor); part !== undefined; part = readNext(cursor, readException)) parts.push(part);
  return parts.length === 0 ? undefined : parts.join(',');
}

function readException(cursor: Cursor): string | undefined {
  return (
    readPart(cursor) ??
    attempt(cursor, (cursor) => {
      take(cursor, 'the');
      const nth = readOrdinal(cursor);
      take(cursor, 'one');
      return nth;
    }) ??
    attempt(cursor, (cursor) => readRange(cursor, 'open'))
  );
}

function readNext(cursor: Cursor, read: (cursor: Cursor) => string | undefined): string | undefined {
  return attempt(cursor, (cursor) => (take(cursor, ', and', ',', 'and', '&') ? read(cursor) : undefined));
}

function readPart(cursor: Cursor, ranges: Ranges = 'open'): string | undefined {
  return (
    attempt(cursor, (cursor) => readNumbered(cursor, ranges)) ??
    attempt(cursor, readOrdinalPages) ??
    attempt(cursor, readEnds) ??
    (take(cursor, ...COVERS) === undefined ? undefined : '1')
  );
}

/** `page 3`, `pages 1, 3 and 5`, `pp. 3-5`, `pages 2 to the end`. */
function readNumbered(cursor: Cursor, ranges: Ranges): string | undefined {
  take(cursor, 'the');
  if (!takePageNoun(cursor)) return undefined;
  take(cursor, 'numbers', 'number', 'no');
  const parts: string[] = [];
  const readOne = (cursor: Cursor) => readRange(cursor, ranges);
  for (let part = attempt(cursor, readOne); part !== undefined; part = readNext(cursor, readOne)) parts.push(part);
  return parts.length === 0 ? undefined : parts.join(',');
}

/** `3`, `2-5`, `1,4,8-end`, `2 to 5`, `three through the last page`. */
function readRange(cursor: Cursor, ranges: Ranges): string | undefined {
  const written = wordAt(cursor).replaceAll(/[–—]/g, '-');
  if (/[-,]/.test(written) || written === 'last' || written === 'end') {
    const listed = parsePageRanges(written);
    if (listed === undefined) return undefined;
    step(cursor);
    return listed.map(({ from, to }) => range(from, to)).join(',');
  }
  const from = takeWholeNumber(cursor);
  if (from === undefined) return undefined;
  const to = attempt(cursor, (cursor) => {
    if (!take(cursor, ...TO)) return undefined;
    if (take(cursor, ...THE_END)) return ranges === 'open' ? -1 : undefined;
    takePageNoun(cursor);
    return takeWholeNumber(cursor);
  });
  return range(from, to ?? from);
}

/** `the first page`, `the second and the last page`, `3rd page`, `the second-to-last page`. */
function readOrdinalPages(cursor: Cursor): string | undefined {
  const parts: string[] = [];
  do {
    take(cursor, 'the', 'very');
    const nth = readOrdinal(cursor);
    if (nth === undefined) return undefined;
    parts.push(nth);
    if (takePageNoun(cursor)) return parts.join(',');
  } while (take(cursor, ', and', ',', 'and', '&'));
  return undefined;
}

function readOrdinal(cursor: Cursor): string | undefined {
  if (take(cursor, 'second-to-last', 'second to last', 'next-to-last', 'next to last', 'second last', 'penultimate')) return '-2';
  if (take(cursor, 'third-to-last', 'third to last', 'third last')) return '-3';
  const nth = ordinalNumber(wordAt(cursor));
  if (nth === undefined) return undefined;
  step(cursor);
  return nth === -1 ? 'last' : String(nth);
}

/** `the first 3 pages`, `last two pages`. */
function readEnds(cursor: Cursor): string | undefined {
  take(cursor, 'the');
  const end = take(cursor, 'first', 'last', 'final');
  const count = end && takeWholeNumber(cursor);
  if (end === undefined || !count || !takePageNoun(cursor)) return undefined;
  return end === 'first' ? range(1, count) : range(-count, -1);
}

/** `from page 4 on`, `starting on page 2`, `from page 2 to page 5`, `from the second page onwards`. */
function readOnward(cursor: Cursor): string | undefined {
  const opener = take(cursor, ...FROM) ?? take(cursor, 'on', 'in');
  if (opener === undefined) return undefined;
  const from = readOnePage(cursor);
  if (from === undefined) return undefined;
  const follows = peek(cursor, 1);
  if (wordAt(cursor) !== 'on' || follows === undefined || follows.kind !== 'word') {
    if (take(cursor, ...ONWARD)) return checked(`${from}-end`);
  }
  if (opener.startsWith('starting') || opener.startsWith('beginning')) return checked(`${from}-end`);
  if (opener === 'from' && take(cursor, 'to', 'through', 'until', 'till')) {
    if (take(cursor, ...THE_END)) return checked(`${from}-end`);
    const to = readOnePage(cursor);
    return to === undefined ? undefined : checked(range(from, to));
  }
  return undefined;
}

function readUpTo(cursor: Cursor): string | undefined {
  take(cursor, 'and including');
  const to = readOnePage(cursor);
  return to === undefined ? undefined : checked(range(1, to));
}

function takePageNoun(cursor: Cursor): boolean {
  if (isAtEnd(cursor) || !PAGE_NOUNS.has(wordAt(cursor))) return false;
  step(cursor);
  if (wordAt(cursor) === '.' && wholeNumber(wordAt(cursor, 1)[0] ?? '') !== undefined) step(cursor);
  return true;
}

function range(from: number, to: number): string {
  if (from === to) return from === -1 ? 'last' : String(from);
  return `${from}-${to === -1 ? 'end' : to}`;
}

/** A range that runs backwards is recognised without the document when both ends count from the same side. */
function checked(choice: string): string | undefined {
  if (!isPageChoice(choice)) return undefined;
  const listed = choice.startsWith('all except ') ? choice.slice('all except '.length) : choice;
  const backwards = parsePageRanges(listed)?.some(({ from, to }) => from * to > 0 && from > to);
  return backwards ? undefined : choice;
}
