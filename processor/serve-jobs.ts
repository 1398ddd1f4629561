// The child's side of a job process: takes one task at a time over IPC, runs its operation and answers with the result or the failure.
// It holds no secret of the service, no address of the Worker and no network; it sees only its slot's directory and the processor's answers.

import { Worker } from 'node:worker_threads';
import { writeFileSync } from 'node:fs';
import type { OperationName, OperationParams } from '#contract/operations.ts';
import type { Progress, Warning } from '#contract/processor.ts';
import { toJobFailure } from './failure.ts';
import { describeError } from './log.ts';
import type { OperationTable } from './operations/operations.ts';
import type { Operation, OperationContext, OperationResult } from './operations/operation.ts';
import { askThroughProcessor, takeAnswer } from './sandbox/ask-processor.ts';
import type { ChildMessage, ChildTask, ToChild } from './sandbox/child-messages.ts';
import { killGroup } from './sandbox/process-group.ts';
import type { ChildSetting } from './sandbox/child-setting.ts';
import { setConverterIsolation } from './sandbox/converter-isolation.ts';
import { residentPids, setResidentDirs } from './sandbox/resident-program.ts';
import { renewLibreOffice } from './tools/libreoffice.ts';

const WARNINGS_MAX = 100;
const REPORT_BYTES_MAX = 256 * 1024;
const BROKEN_EXIT_CODE = 70;
const RENEWED_AFTER_MS = 300;

export function serveJobs(operations: OperationTable, setting: ChildSetting): void {
  setResidentDirs(setting.residentDir, setting.socketDir);
  setConverterIsolation(setting);
  // In its own namespaces this process has another parent, and the kernel ends it with the processor.
  const watching = setting.isolation === 'namespaces' ? Promise.resolve() : diesWithParent(setting.parentPid);
  preferredByOutOfMemoryKiller();
  process.on('message', (message: ToChild) => {
    if (!takeAnswer(message)) void runTask(operations, message as ChildTask).then(finish);
  });
  process.on('uncaughtException', (error) => {
    process.send?.({ kind: 'broken', description: describeError(error) } satisfies ChildMessage, () => process.exit(BROKEN_EXIT_CODE));
  });
  void watching.then(() => send({ kind: 'ready' }));
}

let renewal: NodeJS.Timeout | undefined;

/** What the next job will need is made ready once the processor has looked at what this one left behind. */
function finish(message: ChildMessage): void {
  send(message);
  renewal = setTimeout(() => void renewLibreOffice(), RENEWED_AFTER_MS);
}

async function runTask(operations: OperationTable, task: ChildTask): Promise<ChildMessage> {
  clearTimeout(renewal);
  // Temporary files of libraries and programs are removed with the job.
  process.chdir(task.workDir);
  process.env['TMPDIR'] = task.workDir;
  process.env['HOME'] = task.workDir;

  let warnings = 0;
  const context: OperationContext = {
    jobId: task.jobId,
    account: task.account,
    workDir: task.workDir,
    limits: task.limits,
    settings: task.settings,
    ...(task.hasModel && { askModel: askThroughProcessor }),
    startedAtMs: task.startedAtMs,
    progress: (progress) => send({ kind: 'progress', progress: inBounds(progress) }),
    warn: (warning) => {
      if (++warnings <= WARNINGS_MAX) send({ kind: 'warning', warning: shorten(warning) });
    },
  };
  try {
    const result = await runOperation(operations[task.type], context, task);
    if (Buffer.byteLength(JSON.stringify(result.report)) > REPORT_BYTES_MAX) throw new ReportTooLarge();
    return {
      kind: 'done',
      files: [...result.files],
      report: result.report,
      ...(result.pages !== undefined && { pages: result.pages }),
      rssBytes: process.memoryUsage.rss(),
      residents: residentPids(),
    };
  } catch (error) {
    const failure = toJobFailure(error);
    return {
      kind: 'failed',
      reason: failure.reason,
      message: failure.message,
      ...(failure.page !== undefined && { page: failure.page }),
      ...(failure.details !== undefined && { details: failure.details }),
      residents: residentPids(),
      description: describeError(error),
    };
  } finally {
    // The directory is about to be removed; without a current directory not even a thread can start.
    process.chdir('/');
  }
}

function runOperation<N extends OperationName>(
  operation: Operation<N>,
  context: OperationContext,
  task: ChildTask,
): Promise<OperationResult> {
  // The parameters were checked against this operation before the task was sent.
  return operation(context, task.sources, task.params as OperationParams<N>);
}

class ReportTooLarge extends Error {
  override readonly name = 'ReportTooLarge';
}

function inBounds(progress: Progress): Progress {
  return { ...progress, percent: Math.min(100, Math.max(0, Math.floor(progress.percent))), stage: progress.stage.slice(0, 64) };
}

function shorten(warning: Warning): Warning {
  return { ...warning, code: warning.code.slice(0, 64), message: warning.message.slice(0, 1000) };
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

/** Fulfils when the parent is being watched. */
function diesWithParent(parentPid: number): Promise<void> {
  process.on('disconnect', () => killGroup(process.pid));
  const watch = new Worker(new URL('./sandbox/watch-parent.ts', import.meta.url), {
    workerData: parentPid,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  watch.unref();
  return new Promise((resolve) => watch.once('message', resolve));
}

/** When the machine itself runs out of memory, Linux should kill a job and not the processor (proc(5), oom_score_adj). */
function preferredByOutOfMemoryKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed: then the kernel chooses by size, which is the job in most cases.
  }
}
