// The `compress` operation: reads the source, writes the result next to it and reports where the bytes went.

import { sourceOptions } from '../../open-source.ts';
import { JobFailure } from '../../failure.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import type { Operation } from '../operation.ts';
import { compressPdf } from './pdf.ts';
import { tellCompression } from './report.ts';

export const handleCompress: Operation<'compress'> = async (context, [source], params) => {
  const { quality, linearize } = params;
  const { limits, progress } = context;
  const file = fileSource(source.path);
  const compressed = await compressPdf(file, { ...sourceOptions(context, params), quality, linearize, progress });
  for (const note of compressed.notes) context.warn(note);
  const { result } = compressed;
  if (result.size > limits.output_bytes) throw new JobFailure('output_limit');
  return {
    files: [{ path: result.file?.path ?? source.path, filename: source.filename, contentType: source.contentType }],
    report: tellCompression(quality, file.size, compressed),
    pages: compressed.pages,
  };
};
