// The pool: one warm child process per slot. A child is replaced after a crash, a kill, a task that left a process behind, or its number
// of tasks; the replacement starts in the background, so that the next task finds a warm one.

import { setTimeout as delay } from 'node:timers/promises';
import { JobFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import { startDeadline } from './deadline.ts';
import type { ChildTask, TaskResult } from './child-messages.ts';
import { JobProcess, type JobProcessOptions, type TaskControl } from './job-process.ts';
import { membersOf, readProcessTable, residentBytes, startedBy } from './process-group.ts';

export interface JobProcessesOptions extends JobProcessOptions {
  readonly slots: number;
  readonly tasksPerChildMax: number;
  readonly log: Log;
}

interface Slot {
  busy: boolean;
  child: JobProcess | undefined;
  /** The slot's child once it is warm. */
  warm: Promise<JobProcess>;
}

const MEMORY_CHECK_MS = 100;
/** How long a task waits for a warm child. */
const START_MS_MAX = 20_000;
const RESTART_DELAY_MS_MAX = 5000;

export class NoWarmChild extends Error {
  override readonly name = 'NoWarmChild';
}

export class JobProcesses {
  restarts = 0;
  readonly #options: JobProcessesOptions;
  readonly #slots: Slot[] = [];
  readonly #closing = new AbortController();
  readonly #memoryTimer: NodeJS.Timeout;

  constructor(options: JobProcessesOptions) {
    this.#options = options;
    for (let i = 0; i < options.slots; i++) {
      const slot: Slot = { busy: false, child: undefined, warm: Promise.reject(new NoWarmChild()) };
      slot.warm.catch(() => {});
      this.#slots.push(slot);
      this.#fill(slot);
    }
    this.#memoryTimer = setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS);
    this.#memoryTimer.unref();
  }

  /** Children that are ready for a task or busy with one. */
  get warm(): number {
    return this.#slots.filter((slot) => slot.child !== undefined).length;
  }

  /** Resident memory of all children and what they started. */
  residentBytes(): number {
    const table = readProcessTable();
    return residentBytes(this.#slots.flatMap(({ child }) => (child?.pid === undefined ? [] : membersOf(table, child.pid))));
  }

  /** @throws as JobProcess.run; JobFailure `internal` when there is no slot or no child comes up. */
  async run(task: ChildTask, control: TaskControl): Promise<TaskResult> {
    const slot = this.#slots.find((slot) => !slot.busy);
    if (!slot) throw new JobFailure('internal', { cause: new NoWarmChild() });
    slot.busy = true;
    try {
      const child = await this.#warmChild(slot, control.signal);
      try {
        return await child.run(task, control);
      } finally {
        if (child.tasksDone >= this.#options.tasksPerChildMax || leftSomething(child)) await child.kill();
      }
    } finally {
      slot.busy = false;
    }
  }

  /** Kills every child with its group. */
  async close(): Promise<void> {
    this.#closing.abort(new NoWarmChild());
    clearInterval(this.#memoryTimer);
    await Promise.all(this.#slots.map(async (slot) => slot.child?.kill()));
    await Promise.allSettled(this.#slots.map((slot) => slot.warm));
  }

  async #warmChild(slot: Slot, signal: AbortSignal): Promise<JobProcess> {
    using deadline = startDeadline(START_MS_MAX, signal);
    const given = deadline.signal;
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.aborted ? signal.reason : new JobFailure('internal', { cause: new NoWarmChild() }));
    given.addEventListener('abort', onAbort);
    try {
      return await Promise.race([slot.warm, aborted.promise]);
    } finally {
      given.removeEventListener('abort', onAbort);
    }
  }

  #fill(slot: Slot): void {
    slot.child = undefined;
    slot.warm = this.#start(slot);
    // Rejects only when the pool closes; then nobody may be waiting.
    slot.warm.catch(() => {});
  }

  async #start(slot: Slot): Promise<JobProcess> {
    for (let delayMs = 100; ; delayMs = Math.min(2 * delayMs, RESTART_DELAY_MS_MAX)) {
      this.#closing.signal.throwIfAborted();
      const child = new JobProcess(this.#options);
      const kill = (): void => void child.kill();
      this.#closing.signal.addEventListener('abort', kill);
      const ready = await child.ready;
      this.#closing.signal.removeEventListener('abort', kill);
      if (ready && !this.#closing.signal.aborted) {
        slot.child = child;
        void child.ended.then(() => this.#replace(slot));
        return child;
      }
      await child.kill();
      this.restarts++;
      this.#options.log.error('child_did_not_start', { retry_in_ms: delayMs });
      await delay(delayMs, undefined, { signal: this.#closing.signal });
    }
  }

  #replace(slot: Slot): void {
    if (this.#closing.signal.aborted) return;
    this.restarts++;
    this.#options.log.info('child_replaced', { restarts: this.restarts });
    this.#fill(slot);
  }

  #checkMemory(): void {
    const busy = this.#slots.flatMap(({ child }) => (child?.busy ? [child] : []));
    if (busy.length === 0) return;
    const table = readProcessTable();
    for (const child of busy) child.checkMemory(table);
  }
}

/** True when the finished task left a process of its own behind; a resident program and what that started are the child's. */
function leftSomething(child: JobProcess): boolean {
  if (child.pid === undefined) return false;
  const table = readProcessTable();
  const kept = new Set([child.pid, ...child.residents.flatMap((pid) => startedBy(table, pid))]);
  return membersOf(table, child.pid).some((pid) => !kept.has(pid));
}
