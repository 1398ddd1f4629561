// Where files live and jobs run: chosen by the request, else by the account, else by where the caller is; and never anywhere else.

import { afterAll, describe, expect, test } from 'vitest';
import { Readiness } from '#contract/api.ts';
import { bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { openEdge, type TestAccount } from '../support/service/edge.ts';
import { eventually, expectError } from '../support/expectations.ts';

const edge = await openEdge({ regions: ['eu', 'us'] });
afterAll(edge.close);
const { eu, us } = edge.processors as { eu: typeof edge.processor; us: typeof edge.processor };

const FIELDS = { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 9 };

async function regionFor(account: TestAccount, continent: string, fields: object = {}): Promise<unknown> {
  const { key } = await account.issueKey();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await edge.fetchFrom(continent, '/files', { method: 'POST', headers, body: JSON.stringify({ ...FIELDS, ...fields }) });
  expect(answer.status).toBe(201);
  return (answer.body as { region: string }).region;
}

describe('the region of a file', () => {
  test.each([
    ['EU', 'eu'],
    ['AF', 'eu'],
    ['AS', 'eu'],
    ['NA', 'us'],
    ['SA', 'us'],
    ['OC', 'us'],
    ['AN', 'eu'],
    ['T1', 'eu'],
  ])('is that of the caller’s continent (%s: %s) where nobody says more', async (continent, region) => {
    const account = await edge.createAccount();
    expect(await regionFor(account, continent)).toBe(region);
    expect(await regionFor(account, continent, { region: 'auto' })).toBe(region);
  });

  test('is the account’s own choice before the caller’s continent, from the next request on', async () => {
    const account = await edge.createAccount();
    await account.change({ default_region: 'us' });
    expect(await regionFor(account, 'EU')).toBe('us');
    await account.change({ default_region: null });
    expect(await regionFor(account, 'EU')).toBe('eu');
  });

  test('is what the request names before everything else', async () => {
    const account = await edge.createAccount();
    await account.change({ default_region: 'us' });
    expect(await regionFor(account, 'NA', { region: 'eu' })).toBe('eu');
  });

  test('that is unknown is refused, and the answer names those that there are', async () => {
    const { api } = await edge.createAccount();
    for (const region of ['mars', 'EU', '', 'eu '])
      expect((await expectError(await api.post('/files', { ...FIELDS, region }), 'invalid_request')).message).toContain('auto, eu, us');
    const form = new FormData();
    form.append('region', 'mars');
    form.append('file', new File([pdfBytes().slice()], 'a.pdf', { type: 'application/pdf' }));
    await expectError(await api.request('POST', '/files', { body: form }), 'invalid_request');
  });

  test('that the account chose and that is not configured any more is unavailable, not another', async () => {
    const account = await edge.createAccount();
    await edge.sql(`UPDATE accounts SET default_region = 'mars' WHERE id = ?`, account.id);
    await expectError(await account.api.post('/files', FIELDS), 'unavailable');
    expect(await regionFor(account, 'EU', { region: 'us' })).toBe('us');
  });
});

describe('a job', () => {
  test.each(['eu', 'us'])('of a file in %s runs there, and every object stays there', async (region) => {
    const { api } = await edge.createAccount();
    const other = region === 'eu' ? 'us' : 'eu';
    const fileId = await api.upload(pdfBytes(`in ${region}`), { region });
    const { job_id } = await api.createJob({ file_id: fileId });
    const processor = region === 'eu' ? eu : us;
    const run = await processor.nextRun(job_id);
    expect(await (await processor.fetchSource(run)).text()).toContain(`in ${region}`);
    await processor.succeed(run);
    const job = await api.jobIn(job_id, 'succeeded');
    expect(job.region).toBe(region);
    expect((await api.readFile(job.result_file_id ?? '')).region).toBe(region);
    expect((await fetch(await api.downloadUrl(job.result_file_id ?? ''))).status).toBe(200);
    const named = (keys: string[]) => keys.filter((key) => key.includes(fileId) || key.includes(job_id));
    const keysIn = async (name: string) => (await (await edge.bucketOf(name)).list()).objects.map((object) => object.key);
    expect(named(await keysIn(region))).toHaveLength(2);
    expect(named(await keysIn(other))).toEqual([]);
    expect((region === 'eu' ? us : eu).runs.some((each) => each.job_id === job_id)).toBe(false);
  });

  test('that waits behind its account’s limit has its turn when a job of that account ends in another region', async () => {
    const { api } = await edge.createAccount({ overrides: { running_jobs: 1 } });
    const first = await api.createJob({ file_id: await api.upload(pdfBytes(), { region: 'eu' }) });
    const run = await eu.nextRun(first.job_id);
    const second = await api.createJob({ file_id: await api.upload(pdfBytes(), { region: 'us' }) });
    const third = await api.createJob({ file_id: await api.upload(pdfBytes(), { region: 'us' }) });
    await eventually(
      async () => edge.sql('SELECT parked FROM jobs WHERE id IN (?, ?)', second.job_id, third.job_id),
      (rows) => rows.every((row) => row['parked'] === 1),
    );
    await eu.succeed(run);
    const next = await us.nextRun(second.job_id);
    expect((await api.readJob(third.job_id)).status).toBe('queued');
    // Also when the running one is not finished but ended by the deletion of its file.
    expect((await api.request('DELETE', `/files/${second.file_id}`)).status).toBe(200);
    expect((await us.succeed(next)).status).toBe(409);
    await us.succeed(await us.nextRun(third.job_id));
    await api.jobIn(third.job_id, 'succeeded');
  });
});

describe('readiness', () => {
  test('names the region that is down, and only that', async () => {
    us.ready = false;
    const answer = Readiness.parse(await bodyOf(await fetch(`${edge.url}/readyz`), 503));
    us.ready = true;
    const checks = { database: true, 'storage.eu': true, 'processor.eu': true, 'storage.us': true, 'processor.us': false };
    expect(answer).toMatchObject({ status: 'not_ready', checks });
    expect((await fetch(`${edge.url}/readyz`)).status).toBe(200);
  });
});
