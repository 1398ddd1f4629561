import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Empty. */
const NO_CORPUS = resolve(import.meta.dirname, 'node_modules/.no-corpus');
mkdirSync(NO_CORPUS, { recursive: true });

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    passWithNoTests: true,
    // Every test runs on a machine without the corpus; those over the corpus once more with it.
    projects: [
      { extends: true, test: { name: 'no corpus', include: ['test/**/*.test.ts'], env: { CORPUS_DIR: NO_CORPUS } } },
      { extends: true, test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'] } },
    ],
  },
});
