// The opened document as a file without encryption, for `protect` and `unlock`.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SIGNATURE_REMOVED } from '../../open-source.ts';
import { piecesOf } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import type { OperationContext } from '../operation.ts';

/** Tells what opening found, but not that the encryption is gone: that is what was asked, or not true of the result. @returns its path */
export async function writePlain(context: OperationContext, opened: OpenedPdf): Promise<string> {
  for (const warning of opened.warnings) if (warning.code !== 'encryption_removed') context.warn(warning);
  const path = join(context.workDir, 'plain.pdf');
  if (dropSignatures(opened) > 0) {
    context.warn(SIGNATURE_REMOVED);
    savePackedFile(opened.context, path, { objectStreams: readPdfaPart(opened) !== 1, contentId: true });
  } else await writeFile(path, piecesOf(opened.source));
  return path;
}
