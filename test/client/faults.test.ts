// The client over a line that fails: every job is done, once, with its own result, whatever of 20 % of the requests becomes.
// The seed is printed; SEED replays the choice of faults.

import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Pdf } from '../../client/index.ts';
import { makeLetter } from '../../support/documents/letter.ts';
import { seeded } from '../../support/documents/random.ts';
import { PROXY_FAULTS, type FaultyProxy, startFaultyProxy } from '../support/service/faulty-proxy.ts';
import { useService } from '../support/service/journey.ts';

const FAULTY = 0.2;
const AT_ONCE = 8;
const journey = useService();
let proxy: FaultyProxy;
let pdf: Pdf;

beforeAll(async () => {
  proxy = await startFaultyProxy(new URL(journey.service.baseUrl).origin);
  // Five faults in a row are one in 3,000 requests.
  pdf = new Pdf({ apiKey: journey.service.key, baseUrl: `${proxy.url}/v1`, maxRetries: 12 });
});
afterAll(async () => proxy.close());

async function runMany(count: number): Promise<void> {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  console.log(`client over faults: SEED=${seed}`);
  const random = seeded(seed);
  proxy.choose = () => (random() < FAULTY ? PROXY_FAULTS[Math.floor(random() * PROXY_FAULTS.length)] : undefined);
  const run = `run-${seed}-${count}`;
  const bytes = await makeLetter('Somebody');
  const left = Array.from({ length: count }, (_, i) => i);
  const outcomes: string[] = [];
  const work = async () => {
    for (let i = left.shift(); i !== undefined; i = left.shift()) {
      const params = { action: 'set', values: { title: `${run} ${i}` }, metadata: { run, i: String(i) } } as const;
      const result = await pdf.run('metadata', new File([bytes.slice()], `${run}-${i}.pdf`), params);
      const title = (await PDFDocument.load(await result.bytes(), { updateMetadata: false })).getTitle();
      outcomes.push(`${title} of ${result.job.metadata?.['i']}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(JSON.stringify(proxy.counts));

  expect(outcomes.toSorted()).toEqual(Array.from({ length: count }, (_, i) => `${run} ${i} of ${i}`).toSorted());
  const jobs = await journey.service.query<{ n: number; state: string }>(
    `SELECT count(*) AS n, state FROM jobs WHERE metadata LIKE ? GROUP BY state`,
    `%${run}%`,
  );
  expect(jobs).toEqual([{ n: count, state: 'succeeded' }]);
  // Nor was a file stored twice.
  const sources = await journey.service.query<{ n: number }>(
    'SELECT count(*) AS n FROM files WHERE job_id IS NULL AND filename LIKE ?',
    `${run}-%`,
  );
  expect(sources).toEqual([{ n: count }]);
  const faults = PROXY_FAULTS.reduce((sum, fault) => sum + proxy.counts[fault], 0);
  expect(faults / (faults + proxy.counts.passed)).toBeGreaterThan(0.1);
}

test('of 20 jobs none is lost and none is done twice, with one request in five failing', { timeout: 300_000 }, async () => runMany(20));

test(
  'of 1,000 jobs none is lost and none is done twice, with one request in five failing',
  { tags: 'long', timeout: 1_800_000 },
  async () => runMany(1000),
);

test('a refusal that is final is not repeated', async () => {
  proxy.choose = () => undefined;
  const before = proxy.counts.passed;
  await expect(pdf.jobs.get('job_0000000000000000000000')).rejects.toMatchObject({ name: 'NotFoundError', status: 404, code: 'not_found' });
  expect(proxy.counts.passed).toBe(before + 1);
});

test('when every attempt fails, the last failure is thrown, and it says what it was', async () => {
  const hasty = new Pdf({ apiKey: journey.service.key, baseUrl: proxy.url, maxRetries: 1 });
  proxy.choose = () => 'reset';
  const before = proxy.counts.reset;
  await expect(hasty.capabilities()).rejects.toMatchObject({ name: 'ConnectionError' });
  expect(proxy.counts.reset).toBe(before + 2);
  proxy.choose = () => 'unavailable';
  await expect(hasty.capabilities()).rejects.toMatchObject({ name: 'ServerError', status: 503 });
});

test('an aborted call ends at once with the signal’s reason, also between attempts', async () => {
  proxy.choose = () => 'limited';
  const signal = AbortSignal.timeout(200);
  const before = Date.now();
  const failure = await pdf.capabilities({ signal }).catch((cause: unknown) => cause);
  expect(failure).toBe(signal.reason);
  expect(Date.now() - before).toBeLessThan(900);
});

test('a download that stands still goes on where it was', async () => {
  proxy.choose = () => undefined;
  const bytes = await makeLetter('Somebody');
  const { file_id } = await pdf.files.upload(bytes);
  let stalled = 0;
  proxy.choose = (_, path) => (path.startsWith('/v1/downloads/') && stalled++ < 2 ? 'stall_answer' : undefined);
  expect(await pdf.files.download(file_id, { timeout: 1_000 })).toEqual(new Uint8Array(bytes));
  expect(stalled).toBe(3);
});
