// Compares docs/operating.md and .dev.vars.example with what the programs read: the names of the Worker's secrets and settings, the
// resources of wrangler.toml, the settings of processor and courier. Every difference is one sentence with the name in it.

import { relative } from 'node:path';
import type { Unstable_Config as WranglerConfig } from 'wrangler';
import { SETTING_NAMES as COURIER_SETTING_NAMES } from '../../courier/config.ts';
import { SETTING_NAMES as PROCESSOR_SETTING_NAMES } from '../../processor/config.ts';
import { EnvConfig, OPTIONAL_SETTING_NAMES, REGION_SETTING_NAMES, SECRET_NAMES } from '../../worker/settings.ts';
import { type OperatingPage, readPage } from './read-page.ts';

interface Described {
  /** docs/operating.md */
  readonly page: string;
  /** wrangler.toml */
  readonly config: WranglerConfig;
  /** .dev.vars.example */
  readonly devVars: string;
}

const PAGE = 'docs/operating.md';
const TOML = 'wrangler.toml';
const SECRETS: readonly string[] = SECRET_NAMES;

export function findDifferences({ page: markdown, config, devVars }: Described): string[] {
  const page = readPage(markdown);
  return [
    ...pageBesideCode(page),
    ...pageBesideResources(page, config),
    ...locationsOf(page, config),
    ...judgeConfig(config),
    ...judgeDevVars(devVars),
  ];
}

function pageBesideCode(page: OperatingPage): string[] {
  const workerNames = [
    ...Object.keys(EnvConfig.shape).filter((name) => !SECRETS.includes(name)),
    ...OPTIONAL_SETTING_NAMES,
    ...REGION_SETTING_NAMES.map((name) => `${name}_<REGION>`),
  ];
  return [
    ...compare('secret', page.secrets, SECRETS, 'worker/settings.ts'),
    ...compare('generated secret', page.secretsGenerated, SECRETS, 'worker/settings.ts'),
    ...compare('setting of the Worker', page.workerSettings, workerNames, 'worker/settings.ts'),
    ...compare('setting of a processor', page.processorSettings, PROCESSOR_SETTING_NAMES, 'processor/config.ts'),
    ...compare('setting of the courier', page.courierSettings, COURIER_SETTING_NAMES, 'courier/config.ts'),
  ];
}

function pageBesideResources(page: OperatingPage, config: WranglerConfig): string[] {
  const queues = [...queuesSent(config), ...(config.queues.consumers ?? []).map(({ queue }) => queue)];
  const named = (name: string | undefined, jurisdiction: string | undefined) =>
    jurisdiction === undefined ? `${name}` : `${name} --jurisdiction ${jurisdiction}`;
  const buckets = config.r2_buckets.map((bucket) => named(bucket.bucket_name, bucket.jurisdiction));
  const databases = config.d1_databases.map((database) => `${database.database_name}`);
  const containers = (config.containers ?? []).map((container) => `${container.class_name} of ${imageOf(config, container.image ?? '')}`);
  return [
    ...compare('queue', page.queues, queues, TOML),
    ...compare(
      'bucket',
      page.buckets.map((bucket) => named(bucket.name, bucket.jurisdiction)),
      buckets,
      TOML,
    ),
    ...compare(
      'database',
      page.databases.map(({ name }) => name),
      databases,
      TOML,
    ),
    ...compare('migration of the database', page.databasesMigrated, databases, TOML),
    ...compare('container class', page.containers, containers, TOML),
  ];
}

/** The platform sends too: messages that were tried too often. */
function queuesSent(config: WranglerConfig): string[] {
  const { producers = [], consumers = [] } = config.queues;
  return [...producers.flatMap(({ queue }) => queue ?? []), ...consumers.flatMap(({ dead_letter_queue: dead }) => dead ?? [])];
}

/** Wrangler makes the paths of images absolute. */
function imageOf(config: WranglerConfig, image: string): string {
  return relative(`${config.configPath}/..`, image);
}

function compare(kind: string, said: readonly string[], meant: readonly string[], source: string): string[] {
  const missing = [...new Set(meant)].filter((name) => !said.includes(name));
  const superfluous = [...new Set(said)].filter((name) => !meant.includes(name));
  const repeated = said.filter((name, i) => said.indexOf(name) < i);
  return [
    ...missing.map((name) => `${PAGE} lacks the ${kind} ${name} (${source}).`),
    ...superfluous.map((name) => `${PAGE} has the ${kind} ${name}, which ${source} does not have.`),
    ...repeated.map((name) => `${PAGE} has the ${kind} ${name} twice.`),
  ];
}

type Regions = Readonly<Record<string, { readonly bucket: string; readonly queue: string; readonly container?: string | undefined }>>;

function regionsOf(config: WranglerConfig): Regions {
  const parsed = EnvConfig.shape.REGIONS.safeParse(config.vars['REGIONS']);
  return parsed.success ? parsed.data : {};
}

type Cells = Readonly<
  Record<
    string,
    { readonly region: string; readonly database: string; readonly bucket?: string | undefined; readonly queue?: string | undefined }
  >
>;

function cellsOf(config: WranglerConfig): Cells {
  return EnvConfig.shape.CELLS.safeParse(config.vars['CELLS'] ?? {}).data ?? {};
}

function homeOf(config: WranglerConfig): string {
  return EnvConfig.shape.DEFAULT_REGION.safeParse(config.vars['DEFAULT_REGION']).data ?? '';
}

/** Where the containers of a region may run, in the words of `--location`. */
function placesOf(config: WranglerConfig, region: Regions[string] | undefined): readonly string[] {
  const className = config.durable_objects.bindings.find(({ name }) => name === region?.container)?.class_name;
  const container = config.containers?.find(({ class_name: name }) => name === className);
  return (container?.constraints?.regions ?? []).map((place) => place.toLowerCase());
}

/** Documents are stored where they are processed, a cell's database in its region, the other one in the default region. A jurisdiction alone is enough. */
function locationsOf(page: OperatingPage, config: WranglerConfig): string[] {
  const regions = regionsOf(config);
  const wrong = (what: string, location: string | undefined, places: readonly string[]) =>
    location !== undefined && places.includes(location)
      ? []
      : [
          `${PAGE} creates the ${what} ${location === undefined ? 'without --location' : `at --location ${location}`}; ${TOML} has its region at ${places.join(', ')}.`,
        ];
  const buckets = page.buckets.flatMap(({ name, jurisdiction, location }) => {
    const binding = config.r2_buckets.find((bucket) => bucket.bucket_name === name)?.binding;
    const cell = Object.values(cellsOf(config)).find(({ bucket }) => bucket === binding);
    const region = cell ? regions[cell.region] : Object.values(regions).find(({ bucket }) => bucket === binding);
    if (region === undefined || (jurisdiction !== undefined && location === undefined)) return [];
    return wrong(`bucket ${name}`, location, placesOf(config, region));
  });
  const databases = page.databases.flatMap(({ name, location }) => {
    const binding = config.d1_databases.find((database) => database.database_name === name)?.binding;
    const cell = Object.values(cellsOf(config)).find(({ database }) => database === binding);
    return wrong(`database ${name}`, location, placesOf(config, regions[cell?.region ?? homeOf(config)]));
  });
  return [...buckets, ...databases];
}

/** Faults that would make every request of the deployed Worker, or all jobs of a region, fail. */
function judgeConfig(config: WranglerConfig): string[] {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, 'x'.repeat(32)]));
  const parsed = EnvConfig.safeParse({ ...config.vars, ...secrets });
  const unusable = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${TOML}: the setting ${issue.path.join('.')} is missing or invalid.`);
  const known = Object.keys(EnvConfig.shape).filter((name) => !SECRETS.includes(name));
  const unknown = Object.keys(config.vars).filter((name) => !known.includes(name) && !isAddress(name, config));
  const home = homeOf(config);
  return [
    ...unusable,
    ...(Object.hasOwn(regionsOf(config), home) ? [] : [`${TOML}: the default region ${home} is not among its regions.`]),
    ...unknown.map((name) => `${TOML} has the setting ${name}, which worker/settings.ts does not have.`),
    ...Object.entries(regionsOf(config)).flatMap(([name, region]) => judgeRegion(config, name, region)),
    ...Object.entries(cellsOf(config)).flatMap(([name, cell]) => judgeCell(config, name, cell)),
    ...judgeDeadLetters(config),
  ];
}

function isAddress(name: string, config: WranglerConfig): boolean {
  const owners = [...Object.keys(regionsOf(config)), ...Object.keys(cellsOf(config))];
  const regions = owners.map((owner) => owner.toUpperCase().replaceAll('-', '_'));
  const names: string[] = REGION_SETTING_NAMES.flatMap((setting) => regions.map((region) => `${setting}_${region}`));
  return [...OPTIONAL_SETTING_NAMES, ...names].includes(name);
}

function judgeRegion(config: WranglerConfig, name: string, region: Regions[string]): string[] {
  const unbound = (kind: string, binding: string) => `${TOML}: the region ${name} names the ${kind} ${binding}, which is not bound.`;
  const isContainer = region.container === undefined || placesOf(config, region).length > 0;
  return [
    ...(config.r2_buckets.some(({ binding }) => binding === region.bucket) ? [] : [unbound('bucket', region.bucket)]),
    ...(config.queues.producers?.some(({ binding }) => binding === region.queue) ? [] : [unbound('queue', region.queue)]),
    ...(isContainer
      ? []
      : [`${TOML}: the region ${name} names the container ${region.container}, which has no class with a place to run.`]),
  ];
}

function judgeCell(config: WranglerConfig, name: string, { region, database, bucket, queue }: Cells[string]): string[] {
  const unbound = (kind: string, binding: string | undefined, bound: readonly { readonly binding: string }[] = []) =>
    binding === undefined || bound.some((each) => each.binding === binding)
      ? []
      : [`${TOML}: the cell ${name} names the ${kind} ${binding}, which is not bound.`];
  return [
    ...(Object.hasOwn(regionsOf(config), region) ? [] : [`${TOML}: the cell ${name} is of the region ${region}, which there is not.`]),
    ...unbound('database', database, config.d1_databases),
    ...unbound('bucket', bucket, config.r2_buckets),
    ...unbound('queue', queue, config.queues.producers),
  ];
}

/** A message that nobody takes out of a dead-letter queue is lost after days. */
function judgeDeadLetters(config: WranglerConfig): string[] {
  const consumers = config.queues.consumers ?? [];
  const unread = queuesSent(config).filter((name) => !consumers.some(({ queue }) => queue === name));
  return unread.map((name) => `${TOML}: nothing consumes the queue ${name}.`);
}

function judgeDevVars(text: string): string[] {
  const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const missing = SECRETS.filter((name) => !names.includes(name));
  return missing.map((name) => `.dev.vars.example lacks the secret ${name} (worker/settings.ts).`);
}
