// Where a new file lives, and with it every job on it: what the request names; else the account's own choice; else the region nearest
// to the caller; else the default.

import type { Deps, Region } from '../deps.ts';
import { ok, refuse, refuseField, type Result } from '../result.ts';

export interface RegionHints {
  readonly defaultRegion: string | null;
  readonly continent: string | undefined;
}

export function chooseRegion(deps: Pick<Deps, 'regions' | 'config'>, hints: RegionHints, requested: string): Result<Region> {
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
