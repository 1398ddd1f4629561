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
import { eventually, processorUnderTest, source } from '../support/processor-under-test.ts';
import { cancelJob, offerUntilTaken, runToReport, WorkerSide } from '../support/worker-side.ts';

const MARK = `mark-${randomBytes(8).toString('hex')}`;
const unisolated: readonly Isolation[] = ['none'];

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

/** What a job read of another account's job that runs beside it, of the processor, and of the machine. */
async function pryWhileAnotherRuns(isolation: Isolation, as: 'child' | 'converter'): Promise<string[]> {
  await using processor = await processorUnderTest({ slots: 2, isolation, allowUnisolated: isolation === 'none' });
  await using side = await WorkerSide.start();
  const victim = side.job(JSON.stringify({ does: 'wait', MARK }), { account_id: 'victim' });
  await offerUntilTaken(processor.port, victim);
  let victims: string[] = [];
  await eventually('the other job has its source', 5000, async () => {
    const entries = await readdir(processor.workRoot, { recursive: true });
    victims = entries.filter((path) => path.endsWith('source-0.pdf')).map((path) => join(processor.workRoot, path));
    return victims.length === 1;
  });
  const paths = [...victims, join(folder, 'secret'), '/etc/passwd', processor.workRoot, join(import.meta.dirname, 'job-isolation.test.ts')];
  const pids = membersOf(readProcessTable(), process.pid);
  const attack = side.job(source({ does: 'pry', as, request: { paths, pids, kram: MARK.split('').toReversed().join(''), port } }), {
    account_id: 'attacker',
  });
  const report = await runToReport(processor.port, side, attack);
  await cancelJob(processor.port, victim);
  if (report.outcome !== 'succeeded') throw new Error(JSON.stringify(report));
  return report.report['pried'] as string[];
}

describe.runIf(process.platform === 'linux').each(['child', 'converter'] as const)('as a %s', (as) => {
  test.each(ISOLATION_WAYS)('with %s nothing is read', async (isolation) => {
    expect(await pryWhileAnotherRuns(isolation, as)).toEqual([]);
  });

  test.each(unisolated)('with %s the other job, the processor and the network are there', async (isolation) => {
    const found = await pryWhileAnotherRuns(isolation, as);
    expect(found).toContain('connected');
    expect(found).toContain(join(folder, 'secret'));
    expect(found.some((path) => /slot-.*source-0\.pdf$/.test(path))).toBe(true);
    expect(found.some((path) => /^\/proc\/\d+\/cwd\/source-0\.pdf$/.test(path))).toBe(true);
  });
});
