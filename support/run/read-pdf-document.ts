// Converts a PDF as the operation does, with limits that do not matter.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReflowedFormat } from '#contract/params/conversions.ts';
import { type ConvertedPdf, type FromPdfOptions, reflowPdf } from '../../processor/operations/convert/from-pdf.ts';
import { openPdf } from '../../processor/pdf/open.ts';

type ConvertedBytes = Omit<ConvertedPdf, 'path'> & { readonly bytes: Uint8Array };

export async function convertFromPdf(
  to: ReflowedFormat,
  bytes: Uint8Array,
  options: FromPdfOptions & { readonly password?: string; readonly outputBytesMax?: number } = {},
): Promise<ConvertedBytes> {
  const { password, outputBytesMax = 2 ** 30, ...rest } = options;
  const source = await openPdf(bytes, { needs: 'read', pagesMax: 5000, password });
  const workDir = await mkdtemp(join(tmpdir(), 'convert-from-pdf-'));
  try {
    const context = { workDir, limits: { output_bytes: outputBytesMax, processing_ms: 60_000 }, progress: () => {} };
    const { path, ...made } = await reflowPdf(source, to, rest, context);
    return { ...made, bytes: await readFile(path) };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

export function textOfResult({ bytes }: Pick<ConvertedBytes, 'bytes'>): string {
  return Buffer.from(bytes).toString('utf8');
}
