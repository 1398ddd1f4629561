// Records in the document that it was edited: an event in the history of its XMP packet, with the tool and the number of operations.
// It holds no text of the document or the plan. When all metadata are to be removed, none of ours is added.

import { PDFName, PDFRawStream } from 'pdf-lib';
import { addHistoryEvent } from '../../../images/xmp-history.ts';
import { PDF_BOUNDS } from '../../../pdf/bounds.ts';
import { tryDecodeWhole } from '../../../pdf/streams/decode-stream.ts';
import { lookup } from '../../../pdf/syntax/dictionary.ts';
import type { OpenedPdf } from '../../../pdf/opened.ts';
import type { Applied } from '../applied.ts';
import type { PlacedOperation } from '../facts/placed-operation.ts';

const SOFTWARE_AGENT = 'PDF Processing API';

/** @returns whether the event was added: not where the packet cannot be read, nor when all metadata are removed */
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
