// Whether all that a job needs answers: the databases, and each region's storage and processor; of a cell those that are its own.

import type { z } from 'zod';
import type { Readiness } from '#contract/api.ts';
import { Isolation } from '#contract/processor-capabilities.ts';
import type { Deps, Region } from '../deps.ts';
import { isPoolReady } from '../gateways/processor-pool.ts';

/** From the strongest to the weakest. */
const IsolationWays = Isolation.options;

export async function checkReadiness(deps: Pick<Deps, 'cells'>): Promise<z.infer<typeof Readiness>> {
  const cells = await Promise.all(deps.cells.all.map(checkCell));
  const checks: Record<string, boolean> = {};
  const isolation: Record<string, Isolation> = {};
  for (const { cell, database, regions } of cells) {
    const isNamed = cell.region !== undefined;
    checks[isNamed ? `database.${cell.name}` : 'database'] = database;
    for (const region of regions) {
      const name = isNamed ? cell.name : region.name;
      checks[`storage.${name}`] = region.storage;
      checks[`processor.${name}`] = isPoolReady(region.instances);
      const ways = region.instances.flatMap(({ isolation: way }) => way ?? []);
      // The weakest one holds for the region.
      const weakest = [...IsolationWays].toReversed().find((way) => ways.includes(way));
      if (weakest) isolation[name] = weakest;
    }
  }
  return { status: Object.values(checks).every(Boolean) ? 'ready' : 'not_ready', checks, isolation };
}

async function checkCell({ cell, db, regions }: Deps) {
  const [database, ...checked] = await Promise.all([
    succeeds(db.prepare('SELECT 1 FROM accounts LIMIT 1').run()),
    ...[...regions.values()].map(checkRegion),
  ]);
  return { cell, database, regions: checked };
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
