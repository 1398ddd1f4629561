// LibreOffice, given documents that nothing made safe, finds neither another account's running job nor a file of the machine: its isolation
// alone keeps it from them. Without isolation it finds them, so that this test can fail. That documents are also made safe before is another
// guarantee, with tests of its own.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Isolation } from '#contract/processor-capabilities.ts';
import { ISOLATION_WAYS } from '../../processor/sandbox/isolation.ts';
import { membersOf, readProcessTable } from '../../processor/sandbox/process-group.ts';
import { eventually, type ProcessorUnderTest, processorUnderTest } from '../../support/run/processor-under-test.ts';
import { textOfPdf } from '../../support/judges/judge-pdf.ts';
import { magentaPng, showsMagenta } from '../../support/judges/magenta.ts';
import { picturesOfJobs, pryingDocuments } from '../../support/documents/prying-documents.ts';
import { hasSoffice } from '../../support/judges/soffice.ts';
import { cancelJob, offerUntilTaken, runToReport, WorkerSide } from '../../support/run/worker-side.ts';
import { bundled } from '../../scripts/bundle-processor.ts';
import { thinned } from '../../support/everything.ts';

const CHILD = bundled('unguarded-child');
const SECRET = 'the text that nobody else may read';

let folder: string;
let magenta: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'converter-isolation-'));
  magenta = await magentaPng();
  await writeFile(join(folder, 'canary.png'), magenta);
  await writeFile(join(folder, 'canary.txt'), SECRET);
});
afterAll(() => rm(folder, { recursive: true }));

/** The names of the attacks whose result shows what was to stay secret. */
async function attackAll(processor: ProcessorUnderTest): Promise<string[]> {
  await using side = await WorkerSide.start();
  const limits = { processing_ms: 120_000, pages: 100, output_bytes: 100_000_000 };
  const sourceOf = (job: ReturnType<typeof side.job>, content_type: string) => [{ ...job.sources[0]!, content_type }];
  const waiting = side.job(magenta, { account_id: 'victim', limits });
  const victim = { ...waiting, sources: sourceOf(waiting, 'image/png') };
  await offerUntilTaken(processor.port, victim);
  let path = '';
  await eventually('the other job has its source', 20_000, async () => {
    const entries = await readdir(processor.workRoot, { recursive: true });
    path = entries.find((entry) => entry.endsWith('source-0.png')) ?? '';
    return path !== '';
  });
  const pids = membersOf(readProcessTable(), process.pid);
  const succeeded: string[] = [];
  const pictures = [join(folder, 'canary.png'), ...picturesOfJobs(join(processor.workRoot, path), pids)];
  for (const { name, contentType, bytes } of pryingDocuments({ pictures, text: join(folder, 'canary.txt') })) {
    const job = side.job(bytes, { account_id: 'attacker', limits });
    const report = await runToReport(processor.port, side, { ...job, sources: sourceOf(job, contentType) });
    if (report.outcome !== 'succeeded') throw new Error(`${name}: ${JSON.stringify(report)}`);
    const result = side.results.get(0)!.bytes;
    if (showsMagenta(result) || textOfPdf(result).includes(SECRET)) succeeded.push(name);
  }
  await cancelJob(processor.port, victim);
  return succeeded;
}

async function attackWith(isolation: Isolation): Promise<string[]> {
  await using processor = await processorUnderTest({ slots: 2, isolation, allowUnisolated: isolation === 'none' }, Date.now, CHILD);
  return await attackAll(processor);
}

describe.runIf(hasSoffice && process.platform === 'linux')('documents that nothing made safe', () => {
  test.each(thinned(ISOLATION_WAYS, 2))('with %s they find nothing', async (isolation) => {
    expect(await attackWith(isolation)).toEqual([]);
  });

  test('without isolation they find the other job', async () => {
    expect(await attackWith('none')).toContain('docx');
  });

  test('where a kernel refuses namespaces Landlock takes their place', () => {
    // A user namespace in which no other can be made, as in a container whose profile forbids it.
    const script = `echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --inh-caps=-all --bounding-set=-all ${process.execPath} ${TRIAL} ${folder}`;
    const run = spawnSync('unshare', ['--user', '--map-root-user', 'sh', '-c', script], { encoding: 'utf8' });
    expect(run.stdout.trim()).toBe('landlock');
  });
});

const TRIAL = fileURLToPath(new URL('../support/children/print-isolation.ts', import.meta.url));
