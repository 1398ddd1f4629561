// Starts what an image starts, and asks it for signs of life.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { ROOT } from '../../../scripts/local/edge.ts';
import { findFreePort } from '../../../scripts/local/processor.ts';
import { eventually } from '../../../support/run/processor-under-test.ts';
import { runToReport, TEST_SECRET, WorkerSide } from '../../../support/run/worker-side.ts';

export interface StartedImage extends AsyncDisposable {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
}

/** @param run starts the image's entry with these settings over its own. */
export async function startImage(
  part: 'processor' | 'courier',
  workRoot: string,
  run: (env: Record<string, string>) => ChildProcess,
): Promise<StartedImage> {
  const port = await findFreePort();
  const prefix = part.toUpperCase();
  const env = { [`${prefix}_SECRET`]: TEST_SECRET, [`${prefix}_PORT`]: String(port), [`${prefix}_HOST`]: '127.0.0.1' };
  if (part === 'processor') Object.assign(env, { PROCESSOR_WORK_ROOT: workRoot, PROCESSOR_SLOTS: '1' });
  const child = run(env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  await eventually(`the ${part} answers /healthz`, 60_000, async () => {
    if (child.exitCode !== null) throw new Error(`the ${part} ended with ${child.exitCode}: ${output}`);
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok === true;
  });
  return {
    port,
    env,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Has the processor take the metadata out of the sample. */
export async function runMetadataJob(port: number): Promise<{ outcome: string; result: Buffer | undefined; complaints: string[] }> {
  await using side = await WorkerSide.start();
  const sample = readFileSync(`${ROOT}scripts/local/sample.pdf`);
  const report = await runToReport(port, side, side.job(sample, { params: { action: 'remove' } }));
  return { outcome: report.outcome, result: side.results.get(0)?.bytes, complaints: side.complaints };
}

export function exitCodeOf(command: readonly string[], env: Readonly<Record<string, string>>): number | null {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { env: { PATH: process.env['PATH'], ...env }, timeout: 20_000 }).status;
}

export function spawnQuietly(command: readonly string[], cwd: string, env: Readonly<Record<string, string>>): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, { cwd, env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}
