// The `unlock` operation: the document without encryption, for who has the right to it.

import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../failure.ts';
import { openSource, sourceOptions } from '../../open-source.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { tellCompared } from '../../prove-pages.ts';
import { checkPdf } from '../../tools/check-pdf.ts';
import type { Operation } from '../operation.ts';
import { writePlain } from './plain-copy.ts';
import { compareWithLocked, openedWith, PERMISSION_BITS } from './prove-locks.ts';

export const handleUnlock: Operation<'unlock'> = async (context, [source], params) => {
  const { workDir, limits, progress } = context;
  const locked = fileSource(source.path);
  const opened = await openSource(locked, 'modify', sourceOptions(context, params));
  const password = params.password ?? '';
  const pages = opened.pages.length;
  if (opened.wasEncrypted) await refuseRestricted(locked, password);
  else context.warn({ code: 'not_encrypted', message: 'The document is not encrypted; the result has the same content.' });
  progress({ percent: 40, stage: 'writing' });
  const plain = await writePlain(context, opened);
  const path = join(workDir, 'unlocked.pdf');
  await rename(plain, path);
  if ((await stat(path)).size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 60, stage: 'verifying' });
  const compared = opened.wasEncrypted ? await compareWithLocked(path, { locked, password, pages }, workDir) : undefined;
  if ((await openedWith(fileSource(path), '')) !== PERMISSION_BITS)
    throw new JobFailure('internal', { message: 'The result is still restricted.' });
  return {
    files: [{ path, filename: source.filename, contentType: 'application/pdf' }],
    report: {
      was_encrypted: opened.wasEncrypted,
      verification: {
        result: compared && compared.looksDiffer.length > 0 ? 'differs' : 'verified',
        tried_by: 'pdfium',
        opens_without_password: true,
        restrictions: 'none',
        ...(compared ? tellCompared(compared) : {}),
        qpdf: await checkPdf(path, workDir),
      },
    },
    pages,
  };
};

/** A password that opens a document is not yet one that lifts what its owner forbids. */
async function refuseRestricted(locked: Parameters<typeof openedWith>[0], password: string): Promise<void> {
  if ((await openedWith(locked, password)) === PERMISSION_BITS) return;
  const message = 'The password opens the document but does not lift its restrictions; pass the owner password.';
  throw new JobFailure('password_incorrect', { message });
}
