// The whole service for a test: the real Worker, the real processor in its own process, and a wire between them that can be made to fail.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcceptedJob, FileObject, JobObject } from '#contract/api.ts';
import { ensureKeys } from '../../../scripts/local/accounts.ts';
import { type LocalCourier, startLocalCourier } from '../../../scripts/local/courier.ts';
import { type Edge, type EdgeOptions, makeSecrets, startEdge } from '../../../scripts/local/edge.ts';
import { findFreePort, type LocalProcessor, startProcessor } from '../../../scripts/local/processor.ts';
import { type FaultyWire, startFaultyWire } from './faulty-wire.ts';

const SECRETS = makeSecrets();

const SLOTS = 2;

export interface Service {
  readonly edge: Edge;
  /** Of the region eu. */
  readonly processor: LocalProcessor;
  /** Starts a region's processor again after its `stop`. */
  readonly startProcessor: (region: string) => void;
  readonly processorOf: (region: string) => LocalProcessor;
  readonly regions: readonly string[];
  readonly courier: LocalCourier;
  readonly wire: FaultyWire;
  readonly baseUrl: string;
  readonly key: string;
  readonly otherKey: string;
  readonly operatorKey: string;
  readonly dir: string;
  /** Stops the Worker and starts it again on the same state; queue messages of the old one are lost. */
  readonly restartEdge: () => Promise<void>;
  readonly sweep: () => Promise<void>;
  /** As if a processor that was killed had been silent for longer than its lease; waits until it has come up again. */
  readonly lapseLeases: (region?: string) => Promise<void>;
  readonly query: <T>(sql: string, ...values: (string | number)[]) => Promise<T[]>;
  /** Names of the job directories that the processor has not removed. */
  readonly workDirs: () => Promise<string[]>;
  readonly objectKeys: (region?: string) => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions extends Pick<EdgeOptions, 'standIns' | 'vars'> {
  readonly leaseMs?: number;
  /** Those that are configured, each with a processor of its own. */
  readonly regions?: readonly string[];
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dir = await mkdtemp(join(tmpdir(), 'service-'));
  const port = await findFreePort();
  const target = { url: `http://127.0.0.1:${port}` };
  const wire = await startFaultyWire(target);
  const { regions = ['eu'] } = options;
  const ports = new Map(await Promise.all(regions.map(async (region) => [region, await findFreePort()] as const)));
  const processors = new Map<string, LocalProcessor>();
  const startRegion = (region: string) => {
    const at = ports.get(region) ?? 0;
    const secret = SECRETS.PROCESSOR_SECRET;
    processors.set(region, startProcessor({ region, port: at, secret, slots: SLOTS, dir, onRestart: () => undefined }));
  };
  for (const region of regions) startRegion(region);
  const processorOf = (region: string) => {
    const processor = processors.get(region);
    if (!processor) throw new Error(`no region ${region}`);
    return processor;
  };
  const courier = startLocalCourier({
    port: await findFreePort(),
    secret: SECRETS.COURIER_SECRET,
    allowLoopback: true,
    dir,
    onRestart: () => undefined,
  });
  const boot = async () =>
    startEdge({
      port,
      secrets: SECRETS,
      processorUrls: Object.fromEntries(regions.map((region) => [region, processorOf(region).url])),
      stateDir: join(dir, 'state'),
      courierUrl: courier.url,
      vars: {
        ALLOW_LOCAL_WEBHOOKS: true,
        INTERNAL_BASE_URL: wire.url,
        LEASE_MS: options.leaseMs ?? 30_000,
        UNAUTHENTICATED_PER_MINUTE: 10_000,
        ...options.vars,
      },
      ...(options.standIns && { standIns: options.standIns }),
    });
  let edge = await boot();
  const baseUrl = `${target.url}/v1`;
  await waitUntil(async () => (await fetch(`${target.url}/readyz`).catch(() => undefined))?.ok === true, 'the service is ready');
  const keys = await ensureKeys(baseUrl, SECRETS.OPERATOR_KEY, undefined);
  const service: Service = {
    get edge() {
      return edge;
    },
    get processor() {
      return processorOf('eu');
    },
    regions,
    processorOf,
    startProcessor: startRegion,
    courier,
    wire,
    baseUrl,
    key: keys.api_key,
    otherKey: keys.beta_api_key,
    operatorKey: SECRETS.OPERATOR_KEY,
    dir,
    restartEdge: async () => {
      await edge.close();
      edge = await boot();
    },
    sweep: async () => {
      await fetch(`${target.url}/cdn-cgi/local/scheduled`);
    },
    lapseLeases: async (region = 'eu') => {
      const isReady = async () => (await fetch(`${processorOf(region).url}/readyz`).catch(() => undefined))?.ok === true;
      await waitUntil(async () => !(await isReady()), 'the killed processor is gone');
      await waitUntil(isReady, 'the processor is ready again');
      await service.query(`UPDATE jobs SET lease_until = 1, wake_at = 1 WHERE state = 'running' AND region = ?`, region);
      await service.sweep();
    },
    query: async <T>(sql: string, ...values: (string | number)[]) => {
      const db = await edge.miniflare.getD1Database('DB');
      return (
        await db
          .prepare(sql)
          .bind(...values)
          .all<T>()
      ).results;
    },
    workDirs: async () => {
      const names = await Promise.all(regions.map(async (region) => readdir(join(dir, 'work', region)).catch(() => [])));
      return names.flat().filter((name) => name.startsWith('job-'));
    },
    objectKeys: async (region = 'eu') => {
      const bucket = await edge.miniflare.getR2Bucket(`BUCKET_${region.toUpperCase()}`);
      const keys: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await bucket.list({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
        keys.push(...page.objects.map((object) => object.key));
        if (!page.truncated) return keys;
        cursor = page.cursor;
      }
    },
    stop: async () => {
      await Promise.all([...processors.values()].map(async (processor) => processor.stop()));
      await courier.stop();
      await edge.close();
      await wire.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  const { results } = await (await edge.miniflare.getD1Database('DB')).prepare('SELECT id FROM accounts').all<{ id: string }>();
  for (const { id } of results) await liftRate(service, id);
  return service;
}

/** Tests ask more often than a plan allows. */
async function liftRate(service: Service, accountId: string): Promise<void> {
  const response = await fetch(`${service.baseUrl}/operator/accounts/${accountId}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${SECRETS.OPERATOR_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ plan_overrides: { requests_per_minute: 1_000_000 } }),
  });
  if (!response.ok) throw new Error(`lifting the rate answered ${response.status}`);
}

const PAUSE_MS = 25;

/** @throws Error naming what did not come true in time. */
export async function waitUntil(condition: () => Promise<boolean>, what: string, timeoutMs = 60_000): Promise<void> {
  const until = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

export interface Called<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A customer's client. */
export class Client {
  readonly service: Pick<Service, 'baseUrl'>;
  readonly key: string;

  constructor(service: Pick<Service, 'baseUrl'>, key: string) {
    this.service = service;
    this.key = key;
  }

  async call<T>(method: string, path: string, body?: object): Promise<Called<T>> {
    const response = await fetch(this.service.baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }

  async upload(bytes: Uint8Array, filename = 'source.pdf', contentType = 'application/pdf', region?: string): Promise<FileObject> {
    const form = new FormData();
    if (region !== undefined) form.append('region', region);
    form.append('file', new File([bytes.slice()], filename, { type: contentType }));
    const response = await fetch(`${this.service.baseUrl}/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.key}` },
      body: form,
    });
    if (response.status !== 201) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as FileObject;
  }

  async createJob(type: string, fileId: string, params: object): Promise<AcceptedJob> {
    const created = await this.call<AcceptedJob>('POST', `/jobs/${type}`, { file_id: fileId, ...params });
    if (created.status !== 202) throw new Error(`the job was answered ${created.status}: ${JSON.stringify(created.body)}`);
    return created.body;
  }

  async waitForEnd(jobId: string): Promise<JobObject> {
    for (;;) {
      const { status, body } = await this.call<JobObject>('GET', `/jobs/${jobId}?wait=20`);
      if (status !== 200) throw new Error(`the job was answered ${status}: ${JSON.stringify(body)}`);
      if (body.status !== 'queued' && body.status !== 'running') return body;
    }
  }

  async download(fileId: string): Promise<Uint8Array> {
    const { body, status } = await this.call<{ download_url: string }>('GET', `/files/${fileId}/download`);
    if (status !== 200) throw new Error(`the download was answered ${status}: ${JSON.stringify(body)}`);
    const response = await fetch(body.download_url);
    if (!response.ok) throw new Error(`the bytes were answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
