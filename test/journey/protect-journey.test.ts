// A customer locks a document and opens it again through the real service; the passwords are nowhere but in the request.

import { describe, expect, test } from 'vitest';
import { putSecrets, takeSecrets } from '../../worker/jobs/job-secrets.ts';
import { PAGE_WORDS, reportPdf } from '../../support/documents/report-pdf.ts';
import { readParts } from '../../support/judges/read-parts.ts';
import { useService } from '../support/service/journey.ts';

const journey = useService();
const [USER, OWNER] = ['canary user password', 'canary owner password'];

describe('protect and unlock', () => {
  test('a locked document is opened by its owner, alone and in a pipeline', async () => {
    const { client } = journey;
    const source = await client.upload(reportPdf(), 'report.pdf');
    const params = { user_password: USER, owner_password: OWNER, permissions: { copy: false } };
    const locked = await client.waitForEnd((await client.createJob('protect', source.file_id, params)).job_id);
    expect(locked).toMatchObject({
      status: 'succeeded',
      report: { verification: { result: 'verified' } },
      params: { permissions: { copy: false } },
    });
    expect(JSON.stringify(locked)).not.toMatch(/canary/);
    const file_id = locked.result_file_id ?? '';
    const wrong = await client.waitForEnd((await client.createJob('unlock', file_id, { password: USER })).job_id);
    expect(wrong).toMatchObject({ status: 'failed', error: { reason: 'password_incorrect' } });
    expect(JSON.stringify(wrong)).not.toMatch(/canary/);
    const open = await client.waitForEnd((await client.createJob('unlock', file_id, { password: OWNER })).job_id);
    expect((await readParts(await client.download(open.result_file_id ?? ''))).texts).toEqual(PAGE_WORDS);

    const steps = [
      { operation: 'protect', params },
      { operation: 'unlock', params: { password: OWNER } },
    ];
    const created = await client.call<{ job_id: string }>('POST', '/jobs/pipeline', { files: [{ file_id: source.file_id }], steps });
    const chained = await client.waitForEnd(created.body.job_id);
    expect(chained).toMatchObject({ status: 'succeeded' });
    expect(JSON.stringify(chained)).not.toMatch(/canary/);
  });
});

describe('what is sealed', () => {
  test.each([
    ['compress', { level: 'high', password: 'canary' }],
    ['protect', { user_password: 'canary', owner_password: 'canary 2', password: 'canary 3', strict: true }],
    ['protect', { password: 'canary', permissions: {} }],
    [
      'pipeline',
      {
        steps: [
          { operation: 'unlock', params: { password: 'canary' } },
          { operation: 'compress', params: {} },
          { operation: 'protect', params: { user_password: 'canary' } },
        ],
      },
    ],
  ] as const)('%s: passwords leave the parameters and come back', (type, params) => {
    const { open, secrets } = takeSecrets(type, params);
    expect(JSON.stringify(open)).not.toMatch(/canary/);
    expect(putSecrets(type, open, secrets ?? '')).toEqual(params);
  });
});
