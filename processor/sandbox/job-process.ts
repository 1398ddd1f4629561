// One child process in its own process group, which runs one task at a time within its limits of time and memory.
// Ending a task early always means SIGKILL to the whole group; the processor's pool (job-processes.ts) then starts another child.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Progress, Warning } from '#contract/processor.ts';
import type { Isolation } from '#contract/processor-capabilities.ts';
import { JobFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import { type AskModel, ChildMessage, type ChildTask, type TaskResult, type ToChild } from './child-messages.ts';
import type { ChildSetting } from './child-setting.ts';
import { isolate, isSuperuser } from './isolation.ts';
import { insidePid, killGroup, membersOf, type ProcessRow, readProcessTable, residentBytes, startedBy } from './process-group.ts';
import { PROGRAM_FILES } from './program-files.ts';
import { socketDirOf } from './socket-dir.ts';

export interface JobProcessOptions {
  /** Absolute path of the program that calls serveJobs. */
  readonly childEntry: string;
  readonly memoryBytesMax: number;
  readonly searchPath: string;
  readonly isolation: Isolation;
  /** Converters run although nothing isolates them from other jobs' files. */
  readonly allowUnisolated: boolean;
  /** Called when a child has ended and its group is dead, with its directory. */
  readonly clearResidentDir: (path: string) => Promise<void>;
}

export interface TaskControl {
  /** Aborting kills the task; `run` then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly timeMs: number;
  readonly onProgress: (progress: Progress) => void;
  readonly onWarning: (warning: Warning) => void;
  /** Absent where there is no language model. Never rejects. */
  readonly askModel?: AskModel | undefined;
  /** Resident memory of the group, as measured now and then. */
  readonly onMemory: (bytes: number) => void;
  readonly log: Log;
}

/** The child ended by itself in the middle of a task. */
class ChildCrashed extends Error {
  override readonly name = 'ChildCrashed';
  readonly code: string;

  constructor(exit: string) {
    super(`ended with ${exit}`);
    this.code = exit;
  }
}

interface Task {
  readonly control: TaskControl;
  readonly settle: (outcome: { result: TaskResult } | { error: unknown }) => void;
  /** Why the group was killed. */
  killedFor?: { readonly error: unknown };
}

/** Prefix of the children's directories. */
export const RESIDENT_PREFIX = 'child-';
/** The heap gets the larger part of the limit; the rest is for buffers, WebAssembly and external programs. */
const HEAP_SHARE = 0.75;
/** A young generation that holds most of a usual document: twice as much costs no less time, and 35 MB more at the peak of a small job. */
const SEMI_SPACE_MIB = 16;
/**
 * V8 guards its code by keys of the processor, where that has them, and loses track of it where several threads compile WebAssembly: the process
 * ends with `Check failed: jit_page.has_value()` (nodejs/node 64500). Without keys, memory is what it is on every other machine.
 */
const UNKEYED = '--no-memory-protection-keys';
/** Every thread that allocates gets an arena of its own up to so many, and what one of them has freed the others do not use. */
const MALLOC_ARENAS_MAX = '2';
const STDERR_CHARS_KEPT = 4096;
/** Time after the exit for the child's last output. */
const STDERR_WAIT_MS = 500;

export class JobProcess {
  /** True when the child reported that it is ready; false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Fulfils when the child has ended and its group was killed. */
  readonly ended: Promise<void>;
  /** Fulfils when, after that, its directory is gone. */
  readonly cleared: Promise<void>;
  tasksDone = 0;
  /** It was killed or has ended: it takes no other task. */
  dying = false;
  /** The programs that the child reported to keep running after its last task: pids as the child sees them. */
  #residents: readonly number[] = [];
  /** The processes between this one and the child, and the child itself. */
  #own: ReadonlySet<number> = new Set();
  readonly #residentDir: string;
  readonly #child: ChildProcess;
  readonly #memoryBytesMax: number;
  #task: Task | undefined;
  #stderr = '';

  /** @param slotDir absolute path of an existing directory: the only place where the child may write, and the place of its jobs' directories. */
  constructor(options: JobProcessOptions, slotDir: string) {
    this.#memoryBytesMax = options.memoryBytesMax;
    this.#residentDir = join(slotDir, `${RESIDENT_PREFIX}${randomUUID()}`);
    const socketDir = socketDirOf(this.#residentDir);
    for (const path of [this.#residentDir, socketDir]) mkdirSync(path, { mode: 0o700 });
    const heapMib = Math.floor((options.memoryBytesMax * HEAP_SHARE) / 1024 ** 2);
    const { isolation, allowUnisolated, childEntry } = options;
    const setting: ChildSetting = {
      parentPid: process.pid,
      residentDir: this.#residentDir,
      socketDir,
      isolation,
      superuser: isSuperuser(),
      allowUnisolated,
    };
    const view = { readable: [...PROGRAM_FILES, dirname(childEntry)], writable: [slotDir, socketDir] };
    const node = [process.execPath, UNKEYED, `--max-old-space-size=${heapMib}`, `--max-semi-space-size=${SEMI_SPACE_MIB}`];
    const [name = '', ...args] = isolate(isolation, view, [...node, childEntry, JSON.stringify(setting)]);
    this.#child = spawn(name, args, {
      detached: true,
      cwd: '/',
      // The only environment variables that the child gets.
      env: { PATH: options.searchPath, LANG: 'C.UTF-8', TZ: 'UTC', MALLOC_ARENA_MAX: MALLOC_ARENAS_MAX },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const ready = Promise.withResolvers<boolean>();
    this.ready = ready.promise;
    this.ended = this.#watchEnd().finally(() => ready.resolve(false));
    this.cleared = this.ended.then(() => options.clearResidentDir(this.#residentDir));
    this.#child.stderr?.setEncoding('latin1').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS_KEPT);
    });
    this.#child.on('message', (raw) => {
      const parsed = ChildMessage.safeParse(raw);
      if (!parsed.success) this.#killFor(new JobFailure('internal', { cause: parsed.error }));
      else if (parsed.data.kind === 'ready') {
        this.#own = new Set(this.pid === undefined ? [] : membersOf(readProcessTable(), this.pid));
        ready.resolve(true);
      } else this.#read(parsed.data);
    });
  }

  /** Undefined when the operating system refused to start it. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get busy(): boolean {
    return this.#task !== undefined;
  }

  /**
   * @throws JobFailure `timeout`, `out_of_memory`, `internal`, or what the operation threw; the signal's reason when it was aborted.
   * Unless the operation itself ended it, the group is dead when this rejects.
   */
  async run(message: ChildTask, control: TaskControl): Promise<TaskResult> {
    control.signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
    this.#task = {
      control,
      settle: (outcome) => ('result' in outcome ? resolve(outcome.result) : reject(outcome.error)),
    };
    const onAbort = (): void => this.#killFor(control.signal.reason);
    const timer = setTimeout(() => this.#killFor(new JobFailure('timeout')), control.timeMs);
    control.signal.addEventListener('abort', onAbort);
    try {
      this.#child.send(message, (error) => {
        if (error) this.#killFor(new JobFailure('internal', { cause: error }));
      });
      return await promise;
    } finally {
      clearTimeout(timer);
      control.signal.removeEventListener('abort', onAbort);
      this.#task = undefined;
      this.tasksDone++;
    }
  }

  /** Measures the group and ends a task that exceeds its memory. */
  checkMemory(table: readonly ProcessRow[]): void {
    const task = this.#task;
    if (!task || this.pid === undefined) return;
    const bytes = residentBytes(membersOf(table, this.pid));
    task.control.onMemory(bytes);
    if (bytes > this.#memoryBytesMax) this.#killFor(new JobFailure('out_of_memory'));
  }

  /** Processes of the child other than itself, its residents and what those started: they were left behind by a task. */
  strays(table: readonly ProcessRow[]): number[] {
    if (this.pid === undefined) return [];
    const members = membersOf(table, this.pid);
    const residents = members.filter((pid) => !this.#own.has(pid) && this.#residents.includes(insidePid(pid)));
    const kept = new Set([...this.#own, ...residents.flatMap((pid) => startedBy(table, pid))]);
    return members.filter((pid) => !kept.has(pid));
  }

  kill(): Promise<void> {
    if (this.pid !== undefined) killGroup(this.pid);
    return this.ended;
  }

  #killFor(error: unknown): void {
    this.dying = true;
    if (this.#task) this.#task.killedFor ??= { error };
    if (this.pid !== undefined) killGroup(this.pid);
  }

  #read(message: ChildMessage): void {
    const task = this.#task;
    if (!task || task.killedFor) return;
    switch (message.kind) {
      case 'ready':
        return;
      case 'progress':
        return task.control.onProgress(message.progress);
      case 'warning':
        return task.control.onWarning(message.warning);
      case 'ask_model':
        return void this.#askModel(task.control, message);
      case 'done':
        this.#residents = message.residents;
        task.control.onMemory(message.rssBytes);
        return task.settle({ result: { files: message.files, report: message.report, pages: message.pages } });
      case 'failed': {
        const { reason, page, details } = message;
        this.#residents = message.residents;
        task.control.log.info('operation_failed', { reason, cause: message.description });
        const said = reason === 'internal' ? {} : { message: message.message };
        return task.settle({
          error: new JobFailure(reason, { ...said, ...(page !== undefined && { page }), ...(details !== undefined && { details }) }),
        });
      }
      case 'broken':
        task.control.log.error('operation_broke', { cause: message.description });
    }
  }

  async #askModel({ askModel, signal }: TaskControl, asked: Extract<ChildMessage, { kind: 'ask_model' }>): Promise<void> {
    const { id, request, withinMs } = asked;
    const answer = (await askModel?.(request, withinMs)) ?? { status: 404 };
    // The task may have ended in the meantime, and with it the process.
    if (!signal.aborted && this.#child.connected) this.#child.send({ kind: 'model_answer', id, answer } satisfies ToChild, () => {});
  }

  async #watchEnd(): Promise<void> {
    const child = this.#child;
    // Listened for from the start: it can follow the exit without a pause.
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const exit = await new Promise<string>((resolve) => {
      child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
      child.on('error', (error) => {
        // Also emitted when a message could not be sent; only a child that never started has no exit.
        if (child.pid === undefined) resolve('code' in error ? String(error.code) : error.name);
      });
    });
    if (child.pid !== undefined) {
      killGroup(child.pid);
      await Promise.race([closed, delay(STDERR_WAIT_MS, undefined, { ref: false })]);
    }
    this.dying = true;
    const task = this.#task;
    if (!task) return;
    const error = task.killedFor
      ? task.killedFor.error
      : new JobFailure(this.#heapExhausted(exit) ? 'out_of_memory' : 'internal', { cause: new ChildCrashed(exit) });
    task.settle({ error });
  }

  /** V8 reports it on stderr and aborts; there is no other trace. */
  #heapExhausted(exit: string): boolean {
    return (exit === 'SIGABRT' || exit === 'SIGTRAP' || exit === 'exit code 134') && this.#stderr.includes('heap out of memory');
  }
}
