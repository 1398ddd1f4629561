// Question: what does our code add to the calls that a request must make anyway? Each real route against a floor handler that makes the
// same Durable Object, D1 and queue calls in the same process, and against a bare answer; interleaved, one request at a time, then 16.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecrets, ROOT, startEdge } from '../../scripts/local/edge.ts';
import { findFreePort } from '../../scripts/local/processor.ts';
import { interleave, median, quantile, round } from '../measure.ts';
import { call, jsonHeaders, makeAccount, uploadFile } from './edge-client.ts';

const ROUNDS = 600;
const WARM_UP = 100;
const CONCURRENCY = 16;
const BURSTS = 30;
const BURST_REQUESTS = 64;

export async function benchEdge(): Promise<object> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-api-'));
  const secrets = makeSecrets();
  const edge = await startEdge({
    port: await findFreePort(),
    secrets,
    processorUrls: { eu: 'http://127.0.0.1:1' },
    stateDir: dir,
    entry: 'bench/api/worker.ts',
  });
  try {
    const base = `${edge.url}/v1`;
    const { accountId, key } = await makeAccount(base, secrets.OPERATOR_KEY);
    const fileId = await uploadFile(base, key, readFileSync(`${ROOT}scripts/local/sample.pdf`));
    const headers = jsonHeaders(key);
    const realBody = JSON.stringify({ file_id: fileId, action: 'remove' });
    const floorBody = JSON.stringify({ file_id: fileId, account_id: accountId });
    const first = JSON.parse((await call('POST', `${base}/jobs/metadata`, headers, realBody)).body) as { job_id: string };

    const contestants = {
      hello: async () => expect(200, call('GET', `${edge.url}/hello`)),
      'floor POST /jobs': async () =>
        expect(202, call('POST', `${edge.url}/floor/jobs`, { 'Content-Type': 'application/json' }, floorBody)),
      'POST /jobs': async () => expect(202, call('POST', `${base}/jobs/metadata`, headers, realBody)),
      'floor GET /jobs': async () => expect(200, call('GET', `${edge.url}/floor/jobs?account=${accountId}&job=${first.job_id}`)),
      'GET /jobs': async () => expect(200, call('GET', `${base}/jobs/${first.job_id}`, headers)),
    };
    const single = await interleave(contestants, ROUNDS, WARM_UP);
    const bursts = await interleave(
      Object.fromEntries(Object.entries(contestants).map(([name, run]) => [name, async () => burst(run)])),
      BURSTS,
      3,
    );
    return { one_at_a_time: summary(single, 1), sixteen_at_a_time: summary(bursts, BURST_REQUESTS) };
  } finally {
    await edge.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function expect(status: number, answer: Promise<{ status: number; body: string }>): Promise<void> {
  const { status: got, body } = await answer;
  if (got !== status) throw new Error(`expected ${status}, got ${got}: ${body}`);
}

async function burst(run: () => Promise<void>): Promise<void> {
  let left = BURST_REQUESTS;
  const worker = async () => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function summary(times: Record<string, number[]>, requests: number): object {
  const of = (name: string) => median(times[name] ?? []) / requests;
  const rows = Object.fromEntries(
    Object.entries(times).map(([name, values]) => [
      name,
      { p50_ms: round(median(values) / requests), p95_ms: round(quantile(values, 0.95) / requests) },
    ]),
  );
  return {
    ...rows,
    ratios: {
      'POST /jobs : floor': round(of('POST /jobs') / of('floor POST /jobs')),
      'GET /jobs : floor': round(of('GET /jobs') / of('floor GET /jobs')),
      'POST /jobs : hello': round(of('POST /jobs') / of('hello')),
      'GET /jobs : hello': round(of('GET /jobs') / of('hello')),
    },
  };
}
