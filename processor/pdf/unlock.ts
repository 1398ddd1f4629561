// Opens an encrypted PDF with the second engine, which returns numbers: is the password right, is the handler known, what is permitted.

import { JobFailure } from '../failure.ts';
import type { ByteSource } from './byte-source.ts';
import { engineInput, PDFIUM_ERROR } from './pdfium/pdfium.ts';
import { tryPassword } from './pdfium/pdfium-thread.ts';

const TIME_MS_MAX = 10_000;

/** Bit 4 of /P: modify the contents (ISO 32000-1 table 22). */
const MAY_MODIFY = 1 << 3;

export interface UnlockOptions {
  readonly password?: string | undefined;
  readonly needs: 'read' | 'modify';
}

/**
 * Returns when the document may be opened so.
 * @throws JobFailure encrypted_pdf, password_incorrect, corrupt_file
 */
export async function unlockPdf(source: ByteSource, options: UnlockOptions): Promise<void> {
  const answer = await tryPassword(engineInput(source), options.password ?? '', TIME_MS_MAX);
  if (answer?.error === PDFIUM_ERROR.password)
    throw new JobFailure(options.password === undefined ? 'encrypted_pdf' : 'password_incorrect');
  if (answer?.error === PDFIUM_ERROR.security) {
    throw new JobFailure('encrypted_pdf', { message: 'The document is encrypted in a way that is not supported.' });
  }
  if (!answer || answer.error !== undefined) throw new JobFailure('corrupt_file');
  const restricted = ((answer.permissions ?? 0) & MAY_MODIFY) === 0;
  if (restricted && options.needs === 'modify' && options.password === undefined) {
    throw new JobFailure('encrypted_pdf', { message: 'The document forbids changes; pass its owner password in `password`.' });
  }
}
