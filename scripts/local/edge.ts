// Runs the Worker on this machine: bundles it as wrangler does, binds what wrangler.toml says, and serves it with miniflare directly
// (several times faster than `wrangler dev`). Used by `npm start`, the tests and the benchmarks.

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { DEVELOPMENT_SECRET_PREFIX } from '#contract/internal-signature.ts';
import { writeAssets } from '../assets.ts';
import { bindCells, cellVars, type LocalCells } from './cells.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Secrets {
  readonly KEY_PEPPER: string;
  readonly ADDRESS_SECRET: string;
  readonly PROCESSOR_SECRET: string;
  readonly SEALING_SECRET: string;
  readonly COURIER_SECRET: string;
  readonly OPERATOR_KEY: string;
}

/** Fresh secrets for this machine; the prefix makes production refuse them. */
export function makeSecrets(): Secrets {
  const make = () => DEVELOPMENT_SECRET_PREFIX + randomBytes(24).toString('base64url');
  return {
    KEY_PEPPER: make(),
    ADDRESS_SECRET: make(),
    PROCESSOR_SECRET: make(),
    SEALING_SECRET: make(),
    COURIER_SECRET: make(),
    OPERATOR_KEY: make(),
  };
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface StandIn {
  /** An ES module. */
  readonly source: string;
  /** The class that is bound. */
  readonly entrypoint: string;
  readonly bindings: Readonly<Record<string, string>>;
}

export interface EdgeOptions {
  readonly port: number;
  /** Where it listens: 127.0.0.1. */
  readonly host?: string;
  readonly secrets: Secrets;
  /**
   * Region name → where its processors listen (addresses separated by spaces), or '' for the region's containers, whose class must then be
   * in the entry module. Only these regions are configured.
   */
  readonly processorUrls: Readonly<Record<string, string>>;
  /** Where the courier listens; if absent, events wait. */
  readonly courierUrl?: string;
  /** Where state is kept; if absent, in memory until the end. */
  readonly stateDir?: string;
  /** Vars that override wrangler.toml. */
  readonly vars?: Readonly<Record<string, unknown>>;
  /** Another entry module than the Worker's own, for benchmarks that measure beside it. */
  readonly entry?: string;
  readonly onLog?: (line: string) => void;
  /** Region name → S3 credentials; its files then have presigned addresses at the bucket's local S3 endpoint. */
  readonly s3?: Readonly<Record<string, S3Credentials>>;
  /** Binding name → a Worker that stands for a service of the platform, for tests. */
  readonly standIns?: Readonly<Record<string, StandIn>>;
  /** Cells, each with a database of its own. */
  readonly cells?: LocalCells;
  /** Bindings of further databases with the same tables, for tests. */
  readonly databases?: readonly string[];
  /** Another D1 server instead of the one on this machine: nothing is migrated there. */
  readonly databaseUrl?: string;
}

export interface Edge {
  readonly url: string;
  readonly miniflare: Miniflare;
  readonly close: () => Promise<void>;
}

const bundles = new Map<string, Promise<string>>();

/** One module with everything in it; made once per process and entry. */
async function bundleWorker(entry = 'worker/index.ts'): Promise<string> {
  const known = bundles.get(entry);
  if (known) return known;
  const bundle = build({
    entryPoints: [`${ROOT}${entry}`],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.md': 'text' },
    write: false,
    logLevel: 'warning',
  }).then((result) => result.outputFiles[0]?.text ?? '');
  bundles.set(entry, bundle);
  return bundle;
}

export async function startEdge(options: EdgeOptions): Promise<Edge> {
  await writeAssets();
  const { cells = {} } = options;
  const workerOptions = withDatabases(bindCells(readWorkerOptions(), cells), options.databases);
  const processorVars = Object.fromEntries(
    Object.entries(options.processorUrls).map(([region, url]) => [`PROCESSOR_URL_${region.toUpperCase()}`, url]),
  );
  // Not `workerOptions.bindings`: a .dev.vars, made for `wrangler dev`, would be among them.
  const bindings = unstable_readConfig({ config: `${ROOT}wrangler.toml` }).vars as Record<string, unknown> & {
    REGIONS: Record<string, object>;
  };
  const regions = Object.fromEntries(Object.keys(options.processorUrls).map((name) => [name, bindings.REGIONS[name]]));
  const worker: Record<string, unknown> = {
    ...workerOptions,
    ...remoteDatabase(workerOptions, options.databaseUrl),
    r2Buckets: bucketsOf(workerOptions, options.s3 ?? {}),
    name: 'pdf-processing-api',
    serviceBindings: { ...(workerOptions.serviceBindings as object), ...boundTo(options.standIns) },
    modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundleWorker(options.entry) }],
    bindings: {
      ...bindings,
      REGIONS: regions,
      ENVIRONMENT: 'development',
      INTERNAL_BASE_URL: `http://127.0.0.1:${options.port}`,
      ...options.secrets,
      ...processorVars,
      ...(options.courierUrl === undefined ? {} : { COURIER_URL: options.courierUrl }),
      ...presignVars(workerOptions, options),
      ...cellVars(cells),
      ...options.vars,
    },
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: options.host ?? '127.0.0.1',
      port: options.port,
      log: new Log(LogLevel.ERROR),
      // Without it miniflare places every caller in North America.
      cf: {},
      unsafeTriggerHandlers: true,
      handleStructuredLogs: (entry: { message: string }) => options.onLog?.(entry.message),
      ...(options.stateDir === undefined ? {} : { resourcePersistencePath: options.stateDir }),
      workers: [worker as never, ...standInWorkers(options.standIns)],
    }),
  );
  const url = (await miniflare.ready).href.replace(/\/$/, '');
  if (options.databaseUrl === undefined) await applyMigrations(miniflare, Object.keys(workerOptions.d1Databases as Bound));
  return { url, miniflare, close: async () => miniflare.dispose() };
}

function readWorkerOptions(): WorkerOptions {
  return unstable_getMiniflareWorkerOptions(`${ROOT}wrangler.toml`, undefined, { overrides: { enableContainers: false } }).workerOptions;
}

interface WorkerOptions {
  readonly [name: string]: unknown;
  readonly r2Buckets?: unknown;
  readonly d1Databases?: unknown;
}

type Bound = Record<string, { id: string }>;

function standInName(binding: string): string {
  return `stand-in-of-${binding.toLowerCase()}`;
}

function boundTo(standIns: EdgeOptions['standIns'] = {}): Record<string, { name: string; entrypoint: string }> {
  return Object.fromEntries(Object.entries(standIns).map(([name, { entrypoint }]) => [name, { name: standInName(name), entrypoint }]));
}

function standInWorkers(standIns: EdgeOptions['standIns'] = {}): never[] {
  return Object.entries(standIns).map(
    ([name, { source, bindings }]) =>
      ({
        name: standInName(name),
        compatibilityDate: '2026-11-01',
        modules: [{ type: 'ESModule', path: 'stand-in.js', contents: source }],
        bindings,
      }) as never,
  );
}

function bucketBinding(region: string): string {
  return `BUCKET_${region.toUpperCase()}`;
}

function bucketsOf(worker: WorkerOptions, s3: Readonly<Record<string, S3Credentials>>): Record<string, unknown> {
  const buckets: Record<string, unknown> = { ...(worker.r2Buckets as Bound) };
  for (const [region, s3Credentials] of Object.entries(s3)) {
    buckets[bucketBinding(region)] = { ...(buckets[bucketBinding(region)] as object), s3Credentials };
  }
  return buckets;
}

/** What worker/deps.ts reads to presign. */
function presignVars(worker: WorkerOptions, options: EdgeOptions): Record<string, string> {
  const vars: Record<string, string> = {};
  for (const [region, credentials] of Object.entries(options.s3 ?? {})) {
    const suffix = region.toUpperCase();
    const bucket = (worker.r2Buckets as Bound)[bucketBinding(region)]?.id;
    vars[`R2_BUCKET_URL_${suffix}`] = `http://127.0.0.1:${options.port}/cdn-cgi/local/r2/s3/${bucket}`;
    vars[`R2_ACCESS_KEY_ID_${suffix}`] = credentials.accessKeyId;
    vars[`R2_SECRET_ACCESS_KEY_${suffix}`] = credentials.secretAccessKey;
  }
  return vars;
}

function withDatabases(worker: WorkerOptions, names: readonly string[] = []): WorkerOptions {
  const further = Object.fromEntries(names.map((name) => [name, { id: name.toLowerCase() }]));
  return { ...worker, d1Databases: { ...(worker.d1Databases as Bound), ...further } };
}

function remoteDatabase(worker: WorkerOptions, url: string | undefined): object {
  if (url === undefined) return {};
  const entries = Object.entries(worker.d1Databases as Bound);
  return {
    d1Databases: Object.fromEntries(entries.map(([name, bound]) => [name, { ...bound, remoteProxyConnectionString: new URL(url) }])),
  };
}

/** The same for a state on disk that is served by nobody: who comes to a Worker that has just started finds its tables. */
export async function migrateState(stateDir: string): Promise<void> {
  const { d1Databases } = readWorkerOptions() as { d1Databases: Bound };
  const worker = { name: 'migrate', compatibilityDate: '2026-11-01', modules: true, script: 'export default {}', d1Databases } as never;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ host: '127.0.0.1', port: 0, resourcePersistencePath: stateDir, workers: [worker] }),
  );
  try {
    await miniflare.ready;
    await applyMigrations(miniflare, Object.keys(d1Databases));
  } finally {
    await miniflare.dispose();
  }
}

async function applyMigrations(miniflare: Miniflare, databases: readonly string[]): Promise<void> {
  for (const name of databases) await migrate(await miniflare.getD1Database(name));
}

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** Applies the files of migrations/ that this database does not have, in order, each in one batch with its own record. */
async function migrate(db: Database): Promise<void> {
  await db
    .prepare('CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TEXT)')
    .run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const names = (await readdir(`${ROOT}migrations`)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names.filter((candidate) => !applied.has(candidate))) {
    const sql = await readFile(`${ROOT}migrations/${name}`, 'utf8');
    const statements = sql.split('--> statement-breakpoint').map((statement) => db.prepare(statement));
    await db.batch([...statements, db.prepare(`INSERT INTO d1_migrations (name, applied_at) VALUES (?, datetime('now'))`).bind(name)]);
  }
}
