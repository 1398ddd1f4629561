// Reports to the Worker that an attempt is alive, every third of its lease, and its progress. Each answer extends the lease.
// It stops the job when the Worker cancelled it, when the attempt is stale, and when the lease ran out unanswered:
// from then on another processor may be doing the same work.

import { HeartbeatAnswer, type Progress, type RunJob } from '#contract/processor.ts';
import { JobStopped, orTransient, postSigned, type SigningDeps } from './call-worker.ts';
import { describeError, type Log } from './log.ts';
import { startDeadline } from './sandbox/deadline.ts';

export interface HeartbeatDeps extends SigningDeps {
  readonly log: Log;
  /** Instead of a third of the lease. */
  readonly heartbeatMs?: number | undefined;
}

export interface Heartbeat extends AsyncDisposable {
  readonly progress: (progress: Progress) => void;
  /** Remaining milliseconds of the lease; negative after it ran out. */
  readonly leaseLeftMs: () => number;
}

/** Progress worth reporting is sent ahead of the next beat, but not more often than this. */
const PROGRESS_MS_MIN = 1000;
const PROGRESS_PERCENT_MIN = 5;
const REQUEST_MS_MAX = 10_000;
const RETRY_MS_MAX = 500;

/** @param stop is aborted with a JobStopped. Disposing ends the beats; no request is under way after it. */
export function startHeartbeat(deps: HeartbeatDeps, job: RunJob, stop: AbortController): Heartbeat {
  const ended = new AbortController();
  let leaseMs = job.lease_ms;
  let leaseEnd = performance.now() + leaseMs;
  let latest: Progress = { percent: 0, stage: 'starting' };
  let told = latest;
  let lastBeat = performance.now();
  let wake = (): void => {};

  const intervalMs = (): number => deps.heartbeatMs ?? leaseMs / 3;
  const worthTelling = (): boolean => latest.stage !== told.stage || latest.percent - told.percent >= PROGRESS_PERCENT_MIN;
  const untilNextMs = (): number =>
    lastBeat + (worthTelling() ? Math.min(PROGRESS_MS_MIN, intervalMs()) : intervalMs()) - performance.now();

  async function beat(): Promise<void> {
    lastBeat = performance.now();
    const progress = latest;
    using deadline = startDeadline(Math.min(REQUEST_MS_MAX, leaseMs), ended.signal);
    const { signal } = deadline;
    const message = { job_id: job.job_id, attempt: job.attempt, attempt_token: job.attempt_token, progress };
    const response = await postSigned(deps, job, job.heartbeat_url, message, signal);
    const answer = HeartbeatAnswer.parse(await orTransient(signal, () => response.json()));
    told = progress;
    leaseMs = answer.lease_ms;
    leaseEnd = lastBeat + leaseMs;
    if (answer.cancel) stop.abort(new JobStopped('cancelled'));
  }

  async function loop(): Promise<void> {
    while (!ended.signal.aborted && !stop.signal.aborted) {
      const waitMs = untilNextMs();
      if (waitMs > 0) {
        await sleepUntilWoken(Math.min(waitMs, Math.max(0, leaseEnd - performance.now()) + 1), (fn) => (wake = fn));
      } else {
        await beat().catch((error: unknown) => {
          if (ended.signal.aborted) return;
          if (error instanceof JobStopped) return stop.abort(error);
          deps.log.error('heartbeat_failed', { cause: describeError(error) });
          // Sooner than the next regular beat: the lease covers only two more of those.
          lastBeat = performance.now() - intervalMs() + Math.min(RETRY_MS_MAX, intervalMs() / 4);
        });
      }
      if (performance.now() > leaseEnd) stop.abort(new JobStopped('lease_lost'));
    }
  }

  const looping = loop();
  return {
    progress: (progress) => {
      latest = progress;
      if (worthTelling()) wake();
    },
    leaseLeftMs: () => leaseEnd - performance.now(),
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      wake();
      await looping;
    },
  };
}

function sleepUntilWoken(timeMs: number, setWake: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeMs);
    setWake(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
