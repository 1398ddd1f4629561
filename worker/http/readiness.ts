// Whether everything that a job needs answers: the database, and each region's storage and processor.

import type { z } from 'zod';
import type { Readiness } from '#contract/api.ts';
import type { Deps } from '../deps.ts';

export async function checkReadiness(deps: Pick<Deps, 'db' | 'regions'>): Promise<z.infer<typeof Readiness>> {
  const probes: [string, Promise<boolean>][] = [['database', succeeds(deps.db.prepare('SELECT 1 FROM accounts LIMIT 1').run())]];
  for (const region of deps.regions.values()) {
    probes.push([`storage.${region.name}`, succeeds(region.bucket.head('readyz'))]);
    probes.push([`processor.${region.name}`, region.processor.isReady()]);
  }
  const checks = Object.fromEntries(await Promise.all(probes.map(async ([name, probe]) => [name, await probe] as const)));
  return { status: Object.values(checks).every(Boolean) ? 'ready' : 'not_ready', checks };
}

async function succeeds(probe: Promise<unknown>): Promise<boolean> {
  return probe.then(
    () => true,
    () => false,
  );
}
