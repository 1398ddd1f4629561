// The PDF that a customer sent, opened for an operation: with the customer's password, refused or accepted when it is signed, and repaired by
// qpdf where it is damaged. The checks that every operation makes before it changes a document are here, once.

import type { Warning } from '#contract/processor.ts';
import { openPdf } from './pdf/open.ts';
import { JobFailure } from './failure.ts';
import type { ByteSource } from './pdf/byte-source.ts';
import type { OpenedPdf } from './pdf/opened.ts';
import { type RewriteOptions, rewriteSource } from './tools/qpdf.ts';

export interface SourceOptions {
  /** Absolute; for the files of external programs. */
  readonly workDir: string;
  readonly pagesMax: number;
  readonly password?: string | undefined;
  readonly strict: boolean;
  readonly onSignature: 'refuse' | 'invalidate';
}

/** What a job states about its source. */
export function sourceOptions(
  { workDir, limits }: { readonly workDir: string; readonly limits: { readonly pages: number } },
  params: { readonly password?: string | undefined; readonly strict: boolean; readonly on_signature: 'refuse' | 'invalidate' },
): SourceOptions {
  const { password, strict, on_signature: onSignature } = params;
  return { workDir, pagesMax: limits.pages, password, strict, onSignature };
}

/** @param needs `modify` also asks the permissions of the document and its signatures. @throws JobFailure as openPdf, and unsupported_feature */
export function openSource(file: Uint8Array | ByteSource, needs: 'read' | 'modify', options: SourceOptions): Promise<OpenedPdf> {
  const { workDir, pagesMax, password, strict, onSignature } = options;
  return openPdf(file, {
    needs,
    pagesMax,
    password,
    strict,
    onSignature,
    repair: (damaged, own) => rewriteBounded(damaged, { workDir, ...(own === undefined ? {} : { password: own }) }),
  });
}

/** qpdf holds a stream twice while it rewrites a file, and one stream may be nearly all of it. */
const REWRITTEN_BYTES_MAX = 320 * 1024 * 1024;

/** @throws JobFailure unsupported_feature */
function rewriteBounded(source: ByteSource, options: RewriteOptions): Promise<ByteSource | undefined> {
  if (source.size <= REWRITTEN_BYTES_MAX) return rewriteSource(source, options);
  const mebibytes = REWRITTEN_BYTES_MAX / 1024 ** 2;
  const message = `A file of more than ${mebibytes} MiB that is encrypted or damaged cannot be processed. Save it anew without encryption first.`;
  throw new JobFailure('unsupported_feature', { message });
}

export const SIGNATURE_REMOVED: Warning = {
  code: 'signature_removed',
  message: 'The document was signed; the change made the signatures invalid, so they were removed.',
};
