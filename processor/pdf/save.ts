// Writes an opened document: only what its trailer reaches. Stream data is written as stored in memory, never encoded again.

import { createHash } from 'node:crypto';
import { type PDFContext, PDFStreamWriter, PDFWriter } from 'pdf-lib';
import { makeContentId } from './syntax/content-id.ts';
import { sweep, walkLive } from './syntax/walk.ts';

export interface SaveOptions {
  /** Objects in object streams and a cross-reference stream (PDF 1.5). */
  readonly packed: boolean;
  /** Gives the file an /ID made from its content, both halves. */
  readonly contentId?: boolean;
}

/** Sweeps what is not live, then writes. @throws JobFailure corrupt_file as walkLive */
export async function savePdf(context: PDFContext, options: SaveOptions): Promise<Uint8Array> {
  sweep(
    context,
    walkLive(context, () => {}),
  );
  // /Size is one more than the highest number in use (ISO 32000-1, table 15), and sweeping lowers that.
  context.largestObjectNumber = context.enumerateIndirectObjects().reduce((highest, [ref]) => Math.max(highest, ref.objectNumber), 0);
  const write = () =>
    (options.packed ? PDFStreamWriter.forContext(context, Infinity) : PDFWriter.forContext(context, Infinity)).serializeToBuffer();
  if (options.contentId) {
    const digest = createHash('sha256').update(await write());
    context.trailerInfo.ID = makeContentId(context, digest.digest('hex'));
  }
  return write();
}
