import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Empty. */
const NO_CORPUS = resolve(import.meta.dirname, 'node_modules/.no-corpus');
mkdirSync(NO_CORPUS, { recursive: true });
// Processors, command lines and workers start several hundred times in a run: what they load is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, 'node_modules/.compile-cache');

/** They wait more than they compute: begun first, they wait beside those that compute, and none of them is left alone at the end. */
const WAITING = ['test/chaos/', 'test/security/', 'test/browser/', 'test/deployment/', 'test/journey/'];

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => WAITING.some((folder) => moduleId.includes(`/${folder}`));
    const [waiting, computing] = [sorted.filter(waits), sorted.filter((file) => !waits(file))];
    // In turn, as long as there are both.
    return computing.flatMap((file, index) => [...waiting.slice(index, index + 1), file]).concat(waiting.slice(computing.length));
  }
}

export default defineConfig({
  test: {
    globalSetup: 'test/support/bundle-programs.ts',
    tags: [{ name: 'long', description: 'Too long for every day: run by `npm run test:all`.' }],
    // The long run is also made beside other work.
    testTimeout: process.env['TEST_ALL'] === undefined ? 60_000 : 600_000,
    hookTimeout: 120_000,
    // More than the two cores of the machine that this is made for: a part of the run waits for other programs.
    maxWorkers: 3,
    // As the processes of jobs are: processor/sandbox/job-process.ts says why.
    execArgv: ['--no-memory-protection-keys'],
    passWithNoTests: true,
    sequence: { sequencer: WaitingFirst },
    // Files share their modules: loading miniflare, wrangler, the bundled Worker and PDFium for each file was a quarter of the run. So a file
    // leaves nothing set behind.
    isolate: false,
    // Every test runs on a machine without the corpus; those over the corpus once more with it.
    projects: [
      { extends: true, test: { name: 'no corpus', include: ['test/**/*.test.ts'], env: { CORPUS_DIR: NO_CORPUS } } },
      { extends: true, test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'] } },
    ],
  },
});
