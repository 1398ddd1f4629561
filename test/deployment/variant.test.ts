// Variants of wrangler.toml, as wrangler itself reads them.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Unstable_Config, unstable_readConfig } from 'wrangler';
import { stagingOf, withRegions } from '../../scripts/deploy/variant.ts';
import { ROOT } from '../../scripts/local/edge.ts';
import { EnvConfig } from '../../worker/settings.ts';

const TOML = readFileSync(`${ROOT}wrangler.toml`, 'utf8');
const REGIONS = readFileSync(`${ROOT}deploy/regions.toml`, 'utf8');
const INDEX = readFileSync(`${ROOT}worker/index.ts`, 'utf8');
const ID = '11111111-2222-3333-4444-555555555555';
const dir = mkdtempSync(join(tmpdir(), 'variant-'));
for (const part of ['processor', 'courier']) cpSync(`${ROOT}${part}/Dockerfile`, join(dir, part, 'Dockerfile'));
afterAll(() => rmSync(dir, { recursive: true }));

function configOf(toml: string): Unstable_Config {
  writeFileSync(join(dir, 'wrangler.toml'), toml);
  return unstable_readConfig({ config: join(dir, 'wrangler.toml') });
}

/** Names of what is created outside, once in an account. */
function created(config: Unstable_Config): string[] {
  const names = [
    config.name,
    ...config.r2_buckets.map(({ bucket_name }) => bucket_name),
    ...config.d1_databases.flatMap(({ database_name, database_id }) => [database_name, database_id]),
    ...(config.queues.producers ?? []).map(({ queue }) => queue),
    ...(config.queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
    ...(config.services ?? []).map(({ service }) => service),
  ];
  return names.flatMap((name) => name ?? []);
}

const SECRETS = Object.fromEntries(
  ['KEY_PEPPER', 'ADDRESS_SECRET', 'PROCESSOR_SECRET', 'SEALING_SECRET', 'COURIER_SECRET', 'OPERATOR_KEY'].map((name) => [
    name,
    '0123456789abcdef',
  ]),
);

test('staging has all that production has, and shares none of it', () => {
  const [production, staging] = [configOf(TOML), configOf(stagingOf(TOML, ID))];
  expect(created(staging)).toHaveLength(created(production).length);
  expect(created(staging).filter((name) => created(production).includes(name))).toEqual([]);
  expect(staging.queues.consumers?.filter(({ queue }) => queue.endsWith('-dead')).length).toBeGreaterThan(2);
  // Nothing else differs.
  const rest = ({ vars, durable_objects, triggers, limits, compatibility_flags, containers }: Unstable_Config) =>
    JSON.parse(JSON.stringify({ vars, durable_objects, triggers, limits, compatibility_flags, containers: containers?.length })) as unknown;
  expect(rest(staging)).toEqual(rest(production));
});

test('with further regions every continent has one, and each has its bindings, its classes and its containers', () => {
  const config = configOf(withRegions(TOML, REGIONS));
  const { REGIONS: regions } = EnvConfig.parse({ ...config.vars, ...SECRETS });
  expect(Object.keys(regions).toSorted()).toEqual(['ap', 'eu', 'sa', 'us']);
  const continents = Object.values(regions).flatMap((region) => region.continents);
  expect(continents.toSorted()).toEqual(['AF', 'AS', 'EU', 'NA', 'OC', 'SA']);
  const bound = [
    ...config.r2_buckets.map(({ binding }) => binding),
    ...(config.queues.producers ?? []).map(({ binding }) => binding),
    ...config.durable_objects.bindings.map(({ name }) => name),
  ];
  const classes = new Map(config.durable_objects.bindings.map(({ name, class_name }) => [name, class_name]));
  for (const { bucket, queue, container = '', instances, location_hint } of Object.values(regions)) {
    expect(bound).toEqual(expect.arrayContaining([bucket, queue, container]));
    const of = config.containers?.find(({ class_name }) => class_name === classes.get(container));
    expect(of?.max_instances).toBe(instances);
    expect(location_hint).toBeDefined();
    expect(INDEX).toContain(String(classes.get(container)));
  }
  expect(config.migrations.flatMap(({ new_sqlite_classes = [] }) => new_sqlite_classes)).toEqual(
    expect.arrayContaining([...new Set(classes.values())]),
  );
});
