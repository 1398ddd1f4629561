// Whether everything that a job needs answers: the database, and each region's storage and processor.

import type { z } from 'zod';
import type { Readiness } from '#contract/api.ts';
import type { Deps, Region } from '../deps.ts';

export async function checkReadiness(deps: Pick<Deps, 'db' | 'regions'>): Promise<z.infer<typeof Readiness>> {
  const probes: [string, Promise<boolean>][] = [['database', succeeds(deps.db.prepare('SELECT 1 FROM accounts LIMIT 1').run())]];
  for (const region of deps.regions.values()) {
    probes.push([`storage.${region.name}`, isStorageReady(region)]);
    probes.push([`processor.${region.name}`, region.isReady()]);
  }
  const checks = Object.fromEntries(await Promise.all(probes.map(async ([name, probe]) => [name, await probe] as const)));
  return { status: Object.values(checks).every(Boolean) ? 'ready' : 'not_ready', checks };
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
