// Runs a region's processor as a child process and keeps it running: one that dies is started again on the same port.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './edge.ts';

const RESTART_PAUSE_MS = 500;

export interface LocalProcessor {
  readonly region: string;
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends the process without warning; it is started again. */
  readonly kill: () => void;
}

export interface ProcessorOptions {
  readonly region: string;
  readonly port: number;
  readonly secret: string;
  readonly slots: number;
  readonly dir: string;
  readonly onRestart: (code: number | null) => void;
}

export function startProcessor(options: ProcessorOptions): LocalProcessor {
  mkdirSync(join(options.dir, 'logs'), { recursive: true });
  const log = createWriteStream(join(options.dir, 'logs', `processor-${options.region}.log`), { flags: 'a' });
  let stopping = false;
  let child = run();

  function run(): ChildProcess {
    const started = spawn(process.execPath, ['processor/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PROCESSOR_SECRET: options.secret,
        PROCESSOR_PORT: String(options.port),
        PROCESSOR_HOST: '127.0.0.1',
        PROCESSOR_SLOTS: String(options.slots),
        PROCESSOR_REGION: options.region,
        PROCESSOR_WORK_ROOT: join(options.dir, 'work', options.region),
      },
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
    region: options.region,
    url: `http://127.0.0.1:${options.port}`,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      log.end();
    },
  };
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
