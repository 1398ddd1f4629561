// The attack that once worked, again and again while another account's pages are recognised, by the operations as they are: a document names
// the source of every process blindly. `npm run test:all` replays it a hundred times.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunJob } from '#contract/processor.ts';
import { ISOLATION_WAYS } from '../../processor/sandbox/isolation.ts';
import { membersOf, readProcessTable } from '../../processor/sandbox/process-group.ts';
import { magentaPng, showsMagenta } from '../../support/judges/magenta.ts';
import { eventually, type ProcessorUnderTest, processorUnderTest } from '../../support/run/processor-under-test.ts';
import { picturesOfJobs, pryingDocuments } from '../../support/documents/prying-documents.ts';
import { hasSoffice } from '../../support/judges/soffice.ts';
import { runToReport, WorkerSide } from '../../support/run/worker-side.ts';
import { BUNDLED_CHILD } from '../../scripts/bundle-processor.ts';

const ATTACKS = 100;
const BLIND = 400;
const limits = { processing_ms: 120_000, pages: 100, output_bytes: 100_000_000 };

function jobOf(side: WorkerSide, bytes: Buffer, contentType: string, changes: Partial<RunJob>): RunJob {
  const job = side.job(bytes, { limits, ...changes });
  return { ...job, sources: job.sources.map((source) => ({ ...source, content_type: contentType, filename: 'a' })) };
}

/** Recognises the same picture until it is stopped. @returns how often. */
async function recognise(processor: ProcessorUnderTest, stop: AbortSignal): Promise<number> {
  const picture = await magentaPng();
  for (let times = 0; ; times++) {
    if (stop.aborted) return times;
    await using side = await WorkerSide.start();
    const job = jobOf(side, picture, 'image/png', { type: 'ocr', params: { languages: ['eng'] }, account_id: 'victim' });
    const report = await runToReport(processor.port, side, job);
    if (report.outcome !== 'succeeded') throw new Error(JSON.stringify(report));
  }
}

test.runIf(hasSoffice && process.platform === 'linux').each(ISOLATION_WAYS)(
  'with %s no attack shows the other account’s page',
  { timeout: ATTACKS * 60_000, tags: 'long' },
  async (isolation) => {
    await using processor = await processorUnderTest({ slots: 2, isolation }, Date.now, BUNDLED_CHILD);
    await using side = await WorkerSide.start();
    const stop = new AbortController();
    const victims = recognise(processor, stop.signal);
    for (let i = 0; i < ATTACKS; i++) {
      let victim = '';
      await eventually('the other account’s page is there', 20_000, async () => {
        // A job that ends takes its folder away meanwhile.
        const entries = await readdir(processor.workRoot, { recursive: true }).catch(() => []);
        victim = join(processor.workRoot, entries.find((path) => path.endsWith('source-0.png')) ?? '');
        return victim.endsWith('source-0.png');
      });
      const pictures = picturesOfJobs(victim, membersOf(readProcessTable(), process.pid), BLIND);
      const documents = pryingDocuments({ pictures, text: '/etc/passwd' });
      const { name, contentType, bytes } = documents[i % documents.length]!;
      const report = await runToReport(
        processor.port,
        side,
        jobOf(side, bytes, contentType, { type: 'convert', params: { target_format: 'pdf' }, account_id: 'attacker' }),
      );
      expect(report, name).toMatchObject({ outcome: 'succeeded' });
      expect(showsMagenta(side.results.get(0)!.bytes), name).toBe(false);
    }
    stop.abort();
    expect(await victims).toBeGreaterThan(0);
  },
);
