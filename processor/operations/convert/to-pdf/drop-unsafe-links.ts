// Removes from a converter's PDF what links must not carry: addresses of files, scripts and programs, and actions other than going to
// an address or a place of the document (ISO 32000-1 12.6.4). The text that was the link stays.

import { PDFDict, PDFName } from 'pdf-lib';
import { isSafeLink } from '../../../office/neutralise.ts';
import { nameOf, lookup, textOf } from '../../../pdf/syntax/dictionary.ts';
import { openPdf } from '../../../pdf/open.ts';
import { savePdf } from '../../../pdf/save.ts';
import { walkLive } from '../../../pdf/syntax/walk.ts';

export interface SafeLinks {
  readonly bytes: Uint8Array;
  /** How many lost their address. */
  readonly removed: number;
}

/** Returns the same bytes where there is nothing to remove. @throws JobFailure as openPdf */
export async function dropUnsafeLinks(bytes: Uint8Array, pagesMax: number): Promise<SafeLinks> {
  const { context } = await openPdf(bytes, { needs: 'modify', pagesMax });
  let removed = 0;
  walkLive(context, ({ dict }) => {
    for (const key of ['A', 'AA', 'OpenAction']) {
      const action = lookup(dict, key);
      if (!(action instanceof PDFDict) || (key !== 'AA' && isSafeAction(action))) continue;
      dict.delete(PDFName.of(key));
      removed++;
    }
  });
  return removed === 0 ? { bytes, removed } : { bytes: await savePdf(context, { packed: false }), removed };
}

function isSafeAction(action: PDFDict): boolean {
  switch (nameOf(action, 'S')) {
    case 'GoTo':
      return true;
    case 'URI':
      return isSafeLink(textOf(lookup(action, 'URI')) ?? '');
    default:
      // Attributes of structure elements are under /A too, and name their owner (14.7.5.2).
      return !action.has(PDFName.of('S')) && action.has(PDFName.of('O'));
  }
}
