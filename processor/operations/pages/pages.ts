// The `pages` operation: plans what the steps make of the pages, lays them out, writes them, and has a second engine look at what was written.

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import { openSource, SIGNATURE_REMOVED, sourceOptions } from '../../open-source.ts';
import { Assembly, versionOf } from '../../pdf/assembly/assembly.ts';
import { SourceIndex } from '../../pdf/assembly/source-index.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { layOutPages } from '../../pdf/imposition/lay-out-pages.ts';
import { dropSignatures } from '../../pdf/pages/drop-extras.ts';
import { viewOf } from '../../pdf/pages/page-view.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import type { Operation } from '../operation.ts';
import { planPages } from './plan-pages.ts';
import { tellPages } from './report-pages.ts';

export const handlePages: Operation<'pages'> = async (context, [source], params) => {
  const { workDir, limits, progress } = context;
  const opened = await openSource(fileSource(source.path), 'modify', sourceOptions(context, params));
  for (const warning of opened.warnings) context.warn(warning);
  if (dropSignatures(opened) > 0) context.warn(SIGNATURE_REMOVED);
  const views = opened.pages.map(({ dict }) => viewOf(dict));
  const planned = planPages(views, params.steps, limits.pages);
  progress({ percent: 20, stage: 'writing' });
  const options = {
    version: versionOf(opened),
    objectStreams: readPdfaPart(opened) !== 1,
    identity: identify(source.sha256, params.steps),
    outline: 'keep',
    isMerged: false,
    withAttachments: true,
  } as const;
  const laidOut = layOutPages(opened, planned);
  const path = join(workDir, 'pages.pdf');
  using assembly = new Assembly(path, options);
  assembly.add(new SourceIndex(laidOut.opened), laidOut);
  const assembled = assembly.finish();
  const { size } = await stat(path);
  if (size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 50, stage: 'verifying' });
  const report = await tellPages(context, { source: opened.source, views, planned, path, bytes: size, assembled, laidOut });
  return { files: [{ path, filename: source.filename, contentType: 'application/pdf' }], report, pages: assembled.pages };
};

/** The same steps on the same bytes have the same identifier. */
function identify(sha256: string, steps: readonly unknown[]): string {
  return createHash('sha256')
    .update(`pages ${sha256} ${JSON.stringify(steps)}`)
    .digest('hex')
    .slice(0, 32);
}
