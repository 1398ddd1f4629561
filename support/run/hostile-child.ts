// A program for job processes whose operation does what its source file says: honest work, and everything that a hostile document could make
// a real operation do.

import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperationName } from '#contract/operations.ts';
import { JobFailure } from '../../processor/failure.ts';
import type { Operation, OperationContext, OperationResult } from '../../processor/operations/operation.ts';
import { ChildSetting } from '../../processor/sandbox/child-setting.ts';
import { isolateConverter } from '../../processor/sandbox/converter-isolation.ts';
import { runProgram } from '../../processor/sandbox/run-program.ts';
import { serveJobs } from '../../processor/serve-jobs.ts';
import { pry, type PryRequest } from './pry.ts';

export type Behaviour =
  | { readonly does: 'copy' | 'loop' | 'wait' | 'fill_heap' | 'fill_buffers' | 'exit' | 'stray' | 'throw' | 'refuse' | 'tell' }
  | { readonly does: 'link' | 'point_outside'; readonly target: string }
  | { readonly does: 'write'; readonly bytes: number }
  /** Holds so much memory for as long as the process lives. */
  | { readonly does: 'hoard'; readonly bytes: number }
  /** Tries to open these files, and what every process has; its report has the names of those in which the mark was read. */
  | { readonly does: 'pry'; readonly as: 'child' | 'converter'; readonly request: PryRequest }
  | { readonly does: 'progress'; readonly stages: readonly string[] }
  /** Starts sleepers, one of them in a session of its own, with the mark on their command lines. */
  | { readonly does: 'sleepers_then_wait' | 'sleepers_then_loop' | 'sleepers_then_copy'; readonly mark: string };

/** Node looks into it before it runs a file below it. */
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url));
const hoard: Buffer[] = [];

const behave: Operation<OperationName> = async (context, [source]) => {
  const text = await readFile(source.path, 'utf8');
  const behaviour = JSON.parse(text) as Behaviour;
  switch (behaviour.does) {
    case 'copy':
      context.warn({ code: 'copied', message: 'The source was copied.' });
      return copy(context, text);
    case 'loop':
      return loop();
    case 'wait':
      return waitForEver();
    case 'fill_heap': {
      const kept: unknown[] = [];
      for (;;) kept.push({ some: [Math.random()] });
    }
    case 'fill_buffers': {
      const kept: Buffer[] = [];
      for (;;) {
        kept.push(Buffer.alloc(4 * 1024 * 1024, 1));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }
    case 'exit':
      process.exit(3);
    case 'stray':
      void Promise.reject(new TypeError('text of the document'));
      return waitForEver();
    case 'throw':
      throw new TypeError('text of the document\n    at text of the document');
    case 'refuse':
      throw new JobFailure('page_too_large', { page: 7, details: { width: 20_000 } });
    case 'hoard':
      hoard.push(Buffer.alloc(behaviour.bytes, 1));
      return tell(context, source.path);
    case 'tell':
      return tell(context, source.path);
    case 'link': {
      const path = join(context.workDir, 'link');
      symlinkSync(behaviour.target, path);
      return resultAt(path);
    }
    case 'point_outside':
      return resultAt(behaviour.target);
    case 'write': {
      const path = join(context.workDir, 'result');
      await writeFile(path, '');
      await truncate(path, behaviour.bytes);
      return resultAt(path);
    }
    case 'progress':
      for (const [i, stage] of behaviour.stages.entries()) context.progress({ percent: i + 0.5, stage });
      return waitForEver();
    case 'pry': {
      const pried = behaviour.as === 'child' ? await pry(behaviour.request) : await pryAsConverter(behaviour.request, context.workDir);
      return { ...(await copy(context, text)), report: { pried } };
    }
    case 'sleepers_then_wait':
      startSleepers(behaviour.mark);
      return waitForEver();
    case 'sleepers_then_loop':
      startSleepers(behaviour.mark);
      return loop();
    case 'sleepers_then_copy':
      startSleepers(behaviour.mark);
      return copy(context, text);
  }
};

async function copy(context: OperationContext, text: string): Promise<OperationResult> {
  const path = join(context.workDir, 'result.json');
  await writeFile(path, text);
  return { ...resultAt(path), pages: 3 };
}

/** What an operation can see of its surroundings. */
async function tell(context: OperationContext, sourcePath: string): Promise<OperationResult> {
  const result = await copy(context, '{}');
  const report = {
    env: process.env,
    argv: process.argv,
    execArgv: process.execArgv,
    files: await readdir(context.workDir),
    sourcePath,
    child: setting.residentDir,
    settings: { ...context.settings },
  };
  return { ...result, report };
}

function resultAt(path: string): OperationResult {
  return { files: [{ path, filename: 'result.json', contentType: 'application/json' }], report: { done: true } };
}

function waitForEver(): Promise<never> {
  setInterval(() => {}, 60_000);
  return new Promise(() => {});
}

function loop(): never {
  for (;;);
}

/** The same from inside a converter's isolation, by a program that gets nothing but the job's directory. */
async function pryAsConverter(request: PryRequest, workDir: string): Promise<string[]> {
  const program = fileURLToPath(new URL('./pry.ts', import.meta.url));
  const view = { readable: [dirname(process.execPath), dirname(program), PACKAGE], writable: [workDir] };
  const [name = '', ...args] = await isolateConverter(view, [process.execPath, program, JSON.stringify(request)]);
  const run = await runProgram(name, args, { timeMsMax: 20_000, workDir });
  return JSON.parse(run.stdout.toString('utf8')) as string[];
}

function startSleepers(mark: string): void {
  for (const detached of [false, true]) spawn('sleep', ['1000', mark], { detached, stdio: 'ignore' });
}

const setting = ChildSetting.parse(JSON.parse(process.argv[2] ?? ''));
serveJobs(
  {
    ai_edit: behave,
    metadata: behave,
    compress: behave,
    convert: behave,
    ocr: behave,
    split: behave,
    merge: behave,
    pages: behave,
    flatten: behave,
    stamp: behave,
    protect: behave,
    unlock: behave,
  },
  setting,
);
