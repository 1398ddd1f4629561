// Brings buckets and rows together, a bounded page of each bucket per run: objects that no row can name any more are removed, and files
// whose object is gone are ended. Every page can be walked again without harm; the position is stored when a page is done.

import type { Deps, Region } from '../deps.ts';
import { expireFile } from '../files/erase.ts';
import type { FileRow } from '../files/file-table.ts';
import { cancelJobsOfFile } from '../jobs/cancel.ts';
import type { JobRow } from '../jobs/job-table.ts';
import { judgeObject, type ObjectOwner, ownerOf } from './judge-object.ts';
import type { BucketWalkRow } from './walk-table.ts';

type ReconcileDeps = Pick<
  Deps,
  'cell' | 'cells' | 'gates' | 'replicas' | 'db' | 'orm' | 'now' | 'newId' | 'config' | 'regions' | 'deliveryQueue' | 'log'
>;

/** R2 lists at most so many at once. */
const OBJECTS_PER_PAGE = 1000;
/** When all files of a page lack their object, and they are this many, it is the wrong bucket: nothing is ended. */
const SUSPICIOUS_LOSSES_MIN = 20;

/** @returns how many objects were removed and files ended. @throws the first failure, after every region had its turn. */
export async function reconcileBuckets(deps: ReconcileDeps): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (const region of deps.regions.values()) {
    try {
      count += await reconcilePage(deps, region);
    } catch (cause) {
      failures.push(new Error(`reconciling ${region.name} failed`, { cause }));
    }
  }
  if (failures.length > 0) throw failures[0];
  return count;
}

async function reconcilePage(deps: ReconcileDeps, region: Region): Promise<number> {
  const nowMs = deps.now();
  const walk = await readWalk(deps, region.name, nowMs);
  // Objects are listed before rows are read: an object that gets its row in between was seen without one, but is young, so it is kept.
  const listed = await region.bucket.list({ limit: OBJECTS_PER_PAGE, ...(walk.position === '' ? {} : { startAfter: walk.position }) });
  const page = await readPage(deps, region, walk.position, listed);
  const objects = listed.objects.filter((object) => page.end === undefined || object.key <= page.end);

  const orphans: string[] = [];
  let foreign = 0;
  for (const object of objects) {
    const owner = ownerOf(object.key);
    const judgement = judgeObject(owner, factsOf(page, object.key, owner), nowMs - object.uploaded.getTime());
    if (judgement === 'orphan') orphans.push(object.key);
    if (judgement === 'foreign') foreign += 1;
  }
  if (orphans.length > 0) {
    await region.bucket.delete(orphans);
    deps.log.info('reconcile.removed', { region: region.name, objects: orphans.length, first: orphans[0] });
  }
  if (foreign > 0) deps.log.info('reconcile.foreign', { region: region.name, objects: foreign });

  const seen = new Set(objects.map((object) => object.key));
  const missing = page.own.filter(
    (file) => !seen.has(file.object_key ?? '') && (page.end === undefined || (file.object_key ?? '') <= page.end),
  );
  if (missing.length >= SUSPICIOUS_LOSSES_MIN && missing.length === page.own.length) {
    throw new Error(`none of ${missing.length} files of ${region.name} has its object: is this the right bucket?`);
  }
  let lost = 0;
  for (const file of missing) if (await endIfLost(deps, region, file)) lost += 1;

  await storeWalk(deps, {
    ...walk,
    position: page.end ?? '',
    finished_at: page.end === undefined ? nowMs : walk.finished_at,
    objects: walk.objects + objects.length,
    removed: walk.removed + orphans.length,
    lost: walk.lost + lost,
  });
  return orphans.length + lost;
}

interface Page {
  /** The last key of the page; undefined: the bucket's end. */
  readonly end: string | undefined;
  /** Files of this cell that have an object in the page's range. */
  readonly own: readonly FileRow[];
  /** Keys that a file of any cell has. */
  readonly named: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, FileRow['state']>;
  readonly jobs: ReadonlyMap<string, Pick<JobRow, 'state' | 'attempt'>>;
}

/** What the rows of every cell with this bucket say. A row that is moved is in the next cell before it leaves the default one, which is read first. */
async function readPage(deps: ReconcileDeps, region: Region, after: string, listed: R2Objects): Promise<Page> {
  const isSharing = (other: Deps) => other.regions.get(region.name)?.bucketName === region.bucketName;
  const parts: { readonly isOwn: boolean; readonly rows: Rows }[] = [];
  for (const other of deps.cells.all.filter(isSharing)) {
    const isOwn = other.cell.name === deps.cell.name;
    parts.push({ isOwn, rows: await readRows(isOwn ? deps : other, region.name, after, listed) });
  }
  const ends = parts.flatMap(({ rows }) => rows.end ?? []).toSorted();
  return {
    end: ends[0],
    own: parts.flatMap(({ isOwn, rows }) => (isOwn ? rows.named : [])),
    named: new Set(parts.flatMap(({ rows }) => rows.named.map((row) => row.object_key ?? ''))),
    files: new Map(parts.flatMap(({ rows }) => [...rows.files])),
    jobs: new Map(parts.flatMap(({ rows }) => [...rows.jobs])),
  };
}

interface Rows extends Pick<Page, 'end' | 'files' | 'jobs'> {
  readonly named: readonly FileRow[];
}

/** One transaction: otherwise a job that settles between two reads would be terminal and its result without a row. */
async function readRows(deps: Pick<Deps, 'db'>, region: string, after: string, listed: R2Objects): Promise<Rows> {
  const last = listed.truncated ? listed.objects.at(-1)?.key : undefined;
  const owners = listed.objects.map((object) => ownerOf(object.key));
  const fileIds = owners.flatMap((owner) => (owner.kind === 'upload' ? [owner.fileId] : []));
  const jobIds = owners.flatMap((owner) => (owner.kind === 'result' ? [owner.jobId] : []));
  const [named, files, jobs] = await deps.db.batch([
    deps.db
      .prepare(
        `SELECT * FROM files WHERE region = ?1 AND state = 'uploaded' AND object_key > ?2 AND (?3 IS NULL OR object_key <= ?3)
         ORDER BY object_key LIMIT ?4`,
      )
      .bind(region, after, last ?? null, OBJECTS_PER_PAGE),
    deps.db.prepare('SELECT id, state FROM files WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify([...new Set(fileIds)])),
    deps.db
      .prepare('SELECT id, state, attempt FROM jobs WHERE id IN (SELECT value FROM json_each(?))')
      .bind(JSON.stringify([...new Set(jobIds)])),
  ]);
  const rows = (named?.results ?? []) as FileRow[];
  return {
    // More rows than a page holds: the page ends with the last of them.
    end: rows.length === OBJECTS_PER_PAGE ? (rows.at(-1)?.object_key ?? last) : last,
    named: rows,
    files: new Map(((files?.results ?? []) as FileRow[]).map((row) => [row.id, row.state])),
    jobs: new Map(((jobs?.results ?? []) as JobRow[]).map((row) => [row.id, row])),
  };
}

function factsOf(page: Page, key: string, owner: ObjectOwner): Parameters<typeof judgeObject>[1] {
  return {
    isNamed: page.named.has(key),
    ...(owner.kind === 'upload' ? { fileState: page.files.get(owner.fileId) } : {}),
    ...(owner.kind === 'result' ? { job: page.jobs.get(owner.jobId) } : {}),
  };
}

/**
 * Ends a file whose object is gone: jobs that need it are cancelled, and a job whose result it was expires in the next step of the sweep
 * (its report stays). The file's row goes last, so that an interrupted run finds it again.
 */
async function endIfLost(deps: ReconcileDeps, region: Region, file: FileRow): Promise<boolean> {
  if (file.object_key === null || (await region.bucket.head(file.object_key))) return false;
  const nowMs = deps.now();
  await deps.db
    .prepare(`UPDATE jobs SET expires_at = ? WHERE id = ? AND result_file_id = ? AND state = 'succeeded' AND expires_at > ?`)
    .bind(nowMs, file.job_id ?? '', file.id, nowMs)
    .run();
  await cancelJobsOfFile(deps, file.id);
  const ended = await expireFile(deps, file);
  if (ended) {
    const cause = new Error('the object of a file is gone');
    deps.log.error('file.object_missing', cause, { file_id: file.id, job_id: file.job_id ?? undefined, region: region.name });
  }
  return ended;
}

async function readWalk(deps: Pick<Deps, 'db'>, region: string, nowMs: number): Promise<BucketWalkRow> {
  const stored = await deps.db.prepare('SELECT * FROM bucket_walks WHERE region = ?').bind(region).first<BucketWalkRow>();
  if (stored && stored.position !== '') return stored;
  return { region, position: '', started_at: nowMs, finished_at: stored?.finished_at ?? null, objects: 0, removed: 0, lost: 0 };
}

async function storeWalk(deps: Pick<Deps, 'db'>, walk: BucketWalkRow): Promise<void> {
  await deps.db
    .prepare(
      `INSERT OR REPLACE INTO bucket_walks (region, position, started_at, finished_at, objects, removed, lost) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(walk.region, walk.position, walk.started_at, walk.finished_at, walk.objects, walk.removed, walk.lost)
    .run();
}
