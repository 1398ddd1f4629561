// The `metadata` operation: sends a file to the code of its type, writes the result next to the source and reports what was done and proved.

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import type { Warning } from '#contract/processor.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import { JobFailure } from '../../failure.ts';
import type { Operation, OperationContext, OperationResult, SourceFile } from '../operation.ts';
import { readDocx, removeDocx, setDocx } from '../../metadata/docx.ts';
import type { MetadataEntry, MetadataFindings } from '../../metadata/evidence.ts';
import { readJpeg, removeJpeg, setJpeg } from '../../metadata/jpeg.ts';
import { readPdf, removePdf, setPdf } from '../../metadata/pdf.ts';
import { sourceOptions } from '../../open-source.ts';
import { readPng, removePng, setPng } from '../../metadata/png.ts';

type Params = OperationParams<'metadata'>;

interface Outcome {
  /** The result, as a file in the work directory or as bytes; neither for `read`. */
  readonly path?: string;
  readonly bytes?: Uint8Array;
  readonly found?: MetadataFindings;
  readonly report: Record<string, unknown>;
  readonly notes?: readonly Warning[];
  readonly pages?: number;
}

export const handleMetadata: Operation<'metadata'> = async (context, [source], params) => {
  const outcome = await perform(source, params, context);
  for (const note of outcome.notes ?? []) context.warn(note);
  return writeOutcome(outcome, source, params, context);
};

/** Only a PDF stays on disk; a JPEG of 200 MB takes 551 MB. */
const HELD_BYTES_MAX = 200 * 1024 * 1024;

async function perform(source: SourceFile, params: Params, context: OperationContext): Promise<Outcome> {
  if (source.contentType === 'application/pdf') return performPdf(fileSource(source.path), params, context);
  if (source.sizeBytes > HELD_BYTES_MAX) {
    const message = `A picture or Word document may have up to ${HELD_BYTES_MAX / 1024 ** 2} MiB; a PDF may have more.`;
    throw new JobFailure('unsupported_feature', { message });
  }
  const bytes = await readFile(source.path);
  switch (source.contentType) {
    case 'image/jpeg':
      return performImage(bytes, params, { read: readJpeg, remove: removeJpeg, set: setJpeg });
    case 'image/png':
      return performImage(bytes, params, { read: readPng, remove: removePng, set: setPng });
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
      const onSignature = params.on_signature;
      return performImage(bytes, params, {
        read: readDocx,
        remove: (document, options) => removeDocx(document, { ...options, onSignature }),
        set: (document, values) => setDocx(document, values, { onSignature }),
      });
    }
    default:
      throw new JobFailure('unsupported_feature', { message: 'Metadata of this type of file is not supported.' });
  }
}

interface Steps {
  readonly read: (bytes: Uint8Array) => MetadataFindings;
  readonly remove: typeof removeJpeg;
  readonly set: (...args: Parameters<typeof setJpeg>) => ReturnType<typeof setJpeg> & { readonly notes?: readonly Warning[] };
}

function performImage(bytes: Uint8Array, params: Params, steps: Steps): Outcome {
  if (params.action === 'read') return { found: steps.read(bytes), report: {} };
  if (params.action === 'remove') {
    const { bytes: result, found, removed, proof, notes, verification } = steps.remove(bytes, { removeAuthors: params.remove_authors });
    return { bytes: result, found, notes, report: { removed, verification: { ...proof, ...verification } } };
  }
  const { bytes: result, written, verification, notes = [] } = steps.set(bytes, params.values ?? {});
  return { bytes: result, notes, report: { written, verification } };
}

async function performPdf(file: ByteSource, params: Params, context: OperationContext): Promise<Outcome> {
  const options = sourceOptions(context, params);
  if (params.action === 'read') return { ...(await readPdf(file, options)), report: {} };
  if (params.action === 'remove') {
    const wanted = { removeAuthors: params.remove_authors, removeLayerNames: params.remove_layer_names };
    const { removed, verification, ...outcome } = await removePdf(file, { ...options, ...wanted });
    return { ...outcome, report: { removed, verification } };
  }
  const { written, verification, ...outcome } = await setPdf(file, params.values ?? {}, options);
  return { ...outcome, report: { written, verification } };
}

/** Half of what a report may hold; the rest is for what was removed and proved. */
const REPORTED_ENTRIES_BYTES_MAX = 128 * 1024;

async function writeOutcome(outcome: Outcome, source: SourceFile, params: Params, context: OperationContext): Promise<OperationResult> {
  const { bytes, found, pages } = outcome;
  const isRead = params.action === 'read';
  const path = outcome.path ?? join(context.workDir, 'metadata-result');
  if (!outcome.path) await writeFile(path, bytes ?? `${JSON.stringify(found, null, 2)}\n`);
  if ((await stat(path)).size > context.limits.output_bytes) throw new JobFailure('output_limit');
  return {
    files: [
      {
        path,
        filename: isRead ? `${source.filename.replace(/\.[^.]*$/, '')}.metadata.json` : source.filename,
        contentType: isRead ? 'application/json' : source.contentType,
      },
    ],
    report: { action: params.action, ...(found ? { found: shorten(found) } : {}), ...outcome.report },
    ...(pages === undefined ? {} : { pages }),
  };
}

function shorten(found: MetadataFindings): MetadataFindings {
  const entries: MetadataEntry[] = [];
  let size = 0;
  for (const entry of found.entries) {
    size += Buffer.byteLength(JSON.stringify(entry));
    if (size > REPORTED_ENTRIES_BYTES_MAX) break;
    entries.push(entry);
  }
  return { entries, total: found.total };
}
