// Moves rows of a region from the default cell into one of its cells, for a service that got its cells later. Only what has ended is moved: files
// that are gone and jobs whose results are, with all that belongs to them. Nothing changes such rows any more, and new work is in the cells from
// the start; so the default cell empties while the retention passes, and bytes are never moved.
//
// Rows that name each other (a file and its jobs, a job and its results, the jobs of a batch) move together, since a database joins only its own.
// They are written and counted there before they are deleted here: whoever reads meanwhile finds them in one of both. Doing it again is harmless.

import { isTerminal, type JobState } from '#contract/jobs.ts';
import type { Deps } from '../deps.ts';
import { inChunks } from './json-chunks.ts';
import { placeAccount } from './home.ts';
import { groupsOf } from './linked-rows.ts';

export interface MoveRequest {
  readonly dryRun: boolean;
  /** The place in the walk where the page before ended. */
  readonly after: number;
  readonly filesMax: number;
}

export interface Moved {
  readonly files: number;
  readonly jobs: number;
  readonly events: number;
  readonly deliveries: number;
  readonly batches: number;
  /** Files that stay for now: they, or jobs and files that they belong to, have not ended or are partly of another region. */
  readonly left: number;
  /** Null: this was the last page. */
  readonly next: number | null;
}

type Row = Readonly<Record<string, string | number | null>>;
type MoveDeps = Pick<Deps, 'cells'>;

/** @returns undefined for a cell that is not one of a region */
export async function moveEnded(deps: MoveDeps, cellName: string, { dryRun, after, filesMax }: MoveRequest): Promise<Moved | undefined> {
  const { global, byName } = deps.cells;
  const target = byName.get(cellName);
  const region = target?.cell.region ?? '';
  const seeds = await global.db
    .prepare('SELECT rowid AS place, id FROM files WHERE rowid > ? AND region = ? ORDER BY rowid LIMIT ?')
    .bind(after, region, filesMax)
    .all<{ place: number; id: string }>();
  if (!target || region === '') return undefined;
  const linked = await readLinked(
    global.db,
    seeds.results.map(({ id }) => id),
  );
  // A group belongs to the page on which its first file lies.
  const placesOf = (group: readonly string[]) =>
    group.flatMap((id) => linked.files.get(id) ?? []).flatMap((file) => (file.region === region ? [file.place] : []));
  const groups = groupsOf(linked).filter((group) => Math.min(...placesOf(group)) > after);
  const movable = groups.filter((group) => group.every((id) => hasEnded(linked, id, region)));
  const ids = movable.flat();
  const rows = await readRows(global.db, ids);
  if (!dryRun && ids.length > 0) await move(deps, target, rows);
  return {
    files: rows.files.length,
    jobs: rows.jobs.length,
    events: rows.events.length,
    deliveries: rows.deliveries.length,
    batches: rows.batches.length,
    left: groups.flat().filter((id) => linked.files.has(id)).length - rows.files.length,
    next: seeds.results.length < filesMax ? null : (seeds.results.at(-1)?.place ?? null),
  };
}

interface LinkedFile {
  readonly place: number;
  readonly id: string;
  readonly region: string;
  readonly state: string;
  readonly job_id: string | null;
}

interface LinkedJob {
  readonly id: string;
  readonly region: string;
  readonly state: JobState;
  readonly file_id: string;
  readonly batch_id: string | null;
  /** Its event or its result is on its way to a receiver. */
  readonly waits: number;
}

/** Rows that name each other, whatever their state. */
interface Linked {
  readonly files: Map<string, LinkedFile>;
  readonly jobs: Map<string, LinkedJob>;
  /** Files that a job reads beside its first one. */
  readonly sources: { job_id: string; file_id: string }[];
}

const IN = 'IN (SELECT value FROM json_each(?1))';

/** All that the files belong to, to any distance. */
async function readLinked(db: D1Database, fileIds: readonly string[]): Promise<Linked> {
  const linked: Linked = { files: new Map(), jobs: new Map(), sources: [] };
  let newFiles: readonly string[] = fileIds;
  while (newFiles.length > 0) {
    const jobIds = await readJobsOf(db, newFiles, linked);
    const [named, sources] = await db.batch<LinkedFile & { job_id: string; file_id: string }>([
      db.prepare(`SELECT rowid AS place, id, region, state, job_id FROM files WHERE id ${IN}`).bind(JSON.stringify(newFiles)),
      db.prepare(`SELECT job_id, file_id FROM job_sources WHERE job_id ${IN}`).bind(JSON.stringify(jobIds)),
    ]);
    for (const row of named?.results ?? []) linked.files.set(row.id, row);
    linked.sources.push(...(sources?.results ?? []));
    const results = await db.prepare(`SELECT id FROM files WHERE job_id ${IN}`).bind(JSON.stringify(jobIds)).all<{ id: string }>();
    const reached = [
      ...jobIds.map((id) => linked.jobs.get(id)?.file_id ?? ''),
      ...(sources?.results ?? []).map(({ file_id }) => file_id),
      ...results.results.map(({ id }) => id),
    ];
    newFiles = [...new Set(reached)].filter((id) => id !== '' && !linked.files.has(id));
  }
  return linked;
}

/** Jobs that read or made one of the files, and all of their batches. @returns those that were not known */
async function readJobsOf(db: D1Database, fileIds: readonly string[], { jobs }: Linked): Promise<string[]> {
  const columns = `j.id, j.region, j.state, j.file_id, j.batch_id, EXISTS (SELECT 1 FROM result_deliveries r
    WHERE r.job_id = j.id AND r.completed_at IS NULL) OR EXISTS (SELECT 1 FROM webhooks w JOIN events e ON e.account_id = w.account_id
    JOIN deliveries d ON d.webhook_id = w.id AND d.event_id = e.id WHERE w.account_id = j.account_id AND e.cause > j.id || ':'
    AND e.cause < j.id || ';' AND d.state = 'pending') AS waits`;
  const found = await db.batch<LinkedJob>([
    db.prepare(`SELECT ${columns} FROM jobs j WHERE j.file_id ${IN}`).bind(JSON.stringify(fileIds)),
    db
      .prepare(`SELECT ${columns} FROM jobs j WHERE j.id IN (SELECT job_id FROM job_sources WHERE file_id ${IN})`)
      .bind(JSON.stringify(fileIds)),
    db.prepare(`SELECT ${columns} FROM jobs j WHERE j.id IN (SELECT job_id FROM files WHERE id ${IN})`).bind(JSON.stringify(fileIds)),
  ]);
  const fresh = found.flatMap(({ results }) => results).filter(({ id }) => !jobs.has(id));
  for (const row of fresh) jobs.set(row.id, row);
  const batches = [...new Set(fresh.flatMap(({ batch_id }) => batch_id ?? []))];
  if (batches.length === 0) return [...new Set(fresh.map(({ id }) => id))];
  const items = await db.prepare(`SELECT ${columns} FROM jobs j WHERE j.batch_id ${IN}`).bind(JSON.stringify(batches)).all<LinkedJob>();
  const others = items.results.filter(({ id }) => !jobs.has(id));
  for (const row of others) jobs.set(row.id, row);
  return [...new Set([...fresh, ...others].map(({ id }) => id))];
}

function hasEnded({ files, jobs }: Linked, id: string, region: string): boolean {
  const file = files.get(id);
  if (file) return file.region === region && (file.state === 'deleted' || file.state === 'expired');
  const job = jobs.get(id);
  if (!job) return true;
  return job.region === region && isTerminal(job.state) && job.state !== 'succeeded' && job.waits === 0;
}

/** In the order in which they can be written. */
const TABLES = ['files', 'batches', 'jobs', 'job_sources', 'batch_items', 'result_deliveries', 'events', 'deliveries'] as const;
type Rows = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

/** @param ids of files, jobs and batches */
async function readRows(db: D1Database, ids: readonly string[]): Promise<Rows> {
  const jobCauses = ids.filter((id) => id.startsWith('job_')).flatMap((id) => JOB_CAUSES.map((cause) => `${id}:${cause}`));
  const causes = [...jobCauses, ...ids.flatMap((id) => (id.startsWith('job_') ? [] : [`${id}:ended`, `${id}:completed`]))];
  const of = (sql: string, values: readonly string[] = ids) => db.prepare(sql).bind(JSON.stringify(values));
  const results = await db.batch<Row>([
    of(`SELECT * FROM files WHERE id ${IN} ORDER BY rowid`),
    of(`SELECT * FROM batches WHERE id ${IN}`),
    of(`SELECT * FROM jobs WHERE id ${IN} ORDER BY seq`),
    of(`SELECT * FROM job_sources WHERE job_id ${IN}`),
    of(`SELECT * FROM batch_items WHERE batch_id ${IN}`),
    of(`SELECT * FROM result_deliveries WHERE job_id ${IN}`),
    of(`SELECT * FROM events WHERE cause ${IN}`, causes),
    of(
      `SELECT d.* FROM events e JOIN webhooks w ON w.account_id = e.account_id JOIN deliveries d ON d.webhook_id = w.id AND d.event_id = e.id
       WHERE e.cause ${IN} AND d.state <> 'pending' ORDER BY d.seq`,
      causes,
    ),
  ]);
  return Object.fromEntries(TABLES.map((table, i) => [table, results[i]?.results ?? []])) as unknown as Rows;
}

const JOB_CAUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const satisfies readonly JobState[];

async function move({ cells }: MoveDeps, target: Deps, rows: Rows): Promise<void> {
  const accounts = new Set([...rows.files, ...rows.jobs].map((row) => String(row['account_id'])));
  for (const accountId of accounts) await placeAccount({ cells }, accountId, target);
  await target.db.batch(TABLES.flatMap((table) => writeRows(target.db, table, rows[table])));
  const ids = (table: 'files' | 'jobs' | 'batches') => JSON.stringify(rows[table].map(({ id }) => id));
  const written = await target.db
    .prepare(
      `SELECT (SELECT count(*) FROM files WHERE id ${IN}) + (SELECT count(*) FROM jobs WHERE id IN (SELECT value FROM json_each(?2))) AS n`,
    )
    .bind(ids('files'), ids('jobs'))
    .first<number>('n');
  if (written !== rows.files.length + rows.jobs.length)
    throw new Error(`${written} rows have arrived in ${target.cell.name}; nothing is deleted`);
  const { db } = cells.global;
  // A delivery that somebody has asked for again meanwhile stays, with its event.
  const gone = await db
    .prepare(`DELETE FROM deliveries WHERE id ${IN} AND state <> 'pending' RETURNING id`)
    .bind(JSON.stringify(rows.deliveries.map(({ id }) => id)))
    .all<{ id: string }>();
  const goneIds = new Set(gone.results.map(({ id }) => id));
  const kept = new Set(rows.deliveries.filter(({ id }) => !goneIds.has(String(id))).map(({ event_id }) => event_id));
  const causes = rows.events.filter(({ id }) => !kept.has(id ?? null)).map(({ cause }) => cause);
  // What depends on another row is deleted before it.
  await db.batch([
    db.prepare(`DELETE FROM events WHERE cause ${IN}`).bind(JSON.stringify(causes)),
    db.prepare(`DELETE FROM result_deliveries WHERE job_id ${IN}`).bind(ids('jobs')),
    db.prepare(`DELETE FROM job_sources WHERE job_id ${IN}`).bind(ids('jobs')),
    db.prepare(`DELETE FROM jobs WHERE id ${IN}`).bind(ids('jobs')),
    db.prepare(`DELETE FROM batches WHERE id ${IN}`).bind(ids('batches')),
    db.prepare(`DELETE FROM files WHERE id ${IN}`).bind(ids('files')),
  ]);
}

/** `seq` is each database's own. What is there stays as it is. */
function writeRows(db: D1Database, table: (typeof TABLES)[number], rows: readonly Row[]): D1PreparedStatement[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'seq');
  return inChunks(rows).map((chunk) =>
    db
      .prepare(
        `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((name) => `value ->> '${name}'`).join(', ')} FROM json_each(?)`,
      )
      .bind(chunk),
  );
}
