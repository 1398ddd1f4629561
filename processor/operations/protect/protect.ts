// The `protect` operation: a program encrypts the document, and a second engine tries who may open it and for what.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationParams } from '#contract/operations.ts';
import { type Permissions, Permissions as PermissionsSchema, preparePassword } from '#contract/params/protect-params.ts';
import { JobFailure } from '../../failure.ts';
import { openSource, sourceOptions } from '../../open-source.ts';
import { fileSource } from '../../pdf/byte-source.ts';
import { readPdfaPart } from '../../pdf/pages/pdfa-part.ts';
import { tellCompared } from '../../prove-pages.ts';
import { type Encryption, encryptPdfFile, isWritten } from '../../tools/qpdf.ts';
import type { Operation } from '../operation.ts';
import { writePlain } from './plain-copy.ts';
import { compareWithLocked, openedWith, PERMISSION_BITS } from './prove-locks.ts';

const MODIFY = { none: 'none', assemble: 'assembly', fill_forms: 'form', annotate: 'annotate', all: 'all' } as const;
const PRINT = { none: 'none', low_resolution: 'low', full: 'full' } as const;

export const handleProtect: Operation<'protect'> = async (context, [source], params) => {
  const { workDir, limits, progress } = context;
  const opened = await openSource(fileSource(source.path), 'modify', sourceOptions(context, params));
  if (readPdfaPart(opened) !== undefined)
    context.warn({
      code: 'pdfa_claim_broken',
      message: 'The document says that it is PDF/A, which forbids encryption; the result is not.',
    });
  const pages = opened.pages.length;
  const plain = await writePlain(context, opened);
  const path = join(workDir, 'protected.pdf');
  const permissions = params.permissions ?? PermissionsSchema.parse({});
  const encryption = encryptionOf(params, permissions);
  progress({ percent: 30, stage: 'encrypting' });
  const verdict = await encryptPdfFile(plain, path, encryption, workDir);
  if (!isWritten(verdict)) throw new JobFailure('internal', { message: 'The document could not be encrypted.' });
  if ((await stat(path)).size > limits.output_bytes) throw new JobFailure('output_limit');
  progress({ percent: 60, stage: 'verifying' });
  await tryLocks(path, encryption, bitsOf(permissions));
  const compared = await compareWithLocked(plain, { locked: fileSource(path), password: encryption.userPassword, pages }, workDir);
  return {
    files: [{ path, filename: source.filename, contentType: 'application/pdf' }],
    report: {
      encryption: {
        algorithm: 'AES-256',
        revision: 6,
        opens_with: encryption.userPassword === '' ? 'no password' : 'password',
        was_encrypted: opened.wasEncrypted,
        permissions,
      },
      verification: {
        result: compared.looksDiffer.length === 0 ? 'verified' : 'differs',
        tried_by: 'pdfium',
        opens_without_password: encryption.userPassword === '',
        permissions_as_asked: true,
        owner_may_all: true,
        ...tellCompared(compared),
      },
    },
    pages,
  };
};

function encryptionOf({ user_password, owner_password }: OperationParams<'protect'>, permissions: Permissions): Encryption {
  const userPassword = preparePassword(user_password ?? '');
  return {
    userPassword,
    ownerPassword: owner_password === undefined ? userPassword : preparePassword(owner_password),
    print: PRINT[permissions.print],
    modify: MODIFY[permissions.change],
    extract: permissions.copy,
  };
}

const BIT = (position: number): number => 1 << (position - 1);
const CHANGES = ['assemble', 'fill_forms', 'annotate', 'all'] as const;
const CHANGE_BITS = { assemble: BIT(11), fill_forms: BIT(9), annotate: BIT(6), all: BIT(4) } as const;

/** The bits of /P (ISO 32000-2 table 22), from its words: another way than the program's. Reading aloud (bit 10) is always permitted. */
function bitsOf({ print, change, copy }: Permissions): number {
  const printing = print === 'none' ? 0 : print === 'full' ? BIT(3) | BIT(12) : BIT(3);
  const changing = CHANGES.slice(0, CHANGES.findIndex((step) => step === change) + 1).reduce((bits, step) => bits | CHANGE_BITS[step], 0);
  return BIT(10) | printing | changing | (copy ? BIT(5) : 0);
}

/** @throws JobFailure internal where the second engine may more or less than was asked */
async function tryLocks(path: string, { userPassword, ownerPassword }: Encryption, wanted: number): Promise<void> {
  const file = fileSource(path);
  const isOwner = userPassword === ownerPassword;
  const asUser = await openedWith(file, userPassword);
  const unasked = await openedWith(file, '');
  const asOwner = await openedWith(file, ownerPassword);
  const isRight =
    asUser === (isOwner ? PERMISSION_BITS : wanted) && asOwner === PERMISSION_BITS && (unasked === 'locked') === (userPassword !== '');
  if (!isRight) throw new JobFailure('internal', { message: 'A second engine opens the result otherwise than was asked.' });
}
