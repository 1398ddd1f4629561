// The forms that act on whole pages.

import type { Length } from '#contract/params/edit-plan.ts';
import { THE_REST } from '../clauses.ts';
import { attempt, type Cursor, isAtEnd, step, take, takeWholeNumber, wordAt } from '../cursor.ts';
import { ADD_VERBS, DELETE_VERBS, edit, type Form, type ReadEdit } from './form.ts';
import { readDegrees, readLength } from '../lengths.ts';
import { readOnePage, readPages, readPagesBeyond, readPagesPhrase } from '../pages.ts';
import { readScope, type Scope, type Side } from '../scope.ts';

const EXCEPT = 'all except ';
const CLOCKWISE = ['clockwise', 'to the right', 'rightwards', 'right'];
const COUNTERCLOCKWISE = ['counterclockwise', 'counter-clockwise', 'anticlockwise', 'anti-clockwise', 'to the left', 'leftwards', 'left'];

/** Clockwise: 90, 180 or 270. A direction alone is a quarter turn; a page without a turn is not an instruction. */
function readTurn(cursor: Cursor): number | undefined {
  if (take(cursor, 'upside down', 'upside-down', 'by half a turn', 'half a turn')) return 180;
  const before = readDirection(cursor);
  const by = take(cursor, 'by', 'through') !== undefined;
  const degrees = take(cursor, 'a quarter turn') ? 90 : (readDegrees(cursor, -270, 270) ?? (by ? takeBareDegrees(cursor) : undefined));
  if (by && degrees === undefined) return undefined;
  const direction = before ?? readDirection(cursor);
  if (degrees === undefined && direction === undefined) return undefined;
  const clockwise = ((((degrees ?? 90) * (direction ?? 1)) % 360) + 360) % 360;
  return clockwise === 90 || clockwise === 180 || clockwise === 270 ? clockwise : undefined;
}

function readDirection(cursor: Cursor): 1 | -1 | undefined {
  if (take(cursor, ...CLOCKWISE)) return 1;
  return take(cursor, ...COUNTERCLOCKWISE) ? -1 : undefined;
}

function takeBareDegrees(cursor: Cursor): number | undefined {
  const degrees = /^-?(?:90|180|270)$/.exec(wordAt(cursor))?.[0];
  if (degrees === undefined) return undefined;
  step(cursor);
  return Number(degrees);
}

function readRotate(cursor: Cursor): readonly ReadEdit[] | undefined {
  const edits: ReadEdit[] = [];
  do {
    const turnFirst = attempt(cursor, readTurn);
    const pages = readPages(cursor) ?? readPagesPhrase(cursor);
    const degrees = turnFirst ?? attempt(cursor, readTurn);
    if (pages === undefined || degrees === undefined) return undefined;
    edits.push(edit('rotate_pages', { pages, degrees }));
  } while (take(cursor, ', and', ',', 'and'));
  return edits;
}

function readDeletePages(cursor: Cursor): readonly ReadEdit[] | undefined {
  const pages = readPagesBeyond(cursor) ?? readPages(cursor) ?? readEverythingBut(cursor);
  if (pages === undefined || pages === 'all') return undefined;
  if (pages.startsWith(EXCEPT)) return [edit('keep_pages', { pages: pages.slice(EXCEPT.length) })];
  takeFromDocument(cursor);
  return [edit('delete_pages', { pages })];
}

/** `everything but page 2`. */
function readEverythingBut(cursor: Cursor): string | undefined {
  return attempt(cursor, (cursor) => {
    if (!take(cursor, 'everything', 'all') || !take(cursor, 'except for', 'except', 'but')) return undefined;
    const pages = readPages(cursor);
    return pages === undefined || !/^[-\d,a-z]+$/.test(pages) || pages === 'all' ? undefined : `${EXCEPT}${pages}`;
  });
}

/** Repeats what keeping pages means. */
const WITHOUT_REST = ['and', 'and then', ', and', ',', 'then'].flatMap((join) =>
  ['delete', 'remove', 'drop', 'discard', 'throw away', 'get rid of'].flatMap((verb) => THE_REST.map((rest) => `${join} ${verb} ${rest}`)),
);

function readKeepPages(cursor: Cursor): readonly ReadEdit[] | undefined {
  const before = take(cursor, 'only', 'just') !== undefined;
  const pages = readPages(cursor);
  if (pages === undefined || pages === 'all') return undefined;
  if (!before) take(cursor, 'only');
  takeFromDocument(cursor);
  take(cursor, ...WITHOUT_REST);
  if (pages.startsWith(EXCEPT)) return [edit('delete_pages', { pages: pages.slice(EXCEPT.length) })];
  return [edit('keep_pages', { pages })];
}

function takeFromDocument(cursor: Cursor): void {
  attempt(cursor, (cursor) => (readPagesPhrase(cursor) === 'all' ? true : undefined));
}

const AT_START = [
  'to the very beginning',
  'to the very front',
  'to the beginning',
  'to the front',
  'to the start',
  'to the top',
  'at the beginning',
  'at the front',
  'at the start',
  'at the very beginning',
  'first',
];
const AT_END = ['to the very end', 'to the end', 'to the back', 'at the very end', 'at the end', 'at the back', 'last'];

interface Destination {
  readonly place: 'before' | 'after';
  readonly page: number;
}

/** `to the front`, `at the end of the document`, `after page 9`. */
function readDestination(cursor: Cursor): Destination | undefined {
  return attempt(cursor, (cursor) => {
    const start = take(cursor, ...AT_START) !== undefined;
    if (start || take(cursor, ...AT_END)) {
      attempt(cursor, (cursor) => (take(cursor, 'of') && readPages(cursor) === 'all' ? true : undefined));
      return start ? { place: 'before', page: 1 } : { place: 'after', page: -1 };
    }
    take(cursor, 'to');
    take(cursor, 'right', 'directly', 'immediately', 'just');
    const side = take(cursor, 'in front of', 'before', 'after', 'behind', 'following');
    const page = side && readOnePage(cursor);
    if (side === undefined || page === undefined) return undefined;
    return { place: side === 'before' || side === 'in front of' ? 'before' : 'after', page };
  });
}

function readMovePages(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  // `page 2 to the end` is where it goes, not a range.
  const pages = readPages(cursor, 'closed');
  if (pages === undefined || pages === 'all') return undefined;
  if (verb === 'make') {
    if (!take(cursor, 'the')) return undefined;
    const nth = take(cursor, 'first page', 'last page', 'very first page', 'very last page');
    if (nth === undefined) return undefined;
    return [edit('move_pages', nth.includes('first') ? { pages, place: 'before', page: 1 } : { pages, place: 'after', page: -1 })];
  }
  const destination = readDestination(cursor);
  return destination && [edit('move_pages', { pages, ...destination })];
}

function readDuplicate(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  if (verb === 'make') {
    const count = take(cursor, 'a') ? 1 : takeWholeNumber(cursor);
    if (count === undefined || !take(cursor, 'copies of', 'copy of', 'duplicates of', 'duplicate of')) return undefined;
    const pages = readPages(cursor);
    return pages === undefined ? undefined : [edit('duplicate_pages', { pages, copies: count })];
  }
  const pages = readPages(cursor, 'closed');
  if (pages === undefined) return undefined;
  return [edit('duplicate_pages', { pages, copies: readTimes(cursor) })];
}

function readTimes(cursor: Cursor): number | undefined {
  if (take(cursor, 'once')) return 1;
  if (take(cursor, 'twice')) return 2;
  return attempt(cursor, (cursor) => {
    const count = takeWholeNumber(cursor);
    return count !== undefined && take(cursor, 'times', 'time') ? count : undefined;
  });
}

function readBlankPage(cursor: Cursor, verb: string): readonly ReadEdit[] | undefined {
  const count = take(cursor, 'a new', 'an', 'a', 'another', 'one') ? undefined : takeWholeNumber(cursor);
  take(cursor, 'new');
  if (!take(cursor, 'blank', 'empty') || !take(cursor, 'pages', 'page')) return undefined;
  const destination =
    readDestination(cursor) ?? readBetween(cursor) ?? (verb === 'append' && isAtEnd(cursor) ? { place: 'after', page: -1 } : undefined);
  return destination && [edit('insert_blank_page', { ...destination, count })];
}

/** `between pages 2 and 3`: neighbours only. */
function readBetween(cursor: Cursor): Destination | undefined {
  return attempt(cursor, (cursor) => {
    if (!take(cursor, 'between pages', 'between page')) return undefined;
    const before = takeWholeNumber(cursor);
    if (!take(cursor, 'and')) return undefined;
    take(cursor, 'page');
    const after = takeWholeNumber(cursor);
    return before !== undefined && after === before + 1 ? { place: 'after', page: before } : undefined;
  });
}

const EVERY_SIDE = [
  'all four sides',
  'all four edges',
  'all sides',
  'all edges',
  'all margins',
  'each side',
  'each edge',
  'every side',
  'every edge',
  'all around',
];
const ALL_SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left'];

function readCrop(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const sides: Partial<Record<Side, Length>> = {};
  const pages = readPages(cursor);
  if (pages !== undefined) scope.pages = pages;
  readScope(cursor, scope, ['pages']);
  const first = readSides(cursor);
  if (first.length > 0) {
    // `the top of each page by 2 cm`
    readScope(cursor, scope, ['pages']);
    const length = take(cursor, 'by') && readLength(cursor);
    readScope(cursor, scope, ['pages']);
    return length ? [edit('crop', { pages: scope.pages, ...Object.fromEntries(first.map((side) => [side, length])) })] : undefined;
  }
  do {
    take(cursor, 'by');
    const length = readLength(cursor);
    if (length === undefined) return undefined;
    take(cursor, 'off of', 'off', 'from', 'at', 'on', 'of');
    const named = readSides(cursor);
    if (named.length === 0 || named.some((side) => sides[side] !== undefined)) return undefined;
    for (const side of named) sides[side] = length;
    readScope(cursor, scope, ['pages']);
  } while (take(cursor, ', and', ',', 'and'));
  return [edit('crop', { pages: scope.pages, ...sides })];
}

function readSides(cursor: Cursor): readonly Side[] {
  if (take(cursor, ...EVERY_SIDE)) return ALL_SIDES;
  const sides: Side[] = [];
  do {
    const side = attempt(cursor, (cursor) => {
      take(cursor, 'from', 'at', 'on');
      take(cursor, 'the');
      const side = take(cursor, ...ALL_SIDES);
      take(cursor, 'edges', 'edge', 'sides', 'side', 'margins', 'margin');
      return side;
    });
    if (side === undefined) {
      if (sides.length > 0) cursor.at--;
      break;
    }
    sides.push(side);
  } while (take(cursor, 'and', ','));
  return sides;
}

export const PAGE_FORMS: readonly Form[] = [
  { op: 'rotate_pages', verbs: ['rotate', 'turn', 'spin', 'flip'], example: 'rotate page 2 by 90 degrees', read: readRotate },
  { op: 'delete_pages', verbs: DELETE_VERBS, example: 'delete pages 2-4', read: readDeletePages },
  {
    op: 'keep_pages',
    verbs: ['only keep', 'keep', 'retain', 'extract', 'leave', 'preserve'],
    example: 'keep only pages 1-3',
    read: readKeepPages,
  },
  {
    op: 'move_pages',
    verbs: ['move', 'put', 'place', 'bring', 'shift', 'send', 'relocate', 'make'],
    example: 'move page 3 after page 5',
    read: readMovePages,
  },
  { op: 'duplicate_pages', verbs: ['duplicate', 'copy', 'clone', 'repeat', 'make'], example: 'duplicate page 2', read: readDuplicate },
  { op: 'insert_blank_page', verbs: [...ADD_VERBS, 'create'], example: 'insert a blank page after page 3', read: readBlankPage },
  { op: 'crop', verbs: ['crop', 'trim', 'cut', 'shave'], example: 'crop 1 cm from all sides', read: readCrop },
];
