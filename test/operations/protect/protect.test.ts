// `protect` and `unlock`: poppler and qpdf open what was encrypted, and may do what was asked, no more and no less.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ProtectParams } from '#contract/params/protect-params.ts';
import { JobFailure } from '../../../processor/failure.ts';
import { PAGE_WORDS, reportPdf } from '../../../support/documents/report-pdf.ts';
import { decryptPdf, hasPdfJudges, picturesOfPdf, qpdfCheck, textOfPdf } from '../../../support/judges/judge-pdf.ts';
import { protect, unlock } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

useWorkDir();

const SOURCE = reportPdf();
const OWNER = { owner_password: 'the owner', permissions: { print: 'low_resolution', change: 'fill_forms', copy: false } };

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof JobFailure ? `${error.reason}: ${error.message}` : String(error)),
  );
}

function ask(program: string, args: readonly string[], bytes: Uint8Array): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    const { status, stdout, stderr } = spawnSync(program, [...args, path], { timeout: 30_000 });
    return { status, output: stdout.toString() + stderr.toString() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pdfinfo = (bytes: Uint8Array, ...passwords: string[]) => ask('pdfinfo', passwords, bytes);
const only = async (outcome: ReturnType<typeof protect>) => (await outcome).files[0]!.bytes;

describe.skipIf(!hasPdfJudges)('protect', () => {
  test('a password is needed to open the document, and everything is in it', async () => {
    const { files, report, pages, warnings } = await protect(SOURCE, { user_password: 'open sesame' });
    const bytes = files[0]!.bytes;
    expect(pdfinfo(bytes).output).toMatch(/Incorrect password/);
    expect(pdfinfo(bytes, '-upw', 'wrong').output).toMatch(/Incorrect password/);
    expect(pdfinfo(bytes, '-upw', 'open sesame').output).toMatch(
      /Encrypted:\s+yes \(print:yes copy:yes change:yes addNotes:yes algorithm:AES-256\)/,
    );
    for (const word of PAGE_WORDS) expect(Buffer.from(bytes).includes(word)).toBe(false);
    const plain = decryptPdf(bytes, 'open sesame');
    expect(textOfPdf(plain)).toBe(textOfPdf(SOURCE));
    expect(picturesOfPdf(plain)).toEqual(picturesOfPdf(SOURCE));
    expect(pages).toBe(4);
    expect(report).toMatchObject({
      encryption: { algorithm: 'AES-256', revision: 6, opens_with: 'password' },
      verification: { result: 'verified', opens_without_password: false, text_identical: true, rendered_identical: true },
    });
    expect(warnings).toEqual([]);
  });

  test('permissions hold for those who do not know the owner password', async () => {
    const bytes = await only(protect(SOURCE, OWNER));
    expect(pdfinfo(bytes).output).toMatch(/print:yes copy:no change:no addNotes:no algorithm:AES-256/);
    expect(ask('qpdf', ['--show-encryption'], bytes).output).toMatch(
      /accessibility: allowed\nextract for any purpose: not allowed\nprint low resolution: allowed\nprint high resolution: not allowed\nmodify document assembly: allowed\nmodify forms: allowed\nmodify annotations: not allowed\nmodify other: not allowed/,
    );
    expect(ask('qpdf', ['--show-encryption', '--password=the owner'], bytes).output).toMatch(/Supplied password is owner password/);
  });

  test.each(['none', 'assemble', 'fill_forms', 'annotate', 'all'])('change: %s', async (change) => {
    const { report } = await protect(SOURCE, { ...OWNER, user_password: 'u', permissions: { change, print: 'none' } });
    expect(report).toMatchObject({
      encryption: { permissions: { change, print: 'none', copy: true } },
      verification: { permissions_as_asked: true },
    });
  });

  test.each(['-x', '@file', '--', ' spaces around ', 'пароль 密码', '"quoted" \\ \'too\'', 'e\u0301 is one letter', 'x'.repeat(127)])(
    'the password %j opens it',
    async (password) => {
      const bytes = await only(protect(SOURCE, { user_password: password }));
      expect(qpdfCheck(decryptPdf(bytes, password.normalize('NFKC'))).status).toBe(0);
      expect(await reasonOf(unlock(bytes, { password: `${password.slice(0, -1)}?` }))).toMatch(/^password_incorrect/);
    },
  );

  test('an encrypted document gets other locks, with its own password only', async () => {
    const bytes = await only(protect(SOURCE, { user_password: 'first' }));
    expect(await reasonOf(protect(bytes, { user_password: 'second' }))).toMatch(/^encrypted_pdf/);
    const { files, warnings, report } = await protect(bytes, { user_password: 'second', password: 'first' });
    expect(warnings).toEqual([]);
    expect(report).toMatchObject({ encryption: { was_encrypted: true } });
    expect(pdfinfo(files[0]!.bytes, '-upw', 'first').output).toMatch(/Incorrect password/);
    expect(pdfinfo(files[0]!.bytes, '-upw', 'second').output).toMatch(/Pages:\s+4/);
  });

  test('what would not protect is refused', () => {
    const faults = (params: object) => ProtectParams.safeParse(params).error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(faults({})).toEqual(['user_password']);
    expect(faults({ owner_password: 'o' })).toEqual(['permissions']);
    expect(faults({ user_password: 'u', permissions: { copy: false } })).toEqual(['owner_password']);
    expect(faults({ user_password: 'fi', owner_password: 'ﬁ', permissions: { copy: false } })).toEqual(['owner_password']);
    expect(faults({ user_password: 'line\nbreak' })).toEqual(['user_password']);
    expect(faults({ user_password: 'é'.repeat(64) })).toEqual(['user_password']);
    expect(faults({ user_password: 'u', permissions: { print: 'maybe' }, owner_password: 'o' })).toEqual(['permissions.print']);
  });
});

describe.skipIf(!hasPdfJudges)('unlock', () => {
  test('gives the document without encryption', async () => {
    const locked = await only(protect(SOURCE, { user_password: 'open sesame' }));
    const { files, report, warnings } = await unlock(locked, { password: 'open sesame' });
    expect(pdfinfo(files[0]!.bytes).output).toMatch(/Encrypted:\s+no/);
    expect(textOfPdf(files[0]!.bytes)).toBe(textOfPdf(SOURCE));
    expect(picturesOfPdf(files[0]!.bytes)).toEqual(picturesOfPdf(SOURCE));
    expect(report).toMatchObject({ was_encrypted: true, verification: { result: 'verified', text_identical: true, qpdf: 'clean' } });
    expect(warnings).toEqual([]);
  });

  test('restrictions are lifted by the owner password alone', async () => {
    const [open, closed] = [await only(protect(SOURCE, OWNER)), await only(protect(SOURCE, { ...OWNER, user_password: 'user' }))];
    expect(await reasonOf(unlock(open))).toMatch(/^encrypted_pdf/);
    expect(await reasonOf(unlock(closed))).toMatch(/^encrypted_pdf/);
    expect(await reasonOf(unlock(closed, { password: 'user' }))).toMatch(/^password_incorrect: .*owner password/);
    for (const bytes of [open, closed])
      expect(pdfinfo((await unlock(bytes, { password: 'the owner' })).files[0]!.bytes).output).toMatch(/Encrypted:\s+no/);
  });

  test('says that there was nothing to unlock', async () => {
    const { files, warnings } = await unlock(SOURCE);
    expect(Buffer.from(files[0]!.bytes).equals(Buffer.from(SOURCE))).toBe(true);
    expect(warnings).toMatchObject([{ code: 'not_encrypted' }]);
  });
});
