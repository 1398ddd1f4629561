// The forms that put something new on pages: watermark, stamp, page numbers, header and footer.

import { attempt, type Cursor, peek, step, take, takeQuoted } from '../cursor.ts';
import { ADD_VERBS, edit, type Form, type ReadEdit } from './form.ts';
import { readPages } from '../pages.ts';
import { readScope, type Scope, type ScopeKey } from '../scope.ts';
import { readValue } from '../targets.ts';

const WATERMARK_KEYS = ['pages', 'color', 'opacity', 'angle', 'size'] as const satisfies readonly ScopeKey[];
const STAMP_KEYS = ['pages', 'position', 'margin', 'color', 'size', 'bold'] as const satisfies readonly ScopeKey[];
const NUMBER_KEYS = ['pages', 'position', 'format', 'start', 'size'] as const satisfies readonly ScopeKey[];
const LINE_KEYS = ['pages', 'align', 'size'] as const satisfies readonly ScopeKey[];
const SAYING = [
  'saying',
  'that says',
  'which says',
  'reading',
  'that reads',
  'with the text',
  'with the words',
  'with the word',
  'with',
  'to read',
  'to say',
  'to',
  'of',
  ':',
];

/** `"DRAFT"`, or a single word with a capital: DRAFT. */
function takeLabel(cursor: Cursor): string | undefined {
  const quoted = takeQuoted(cursor);
  if (quoted !== undefined) return quoted;
  const token = peek(cursor);
  if (token?.kind !== 'word' || !/^\p{Lu}[\p{L}\p{N}-]*$/u.test(token.text)) return undefined;
  step(cursor);
  return token.text;
}

function watermark(value: string, scope: Scope): readonly ReadEdit[] {
  const { pages, color, opacity, angle, size } = scope;
  return [edit('watermark_text', { pages, value, color, opacity, angle, font_size_pt: size })];
}

/** After `watermark`: `all pages with "DRAFT" in red`, `"DRAFT" on page 2`. */
function readWatermarkVerb(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const pages = readPages(cursor);
  if (pages !== undefined) scope.pages = pages;
  readScope(cursor, scope, WATERMARK_KEYS);
  take(cursor, ...SAYING);
  const value = takeLabel(cursor);
  if (value === undefined) return undefined;
  readScope(cursor, scope, WATERMARK_KEYS);
  return watermark(value, scope);
}

/** After `add`: `a diagonal "SAMPLE" watermark on every page`, `the watermark "DRAFT"`, `"DRAFT" as a watermark`. */
function readWatermarkNoun(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  take(cursor, 'a', 'an', 'the');
  readScope(cursor, scope, ['angle', 'color']);
  let value = attempt(cursor, takeLabel);
  if (value !== undefined) {
    readScope(cursor, scope, WATERMARK_KEYS);
    take(cursor, 'as a', 'as the', 'as');
  }
  if (!take(cursor, 'text watermark', 'watermark')) return undefined;
  if (value === undefined) {
    readScope(cursor, scope, WATERMARK_KEYS);
    take(cursor, ...SAYING);
    value = takeLabel(cursor);
  }
  if (value === undefined) return undefined;
  readScope(cursor, scope, WATERMARK_KEYS);
  return watermark(value, scope);
}

function stamp(value: string, scope: Scope): readonly ReadEdit[] {
  const { pages, position, margin, color, size, bold } = scope;
  return [edit('stamp', { pages, value, position, margin, color, font_size_pt: size, bold })];
}

/** After `stamp`: `"PAID" top right on page 1`, `every page with "Received" at the bottom left`. */
function readStampVerb(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const pages = readPages(cursor);
  if (pages !== undefined) scope.pages = pages;
  readScope(cursor, scope, STAMP_KEYS);
  take(cursor, ...SAYING, 'the text', 'the words', 'the word');
  const value = takeLabel(cursor);
  if (value === undefined) return undefined;
  readScope(cursor, scope, STAMP_KEYS);
  return stamp(value, scope);
}

/** After `add`: `a stamp "PAID" …`, or any text that is given a place on the page. */
function readStampNoun(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const named = attempt(cursor, (cursor) => {
    take(cursor, 'a', 'an', 'the');
    readScope(cursor, scope, ['color']);
    return take(cursor, 'stamp');
  });
  if (named !== undefined) take(cursor, ...SAYING);
  else attempt(cursor, (cursor) => (take(cursor, 'a line', 'a line of text', 'a text', 'the line') ? take(cursor, ...SAYING) : undefined));
  const value = named === undefined ? readValue(cursor, scope, { literal: 'quoted' }) : takeLabel(cursor);
  if (value === undefined) return undefined;
  const called = named ?? take(cursor, 'as a stamp');
  readScope(cursor, scope, STAMP_KEYS);
  if (called === undefined && scope.position === undefined) return undefined;
  return stamp(value, scope);
}

function pageNumbers(scope: Scope): readonly ReadEdit[] {
  const { pages, position, format, start, size } = scope;
  return [edit('page_numbers', { pages, position, format, start, font_size_pt: size })];
}

function readPageNumbers(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  take(cursor, 'the', 'some');
  if (!take(cursor, 'page numbers', 'page numbering', 'page-numbers', 'page number')) return undefined;
  readScope(cursor, scope, NUMBER_KEYS);
  return pageNumbers(scope);
}

function readNumberVerb(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const pages = readPages(cursor);
  if (pages !== undefined) scope.pages = pages;
  else if (!take(cursor, 'the pages', 'pages')) return undefined;
  readScope(cursor, scope, NUMBER_KEYS);
  return pageNumbers(scope);
}

function line(area: string, value: string, scope: Scope): ReadEdit {
  return edit('header_footer', { pages: scope.pages, area, align: scope.align, value, font_size_pt: scope.size });
}

/** `a header "Q4" and a footer "Globex"`, `the footer to "…"`. */
function readHeaderFooter(cursor: Cursor): readonly ReadEdit[] | undefined {
  const edits: ReadEdit[] = [];
  do {
    const scope: Scope = {};
    take(cursor, 'a', 'the');
    readScope(cursor, scope, ['align']);
    const area = take(cursor, 'page header', 'page footer', 'header', 'footer');
    if (area === undefined) break;
    take(cursor, 'text', 'line');
    readScope(cursor, scope, LINE_KEYS);
    take(cursor, ...SAYING);
    const value = takeQuoted(cursor);
    if (value === undefined) return undefined;
    readScope(cursor, scope, LINE_KEYS);
    edits.push(line(area.replace('page ', ''), value, scope));
  } while (take(cursor, ', and', ',', 'and'));
  return edits.length === 0 ? undefined : edits;
}

/** `"Chapter 2" in the header of pages 10-20`, `"Draft" as footer`. */
function readTextInHeader(cursor: Cursor): readonly ReadEdit[] | undefined {
  const scope: Scope = {};
  const value = readValue(cursor, scope, { literal: 'quoted' });
  if (value === undefined || !take(cursor, 'in', 'into', 'to', 'as')) return undefined;
  take(cursor, 'the', 'a');
  const area = take(cursor, 'header', 'footer');
  if (area === undefined) return undefined;
  readScope(cursor, scope, LINE_KEYS);
  return [line(area, value, scope)];
}

export const MARK_FORMS: readonly Form[] = [
  { op: 'watermark_text', verbs: ['watermark'], example: 'watermark all pages with "DRAFT"', read: readWatermarkVerb },
  {
    op: 'watermark_text',
    verbs: [...ADD_VERBS, 'overlay', 'use'],
    example: 'add a watermark "DRAFT" in red at 30 degrees with 20% opacity',
    read: readWatermarkNoun,
  },
  { op: 'stamp', verbs: ['stamp'], example: 'stamp "PAID" in the top right corner of page 1', read: readStampVerb },
  {
    op: 'page_numbers',
    verbs: [...ADD_VERBS, 'show'],
    example: 'add page numbers at the bottom right starting at 1',
    read: readPageNumbers,
  },
  { op: 'page_numbers', verbs: ['number', 'paginate'], example: 'number the pages starting at 1', read: readNumberVerb },
  {
    op: 'header_footer',
    verbs: [...ADD_VERBS, 'set', 'create', 'use'],
    example: 'add a footer "text" on all pages',
    read: readHeaderFooter,
  },
  { op: 'header_footer', verbs: [...ADD_VERBS, 'use'], example: 'put "text" in the header', read: readTextInHeader },
  { op: 'stamp', verbs: ADD_VERBS, example: 'add "text" at the bottom left of page 1', read: readStampNoun },
];
