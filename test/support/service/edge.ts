// Starts the real Worker for a test file (D1, R2, queue and Durable Objects of miniflare, state in memory) beside a scripted processor,
// and gives what a test needs of it: the operator, accounts with their API clients, the rows and objects, and the sweep.

import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/scopes.ts';
import type { ResolveName } from '../../../courier/resolve.ts';
import { type Courier, startCourier } from '../../../courier/start-courier.ts';
import { type LocalCell, suffixOf } from '../../../scripts/local/cells.ts';
import { type Edge, type EdgeOptions, makeSecrets, type Secrets, startEdge } from '../../../scripts/local/edge.ts';
import { findFreePort } from '../../../scripts/local/processor.ts';
import { ApiClient, ONE_REQUEST } from './api-client.ts';
import { ScriptedProcessor } from './scripted-processor.ts';
import type { StubState } from './stub-state.ts';

type Database = Awaited<ReturnType<Edge['miniflare']['getD1Database']>>;
type Bucket = Awaited<ReturnType<Edge['miniflare']['getR2Bucket']>>;

export interface PlanOverrides {
  readonly requests_per_minute?: number;
  readonly running_jobs?: number;
  readonly queued_jobs?: number;
  readonly file_bytes?: number;
  readonly pages?: number;
  readonly retention_hours?: number;
  readonly jobs_per_month?: number;
  readonly source_urls?: boolean;
  readonly deliver_to?: boolean;
}

export interface IssuedKey {
  readonly keyId: string;
  readonly key: string;
  readonly api: ApiClient;
}

export interface TestAccount {
  readonly id: string;
  /** A client with a key that has every scope. */
  readonly api: ApiClient;
  readonly issueKey: (fields?: { scopes?: readonly Scope[]; expires_at?: string }) => Promise<IssuedKey>;
  readonly change: (fields: Record<string, unknown>) => Promise<Response>;
}

export interface TestEdge {
  readonly url: string;
  readonly secrets: Secrets;
  /** Of the region eu. */
  readonly processor: ScriptedProcessor;
  /** Of each region, and of each cell by its name. */
  readonly processors: Readonly<Record<string, ScriptedProcessor>>;
  readonly db: Database;
  readonly bucket: Bucket;
  /** Of a region, or of a cell by its name. */
  readonly bucketOf: (name: string) => Promise<Bucket>;
  /** Of a cell by its name. */
  readonly dbOf: (cell: string) => Promise<Database>;
  /** As a caller whom Cloudflare places on this continent. */
  readonly fetchFrom: (continent: string, path: string, init: RequestInit) => Promise<{ status: number; body: unknown }>;
  /** Structured log lines. */
  readonly logs: string[];
  readonly operator: (method: string, path: string, json?: unknown) => Promise<Response>;
  readonly createAccount: (fields?: { plan?: string; overrides?: PlanOverrides }) => Promise<TestAccount>;
  readonly client: (key: string) => ApiClient;
  /** Fires the cron trigger and waits until the sweep has run. */
  readonly runSweep: () => Promise<void>;
  /** Makes the sweep send the job's message again now. */
  readonly redeliver: (jobId: string) => Promise<void>;
  /** As if the processor had been silent for longer than its lease. */
  readonly lapseLease: (jobId: string) => Promise<void>;
  /** Runs one statement on D1 and answers its rows. */
  readonly sql: <T = Record<string, unknown>>(statement: string, ...values: (string | number | null)[]) => Promise<T[]>;
  readonly objectKeys: (prefix?: string) => Promise<string[]>;
  /** The events of a job, in order, as receivers will read them. */
  readonly events: (jobId: string) => Promise<{ event: string; sequence: number; body: Record<string, unknown> }[]>;
  /** As if that much time had passed for endpoints and deliveries: every time in their rows moves into the past. The sweep then runs. */
  readonly passTime: (ms: number) => Promise<void>;
  /** Asks the stub of an instance: its state, after it was put to `sleep`, its `alarm` rang, or it became like `new`. */
  readonly stub: (instance: string, after?: 'sleep' | 'alarm' | 'new') => Promise<StubState>;
  /** Puts a message for the delivery into its queue, as many times as said; together they make one batch. */
  readonly sendDelivery: (deliveryId: string, times?: number) => Promise<void>;
  readonly sendToQueue: (message: unknown) => Promise<void>;
  /** Calls the Worker's consumer of the region's dead letters. */
  readonly sendToDeadLetters: (region: string, message: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type TestEdgeOptions = Partial<Pick<EdgeOptions, 'vars' | 's3' | 'databaseUrl' | 'databases' | 'standIns' | 'stateDir'>> & {
  /** Jobs that each processor says it runs at once. */
  readonly slots?: number;
  readonly secrets?: Partial<Secrets>;
  /** Those that are configured; each has a processor of its own. */
  readonly regions?: readonly string[];
  /** Cells, each with a processor, database, bucket and queue of its own. */
  readonly cells?: Readonly<Record<string, Omit<LocalCell, 'processorUrl'>>>;
  /** Another entry module than the Worker's own. */
  readonly entry?: string;
  /** Instead of the processor of eu: the addresses of a pool, as PROCESSOR_URL_EU holds them. */
  readonly addresses?: readonly string[];
  /** Instead of the processor of eu: stub containers (pool-worker.ts), each with the address of the processor that stands for it. */
  readonly containers?: readonly string[];
  /** Starts the real courier, which may call this machine; names are resolved by the function, or not at all. */
  readonly courier?: { readonly resolveName?: ResolveName };
};

export async function openEdge(options: TestEdgeOptions = {}): Promise<TestEdge> {
  const secrets: Secrets = { ...makeSecrets(), ...options.secrets };
  const { regions = ['eu'], cells = {} } = options;
  const processors = Object.fromEntries(
    await Promise.all(
      [...regions, ...Object.keys(cells)].map(async (region) => [region, await ScriptedProcessor.start(secrets.PROCESSOR_SECRET)] as const),
    ),
  );
  const processor = processors['eu'];
  if (!processor) throw new Error('the region eu is always configured');
  const logs: string[] = [];
  const courier = options.courier && (await startTestCourier(secrets.COURIER_SECRET, options.courier.resolveName));
  const { vars, s3, databaseUrl, standIns, stateDir, addresses, containers, entry, slots = 1000 } = options;
  for (const each of Object.values(processors)) each.slots = slots;
  const edge = await startEdge({
    port: await findFreePort(),
    secrets,
    processorUrls: {
      ...Object.fromEntries(regions.map((region) => [region, processors[region]?.url ?? ''])),
      ...(addresses ? { eu: addresses.join(' ') } : {}),
      ...(containers ? { eu: '' } : {}),
    },
    // Test files share one address; the limit by address has tests of its own.
    vars: { UNAUTHENTICATED_PER_MINUTE: 100_000, ALLOW_LOCAL_WEBHOOKS: courier !== undefined, ...stubVars(containers), ...vars },
    ...(courier ? { courierUrl: `http://127.0.0.1:${courier.port}` } : {}),
    onLog: (line) => logs.push(line),
    ...(s3 ? { s3 } : {}),
    ...(stateDir === undefined ? {} : { stateDir }),
    ...(standIns ? { standIns } : {}),
    ...(options.databases ? { databases: options.databases } : {}),
    ...(containers ? { entry: 'test/support/service/pool-worker.ts' } : {}),
    ...(entry === undefined ? {} : { entry }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, { ...cell, processorUrl: processors[name]?.url ?? '' }])),
  });
  const db = await edge.miniflare.getD1Database('DB');
  const bucket = await edge.miniflare.getR2Bucket('BUCKET_EU');
  const client = (key: string) => new ApiClient(edge.url, key);

  const operator: TestEdge['operator'] = async (method, path, json) =>
    fetch(`${edge.url}/v1/operator${path}`, {
      method,
      headers: {
        ...ONE_REQUEST,
        authorization: `Bearer ${secrets.OPERATOR_KEY}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  const operate = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const response = await operator(method, path, json);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

  const createAccount: TestEdge['createAccount'] = async ({ plan = 'enterprise', overrides } = {}) => {
    const { account_id: id } = await operate<{ account_id: string }>('POST', '/accounts', { name: 'A test account', plan });
    if (overrides) await operate('PATCH', `/accounts/${id}`, { plan_overrides: overrides });
    const issueKey: TestAccount['issueKey'] = async (fields = {}) => {
      const issued = await operate<{ key_id: string; key: string }>('POST', `/accounts/${id}/keys`, { name: 'A test key', ...fields });
      return { keyId: issued.key_id, key: issued.key, api: client(issued.key) };
    };
    const { api } = await issueKey();
    return { id, api, issueKey, change: async (fields) => operator('PATCH', `/accounts/${id}`, fields) };
  };

  const sql: TestEdge['sql'] = async <T>(statement: string, ...values: (string | number | null)[]) =>
    (
      await db
        .prepare(statement)
        .bind(...values)
        .all<T>()
    ).results;
  const runSweep = async () => {
    const response = await fetch(`${edge.url}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`);
    if (!response.ok) throw new Error(`the sweep answered ${response.status}`);
  };

  return {
    url: edge.url,
    secrets,
    processor,
    processors,
    db,
    bucket,
    bucketOf: async (name) => edge.miniflare.getR2Bucket(`BUCKET_${suffixOf(name)}`),
    dbOf: async (cell) => edge.miniflare.getD1Database(`DB_${suffixOf(cell)}`),
    fetchFrom: async (continent, path, { method, headers, body }) => {
      const init = { method, headers, body, cf: { continent } };
      const response = await edge.miniflare.dispatchFetch(`${edge.url}/v1${path}`, init as never);
      return { status: response.status, body: await response.json() };
    },
    logs,
    operator,
    createAccount,
    client,
    runSweep,
    redeliver: async (jobId) => {
      await sql('UPDATE jobs SET wake_at = 1 WHERE id = ?', jobId);
      await runSweep();
    },
    lapseLease: async (jobId) => {
      await sql(`UPDATE jobs SET lease_until = 1, wake_at = 1 WHERE id = ? AND state = 'running'`, jobId);
      await runSweep();
    },
    sql,
    objectKeys: async (prefix = '') => (await bucket.list({ prefix })).objects.map((object) => object.key).sort(),
    events: async (jobId) => {
      const rows = await sql<{ event: string; body: string }>(
        `SELECT event, body FROM events WHERE job_id = ? ORDER BY created_at, coalesce(body ->> 'sequence', 9)`,
        jobId,
      );
      return rows.map(({ event, body }) => {
        const parsed = JSON.parse(body) as Record<string, unknown>;
        return { event, sequence: parsed['sequence'] as number, body: parsed };
      });
    },
    passTime: async (ms) => {
      await sql(
        `UPDATE deliveries SET next_attempt_at = next_attempt_at - ?1, wake_at = wake_at - ?1, claimed_until = claimed_until - ?1,
           created_at = created_at - ?1`,
        ms,
      );
      await sql(
        `UPDATE webhooks SET failing_since = failing_since - ?1, previous_secret_until = previous_secret_until - ?1,
           created_at = created_at - ?1`,
        ms,
      );
      await sql('UPDATE events SET created_at = created_at - ?', ms);
      await runSweep();
    },
    stub: async (instance, after) => {
      const namespace = await edge.miniflare.getDurableObjectNamespace('PROCESSOR_EU');
      const stub = namespace.get(namespace.idFromName(instance));
      return (await (await stub.fetch(`http://${instance}/stub${after ? `/${after}` : ''}`)).json()) as StubState;
    },
    sendDelivery: async (delivery_id, times = 1) => {
      const queue = await edge.miniflare.getQueueProducer('DELIVERIES');
      await queue.sendBatch(Array.from({ length: times }, () => ({ body: { delivery_id } })));
    },
    sendToQueue: async (message) => {
      const queue = await edge.miniflare.getQueueProducer('QUEUE_EU');
      await queue.send(message);
    },
    sendToDeadLetters: async (region, message) => {
      const worker = await edge.miniflare.getWorker();
      const letter = { id: randomBytes(8).toString('hex'), timestamp: new Date(), attempts: 1, body: message };
      const { outcome } = await worker.queue(`jobs-${region}-dead`, [letter]);
      if (outcome !== 'ok') throw new Error(`the dead letter was answered ${outcome}`);
    },
    close: async () => {
      await Promise.all(Object.values(processors).map(async (each) => each.close()));
      await courier?.stop();
      await edge.close();
    },
  };
}

/** What wrangler.toml says of eu, with as many instances as there are stubs. */
function stubVars(containers: readonly string[] | undefined): object {
  if (!containers) return {};
  const eu = { instances: containers.length, bucket: 'BUCKET_EU', queue: 'QUEUE_EU', container: 'PROCESSOR_EU', continents: ['EU'] };
  return { REGIONS: { eu }, STUB_ADDRESSES: Object.fromEntries(containers.map((address, place) => [`eu-${place}`, address])) };
}

async function startTestCourier(secret: string, resolveName: ResolveName = async () => []): Promise<Courier> {
  const config = { port: 0, host: '127.0.0.1', secret, callsMax: 100, allowLoopback: true };
  return startCourier(config, { resolveName, now: Date.now, log: () => undefined });
}
