// A job that runs code of its own sees nothing but itself: not another job's files, not the processor, not the machine, no network.
// The same attempts without isolation succeed, so that this test can fail.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Isolation } from '#contract/processor-capabilities.ts';
import { ISOLATION_WAYS } from '../../processor/sandbox/isolation.ts';
import { membersOf, readProcessTable } from '../../processor/sandbox/process-group.ts';
import { processorUnderTest, source } from '../../support/run/processor-under-test.ts';
import { cancelJob, offerUntilTaken, runToReport, WorkerSide } from '../../support/run/worker-side.ts';

const MARK = `mark-${randomBytes(8).toString('hex')}`;

let listener: Server;
let port: number;
let folder: string;

beforeAll(async () => {
  listener = createServer((socket) => socket.on('error', () => {}).end(MARK));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  ({ port } = listener.address() as AddressInfo);
  folder = await mkdtemp(join(tmpdir(), 'isolation-test-'));
  await writeFile(join(folder, 'secret'), MARK);
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true });
});

/** What a job read of another account's job that runs beside it, of the processor, and of the machine: itself, and as a converter that it starts. */
async function pryWhileAnotherRuns(isolation: Isolation): Promise<Record<'child' | 'converter', string[]>> {
  await using processor = await processorUnderTest({ slots: 2, isolation, allowUnisolated: isolation === 'none' });
  await using side = await WorkerSide.start();
  // A heartbeat says when the other job is at work; its source, which holds the mark, is there by then.
  side.leaseMs = 600;
  const victim = side.job(source({ does: 'progress', stages: [MARK] }), { account_id: 'victim' });
  await offerUntilTaken(processor.port, victim);
  await side.until(() => side.heartbeats.some(({ progress }) => progress.stage === MARK));
  const entries = await readdir(processor.workRoot, { recursive: true });
  const victims = entries.filter((path) => path.endsWith('source-0.pdf')).map((path) => join(processor.workRoot, path));
  expect(victims).toHaveLength(1);
  const paths = [...victims, join(folder, 'secret'), '/etc/passwd', processor.workRoot, join(import.meta.dirname, 'job-isolation.test.ts')];
  const found = { child: [] as string[], converter: [] as string[] };
  for (const as of ['child', 'converter'] as const) {
    const pids = membersOf(readProcessTable(), process.pid);
    const request = { paths, pids, kram: MARK.split('').toReversed().join(''), port };
    const report = await runToReport(processor.port, side, side.job(source({ does: 'pry', as, request }), { account_id: 'attacker' }));
    if (report.outcome !== 'succeeded') throw new Error(JSON.stringify(report));
    found[as] = report.report['pried'] as string[];
  }
  await cancelJob(processor.port, victim);
  return found;
}

describe.runIf(process.platform === 'linux')('a job that runs code of its own, and a converter that does', () => {
  test.each(ISOLATION_WAYS)('with %s read nothing', async (isolation) => {
    expect(await pryWhileAnotherRuns(isolation)).toEqual({ child: [], converter: [] });
  });

  test('with none find the other job, the files of the machine and the network', async () => {
    for (const found of Object.values(await pryWhileAnotherRuns('none'))) {
      expect(found).toContain('connected');
      expect(found).toContain(join(folder, 'secret'));
      expect(found.some((path) => /slot-.*source-0\.pdf$/.test(path))).toBe(true);
      expect(found.some((path) => /^\/proc\/\d+\/cwd\/source-0\.pdf$/.test(path))).toBe(true);
    }
  });
});
