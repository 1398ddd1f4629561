// The recipe of one attempt: directory → sources → operation in a child process → results → report.
// The only place where a JobFailure is caught. Whatever happens the directory is gone before the report is sent,
// and after a 409 nothing is sent any more.

import { OPERATIONS } from '#contract/operations.ts';
import type { JobMetrics, JobReport, Progress, RunJob, Warning } from '#contract/processor.ts';
import { askEndpoint, askWorker, type ModelEndpoint } from './ask-model.ts';
import { JobStopped, type SigningDeps, type StopCause } from './call-worker.ts';
import { JobFailure, toJobFailure } from './failure.ts';
import { fetchSources } from './fetch-sources.ts';
import { startHeartbeat } from './heartbeat.ts';
import { describeError, type Log } from './log.ts';
import type { AskModel, ChildTask, OperationSettings } from './sandbox/child-messages.ts';
import { startDeadline } from './sandbox/deadline.ts';
import type { JobProcesses } from './sandbox/job-processes.ts';
import { runSteps } from './run-steps.ts';
import { attemptOf, failedReport, faultOf, type ReportFate, sendReport } from './send-report.ts';
import { sendResults } from './send-results.ts';
import { type JobTrace, traceJob, type Traces } from './traces.ts';
import { makeWorkDir } from './work-dir.ts';

export interface RunJobDeps extends SigningDeps {
  readonly processes: JobProcesses;
  readonly log: Log;
  readonly heartbeatMs?: number | undefined;
  readonly settings: OperationSettings;
  /** This processor's own language model; else a job asks the Worker where that has one. */
  readonly planner: ModelEndpoint | undefined;
  readonly traces: Traces | undefined;
  /** Called when the directory and the child process are free again and only the report remains. */
  readonly freeSlot: () => void;
}

/** `discarded`: the attempt no longer belongs to this processor. */
export interface JobOutcome {
  readonly outcome: JobReport['outcome'] | 'discarded';
  readonly reason?: string;
}

/** How long a processor that stops waits for the Worker to take a job back. */
const HAND_BACK_MS = 5000;
const REPORT_MS_MIN = 2000;
/** Of all steps together. */
const WARNINGS_MAX = 100;

/** Never rejects. @param stop aborted by the caller with a JobStopped to end the job early. */
export async function runJob(deps: RunJobDeps, job: RunJob, stop: AbortController): Promise<JobOutcome> {
  const trace = traceJob(deps.traces, job, deps.now);
  const traced = { ...job, ...(trace.traceparent === undefined ? {} : { traceparent: trace.traceparent }) };
  const ended = await runAttempt({ ...deps, trace }, traced, stop);
  const { outcome, reason, metrics } = ended;
  const sizes = { 'job.pages': metrics.pages, 'job.input_bytes': metrics.input_bytes, 'job.output_bytes': metrics.output_bytes };
  trace.end({ 'job.outcome': outcome, 'job.reason': reason, ...sizes }, outcome === 'failed');
  return { outcome, ...(reason === undefined ? {} : { reason }) };
}

type AttemptDeps = RunJobDeps & { readonly trace: JobTrace };

async function runAttempt(deps: AttemptDeps, job: RunJob, stop: AbortController): Promise<Ended> {
  const startedAt = performance.now();
  const log = deps.log;
  log.info('job_started', { type: job.type, input_bytes: inputBytesOf(job) });

  let done: Done;
  let report: JobReport | undefined;
  let leaseLeftMs: () => number;
  const measured = (): Partial<JobMetrics> => ({ ...done.metrics, processing_ms: Math.round(performance.now() - startedAt) });
  {
    await using heartbeat = startHeartbeat({ ...deps, log }, job, stop);
    leaseLeftMs = heartbeat.leaseLeftMs;
    done = await makeResults(deps, job, stop.signal, startedAt, heartbeat.progress);
    report = reportOf(job, { ...done, metrics: measured() }, stop, log);
  }
  deps.freeSlot();
  deps.trace.stage('reporting');
  if (!report) return finished(log, { outcome: 'discarded', reason: stopCauseOf(stop) }, measured());

  // A report after the lease is still right when nobody else has taken the job yet; if somebody has, the answer is 409.
  const withinMs = report.outcome === 'handed_back' ? HAND_BACK_MS : Math.max(REPORT_MS_MIN, leaseLeftMs());
  let fate: ReportFate = await sendReport(deps, job, report, withinMs);
  if (fate === 'result_missing') {
    report = failedReport(job, new JobFailure('internal'), done.warnings, measured());
    fate = await sendReport(deps, job, report, withinMs);
  }
  if (fate !== 'accepted') return finished(log, { outcome: 'discarded', reason: fate }, measured());
  return finished(log, { outcome: report.outcome, ...(report.outcome === 'failed' && { reason: report.error.reason }) }, measured());
}

type Made = Pick<Extract<JobReport, { outcome: 'succeeded' }>, 'results' | 'report'>;

/** The outcome of the work. Metrics and warnings go into the report of a failure too. */
interface Done {
  readonly outcome: { readonly made: Made } | { readonly error: unknown };
  readonly metrics: Partial<JobMetrics>;
  readonly warnings: Warning[];
}

/** Never rejects. The job's directory exists only inside this function. */
async function makeResults(
  deps: AttemptDeps,
  job: RunJob,
  stop: AbortSignal,
  startedAt: number,
  onProgress: (progress: Progress) => void,
): Promise<Done> {
  const metrics: Partial<JobMetrics> = {};
  const warnings: Warning[] = [];
  try {
    const params = OPERATIONS[job.type].params.safeParse(job.params);
    if (!params.success) throw new JobFailure('internal', { cause: params.error });
    metrics.input_bytes = inputBytesOf(job);
    // The time limit ends the operation as `timeout`; a network that takes all the time is not the document's fault.
    using deadline = startDeadline(job.limits.processing_ms, stop);
    const { signal } = deadline;

    // The slot is free again when the directory is gone: its next job may be another customer's.
    using slot = deps.processes.lease(accountOf(job));
    await using dir = await makeWorkDir(slot.dir);
    let latest: Progress = { percent: 0, stage: 'fetching' };
    const tell = (progress: Progress): void => {
      deps.trace.stage(progress.stage);
      onProgress((latest = progress));
    };
    tell(latest);
    const sources = await fetchSources(job, dir.path, signal);
    const askModel = askModelOf(deps, job, signal);
    const timeLeftMs = (): number => Math.max(1, job.limits.processing_ms - (performance.now() - startedAt));
    const task = { ...taskOf(deps, job, sources, dir.path), hasModel: askModel !== undefined };
    const control = {
      signal: stop,
      onProgress: tell,
      onWarning: (warning: Warning) => void (warnings.length < WARNINGS_MAX && warnings.push(warning)),
      askModel,
      onMemory: (bytes: number) => void (metrics.peak_memory_bytes = Math.max(bytes, metrics.peak_memory_bytes ?? 0)),
      log: deps.log,
    };
    const result = await runSteps({ run: slot.run, task, control, timeLeftMs }, job, params.data);
    if (result.pages !== undefined) metrics.pages = result.pages;

    tell({ ...latest, stage: 'sending' });
    const results = await sendResults(job, dir.path, result.files, signal);
    metrics.output_bytes = results.reduce((sum, file) => sum + file.size_bytes, 0);
    return { outcome: { made: { results, report: result.report } }, metrics, warnings };
  } catch (error) {
    return { outcome: { error }, metrics, warnings };
  }
}

function taskOf(
  { settings, now }: RunJobDeps,
  job: RunJob,
  sources: ChildTask['sources'],
  workDir: string,
): Omit<ChildTask, 'type' | 'params'> {
  return {
    jobId: job.job_id,
    account: accountOf(job),
    sources,
    limits: job.limits,
    workDir,
    settings,
    startedAtMs: now(),
  };
}

function askModelOf(deps: RunJobDeps, job: RunJob, signal: AbortSignal): AskModel | undefined {
  if (deps.planner) return askEndpoint(deps.planner, signal);
  return job.model_url === undefined ? undefined : askWorker(deps, job, job.model_url, signal);
}

/** Undefined when the attempt no longer belongs to this processor. */
function reportOf(job: RunJob, { outcome, warnings, metrics }: Done, stop: AbortController, log: Log): JobReport | undefined {
  let error: unknown;
  if ('made' in outcome) {
    const report: JobReport = { ...attemptOf(job), outcome: 'succeeded', ...outcome.made, warnings, metrics: metrics as JobMetrics };
    error = faultOf(report);
    if (!error) return report;
  } else error = outcome.error;
  if (error instanceof JobStopped) stop.abort(error);
  return stop.signal.aborted ? stoppedReport(job, stop) : failureReport(job, error, log, warnings, metrics);
}

/** A job of an unknown account shares nothing with any other. */
function accountOf(job: RunJob): string {
  return job.account_id ?? job.job_id;
}

/** Undefined when the attempt no longer belongs to this processor. */
function stoppedReport(job: RunJob, stop: AbortController): JobReport | undefined {
  const stopCause = stopCauseOf(stop);
  switch (stopCause) {
    case 'cancelled':
    case 'handed_back':
      return { ...attemptOf(job), outcome: stopCause };
    case 'stale':
    case 'lease_lost':
      return undefined;
  }
}

function failureReport(job: RunJob, error: unknown, log: Log, warnings: Warning[], metrics: Partial<JobMetrics>): JobReport {
  const failure = toJobFailure(error);
  log[failure.reason === 'internal' ? 'error' : 'info']('job_failing', {
    reason: failure.reason,
    ...(failure.cause !== undefined && { cause: describeError(failure.cause) }),
  });
  return failedReport(job, failure, warnings, metrics);
}

function stopCauseOf(stop: AbortController): StopCause {
  return stop.signal.reason instanceof JobStopped ? stop.signal.reason.stopCause : 'stale';
}

function inputBytesOf(job: RunJob): number {
  return job.sources.reduce((sum, source) => sum + source.size_bytes, 0);
}

interface Ended extends JobOutcome {
  readonly metrics: Partial<JobMetrics>;
}

function finished(log: Log, outcome: JobOutcome, metrics: Partial<JobMetrics>): Ended {
  log.info('job_finished', { ...outcome, ...metrics });
  return { ...outcome, metrics };
}
