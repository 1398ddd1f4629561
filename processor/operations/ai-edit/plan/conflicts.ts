// Operations of one plan that cannot both be meant. All page numbers count the pages of the source document, whatever comes before them
// in the plan; so an operation on a page that another one deletes has no effect, and is refused.

import type { EditOperation } from '#contract/params/edit-plan.ts';
import { type PlacedOperation, anchorPage } from '../facts/placed-operation.ts';

export interface Conflict {
  readonly operations: readonly string[];
  readonly message: string;
}

export function findConflict(placed: readonly PlacedOperation[], pageCount: number): Conflict | undefined {
  return conflictOfDeletion(placed, pageCount) ?? conflictOfOrder(placed) ?? conflictOfSpans(placed) ?? conflictOfPlaces(placed);
}

/** Pages that the plan removes, with the operation that does it. */
export function deletedPages(placed: readonly PlacedOperation[], pageCount: number): ReadonlyMap<number, EditOperation> {
  const deleted = new Map<number, EditOperation>();
  for (const { operation, pages } of placed) {
    if (operation.op === 'delete_pages') for (const page of pages) deleted.set(page, operation);
    if (operation.op !== 'keep_pages') continue;
    const kept = new Set(pages);
    for (let page = 1; page <= pageCount; page++) if (!kept.has(page)) deleted.set(page, operation);
  }
  return deleted;
}

function conflictOfDeletion(placed: readonly PlacedOperation[], pageCount: number): Conflict | undefined {
  const deleted = deletedPages(placed, pageCount);
  if (deleted.size === 0) return undefined;
  const [deletion] = deleted.values();
  if (deleted.size === pageCount) return { operations: [deletion?.id ?? ''], message: 'The plan would delete every page.' };
  const keeps = placed.filter(({ operation }) => operation.op === 'keep_pages').map(({ operation }) => operation.id);
  if (keeps.length > 1) return { operations: keeps, message: 'Two operations say which pages to keep.' };
  for (const { operation, pages } of placed) {
    const keeper = operation.op === 'delete_pages' || operation.op === 'keep_pages';
    const gone = pages.find((page) => deleted.has(page) && deleted.get(page)?.id !== operation.id);
    const meant =
      gone !== undefined && (keeper ? operation.op === 'keep_pages' : namesPages(operation) || pages.every((page) => deleted.has(page)));
    if (meant) return { operations: [operation.id, deleted.get(gone)?.id ?? ''], message: `Page ${gone} is deleted by the same plan.` };
  }
  for (const { operation } of placed) {
    const anchor = anchorPage(operation, pageCount);
    const by = anchor === undefined ? undefined : deleted.get(anchor);
    if (by && operation.op !== 'insert_blank_page')
      return { operations: [operation.id, by.id], message: `Page ${anchor} is deleted by the same plan.` };
  }
  return undefined;
}

/** `all` and similar words mean the remaining pages. */
function namesPages(operation: EditOperation): boolean {
  const pages = 'pages' in operation ? operation.pages : 'all';
  return !pages.startsWith('all') && pages !== 'odd' && pages !== 'even';
}

function conflictOfOrder(placed: readonly PlacedOperation[]): Conflict | undefined {
  const moved = new Map<number, string>();
  for (const { operation, pages } of placed) {
    if (operation.op !== 'move_pages') continue;
    for (const page of pages) {
      const before = moved.get(page);
      if (before !== undefined) return { operations: [before, operation.id], message: `Page ${page} is moved twice.` };
      moved.set(page, operation.id);
    }
  }
  return undefined;
}

const REWRITING = new Set(['replace_text', 'delete_text', 'delete_drawing', 'redact']);

interface Spanned {
  readonly operation: EditOperation;
  readonly place: PlacedOperation['found'][number];
}

/** Two operations on the same text: only those that leave it in place, or both remove it, go together. */
function conflictOfSpans(placed: readonly PlacedOperation[]): Conflict | undefined {
  const spans: readonly Spanned[] = placed
    .flatMap(({ operation, found }) => found.map((place) => ({ operation, place })))
    .sort((a, b) => a.place.page - b.place.page || a.place.start - b.place.start || a.place.end - b.place.end);
  let reach: Spanned[] = [];
  for (const span of spans) {
    reach = reach.filter(({ place }) => place.page === span.place.page && place.end > span.place.start);
    const other = reach.find((one) => clash(one.operation, span.operation) && !isLinkOver(one, span));
    if (other) {
      return {
        operations: [...new Set([other.operation.id, span.operation.id])],
        message: `Two operations change the same text on page ${span.place.page}.`,
      };
    }
    reach.push(span);
  }
  return undefined;
}

/** A text becomes another one, and its link another link. */
function isLinkOver(one: Spanned, two: Spanned): boolean {
  const ops = new Set([one.operation.op, two.operation.op]);
  return ops.has('replace_text') && ops.has('set_link') && one.place.start === two.place.start && one.place.end === two.place.end;
}

function clash(a: EditOperation, b: EditOperation): boolean {
  if (!REWRITING.has(a.op) && !REWRITING.has(b.op)) return false;
  // A frame goes with its text.
  if ([a, b].some(({ op }) => op === 'restyle_box')) return [a, b].some(({ op }) => op === 'redact');
  return !(a.op === 'redact' && b.op === 'redact');
}

/** Two values for one place: a property, a field, a margin, a line of header. */
function conflictOfPlaces(placed: readonly PlacedOperation[]): Conflict | undefined {
  const taken = new Map<string, string>();
  for (const { operation, pages, images = [] } of placed) {
    const pictures = images.map(({ page, index }) => `picture ${page} ${index}`);
    for (const place of [...placesOf(operation, pages), ...pictures]) {
      const before = taken.get(place);
      if (before !== undefined) return { operations: [before, operation.id], message: 'Two operations write to the same place.' };
      taken.set(place, operation.id);
    }
  }
  return undefined;
}

function placesOf(operation: EditOperation, pages: readonly number[]): readonly string[] {
  const onPages = (what: string) => pages.map((page) => `${what} ${page}`);
  switch (operation.op) {
    case 'set_metadata':
      return [`property ${operation.field}`];
    case 'fill_field':
    case 'check_field':
      return [`field ${operation.field}`];
    case 'crop':
      return onPages('crop');
    case 'stamp':
      return onPages(`mark ${operation.position}`);
    case 'page_numbers':
      return onPages(`mark ${operation.position}`);
    case 'header_footer':
      return onPages(`mark ${operation.area === 'header' ? 'top' : 'bottom'}_${operation.align}`);
    case 'watermark_text':
      return onPages('watermark');
    default:
      return [];
  }
}
