// What must hold for every job at any time when the service rests (invariants of the service, whatever happened before).

import { expect } from 'vitest';
import { STATE_EVENTS } from '#contract/events.ts';
import { isTerminal } from '#contract/jobs.ts';
import type { JobRow } from '../../worker/jobs/job-table.ts';
import type { Service } from './service.ts';

/** Every job is terminal, told of exactly once per state, and its objects are exactly those that its rows name. */
export async function expectRestingInvariants(service: Service): Promise<void> {
  const jobs = await service.query<JobRow>('SELECT * FROM jobs');
  for (const job of jobs) {
    expect(isTerminal(job.state), `${job.id} is ${job.state}`).toBe(true);
    expect([job.attempt_token, job.lease_until, job.wake_at, job.parked, job.password_sealed]).toEqual([null, null, null, 0, null]);
  }
  const events = await service.query<{ job_id: string; event: string; n: number }>(
    'SELECT job_id, event, count(*) AS n FROM events GROUP BY job_id, event',
  );
  expect(events.filter((row) => row.n !== 1)).toEqual([]);
  const told = new Set(events.map((row) => `${row.job_id} ${row.event}`));
  for (const job of jobs) {
    expect(told, job.id).toContain(`${job.id} job.queued`);
    expect(told, job.id).toContain(`${job.id} ${STATE_EVENTS[job.state].event}`);
    const endings = events.filter((row) => row.job_id === job.id && STATE_EVENTS_TERMINAL.includes(row.event));
    expect(endings.length, `endings of ${job.id}`).toBe(1);
  }
  await expectObjectsMatchRows(service);
  expect(await service.workDirs()).toEqual([]);
}

const STATE_EVENTS_TERMINAL: string[] = ['job.succeeded', 'job.failed', 'job.cancelled'];

async function expectObjectsMatchRows(service: Service): Promise<void> {
  const rows = await service.query<{ region: string; object_key: string }>(`SELECT region, object_key FROM files WHERE state = 'uploaded'`);
  for (const region of service.regions) {
    const named = rows.filter((row) => row.region === region).map((row) => row.object_key);
    expect((await service.objectKeys(region)).sort()).toEqual(named.sort());
  }
}
