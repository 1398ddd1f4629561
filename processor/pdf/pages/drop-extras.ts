// Removes what no reader shows and no document needs: private data of programs, thumbnails, and signatures that a change
// has broken. Each function returns how many entries it removed.

import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { dictOf, lookup } from '../syntax/dictionary.ts';
import type { OpenedPdf } from '../opened.ts';
import { walkLive } from '../syntax/walk.ts';

/** /PieceInfo (ISO 32000-1 14.5), /Thumb (12.3.4), and pdfTeX's copy of an included file's information. */
export function dropPrivateData({ context, pages }: Pick<OpenedPdf, 'context' | 'pages'>): number {
  let dropped = 0;
  const drop = (dict: PDFDict, key: string) => {
    if (dict.delete(PDFName.of(key))) dropped++;
  };
  for (const { dict } of pages) if (lookup(dict, 'Thumb') instanceof PDFRawStream) drop(dict, 'Thumb');
  const found: PDFDict[] = [];
  walkLive(context, ({ dict }) => found.push(dict));
  for (const dict of found) {
    if (lookup(dict, 'PieceInfo') instanceof PDFDict) drop(dict, 'PieceInfo');
    if (lookup(dict, 'PTEX.InfoDict') instanceof PDFDict) drop(dict, 'PTEX.InfoDict');
    if (dict.has(PDFName.of('PTEX.FileName'))) drop(dict, 'PTEX.FileName');
  }
  return dropped;
}

/** The values of signature fields, and the catalog's entries about signatures; the fields stay. */
export function dropSignatures({ context, catalog, description }: Pick<OpenedPdf, 'context' | 'catalog' | 'description'>): number {
  const signatures = new Set(description.signatures);
  if (signatures.size > 0) {
    walkLive(context, ({ dict }) => {
      const value = lookup(dict, 'V');
      if (value instanceof PDFDict && signatures.has(value)) dict.delete(PDFName.of('V'));
    });
    for (const key of ['Perms', 'DSS']) catalog.delete(PDFName.of(key));
    dictOf(lookup(catalog, 'AcroForm'))?.delete(PDFName.of('SigFlags'));
  } else if (description.usageRights) catalog.delete(PDFName.of('Perms'));
  return signatures.size;
}
