// Runs the courier as a child process.

import { join } from 'node:path';
import { type KeptChild, keepRunning } from './child.ts';

export interface LocalCourier extends KeptChild {
  readonly url: string;
}

interface CourierOptions {
  readonly port: number;
  readonly secret: string;
  readonly allowLoopback: boolean;
  readonly dir: string;
  readonly onRestart: (code: number | null) => void;
}

export function startLocalCourier(options: CourierOptions): LocalCourier {
  const child = keepRunning({
    program: 'courier/main.ts',
    env: {
      COURIER_SECRET: options.secret,
      COURIER_PORT: String(options.port),
      COURIER_HOST: '127.0.0.1',
      COURIER_ALLOW_LOOPBACK: options.allowLoopback ? '1' : '0',
    },
    logPath: join(options.dir, 'logs', 'courier.log'),
    onRestart: options.onRestart,
  });
  return { ...child, url: `http://127.0.0.1:${options.port}` };
}
