// Streams that are better not held: what qpdf does for other documents is done here without it, and qpdf still reads every byte of them. What no
// job can hold is refused before it is tried.

import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { JobFailure, toJobFailure } from '../../../processor/failure.ts';
import { openSource } from '../../../processor/open-source.ts';
import { PDF_BOUNDS } from '../../../processor/pdf/bounds.ts';
import { fileSource } from '../../../processor/pdf/byte-source.ts';
import { checkPdf } from '../../../processor/tools/check-pdf.ts';
import { EVERYTHING } from '../../../support/everything.ts';
import { hasPdfJudges, qpdfCheck } from '../../../support/judges/judge-pdf.ts';
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
    expect(verification).toMatchObject({
      qpdf_check: 'clean',
      streams_identical: true,
      markers_left: 0,
      findings_left: 0,
      text_identical: true,
    });
    expect(notes.map(({ code }) => code)).not.toContain('rewritten_in_process');
    expect(qpdfCheck(bytes)).toMatchObject({ status: 0 });
    expect(bytes.includes(attached)).toBe(true);
    if (EVERYTHING) expect(Buffer.compare((await removeInFile(document(), options)).bytes, bytes)).toBe(0);
  });

  test('is called damaged where another stream of it is, or its own end is not where it says', async () => {
    const wrong = { 8: { dict: '/Filter /ASCIIHexDecode', data: 'no digits' } };
    expect(await verdictOf(document(wrong))).not.toBe('clean');
    const file = Buffer.from(document());
    const end = file.indexOf('endstream', file.indexOf('/EmbeddedFile'));
    file.write('endstraem', end, 'latin1');
    expect(await verdictOf(file)).not.toBe('clean');
  });
});

describe('what a job could not hold', () => {
  const options = { workDir, pagesMax: 10, strict: false, onSignature: 'refuse' } as const;
  const openedWith = async (path: string) => {
    const failure = await openSource(fileSource(path), 'read', options).catch(toJobFailure);
    return failure instanceof JobFailure ? { reason: failure.reason, message: failure.message } : 'opened';
  };

  test('is refused with the figure: a picture of too much data', async () => {
    for (const bytes of [PDF_BOUNDS.storedImageBytesMax, PDF_BOUNDS.storedImageBytesMax + 1]) {
      const dict = `/Type /XObject /Subtype /Image /Width 9 /Height 9 /Filter /DCTDecode /Length ${bytes}`;
      const objects = { ...plainObjects('Hello', '/Picture 6 0 R'), 6: { dict, data: '@' } };
      const path = withHole(makePdf({ objects }), '@', bytes);
      const isTooMuch = bytes > PDF_BOUNDS.storedImageBytesMax;
      const message = 'A picture of the document has more than 200 MiB of data.';
      expect(await openedWith(path)).toEqual(isTooMuch ? { reason: 'pixel_limit', message } : 'opened');
    }
  });

  test('is refused with the figure: a large file that would have to be repaired', { tags: 'long' }, async () => {
    const path = withHole(Buffer.from('%PDF-1.7\n@\n%%EOF\n'), '@', 330 * 1024 * 1024);
    expect(await openedWith(path)).toEqual({ reason: 'unsupported_feature', message: expect.stringContaining('320 MiB') as string });
  });
});

/** The file with so many zeros, which take no room on the disk, in the place of a mark in front of its end. */
function withHole(file: Uint8Array, mark: string, bytes: number): string {
  const path = join(workDir, `hole-${bytes}.pdf`);
  const text = Buffer.from(file).toString('latin1');
  const at = text.lastIndexOf(mark);
  const rest = text.slice(at + 1).replace(/(?<=startxref\n)\d+/, (start) => String(Number(start) + bytes - 1));
  writeFileSync(path, text.slice(0, at), 'latin1');
  truncateSync(path, at + bytes);
  appendFileSync(path, rest, 'latin1');
  return path;
}
