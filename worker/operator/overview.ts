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
}

type OverviewDeps = Pick<Deps, 'cells' | 'now'>;

export async function readOverview({ cells, now }: OverviewDeps): Promise<Overview> {
  const nowMs = now();
  const parts = await Promise.all(cells.all.map(async (cell) => readPart(cell, nowMs)));
  const [first] = parts;
  if (!first?.tables) throw first?.cause ?? new Error('there is no database');
  const count = await readCounts(cells.global);
  const described = parts.flatMap(({ regions, tables }) => (tables ? regions.map((region) => describeRegion(region, tables)) : []));
  return {
    now: isoTime(nowMs),
    database: true,
    regions: [...Map.groupBy(described, ({ region }) => region).values()].map(addUpRegion),
    ...(cells.areSeveral ? { cells: parts.map(describeCell) } : {}),
    sweep: parts.flatMap(({ deps, tables }) => (tables?.steps ?? []).map((row) => describeStep(row, deps))),
    accounts: count.accounts,
    suspended_accounts: count.suspended,
    pending_access_requests: count.requests,
    ...(count.oldest_request === null ? {} : { oldest_access_request_at: isoTime(count.oldest_request) }),
    open_dead_letters: parts.reduce((sum, { tables }) => sum + (tables?.letters ?? 0), 0),
  };
}

function describeStep(row: SweepStepRow, { cell }: Pick<Deps, 'cell'>): Overview['sweep'][number] {
  return {
    step: cell.region === undefined ? row.name : `${cell.name}/${row.name}`,
    ran_at: isoTime(row.ran_at),
    took_ms: row.took_ms,
    count: row.count,
    ...(row.failed_at === null ? {} : { failed_at: isoTime(row.failed_at), error: row.error ?? '' }),
  };
}

interface Part {
  readonly deps: Deps;
  readonly regions: readonly ProbedRegion[];
  /** Undefined: the database does not answer. */
  readonly tables: Tables | undefined;
  readonly cause?: unknown;
}

async function readPart(deps: Deps, nowMs: number): Promise<Part> {
  const [regions, tables] = await Promise.allSettled([probeRegions(deps), readTables(deps, nowMs)]);
  if (tables.status === 'rejected') deps.log.error('cell.not_read', tables.reason, { cell: deps.cell.name });
  return {
    deps,
    regions: regions.status === 'fulfilled' ? regions.value : [],
    ...(tables.status === 'fulfilled' ? { tables: tables.value } : { tables: undefined, cause: tables.reason as unknown }),
  };
}

function describeCell({ deps: { cell }, tables }: Part): NonNullable<Overview['cells']>[number] {
  return {
    cell: cell.name,
    ...(cell.region === undefined ? {} : { region: cell.region }),
    database: tables !== undefined,
    ...(tables ? { bytes: tables.bytes } : {}),
    closed: cell.isClosed,
  };
}

interface ProbedRegion {
  readonly name: string;
  readonly instances: readonly ProbedInstance[];
  readonly storage: boolean;
}

async function probeRegions({ regions }: Pick<Deps, 'regions'>): Promise<ProbedRegion[]> {
  return Promise.all(
    [...regions.values()].map(async (region) => {
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
  readonly letters: number;
  readonly bytes: number;
}

async function readTables(deps: Pick<Deps, 'db'>, nowMs: number): Promise<Tables> {
  const [live, ended, walks, steps, letters] = await deps.db.batch([
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
    deps.db.prepare('SELECT count(*) AS letters FROM dead_letters WHERE replayed_at IS NULL'),
  ]);
  return {
    live: byRegion<LiveRow>(live),
    ended: byRegion<EndedRow>(ended),
    walks: byRegion<BucketWalkRow>(walks),
    steps: (steps?.results ?? []) as SweepStepRow[],
    letters: (letters?.results[0] as { letters: number } | undefined)?.letters ?? 0,
    bytes: letters?.meta.size_after ?? 0,
  };
}

async function readCounts({ db }: Pick<Deps, 'db'>): Promise<CountRow> {
  const row = await db
    .prepare(
      `SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM accounts WHERE suspended_at IS NOT NULL) AS suspended,
         (SELECT count(*) FROM access_requests WHERE state = 'pending') AS requests,
         (SELECT min(created_at) FROM access_requests WHERE state = 'pending') AS oldest_request`,
    )
    .first<CountRow>();
  if (!row) throw new Error('nothing was counted');
  return row;
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

type RegionOverview = Overview['regions'][number];

/** What the cells of a region say. An instance that they share runs jobs of all of them. */
function addUpRegion(parts: readonly RegionOverview[]): RegionOverview {
  const [first] = parts;
  if (!first || parts.length === 1) return first as RegionOverview;
  const sum = (of: (part: RegionOverview) => number) => parts.reduce((total, part) => total + of(part), 0);
  const byName = Map.groupBy(
    parts.flatMap(({ instances }) => instances),
    ({ instance }) => instance,
  );
  const instances = [...byName.values()].map((same) => ({
    ...(same[0] as RegionOverview['instances'][number]),
    running: same.reduce((total, { running }) => total + running, 0),
  }));
  const oldest = parts.flatMap(({ oldest_queued_at }) => oldest_queued_at ?? []).toSorted()[0];
  const walk = addUpWalks(parts.flatMap((part) => part.walk ?? []));
  const { oldest_queued_at: _, walk: __, ...rest } = first;
  return {
    ...rest,
    processor: parts.every(({ processor }) => processor),
    storage: parts.every(({ storage }) => storage),
    instances,
    slots: instances.reduce((total, { slots }) => total + slots, 0),
    running: sum(({ running }) => running),
    queued: sum(({ queued }) => queued),
    parked: sum(({ parked }) => parked),
    lapsed_leases: sum(({ lapsed_leases }) => lapsed_leases),
    succeeded: sum(({ succeeded }) => succeeded),
    failed: sum(({ failed }) => failed),
    ...(oldest === undefined ? {} : { oldest_queued_at: oldest }),
    ...(walk ? { walk } : {}),
  };
}

type Walk = NonNullable<RegionOverview['walk']>;

/** The one that is the longest ago, with what all have found. */
function addUpWalks(walks: readonly Walk[]): Walk | undefined {
  const [last] = walks.toSorted((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? -1 : 1));
  const sum = (of: (walk: Walk) => number) => walks.reduce((total, walk) => total + of(walk), 0);
  return last && { ...last, objects: sum(({ objects }) => objects), removed: sum(({ removed }) => removed), lost: sum(({ lost }) => lost) };
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
