// The attempts running now: at most one per slot, each once, however often it is offered.
// It knows when to refuse, cancel and hand back; running a job is run-job's part.

import type { CancelJob, RunJob } from '#contract/processor.ts';
import { JobStopped } from '../call-worker.ts';
import type { JobOutcome } from '../run-job.ts';

export type Acceptance = 'accepted' | 'already_here' | 'older_attempt' | 'full' | 'draining';

interface Running {
  readonly job: RunJob;
  readonly stop: AbortController;
  /** False once only the report remains to be sent: the Worker reassigns the slot while it takes the report. */
  holdsSlot: boolean;
  ended: Promise<void>;
}

/** Runs one attempt to its end and must not reject. @param freeSlot is called when the remaining work needs no slot. */
export type Run = (job: RunJob, stop: AbortController, freeSlot: () => void) => Promise<JobOutcome>;

/** A repeated offer can arrive after the attempt ended: so many ended attempts are remembered. */
const ENDED_KEPT = 1000;

export class RunningJobs {
  readonly #slots: number;
  readonly #run: Run;
  /** By attempt token. */
  readonly #running = new Map<string, Running>();
  readonly #ended = new Set<string>();
  #draining = false;

  constructor(slots: number, run: Run) {
    this.#slots = slots;
    this.#run = run;
  }

  get slots(): number {
    return this.#slots;
  }

  get busy(): number {
    return [...this.#running.values()].filter(({ holdsSlot }) => holdsSlot).length;
  }

  get draining(): boolean {
    return this.#draining;
  }

  accept(job: RunJob): Acceptance {
    if (this.#running.has(job.attempt_token) || this.#ended.has(job.attempt_token)) return 'already_here';
    const other = this.#find(job.job_id);
    if (other && other.job.attempt > job.attempt) return 'older_attempt';
    // The Worker gave up on the attempt that runs here: its slot is free as soon as that one is dead.
    other?.stop.abort(new JobStopped('stale'));
    if (this.#draining) return 'draining';
    if (this.busy >= this.#slots) return 'full';

    const running: Running = { job, stop: new AbortController(), holdsSlot: true, ended: Promise.resolve() };
    this.#running.set(job.attempt_token, running);
    running.ended = this.#runToEnd(running);
    return 'accepted';
  }

  /** False when this attempt does not run here. */
  cancel(attempt: CancelJob): boolean {
    const running = this.#running.get(attempt.attempt_token);
    if (!running || running.job.job_id !== attempt.job_id) return false;
    running.stop.abort(new JobStopped('cancelled'));
    return true;
  }

  /** Accepts nothing more, gives jobs `graceMs` to end, and hands the rest back. Fulfils when none remains. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    const handBack = setTimeout(() => {
      for (const { stop } of this.#running.values()) stop.abort(new JobStopped('handed_back'));
    }, graceMs);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    clearTimeout(handBack);
  }

  async #runToEnd(running: Running): Promise<void> {
    const { job, stop } = running;
    await this.#run(job, stop, () => {
      running.holdsSlot = false;
    });
    this.#running.delete(job.attempt_token);
    this.#remember(job.attempt_token);
  }

  #find(jobId: string): Running | undefined {
    return [...this.#running.values()].find(({ job }) => job.job_id === jobId);
  }

  #remember(token: string): void {
    this.#ended.add(token);
    const [oldest] = this.#ended;
    if (this.#ended.size > ENDED_KEPT && oldest !== undefined) this.#ended.delete(oldest);
  }
}
