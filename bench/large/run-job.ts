// One job in a fresh child process of the processor, isolated, with the limits of a real one: everything but the way of the bytes from the
// Worker and back. Memory is what the processor holds a job to: resident memory of the child and its programs together, without pages of files.
// CPU time is that of the same processes. Both are looked at every 20 ms, and by the same look a job that takes too much is ended.

import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS } from '#contract/operations.ts';
import { readConfig } from '../../processor/config.ts';
import { JobFailure } from '../../processor/failure.ts';
import { makeLog } from '../../processor/log.ts';
import type { ChildTask } from '../../processor/sandbox/child-messages.ts';
import { findIsolation } from '../../processor/sandbox/find-isolation.ts';
import { JobProcess } from '../../processor/sandbox/job-process.ts';
import { membersOf, readProcessTable } from '../../processor/sandbox/process-group.ts';
import { makeWorkDir, removeTree } from '../../processor/work-dir.ts';
import { type Cost, cpuSecondsOf } from '../measure.ts';
import type { Input } from './inputs.ts';
import type { BenchOperation } from './operations.ts';
import { BUNDLED_CHILD } from '../../scripts/bundle-processor.ts';

export interface JobRun extends Cost {
  /** `succeeded`, or why not. */
  readonly outcome: string;
}

const LOOK_MS = 20;
/** No plan's: what fails here fails by itself. */
const [PAGES_MAX, OUTPUT_BYTES_MAX] = [100_000, 8e9];

/** What fetches a source compares it; no operation does. */
const NO_HASH = '0'.repeat(64);

const config = readConfig({ PATH: process.env['PATH'], PROCESSOR_SECRET: 'no message is signed here' });
export const JOB_MEMORY_BYTES = config.jobMemoryBytesMax;
const log = makeLog(() => {}, Date.now);

/** @param timeMs instead of the operation's own budget: a machine that is busy with other things says nothing of that. */
export async function runJob(operation: BenchOperation, input: Input, timeMs: number): Promise<JobRun> {
  const slotDir = mkdtempSync(join(tmpdir(), 'bench-large-'));
  const isolation = await findIsolation(config.isolation, slotDir);
  const { searchPath, allowUnisolated } = config;
  const options = {
    childEntry: BUNDLED_CHILD,
    memoryBytesMax: JOB_MEMORY_BYTES,
    searchPath,
    isolation,
    allowUnisolated,
    clearResidentDir: removeTree,
  };
  const child = new JobProcess(options, slotDir);
  try {
    if (!(await child.ready)) throw new Error('the child process does not start');
    await using dir = await makeWorkDir(slotDir);
    const paths = Array.from({ length: operation.copies ?? 1 }, (_, at) => join(dir.path, `source-${at}.pdf`));
    for (const path of paths) copyFileSync(input.path, path);
    return await measure(child, taskOf(operation, input, { paths, workDir: dir.path, timeMs }), timeMs);
  } finally {
    await child.kill();
    await child.cleared;
    await removeTree(slotDir);
  }
}

async function measure(child: JobProcess, task: ChildTask, timeMs: number): Promise<JobRun> {
  const cpuNow = (): number => cpuSecondsOf(membersOf(readProcessTable(), child.pid ?? 0));
  const cpuBefore = cpuNow();
  const start = performance.now();
  let [cpuSeconds, peakBytes] = [0, 0];
  // A process that has ended takes its time with it: the last look counts.
  const look = (): void => void (cpuSeconds = Math.max(cpuSeconds, cpuNow() - cpuBefore));
  const timer = setInterval(() => {
    look();
    child.checkMemory(readProcessTable());
  }, LOOK_MS);
  const onMemory = (bytes: number): void => void (peakBytes = Math.max(peakBytes, bytes));
  const signal = new AbortController().signal;
  const outcome = await child
    .run(task, { signal, timeMs, onMemory, onProgress: () => {}, onWarning: () => {}, log })
    .then(() => 'succeeded')
    .catch((error: unknown) => {
      if (error instanceof JobFailure) return error.reason;
      throw error;
    })
    .finally(() => clearInterval(timer));
  const seconds = (performance.now() - start) / 1000;
  look();
  return { outcome, seconds, cpuSeconds, peakBytes };
}

function taskOf(
  { type, params }: BenchOperation,
  input: Input,
  { paths, workDir, timeMs }: { readonly paths: readonly string[]; readonly workDir: string; readonly timeMs: number },
): ChildTask {
  const [first, ...others] = paths.map((path) => ({
    path,
    filename: 'large.pdf',
    contentType: 'application/pdf',
    sizeBytes: input.bytes,
    sha256: NO_HASH,
  }));
  if (!first) throw new Error('a job has a source');
  return {
    jobId: 'job_bench',
    account: 'bench',
    type,
    params: OPERATIONS[type].params.parse(params(input)),
    sources: [first, ...others],
    limits: { processing_ms: timeMs, pages: PAGES_MAX, output_bytes: OUTPUT_BYTES_MAX },
    workDir,
    settings: { ocrEngine: config.ocrEngine, jobMemoryBytesMax: JOB_MEMORY_BYTES },
    startedAtMs: Date.now(),
  };
}
