// Puts the processor together: sweeps the work root, warms the child processes, opens the intake; and shuts it down in order.

import { OPERATION_NAMES } from '#contract/operations.ts';
import { importSecret } from '#contract/internal-signature.ts';
import type { RunJob } from '#contract/processor.ts';
import type { Isolation } from '#contract/processor-capabilities.ts';
import type { ProcessorConfig } from './config.ts';
import { findPrograms } from './intake/find-programs.ts';
import { FinishedJobs } from './intake/metrics.ts';
import { RunningJobs } from './intake/running-jobs.ts';
import { serveIntake } from './intake/serve-intake.ts';
import type { Log } from './log.ts';
import { probeCapabilities } from './probe-capabilities.ts';
import { type JobOutcome, runJob, type RunJobDeps } from './run-job.ts';
import { findIsolation } from './sandbox/find-isolation.ts';
import { JobProcesses } from './sandbox/job-processes.ts';
import { removeOfficePipe } from './tools/libreoffice.ts';
import { startTraces } from './traces.ts';
import { removeTree, sweepWorkRoot } from './work-dir.ts';

export interface ProcessorParts {
  /** The program of the child processes; it decides which operations exist. */
  readonly childEntry: string;
  readonly log: Log;
  readonly now: () => number;
}

export interface Processor {
  readonly port: number;
  /** Stops accepting, lets jobs end or hands them back, ends the children, closes the intake. */
  readonly stop: () => Promise<void>;
}

const NOT_ISOLATED =
  'Neither namespaces (bubblewrap) nor Landlock work here: converters could read the documents of other jobs. See docs/operating.md.';

export async function startProcessor(config: ProcessorConfig, parts: ProcessorParts): Promise<Processor> {
  const { log, now } = parts;
  const key = await importSecret(config.secret);
  const programs = await findPrograms(config.searchPath);
  const settings = { ocrEngine: config.ocrEngine, jobMemoryBytesMax: config.jobMemoryBytesMax };
  const swept = await sweepWorkRoot(config.workRoot, clearResidentDir);
  const isolation = await findIsolation(config.isolation, config.workRoot);
  const { allowUnisolated } = config;
  if (isolation === 'none')
    log.error('not_isolated', { message: NOT_ISOLATED, converters: allowUnisolated ? 'run all the same' : 'refused' });
  // While the children warm up.
  const probing = probeCapabilities(config, programs, { isolation, allowUnisolated });
  const processes = warmProcesses(config, parts, isolation);
  const finishedJobs = new FinishedJobs();
  const traces = config.traces && startTraces(config.traces, log);
  const deps = { processes, key, now, log, heartbeatMs: config.heartbeatMs, settings, planner: config.planner, traces };
  const jobs = new RunningJobs(config.slots, (job, stop, freeSlot) => runCounted({ ...deps, freeSlot }, job, stop, finishedJobs));
  const readiness = () => ({
    ready: processes.warm > 0 && !jobs.draining,
    slots: config.slots,
    busy: jobs.busy,
    warm: processes.warm,
    region: config.region,
    version: config.version,
    operations: OPERATION_NAMES,
    programs,
    isolation,
  });
  const printMetrics = (): string =>
    finishedJobs.print({
      slots: config.slots,
      busy: jobs.busy,
      childRestarts: processes.restarts,
      rssBytes: process.memoryUsage.rss(),
      childrenRssBytes: processes.residentBytes(),
    });
  const capabilities = await probing;
  const intake = await serveIntake({ key, now, log, jobs, readiness, capabilities, printMetrics }, config.host, config.port).catch(
    async (error: unknown) => {
      await processes.close();
      throw error;
    },
  );
  log.info('listening', { host: config.host, port: intake.port, slots: config.slots, swept, programs, isolation, version: config.version });

  const stop = async (): Promise<void> => {
    log.info('draining', { busy: jobs.busy, grace_ms: config.drainMs });
    await jobs.drain(config.drainMs);
    await traces?.stop();
    await processes.close();
    intake.server.close();
    intake.server.closeAllConnections();
    log.info('stopped');
  };
  return { port: intake.port, stop };
}

function warmProcesses(config: ProcessorConfig, { childEntry, log }: ProcessorParts, isolation: Isolation): JobProcesses {
  return new JobProcesses({
    childEntry,
    memoryBytesMax: config.jobMemoryBytesMax,
    searchPath: config.searchPath,
    isolation,
    allowUnisolated: config.allowUnisolated,
    slots: config.slots,
    workRoot: config.workRoot,
    tasksPerChildMax: config.jobsPerChildMax,
    clearResidentDir,
    log,
  });
}

async function runCounted(deps: RunJobDeps, job: RunJob, stop: AbortController, finishedJobs: FinishedJobs): Promise<JobOutcome> {
  const startedAt = performance.now();
  const log = deps.log.with({ job_id: job.job_id, attempt: job.attempt, request_id: job.request_id });
  const outcome = await runJob({ ...deps, log }, job, stop);
  finishedJobs.add(job.type, outcome, (performance.now() - startedAt) / 1000);
  return outcome;
}

async function clearResidentDir(path: string): Promise<void> {
  await removeOfficePipe(path);
  await removeTree(path);
}
