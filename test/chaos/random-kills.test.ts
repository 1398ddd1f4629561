// Many jobs while the processor is killed at random moments. CHAOS_JOBS sets how many (40; 100 with npm run test:all).

import { expect, test } from 'vitest';
import { EVERYTHING } from '../support/everything.ts';
import { expectRestingInvariants } from '../support/invariants.ts';
import { makeLetter } from '../support/letter.ts';
import { makeRandom } from '../support/random.ts';
import { Client, startService, waitUntil } from '../support/service.ts';

const JOBS = Number(process.env['CHAOS_JOBS'] ?? (EVERYTHING ? 100 : 40));
const KILL_EVERY_MS_MAX = 2000;
/** However slow the machine, the jobs get their time in the end. */
const KILLS_MAX = Math.ceil(JOBS / 2);

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
}

test(`${JOBS} jobs under random kills all end, each with one accepted completion, and leave nothing behind`, async () => {
  const random = makeRandom('random kills');
  const service = await startService({ leaseMs: 1500 });
  try {
    const client = new Client(service, service.key);
    const { file_id } = await client.upload(await makeLetter('Author Under Fire'));
    const created = [];
    for (let i = 0; i < JOBS; i++) created.push(await client.createJob('metadata', file_id, { action: 'remove' }));
    let kills = 0;
    const allEnded = new AbortController();
    const killer = (async () => {
      while (!allEnded.signal.aborted && kills < KILLS_MAX) {
        // Three times of four the processor has come up again.
        if (random.below(4) > 0) await waitUntil(() => isReady(service.processor.url), 'the processor is ready');
        await new Promise((resolve) => setTimeout(resolve, 300 + random.below(KILL_EVERY_MS_MAX)));
        if (allEnded.signal.aborted) break;
        service.processor.kill();
        kills += 1;
      }
    })();
    const jobs = await Promise.all(created.map(async (job) => client.waitForEnd(job.job_id)));
    allEnded.abort();
    await killer;
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
}, 600_000);
