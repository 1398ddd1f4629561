// Every form of a sentence that the grammar reads, in the order in which they are tried.

import type { Form } from './form.ts';
import { IMAGE_FORMS } from './forms-images.ts';
import { MARK_FORMS } from './forms-marks.ts';
import { PAGE_FORMS } from './forms-pages.ts';
import { RECORD_FORMS } from './forms-records.ts';
import { REPLACE_FORMS } from './forms-replace.ts';
import { STYLE_FORMS } from './forms-style.ts';
import { TEXT_FORMS } from './forms-text.ts';

/** Records and marks come before text: `remove all links` is about links, `add page numbers` about page numbers. */
export const FORMS: readonly Form[] = [
  ...PAGE_FORMS,
  ...RECORD_FORMS,
  ...MARK_FORMS,
  ...IMAGE_FORMS,
  ...REPLACE_FORMS,
  ...STYLE_FORMS,
  ...TEXT_FORMS,
];
