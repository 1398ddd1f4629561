// A service that gets its cells later: what has ended moves from the default database into a cell of its region, whole, and can be read all the while.

import { afterAll, describe, expect, test } from 'vitest';
import { bodyOf, pdfBytes } from '../support/service/api-client.ts';
import { runOperator } from '../support/service/run-operator.ts';
import { openEdge, type TestAccount } from '../support/service/edge.ts';

const edge = await openEdge({ regions: ['eu', 'us'], cells: { 'eu-1': { code: 'Ea' } } });
afterAll(edge.close);
const cell = await edge.dbOf('eu-1');

const TABLES = ['files', 'batches', 'jobs', 'job_sources', 'batch_items', 'result_deliveries', 'events', 'deliveries'] as const;
const RESULTS = 10;

/** `job_0…17`: as identifiers were before there were cells. */
const padded = (kind: string, of: string) => `'${kind}_0' || printf('%021d', ${of})`;

/**
 * Rows of `jobs` jobs as a service without cells has them: seven of ten of eu; one of twenty with results that live; one of RESULTS with a result file
 * of its own, which is the source of the next job; one of ten that reads a second file; batches of twenty; two events each, told to an endpoint.
 */
async function generate(account: TestAccount, jobs: number, endpoint: string): Promise<void> {
  const account_id = `'${account.id}'`;
  // An hour ago: what has ended is kept for a while.
  const base = Date.now() - 3_600_000;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${jobs})`;
  const region = `CASE WHEN (i - 1) / 20 % 10 < 7 THEN 'eu' ELSE 'us' END`;
  const lives = `(i - 1) / 20 % 20 = 3`;
  const state = `CASE WHEN ${lives} THEN 'uploaded' ELSE 'expired' END`;
  const file = (kind: string, jobId: string, where: string) =>
    `INSERT INTO files (id, account_id, region, state, filename, content_type, size_bytes, job_id, created_at, expires_at, deleted_at, metadata)
     ${numbers} SELECT ${padded('file', kind)}, ${account_id}, ${region}, ${state}, 'file ' || i, 'application/pdf', i, ${jobId}, ${base} + i, CASE WHEN ${lives} THEN ${base + 90_000_000} ELSE ${base} + i END,
       CASE WHEN ${lives} THEN NULL ELSE ${base} + i END, json_object('of', i) FROM n WHERE ${where}`;
  const statements = [
    file('i', 'NULL', 'TRUE'),
    `INSERT INTO batches (id, account_id, total, refused, created_at, completed_at)
     ${numbers} SELECT ${padded('batch', 'i')}, ${account_id}, 20, 0, ${base}, ${base + 1} FROM n WHERE i % 40 = 1`,
    `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, batch_id, created_at, started_at, completed_at, expires_at, report, result_file_id)
     ${numbers} SELECT ${padded('job', 'i')}, ${account_id}, 'metadata',
       CASE WHEN i % ${RESULTS} = 1 AND i % 20 <> 1 THEN ${padded('file', `${10 * jobs} + i - 1`)} ELSE ${padded('file', 'i')} END,
       ${region}, '{"action":"remove"}', CASE WHEN ${lives} THEN 'succeeded' ELSE 'expired' END,
       CASE WHEN (i - 1) / 20 % 2 = 0 THEN ${padded('batch', '(i - 1) / 20 * 20 + 1')} END, ${base} + i, ${base} + i, ${base} + i, ${base + 90_000_000}, json_object('said', i),
       CASE WHEN i % ${RESULTS} = 0 THEN ${padded('file', `${10 * jobs} + i`)} END FROM n`,
    file(`${10 * jobs} + i`, padded('job', 'i'), `i % ${RESULTS} = 0`),
    `INSERT INTO job_sources (job_id, position, file_id) ${numbers}
     SELECT ${padded('job', 'i')}, 1, ${padded('file', 'i - 1')} FROM n WHERE i % 10 = 5`,
    `INSERT INTO batch_items (batch_id, position, job_id)
     ${numbers} SELECT ${padded('batch', '(i - 1) / 20 * 20 + 1')}, (i - 1) % 20, ${padded('job', 'i')} FROM n WHERE (i - 1) / 20 % 2 = 0`,
    ...['queued', 'succeeded'].map(
      (each) => `INSERT INTO events (cause, id, account_id, event, job_id, created_at, body, wanted)
       ${numbers} SELECT ${padded('job', 'i')} || ':${each}', ${padded('evt', each === 'queued' ? '2 * i' : '2 * i + 1')}, ${account_id}, 'job.${each}',
         ${padded('job', 'i')}, ${base} + i, json_object('n', i), 1 FROM n`,
    ),
    `INSERT INTO deliveries (id, webhook_id, event_id, event, cause, state, created_at, completed_at)
     ${numbers} SELECT 'dlv_' || printf('%032d', i), '${endpoint}', ${padded('evt', '2 * i + 1')}, 'job.succeeded', ${padded('job', 'i')} || ':succeeded',
       'delivered', ${base} + i, ${base} + i FROM n WHERE i % 3 = 0`,
  ];
  // The foreign keys of a result and its job point both ways.
  for (const statement of [...statements.slice(0, 1), statements[3] ?? '', ...statements.slice(1, 3), ...statements.slice(4)])
    await edge.sql(statement);
}

async function rowsOf(db: typeof cell, table: string): Promise<string[]> {
  const { results } = await db.prepare(`SELECT * FROM ${table}`).all<Record<string, unknown>>();
  // Each database numbers its own.
  return results.map((row) => JSON.stringify({ ...row, seq: undefined })).toSorted();
}

async function weigh(db: typeof cell, table: string, idColumn: string): Promise<[number, number]> {
  const row = await db
    .prepare(`SELECT count(*) AS n, coalesce(sum(length(${idColumn})), 0) AS chars FROM ${table}`)
    .first<{ n: number; chars: number }>();
  return [row?.n ?? 0, row?.chars ?? 0];
}

interface Page {
  readonly files: number;
  readonly jobs: number;
  readonly left: number;
  readonly next: number | null;
}

async function movePages(files_max: number, between: () => Promise<void> = async () => undefined): Promise<{ jobs: number; left: number }> {
  const sum = { jobs: 0, left: 0 };
  for (let after: number | null = 0; after !== null;) {
    const page: Page = await bodyOf(await edge.operator('POST', '/cells/eu-1/move', { after, files_max }), 200);
    sum.jobs += page.jobs;
    sum.left += page.left;
    after = page.next;
    await between();
  }
  return sum;
}

async function makeEndpoint({ api }: TestAccount): Promise<string> {
  const { webhook_id } = await bodyOf<{ webhook_id: string }>(
    await api.post('/webhooks', { url: 'https://example.com/hook', events: ['*'] }),
    201,
  );
  return webhook_id;
}

const idOf = (i: number) => `job_0${String(i).padStart(21, '0')}`;

describe('moveToCell 200', () => {
  test('moves rows that belong together, all of them and unchanged; those that live stay', async () => {
    const account = await edge.createAccount();
    await generate(account, 400, await makeEndpoint(account));
    const before = await Promise.all(TABLES.map(async (table) => rowsOf(edge.db, table)));
    const list = async () => {
      const ids: string[] = [];
      for (let path: string | null = '/jobs?limit=100'; path !== null;) {
        const page: { data: { job_id: string }[]; next_cursor: string | null } = await bodyOf(await account.api.get(path), 200);
        ids.push(...page.data.map(({ job_id }) => job_id));
        path = page.next_cursor === null ? null : `/jobs?limit=100&cursor=${encodeURIComponent(page.next_cursor)}`;
      }
      return ids;
    };
    const listed = await list();

    const dry = await runOperator(edge, ['cells', 'move', 'eu-1', '--dry-run', '--json']);
    expect(await Promise.all(TABLES.map(async (table) => rowsOf(edge.db, table)))).toEqual(before);

    const unread: number[] = [];
    const moved = await movePages(50, async () => {
      for (let tries = 0; tries < 5; tries++) {
        const i = 1 + Math.floor(Math.random() * 400);
        if ((await account.api.get(`/jobs/${idOf(i)}`)).status !== 200) unread.push(i);
      }
      expect(await list()).toEqual(listed);
    });
    expect(unread).toEqual([]);
    // Of 280 jobs of eu one block of twenty has results that live.
    expect(moved.jobs).toBe(260);
    expect(JSON.parse(dry.out)).toMatchObject({ jobs: 260 });
    for (const [i, table] of TABLES.entries()) {
      const [here, there] = [await rowsOf(edge.db, table), await rowsOf(cell, table)];
      expect([...here, ...there].toSorted()).toEqual(before[i]);
    }
    expect(await edge.sql(`SELECT DISTINCT state FROM jobs WHERE region = 'eu'`)).toEqual([{ state: 'succeeded' }]);
    expect((await cell.prepare(`SELECT DISTINCT region FROM jobs`).all()).results).toEqual([{ region: 'eu' }]);
    // Another time there is nothing more to do.
    expect(await movePages(500)).toMatchObject({ jobs: 0 });
  });

  test('leaves a job that has not ended, with its file, until it has', async () => {
    const account = await edge.createAccount();
    // As of before there were cells.
    const fileId = `file_1${'7'.repeat(21)}`;
    await edge.sql(
      `INSERT INTO files (id, account_id, region, state, filename, content_type, size_bytes, created_at, expires_at, deleted_at)
       VALUES (?, ?, 'eu', 'expired', 'a.pdf', 'application/pdf', 1, ?, ?, ?)`,
      fileId,
      account.id,
      Date.now(),
      Date.now(),
      Date.now(),
    );
    const jobId = `job_1${'7'.repeat(21)}`;
    await edge.sql(
      `INSERT INTO jobs (id, account_id, type, file_id, region, params, state, created_at) VALUES (?, ?, 'metadata', ?, 'eu', '{}', 'queued', ?)`,
      jobId,
      account.id,
      fileId,
      Date.now(),
    );
    expect(await movePages(500)).toMatchObject({ jobs: 0 });
    await edge.sql(`UPDATE jobs SET state = 'cancelled', completed_at = ? WHERE id = ?`, Date.now(), jobId);
    expect(await movePages(500)).toMatchObject({ jobs: 1 });
    expect(await bodyOf(await account.api.get(`/jobs/${jobId}`), 200)).toMatchObject({ status: 'cancelled', region: 'eu' });
    // The account works in the cell from now on.
    expect((await account.api.createFile(pdfBytes(), { region: 'eu' })).file_id).toMatch(/^file_Ea/);
  });

  test('moves 100,000 jobs, each readable at any time', { tags: 'long', timeout: 900_000 }, async () => {
    const account = await edge.createAccount();
    for (const table of [...TABLES].toReversed()) {
      await edge.sql(`DELETE FROM ${table}`);
      await cell.prepare(`DELETE FROM ${table}`).run();
    }
    const jobs = 100_000;
    await generate(account, jobs, await makeEndpoint(account));
    const columns = {
      files: 'metadata',
      jobs: 'report',
      events: 'body',
      deliveries: 'id',
      batch_items: 'job_id',
      job_sources: 'job_id',
    } as const;
    const weighed = async () =>
      Promise.all(
        Object.entries(columns).map(async ([table, column]) => {
          const [[n1, c1], [n2, c2]] = await Promise.all([weigh(edge.db, table, column), weigh(cell, table, column)]);
          return [table, n1 + n2, c1 + c2];
        }),
      );
    const before = await weighed();
    const unread: number[] = [];
    const moved = await movePages(1000, async () => {
      for (let tries = 0; tries < 3; tries++) {
        const i = 1 + Math.floor(Math.random() * jobs);
        if ((await account.api.get(`/jobs/${idOf(i)}`)).status !== 200) unread.push(i);
      }
    });
    expect(unread).toEqual([]);
    // Fourteen blocks of eu in twenty, of which one lives.
    expect(moved.jobs).toBe(65_000);
    expect(await weighed()).toEqual(before);
    expect((await cell.prepare('SELECT count(*) AS n FROM jobs').first<{ n: number }>())?.n).toBe(65_000);
  });
});
