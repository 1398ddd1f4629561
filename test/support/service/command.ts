// The command `pdf-api` of the client, as a program of its own, as it is built (bundle-programs.ts), under the Node of the tests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../../../scripts/local/edge.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface Command {
  readonly env: Record<string, string | undefined>;
  readonly cwd: string;
}

export interface RunningCommand {
  readonly ended: Promise<Ran>;
  readonly stderr: () => string;
  readonly interrupt: () => void;
}

export function startCommand({ env, cwd }: Command, args: readonly string[], input: Uint8Array | string = ''): RunningCommand {
  const child = spawn(process.execPath, [`${ROOT}client/dist/cli/main.js`, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, XDG_CONFIG_HOME: `${cwd}/config`, ...env },
    stdio: 'pipe',
  });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout: Buffer.concat(stdout), stderr }));
  return { ended, stderr: () => stderr, interrupt: () => child.kill('SIGINT') };
}

export async function runCommand(command: Command, args: readonly string[], input?: Uint8Array | string): Promise<Ran> {
  return startCommand(command, args, input).ended;
}
