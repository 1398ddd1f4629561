import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Empty. */
const NO_CORPUS = resolve(import.meta.dirname, 'node_modules/.no-corpus');
mkdirSync(NO_CORPUS, { recursive: true });
// Processors, command lines and workers start several hundred times in a run: what they load is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, 'node_modules/.compile-cache');

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // More than the two cores of the machine that this is made for: a part of the run waits for other programs.
    maxWorkers: 3,
    passWithNoTests: true,
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
