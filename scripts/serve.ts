// `npm run serve`: the Worker alone, on this machine, with its state on disk, in production: for a service without the platform
// (docs/without-the-platform.md). Processors and courier are services of their own.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Edge } from './local/edge.ts';
import { readServeSettings } from './serve/settings.ts';

/** The sweep's alarm lives in a Durable Object, which a request wakes after a start. */
const WAKE_EVERY_MS = 60_000;

const settings = readServeSettings(process.env);
// Its modules take a while, and wrong settings are said at once.
const { migrateState, startEdge } = await import('./local/edge.ts');
await migrateState(settings.STATE_DIR);
const edge = await startEdge({
  host: settings.HOST,
  port: settings.PORT,
  secrets: settings.secrets,
  processorUrls: settings.processorUrls,
  ...(settings.COURIER_URL === undefined ? {} : { courierUrl: settings.COURIER_URL }),
  stateDir: settings.STATE_DIR,
  entry: 'scripts/serve/worker.ts',
  vars: {
    ENVIRONMENT: 'production',
    DEFAULT_REGION: Object.keys(settings.processorUrls)[0],
    INTERNAL_BASE_URL: settings.INTERNAL_BASE_URL ?? `http://127.0.0.1:${settings.PORT}`,
    ...(settings.PUBLIC_URL === undefined ? {} : { PUBLIC_URL: settings.PUBLIC_URL }),
  },
  onLog: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify({ level: 'info', event: 'edge.listening', url: edge.url, state: settings.STATE_DIR })}\n`);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // miniflare has a listener that ends this process at once.
  process.removeAllListeners(signal);
  process.once(signal, () => void stop(edge));
}
await keepAwake(edge.url);

async function keepAwake(url: string): Promise<never> {
  for (;;) {
    await fetch(`${url}/healthz`).catch(() => undefined);
    await sleep(WAKE_EVERY_MS);
  }
}

async function stop({ close }: Edge): Promise<void> {
  await close();
  process.exit(0);
}
