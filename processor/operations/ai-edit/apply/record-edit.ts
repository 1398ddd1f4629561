// Leaves word in the document that it was edited: an event in the history of its XMP packet, which names the tool and counts the operations.
// No text of the document or of the plan is in it. Who asks for all metadata to be removed gets none of ours.

import { PDFName, PDFRawStream } from 'pdf-lib';
import { addHistoryEvent } from '../../../images/xmp-history.ts';
import { PDF_BOUNDS } from '../../../pdf/bounds.ts';
import { tryDecodeWhole } from '../../../pdf/streams/decode-stream.ts';
import { lookup } from '../../../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { Applied } from '../applied.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

const SOFTWARE_AGENT = 'PDF Processing API';

/** @returns whether the document says it now: not where the packet that it has cannot be read, and not beside the removal of all metadata */
export function recordEdit(
  { catalog, context }: Pick<OpenedPdf, 'catalog' | 'context'>,
  placed: readonly PlacedOperation[],
  applied: Applied,
  startedAtMs: number | undefined,
): boolean {
  if (placed.some(({ operation }) => operation.op === 'remove_metadata' && operation.fields === 'all')) return false;
  const existing = lookup(catalog, 'Metadata');
  const packet = existing instanceof PDFRawStream ? tryDecodeWhole(existing, PDF_BOUNDS.xmpBytesMax) : undefined;
  if (existing && !packet) return false;
  const done = new Set(applied.changes.map(({ operation }) => operation));
  const names = new Set(applied.changes.map(({ op }) => op));
  const written = addHistoryEvent(packet, {
    action: 'edited',
    when: startedAtMs === undefined ? undefined : new Date(startedAtMs),
    softwareAgent: SOFTWARE_AGENT,
    parameters: `${done.size} ${done.size === 1 ? 'operation' : 'operations'}: ${[...names].join(', ')}`,
  });
  if (!written) return false;
  const stream = PDFRawStream.of(context.obj({ Type: 'Metadata', Subtype: 'XML', Length: written.length }), written);
  catalog.set(PDFName.of('Metadata'), context.register(stream));
  return true;
}
