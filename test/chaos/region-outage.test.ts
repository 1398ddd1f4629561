// Two regions with two real processors: one goes away and comes back. Its jobs wait for it; nothing of them happens elsewhere.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobObject } from '#contract/api.ts';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { Client, type Service, startService, waitUntil } from '../support/service/service.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ regions: ['eu', 'us'] });
  client = new Client(service, service.key);
});
afterAll(async () => service.stop());

test(
  'a region whose processor is away keeps its jobs waiting, the other one works on, and they finish when it is back',
  { tags: 'long' },
  async () => {
    const letter = await makeLetter('Author Of Two Regions');
    const inEu = await client.upload(letter, 'eu.pdf', 'application/pdf', 'eu');
    const inUs = await client.upload(letter, 'us.pdf', 'application/pdf', 'us');
    await service.processorOf('us').stop();

    const waiting = await Promise.all([1, 2, 3].map(async () => client.createJob('metadata', inUs.file_id, { action: 'remove' })));
    const working = await Promise.all([1, 2, 3].map(async () => client.createJob('metadata', inEu.file_id, { action: 'remove' })));
    for (const { job_id } of working) expect(await client.waitForEnd(job_id)).toMatchObject({ status: 'succeeded', region: 'eu' });
    for (const { job_id } of waiting) {
      const { body } = await client.call<JobObject>('GET', `/jobs/${job_id}`);
      expect(body).toMatchObject({ region: 'us', attempts: 0 });
      // A message may be trying the processor at this moment; it never counts as an attempt.
      expect(['queued', 'running']).toContain(body.status);
    }
    const ready = await fetch(service.baseUrl.replace('/v1', '/readyz'));
    expect([ready.status, (await ready.json()) as object]).toMatchObject([
      503,
      { checks: { 'processor.us': false, 'processor.eu': true } },
    ]);

    service.startProcessor('us');
    for (const { job_id } of waiting) {
      expect(await client.waitForEnd(job_id)).toMatchObject({ status: 'succeeded', region: 'us', attempts: 1 });
    }
    for (const [region, jobs] of [
      ['eu', working],
      ['us', waiting],
    ] as const) {
      const keys = await service.objectKeys(region);
      expect(keys.filter((key) => key.startsWith('results/')).map((key) => key.split('/')[1])).toEqual(
        jobs.map((job) => job.job_id).sort(),
      );
    }
    await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directories are gone');
    await expectRestingInvariants(service);
  },
);
