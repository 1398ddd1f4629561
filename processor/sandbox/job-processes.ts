// The pool: one warm child process per slot. A child is replaced after a crash, a kill, a task that left a process behind, or its number
// of tasks; the replacement starts in the background, so that the next task finds a warm one.

import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { JobFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import { startDeadline } from './deadline.ts';
import type { ChildTask, TaskResult } from './child-messages.ts';
import { JobProcess, type JobProcessOptions, type TaskControl } from './job-process.ts';
import { membersOf, readProcessTable, residentBytes } from './process-group.ts';

export interface JobProcessesOptions extends JobProcessOptions {
  readonly slots: number;
  /** Absolute path of an existing directory; each slot has a directory of its own in it. */
  readonly workRoot: string;
  readonly tasksPerChildMax: number;
  readonly log: Log;
}

/** A slot that belongs to one job until the job's directory is gone: a process in a slot sees everything in the slot's directory. */
export interface SlotLease extends Disposable {
  /** Absolute; where the job's directory goes. */
  readonly dir: string;
  /** @throws as JobProcess.run; JobFailure `internal` when no child comes up. */
  readonly run: (task: ChildTask, control: TaskControl) => Promise<TaskResult>;
}

interface Slot {
  /** Absolute. The only directory that this slot's children can write. */
  readonly dir: string;
  /** Account of its last job. */
  account: string | undefined;
  busy: boolean;
  child: JobProcess | undefined;
  /** The slot's child once it is warm. */
  warm: Promise<JobProcess>;
}

const MEMORY_CHECK_MS = 100;
/** Share of a task's memory that a warm child may hold between tasks. A fresh one has a tenth, LibreOffice beside it a quarter more. */
const IDLE_MEMORY_SHARE_MAX = 0.45;
/** Prefix of the slots' directories. */
export const SLOT_PREFIX = 'slot-';
/** How long a task waits for a warm child. */
const START_MS_MAX = 20_000;
const RESTART_DELAY_MS_MAX = 5000;

class NoWarmChild extends Error {
  override readonly name = 'NoWarmChild';
}

export class JobProcesses {
  restarts = 0;
  readonly #options: JobProcessesOptions;
  readonly #slots: Slot[] = [];
  readonly #closing = new AbortController();
  /** Removals of the directories of ended children. */
  readonly #clearing = new Set<Promise<void>>();
  readonly #memoryTimer: NodeJS.Timeout;

  constructor(options: JobProcessesOptions) {
    this.#options = options;
    for (let i = 0; i < options.slots; i++) {
      const dir = join(options.workRoot, `${SLOT_PREFIX}${randomUUID()}`);
      mkdirSync(dir, { mode: 0o700 });
      const slot: Slot = { dir, account: undefined, busy: false, child: undefined, warm: Promise.reject(new NoWarmChild()) };
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

  /** Resident memory of all children and their descendants. */
  residentBytes(): number {
    const table = readProcessTable();
    return residentBytes(this.#slots.flatMap(({ child }) => (child?.pid === undefined ? [] : membersOf(table, child.pid))));
  }

  /**
   * A free slot; preferably one whose last job was of the same account, for which programs may still be warm.
   * @throws JobFailure `internal` when there is none.
   */
  lease(account: string): SlotLease {
    const free = this.#slots.filter((slot) => !slot.busy);
    const slot = free.find((slot) => slot.account === account) ?? free.find((slot) => slot.account === undefined) ?? free[0];
    if (!slot) throw new JobFailure('internal', { cause: new NoWarmChild() });
    slot.busy = true;
    slot.account = account;
    return {
      dir: slot.dir,
      run: (task, control) => this.#run(slot, task, control),
      [Symbol.dispose]: () => void (slot.busy = false),
    };
  }

  async #run(slot: Slot, task: ChildTask, control: TaskControl): Promise<TaskResult> {
    const child = await this.#warmChild(slot, control.signal);
    try {
      return await child.run(task, control);
    } finally {
      if (child.tasksDone >= this.#options.tasksPerChildMax || isWorn(child, this.#options.memoryBytesMax)) await child.kill();
      // Then its replacement is starting, and the slot's next task waits for it.
      else if (child.dying) await child.ended;
    }
  }

  /** Kills every child with its group, and removes the slots' directories. */
  async close(): Promise<void> {
    this.#closing.abort(new NoWarmChild());
    clearInterval(this.#memoryTimer);
    await Promise.all(this.#slots.map(async (slot) => slot.child?.kill()));
    await Promise.allSettled(this.#slots.map((slot) => slot.warm));
    await Promise.allSettled(this.#clearing);
    await Promise.allSettled(this.#slots.map(({ dir }) => rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })));
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
    // Rejects only when the pool closes; then possibly nothing awaits it.
    slot.warm.catch(() => {});
  }

  async #start(slot: Slot): Promise<JobProcess> {
    for (let delayMs = 100; ; delayMs = Math.min(2 * delayMs, RESTART_DELAY_MS_MAX)) {
      this.#closing.signal.throwIfAborted();
      const child = new JobProcess(this.#options, slot.dir);
      this.#clearing.add(child.cleared);
      void child.cleared.catch(() => {}).then(() => this.#clearing.delete(child.cleared));
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

/**
 * True when the finished task left a process behind (a resident program and what that started belong to the child), or so much
 * memory in use that the next task would have to pay for it.
 */
function isWorn(child: JobProcess, memoryBytesMax: number): boolean {
  if (child.pid === undefined) return false;
  const table = readProcessTable();
  if (residentBytes(membersOf(table, child.pid)) > IDLE_MEMORY_SHARE_MAX * memoryBytesMax) return true;
  return child.strays(table).length > 0;
}
