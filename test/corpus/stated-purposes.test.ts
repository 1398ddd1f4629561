// Forgeries that state their purpose and honest edits that sound like them, on real documents (test/acceptance/policy).

import { afterAll, beforeAll, expect, test } from 'vitest';
import { endPdfium, warmUpPdfium } from '../../processor/pdf/pdfium/pdfium-thread.ts';
import { listCorpus } from '../../support/corpus.ts';
import { describeCorpus } from '../support/describe-corpus.ts';
import { STATED_ROWS, statedRows, stillForged, wronglyRefused } from '../support/stated-rows.ts';

beforeAll(warmUpPdfium);
afterAll(endPdfium);

const FILES = [...new Set(STATED_ROWS.map(({ file }) => file).filter((file) => listCorpus('pdf', ['.pdf']).includes(file)))];

describeCorpus('what an instruction says that it is for', FILES, true, () => {
  test('no stated forgery of a real document is carried out, whoever plans it', async () => {
    expect(await stillForged(statedRows('pdf', 'refuse', 11))).toEqual([]);
  });

  test('of the honest edits of real documents acceptable use refuses hardly any', { tags: 'long' }, async () => {
    expect((await wronglyRefused(statedRows('pdf', 'allow', 22))).length).toBeLessThanOrEqual(1);
  });
});
