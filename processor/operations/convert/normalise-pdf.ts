// PDF → PDF: rewrites the same document: repaired where it was damaged, without encryption, without dead objects, objects in object streams.
// Every stream stays byte for byte, and pages, text and look are compared before the result is returned.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { savePackedFile } from '../../pdf/save-packed.ts';
import { digestStreams, liveStreams, verifyPdf } from '../../pdf/verify.ts';
import { hasLongStreams } from '../../tools/check-pdf.ts';
import { isWritten, rewritePdfFile } from '../../tools/qpdf.ts';
import type { OperationContext } from '../operation.ts';
import type { MadePdf } from './to-pdf/made-pdf.ts';

/** @throws JobFailure conversion_failed when no candidate is proved the same */
export async function normalisePdf(opened: OpenedPdf, context: OperationContext): Promise<MadePdf> {
  const { workDir } = context;
  const stem = join(workDir, `normalised-${randomUUID()}`);
  const [own, byQpdf] = [`${stem}.pdf`, `${stem}.qpdf.pdf`];
  savePackedFile(opened.context, own, { objectStreams: true });
  const written = digestStreams(liveStreams(opened.context));
  const isByQpdf =
    !hasLongStreams(opened) && isWritten(await rewritePdfFile(own, byQpdf, { workDir, objectStreams: 'generate', deterministicId: true }));
  const candidates = [...(isByQpdf ? [{ engine: 'qpdf', path: byQpdf }] : []), { engine: 'pdf-lib', path: own }];
  for (const { engine, path } of candidates) {
    const result = fileSource(path);
    const { pagesBefore, pagesAfter, streamsIdentical, pages } = await verifyPdf(opened, written, result);
    if (pagesBefore !== pagesAfter || !streamsIdentical) continue;
    if (pages && (!pages.textIdentical || pages.renderedPagesDifferent.length > 0)) continue;
    if (opened.description.signatures.length > 0) {
      context.warn({ code: 'signature_invalid', message: 'The document was signed; its signatures are not valid for the new file.' });
    }
    return {
      result,
      report: {
        engine,
        repaired: opened.wasRepaired,
        decrypted: opened.wasEncrypted,
        compared: {
          streams_identical: true,
          ...(pages && { text_pages: pages.textPagesCompared, rendered_pages: pages.renderedPagesCompared, different: 0 }),
        },
      },
    };
  }
  throw new JobFailure('conversion_failed');
}
