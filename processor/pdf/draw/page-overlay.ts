// Adds content on top of a page, whatever state its own content leaves: that content is wrapped in q … Q and stays byte for byte.

import type { PDFContext, PDFDict } from 'pdf-lib';
import { wrapContents } from './wrap-contents.ts';

/** @param operators drawn in default user space */
export function overlayPage(context: PDFContext, page: PDFDict, operators: string): void {
  wrapContents(context, page, '', `${operators}\n`);
}
