// What must hold for every job whenever the service is at rest, after anything that happened before.

import { expect } from 'vitest';
import { STATE_EVENTS } from '#contract/events.ts';
import { isTerminal } from '#contract/jobs.ts';
import type { JobRow } from '../../../worker/jobs/job-table.ts';
import type { Service } from './service.ts';

/** Every job is terminal, has exactly one event per state, and its objects are exactly those that its rows name. */
export async function expectRestingInvariants(service: Service): Promise<void> {
  const jobs = await service.query<JobRow>('SELECT * FROM jobs');
  for (const job of jobs) {
    expect(isTerminal(job.state), `${job.id} is ${job.state}`).toBe(true);
    expect([job.attempt_token, job.lease_until, job.wake_at, job.parked, job.password_sealed]).toEqual([null, null, null, 0, null]);
  }
  const events = await service.query<{ job_id: string; event: string; n: number }>(
    `SELECT job_id, event, count(*) AS n FROM events WHERE event LIKE 'job.%' GROUP BY job_id, event`,
  );
  expect(events.filter((row) => row.n !== 1)).toEqual([]);
  const told = new Set(events.map((row) => `${row.job_id} ${row.event}`));
  for (const job of jobs) {
    expect(told, job.id).toContain(`${job.id} job.queued`);
    // A job that waited too long ends without an event; one that expired later had its event when it succeeded.
    if (job.state !== 'expired') expect(told, job.id).toContain(`${job.id} ${STATE_EVENTS[job.state].event}`);
    const endings = events.filter((row) => row.job_id === job.id && STATE_EVENTS_TERMINAL.includes(row.event));
    expect(endings.length, `endings of ${job.id}`).toBe(job.state === 'expired' && job.result_file_id === null ? 0 : 1);
  }
  await expectFileEndsAreTold(service);
  await expectDeliveriesMatchEvents(service);
  await expectObjectsMatchRows(service);
  expect(await service.workDirs()).toEqual([]);
}

const STATE_EVENTS_TERMINAL: string[] = ['job.succeeded', 'job.failed', 'job.cancelled'];

/** One file.expired for each file that ended, none for any other. */
async function expectFileEndsAreTold(service: Service): Promise<void> {
  const wrong = await service.query(
    `SELECT f.id, f.state, count(e.id) AS told FROM files f LEFT JOIN events e ON e.file_id = f.id AND e.event = 'file.expired'
     GROUP BY f.id HAVING told <> (f.state IN ('deleted', 'expired'))`,
  );
  expect(wrong).toEqual([]);
}

/** An endpoint for all events has one delivery for each event since it was made. */
async function expectDeliveriesMatchEvents(service: Service): Promise<void> {
  const missing = await service.query(
    `SELECT w.id, e.event, e.cause FROM webhooks w JOIN events e ON e.account_id = w.account_id AND e.created_at > w.created_at
     WHERE w.events = '["*"]' AND w.enabled = 1 AND e.event <> 'webhook.test'
       AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id AND d.event_id = e.id)`,
  );
  expect(missing).toEqual([]);
}

async function expectObjectsMatchRows(service: Service): Promise<void> {
  const rows = await service.query<{ region: string; object_key: string }>(`SELECT region, object_key FROM files WHERE state = 'uploaded'`);
  for (const region of service.regions) {
    const named = rows.filter((row) => row.region === region).map((row) => row.object_key);
    expect((await service.objectKeys(region)).sort()).toEqual(named.sort());
  }
}
