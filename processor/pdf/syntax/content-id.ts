// An /ID that a file owes to its content alone (ISO 32000-1 14.4): the same content gives the same bytes.

import { PDFArray, type PDFContext, PDFHexString } from 'pdf-lib';

const HALF_DIGITS = 32;

/** Both halves alike, as in a file that was never changed. @param digest hexadecimal */
export function makeContentId(context: PDFContext, digest: string): PDFArray {
  const id = PDFArray.withContext(context);
  for (const half of [digest, digest]) id.push(PDFHexString.of(half.slice(0, HALF_DIGITS)));
  return id;
}
