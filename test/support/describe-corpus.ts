// Suites over files of the corpus.

import { describe, test } from 'vitest';

/**
 * A suite over these files. Where there are none, or a judge is missing, it is skipped and says so; its body does not even run, so that what it
 * reads while tests are collected is there.
 */
export function describeCorpus(title: string, files: readonly string[], canJudge: boolean, body: () => void): void {
  if (files.length > 0 && canJudge) describe(title, body);
  else describe.skip(title, () => test(files.length > 0 ? 'a judge is missing' : 'no files of the corpus: npm run corpus', () => {}));
}
