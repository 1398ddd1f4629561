// The whole service on this machine: a processor per region, the Worker in miniflare, development accounts, and a first job to show
// that it works. Stays up until Ctrl-C or SIGTERM and takes its children with it.

import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ProcessorCapabilities } from '#contract/processor-capabilities.ts';
import { ensureKeys } from './accounts.ts';
import { startLocalCourier } from './courier.ts';
import { runDemo } from './demo.ts';
import { type Edge, ROOT, startEdge } from './edge.ts';
import { findFreePort, type LocalProcessor, startProcessor } from './processor.ts';
import { type LocalSettings, readServiceFile, readSettings, type ServiceFile, writeServiceFile } from './settings.ts';
import { bundleProcessor } from '../bundle-processor.ts';

const REGIONS = ['eu', 'us'];
const SLOTS = availableParallelism();
const READY_TRIES = 120;
const READY_PAUSE_MS = 250;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const stops: (() => Promise<void>)[] = [];
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // In reverse order: the Worker stops last, so that the processors can still hand back their jobs.
  for (const each of stops.toReversed()) await each().catch((cause: unknown) => say(`Stopping: ${String(cause)}`));
  process.exit(code);
}

/** The only listener: miniflare has one that ends this process at once, and children that got no signal would stay. */
function listenForSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      say('\nStopping …');
      void stop(0);
    });
  }
}

listenForSignals();

try {
  await main();
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  await stop(1);
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    say(
      'npm start -- [--fresh] [--no-demo] [--allow-local-webhooks]\n  --fresh    clear the local state first\n  --no-demo  do not run the sample job\n  --allow-local-webhooks  webhooks may go to this machine, also by http\n  PORT       the port (8787)\n  LOCAL_DIR  where state lives (.local)',
    );
    return;
  }
  const settings = readSettings(args, process.env);
  const ports: Ports = { regions: await Promise.all(REGIONS.map(findFreePort)), courier: await findFreePort() };
  say('Starting the Worker …');
  const edge = await startWorker(settings, ports);
  const processors = await startContainers(settings, ports);
  say('Waiting for the service to be ready …');
  await waitUntilReady(edge.url);

  for (const { region, url } of processors) await warnOfMissingIsolation(region, url);

  const baseUrl = `http://127.0.0.1:${settings.port}/v1`;
  const keys = await ensureKeys(baseUrl, settings.secrets.OPERATOR_KEY, readServiceFile(settings.dir));
  const service: ServiceFile = {
    base_url: baseUrl,
    ...keys,
    operator_key: settings.secrets.OPERATOR_KEY,
    docs_url: `http://127.0.0.1:${settings.port}/docs`,
  };
  writeServiceFile(settings.dir, service);

  if (settings.demo) {
    const resultPath = join(settings.dir, 'sample-without-metadata.pdf');
    say('A first job, through the public API:');
    await runDemo(baseUrl, keys.api_key, join(ROOT, 'scripts/local/sample.pdf'), resultPath, say);
    say(`  result: ${resultPath}`);
  }
  sayHowToUse(settings.dir, service);
}

interface Ports {
  /** In the order of REGIONS. */
  readonly regions: readonly number[];
  readonly courier: number;
}

async function startWorker(settings: LocalSettings, ports: Ports): Promise<Edge> {
  const workerLog = createWriteStream(join(settings.dir, 'logs', 'worker.log'), { flags: 'a' });
  const edge = await startEdge({
    port: settings.port,
    secrets: settings.secrets,
    processorUrls: Object.fromEntries(REGIONS.map((region, i) => [region, `http://127.0.0.1:${ports.regions[i]}`])),
    courierUrl: `http://127.0.0.1:${ports.courier}`,
    vars: { ALLOW_LOCAL_WEBHOOKS: settings.allowLocalWebhooks },
    stateDir: join(settings.dir, 'state'),
    onLog: (line) => workerLog.write(`${line}\n`),
  }).catch((cause: unknown) => {
    throw new Error(
      `The Worker did not start on port ${settings.port} (PORT sets another): ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  });
  stops.push(edge.close);
  listenForSignals();
  return edge;
}

/** The programs that are containers elsewhere: the processors and the courier. */
async function startContainers(settings: LocalSettings, ports: Ports): Promise<readonly LocalProcessor[]> {
  await bundleProcessor();
  const processors = REGIONS.map((region, i) =>
    startProcessor({
      region,
      port: ports.regions[i] ?? 0,
      secret: settings.secrets.PROCESSOR_SECRET,
      slots: SLOTS,
      dir: settings.dir,
      onRestart: (code) =>
        say(`The processor of ${region} ended (${code ?? 'signal'}) and is started again; see logs/processor-${region}.log.`),
    }),
  );
  stops.push(async () => void (await Promise.all(processors.map(async (processor) => processor.stop()))));
  const courier = startLocalCourier({
    port: ports.courier,
    secret: settings.secrets.COURIER_SECRET,
    allowLoopback: settings.allowLocalWebhooks,
    dir: settings.dir,
    onRestart: (code) => say(`The courier ended (${code ?? 'signal'}) and is started again; see logs/courier.log.`),
  });
  stops.push(courier.stop);
  return processors;
}

function sayHowToUse(dir: string, service: ServiceFile): void {
  say(`
Ready at ${service.base_url}   (documentation: ${service.docs_url}, keys: ${join(dir, 'service.json')}, logs: ${join(dir, 'logs')})

Upload a file of your own:
  curl -s ${service.base_url}/files -H "Authorization: Bearer ${service.api_key}" -F file=@your.pdf
then use its file_id:
  curl -s ${service.base_url}/jobs/metadata -H "Authorization: Bearer ${service.api_key}" -H "Content-Type: application/json" \\
    -d '{"file_id":"<file_id>","action":"remove"}'

Ctrl-C stops it.`);
}

async function warnOfMissingIsolation(region: string, url: string): Promise<void> {
  const { isolation } = (await (await fetch(`${url}/capabilities`)).json()) as ProcessorCapabilities;
  if (isolation !== 'none') return;
  say(`
!! The processor of ${region} cannot keep jobs apart on this machine: neither bubblewrap nor Landlock works here. A document that is
!! converted can read the files of every other job, and yours. Convert only what you trust. (On Debian: apt-get install bubblewrap)
`);
}

async function waitUntilReady(url: string): Promise<void> {
  let last = '';
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    last = (await response?.text()) ?? 'no answer';
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS));
  }
  throw new Error(`The service did not become ready: ${last}`);
}
