// PDF → PDF: rewrites the same document: repaired where it was damaged, without encryption, without dead objects, objects in object streams.
// Every stream stays byte for byte, and pages, text and look are compared before the result is returned.

import { JobFailure } from '../../failure.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { savePdf } from '../../pdf/save.ts';
import { digestStreams, liveStreams, verifyPdf } from '../../pdf/verify.ts';
import { rewritePdf } from '../../tools/qpdf.ts';
import type { OperationContext } from '../operation.ts';
import type { MadePdf } from './made-pdf.ts';

/** @throws JobFailure conversion_failed when no candidate is proved the same */
export async function normalisePdf(opened: OpenedPdf, context: OperationContext): Promise<MadePdf> {
  const own = await savePdf(opened.context, { packed: true });
  const written = digestStreams(liveStreams(opened.context));
  const rewritten = await rewritePdf(own, { workDir: context.workDir, objectStreams: 'generate', deterministicId: true });
  const candidates = [...(rewritten.bytes ? [{ engine: 'qpdf', bytes: rewritten.bytes }] : []), { engine: 'pdf-lib', bytes: own }];
  for (const { engine, bytes } of candidates) {
    const { pagesBefore, pagesAfter, streamsIdentical, pages } = await verifyPdf(opened, written, bytes);
    if (pagesBefore !== pagesAfter || !streamsIdentical) continue;
    if (pages && (!pages.textIdentical || pages.renderedPagesDifferent.length > 0)) continue;
    if (opened.description.signatures.length > 0) {
      context.warn({ code: 'signature_invalid', message: 'The document was signed; its signatures are not valid for the new file.' });
    }
    return {
      bytes,
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
