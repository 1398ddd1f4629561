// The PDF that a customer sent, opened for an operation: with the customer's password, refused or accepted when it is signed, and repaired by
// qpdf where it is damaged. The checks that every operation makes before it changes a document are here, once.

import type { Warning } from '#contract/processor.ts';
import { openPdf } from './pdf/open.ts';
import type { OpenedPdf } from './pdf/opened.ts';
import { rewritePdf } from './tools/qpdf.ts';

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

/** @param needs `modify` also checks the document's permissions and signatures. @throws JobFailure as openPdf */
export function openSource(bytes: Uint8Array, needs: 'read' | 'modify', options: SourceOptions): Promise<OpenedPdf> {
  const { workDir, pagesMax, password, strict, onSignature } = options;
  return openPdf(bytes, {
    needs,
    pagesMax,
    password,
    strict,
    onSignature,
    repair: async (damaged, own) => (await rewritePdf(damaged, { workDir, ...(own === undefined ? {} : { password: own }) })).bytes,
  });
}

export const SIGNATURE_REMOVED: Warning = {
  code: 'signature_removed',
  message: 'The document was signed; the change made the signatures invalid, so they were removed.',
};
