// A source of a merged file as a PDF: what is none is converted as `convert` does it, in a directory of its own, and judged.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONVERTIBLE_TYPES, isOneOf, PICTURE_TYPES } from '#contract/params/conversions.ts';
import { JobFailure } from '../../failure.ts';
import { type ByteSource, fileSource } from '../../pdf/byte-source.ts';
import { judgePdf } from '../convert/to-pdf/judge-pdf.ts';
import { makePdf } from '../convert/to-pdf/make-pdf.ts';
import { warnOfFonts } from '../convert/to-pdf/warn-of-fonts.ts';
import type { OperationContext, SourceFile } from '../operation.ts';

const MIB = 1024 * 1024;
/** As `metadata` has it for pictures, `convert` for documents. */
const BYTES_MAX = { picture: 200 * MIB, document: 128 * MIB } as const;

/** @param at its position among the sources. @throws JobFailure of the conversion; unsupported_feature for a file that is too large */
export async function asPdf(source: SourceFile, at: number, context: OperationContext): Promise<ByteSource> {
  const { contentType: type } = source;
  if (type === 'application/pdf') return fileSource(source.path);
  if (!isOneOf(CONVERTIBLE_TYPES, type) || type === 'application/pdf') throw new JobFailure('unsupported_feature');
  const isPicture = isOneOf(PICTURE_TYPES, type);
  const bytesMax = BYTES_MAX[isPicture ? 'picture' : 'document'];
  if (source.sizeBytes > bytesMax) {
    const message = `A ${isPicture ? 'picture' : 'document of this kind'} may have up to ${bytesMax / MIB} MiB; a PDF may have more.`;
    throw new JobFailure('unsupported_feature', { message });
  }
  const bytes = await readFile(source.path);
  if (bytes.length === 0) throw new JobFailure('empty_file');
  const workDir = join(context.workDir, `file-${at + 1}`);
  await mkdir(workDir);
  const own = { ...context, workDir };
  const made = await makePdf(bytes, type, {}, own);
  if (made.result.size > context.limits.output_bytes) throw new JobFailure('output_limit');
  const path = made.result.file?.path ?? join(workDir, 'made.pdf');
  if (!made.result.file) await writeFile(path, made.result.read(0, made.result.size));
  if (!isPicture) warnOfFonts(made.fontsAskedFor ?? [], (await judgePdf(path, own)).fonts, context);
  return fileSource(path);
}
