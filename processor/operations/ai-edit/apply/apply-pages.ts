// Carries out what a plan does to whole pages: rotate, crop, then move, duplicate, insert, keep and delete in one new arrangement. Page
// numbers of the plan count the pages of the source, whatever other operations do to them.

import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import type { EditOf } from '#contract/params/edit-plan.ts';
import { JobFailure } from '../../../failure.ts';
import { arrangePages, inheritAll, type PageSlot } from '../../../pdf/pages/arrange-pages.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import { type PlacedOperation, anchorPage } from '../facts/placed-operation.ts';
import { rotationOf } from '../../../pdf/pages/page-box.ts';
import { userBox, viewOf } from '../../../pdf/pages/page-view.ts';
import { unitsOf } from '../facts/page-view.ts';

const ARRANGING = new Set(['delete_pages', 'keep_pages', 'move_pages', 'duplicate_pages', 'insert_blank_page']);

/** @returns the order that the plan asks for; 1-based `page` becomes 0-based `pageIndex`. */
function orderOf(placed: readonly PlacedOperation[], pageCount: number): readonly PageSlot[] {
  let order: PageSlot[] = Array.from({ length: pageCount }, (_, pageIndex) => ({ kind: 'page', pageIndex }));
  const placeOf = (page: number) => order.findIndex((slot) => slot.kind === 'page' && slot.pageIndex === page - 1);
  for (const { operation, pages } of placed) {
    if (operation.op === 'move_pages') {
      const moving = pages.map((page): PageSlot => ({ kind: 'page', pageIndex: page - 1 }));
      const anchor = anchorPage(operation, pageCount) ?? 1;
      // A page moved beside itself stays with its neighbour.
      const left = order.filter((slot) => slot.kind !== 'page' || slot.pageIndex === anchor - 1 || !pages.includes(slot.pageIndex + 1));
      order = left;
      const at = placeOf(anchor) + (operation.place === 'after' ? 1 : 0);
      const rest = pages.includes(anchor) ? moving.filter((slot) => slot.pageIndex !== anchor - 1) : moving;
      order.splice(at, 0, ...rest);
    } else if (operation.op === 'insert_blank_page') {
      const anchor = anchorPage(operation, pageCount) ?? 1;
      const blank = Array.from({ length: operation.count }, (): PageSlot => ({ kind: 'blank', pageIndex: anchor - 1 }));
      order.splice(placeOf(anchor) + (operation.place === 'after' ? 1 : 0), 0, ...blank);
    } else if (operation.op === 'duplicate_pages') {
      for (const page of pages) {
        const copies = Array.from({ length: operation.copies }, (): PageSlot => ({ kind: 'copy', pageIndex: page - 1 }));
        order.splice(placeOf(page) + 1, 0, ...copies);
      }
    }
  }
  for (const { operation, pages } of placed) {
    const named = new Set(pages.map((page) => page - 1));
    if (operation.op === 'delete_pages') order = order.filter((slot) => slot.kind === 'blank' || !named.has(slot.pageIndex));
    if (operation.op === 'keep_pages')
      order = inOrderOf(
        order.filter((slot) => slot.kind === 'blank' || named.has(slot.pageIndex)),
        pages,
      );
  }
  return order;
}

/** Kept pages come in the order in which they were named; pages put beside them go along. */
function inOrderOf(order: readonly PageSlot[], pages: readonly number[]): PageSlot[] {
  const ascending = pages.every((page, index) => index === 0 || page > (pages[index - 1] ?? 0));
  if (ascending) return [...order];
  return [...new Set(pages)].flatMap((page) => order.filter((slot) => slot.pageIndex === page - 1));
}

/** A page of the new order, and which page of the source it shows; undefined for a blank one. */
export interface ArrangedPage {
  readonly dict: PDFDict;
  readonly sourcePage: number | undefined;
}

/**
 * @returns the pages in their new order
 * @throws JobFailure output_limit for more pages than `pagesMax`, plan_invalid when a crop leaves nothing of a page
 */
export function applyPageOperations(opened: OpenedPdf, placed: readonly PlacedOperation[], pagesMax: number): readonly ArrangedPage[] {
  const pageCount = opened.pages.length;
  inheritAll(opened.context, opened.catalog);
  const pageAt = (page: number) => opened.pages[page - 1]?.dict;
  for (const { operation, pages } of placed) {
    if (operation.op !== 'crop') continue;
    for (const page of pages) {
      const dict = pageAt(page);
      if (dict && !cropPage(dict, operation)) {
        throw new JobFailure('plan_invalid', {
          message: 'The crop would leave nothing of a page.',
          page,
          refused: { kind: 'edit', check: 'fit', operation: operation.id },
        });
      }
    }
  }
  for (const { operation, pages } of placed) {
    if (operation.op !== 'rotate_pages') continue;
    for (const page of pages) {
      const dict = pageAt(page);
      dict?.set(PDFName.of('Rotate'), PDFNumber.of((rotationOf(dict) + operation.degrees) % 360));
    }
  }
  if (!placed.some(({ operation }) => ARRANGING.has(operation.op))) {
    return opened.pages.map(({ dict }, pageIndex) => ({ dict, sourcePage: pageIndex + 1 }));
  }
  const order = orderOf(placed, pageCount);
  if (order.length > pagesMax) throw new JobFailure('output_limit', { details: { pages: order.length, pages_max: pagesMax } });
  return arrangePages(opened, order).map((dict, index) => {
    const slot = order[index];
    return { dict, sourcePage: slot === undefined || slot.kind === 'blank' ? undefined : slot.pageIndex + 1 };
  });
}

/** The sides are those of the page as it is seen. @returns false when nothing would be left */
function cropPage(page: PDFDict, { top, right, bottom, left }: EditOf<'crop'>): boolean {
  const view = viewOf(page);
  const { width, height } = view;
  const [fromLeft, fromTop] = [unitsOf(left, width, 1), unitsOf(top, height, 1)];
  const inner = userBox(view, {
    left: fromLeft,
    top: fromTop,
    right: width - unitsOf(right, width, 1),
    bottom: height - unitsOf(bottom, height, 1),
  });
  // A side below 3 units cannot be displayed (Annex C).
  if (!inner || inner[2] - inner[0] < 3 || inner[3] - inner[1] < 3) return false;
  page.set(PDFName.of('CropBox'), page.context.obj(inner.map((side) => Math.round(side * 1000) / 1000)));
  return true;
}
