// Jobs that arrive when they arrive, whether or not earlier ones have ended (an open loop): what a service's queue really sees.

import { setTimeout as sleep } from 'node:timers/promises';
import { callJson } from '../api/edge-client.ts';
import type { Random } from '../../support/simulation/arrivals.ts';

interface Kind {
  readonly name: string;
  readonly share: number;
  readonly path: string;
  readonly params: object;
}

/** Of a hundred jobs. */
export const MIX: readonly Kind[] = [
  { name: 'metadata', share: 50, path: 'metadata', params: { action: 'remove' } },
  { name: 'compress', share: 20, path: 'compress', params: {} },
  { name: 'convert to text', share: 20, path: 'convert', params: { target_format: 'txt' } },
  { name: 'edit', share: 5, path: 'ai-edit', params: { instruction: 'Rotate page 1 by 90 degrees' } },
  { name: 'convert to pictures', share: 5, path: 'convert', params: { target_format: 'png', dpi: 100 } },
];

interface Target {
  readonly base: string;
  readonly key: string;
  readonly fileId: string;
}

export interface Finished {
  readonly jobId: string;
  readonly status: string;
  /** By the service's clock, in milliseconds. */
  readonly arrivesAt: number;
  readonly queueMs: number;
  /** From its start to its end: how long it held a slot. */
  readonly runMs: number;
}

interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly created_at: string;
  readonly started_at?: string;
  readonly completed_at?: string;
}

export async function runOpenLoop(
  target: Target,
  { jobs, gapMs, random }: { readonly jobs: number; readonly gapMs: () => number; readonly random: Random },
): Promise<{ readonly finished: Finished[]; readonly apiMs: number[] }> {
  const apiMs: number[] = [];
  const running: Promise<Finished>[] = [];
  let dueAt = performance.now();
  for (let i = 0; i < jobs; i++) {
    dueAt += gapMs();
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    running.push(runJob(target, draw(random), apiMs));
  }
  return { finished: await Promise.all(running), apiMs };
}

export function draw(random: Random): Kind {
  let at = random() * 100;
  const kind = MIX.find(({ share }) => (at -= share) < 0);
  if (!kind) throw new Error('the shares of the mix are not 100');
  return kind;
}

async function runJob({ base, key, fileId }: Target, kind: Kind, apiMs: number[]): Promise<Finished> {
  const from = performance.now();
  const { job_id } = await callJson<Job>('POST', `${base}/jobs/${kind.path}`, key, { file_id: fileId, ...kind.params });
  apiMs.push(performance.now() - from);
  for (;;) {
    const job = await callJson<Job>('GET', `${base}/jobs/${job_id}?wait=20`, key);
    if (job.status === 'queued' || job.status === 'running') continue;
    const [created, started, completed] = [job.created_at, job.started_at, job.completed_at].map((time) => Date.parse(time ?? ''));
    return {
      jobId: job_id,
      status: job.status,
      arrivesAt: created ?? 0,
      queueMs: (started ?? 0) - (created ?? 0),
      runMs: (completed ?? 0) - (started ?? 0),
    };
  }
}
