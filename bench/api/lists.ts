// Questions: does a page of a long list cost what a page of a short one costs, and what does an Idempotency-Key add to POST /jobs?
// One account with JOBS rows (one in RARE of them failed), one with a handful; interleaved, one request at a time.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets, ROOT, startEdge } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { interleave, median, quantile, round } from '../measure.ts';
import { call, jsonHeaders, makeAccount, uploadFile } from './edge-client.ts';

const JOBS = 100_000;
const FEW = 30;
const RARE = 1000;
const ROUNDS = 200;
const WARM_UP = 30;

export async function benchLists(): Promise<object> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-lists-'));
  const secrets = makeSecrets();
  const port = await findFreePort();
  const edge = await startEdge({
    port,
    secrets,
    processorUrls: { eu: 'http://127.0.0.1:1' },
    stateDir: dir,
    entry: 'bench/api/worker.ts',
  });
  try {
    const base = `${edge.url}/v1`;
    const db = await edge.miniflare.getD1Database('DB');
    const makeOwner = async (jobs: number) => {
      const { accountId, key } = await makeAccount(base, secrets.OPERATOR_KEY);
      const fileId = await uploadFile(base, key, readFileSync(`${ROOT}scripts/local/sample.pdf`));
      for (let from = 0; from < jobs; from += 10_000) {
        await db
          .prepare(
            `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
             INSERT INTO jobs (id, account_id, type, file_id, region, params, state, created_at, completed_at)
             SELECT 'job_' || ?3 || i, ?4, 'metadata', ?5, 'eu', '{"action":"remove"}', CASE i % ?6 WHEN 0 THEN 'failed' ELSE 'expired' END,
               1700000000000 + i * 1000, 1700000000000 + i * 1000 FROM n`,
          )
          .bind(from, Math.min(jobs, from + 10_000), accountId, accountId, fileId, RARE)
          .run();
      }
      return { key, fileId };
    };
    const [long, short] = [await makeOwner(JOBS), await makeOwner(FEW)];
    const headers = jsonHeaders(long.key);
    const middle = new Date(1_700_000_000_000 + (JOBS / 2) * 1000).toISOString();
    const body = JSON.stringify({ file_id: short.fileId, action: 'remove' });
    const posting = jsonHeaders(short.key);
    let keys = 0;
    const times = await interleave(
      {
        [`a page of ${FEW}`]: async () => expect(200, call('GET', `${base}/jobs`, jsonHeaders(short.key))),
        [`a page of ${JOBS}`]: async () => expect(200, call('GET', `${base}/jobs`, headers)),
        'a page in the middle': async () => expect(200, call('GET', `${base}/jobs?created_before=${middle}`, headers)),
        'a rare status': async () => expect(200, call('GET', `${base}/jobs?status=failed`, headers)),
        'POST /jobs': async () => expect(202, call('POST', `${base}/jobs/metadata`, posting, body)),
        'POST /jobs with a new key': async () =>
          expect(202, call('POST', `${base}/jobs/metadata`, { ...posting, 'Idempotency-Key': `new ${(keys += 1)}` }, body)),
        'POST /jobs repeated': async () =>
          expect(202, call('POST', `${base}/jobs/metadata`, { ...posting, 'Idempotency-Key': 'same' }, body)),
      },
      ROUNDS,
      WARM_UP,
    );
    return Object.fromEntries(
      Object.entries(times).map(([name, values]) => [name, { p50_ms: round(median(values)), p95_ms: round(quantile(values, 0.95)) }]),
    );
  } finally {
    await edge.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function expect(status: number, answer: Promise<{ status: number; body: string }>): Promise<void> {
  const { status: got, body } = await answer;
  if (got !== status) throw new Error(`expected ${status}, got ${got}: ${body}`);
}
