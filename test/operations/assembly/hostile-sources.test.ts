// What is no document, is locked, or was made to do harm, through every operation that puts pages together: a result, or a failure that names its
// reason and says what can be done. Never a bug, never a wait without end.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
import { BROKEN, HOSTILE } from '../../../support/documents/hostile-sources.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { richPdf } from '../../../support/documents/rich-pdf.ts';
import { hasPdfJudges } from '../../../support/judges/judge-pdf.ts';
import { flatten, merge, pages, protect, split, stamp, unlock } from '../../../support/run/run-assembly.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();

const OPERATIONS: Readonly<Record<string, (bytes: Uint8Array, secret?: object) => Promise<unknown>>> = {
  split: (bytes, secret) => split(bytes, { pages: 'each', ...secret }),
  merge: (bytes, secret) => merge([{ bytes }, { bytes: makePdf({ objects: plainObjects() }) }], { ...secret }),
  pages: (bytes, secret) => pages(bytes, [{ op: 'n_up', pages_per_sheet: 2 }], { ...secret }),
  stamp: (bytes) => stamp(bytes, [{ kind: 'text', text: 'COPY' }]),
  flatten: (bytes, secret) => flatten(bytes, { ...secret }),
  protect: (bytes, secret) => protect(bytes, { user_password: 'new', ...secret }),
  unlock: (bytes, secret) => unlock(bytes, { ...secret }),
};

function locked(...passwords: readonly [string, string]): Uint8Array {
  const [path, out] = [join(workDir, 'open.pdf'), join(workDir, 'locked.pdf')];
  writeFileSync(path, richPdf());
  spawnSync('qpdf', ['--encrypt', ...passwords, '256', '--modify=none', '--', path, out]);
  return readFileSync(out);
}

async function outcomeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return 'succeeded';
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return error.reason;
  }
}

describe.each(Object.entries(OPERATIONS))('%s', (_, run) => {
  test('names what is no document', async () => {
    for (const [name, bytes, reason] of BROKEN) expect([name, await outcomeOf(run(bytes))]).toEqual([name, reason]);
  });

  test.skipIf(!hasPdfJudges)('asks for the password, and refuses a wrong one', async () => {
    const bytes = locked('user', 'owner');
    expect(await outcomeOf(run(bytes))).toBe('encrypted_pdf');
    if (run !== OPERATIONS['stamp']) expect(await outcomeOf(run(bytes, { password: 'wrong' }))).toBe('password_incorrect');
  });

  test('ends with a result or a reason, whatever the document does', async () => {
    const ended: string[] = [];
    for (const [name, bytes] of HOSTILE) ended.push(`${name}: ${await outcomeOf(run(bytes))}`);
    expect(ended.filter((line) => line.endsWith(': internal'))).toEqual([]);
    expect(ended).toHaveLength(HOSTILE.length);
  });
});
