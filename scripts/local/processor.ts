// Runs a region's processor as a child process. It is bundled before (bundle-processor.ts).

import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { BUNDLED_MAIN } from '../bundle-processor.ts';
import { type KeptChild, keepRunning } from './child.ts';

export interface LocalProcessor extends KeptChild {
  readonly region: string;
  readonly url: string;
}

interface ProcessorOptions {
  readonly region: string;
  readonly port: number;
  readonly secret: string;
  readonly slots: number;
  readonly dir: string;
  readonly onRestart: (code: number | null) => void;
}

export function startProcessor(options: ProcessorOptions): LocalProcessor {
  const child = keepRunning({
    program: BUNDLED_MAIN,
    env: {
      PROCESSOR_SECRET: options.secret,
      PROCESSOR_PORT: String(options.port),
      PROCESSOR_HOST: '127.0.0.1',
      PROCESSOR_SLOTS: String(options.slots),
      PROCESSOR_REGION: options.region,
      // For a developer's machine without namespaces and Landlock, such as macOS; start.ts says so where it counts.
      ALLOW_UNISOLATED: '1',
      PROCESSOR_WORK_ROOT: join(options.dir, 'work', options.region),
    },
    logPath: join(options.dir, 'logs', `processor-${options.region}.log`),
    onRestart: options.onRestart,
  });
  return { ...child, region: options.region, url: `http://127.0.0.1:${options.port}` };
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
