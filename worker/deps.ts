// Turns the environment into checked configuration and the dependencies of every verb. The only reader of `env`, of the clock and
// of randomness. A configuration that is incomplete, or that holds development secrets in production, does not start.

import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import { makeId } from '#contract/ids.ts';
import { DEVELOPMENT_SECRET_PREFIX, importSecret } from '#contract/internal-signature.ts';
import type { Plans } from './plan.ts';
import { makeReadCapabilities, type ReadCapabilities, withPlanner } from './gateways/region-capabilities.ts';
import { endpointPlanner, type PlannerGateway, type WorkersAi, workersAiPlanner } from './gateways/planner-gateway.ts';
import { makeProcessorGateway, type ProcessorGateway, type Reach } from './gateways/processor-gateway.ts';
import { askCapabilities, type ProbedInstance, probePool, type ProcessorPool } from './gateways/processor-pool.ts';
import type { GateNamespace } from './limits/gate.ts';
import { type Log, log } from './log.ts';
import { EnvConfig, type PlannerConfig, type REGION_SETTING_NAMES, SECRET_NAMES } from './settings.ts';
import { type CourierGateway, makeCourierGateway } from './gateways/courier-gateway.ts';

/** What a queue message holds: an id, nothing else. The row is the truth. */
export interface JobMessage {
  readonly job_id: string;
}

/** The same for a delivery. */
export interface DeliveryMessage {
  readonly delivery_id: string;
}

/** The same for a result that is to be delivered: its job. */
export interface ResultMessage {
  readonly result_of: string;
}

export interface Region {
  readonly name: string;
  readonly bucket: R2Bucket;
  readonly queue: Queue<JobMessage>;
  readonly pool: ProcessorPool;
  readonly capabilities: ReadCapabilities;
  /** The language model that plans edits; undefined where the operator has none. */
  readonly planner: PlannerGateway | undefined;
  readonly probe: () => Promise<ProbedInstance[]>;
  /** Continents whose callers are nearest to it (Cloudflare's codes). */
  readonly continents: readonly string[];
  readonly presign: PresignConfig | undefined;
}

/** Credentials for presigned addresses; without them uploads and downloads go through this Worker. */
export interface PresignConfig {
  readonly bucketUrl: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Config {
  /** On a developer's machine. */
  readonly isDevelopment: boolean;
  readonly plans: Plans;
  readonly defaultRegion: string;
  /** Where processors reach this Worker. */
  readonly internalBaseUrl: string;
  readonly operatorKey: string;
  readonly keyPepper: Promise<CryptoKey>;
  readonly addressSecret: Promise<CryptoKey>;
  readonly processorSecret: Promise<CryptoKey>;
  readonly sealingSecret: string;
  readonly unauthenticatedPerMinute: number;
  /** How long an attempt counts as alive after its last sign of life. */
  readonly leaseMs: number;
  /** How long a receiver may take to answer. */
  readonly webhookTimeoutMs: number;
  /** Development: endpoints on this machine, also by http. */
  readonly allowLocalWebhooks: boolean;
}

export interface Deps {
  readonly db: D1Database;
  readonly orm: DrizzleD1Database;
  readonly gates: GateNamespace;
  readonly sweeper: DurableObjectNamespace;
  readonly regions: ReadonlyMap<string, Region>;
  readonly deliveryQueue: Queue<DeliveryMessage | ResultMessage>;
  readonly courier: CourierGateway;
  readonly config: Config;
  readonly log: Log;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  readonly newId: (kind: Parameters<typeof makeId>[0]) => string;
}

export interface Env {
  readonly DB: D1Database;
  readonly GATES: GateNamespace;
  readonly SWEEPER: DurableObjectNamespace;
  readonly DELIVERIES: Queue<DeliveryMessage | ResultMessage>;
  readonly SELF: Fetcher;
  readonly ASSETS: Fetcher;
  readonly [name: string]: unknown;
}

/** Needs no configuration: also a request that fails for the lack of one has an identifier. */
export function makeRequestId(): string {
  return makeId('request', crypto.getRandomValues(new Uint8Array(16)));
}

const made = new WeakMap<Env, Deps>();

/** @throws Error naming every missing or unusable setting. */
export function depsOf(env: Env): Deps {
  const known = made.get(env);
  if (known) return known;
  const deps = makeDeps(env);
  made.set(env, deps);
  return deps;
}

function makeDeps(env: Env): Deps {
  const config = EnvConfig.parse(env);
  if (config.ENVIRONMENT === 'production') {
    const weak = SECRET_NAMES.filter((name) => config[name].startsWith(DEVELOPMENT_SECRET_PREFIX));
    if (weak.length > 0) throw new Error(`development secrets in production: ${weak.join(', ')}`);
    if (config.ALLOW_LOCAL_WEBHOOKS) throw new Error('ALLOW_LOCAL_WEBHOOKS is for development only');
  }
  const now = () => Date.now();
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const processorSecret = importSecret(config.PROCESSOR_SECRET);
  const regions = new Map<string, Region>();
  for (const [name, region] of Object.entries(config.REGIONS)) {
    const pool = poolOf(env, name, region, (reach) => makeProcessorGateway(reach, processorSecret, now));
    const probe = async () => probePool({ db: env.DB, now }, pool);
    const planner = plannerOf(env, name, config.PLANNERS[name]);
    regions.set(name, {
      name,
      bucket: binding<R2Bucket>(env, region.bucket),
      queue: binding<Queue<JobMessage>>(env, region.queue),
      pool,
      capabilities: makeReadCapabilities(async () => withPlanner(await askCapabilities({ db: env.DB, now }, pool), planner), now),
      planner,
      probe,
      continents: region.continents,
      presign: presignOf(env, name),
    });
  }
  const unknown = Object.keys(config.PLANNERS).filter((name) => !Object.hasOwn(config.REGIONS, name));
  if (unknown.length > 0) throw new Error(`PLANNERS names no region of REGIONS: ${unknown.join(', ')}`);
  if (!regions.has(config.DEFAULT_REGION)) throw new Error(`DEFAULT_REGION ${config.DEFAULT_REGION} is not in REGIONS`);
  return {
    db: env.DB,
    orm: drizzle(env.DB),
    gates: env.GATES,
    sweeper: env.SWEEPER,
    regions,
    deliveryQueue: env.DELIVERIES,
    courier: makeCourierGateway(reachCourier(env), importSecret(config.COURIER_SECRET), now),
    config: {
      isDevelopment: config.ENVIRONMENT === 'development',
      plans: config.PLANS,
      defaultRegion: config.DEFAULT_REGION,
      internalBaseUrl: config.INTERNAL_BASE_URL,
      operatorKey: config.OPERATOR_KEY,
      keyPepper: importSecret(config.KEY_PEPPER),
      addressSecret: importSecret(config.ADDRESS_SECRET),
      processorSecret,
      sealingSecret: config.SEALING_SECRET,
      unauthenticatedPerMinute: config.UNAUTHENTICATED_PER_MINUTE,
      leaseMs: config.LEASE_MS,
      webhookTimeoutMs: config.WEBHOOK_TIMEOUT_MS,
      allowLocalWebhooks: config.ALLOW_LOCAL_WEBHOOKS,
    },
    log,
    now,
    randomBytes,
    newId: (kind) => makeId(kind, randomBytes(16)),
  };
}

/** With addresses (separated by spaces or commas) the pool is those processors; without, it is containers of the region's class. */
function poolOf(
  env: Env,
  region: string,
  config: { readonly instances: number; readonly container?: string | undefined },
  gatewayTo: (reach: Reach) => ProcessorGateway,
): ProcessorPool {
  const variable = `PROCESSOR_URL_${region.toUpperCase()}`;
  const value = env[variable];
  const addresses = typeof value === 'string' ? value.split(/[\s,]+/).filter((address) => address !== '') : [];
  if (addresses.length === 0 && config.container === undefined) throw new Error(`region ${region} has neither ${variable} nor a container`);
  const count = addresses.length > 0 ? addresses.length : config.instances;
  const instances = Array.from({ length: count }, (_, place) => `${region}-${place}`);
  const container = addresses.length > 0 ? undefined : config.container;
  if (container !== undefined) {
    const namespace = binding<DurableObjectNamespace>(env, container);
    const reach = (name: string) =>
      gatewayTo((path, init) => namespace.get(namespace.idFromName(name)).fetch(`http://${name}${path}`, init));
    return { region, instances, sleeps: true, reach };
  }
  const addressOf = new Map(instances.map((name, place) => [name, addresses[place]]));
  const reach = (name: string) =>
    gatewayTo(async (path, init) => {
      const address = addressOf.get(name);
      if (address === undefined) throw new Error(`${variable} has no address for ${name}`);
      return fetch(new URL(path, address), init);
    });
  return { region, instances, sleeps: false, reach };
}

function reachCourier(env: Env): Reach {
  const address = env['COURIER_URL'];
  if (typeof address === 'string' && address !== '') return (path, init) => fetch(new URL(path, address), init);
  const namespace = binding<DurableObjectNamespace>(env, 'COURIER');
  return (path, init) => namespace.get(namespace.idFromName('courier')).fetch(`http://courier${path}`, init);
}

function plannerOf(env: Env, region: string, config: PlannerConfig | undefined): PlannerGateway | undefined {
  if (!config) return undefined;
  const { model, requests_at_once: requestsAtOnce, binding: name, gateway, base_url: baseUrl } = config;
  if (baseUrl === undefined) return workersAiPlanner(binding<WorkersAi>(env, name ?? ''), gateway, { model, requestsAtOnce });
  if (env['ENVIRONMENT'] === 'production' && !baseUrl.startsWith('https:')) throw new Error(`PLANNERS.${region}: base_url is not https`);
  const key = regionText(env, 'PLANNER_KEY', region);
  const gatewayToken = regionText(env, 'PLANNER_GATEWAY_TOKEN', region);
  return endpointPlanner({ baseUrl, key, gatewayToken }, { model, requestsAtOnce });
}

function presignOf(env: Env, region: string): PresignConfig | undefined {
  const bucketUrl = regionText(env, 'R2_BUCKET_URL', region);
  const accessKeyId = regionText(env, 'R2_ACCESS_KEY_ID', region);
  const secretAccessKey = regionText(env, 'R2_SECRET_ACCESS_KEY', region);
  return bucketUrl && accessKeyId && secretAccessKey ? { bucketUrl, accessKeyId, secretAccessKey } : undefined;
}

function regionText(env: Env, name: (typeof REGION_SETTING_NAMES)[number], region: string): string | undefined {
  const value = env[`${name}_${region.toUpperCase()}`];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function binding<T>(env: Env, name: string): T {
  const value = env[name];
  if (value === undefined) throw new Error(`no binding named ${name}`);
  return value as T;
}
