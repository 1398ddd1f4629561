// The pages of a document in order (ISO 32000-1 7.7.3), read forward from the root of the page tree and never through /Parent. Bounded: a loop,
// a false /Count or an endlessly repeated kid is refused before it costs anything.

import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef, type PDFObject } from 'pdf-lib';
import { JobFailure } from '../../failure.ts';
import { PDF_BOUNDS } from '../bounds.ts';
import { boxIn, isEmpty } from '../geometry/box.ts';
import { arrayOf, lookup, nameOf, numberOf } from '../syntax/dictionary.ts';
import type { PdfPage } from '../opened.ts';

/** @throws JobFailure empty_file, page_limit, page_too_large, corrupt_file */
export function readPages(context: PDFContext, catalog: PDFDict, pagesMax: number): PdfPage[] {
  const root = catalog.get(PDFName.of('Pages'));
  const pages: PdfPage[] = [];
  const declared = numberOf(dictAt(context, root), 'Count') ?? 0;
  if (declared > pagesMax) throw new JobFailure('page_limit', { details: { pages: declared, pages_max: pagesMax } });
  const stack: { readonly node: PDFObject | undefined; readonly box: PDFObject | undefined; readonly ancestors: Ancestors | undefined }[] =
    [{ node: root, box: undefined, ancestors: undefined }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, ancestors } = next;
    const dict = dictAt(context, node);
    if (!dict) continue;
    for (let above = ancestors; above; above = above.next) {
      if (above.dict === dict) throw new JobFailure('corrupt_file', { message: 'The page tree forms a loop.' });
    }
    const depth = (ancestors?.depth ?? 0) + 1;
    if (depth > PDF_BOUNDS.depthMax) throw new JobFailure('corrupt_file', { message: 'The page tree is nested too deeply.' });
    const box = lookup(dict, 'MediaBox') ?? next.box;
    const kids = arrayOf(dict, 'Kids');
    if (kids && nameOf(dict, 'Type') !== 'Page') {
      const own = { dict, depth, next: ancestors };
      for (let index = kids.size() - 1; index >= 0; index--) stack.push({ node: kids.get(index), box, ancestors: own });
      continue;
    }
    if (pages.length >= pagesMax) throw new JobFailure('page_limit', { details: { pages_max: pagesMax } });
    const page = { dict, ref: node instanceof PDFRef ? node : undefined, mediaBox: normaliseBox(context, box) };
    refuseHugePage(page, pages.length + 1);
    pages.push(page);
  }
  if (pages.length === 0) throw new JobFailure('empty_file', { message: 'The document has no pages.' });
  return pages;
}

interface Ancestors {
  readonly dict: PDFDict;
  readonly depth: number;
  readonly next: Ancestors | undefined;
}

function dictAt(context: PDFContext, node: PDFObject | undefined): PDFDict | undefined {
  const found = context.lookup(node);
  return found instanceof PDFDict ? found : undefined;
}

/** Two corners in any order (7.9.5). @throws JobFailure page_too_large for a box that exists but has no valid size */
function normaliseBox(context: PDFContext, box: PDFObject | undefined): PdfPage['mediaBox'] {
  if (box === undefined) return undefined;
  const sides = box instanceof PDFArray ? box.asArray().map((item) => context.lookup(item)) : [];
  const found = boxIn(sides.map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN)));
  if (!found) return undefined;
  if (!found.every(Number.isFinite)) throw new JobFailure('page_too_large', { message: 'A page has no valid size.' });
  return isEmpty(found) ? undefined : found;
}

function refuseHugePage({ dict, mediaBox }: PdfPage, page: number): void {
  if (!mediaBox) return;
  const [left, bottom, right, top] = mediaBox;
  const side = Math.max(right - left, top - bottom);
  const userUnit = numberOf(dict, 'UserUnit') ?? 1;
  if (side > PDF_BOUNDS.pageSideUnitsMax || !(side * Math.max(userUnit, 1) <= PDF_BOUNDS.pageSidePointsMax)) {
    throw new JobFailure('page_too_large', { page, details: { side_units: side, user_unit: userUnit } });
  }
}
