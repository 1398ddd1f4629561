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
import { readServiceFile, readSettings, type ServiceFile, writeServiceFile } from './settings.ts';

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
  // Backwards: the Worker goes last, so that the processors can still hand back what they hold.
  for (const each of stops.toReversed()) await each().catch((cause: unknown) => say(`Stopping: ${String(cause)}`));
  process.exit(code);
}

/** The only listener: miniflare brings one that ends this process at once, and children that were not told to stop would stay. */
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

const HELP =
  'npm start -- [--fresh] [--no-demo] [--allow-local-webhooks]\n  --fresh    clear the local state first\n  --no-demo  do not run the sample job\n  --allow-local-webhooks  webhooks may go to this machine, also by http\n  PORT       the port (8787)\n  LOCAL_DIR  where state lives (.local)';

try {
  await main();
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  await stop(1);
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return say(HELP);
  const settings = readSettings(args, process.env);
  const ports = await Promise.all(REGIONS.map(findFreePort));
  const courierPort = await findFreePort();
  const urls = Object.fromEntries(REGIONS.map((region, i) => [region, `http://127.0.0.1:${ports[i]}`]));

  say('Starting the Worker …');
  const edge = await startWorker(settings, urls, courierPort);
  stops.push(edge.close);
  listenForSignals();

  const processors = REGIONS.map((region, i) => startRegion(settings, region, ports[i] ?? 0));
  stops.push(async () => void (await Promise.all(processors.map(async (processor) => processor.stop()))));
  const courier = startLocalCourier({
    port: courierPort,
    secret: settings.secrets.COURIER_SECRET,
    allowLoopback: settings.allowLocalWebhooks,
    dir: settings.dir,
    onRestart: (code) => say(`The courier ended (${code ?? 'signal'}) and is started again; see logs/courier.log.`),
  });
  stops.push(courier.stop);
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
  sayReady(settings, service);
}

type Settings = ReturnType<typeof readSettings>;

async function startWorker(settings: Settings, processorUrls: Record<string, string>, courierPort: number): Promise<Edge> {
  const log = createWriteStream(join(settings.dir, 'logs', 'worker.log'), { flags: 'a' });
  return startEdge({
    port: settings.port,
    secrets: settings.secrets,
    processorUrls,
    courierUrl: `http://127.0.0.1:${courierPort}`,
    vars: { ALLOW_LOCAL_WEBHOOKS: settings.allowLocalWebhooks },
    stateDir: join(settings.dir, 'state'),
    onLog: (line) => log.write(`${line}\n`),
  }).catch((cause: unknown) => {
    throw new Error(
      `The Worker did not start on port ${settings.port} (PORT sets another): ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  });
}

function startRegion(settings: Settings, region: string, port: number): LocalProcessor {
  return startProcessor({
    region,
    port,
    secret: settings.secrets.PROCESSOR_SECRET,
    slots: SLOTS,
    dir: settings.dir,
    onRestart: (code) =>
      say(`The processor of ${region} ended (${code ?? 'signal'}) and is started again; see logs/processor-${region}.log.`),
  });
}

function sayReady({ dir }: Settings, { base_url: baseUrl, api_key: apiKey, docs_url: docsUrl }: ServiceFile): void {
  say(`
Ready at ${baseUrl}   (documentation: ${docsUrl}, keys: ${join(dir, 'service.json')}, logs: ${join(dir, 'logs')})

Upload a file of your own:
  curl -s ${baseUrl}/files -H "Authorization: Bearer ${apiKey}" -F file=@your.pdf
then use its file_id:
  curl -s ${baseUrl}/jobs/metadata -H "Authorization: Bearer ${apiKey}" -H "Content-Type: application/json" \\
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
