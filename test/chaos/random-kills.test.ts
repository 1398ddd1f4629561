// Many jobs while the processor is killed at random requests of its own. CHAOS_JOBS sets how many (24; 100 with npm run test:all).

import { expect, test } from 'vitest';
import { expectRestingInvariants } from '../support/service/invariants.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { makeRandom } from '../../support/documents/random.ts';
import { Client, startService, waitUntil } from '../support/service/service.ts';

const JOBS = Number(process.env['CHAOS_JOBS'] ?? 100);
/** A kill comes within this many requests of the processor after the previous kill; a job makes about four. */
const REQUESTS_BETWEEN_MAX = 24;
/** No matter how often it restarts, the jobs get their time in the end. */
const KILLS_MAX = Math.ceil(JOBS / 5);

test(
  `${JOBS} jobs under random kills all end, each with one accepted completion, and leave nothing behind`,
  { timeout: 600_000, tags: 'long' },
  async () => {
    const random = makeRandom('random kills');
    const service = await startService({ leaseMs: 1500 });
    try {
      const client = new Client(service, service.key);
      const { file_id } = await client.upload(await makeLetter('Author Under Fire'));
      let kills = 0;
      let requestsUntilKill = 1 + random.below(REQUESTS_BETWEEN_MAX);
      service.wire.onRequest = () => {
        requestsUntilKill -= 1;
        if (requestsUntilKill > 0 || kills === KILLS_MAX) return 'pass';
        kills += 1;
        // One time of four it dies again with the first thing that it does.
        requestsUntilKill = random.below(4) === 0 ? 1 : 1 + random.below(REQUESTS_BETWEEN_MAX);
        service.processor.kill();
        // What it had sent arrives, or is lost with it.
        return random.below(2) === 0 ? 'pass' : 'drop';
      };
      const created = [];
      for (let i = 0; i < JOBS; i++) created.push(await client.createJob('metadata', file_id, { action: 'remove' }));
      const jobs = await Promise.all(created.map(async (job) => client.waitForEnd(job.job_id)));
      const count = (status: string) => jobs.filter((job) => job.status === status).length;
      const retried = jobs.filter((job) => job.attempts > 1).length;
      const accepted = service.wire.answers.filter((answer) => answer.kind === 'report' && answer.status === 200).length;
      process.stdout.write(
        `${JOBS} jobs, ${kills} kills: ${count('succeeded')} succeeded, ${count('failed')} failed, ${retried} needed more than one attempt\n`,
      );
      expect(count('succeeded') + count('failed')).toBe(JOBS);
      for (const job of jobs.filter((failed) => failed.status === 'failed')) expect(job.error?.reason).toBe('processor_lost');
      expect(kills).toBeGreaterThan(0);
      expect(accepted).toBeGreaterThanOrEqual(count('succeeded'));
      await waitUntil(async () => (await service.workDirs()).length === 0, 'the work directories are gone');
      await expectRestingInvariants(service);
    } finally {
      await service.stop();
    }
  },
);
