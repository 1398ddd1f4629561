// What is no document, is locked, or was made to do harm, through every operation that puts pages together: a result, or a failure that names its
// reason and says what can be done. Never a bug, never a wait without end.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { JobFailure } from '../../../processor/failure.ts';
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

const changed = (text: string) => Buffer.from(text, 'latin1');
const rich = Buffer.from(richPdf()).toString('latin1');

function locked(...passwords: readonly [string, string]): Uint8Array {
  const [path, out] = [join(workDir, 'open.pdf'), join(workDir, 'locked.pdf')];
  writeFileSync(path, richPdf());
  spawnSync('qpdf', ['--encrypt', ...passwords, '256', '--modify=none', '--', path, out]);
  return readFileSync(out);
}

const ofPage = (page: string, more: Parameters<typeof makePdf>[0]['objects'] = {}) =>
  makePdf({ objects: { ...plainObjects(), 3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page} >>`, ...more } });

const BROKEN: [string, Uint8Array, string][] = [
  ['nothing', new Uint8Array(0), 'empty_file'],
  ['a text', Buffer.from('no document at all'), 'type_mismatch'],
  ['a header alone', Buffer.from('%PDF-1.7\nnothing'), 'corrupt_file'],
  ['a page tree without pages', makePdf({ objects: { ...plainObjects(), 2: '<< /Type /Pages /Kids [] /Count 0 >>' } }), 'empty_file'],
];

/** Each ends, with a result or a reason. */
const HOSTILE: [string, Uint8Array][] = [
  ['a file that is cut off', changed(rich.slice(0, rich.length * 0.6))],
  [
    'a page tree that leads into itself',
    makePdf({ objects: { ...plainObjects(), 2: '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 9 /MediaBox [0 0 9 9] >>' } }),
  ],
  ['an outline that leads into itself', changed(rich.replace('/Prev 32 0 R', '/Next 31 0 R'))],
  ['tags that lead into themselves', changed(rich.replace('/S /P /P 51 0 R /Pg 101 0 R /K 0 ', '/S /P /P 51 0 R /Pg 101 0 R /K 51'))],
  ['a field without a type', changed(rich.replace('/FT /Tx /T (Rate)', '/T (Rate)        '))],
  ['fields that are below themselves', changed(rich.replace('/FT /Tx /T (Rate)', '/Kids [411 0 R]   '))],
  ['fields that are their own parents', changed(rich.replace('/FT /Tx /T (Rate)', '/Parent 411 0 R      '))],
  [
    'a form that draws itself',
    ofPage('/Resources << /XObject << /X 6 0 R >> >>', {
      4: { dict: '', data: '/X Do' },
      6: { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>', data: '/X Do' },
    }),
  ],
  ['a page of a square mile', ofPage('/MediaBox [0 0 4000000 4000000]')],
  ['a page without a size', ofPage('/MediaBox [0 0 0 0]')],
  ['content that is never closed', ofPage('', { 4: { dict: '', data: `${'q '.repeat(20_000)}BT (` } })],
  ['numbers that are none', changed(rich.replace('/Rect [20 150 80 170]', '/Rect [1e999 - . 2 ]  '))],
  ['references to what is not there', changed(rich.replaceAll('/Dest [102 0 R', '/Dest [999 0 R'))],
];

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
