// The structure tree of a document where it may lead its reading: not where the pages are forms.

import type { OpenedPdf } from '../pdf/opened.ts';
import { readStructure, type StructureElement } from '../pdf/pages/structure-tree.ts';
import { countFields } from '../pdf/pdfium/page/widgets.ts';

/** A page with this many fields is a form. */
const FORM_FIELDS_MIN = 5;

/** Tags of forms list labels and fields in the order of filling in, but the meaning of a form is in their places. @param pageIndexes 0-based */
export function chooseStructure(source: OpenedPdf, pageIndexes: readonly number[]): StructureElement | undefined {
  const forms = pageIndexes.filter((index) => {
    const page = source.pages[index];
    return page !== undefined && countFields(page.dict) >= FORM_FIELDS_MIN;
  });
  return forms.length * 2 > pageIndexes.length ? undefined : readStructure(source);
}
