// The PDF that a customer sent, opened for an operation: with the customer's password, refused or accepted when it is signed, and repaired by
// qpdf where it is damaged. The checks that every operation makes before it changes a document are here, once.

import type { Warning } from '#contract/processor.ts';
import { openPdf } from './pdf/open.ts';
import type { ByteSource } from './pdf/byte-source.ts';
import type { OpenedPdf } from './pdf/opened.ts';
import { rewriteSource } from './tools/qpdf.ts';

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

/** @param needs `modify` also asks the permissions of the document and its signatures. @throws JobFailure as openPdf */
export function openSource(file: Uint8Array | ByteSource, needs: 'read' | 'modify', options: SourceOptions): Promise<OpenedPdf> {
  const { workDir, pagesMax, password, strict, onSignature } = options;
  return openPdf(file, {
    needs,
    pagesMax,
    password,
    strict,
    onSignature,
    repair: (damaged, own) => rewriteSource(damaged, { workDir, ...(own === undefined ? {} : { password: own }) }),
  });
}

export const SIGNATURE_REMOVED: Warning = {
  code: 'signature_removed',
  message: 'The document was signed; the change made the signatures invalid, so they were removed.',
};
