// A merge as a job of the service has it: the processor's own pool starts a child, which is warm before the first job comes, and gives it one job after
// the other. CPU of the child's whole group is read from /proc before a job, when its proof begins, and after it.

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MergeParams } from '#contract/params/merge-params.ts';
import { makeLog } from '../../processor/log.ts';
import type { ChildTask } from '../../processor/sandbox/child-messages.ts';
import { findIsolation } from '../../processor/sandbox/find-isolation.ts';
import { JobProcesses } from '../../processor/sandbox/job-processes.ts';
import { membersOf, readProcessTable } from '../../processor/sandbox/process-group.ts';
import { BUNDLED_CHILD } from '../../scripts/bundle-processor.ts';
import { cpuSecondsOf } from '../measure.ts';

export interface JobCost {
  /** Until the result is written. */
  readonly assembling: number;
  /** With its proof. */
  readonly whole: number;
}

const FILE = `file_${'0'.repeat(22)}`;

/** CPU seconds of so many jobs, one after the other in one child. */
export async function mergesAsJobs(paths: readonly string[], jobs: number): Promise<readonly JobCost[]> {
  const workRoot = mkdtempSync(join(tmpdir(), 'bench-jobs-'));
  const log = makeLog(() => {}, Date.now);
  const processes = new JobProcesses({
    childEntry: BUNDLED_CHILD,
    memoryBytesMax: 2 * 1024 ** 3,
    searchPath: process.env['PATH'] ?? '',
    slots: 1,
    tasksPerChildMax: jobs + 1,
    isolation: await findIsolation('auto', workRoot),
    allowUnisolated: true,
    workRoot,
    clearResidentDir: (path) => rm(path, { recursive: true, force: true }),
    log,
  });
  try {
    while (processes.warm === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const costs: JobCost[] = [];
    for (let at = 0; at < jobs; at++) costs.push(await mergeOnce(processes, paths, at));
    return costs;
  } finally {
    await processes.close();
    rmSync(workRoot, { recursive: true, force: true });
  }
}

async function mergeOnce(processes: JobProcesses, paths: readonly string[], at: number): Promise<JobCost> {
  using slot = processes.lease('account');
  const workDir = mkdtempSync(join(slot.dir, 'job-'));
  const sources = paths.map((path, n) => {
    const own = join(workDir, `source-${n}.pdf`);
    copyFileSync(path, own);
    return { path: own, filename: `${n}.pdf`, contentType: 'application/pdf', sizeBytes: statSync(path).size, sha256: `${at}-${n}` };
  });
  const task: ChildTask = {
    jobId: `job_${at}`,
    account: 'account',
    type: 'merge',
    params: MergeParams.parse({ files: paths.map(() => ({ file_id: FILE })) }),
    sources: sources as unknown as ChildTask['sources'],
    limits: { pages: 100_000, processing_ms: 600_000, output_bytes: 4e9 },
    workDir,
    settings: { ocrEngine: 'auto' },
    startedAtMs: Date.now(),
  };
  const groups = () => cpuSecondsOf(membersOf(readProcessTable(), process.pid).filter((pid) => pid !== process.pid));
  const before = groups();
  let assembled = before;
  const control = {
    signal: AbortSignal.timeout(600_000),
    timeMs: 600_000,
    onProgress: ({ stage }: { stage?: string }) => {
      if (stage === 'verifying' && assembled === before) assembled = groups();
    },
    onWarning: () => {},
    onMemory: () => {},
    log: makeLog(() => {}, Date.now),
  };
  await slot.run(task, control);
  const whole = groups() - before;
  rmSync(workDir, { recursive: true });
  return { assembling: assembled - before, whole };
}
