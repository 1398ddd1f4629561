// Turns the environment into checked configuration and the dependencies of every verb. The only reader of `env`, of the clock and
// of randomness. A configuration that is incomplete, or that holds development secrets in production, does not start.

import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import type { z } from 'zod';
import { makeId } from '#contract/ids.ts';
import { DEVELOPMENT_SECRET_PREFIX, importSecret } from '#contract/internal-signature.ts';
import type { Plans } from './plan.ts';
import { makeReadCapabilities, type ReadCapabilities, withPlanner } from './gateways/region-capabilities.ts';
import { endpointPlanner, type PlannerGateway, type WorkersAi, workersAiPlanner } from './gateways/planner-gateway.ts';
import { makeProcessorGateway, type ProcessorGateway, type Reach } from './gateways/processor-gateway.ts';
import { askCapabilities, type ProbedInstance, probePool, type ProcessorPool } from './gateways/processor-pool.ts';
import { type ReplicatedDatabase, replicated } from './gateways/replicas.ts';
import type { GateNamespace } from './limits/gate.ts';
import { type Log, log } from './log.ts';
import { type CellConfig, EnvConfig, type PlannerConfig, type REGION_SETTING_NAMES, type RegionConfig, SECRET_NAMES } from './settings.ts';
import { makeTraces, type Traces } from './traces.ts';
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

/** A region as a cell has it. */
export interface Region {
  readonly name: string;
  readonly bucket: R2Bucket;
  /** The binding: cells may share a bucket. */
  readonly bucketName: string;
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
  readonly readReplicas: boolean;
  readonly uploadPartBytes: number;
}

/** A database with what works on it (docs/decisions/0035-cells.md). */
interface Cell {
  /** `eu-1`; `default` for the database of a service without cells. */
  readonly name: string;
  /** What the identifiers of its rows begin with; '': nothing. */
  readonly code: string;
  /** Undefined: of every region. */
  readonly region: string | undefined;
  readonly isClosed: boolean;
  readonly bytesMax: number;
}

interface Cells {
  /** Without cells in the configuration there is one database, and nothing has to be found. */
  readonly areSeveral: boolean;
  /**
   * With the database of accounts, keys, endpoints and access requests. It is the first cell too: of the regions that have no cells, and of rows
   * from before there were any.
   */
  readonly global: Deps;
  readonly all: readonly Deps[];
  readonly byName: Pick<ReadonlyMap<string, Deps>, 'get'>;
  readonly byCode: Pick<ReadonlyMap<string, Deps>, 'get'>;
}

/** What every verb works with: all of one cell, and the way to the others. */
export interface Deps {
  readonly cell: Cell;
  readonly cells: Cells;
  /** The primary, for whoever writes or must know what is. */
  readonly db: D1Database;
  readonly orm: DrizzleD1Database;
  /** Where databases have read replicas. */
  readonly replicas: ReplicatedDatabase | undefined;
  readonly gates: GateNamespace;
  readonly sweeper: DurableObjectNamespace;
  /** Of the cell. */
  readonly regions: ReadonlyMap<string, Region>;
  readonly deliveryQueue: Queue<DeliveryMessage | ResultMessage>;
  readonly courier: CourierGateway;
  readonly config: Config;
  readonly log: Log;
  /** Undefined where there is no collector. */
  readonly traces: Traces | undefined;
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

/** @returns those of the global database. @throws Error naming every missing or unusable setting. */
export function depsOf(env: Env): Deps {
  const known = made.get(env);
  if (known) return known;
  const deps = makeDeps(env);
  made.set(env, deps);
  return deps;
}

/** What all cells have alike. */
type Shared = Omit<Deps, 'cell' | 'cells' | 'db' | 'orm' | 'replicas' | 'regions' | 'newId'>;

function makeDeps(env: Env): Deps {
  const config = EnvConfig.parse(env);
  checkConfig(config);
  const { cells, global } = makeCells();
  const shared = makeShared(env, config);
  global.deps = makeCell(shared, cells, DEFAULT_CELL, env.DB, (db) =>
    Object.entries(config.REGIONS).map(([name, region]) => makeRegion(env, config, shared, { name, owner: name, db, region })),
  );
  cells.add(global.deps);
  for (const [name, cell] of Object.entries(config.CELLS)) {
    const { code, region, closed, bytes_max, database } = cell;
    const described = { name, code, region, isClosed: closed, bytesMax: bytes_max };
    cells.add(
      makeCell(shared, cells, described, binding<D1Database>(env, database), (db) => [
        makeRegion(env, config, shared, ofCell(env, config, { name, cell, db })),
      ]),
    );
  }
  return global.deps;
}

const DEFAULT_CELL: Cell = { name: 'default', code: '', region: undefined, isClosed: false, bytesMax: Infinity };

interface GrowingCells extends Cells {
  readonly add: (deps: Deps) => void;
}

/** They know each other, so they are filled one after the other. */
function makeCells(): { readonly cells: GrowingCells; readonly global: { deps: Deps } } {
  const global = {} as { deps: Deps };
  const all: Deps[] = [];
  const byName = new Map<string, Deps>();
  const byCode = new Map<string, Deps>();
  const cells: GrowingCells = {
    all,
    byName,
    byCode,
    get areSeveral() {
      return all.length > 1;
    },
    get global() {
      return global.deps;
    },
    add: (deps) => {
      all.push(deps);
      byName.set(deps.cell.name, deps);
      if (deps.cell.code !== '') byCode.set(deps.cell.code, deps);
    },
  };
  return { cells, global };
}

function makeCell(shared: Shared, cells: Cells, cell: Cell, database: D1Database, regionsOn: (db: D1Database) => readonly Region[]): Deps {
  const { randomBytes } = shared;
  const replicas = shared.config.readReplicas ? replicated(database) : undefined;
  const db = replicas?.primary ?? database;
  return {
    ...shared,
    cell,
    cells,
    db,
    orm: drizzle(db),
    replicas,
    regions: new Map(regionsOn(db).map((region) => [region.name, region])),
    newId: (kind) => makeId(kind, randomBytes(16), CELL_KINDS.has(kind) ? cell.code : ''),
  };
}

/** What lives in a cell and is asked for by its identifier. */
const CELL_KINDS: ReadonlySet<string> = new Set(['file', 'job', 'batch', 'event', 'deadLetter', 'audit']);

function checkConfig(config: z.output<typeof EnvConfig>): void {
  if (config.ENVIRONMENT === 'production') {
    const weak = SECRET_NAMES.filter((name) => config[name].startsWith(DEVELOPMENT_SECRET_PREFIX));
    if (weak.length > 0) throw new Error(`development secrets in production: ${weak.join(', ')}`);
    if (config.ALLOW_LOCAL_WEBHOOKS) throw new Error('ALLOW_LOCAL_WEBHOOKS is for development only');
  }
  const isRegion = (name: string) => Object.hasOwn(config.REGIONS, name);
  const unknown = Object.keys(config.PLANNERS).filter((name) => !isRegion(name));
  if (unknown.length > 0) throw new Error(`PLANNERS names no region of REGIONS: ${unknown.join(', ')}`);
  if (!isRegion(config.DEFAULT_REGION)) throw new Error(`DEFAULT_REGION ${config.DEFAULT_REGION} is not in REGIONS`);
  const cells = Object.entries(config.CELLS);
  for (const [name, { region }] of cells)
    if (!isRegion(region)) throw new Error(`the cell ${name} is of ${region}, which is not in REGIONS`);
  for (const field of ['code', 'database'] as const) {
    const values = cells.map(([, cell]) => cell[field]);
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) throw new Error(`two of CELLS have the ${field} ${twice}`);
  }
}

function makeShared(env: Env, config: z.output<typeof EnvConfig>): Shared {
  const now = () => Date.now();
  return {
    gates: env.GATES,
    sweeper: env.SWEEPER,
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
      processorSecret: importSecret(config.PROCESSOR_SECRET),
      sealingSecret: config.SEALING_SECRET,
      unauthenticatedPerMinute: config.UNAUTHENTICATED_PER_MINUTE,
      leaseMs: config.LEASE_MS,
      webhookTimeoutMs: config.WEBHOOK_TIMEOUT_MS,
      allowLocalWebhooks: config.ALLOW_LOCAL_WEBHOOKS,
      readReplicas: config.READ_REPLICAS,
      uploadPartBytes: config.UPLOAD_PART_BYTES,
    },
    log,
    traces: tracesOf(config),
    now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  };
}

function tracesOf({ OTLP_ENDPOINT, OTLP_HEADERS, TRACE_RATIO }: z.output<typeof EnvConfig>): Traces | undefined {
  return OTLP_ENDPOINT === undefined ? undefined : makeTraces({ endpoint: OTLP_ENDPOINT, headers: OTLP_HEADERS, ratio: TRACE_RATIO }, log);
}

/** A region on a database. */
interface Placed {
  readonly name: string;
  /** Whose processors and whose bucket they are: a region, or a cell. */
  readonly owner: string;
  /** Of the bucket's credentials, where that is another's. */
  readonly bucketOwner?: string;
  readonly db: D1Database;
  readonly region: RegionConfig;
}

function makeRegion(env: Env, config: z.output<typeof EnvConfig>, { now, config: { processorSecret } }: Shared, placed: Placed): Region {
  const { name, owner, bucketOwner = owner, db, region } = placed;
  const pool = poolOf(env, { name, owner }, region, (reach) => makeProcessorGateway(reach, processorSecret, now));
  const planner = plannerOf(env, name, config.PLANNERS[name]);
  return {
    name,
    bucket: binding<R2Bucket>(env, region.bucket),
    bucketName: region.bucket,
    queue: binding<Queue<JobMessage>>(env, region.queue),
    pool,
    capabilities: makeReadCapabilities(async () => withPlanner(await askCapabilities({ db, now }, pool), planner), now),
    planner,
    probe: async () => probePool({ db, now }, pool),
    continents: region.continents,
    presign: presignOf(env, bucketOwner),
  };
}

/** A cell's region: the cell's own parts, and those of the region for the others. */
function ofCell(
  env: Env,
  { REGIONS }: z.output<typeof EnvConfig>,
  { name, cell, db }: { readonly name: string; readonly cell: CellConfig; readonly db: D1Database },
): Placed {
  const shared = REGIONS[cell.region];
  if (!shared) throw new Error(`the cell ${name} is of ${cell.region}, which is not in REGIONS`);
  const hasProcessors = cell.container !== undefined || ownerText(env, 'PROCESSOR_URL', name) !== undefined;
  const { bucket = shared.bucket, queue = shared.queue } = cell;
  const pool = hasProcessors ? { container: cell.container, instances: cell.instances } : {};
  return {
    name: cell.region,
    owner: hasProcessors ? name : cell.region,
    bucketOwner: bucket === shared.bucket ? cell.region : name,
    db,
    region: { ...shared, ...pool, bucket, queue },
  };
}

/** With addresses (separated by spaces or commas) the pool is those processors; without, it is containers of the region's class. */
function poolOf(
  env: Env,
  { name: region, owner }: { readonly name: string; readonly owner: string },
  config: Pick<RegionConfig, 'instances' | 'container' | 'location_hint'>,
  gatewayTo: (reach: Reach) => ProcessorGateway,
): ProcessorPool {
  const variable = variableOf('PROCESSOR_URL', owner);
  const addresses = (ownerText(env, 'PROCESSOR_URL', owner) ?? '').split(/[\s,]+/).filter((address) => address !== '');
  if (addresses.length === 0 && config.container === undefined) throw new Error(`region ${owner} has neither ${variable} nor a container`);
  const count = addresses.length > 0 ? addresses.length : config.instances;
  const instances = Array.from({ length: count }, (_, place) => `${owner}-${place}`);
  const container = addresses.length > 0 ? undefined : config.container;
  if (container !== undefined) {
    const namespace = binding<DurableObjectNamespace>(env, container);
    const placed = config.location_hint === undefined ? {} : { locationHint: config.location_hint };
    const reach = (name: string) =>
      gatewayTo((path, init) => namespace.get(namespace.idFromName(name), placed).fetch(`http://${name}${path}`, init));
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
  const key = ownerText(env, 'PLANNER_KEY', region);
  const gatewayToken = ownerText(env, 'PLANNER_GATEWAY_TOKEN', region);
  return endpointPlanner({ baseUrl, key, gatewayToken }, { model, requestsAtOnce });
}

function presignOf(env: Env, owner: string): PresignConfig | undefined {
  const bucketUrl = ownerText(env, 'R2_BUCKET_URL', owner);
  const accessKeyId = ownerText(env, 'R2_ACCESS_KEY_ID', owner);
  const secretAccessKey = ownerText(env, 'R2_SECRET_ACCESS_KEY', owner);
  return bucketUrl && accessKeyId && secretAccessKey ? { bucketUrl, accessKeyId, secretAccessKey } : undefined;
}

type OwnedSetting = (typeof REGION_SETTING_NAMES)[number];

function variableOf(name: OwnedSetting, owner: string): string {
  return `${name}_${owner.toUpperCase().replaceAll('-', '_')}`;
}

/** A setting of a region or a cell. */
function ownerText(env: Env, name: OwnedSetting, owner: string): string | undefined {
  const value = env[variableOf(name, owner)];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function binding<T>(env: Env, name: string): T {
  const value = env[name];
  if (value === undefined) throw new Error(`no binding named ${name}`);
  return value as T;
}
