// Which objects are orphans: the whole table of what the rows can say.

import { describe, expect, test } from 'vitest';
import { FILE_STATES } from '#contract/files.ts';
import { JOB_STATES } from '#contract/jobs.ts';
import { LIMITS } from '#contract/limits.ts';
import { resultKey, uploadKey } from '../../../../worker/files/file.ts';
import { judgeObject, ownerOf } from '../../../../worker/retention/judge-object.ts';

const UPLOAD = { kind: 'upload', fileId: 'file_1' } as const;
const RESULT = { kind: 'result', jobId: 'job_1', attempt: 2 } as const;
const OLD = LIMITS.orphanAgeMsMin;
const YOUNG = OLD - 1;

describe('the owner of an object', () => {
  test('is read from the keys that this service makes', () => {
    expect(ownerOf(uploadKey('file_1', 'presigned'))).toEqual(UPLOAD);
    expect(ownerOf(resultKey('job_1', 2, 0))).toEqual(RESULT);
  });

  test.each(['', 'x', 'uploads', 'uploads/', 'uploads//x', 'uploads/file_1', 'results/job_1/2', 'results/job_1/x/0', 'backup/a/b/c'])(
    'of %j is nobody that we know, and it is left alone however old it is',
    (key) => {
      expect(ownerOf(key)).toEqual({ kind: 'foreign' });
      expect(judgeObject(ownerOf(key), { isNamed: false }, 10 * OLD)).toBe('foreign');
    },
  );
});

describe('an object', () => {
  test('that a row names is kept, whatever its age', () => {
    for (const owner of [UPLOAD, RESULT]) expect(judgeObject(owner, { isNamed: true }, 1000 * OLD)).toBe('kept');
  });

  test('without any row is kept until it is too old to be on its way', () => {
    for (const owner of [UPLOAD, RESULT]) {
      expect(judgeObject(owner, { isNamed: false }, YOUNG)).toBe('kept');
      expect(judgeObject(owner, { isNamed: false }, OLD)).toBe('orphan');
    }
  });

  test.each(FILE_STATES)('of an upload that is %s and names another, or none, is an orphan unless the bytes are awaited', (fileState) => {
    const judgements = [YOUNG, 100 * OLD].map((ageMs) => judgeObject(UPLOAD, { isNamed: false, fileState }, ageMs));
    const expected = fileState === 'awaiting_upload' ? 'kept' : 'orphan';
    expect(judgements).toEqual([expected, expected]);
  });

  test.each(JOB_STATES)('of a job that is %s is kept only while its attempt runs', (state) => {
    for (const attempt of [1, 2, 3]) {
      const expected = state === 'running' && attempt === 2 ? 'kept' : 'orphan';
      expect(judgeObject(RESULT, { isNamed: false, job: { state, attempt } }, 100 * OLD)).toBe(expected);
      expect(judgeObject(RESULT, { isNamed: false, job: { state, attempt } }, 0)).toBe(expected);
    }
  });
});
