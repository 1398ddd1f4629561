// The `flatten` operation: fields, annotations and layers become part of the pages, and a second engine looks whether these are as they were.

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import { JobFailure } from '../../failure.ts';
import { openSource, SIGNATURE_REMOVED, sourceOptions } from '../../open-source.ts';
import { Assembly, versionOf } from '../../pdf/assembly/assembly.ts';
import { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { flattenFields } from '../../pdf/forms/flatten-form.ts';
import { flattenLayers } from '../../pdf/layers/flatten-layers.ts';
import type { OpenedPdf } from '../../pdf/opened.ts';
import { countFeatures } from '../../pdf/pages/count-features.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { flattenRemarks, removeLinks } from '../../pdf/pages/flatten-remarks.ts';
import { viewOf } from '../../pdf/pages/page-view.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import { dictOf, lookup } from '../../pdf/syntax/dictionary.ts';
import { passMissing } from '../../pdf/syntax/walk.ts';
import type { Operation, OperationContext } from '../operation.ts';
import { type Flattened, tellFlattened } from './report-flatten.ts';

type Params = OperationParams<'flatten'>;

export const handleFlatten: Operation<'flatten'> = async (context, [source], params) => {
  const { workDir, limits, progress } = context;
  const opened = await openSource(fileSource(source.path), 'modify', sourceOptions(context, params));
  for (const warning of opened.warnings) context.warn(warning);
  if (dropSignatures(opened) > 0) context.warn(SIGNATURE_REMOVED);
  const [before, views] = [countFeatures(opened), opened.pages.map(({ dict }) => viewOf(dict))];
  const options = {
    version: versionOf(opened),
    objectStreams: readPdfaPart(opened) !== 1,
    identity: identify(source.sha256, params.what),
    outline: 'keep',
    isMerged: false,
    withAttachments: true,
  } as const;
  passMissing(opened.context);
  const flattened = await flattenParts(context, opened, params.what);
  progress({ percent: 30, stage: 'writing' });
  const path = join(workDir, 'flattened.pdf');
  using assembly = new Assembly(path, options);
  assembly.add(new SourceIndex(opened), { slots: views.map((_, pageIndex) => ({ pageIndex })) });
  const assembled = assembly.finish();
  const { size } = await stat(path);
  if (size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 50, stage: 'verifying' });
  const report = await tellFlattened(context, { what: params.what, source: opened.source, views, path, bytes: size, before, flattened });
  return { files: [{ path, filename: source.filename, contentType: 'application/pdf' }], report, pages: assembled.pages };
};

/** Layers first: they decide which fields and annotations are shown. */
async function flattenParts(context: OperationContext, opened: OpenedPdf, what: Params['what']): Promise<Flattened> {
  const layers = what.includes('layers') ? flattenLayers(opened) : undefined;
  const hasXfa = lookup(dictOf(lookup(opened.catalog, 'AcroForm')), 'XFA') !== undefined;
  const fields = what.includes('forms') ? await flattenFields(opened) : undefined;
  if (hasXfa) context.warn({ code: 'xfa_removed', message: 'The XFA form was removed; the pages show the plain form.' });
  const remarks = what.includes('annotations') ? flattenRemarks(opened) : undefined;
  const links = what.includes('links') ? removeLinks(opened) : undefined;
  return {
    ...(layers ? { layers } : {}),
    ...(fields === undefined ? {} : { fields }),
    ...(remarks ? { remarks } : {}),
    ...(links === undefined ? {} : { links }),
  };
}

/** The same parts of the same bytes have the same identifier. */
function identify(sha256: string, what: Params['what']): string {
  return createHash('sha256')
    .update(`flatten ${sha256} ${[...what].toSorted().join(' ')}`)
    .digest('hex')
    .slice(0, 32);
}
