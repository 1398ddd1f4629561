// Streams that are better not held: what qpdf does for other documents is done here without it, and qpdf still reads every byte of them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkPdf } from '../../../processor/tools/check-pdf.ts';
import { hasPdfJudges, qpdfCheck, qpdfPlain } from '../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { removeInFile } from '../../../support/run/run-metadata-pdf.ts';
import { useWorkDir } from '../../support/work-dir.ts';

const workDir = useWorkDir();
const LONG_BYTES = 33 * 1024 * 1024;
const attached = Buffer.alloc(LONG_BYTES, 'what somebody attached ');

function document(more: Parameters<typeof makePdf>[0]['objects'] = {}): Uint8Array {
  const objects = {
    ...plainObjects('Hello', '', '/Names << /EmbeddedFiles << /Names [(data.bin) 7 0 R] >> >> /Extra 8 0 R'),
    6: { dict: '/Type /EmbeddedFile', data: attached },
    7: '<< /Type /Filespec /F (data.bin) /EF << /F 6 0 R >> >>',
    8: { dict: '', data: 'nothing' },
    9: '<< /Author (Jane Roe, Accounting) >>',
    ...more,
  };
  return makePdf({ objects, trailer: '/Info 9 0 R' });
}

describe.skipIf(!hasPdfJudges)('a document with a long stream', () => {
  let path: string;
  beforeAll(() => {
    path = join(workDir, 'long.pdf');
  });
  const verdictOf = (file: Uint8Array) => {
    writeFileSync(path, file);
    return checkPdf(path, workDir);
  };

  test('loses its metadata without qpdf holding it, keeps every byte, and is the same for the same source', async () => {
    const options = { workDir, pagesMax: 10, strict: false, onSignature: 'refuse', removeAuthors: false, removeLayerNames: false } as const;
    const { bytes, verification, notes } = await removeInFile(document(), options);
    expect(verification).toMatchObject({ qpdf_check: 'clean', streams_identical: true, markers_left: 0, text_identical: true });
    expect(notes.map(({ code }) => code)).not.toContain('rewritten_in_process');
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    expect(qpdfPlain(bytes)).not.toContain('Jane Roe');
    expect(bytes.includes(attached)).toBe(true);
    expect(Buffer.compare((await removeInFile(document(), options)).bytes, bytes)).toBe(0);
  });

  test('is called clean, and damaged where another stream of it is or its own end is not where it says', async () => {
    expect(await verdictOf(document())).toBe('clean');
    const wrong = { 8: { dict: '/Filter /ASCIIHexDecode', data: 'no digits' } };
    expect(await verdictOf(document(wrong))).not.toBe('clean');
    const file = Buffer.from(document());
    const end = file.indexOf('endstream', file.indexOf('/EmbeddedFile'));
    file.write('endstraem', end, 'latin1');
    expect(await verdictOf(file)).not.toBe('clean');
  });
});
