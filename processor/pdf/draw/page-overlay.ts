// Adds content on top of a page, whatever state its own content leaves: that content is wrapped in q … Q and stays byte for byte.

import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import { readOperations } from '../syntax/operations.ts';
import { joinPageContents } from '../content/source.ts';
import { registerContent } from '../content/write-source.ts';

/** @param operators drawn in default user space */
export function overlayPage(context: PDFContext, page: PDFDict, operators: string): void {
  let depth = 0;
  for (const { operator } of readOperations(joinPageContents(page).bytes)) {
    if (operator === 'q') depth++;
    else if (operator === 'Q' && depth > 0) depth--;
  }
  const raw = page.get(PDFName.of('Contents'));
  const found = context.lookup(raw);
  const own = found instanceof PDFArray ? found.asArray() : found instanceof PDFStream && raw ? [raw] : [];
  const array = PDFArray.withContext(context);
  array.push(registerContent(context, Buffer.from('q\n')));
  for (const item of own) array.push(item instanceof PDFRef ? item : context.register(item));
  array.push(registerContent(context, Buffer.from(`\n${'Q '.repeat(depth + 1)}\n${operators}\n`, 'latin1')));
  page.set(PDFName.of('Contents'), array);
}
