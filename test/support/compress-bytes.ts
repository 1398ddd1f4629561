// `compress` for tests that judge bytes: the result read from where it lies.

import type { CompressedPdf } from '../../processor/operations/compress/compressed.ts';
import { compressPdf } from '../../processor/operations/compress/pdf.ts';
import type { CompressOptions } from '../../processor/operations/compress/settle.ts';

export type CompressedBytes = CompressedPdf & { readonly bytes: Uint8Array<ArrayBuffer> };

export async function compressBytes(source: Uint8Array, options: CompressOptions): Promise<CompressedBytes> {
  const compressed = await compressPdf(source, options);
  return { ...compressed, bytes: Uint8Array.from(compressed.result.read(0, compressed.result.size)) };
}
