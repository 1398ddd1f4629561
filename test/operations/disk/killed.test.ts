// A job whose process is killed in the middle delivers nothing, and what it had written goes with its work directory.

import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OPERATIONS } from '#contract/operations.ts';
import { readConfig } from '../../../processor/config.ts';
import { makeLog } from '../../../processor/log.ts';
import type { ChildTask } from '../../../processor/sandbox/child-messages.ts';
import { findIsolation } from '../../../processor/sandbox/find-isolation.ts';
import { JobProcess } from '../../../processor/sandbox/job-process.ts';
import { makeWorkDir, removeTree } from '../../../processor/work-dir.ts';
import { makePicturePdf } from '../../../support/documents/make-compressible.ts';
import { reasonOf } from '../../support/expect-failure.ts';
import { useWorkDir } from '../../support/work-dir.ts';
import { BUNDLED_CHILD } from '../../../scripts/bundle-processor.ts';

const slotDir = mkdtempSync(join(useWorkDir(), 'slot-'));
const config = readConfig({ PATH: process.env['PATH'], PROCESSOR_SECRET: 'no message is signed here' });
const child = new JobProcess(
  {
    childEntry: BUNDLED_CHILD,
    memoryBytesMax: config.jobMemoryBytesMax,
    searchPath: config.searchPath,
    isolation: await findIsolation(config.isolation, slotDir),
    allowUnisolated: config.allowUnisolated,
    clearResidentDir: removeTree,
  },
  slotDir,
);
afterAll(() => child.kill());

test('compress killed while its scratch file grows delivers nothing and leaves nothing beside its directory', async () => {
  expect(await child.ready).toBe(true);
  const before = readdirSync(slotDir);
  const seen: string[] = [];
  {
    await using dir = await makeWorkDir(slotDir);
    const path = join(dir.path, 'source-0.pdf');
    writeFileSync(path, await makePicturePdf('rgb flate', 150));
    const task: ChildTask = {
      jobId: 'job_killed',
      account: 'test',
      type: 'compress',
      params: OPERATIONS.compress.params.parse({}),
      sources: [{ path, filename: 'source.pdf', contentType: 'application/pdf', sizeBytes: 0, sha256: '0'.repeat(64) }],
      workDir: dir.path,
      limits: { processing_ms: 60_000, pages: 10, output_bytes: 1e9 },
      settings: { ocrEngine: config.ocrEngine },
      startedAtMs: 0,
    };
    const onProgress = ({ stage }: { readonly stage: string }): void => {
      if (stage !== 'fonts' || seen.length > 0) return;
      seen.push(...readdirSync(dir.path));
      void child.kill();
    };
    const running = child.run(task, {
      signal: new AbortController().signal,
      timeMs: 60_000,
      onMemory: () => {},
      onWarning: () => {},
      onProgress,
      log: makeLog(() => {}, Date.now),
    });
    expect(await reasonOf(running)).toBe('internal');
    await child.cleared;
  }
  expect(seen).toContainEqual(expect.stringMatching(/^scratch-/));
  expect(readdirSync(slotDir).filter((name) => !before.includes(name))).toEqual([]);
});
