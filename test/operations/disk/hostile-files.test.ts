// Files that lie about where their objects are, disks without room, and sources that change while they are read: each ends with a result that is
// the document, or with a reason that says what is wrong. Nothing is left beside the work directory.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/operations.ts';
import { toJobFailure } from '../../../processor/failure.ts';
import { handleCompress } from '../../../processor/operations/compress/compress.ts';
import { handleConvert } from '../../../processor/operations/convert/convert.ts';
import { handleMetadata } from '../../../processor/operations/metadata/metadata.ts';
import { handleOcr } from '../../../processor/operations/ocr/ocr.ts';
import type { OperationContext } from '../../../processor/operations/operation.ts';
import { hasPdfJudges, qpdfCheck } from '../../../support/judges/judge-pdf.ts';
import { makePdf, plainObjects } from '../../../support/documents/make-pdf.ts';
import { chooseSeed, makeRandom } from '../../../support/documents/mutations.ts';
import { useWorkDir } from '../../support/work-dir.ts';
import { thinned } from '../../../support/everything.ts';

const root = useWorkDir();

const RUNS = {
  metadata: (context: OperationContext, source: Source) =>
    handleMetadata(context, [source], OPERATIONS.metadata.params.parse({ action: 'remove' })),
  compress: (context: OperationContext, source: Source) => handleCompress(context, [source], OPERATIONS.compress.params.parse({})),
  pdf: (context: OperationContext, source: Source) =>
    handleConvert(context, [source], OPERATIONS.convert.params.parse({ target_format: 'pdf' })),
  jpg: (context: OperationContext, source: Source) =>
    handleConvert(context, [source], OPERATIONS.convert.params.parse({ target_format: 'jpg' })),
  ocr: (context: OperationContext, source: Source) => handleOcr(context, [source], OPERATIONS.ocr.params.parse({})),
};
type Run = keyof typeof RUNS;
type Source = Parameters<typeof handleCompress>[1][0];

interface Outcome {
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly result: Uint8Array | undefined;
}

/** In a directory of its own, whose parent must hold nothing else afterwards. */
async function run(name: Run, file: Uint8Array, onProgress: (path: string, stage: string) => void = () => {}): Promise<Outcome> {
  const parent = mkdtempSync(join(root, 'slot-'));
  const workDir = join(parent, 'job');
  mkdirSync(workDir);
  const path = join(workDir, 'source.pdf');
  writeFileSync(path, file);
  const warnings: string[] = [];
  const context: OperationContext = {
    workDir,
    limits: { processing_ms: 60_000, pages: 100, output_bytes: 1e9 },
    progress: ({ stage }) => onProgress(path, stage),
    warn: ({ code }) => void warnings.push(code),
  };
  const source = { path, filename: 'source.pdf', contentType: 'application/pdf', sizeBytes: file.length, sha256: '' };
  try {
    const { files } = await RUNS[name](context, source);
    return { reason: 'succeeded', warnings, result: readFileSync(files[0]?.path ?? '') };
  } catch (error) {
    const { reason } = toJobFailure(error);
    if (reason === 'internal') throw error;
    return { reason, warnings, result: undefined };
  } finally {
    expect(readdirSync(parent)).toEqual(['job']);
    rmSync(parent, { recursive: true });
  }
}

const sound = makePdf({ objects: plainObjects() });
const text = Buffer.from(sound).toString('latin1');
const changed = (from: string | RegExp, to: string) => Buffer.from(text.replace(from, to), 'latin1');
/** An entry of the table, by the number of its object. */
const entryOf = (object: number) => new RegExp(String.raw`(?<=\n${object} 1\n)\d{10}`);
const offsetOf = (what: string, by = 0) => String(text.indexOf(what) + by).padStart(10, '0');
const prevLoop = changed(/trailer\n<< /, `trailer\n<< /Prev ${/startxref\s+(\d+)/.exec(text)?.[1]} `);
const objectStream = (object: number, holds: number) => ({
  dict: '/Type /ObjStm /N 1 /First 4',
  data: `${holds} 0 << /Type /ObjStm /N 1 /First 4 /Note (${object}) >>`,
});
/** Two object streams, each said to lie in the other. */
function packedInEachOther(): Uint8Array {
  const body = makePdf({ objects: { ...plainObjects(), 6: objectStream(6, 7), 7: objectStream(7, 6) } });
  const whole = Buffer.from(body).toString('latin1');
  const start = whole.indexOf('xref\n');
  const at = (number: number) => whole.indexOf(`\n${number} 0 obj`) + 1;
  const rows = Buffer.alloc(9 * 4);
  for (const [number, kind, where] of [
    [1, 1, at(1)],
    [2, 1, at(2)],
    [3, 1, at(3)],
    [4, 1, at(4)],
    [5, 1, at(5)],
    [6, 2, 7],
    [7, 2, 6],
    [8, 1, start],
  ] as const) {
    rows[number * 4] = kind;
    rows.writeUInt16BE(where, number * 4 + 1);
  }
  const head = Buffer.from(
    `${whole.slice(0, start)}8 0 obj\n<< /Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R /Extra 6 0 R /Length ${rows.length} >>\nstream\n`,
    'latin1',
  );
  return Buffer.concat([head, rows, Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`)]);
}

const LIES: Readonly<Record<string, Uint8Array>> = {
  'an offset beyond the end': changed(entryOf(4), '0009999999'),
  'an offset inside a stream': changed(entryOf(5), offsetOf('BT /F1')),
  'two objects at one offset': changed(entryOf(5), offsetOf('4 0 obj')),
  'a startxref beyond the end': changed(/startxref\n\d+/, 'startxref\n99999999'),
  'a /Prev that leads back to itself': prevLoop,
  'object streams that name each other': packedInEachOther(),
  'a /Length beyond the end': makePdf({
    objects: { ...plainObjects(), 4: { dict: '/Length 99999999', data: 'BT /F1 18 Tf (Hello) Tj ET' } },
  }),
  'a /Length that is too short': makePdf({ objects: { ...plainObjects(), 4: { dict: '/Length 5', data: 'BT /F1 18 Tf (Hello) Tj ET' } } }),
  'a /Length that covers the next object': makePdf({
    objects: { ...plainObjects(), 4: { dict: '/Length 110', data: 'BT /F1 18 Tf (Hello) Tj ET' } },
  }),
  'a /Length that is negative': makePdf({ objects: { ...plainObjects(), 4: { dict: '/Length -1', data: 'BT /F1 18 Tf (Hello) Tj ET' } } }),
  'a /Length that is its own stream': makePdf({
    objects: { ...plainObjects(), 4: { dict: '/Length 4 0 R', data: 'BT /F1 18 Tf (Hello) Tj ET' } },
  }),
  'an end that is missing': Buffer.from(sound).subarray(0, text.indexOf('5 0 obj')),
};

describe.skipIf(!hasPdfJudges)('a file that lies', () => {
  test.each(thinned(Object.entries(LIES), 2))(
    'with %s is repaired and said so, or refused as damaged, by every operation alike',
    async (_, file) => {
      const reasons = new Set<string>();
      for (const name of ['metadata', 'compress', 'pdf', 'jpg'] as const) {
        const { reason, result, warnings } = await run(name, file);
        expect(['succeeded', 'corrupt_file'], name).toContain(reason);
        if (reason === 'succeeded') expect(warnings, name).toContain('repaired');
        if (result && name !== 'jpg' && name !== 'compress') expect(qpdfCheck(result), name).toMatchObject({ status: 0 });
        reasons.add(reason);
      }
      expect([...reasons]).toHaveLength(1);
    },
  );
});

describe.skipIf(!hasPdfJudges)('a disk without room', () => {
  test('is the reason of a job whose files no longer fit', () => {
    const workDir = mkdtempSync(join(root, 'small-'));
    const path = join(workDir, 'source.pdf');
    const random = makeRandom(chooseSeed());
    // Nothing makes them smaller.
    const data = Buffer.from(Array.from({ length: 400_000 }, () => Math.floor(random() * 256)));
    const objects = { ...plainObjects('Hello', '/Extra 6 0 R'), 6: { dict: '/Type /EmbeddedFile', data } };
    writeFileSync(path, makePdf({ objects, trailer: '/Info << /Author (Somebody) >>' }));
    const child = fileURLToPath(new URL('../../support/children/run-in-little-room.ts', import.meta.url));
    const command = `ulimit -f 200; exec "${process.execPath}" "${child}" "${path}" "${workDir}"`;
    const ran = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(JSON.parse(ran.stdout.split('\n').findLast(Boolean) ?? ran.stderr)).toEqual({
      metadata: 'disk_full',
      compress: 'disk_full',
      convert: 'disk_full',
    });
  });
});

describe('a source that changes while it is read', () => {
  const objects = { ...plainObjects('Hello', '/Extra 6 0 R'), 6: { dict: '/Type /EmbeddedFile', data: Buffer.alloc(900_000, 'abcdefgh') } };
  const file = makePdf({ objects });

  test.each(['shortened', 'replaced'])('ends compress with that reason when it is %s, whatever was done until then', async (how) => {
    let done = false;
    const { reason, result } = await run('compress', file, (path, stage) => {
      if (stage !== 'streams' || done) return;
      done = true;
      if (how === 'shortened') truncateSync(path, 300_000);
      else {
        rmSync(path);
        writeFileSync(path, Buffer.alloc(file.length, 'x'));
      }
    });
    expect({ done, reason, result }).toEqual({ done: true, reason: 'file_changed', result: undefined });
  });
});
