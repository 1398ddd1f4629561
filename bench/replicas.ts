// `npm run bench:replicas`: GETs with the primary database 150 ms away, read near the caller and read of the primary, beside GETs with the primary here.
// Databases and Durable Objects are miniflare's; the distance and the lag of the replica (200 ms) are made (test/support/service/far-worker.ts). Every
// twentieth round the account writes. REPLICAS_ROUNDS; writes bench/results/.

import { makeSecrets, startEdge } from '../scripts/local/edge.ts';
import { findFreePort } from '../scripts/local/processor.ts';
import { callJson, makeAccount, uploadFile } from './api/edge-client.ts';
import { makeSource } from './api/jobs.ts';
import { median, quantile, round, writeResult } from './measure.ts';

const ROUNDS = Number(process.env['REPLICAS_ROUNDS'] ?? 120);
const WARM_UP = 5;
const WRITE_EVERY = 20;
const DISTANCE_MS = 150;
const LAG_MS = 200;

async function openContestant(isNear: boolean, far: { readonly distanceMs: number; readonly lagMs: number }) {
  const secrets = makeSecrets();
  const edge = await startEdge({
    port: await findFreePort(),
    secrets,
    // Nobody listens there: the jobs wait, and that is all that is read of them.
    processorUrls: { eu: 'http://127.0.0.1:9' },
    entry: 'test/support/service/far-worker.ts',
    databases: ['REPLICA'],
    vars: { READ_REPLICAS: isNear },
  });
  const base = `${edge.url}/v1`;
  const { key } = await makeAccount(base, secrets.OPERATOR_KEY);
  const file = await uploadFile(base, key, await makeSource());
  const { job_id } = await callJson<{ job_id: string }>('POST', `${base}/jobs/metadata`, key, { file_id: file, action: 'remove' });
  const paths = [`jobs/${job_id}`, `files/${file}`, 'jobs?limit=20', 'files?limit=20', 'usage'];
  await fetch(`${edge.url}/far`, { method: 'PUT', body: JSON.stringify(far) });
  return {
    paths,
    close: edge.close,
    get: async (path: string) => callJson('GET', `${base}/${path}`, key),
    write: async () => callJson('POST', `${base}/files`, key, { filename: 'a.pdf', content_type: 'application/pdf', size_bytes: 9 }),
  };
}

const here = { distanceMs: 0, lagMs: LAG_MS };
const away = { distanceMs: DISTANCE_MS, lagMs: LAG_MS };
const contestants = {
  primary_here: await openContestant(false, here),
  primary_away: await openContestant(false, away),
  near_reads: await openContestant(true, away),
};
try {
  const times: Record<string, number[]> = {};
  for (let i = -WARM_UP; i < ROUNDS; i++) {
    for (const [name, { paths, get, write }] of Object.entries(contestants)) {
      if (i % WRITE_EVERY === 0) await write();
      for (const path of paths) {
        const start = performance.now();
        await get(path);
        if (i >= 0) (times[name] ??= []).push(performance.now() - start);
      }
    }
  }
  const p50 = (name: string) => median(times[name] ?? []);
  writeResult('replicas', {
    distance_ms: DISTANCE_MS,
    replica_lag_ms: LAG_MS,
    gets: times['near_reads']?.length,
    ...Object.fromEntries(
      Object.entries(times).map(([name, some]) => [name, { p50_ms: round(median(some), 1), p95_ms: round(quantile(some, 0.95), 1) }]),
    ),
    p50_near_reads_to_primary_here: round(p50('near_reads') / p50('primary_here')),
    p50_primary_away_to_primary_here: round(p50('primary_away') / p50('primary_here')),
  });
} finally {
  for (const { close } of Object.values(contestants)) await close();
}
process.exit(0);
