// The state of the whole service as one answer: what runs and waits where, what does not answer, and how the sweep goes.

import type { Overview } from '#contract/operator.ts';
import type { Deps } from '../deps.ts';
import { isoTime } from '../files/file.ts';
import { isStorageReady } from '../jobs/readiness.ts';
import { isPoolReady, type ProbedInstance } from '../gateways/processor-pool.ts';
import type { BucketWalkRow, SweepStepRow } from '../retention/walk-table.ts';

const HOUR_MS = 3_600_000;

interface LiveRow {
  readonly region: string;
  readonly running: number;
  readonly queued: number;
  readonly parked: number;
  readonly oldest: number | null;
  readonly lapsed: number;
}

interface EndedRow {
  readonly region: string;
  readonly succeeded: number;
  readonly failed: number;
}

interface CountRow {
  readonly accounts: number;
  readonly suspended: number;
  readonly requests: number;
  readonly oldest_request: number | null;
  readonly letters: number;
}

type OverviewDeps = Pick<Deps, 'db' | 'regions' | 'now'>;

export async function readOverview(deps: OverviewDeps): Promise<Overview> {
  const nowMs = deps.now();
  const [probed, tables] = await Promise.all([probeRegions(deps), readTables(deps, nowMs)]);
  const { count } = tables;
  return {
    now: isoTime(nowMs),
    database: true,
    regions: probed.map((region) => describeRegion(region, tables)),
    sweep: tables.steps.map((row) => ({
      step: row.name,
      ran_at: isoTime(row.ran_at),
      took_ms: row.took_ms,
      count: row.count,
      ...(row.failed_at === null ? {} : { failed_at: isoTime(row.failed_at), error: row.error ?? '' }),
    })),
    accounts: count.accounts,
    suspended_accounts: count.suspended,
    pending_access_requests: count.requests,
    ...(count.oldest_request === null ? {} : { oldest_access_request_at: isoTime(count.oldest_request) }),
    open_dead_letters: count.letters,
  };
}

interface ProbedRegion {
  readonly name: string;
  readonly instances: readonly ProbedInstance[];
  readonly storage: boolean;
}

async function probeRegions(deps: OverviewDeps): Promise<ProbedRegion[]> {
  return Promise.all(
    [...deps.regions.values()].map(async (region) => {
      const [instances, storage] = await Promise.all([region.probe(), isStorageReady(region)]);
      return { name: region.name, instances, storage };
    }),
  );
}

interface Tables {
  readonly live: ReadonlyMap<string, LiveRow>;
  readonly ended: ReadonlyMap<string, EndedRow>;
  readonly walks: ReadonlyMap<string, BucketWalkRow>;
  readonly steps: readonly SweepStepRow[];
  readonly count: CountRow;
}

async function readTables(deps: OverviewDeps, nowMs: number): Promise<Tables> {
  const [live, ended, walks, steps, counts] = await deps.db.batch([
    deps.db
      .prepare(
        `SELECT region, sum(state = 'running') AS running, sum(state = 'queued') AS queued, sum(state = 'queued' AND parked > 0) AS parked,
           min(CASE WHEN state = 'queued' THEN created_at END) AS oldest, sum(state = 'running' AND lease_until <= ?) AS lapsed
         FROM (SELECT region, state, parked, created_at, lease_until FROM jobs WHERE state = 'running'
               UNION ALL SELECT region, state, parked, created_at, lease_until FROM jobs WHERE state = 'queued') GROUP BY region`,
      )
      .bind(nowMs),
    deps.db
      .prepare(
        `SELECT region, sum(state = 'succeeded') AS succeeded, sum(state = 'failed') AS failed FROM jobs
         WHERE completed_at IS NOT NULL AND completed_at > ? GROUP BY region`,
      )
      .bind(nowMs - HOUR_MS),
    deps.db.prepare('SELECT * FROM bucket_walks'),
    deps.db.prepare('SELECT * FROM sweep_steps ORDER BY rowid'),
    deps.db.prepare(
      `SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM accounts WHERE suspended_at IS NOT NULL) AS suspended,
         (SELECT count(*) FROM access_requests WHERE state = 'pending') AS requests,
         (SELECT min(created_at) FROM access_requests WHERE state = 'pending') AS oldest_request,
         (SELECT count(*) FROM dead_letters WHERE replayed_at IS NULL) AS letters`,
    ),
  ]);
  return {
    live: byRegion<LiveRow>(live),
    ended: byRegion<EndedRow>(ended),
    walks: byRegion<BucketWalkRow>(walks),
    steps: (steps?.results ?? []) as SweepStepRow[],
    count: counts?.results[0] as CountRow,
  };
}

function byRegion<T extends { readonly region: string }>(result: D1Result | undefined): Map<string, T> {
  return new Map(((result?.results ?? []) as T[]).map((row) => [row.region, row]));
}

function describeRegion({ name, instances, storage }: ProbedRegion, { live, ended, walks }: Tables): Overview['regions'][number] {
  return {
    region: name,
    processor: isPoolReady(instances),
    storage,
    instances: instances.map(({ name: instance, state, slots, running, seen_at, isolation, version }) => ({
      instance,
      state,
      slots,
      running,
      ...(seen_at === null ? {} : { seen_at: isoTime(seen_at) }),
      ...(isolation && { isolation }),
      ...(version && { version }),
    })),
    slots: instances.reduce((sum, { slots }) => sum + slots, 0),
    ...describeLive(live.get(name)),
    succeeded: ended.get(name)?.succeeded ?? 0,
    failed: ended.get(name)?.failed ?? 0,
    ...describeWalk(walks.get(name)),
  };
}

function describeLive(row: LiveRow | undefined) {
  return {
    running: row?.running ?? 0,
    queued: row?.queued ?? 0,
    parked: row?.parked ?? 0,
    ...(row && row.oldest !== null ? { oldest_queued_at: isoTime(row.oldest) } : {}),
    lapsed_leases: row?.lapsed ?? 0,
  };
}

function describeWalk(walk: BucketWalkRow | undefined): Pick<Overview['regions'][number], 'walk'> {
  if (!walk) return {};
  const { finished_at, position, objects, removed, lost } = walk;
  return { walk: { ...(finished_at === null ? {} : { finished_at: isoTime(finished_at) }), position, objects, removed, lost } };
}
