// Which part of a plan to skip after a refusal, where partial results are allowed: the operations that were refused, on the page where
// they were. A redaction is carried out everywhere or nowhere: half a redaction would look like a whole one.

import type { EditName } from '#contract/params/edit-plan.ts';
import { type EditCheck, JobFailure } from '../../../failure.ts';
import type { CheckedPlan } from './check-plan.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

/** Failures of single operations; the others concern the whole document. */
const CHECKS: ReadonlySet<EditCheck> = new Set<EditCheck>(['verify', 'redaction', 'fit', 'glyphs', 'edit']);

/** @returns undefined where the failure names no operation, or nothing would remain */
export function leaveOut(checked: CheckedPlan, failure: unknown): CheckedPlan | undefined {
  if (!(failure instanceof JobFailure) || failure.reason === 'internal') return undefined;
  const { reason, message, page, refused } = failure;
  if (refused?.kind !== 'edit' || !CHECKS.has(refused.check)) return undefined;
  const refusedIds = new Set([refused.operation, ...(refused.operations ?? [])]);
  const kept: PlacedOperation[] = [];
  const skipped = [...checked.skipped];
  for (const placed of checked.operations) {
    const { id } = placed.operation;
    const rest = refusedIds.has(id) ? elsewhere(placed, page) : placed;
    if (rest) kept.push(rest);
    if (rest !== placed) skipped.push({ operation: id, reason, message, ...(rest && page !== undefined ? { page } : {}) });
  }
  return kept.length === 0 || skipped.length === checked.skipped.length ? undefined : { ...checked, operations: kept, skipped };
}

/** Operations whose work on one page does not depend on others. Page numbers do (they count on), and so does keeping pages. */
const BY_PAGE: ReadonlySet<EditName> = new Set<EditName>([
  'replace_text',
  'delete_text',
  'insert_text',
  'restyle_text',
  'restyle_box',
  'highlight',
  'underline',
  'strike',
  'set_link',
  'add_note',
  'replace_image',
  'delete_image',
  'delete_drawing',
  'move_image',
  'resize_image',
  'insert_image',
  'rotate_pages',
  'crop',
  'watermark_text',
  'stamp',
  'header_footer',
  'flatten_annotations',
  'remove_annotations',
  'remove_links',
]);

/** The operation on all pages except this one. */
function elsewhere(placed: PlacedOperation, page: number | undefined): PlacedOperation | undefined {
  const { operation, pages, found } = placed;
  if (page === undefined || !BY_PAGE.has(operation.op)) return undefined;
  const [otherPages, otherFound] = [pages.filter((one) => one !== page), found.filter((one) => one.page !== page)];
  const otherImages = placed.images?.filter((one) => one.page !== page);
  const isLess = otherPages.length < pages.length || otherFound.length < found.length;
  const isLeft = otherImages ? otherImages.length > 0 : 'match' in operation ? otherFound.length > 0 : otherPages.length > 0;
  return isLess && isLeft
    ? { operation, pages: otherPages, found: otherFound, ...(otherImages ? { images: otherImages } : {}) }
    : undefined;
}
