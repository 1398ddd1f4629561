// The `compress` operation: reads the source, writes the result next to it and reports where the bytes went.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceOptions } from '../../open-source.ts';
import { JobFailure } from '../../failure.ts';
import type { Operation } from '../operation.ts';
import { compressPdf } from './pdf.ts';
import { tellCompression } from './report.ts';

export const handleCompress: Operation<'compress'> = async (context, [source], params) => {
  const { quality, linearize } = params;
  const { workDir, limits, progress } = context;
  const bytes = await readFile(source.path);
  const compressed = await compressPdf(bytes, { ...sourceOptions(context, params), quality, linearize, progress });
  for (const note of compressed.notes) context.warn(note);
  if (compressed.bytes.length > limits.output_bytes) throw new JobFailure('output_limit');
  const path = join(workDir, 'compress-result');
  await writeFile(path, compressed.bytes);
  return {
    files: [{ path, filename: source.filename, contentType: source.contentType }],
    report: tellCompression(quality, bytes.length, compressed),
    pages: compressed.pages,
  };
};
