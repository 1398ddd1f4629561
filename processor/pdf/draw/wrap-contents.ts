// Puts operators before and after what a page shows. Its own content streams are not rewritten, and leave no state behind.

import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import { joinPageContents } from '../content/source.ts';
import { registerContent } from '../content/write-source.ts';
import { readOperations } from '../syntax/operations.ts';

/** @param before in force for the page's own content alone, even where that restores more states than it saves */
export function wrapContents(context: PDFContext, page: PDFDict, before: string, after: string): void {
  const { open, missing } = countStates(page);
  const raw = page.get(PDFName.of('Contents'));
  const found = context.lookup(raw);
  const own = found instanceof PDFArray ? found.asArray() : found instanceof PDFStream && raw ? [raw] : [];
  const array = PDFArray.withContext(context);
  array.push(registerContent(context, Buffer.from(`q\n${before}${'q\n'.repeat(missing)}`, 'latin1')));
  for (const item of own) array.push(item instanceof PDFRef ? item : context.register(item));
  array.push(registerContent(context, Buffer.from(`\n${'Q '.repeat(open + 1)}\n${after}`, 'latin1')));
  page.set(PDFName.of('Contents'), array);
}

/** States that the content saves and does not restore, and those that it restores and did not save. */
function countStates(page: PDFDict): { readonly open: number; readonly missing: number } {
  let [open, missing] = [0, 0];
  for (const { operator } of readOperations(joinPageContents(page).bytes)) {
    if (operator === 'q') open++;
    else if (operator !== 'Q') continue;
    else if (open > 0) open--;
    else missing++;
  }
  return { open, missing };
}
