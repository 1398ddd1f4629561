// Runs a program of the project as a child process and keeps it running: if it dies, it is started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT } from './edge.ts';

const RESTART_PAUSE_MS = 500;

export interface KeptChild {
  readonly stop: () => Promise<void>;
  /** Ends the process without warning; it is started again. */
  readonly kill: () => void;
}

interface ChildOptions {
  /** Absolute, or from the root of the repository. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logPath: string;
  readonly onRestart: (code: number | null) => void;
}

export function keepRunning(options: ChildOptions): KeptChild {
  mkdirSync(dirname(options.logPath), { recursive: true });
  const log = createWriteStream(options.logPath, { flags: 'a' });
  let stopping = false;
  let child = run();

  function run(): ChildProcess {
    const started = spawn(process.execPath, [options.program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    started.on('exit', (code) => {
      if (stopping) return;
      options.onRestart(code);
      setTimeout(() => {
        if (!stopping) child = run();
      }, RESTART_PAUSE_MS);
    });
    return started;
  }

  return {
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null) {
        // Not `exit`: its last lines may still be on their way into the log.
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
      log.end();
    },
  };
}
