// Whether all that a job needs answers: the database, and each region's storage and processor.

import type { z } from 'zod';
import type { Readiness } from '#contract/api.ts';
import { Isolation } from '#contract/processor-capabilities.ts';
import type { Deps, Region } from '../deps.ts';
import { isPoolReady } from '../gateways/processor-pool.ts';

/** From the strongest to the weakest. */
const IsolationWays = Isolation.options;

export async function checkReadiness(deps: Pick<Deps, 'db' | 'regions'>): Promise<z.infer<typeof Readiness>> {
  const [database, regions] = await Promise.all([
    succeeds(deps.db.prepare('SELECT 1 FROM accounts LIMIT 1').run()),
    Promise.all([...deps.regions.values()].map(checkRegion)),
  ]);
  const checks: Record<string, boolean> = { database };
  const isolation: Record<string, Isolation> = {};
  for (const region of regions) {
    checks[`storage.${region.name}`] = region.storage;
    checks[`processor.${region.name}`] = isPoolReady(region.instances);
    const ways = region.instances.flatMap(({ isolation: way }) => way ?? []);
    // The weakest one holds for the region.
    const weakest = [...IsolationWays].toReversed().find((way) => ways.includes(way));
    if (weakest) isolation[region.name] = weakest;
  }
  return { status: Object.values(checks).every(Boolean) ? 'ready' : 'not_ready', checks, isolation };
}

async function checkRegion(region: Region) {
  const [storage, instances] = await Promise.all([isStorageReady(region), region.probe()]);
  return { name: region.name, storage, instances };
}

export async function isStorageReady(region: Pick<Region, 'bucket'>): Promise<boolean> {
  return succeeds(region.bucket.head('readyz'));
}

async function succeeds(probe: Promise<unknown>): Promise<boolean> {
  return probe.then(
    () => true,
    () => false,
  );
}
