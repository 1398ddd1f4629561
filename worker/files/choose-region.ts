// Where a new file lives, and with it every job on it: what the request names; else the account's own choice; else the region nearest
// to the caller; else the default.

import { homeOf } from '../cells/home.ts';
import type { Deps, Region } from '../deps.ts';
import type { Plan } from '../plan.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

interface RegionHints {
  readonly defaultRegion: string | null;
  readonly continent: string | undefined;
}

/** Whose files they are. */
export interface Reserver extends RegionHints {
  readonly accountId: string;
  readonly plan: Plan;
}

/** A region in the cell where the account's new files are stored. */
export interface Place {
  readonly deps: Deps;
  readonly region: Region;
}

export type PlaceDeps = Pick<Deps, 'cells' | 'config' | 'now'>;

export async function choosePlace(deps: PlaceDeps, account: Reserver, requested: string): Promise<Result<Place>> {
  const { regions } = deps.cells.global;
  const chosen = chooseRegion({ regions, config: deps.config }, account, requested);
  if (!chosen.ok) return chosen;
  const home = await homeOf(deps, account, chosen.value.name);
  const region = home.regions.get(chosen.value.name);
  return region ? ok({ deps: home, region }) : refuse('unavailable');
}

function chooseRegion(deps: Pick<Deps, 'regions' | 'config'>, hints: RegionHints, requested: string): Result<Region> {
  if (requested !== 'auto') {
    const region = deps.regions.get(requested);
    if (region) return ok(region);
    return refuseField('region', 'unknown', `There is no such region; the regions are auto, ${[...deps.regions.keys()].join(', ')}.`);
  }
  if (hints.defaultRegion !== null) {
    // The account chose it, perhaps by obligation: the file never goes elsewhere silently.
    const region = deps.regions.get(hints.defaultRegion);
    return region ? ok(region) : refuse('unavailable', `The account's region ${hints.defaultRegion} is not available.`);
  }
  const near = [...deps.regions.values()].find((region) => hints.continent !== undefined && region.continents.includes(hints.continent));
  const region = near ?? deps.regions.get(deps.config.defaultRegion);
  return region ? ok(region) : refuse('unavailable');
}
